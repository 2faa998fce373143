// Symbols of the workspace and of a document, and information about the symbol at a place.
#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "graph/status.h"
#include "method.h"
#include "params.h"
#include "services/payload_text.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

constexpr std::uint32_t kMaxSymbolsFound = 100;  // in each checkout

// A symbol with the symbols inside it.
struct Nested {
  Json json;
  SourceRange range;
  std::vector<Nested> children;
};

bool Encloses(const SourceRange& outer, const SourceRange& inner) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

Json ToTree(std::vector<Nested>& level) {
  Json array = Json::array();
  for (Nested& nested : level) {
    if (!nested.children.empty()) nested.json["children"] = ToTree(nested.children);
    array.push_back(std::move(nested.json));
  }
  return array;
}

// Arranges symbols, in order of their beginnings, as a tree of their ranges.
Json Nest(std::vector<Nested> symbols) {
  std::vector<Nested> top;
  for (Nested& symbol : symbols) {
    std::vector<Nested>* level = &top;
    while (!level->empty() && Encloses(level->back().range, symbol.range)) {
      level = &level->back().children;
    }
    level->push_back(std::move(symbol));
  }
  return ToTree(top);
}

// Whether the edge only says that a class has a member, which is not a use.
bool IsMembership(wire::Term<EdgeType> type) {
  return type == EdgeType::kContains || type == EdgeType::kMemberOf || type == EdgeType::kDeclares;
}

// Each line behind a mark, so that no markup in it reaches beyond it.
std::string Quoted(const std::string& text) {
  std::string quoted;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) quoted += "> " + line + "\n";
  return quoted;
}

// The documentation of a symbol and the number of its users, as Markdown.
std::string Describe(const wire::Payload& payload) {
  const wire::Symbol& symbol = payload.symbols.front();
  const std::string code =
      VisibleLine(symbol.signature.empty() ? symbol.qualified_name : symbol.signature);
  std::string text =
      fmt::format("{0}{1}\n{2}\n{0}\n{3} {4}\n", CodeFence(code), payload.profile->language, code,
                  TermName(payload, symbol.kind), CodeSpan(symbol.qualified_name));
  if (!symbol.text.empty()) text += fmt::format("\n{}", Quoted(VisibleText(symbol.text)));
  std::string uses;
  for (const wire::EdgeCount& count : payload.profile->incoming) {
    if (IsMembership(count.type)) continue;
    uses += fmt::format("{}{} {}", uses.empty() ? "" : ", ", TermName(payload, count.type),
                        count.count);
  }
  text += fmt::format("\nUsed by: {} ({})\n", uses.empty() ? "nothing" : uses,
                      CompletenessLine(payload.completeness));
  return text;
}

absl::StatusOr<std::optional<UsagesAnswer>> AskAt(const Question& question, const AskedPlace& place,
                                                  retrieval::Relation relation) {
  absl::StatusOr<UsagesAnswer> answer =
      AskRelated(question, place.file.root, place.name, place.state, relation);
  if (IsAbsent(answer.status())) return std::optional<UsagesAnswer>();
  WM_RETURN_IF_ERROR(answer.status());
  return std::optional<UsagesAnswer>(*std::move(answer));
}

}  // namespace

absl::StatusOr<Json> WorkspaceSymbols(const Question& question) {
  WM_ASSIGN_OR_RETURN(std::string query, ReadText(question.params, "query"));
  Json symbols = Json::array();
  if (!query.starts_with(question.client.symbol_prefix)) return symbols;
  query.erase(0, question.client.symbol_prefix.size());
  if (query.find_first_not_of(' ') == std::string::npos) return symbols;
  for (const std::filesystem::path& root : question.workspace.Roots()) {
    SearchRequest request{.root = root, .query = query, .limit = kMaxSymbolsFound};
    WM_ASSIGN_OR_RETURN(request.state, question.workspace.StateOf(root));
    const absl::StatusOr<SearchAnswer> answer = question.verbs.Search(request, question.control);
    // A folder that is not indexed yet does not prevent an answer from the others.
    if (absl::IsFailedPrecondition(answer.status()) || IsAbsent(answer.status())) continue;
    WM_RETURN_IF_ERROR(answer.status());
    SourceTexts texts(question.workspace, root, question.client.units);
    for (const wire::Symbol& symbol : answer->payload.symbols) {
      symbols.push_back({{"name", ShortName(symbol)},
                         {"kind", KindNumber(symbol.kind)},
                         {"containerName", symbol.qualified_name},
                         {"location", LocationOf(texts, symbol)}});
    }
  }
  return symbols;
}

