// Code lenses: how much depends on what a file defines. The counts travel in the lens's data, so
// that resolving one needs no further look at the index.
#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "graph/status.h"
#include "method.h"
#include "params.h"

namespace waymark::services {
namespace {

constexpr SymbolKind kShown[] = {SymbolKind::kFunction, SymbolKind::kMethod, SymbolKind::kClass,
                                 SymbolKind::kInterface, SymbolKind::kType};
// What a test runner calls, and what is seen inside of one function only.
constexpr std::uint16_t kNotShown = kSymbolTestCase | kSymbolLocal;

bool HasLens(const wire::Symbol& symbol, const DirectUse& use) {
  const bool is_shown = std::any_of(std::begin(kShown), std::end(kShown), [&](SymbolKind kind) {
    return symbol.kind == wire::Term<SymbolKind>(kind);
  });
  return is_shown && (use.flags & kNotShown) == 0;
}

bool IsCalled(const wire::Symbol& symbol) {
  return symbol.kind == SymbolKind::kFunction || symbol.kind == SymbolKind::kMethod;
}

std::string Counted(std::uint32_t count, bool is_exact, std::string_view what) {
  return fmt::format("{}{} {}{}", count, is_exact ? "" : "+", what, count == 1 ? "" : "s");
}

}  // namespace

absl::StatusOr<Json> CodeLenses(const Question& question) {
  WM_ASSIGN_OR_RETURN(const std::string uri,
                      ReadText(Member(question.params, "textDocument"), "uri"));
  const absl::StatusOr<FileInCheckout> file = question.workspace.Locate(uri);
  if (IsAbsent(file.status())) return Json::array();
  WM_RETURN_IF_ERROR(file.status());
  FileSymbolsRequest request{.root = file->root, .path = file->path};
  WM_ASSIGN_OR_RETURN(request.state, question.workspace.StateOf(file->root));
  const absl::StatusOr<FileSymbolsAnswer> answer =
      question.verbs.FileSymbols(request, question.control);
  // A checkout that is not indexed yet has no lenses; they are refreshed when it is.
  const bool is_unknown = IsAbsent(answer.status()) || absl::IsFailedPrecondition(answer.status());
  if (is_unknown) return Json::array();
  WM_RETURN_IF_ERROR(answer.status());
  SourceTexts texts(question.workspace, file->root, question.client.encoding);
  Json lenses = Json::array();
  for (std::size_t i = 0; i < answer->uses.size(); ++i) {
    const wire::Symbol& symbol = answer->payload.symbols[i];
    const DirectUse& use = answer->uses[i];
    if (!HasLens(symbol, use)) continue;
    const ClientRange range = texts.NameOf(symbol);
    lenses.push_back({{"range", ToJson(range)},
                      {"data",
                       {{"uri", uri},
                        {"position", ToJson(range.start)},
                        {"called", IsCalled(symbol)},
                        {"users", use.users},
                        {"tests", use.tests},
                        {"files", use.files},
                        {"exact", use.is_exact}}}});
  }
  return lenses;
}

absl::StatusOr<Json> ResolveCodeLens(const Json& params) {
  Json lens = params;
  const Json& data = Member(lens, "data");
  WM_ASSIGN_OR_RETURN(const std::string uri, ReadText(data, "uri"));
  WM_ASSIGN_OR_RETURN(const ClientPosition position, ReadPosition(data, "position"));
  WM_ASSIGN_OR_RETURN(const std::uint32_t users, ReadNumber(data, "users"));
  WM_ASSIGN_OR_RETURN(const std::uint32_t tests, ReadNumber(data, "tests"));
  WM_ASSIGN_OR_RETURN(const std::uint32_t files, ReadNumber(data, "files"));
  const bool is_exact = IsTrue(Member(data, "exact"));
  const std::string_view user = IsTrue(Member(data, "called")) ? "caller" : "user";
  const Json argument = {{"textDocument", {{"uri", uri}}}, {"position", ToJson(position)}};
  lens["command"] = {
      {"title", fmt::format("{}, {}, {}", Counted(users, is_exact, user),
                            Counted(tests, is_exact, "test"), Counted(files, is_exact, "file"))},
      {"command", "waymark.blastRadius"},
      {"arguments", Json::array({argument})}};
  return lens;
}

}  // namespace waymark::services
