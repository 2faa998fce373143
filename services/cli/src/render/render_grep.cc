#include "render/render_grep.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "render/place_rows.h"
#include "services/grep_json.h"
#include "services/quantities.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

// Files that a note names.
constexpr std::size_t kMaxFilesNoted = 3;

constexpr std::string_view kCutBefore = "... ";

std::string TextOf(const indexer::FoundLine& line) {
  return fmt::format("{}{}{}", line.from_column > 1 ? kCutBefore : "", line.text,
                     line.is_cut ? " ..." : "");
}

std::vector<PlaceRow> GrepRows(const GrepRequest& request, const GrepAnswer& answer,
                               const PathFinder& find_path) {
  std::vector<PlaceRow> rows;
  for (const GrepFile& file : answer.files) {
    const std::string shown_path = find_path(file.path);
    std::optional<std::uint32_t> last;
    for (const GrepLine& line : file.lines) {
      const std::uint32_t number = line.found.line;
      const bool follows = last.has_value() && number == *last + 1;
      const GrepSymbol* const around = SymbolAround(answer, line);
      rows.push_back({.path = file.path,
                      .shown_path = shown_path,
                      .line = number,
                      .column = line.found.column,
                      .code = TextOf(line.found),
                      .around = around == nullptr ? "" : around->name,
                      .is_apart = HasContext(request) && !follows && !rows.empty()});
      last = number;
    }
  }
  return rows;
}

// Marks the matches in the rows of the answer's lines.
void MarkMatches(const GrepRequest& request, const GrepAnswer& answer,
                 std::vector<PlaceRow>& rows) {
  std::vector<std::string_view> texts;
  std::vector<std::size_t> shifts;  // bytes of the row before the text
  for (const GrepFile& file : answer.files) {
    for (const GrepLine& line : file.lines) {
      texts.emplace_back(line.found.text);
      shifts.push_back(line.found.from_column > 1 ? kCutBefore.size() : 0);
    }
  }
  const auto matches = indexer::FindMatches(PatternOf(request), texts);
  if (!matches.ok()) return;  // the answer would be an error
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].column == 0) continue;
    for (const indexer::TextMatch& match : (*matches)[i]) {
      rows[i].marked.push_back({match.begin + shifts[i], match.end + shifts[i]});
    }
  }
}

std::string LinesText(const GrepRequest& request, const GrepAnswer& answer,
                      const PathFinder& find_path, const Screen& screen) {
  std::vector<PlaceRow> rows = GrepRows(request, answer, find_path);
  if (screen.style.is_colored || screen.columns != 0) MarkMatches(request, answer, rows);
  return PlaceRowsText(rows, screen);
}

std::string FilesText(const GrepRequest& request, const GrepAnswer& answer,
                      const PathFinder& find_path, const TextStyle& style) {
  std::string out;
  for (const GrepFile& file : answer.files) {
    const std::string path = VisibleLine(find_path(file.path));
    out += Linked(style, Painted(style, Ink::kPlace, path), file.path, 0);
    if (request.only_counts) out += fmt::format(":{}", file.matching_lines);
    out += '\n';
  }
  return out;
}

void AppendCallers(const GrepSymbol& symbol, const PathFinder& find_path, const TextStyle& style,
                   std::string& out) {
  auto to = std::back_inserter(out);
  if (symbol.callers.empty()) {
    fmt::format_to(to, "\nnothing is known to call {}\n", VisibleLine(symbol.name));
    return;
  }
  fmt::format_to(to, "\n{} is called by\n", VisibleLine(symbol.name));
  for (const GrepCaller& caller : symbol.callers) {
    const std::string place =
        fmt::format("{}:{}", VisibleLine(find_path(caller.path)), caller.line);
    fmt::format_to(to, "  {}  {}\n", VisibleLine(caller.name),
                   Linked(style, Painted(style, Ink::kPlace, place), caller.path, caller.line));
  }
  if (symbol.callers_omitted != 0) {
    fmt::format_to(to, "  and {} more\n", Grouped(symbol.callers_omitted));
  }
}

// "a.py, b.py, c.py and 2 more".
std::string SomeOf(const std::vector<std::string>& names, std::uint64_t total) {
  const std::size_t shown = std::min(names.size(), kMaxFilesNoted);
  const std::string list = VisibleLine(fmt::format(
      "{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", ")));
  return total > shown ? fmt::format("{} and {} more", list, Grouped(total - shown)) : list;
}

}  // namespace

std::string RenderGrep(const GrepRequest& request, const GrepAnswer& answer,
                       const PathFinder& find_path, const Screen& screen) {
  std::string out = ShowsLines(request) ? LinesText(request, answer, find_path, screen)
                                        : FilesText(request, answer, find_path, screen.style);
  if (request.with_callers) {
    for (const GrepSymbol& symbol : answer.symbols) {
      AppendCallers(symbol, find_path, screen.style, out);
    }
  }
  return out;
}

std::vector<std::string> GrepNotes(const GrepRequest& request, const GrepAnswer& answer) {
  std::vector<std::string> notes;
  if (answer.index.generation == 0) {
    notes.emplace_back("no file is in a language that is indexed, so no symbols are known");
  }
  if (const std::uint64_t omitted = CountOmitted(request, answer); omitted != 0) {
    notes.push_back(fmt::format(
        "{}; show more with -n N, or search less with --glob or a directory",
        ShowsLines(request) ? Counted(omitted, "more line matches", "more lines match")
                            : Counted(omitted, "more file matches", "more files match")));
  }
  if (const std::vector<std::string> changed = ChangedFiles(answer); !changed.empty()) {
    notes.push_back(fmt::format(
        "{} since the index was made, so the symbols around its lines are unknown: {}; run: "
        "waymark index",
        Counted(changed.size(), "file changed", "files changed"), SomeOf(changed, changed.size())));
  }
  if (answer.skipped_total != 0) {
    std::vector<std::string> names;
    for (const indexer::SkippedFileReport& file : answer.skipped) {
      names.push_back(fmt::format("{} ({})", file.path, Name(file.reason)));
    }
    notes.push_back(fmt::format("not searched: {}", SomeOf(names, answer.skipped_total)));
  }
  return notes;
}

}  // namespace waymark::services
