#include "commands/render_quickfix.h"

#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "graph/status.h"
#include "output/notes.h"
#include "output/output.h"
#include "render/render_payload.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

std::string Line(const Asking& asking, const wire::Site& site, std::string_view text) {
  return fmt::format("{}:{}:{}: {}\n", VisibleLine(PathFromHere(asking, asking.root, site.path)),
                     std::max(site.line, 1U), std::max(site.column, 1U), text);
}

// The edges between a symbol and earlier ones.
std::string QuickfixLines(const Asking& asking, const wire::Payload& payload, std::uint32_t index) {
  const wire::Symbol& symbol = payload.symbols[index];
  std::string lines;
  std::string text = NameText(symbol);
  for (const wire::Edge& edge : payload.edges) {
    if (std::max(edge.source, edge.target) != index) continue;
    text = fmt::format("{} {} {}", NameText(payload.symbols[edge.source]),
                       TermName(payload, edge.type), NameText(payload.symbols[edge.target]));
    for (const wire::Site& site : edge.sites) lines += Line(asking, site, text);
  }
  if (!lines.empty()) return lines;
  return Line(
      asking,
      {.path = symbol.path, .line = symbol.name_line, .column = std::max(symbol.name_column, 1U)},
      text);
}

// Writes the lines, and notes about names and about what they leave out, if those are not empty. An
// editor would show a note among the lines as a place.
absl::Status WriteLines(const std::string& lines, const std::string& name_note,
                        const std::string& left_out) {
  WM_RETURN_IF_ERROR(WriteText(lines));
  for (const std::string& note : {name_note, left_out}) {
    if (!note.empty()) PrintNote(fmt::format("waymark: {}\n", VisibleLine(note)));
  }
  return absl::OkStatus();
}

}  // namespace

std::string PathFromHere(const Asking& asking, const std::filesystem::path& root,
                         const std::string& path) {
  const std::filesystem::path absolute = root / path;
  const std::filesystem::path relative =
      absolute.lexically_relative(asking.settings.working_directory);
  const bool is_below = !relative.empty() && *relative.begin() != "..";
  return (is_below ? relative : absolute).string();
}

absl::Status WriteQuickfix(const Asking& asking, const wire::Payload& payload) {
  std::string lines;
  for (std::uint32_t i = 0; i < payload.symbols.size(); ++i) {
    if (payload.symbols[i].distance > 0) lines += QuickfixLines(asking, payload, i);
  }
  return WriteLines(lines, payload.name_note,
                    payload.truncation.has_value() ? MoreText(*payload.truncation) : "");
}

absl::Status WriteQuickfix(const Asking& asking, const TestScopeAnswer& answer) {
  std::string lines;
  for (const ScopeTest& test : answer.tests) {
    lines += Line(asking, {.path = test.place.path, .line = test.place.name_line, .column = 1},
                  VisibleLine(test.name));
  }
  if (answer.omitted == 0) return WriteLines(lines, answer.name_note, "");
  return WriteLines(
      lines, answer.name_note,
      fmt::format("{}; add: --cursor {}", MoreText({.omitted = answer.omitted}), answer.cursor));
}

}  // namespace waymark::services
