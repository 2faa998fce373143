#include "services/payload_text.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "services/quantities.h"
#include "services/visible_text.h"
#include "wire/short_commit.h"

namespace waymark::services {
namespace {

constexpr std::size_t kMaxSitesShown = 5;

std::string SymbolPlaceText(const wire::Symbol& symbol) {
  return PlaceText(symbol.path, symbol.start_line, symbol.end_line);
}

std::size_t WidestKind(const wire::Payload& payload) {
  std::size_t width = 0;
  for (const wire::Symbol& symbol : payload.symbols) {
    width = std::max(width, wire::TermName(payload, symbol.kind).size());
  }
  return width;
}

// "2 of 734 symbols", or "2 symbols" if no other is known.
std::string ShownOfAll(const wire::Payload& payload) {
  const std::uint64_t shown = payload.symbols.size();
  const std::uint64_t omitted = payload.truncation ? payload.truncation->omitted.value_or(0) : 0;
  const std::string all = Counted(shown + omitted, "symbol", "symbols");
  return omitted == 0 ? all : fmt::format("{} of {}", Grouped(shown), all);
}

absl::StatusOr<std::string> EncodeText(const wire::Payload& payload, const wire::EncodeOptions&) {
  return ContextText(payload);
}

}  // namespace

std::string NameText(const wire::Symbol& symbol) { return VisibleLine(symbol.qualified_name); }

std::string PlaceText(std::string_view path, std::uint32_t first_line, std::uint32_t last_line) {
  const std::string shown = VisibleLine(path);
  if (last_line <= first_line) return fmt::format("{}:{}", shown, first_line);
  return fmt::format("{}:{}-{}", shown, first_line, last_line);
}

std::string MoreText(const wire::Truncation& truncation) {
  const std::string count = truncation.omitted ? Grouped(*truncation.omitted) + " more" : "more";
  return truncation.next_call.empty() ? count : count + ": " + VisibleLine(truncation.next_call);
}

std::string SitesOf(const wire::Edge& edge) {
  std::vector<std::uint32_t> lines;
  for (const wire::Site& site : edge.sites) {
    if (lines.empty() || lines.back() != site.line) lines.push_back(site.line);
  }
  if (lines.empty()) return "";
  const std::size_t shown = std::min(lines.size(), kMaxSitesShown);
  std::string text = fmt::format(
      " at line {}",
      fmt::join(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
  if (lines.size() > shown) text += fmt::format(" and {} more", lines.size() - shown);
  return text;
}

std::string IndexLine(const wire::IndexInfo& index) {
  const std::string repository = VisibleLine(index.repository);
  const std::string commit = VisibleLine(wire::ShortCommit(index));
  if (index.shown == wire::ShownState::kCommit) {
    return fmt::format("{}, at commit {}", repository, commit);
  }
  std::string line = fmt::format("{}, generation {}", repository, index.generation);
  if (index.shown == wire::ShownState::kBuffers) line += " with unsaved buffers";
  if (!index.commit.empty()) line += fmt::format(", commit {}", commit);
  if (!index.files_differing.has_value()) return line + "; not compared with the files on disk";
  if (*index.files_differing == 0) return line + "; up to date with the files on disk";
  return line + fmt::format("; {} from the index (waymark index brings it up to date)",
                            Counted(*index.files_differing, "file on disk differs",
                                    "files on disk differ"));
}

std::string NoteLine(std::string_view name_note) {
  return name_note.empty() ? "" : VisibleLine(name_note) + "\n";
}

std::string CompletenessLine(const wire::Completeness& completeness) {
  std::string line(wire::Name(completeness.certainty));
  std::replace(line.begin(), line.end(), '_', ' ');
  if (completeness.possible_uses != 0) {
    line += ": " + Counted(completeness.possible_uses, "possible use", "possible uses");
  }
  if (completeness.reason.empty()) return line;
  const std::string reason = VisibleLine(completeness.reason);
  return completeness.possible_uses == 0 ? fmt::format("{}: {}", line, reason)
                                         : fmt::format("{} ({})", line, reason);
}

std::string PossibleText(const wire::Payload& payload) {
  if (payload.possible.empty()) return "";
  std::string text = "possible uses, the likeliest first:\n";
  for (const wire::PossibleUse& use : payload.possible) {
    fmt::format_to(std::back_inserter(text), "  {}:{}  {}: {}\n", VisibleLine(use.site.path),
                   use.site.line, VisibleLine(use.symbol), VisibleLine(use.why));
  }
  return text;
}

// Indents every line.
void AppendIndented(std::string& out, std::string_view text, std::string_view indentation) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    fmt::format_to(std::back_inserter(out), "{}{}\n", indentation, text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// " 0.93  method  flask.app.Flask.run  src/flask/app.py:540-612", with the signature below.
void AppendScoredSymbols(std::string& out, const wire::Payload& payload) {
  const std::size_t width = WidestKind(payload);
  for (const wire::Symbol& symbol : payload.symbols) {
    fmt::format_to(std::back_inserter(out), "  {:.2f}  {:<{}}  {}  {}\n", symbol.score,
                   wire::TermName(payload, symbol.kind), width, NameText(symbol),
                   SymbolPlaceText(symbol));
    if (!symbol.signature.empty()) {
      fmt::format_to(std::back_inserter(out), "          {}\n", VisibleLine(symbol.signature));
    }
    AppendIndented(out, symbol.text, "            ");
  }
}

std::string ContextText(const wire::Payload& payload) {
  std::string out = NoteLine(payload.name_note);
  if (payload.index) out += IndexLine(*payload.index) + "\n";
  fmt::format_to(std::back_inserter(out), "{}, {} of {} tokens ({})", ShownOfAll(payload),
                 Grouped(payload.tokens_used), Grouped(payload.token_budget),
                 wire::Name(payload.tokenizer.value_or(wire::kDefaultTokenizer)));
  fmt::format_to(std::back_inserter(out), "; {}\n\n", CompletenessLine(payload.completeness));
  AppendScoredSymbols(out, payload);
  if (!payload.edges.empty()) out += "\n";
  for (const wire::Edge& edge : payload.edges) {
    fmt::format_to(std::back_inserter(out), "  {} {} {}\n", NameText(payload.symbols[edge.source]),
                   wire::TermName(payload, edge.type), NameText(payload.symbols[edge.target]));
  }
  if (payload.truncation.has_value()) out += "\n" + MoreText(*payload.truncation) + "\n";
  return VisibleText(out);
}

wire::Codec TextCodec() {
  return {.name = "text",
          .description = "for people",
          .aliases = {},
          .medium = wire::Medium::kText,
          .encode = EncodeText,
          .decode = nullptr};
}

}  // namespace waymark::services
