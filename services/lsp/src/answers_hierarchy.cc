// Call and type hierarchies, level by level.
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "method.h"
#include "params.h"

namespace waymark::services {
namespace {

// Identifies a symbol in later requests.
struct ItemData {
  std::filesystem::path root;
  std::string symbol;  // its place when the client was told of it
  std::string name;
  std::string id;  // of the identity, which stays when the text around it changes
  std::string path;
  std::uint32_t change = 0;  // of that file's text, when the client was told
  StateChoice state;
};

// The change number of a file's open text; 0: the text as in the file.
std::uint32_t ChangeOf(const Workspace& workspace, const std::filesystem::path& file) {
  const Document* const document = workspace.Find(file);
  return document == nullptr ? 0 : static_cast<std::uint32_t>(document->changed);
}

absl::StatusOr<ItemData> DataIn(const Question& question) {
  const Json& data = Member(question.params, "item", "data");
  WM_ASSIGN_OR_RETURN(const std::string root, ReadText(data, "root"));
  ItemData item{.root = root};
  WM_RETURN_IF_ERROR(question.workspace.CheckRoot(item.root));
  WM_ASSIGN_OR_RETURN(item.symbol, ReadText(data, "symbol"));
  WM_ASSIGN_OR_RETURN(item.name, ReadText(data, "name"));
  WM_ASSIGN_OR_RETURN(item.id, ReadText(data, "id"));
  WM_ASSIGN_OR_RETURN(item.path, ReadText(data, "path"));
  WM_ASSIGN_OR_RETURN(item.change, ReadNumber(data, "change"));
  WM_ASSIGN_OR_RETURN(item.state, question.workspace.StateOf(item.root));
  return item;
}

std::string IdOf(const wire::Symbol& symbol) {
  return symbol.id.has_value() ? symbol.id->ToHex() : std::string();
}

// A client may keep an item while the text changes: another symbol, or none, may be at its place by
// now.
absl::StatusOr<UsagesAnswer> AskItem(const Question& question, const ItemData& item,
                                     retrieval::Relation relation) {
  absl::StatusOr<UsagesAnswer> at_place =
      AskRelated(question, item.root, item.symbol, item.state, relation);
  if (!at_place.ok() && !IsAbsent(at_place.status())) return at_place;
  if (at_place.ok()) {
    const wire::Symbol& found = at_place->payload.symbols.front();
    // A declaration with several definitions is found as one of those.
    const bool is_as_told = found.qualified_name == item.name &&
                            ChangeOf(question.workspace, item.root / item.path) == item.change;
    if (IdOf(found) == item.id || is_as_told) return at_place;
  }
  absl::StatusOr<UsagesAnswer> by_name =
      AskRelated(question, item.root, item.name, item.state, relation);
  if (by_name.ok() && IdOf(by_name->payload.symbols.front()) == item.id) return by_name;
  return absl::FailedPreconditionError(fmt::format("{} has moved; ask again", item.name));
}

Json ItemOf(const Question& question, const std::filesystem::path& root, SourceTexts& texts,
            const wire::Symbol& symbol) {
  return {{"name", ShortName(symbol)},
          {"kind", KindNumber(symbol.kind)},
          {"detail", symbol.qualified_name},
          {"uri", texts.UriOf(symbol.path)},
          {"range", ToJson(texts.RangeOf(symbol))},
          {"selectionRange", ToJson(texts.NameOf(symbol))},
          {"data",
           {{"root", root.string()},
            {"symbol", PlaceOf(symbol)},
            {"name", symbol.qualified_name},
            {"id", IdOf(symbol)},
            {"path", symbol.path},
            {"change", ChangeOf(question.workspace, root / symbol.path)}}}};
}

// The sites in the file of the symbol whose code contains them.
Json SitesIn(SourceTexts& texts, const wire::Payload& payload, const wire::Edge& edge) {
  const wire::Symbol& caller = payload.symbols[edge.source];
  Json ranges = Json::array();
  for (const wire::Site& site : edge.sites) {
    if (site.path != caller.path) continue;
    ranges.push_back(ToJson(texts.SiteOf(site, payload.symbols[edge.target])));
  }
  return ranges;
}

enum class Direction { kIncoming, kOutgoing };

absl::StatusOr<Json> Calls(const Question& question, Direction direction) {
  const bool is_incoming = direction == Direction::kIncoming;
  WM_ASSIGN_OR_RETURN(const ItemData item, DataIn(question));
  WM_ASSIGN_OR_RETURN(
      const UsagesAnswer answer,
      AskItem(question, item,
              is_incoming ? retrieval::Relation::kCallers : retrieval::Relation::kCallees));
  const wire::Payload& payload = answer.payload;
  SourceTexts texts(question.workspace, item.root, question.client.units);
  Json calls = Json::array();
  for (const wire::Edge& edge : payload.edges) {
    // The symbol in question is the first one; a recursive call belongs to both directions.
    if ((is_incoming ? edge.target : edge.source) != 0) continue;
    const wire::Symbol& other = payload.symbols[is_incoming ? edge.source : edge.target];
    calls.push_back({{is_incoming ? "from" : "to", ItemOf(question, item.root, texts, other)},
                     {"fromRanges", SitesIn(texts, payload, edge)}});
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
                      AskItem(question, item,
                              is_incoming ? retrieval::Relation::kImplementations
                                          : retrieval::Relation::kDependencies));
  const wire::Payload& payload = answer.payload;
  SourceTexts texts(question.workspace, item.root, question.client.units);
  Json types = Json::array();
  for (const wire::Edge& edge : payload.edges) {
    if (!IsInheritance(edge.type) || (is_incoming ? edge.target : edge.source) != 0) continue;
    types.push_back(ItemOf(question, item.root, texts,
                           payload.symbols[is_incoming ? edge.source : edge.target]));
  }
  return types;
}

}  // namespace

absl::StatusOr<Json> PrepareHierarchy(const Question& question) {
  WM_ASSIGN_OR_RETURN(const std::optional<AskedPlace> place, PlaceIn(question, question.params));
  if (!place.has_value()) return Json();
  WM_ASSIGN_OR_RETURN(const std::optional<SymbolAnswer> answer, AskSymbol(question, *place));
  if (!answer.has_value()) return Json();
  SourceTexts texts(question.workspace, place->file.root, question.client.units);
  return Json::array({ItemOf(question, place->file.root, texts, answer->payload.symbols.front())});
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
