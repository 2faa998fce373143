// Code lenses: how much depends on each definition of a file. The counts travel in the lens's data,
// so that resolving a lens does not read the index again.
#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "method.h"
#include "params.h"
#include "services/quantities.h"

namespace waymark::services {
namespace {

constexpr SymbolKind kShown[] = {SymbolKind::kFunction, SymbolKind::kMethod, SymbolKind::kClass,
                                 SymbolKind::kInterface, SymbolKind::kType};
// Symbols without a lens: test cases, which a test runner calls, and symbols local to a function.
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

// "no tests", "1 test", "2 tests".
std::string Told(std::uint32_t count, const std::string& what) {
  return count == 0 ? fmt::format("no {}s", what) : Counted(count, what, what + "s");
}

std::string TitleOf(const wire::Symbol& symbol, const DirectUse& use) {
  return fmt::format("{}, {}", Told(use.users, IsCalled(symbol) ? "caller" : "user"),
                     Told(use.tests, "test"));
}

// What an editor shows while the mouse is on the lens: a title that said everything would be in the
// way of the code.
std::string TooltipOf(const DirectUse& use) {
  std::string text =
      use.files == 0 ? "No use is known." : fmt::format("In {}.", Told(use.files, "file"));
  if (!use.is_exact) text += " There may be more: some references could not be resolved.";
  return text;
}

}  // namespace

absl::StatusOr<Json> CodeLenses(const Question& question) {
  WM_ASSIGN_OR_RETURN(const std::optional<DocumentAnswer> document, AskDocument(question));
  Json lenses = Json::array();
  if (!document.has_value()) return lenses;
  SourceTexts texts(question.workspace, document->root, question.client.units);
  for (std::size_t i = 0; i < document->answer.uses.size(); ++i) {
    const wire::Symbol& symbol = document->answer.payload.symbols[i];
    const DirectUse& use = document->answer.uses[i];
    if (!HasLens(symbol, use)) continue;
    lenses.push_back(
        {{"range", ToJson(texts.NameOf(symbol))},
         {"data",
          {{"uri", document->uri}, {"title", TitleOf(symbol, use)}, {"tooltip", TooltipOf(use)}}}});
  }
  return lenses;
}

absl::StatusOr<Json> ResolveCodeLens(const Json& params) {
  Json lens = params;
  const Json& data = Member(lens, "data");
  WM_ASSIGN_OR_RETURN(const std::string uri, ReadText(data, "uri"));
  WM_ASSIGN_OR_RETURN(std::string title, ReadText(data, "title"));
  WM_ASSIGN_OR_RETURN(std::string tooltip, ReadText(data, "tooltip"));
  WM_ASSIGN_OR_RETURN(const ClientRange range, ReadRange(lens, "range"));
  Json argument = {{"textDocument", {{"uri", uri}}}, {"position", ToJson(range.start)}};
  lens["command"] = {{"title", std::move(title)},
                     {"tooltip", std::move(tooltip)},  // of the protocol's version 3.18
                     {"command", "waymark.blastRadius"},
                     {"arguments", Json::array({std::move(argument)})}};
  return lens;
}

}  // namespace waymark::services
