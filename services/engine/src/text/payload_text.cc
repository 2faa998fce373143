#include "services/payload_text.h"

#include <algorithm>
#include <iterator>
#include <utility>
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
  if (!index.commit.empty()) line += fmt::format(", commit {}", commit);
  const std::string freshness = FreshnessText(index);
  return fmt::format("{}; {}", line,
                     freshness.empty() ? "up to date with the files on disk" : freshness);
}

std::string FreshnessText(const wire::IndexInfo& index) {
  if (index.shown == wire::ShownState::kCommit) {
    return fmt::format("at commit {}", VisibleLine(wire::ShortCommit(index)));
  }
  std::string text = index.shown == wire::ShownState::kBuffers ? "with unsaved buffers" : "";
  const std::string_view lead = text.empty() ? "" : "; ";
  if (!index.files_differing.has_value()) {
    fmt::format_to(std::back_inserter(text), "{}not compared with the files on disk", lead);
  } else if (*index.files_differing != 0) {
    fmt::format_to(std::back_inserter(text),
                   "{}{} from the index (waymark index brings it up to date)", lead,
                   Counted(*index.files_differing, "file on disk differs", "files on disk differ"));
  }
  return text;
}

std::string LineOf(std::string text) { return text.empty() ? text : std::move(text) + "\n"; }

std::string NoteLine(std::string_view name_note) {
  return name_note.empty() ? "" : VisibleLine(name_note) + "\n";
}

std::string JoinedNotes(const std::vector<std::string>& notes) {
  constexpr std::size_t kMaxNotesJoined = 5;
  std::string joined;
  std::size_t count = 0;
  for (const std::string& note : notes) {
    if (note.empty() || ++count > kMaxNotesJoined) continue;
    joined += (joined.empty() ? "" : " ") + note;
  }
  if (count <= kMaxNotesJoined) return joined;
  return fmt::format("{} {} more names fit several symbols.", joined, count - kMaxNotesJoined);
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

std::string CommitsText(const wire::Payload& payload) {
  if (payload.commits.empty()) return "";
  std::string text = "commits that matter:\n";
  for (const wire::Commit& commit : payload.commits) {
    fmt::format_to(std::back_inserter(text), "  {} {}  {}\n", VisibleLine(commit.id),
                   VisibleLine(commit.day), VisibleLine(commit.subject));
    std::vector<std::string> files;
    for (const wire::CommitFile& file : commit.files) {
      const std::string symbols = VisibleLine(fmt::format("{}", fmt::join(file.symbols, ", ")));
      files.push_back(VisibleLine(file.path) + (symbols.empty() ? "" : " (" + symbols + ")"));
    }
    if (commit.more_files != 0)
      files.push_back(Counted(commit.more_files, "more file", "more files"));
    fmt::format_to(std::back_inserter(text), "      {}\n", fmt::join(files, ", "));
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

std::string MatchesText(const wire::Payload& payload) {
  const std::uint64_t shown = payload.symbols.size();
  const std::uint64_t omitted = payload.truncation ? payload.truncation->omitted.value_or(0) : 0;
  const std::uint64_t all = std::max(payload.total_symbols.value_or(0), shown + omitted);
  std::string count = all == shown
                          ? Counted(shown, "match", "matches")
                          : fmt::format("the best {} of {} matches", Grouped(shown), Grouped(all));
  if (!payload.index.has_value()) return count;
  const std::string freshness = FreshnessText(*payload.index);
  return fmt::format("{}: {}{}{}", VisibleLine(payload.index->repository), count,
                     freshness.empty() ? "" : "; ", freshness);
}

std::string DoubtText(const wire::Completeness& completeness) {
  const bool is_told = completeness.certainty == wire::Certainty::kIncomplete &&
                       (completeness.possible_uses != 0 || !completeness.reason.empty());
  if (!is_told) return "";
  std::string doubt = VisibleLine(completeness.reason);
  if (completeness.possible_uses != 0) {
    const std::string uses = Counted(completeness.possible_uses, "possible use", "possible uses");
    doubt = doubt.empty() ? uses : fmt::format("{} ({})", uses, doubt);
  }
  return "may miss something: " + doubt;
}

std::string SymbolText(const wire::Symbol& symbol, std::string_view indentation) {
  std::string text;
  if (symbol.source.numbers.empty()) {
    AppendIndented(text, symbol.text, indentation);
    return text;
  }
  std::size_t line = 0;
  for (std::string_view rest = symbol.text; !rest.empty(); ++line) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::uint32_t number =
        line < symbol.source.numbers.size() ? symbol.source.numbers[line] : 0;
    const std::string shown = number == 0 ? "" : fmt::format("{}", number);
    fmt::format_to(std::back_inserter(text), "{:>6}{}{}\n", shown, end == 0 ? "" : "  ",
                   rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return text;
}

std::size_t KindColumns(const wire::Payload& payload) {
  std::size_t width = 0;
  for (const wire::Symbol& symbol : payload.symbols) {
    width = std::max(width, wire::TermName(payload, symbol.kind).size());
  }
  return width;
}

std::string SymbolEntry(const wire::Payload& payload, const wire::Symbol& symbol,
                        std::size_t kind_columns) {
  std::string row = fmt::format("  {:<{}}  {}  {}\n", wire::TermName(payload, symbol.kind),
                                kind_columns, NameText(symbol), SymbolPlaceText(symbol));
  // Source begins with the signature.
  if (!symbol.signature.empty() && symbol.source.numbers.empty()) {
    fmt::format_to(std::back_inserter(row), "      {}\n", VisibleLine(symbol.signature));
  }
  return row + SymbolText(symbol, "        ");
}

std::string SymbolEntries(const wire::Payload& payload) {
  const std::size_t width = KindColumns(payload);
  std::string rows;
  for (const wire::Symbol& symbol : payload.symbols) rows += SymbolEntry(payload, symbol, width);
  return rows;
}

std::string ContextText(const wire::Payload& payload) {
  std::string out = NoteLine(payload.name_note) + MatchesText(payload) + "\n";
  out += LineOf(DoubtText(payload.completeness)) + "\n" + SymbolEntries(payload);
  if (!payload.edges.empty()) out += "\n";
  for (const wire::Edge& edge : payload.edges) {
    fmt::format_to(std::back_inserter(out), "  {} {} {}\n", NameText(payload.symbols[edge.source]),
                   VerbOf(payload, edge.type), NameText(payload.symbols[edge.target]));
  }
  if (!payload.commits.empty()) out += "\n" + CommitsText(payload);
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
