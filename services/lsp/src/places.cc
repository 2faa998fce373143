// Translates documents, positions and symbols between the protocol and the engine.
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "method.h"
#include "params.h"
#include "services/lsp.h"

namespace waymark::services {
namespace {

struct KindRow {
  SymbolKind kind;
  int number;
};

constexpr int kVariable = 13;

// SymbolKind of the protocol; other kinds are variables.
constexpr KindRow kKinds[] = {
    {SymbolKind::kFile, 1},      {SymbolKind::kPackage, 4},       {SymbolKind::kClass, 5},
    {SymbolKind::kMethod, 6},    {SymbolKind::kField, 8},         {SymbolKind::kInterface, 11},
    {SymbolKind::kFunction, 12}, {SymbolKind::kRouteHandler, 12}, {SymbolKind::kConst, 14},
    {SymbolKind::kType, 23},
};

}  // namespace

absl::StatusOr<std::optional<AskedPlace>> PlaceIn(const Question& question, const Json& params) {
  WM_ASSIGN_OR_RETURN(const std::string uri, ReadText(Member(params, "textDocument"), "uri"));
  WM_ASSIGN_OR_RETURN(const ClientPosition position, ReadPosition(params, "position"));
  absl::StatusOr<FileInCheckout> file = question.workspace.Locate(uri);
  if (absl::IsNotFound(file.status())) return std::optional<AskedPlace>();
  WM_RETURN_IF_ERROR(file.status());
  AskedPlace place{.file = *std::move(file)};
  WM_ASSIGN_OR_RETURN(place.state, question.workspace.StateOf(place.file.root));
  SourceTexts texts(question.workspace, place.file.root, question.client.units);
  const Position at = texts.Of(place.file.path).ToAsked(position);
  place.name = fmt::format("{}:{}:{}", place.file.path, at.line, at.column);
  return std::optional<AskedPlace>(std::move(place));
}

int KindNumber(wire::Term<SymbolKind> kind) {
  const auto* const found =
      std::find_if(std::begin(kKinds), std::end(kKinds),
                   [&](const KindRow& row) { return kind == wire::Term<SymbolKind>(row.kind); });
  return found == std::end(kKinds) ? kVariable : found->number;
}

std::string ShortName(const wire::Symbol& symbol) {
  const std::string& name = symbol.qualified_name;
  // The name is a path or the address of a request.
  if (symbol.kind == SymbolKind::kFile || symbol.kind == SymbolKind::kRouteHandler) return name;
  constexpr std::string_view kAfterScheme = "://";  // env://HOME, endpoint://GET /users/:id
  if (const std::size_t scheme = name.find(kAfterScheme); scheme != std::string::npos) {
    return name.substr(scheme + kAfterScheme.size());
  }
  // The text before an operator's name; the operator itself is not split.
  const std::size_t end = std::min(name.find("operator"), name.size());
  const std::size_t separator = name.find_last_of(".:#", end == 0 ? 0 : end - 1);
  const bool is_whole = separator == std::string::npos || separator + 1 == name.size();
  return is_whole ? name : name.substr(separator + 1);
}

std::string PlaceOf(const wire::Symbol& symbol) {
  if (symbol.kind == SymbolKind::kFile) return symbol.path;
  return fmt::format("{}:{}:{}", symbol.path, symbol.name_line, symbol.name_column);
}

Json LocationOf(SourceTexts& texts, const wire::Symbol& symbol) {
  return {{"uri", texts.UriOf(symbol.path)}, {"range", ToJson(texts.NameOf(symbol))}};
}

// The request is a named variable: g++ 12 takes the strings of a braced argument for uninitialised.
absl::StatusOr<std::optional<SymbolAnswer>> AskSymbol(const Question& question,
                                                      const AskedPlace& place) {
  const SymbolRequest request = {.root = place.file.root, .name = place.name, .state = place.state};
  absl::StatusOr<SymbolAnswer> answer = question.verbs.Symbol(request, question.control);
  if (IsAbsent(answer.status())) return std::optional<SymbolAnswer>();
  WM_RETURN_IF_ERROR(answer.status());
  return *std::move(answer);
}

absl::StatusOr<std::optional<DocumentAnswer>> AskDocument(const Question& question) {
  WM_ASSIGN_OR_RETURN(std::string uri, ReadText(Member(question.params, "textDocument"), "uri"));
  const absl::StatusOr<FileInCheckout> file = question.workspace.Locate(uri);
  if (IsAbsent(file.status())) return std::optional<DocumentAnswer>();
  WM_RETURN_IF_ERROR(file.status());
  FileSymbolsRequest request{.root = file->root, .path = file->path};
  WM_ASSIGN_OR_RETURN(request.state, question.workspace.StateOf(file->root));
  absl::StatusOr<FileSymbolsAnswer> answer = question.verbs.FileSymbols(request, question.control);
  const bool is_unknown = IsAbsent(answer.status()) || absl::IsFailedPrecondition(answer.status());
  if (is_unknown) return std::optional<DocumentAnswer>();
  WM_RETURN_IF_ERROR(answer.status());
  if (answer->payload.truncation.has_value()) {
    question.feedback.Log(fmt::format("{} more symbols of {} are not shown",
                                      answer->payload.truncation->omitted.value_or(0), file->path));
  }
  return std::optional(
      DocumentAnswer{.uri = std::move(uri), .root = file->root, .answer = *std::move(answer)});
}

absl::StatusOr<UsagesAnswer> AskRelated(const Question& question, const std::filesystem::path& root,
                                        const std::string& symbol, const StateChoice& state,
                                        retrieval::Relation relation) {
  const UsagesRequest request = {.root = root,
                                 .symbol = symbol,
                                 .relation = relation,
                                 .limit = kMaxLspRelated,
                                 .state = state};
  WM_ASSIGN_OR_RETURN(UsagesAnswer answer, question.verbs.Usages(request, question.control));
  if (answer.payload.truncation.has_value()) {
    question.feedback.Log(fmt::format("{} of {}: {} more are not shown", Name(relation), symbol,
                                      answer.payload.truncation->omitted.value_or(0)));
  }
  return answer;
}

bool IsAbsent(const absl::Status& status) { return absl::IsNotFound(status); }

}  // namespace waymark::services
