#include "render/render_sources.h"

#include <iterator>

#include <fmt/format.h>

#include "output/code_text.h"
#include "services/payload_text.h"
#include "services/quantities.h"
#include "services/visible_text.h"

namespace waymark::services {

std::string SymbolHeading(const SymbolSource& source, const Screen& screen) {
  const TextStyle& style = screen.style;
  const std::string place = PlaceText(source.path, source.start_line, source.end_line);
  return fmt::format(
      "{}  {} {}",
      Linked(style, Painted(style, Ink::kPlace, place), source.path, source.start_line),
      Painted(style, Ink::kFaint, VisibleLine(source.kind)),
      Painted(style, Ink::kHeading, VisibleLine(source.name)));
}

std::string RenderSources(const SourcesAnswer& answer, const Screen& screen) {
  Screen whole = screen;
  whole.columns = 0;
  std::string out;
  for (const SymbolSource& source : answer.symbols) {
    if (source.id.empty()) continue;
    if (!out.empty()) out += '\n';
    out += NoteLine(source.name_note);
    out += SymbolHeading(source, screen) + "\n";
    if (source.from_line != 0) {
      out += CodeText(source.path, source.text, source.from_line).Numbered(whole);
    } else if (!source.signature.empty()) {
      fmt::format_to(std::back_inserter(out), "  {}\n", VisibleLine(source.signature));
    }
    if (source.lines_omitted != 0) {
      const std::string more = Counted(source.lines_omitted, "line more", "lines more");
      out += Painted(screen.style, Ink::kFaint, more) + "\n";
    }
  }
  return out;
}

}  // namespace waymark::services
