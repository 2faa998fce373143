// Hierarchies of calls and types, level by level.
#include <utility>

#include "graph/status.h"
#include "method.h"
#include "params.h"

namespace waymark::services {
namespace {

// Names a symbol in the requests that follow.
struct ItemData {
  std::filesystem::path root;
  std::string symbol;
  StateChoice state;
};

absl::StatusOr<ItemData> DataIn(const Question& question) {
  const Json& data = Member(question.params, "item", "data");
  WM_ASSIGN_OR_RETURN(const std::string root, ReadText(data, "root"));
  ItemData item{.root = root};
  WM_RETURN_IF_ERROR(question.workspace.CheckRoot(item.root));
  WM_ASSIGN_OR_RETURN(item.symbol, ReadText(data, "symbol"));
  WM_ASSIGN_OR_RETURN(item.state, question.workspace.StateOf(item.root));
  return item;
}

Json ItemOf(const std::filesystem::path& root, SourceTexts& texts, const wire::Symbol& symbol) {
  return {{"name", ShortName(symbol)},
          {"kind", KindNumber(symbol.kind)},
          {"detail", symbol.qualified_name},
          {"uri", texts.UriOf(symbol.path)},
          {"range", ToJson(texts.RangeOf(symbol))},
          {"selectionRange", ToJson(texts.NameOf(symbol))},
          {"data", {{"root", root.string()}, {"symbol", PlaceOf(symbol)}}}};
}

// The sites that lie in the file of the symbol whose code they belong to.
Json SitesIn(SourceTexts& texts, const wire::Symbol& caller, const wire::Edge& edge) {
  Json ranges = Json::array();
  for (const wire::Site& site : edge.sites) {
    if (site.path == caller.path) ranges.push_back(ToJson(texts.SiteOf(site)));
  }
  return ranges;
}

enum class Direction { kIncoming, kOutgoing };

absl::StatusOr<Json> Calls(const Question& question, Direction direction) {
  const bool is_incoming = direction == Direction::kIncoming;
  WM_ASSIGN_OR_RETURN(const ItemData item, DataIn(question));
  WM_ASSIGN_OR_RETURN(
      const UsagesAnswer answer,
      AskRelated(question, item.root, item.symbol, item.state,
                 is_incoming ? retrieval::Relation::kCallers : retrieval::Relation::kCallees));
  const wire::Payload& payload = answer.payload;
  SourceTexts texts(question.workspace, item.root, question.client.encoding);
  Json calls = Json::array();
  for (const wire::Edge& edge : payload.edges) {
    // The symbol asked about is the first; a call of itself is one of both directions.
    if ((is_incoming ? edge.target : edge.source) != 0) continue;
    const wire::Symbol& other = payload.symbols[is_incoming ? edge.source : edge.target];
    calls.push_back({{is_incoming ? "from" : "to", ItemOf(item.root, texts, other)},
                     {"fromRanges", SitesIn(texts, payload.symbols[edge.source], edge)}});
  }
  return calls;
}

bool IsInheritance(wire::Term<EdgeType> type) {
  return type == EdgeType::kExtends || type == EdgeType::kImplements;
}

absl::StatusOr<Json> Types(const Question& question, Direction direction) {
  const bool is_incoming = direction == Direction::kIncoming;
  WM_ASSIGN_OR_RETURN(const ItemData item, DataIn(question));
  WM_ASSIGN_OR_RETURN(const UsagesAnswer answer,
                      AskRelated(question, item.root, item.symbol, item.state,
                                 is_incoming ? retrieval::Relation::kImplementations
                                             : retrieval::Relation::kDependencies));
  const wire::Payload& payload = answer.payload;
  SourceTexts texts(question.workspace, item.root, question.client.encoding);
  Json types = Json::array();
  for (const wire::Edge& edge : payload.edges) {
    if (!IsInheritance(edge.type) || (is_incoming ? edge.target : edge.source) != 0) continue;
    types.push_back(
        ItemOf(item.root, texts, payload.symbols[is_incoming ? edge.source : edge.target]));
  }
  return types;
}

}  // namespace

absl::StatusOr<Json> PrepareHierarchy(const Question& question) {
  WM_ASSIGN_OR_RETURN(const std::optional<AskedPlace> place, PlaceIn(question, question.params));
  if (!place.has_value()) return Json();
  WM_ASSIGN_OR_RETURN(const std::optional<SymbolAnswer> answer, AskSymbol(question, *place));
  if (!answer.has_value()) return Json();
  SourceTexts texts(question.workspace, place->file.root, question.client.encoding);
  return Json::array({ItemOf(place->file.root, texts, answer->payload.symbols.front())});
}

absl::StatusOr<Json> IncomingCalls(const Question& question) {
  return Calls(question, Direction::kIncoming);
}

absl::StatusOr<Json> OutgoingCalls(const Question& question) {
  return Calls(question, Direction::kOutgoing);
}

absl::StatusOr<Json> Supertypes(const Question& question) {
  return Types(question, Direction::kOutgoing);
}

absl::StatusOr<Json> Subtypes(const Question& question) {
  return Types(question, Direction::kIncoming);
}

}  // namespace waymark::services