absl::StatusOr<Json> DocumentSymbols(const Question& question) {
  WM_ASSIGN_OR_RETURN(const std::optional<DocumentAnswer> document, AskDocument(question));
  if (!document.has_value()) return Json::array();
  SourceTexts texts(question.workspace, document->root, question.client.units);
  std::vector<Nested> symbols;
  for (const wire::Symbol& symbol : document->answer.payload.symbols) {
    symbols.push_back({.json = {{"name", ShortName(symbol)},
                                {"detail", symbol.signature},
                                {"kind", KindNumber(symbol.kind)},
                                {"range", ToJson(texts.RangeOf(symbol))},
                                {"selectionRange", ToJson(texts.NameOf(symbol))}},
                       .range = {.begin = {symbol.start_line, symbol.start_column},
                                 .end = {symbol.end_line, symbol.end_column}},
                       .children = {}});
  }
  // Enclosing symbols come first.
  std::stable_sort(symbols.begin(), symbols.end(), [](const Nested& a, const Nested& b) {
    if (a.range.begin != b.range.begin) return a.range.begin < b.range.begin;
    return b.range.end < a.range.end;
  });
  return Nest(std::move(symbols));
}

absl::StatusOr<Json> References(const Question& question) {
  WM_ASSIGN_OR_RETURN(const std::optional<AskedPlace> place, PlaceIn(question, question.params));
  if (!place.has_value()) return Json();
  WM_ASSIGN_OR_RETURN(const std::optional<UsagesAnswer> answer,
                      AskAt(question, *place, retrieval::Relation::kUsages));
  if (!answer.has_value()) return Json();
  const wire::Payload& payload = answer->payload;
  SourceTexts texts(question.workspace, place->file.root, question.client.units);
  Json locations = Json::array();
  if (IsTrue(Member(question.params, "context", "includeDeclaration"))) {
    locations.push_back(LocationOf(texts, payload.symbols.front()));
  }
  for (const wire::Edge& edge : payload.edges) {
    if (edge.target != 0) continue;
    for (const wire::Site& site : edge.sites) {
      const Json location = {{"uri", texts.UriOf(site.path)},
                             {"range", ToJson(texts.SiteOf(site, payload.symbols.front()))}};
      // One place may have several relations, such as a call and a use of the value.
      const bool is_new =
          std::find(locations.begin(), locations.end(), location) == locations.end();
      if (is_new) locations.push_back(location);
    }
  }
  return locations;
}

absl::StatusOr<Json> Implementations(const Question& question) {
  WM_ASSIGN_OR_RETURN(const std::optional<AskedPlace> place, PlaceIn(question, question.params));
  if (!place.has_value()) return Json();
  WM_ASSIGN_OR_RETURN(const std::optional<UsagesAnswer> answer,
                      AskAt(question, *place, retrieval::Relation::kImplementations));
  if (!answer.has_value()) return Json();
  SourceTexts texts(question.workspace, place->file.root, question.client.units);
  Json locations = Json::array();
  for (std::size_t i = 1; i < answer->payload.symbols.size(); ++i) {
    locations.push_back(LocationOf(texts, answer->payload.symbols[i]));
  }
  return locations;
}

absl::StatusOr<Json> Hover(const Question& question) {
  WM_ASSIGN_OR_RETURN(const std::optional<AskedPlace> place, PlaceIn(question, question.params));
  if (!place.has_value()) return Json();
  const absl::StatusOr<std::optional<SymbolAnswer>> answer = AskSymbol(question, *place);
  // The client asks for this without a user: an unindexed checkout is no error.
  if (absl::IsFailedPrecondition(answer.status())) return Json();
  WM_RETURN_IF_ERROR(answer.status());
  if (!answer->has_value()) return Json();
  return Json{{"contents", {{"kind", "markdown"}, {"value", Describe((*answer)->payload)}}}};
}

}  // namespace waymark::services
