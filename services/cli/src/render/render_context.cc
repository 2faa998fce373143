#include "render/render_context.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "output/code_text.h"
#include "output/display_width.h"
#include "render/whole_heads.h"
#include "services/payload_text.h"
#include "services/telling_lines.h"
#include "services/visible_text.h"
#include "services/whole_word.h"

namespace waymark::services {
namespace {

constexpr std::size_t kLeastScreenLines = 24;
constexpr std::size_t kUsualScreenLines = 40;
constexpr std::size_t kSymbolLines = 2;  // a heading and a signature
constexpr std::size_t kSparseLines = 5;  // of each symbol, from which on blank lines part them
constexpr std::size_t kMostCallers = 3;  // that are named
constexpr std::size_t kLeastNameColumns = 8;
constexpr std::string_view kMargin = "    ";

using LineNumbers = std::vector<std::uint32_t>;  // from 0, in the text of a source

// The end of a qualified name that fits, with "…" in place of what is left out before it.
std::string FittingName(std::string_view name, std::size_t columns) {
  if (DisplayWidth(name) <= columns) return std::string(name);
  constexpr std::string_view kSeparators = ".:/#\\";
  std::string_view rest = name;
  while (DisplayWidth(rest) + 1 > columns) {
    const std::size_t end = rest.find_first_of(kSeparators);
    const std::size_t next = rest.find_first_not_of(kSeparators, end);
    if (end == std::string_view::npos || next == std::string_view::npos) break;
    rest.remove_prefix(next);
  }
  return CutToWidth("…" + std::string(rest), columns);
}

// A symbol of the screen.
class ShownSymbol {
 public:
  ShownSymbol(const wire::Symbol& symbol, const SymbolSource& source)
      : symbol_(symbol), source_(source), code_(source.path, source.text, source.from_line) {}

  // Finds the lines that may be shown. Lines of `others` that it encloses are theirs.
  void FindLines(const TellingQuestion& question, const std::vector<SymbolSource>& others) {
    std::vector<bool> is_free(code_.size(), true);
    const std::size_t head =
        std::min<std::size_t>(HeadLines(source_.text, symbol_.signature), code_.size());
    std::fill_n(is_free.begin(), head, false);
    for (const SymbolSource& other : others) {
      const bool is_inside = other.path == source_.path && other.start_line >= source_.start_line &&
                             other.end_line <= source_.end_line && other.id != source_.id;
      if (!is_inside) continue;
      for (std::uint32_t line = other.start_line; line <= other.end_line; ++line) {
        const std::size_t at = line - source_.from_line;
        if (line >= source_.from_line && at < is_free.size()) is_free[at] = false;
      }
    }
    const auto is_taken = [&](std::uint32_t line) { return !is_free[line]; };
    telling_ = TellingLines(source_.path, source_.text, question);
    LineNumbers heads = HeadsOfMembers(telling_);
    std::erase_if(heads, is_taken);
    if (heads.empty()) {
      std::erase_if(telling_, is_taken);
    } else {
      telling_ = std::move(heads);
      has_heads_ = true;
    }
    for (std::uint32_t line = 0; line < is_free.size(); ++line) {
      if (is_free[line]) all_.push_back(line);
    }
  }

  // Lines besides those that are shared: the heading, the signature, and of a type what its
  // documentation begins with.
  std::size_t fixed_lines() const { return kSymbolLines + (has_summary() ? 1 : 0); }

  std::size_t telling() const { return telling_.size(); }

  std::size_t all() const { return all_.size(); }

  // Shows that many lines: the most telling ones, or all.
  void Show(std::size_t lines) { shown_ = lines; }

  std::size_t shown() const { return shown_; }

  std::string Text(std::size_t number, const std::string& callers, const Screen& screen) const {
    std::string text = Heading(number, callers, screen) + "\n";
    if (!symbol_.signature.empty()) {
      Screen beside = screen;
      if (screen.columns > kMargin.size()) beside.columns -= unsigned{kMargin.size()};
      text += fmt::format("{}{}\n", kMargin,
                          CodeText::OneLine(symbol_.path, VisibleLine(symbol_.signature), beside));
    }
    if (has_summary()) {
      const std::string summary =
          CutToWidth(std::string(kMargin) + VisibleLine(source_.summary), screen.columns);
      text += Painted(screen.style, Ink::kComment, summary) + "\n";
    }
    if (shown_ == all_.size()) return text + code_.Numbered(all_, screen);
    LineNumbers lines(telling_.begin(),
                      telling_.begin() + static_cast<std::ptrdiff_t>(std::min(shown_, telling())));
    std::sort(lines.begin(), lines.end());
    if (!has_heads_) return text + code_.Numbered(lines, screen);
    const CodeText whole(source_.path, WithWholeHeads(source_.path, source_.text, lines),
                         source_.from_line);
    return text + whole.Numbered(lines, screen);
  }

 private:
  bool has_summary() const { return !source_.member_lines.empty() && !source_.summary.empty(); }

  // The heads of the members of a type, which tell most: first those that are among `telling`.
  LineNumbers HeadsOfMembers(const LineNumbers& telling) const {
    LineNumbers heads;
    for (const std::uint32_t line : source_.member_lines) {
      const bool is_inside = line >= source_.from_line && line - source_.from_line < code_.size();
      if (is_inside) heads.push_back(line - source_.from_line);
    }
    std::stable_partition(heads.begin(), heads.end(), [&](std::uint32_t line) {
      return std::find(telling.begin(), telling.end(), line) != telling.end();
    });
    return heads;
  }

  std::string Heading(std::size_t number, const std::string& callers, const Screen& screen) const {
    const TextStyle& style = screen.style;
    const std::string place = PlaceText(symbol_.path, symbol_.start_line, symbol_.end_line);
    const std::string name = NameText(symbol_);
    const std::string margin = fmt::format("{:>2}  ", number);
    const std::size_t taken = margin.size() + DisplayWidth(place) + 2;
    const std::size_t room = screen.columns > taken ? screen.columns - taken : 0;
    const std::string fitting =
        screen.columns == 0 ? name : FittingName(name, std::max(room, kLeastNameColumns));
    std::string heading = fmt::format(
        "{}{}  {}", margin, Painted(style, Ink::kHeading, fitting),
        Linked(style, Painted(style, Ink::kPlace, place), symbol_.path, symbol_.start_line));
    const std::size_t used = taken + DisplayWidth(fitting) + 2 + DisplayWidth(callers);
    const bool fits = screen.columns == 0 || used <= screen.columns;
    if (!callers.empty() && fits) heading += "  " + Painted(style, Ink::kFaint, callers);
    return heading;
  }

  const wire::Symbol& symbol_;
  const SymbolSource& source_;
  CodeText code_;
  LineNumbers telling_;     // the most telling first
  bool has_heads_ = false;  // the telling lines are heads of members
  LineNumbers all_;
  std::size_t shown_ = 0;
};

// "called by run, wsgi_app": those of the other symbols that call it.
std::string CallersText(const wire::Payload& payload, std::uint32_t symbol) {
  std::vector<std::string> names;
  for (const wire::Edge& edge : payload.edges) {
    const bool is_call =
        edge.target == symbol && edge.source != symbol && edge.type == EdgeType::kCalls;
    if (!is_call) continue;
    const wire::Symbol& caller = payload.symbols[edge.source];
    const bool is_file = caller.qualified_name == caller.path;
    std::string name = VisibleLine(is_file ? std::string_view(caller.path)
                                           : LastIdentifier(caller.qualified_name));
    const bool is_new = std::find(names.begin(), names.end(), name) == names.end();
    if (!name.empty() && is_new) names.push_back(std::move(name));
  }
  if (names.empty()) return "";
  const std::size_t more = names.size() - std::min(names.size(), kMostCallers);
  names.resize(names.size() - more);
  const std::string text =
      fmt::format("{} {}", ReverseVerbOf(payload, EdgeType::kCalls), fmt::join(names, ", "));
  return more == 0 ? text : fmt::format("{} and {} more", text, more);
}

// Shares `room` lines among the symbols: first the telling lines, round by round, two of the best
// symbol and one of each other; then whole symbols, the best first.
void ShareLines(std::vector<ShownSymbol>& symbols, std::size_t room) {
  for (bool has_given = true; has_given && room > 0;) {
    has_given = false;
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      const std::size_t wanted = symbols[i].telling() - symbols[i].shown();
      const std::size_t given = std::min({wanted, room, std::size_t{i == 0 ? 2U : 1U}});
      symbols[i].Show(symbols[i].shown() + given);
      room -= given;
      has_given = has_given || given > 0;
    }
  }
  for (ShownSymbol& symbol : symbols) {
    const std::size_t rest = symbol.all() - symbol.shown();
    if (rest > room) continue;
    symbol.Show(symbol.all());
    room -= rest;
  }
}

// What to know of the answer, each on a line.
std::vector<std::string> RemarksOn(const wire::Payload& payload) {
  std::vector<std::string> remarks = {MatchesText(payload)};
  if (!payload.name_note.empty()) remarks.push_back(VisibleLine(payload.name_note));
  std::string doubt = DoubtText(payload.completeness);
  if (!doubt.empty()) remarks.push_back(std::move(doubt));
  return remarks;
}

// The commits below a blank line, in lines of the screen.
std::vector<std::string> CommitLines(const wire::Payload& payload, const Screen& screen) {
  std::vector<std::string> lines;
  const std::string text = CommitsText(payload);
  if (!text.empty()) lines.emplace_back();
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = rest.find('\n');
    lines.push_back(CutToWidth(rest.substr(0, end), screen.columns));
    rest.remove_prefix(end + 1);
  }
  return lines;
}

std::vector<ShownSymbol> SymbolsOf(const ContextPage& page) {
  const wire::Payload& payload = page.answer.payload;
  TellingQuestion question;
  if (page.answer.explanation.has_value()) {
    question = TellingWordsOf(page.answer.explanation->question);
  }
  std::vector<ShownSymbol> symbols;
  const std::size_t count = std::min(payload.symbols.size(), page.sources.symbols.size());
  for (std::size_t i = 0; i < count; ++i) {
    question.names.clear();
    for (const wire::Symbol& other : payload.symbols) {
      const std::string_view name = LastIdentifier(other.qualified_name);
      if (!name.empty() && &other != &payload.symbols[i]) question.names.emplace_back(name);
    }
    symbols.emplace_back(payload.symbols[i], page.sources.symbols[i]);
    symbols.back().FindLines(question, page.sources.symbols);
  }
  return symbols;
}

}  // namespace

std::string RenderContext(const ContextPage& page, const Screen& screen) {
  const wire::Payload& payload = page.answer.payload;
  std::vector<ShownSymbol> symbols = SymbolsOf(page);
  const std::vector<std::string> remarks = RemarksOn(payload);
  const std::size_t lines = screen.lines == 0
                                ? kUsualScreenLines
                                : std::max<std::size_t>(screen.lines, kLeastScreenLines);
  const std::vector<std::string> commits = CommitLines(payload, screen);
  // The others: a blank line behind the remarks, one before the last line, that line, the prompt.
  std::size_t fixed = remarks.size() + 4 + commits.size();
  for (const ShownSymbol& symbol : symbols) fixed += symbol.fixed_lines();
  const bool is_sparse = lines >= remarks.size() + 4 + symbols.size() * kSparseLines;
  const std::size_t between = is_sparse && !symbols.empty() ? symbols.size() - 1 : 0;
  ShareLines(symbols, lines - std::min(lines, fixed + between));
  std::string out;
  for (const std::string& remark : remarks) {
    out += Painted(screen.style, Ink::kFaint, CutToWidth(remark, screen.columns)) + "\n";
  }
  bool is_whole = true;
  for (std::uint32_t i = 0; i < symbols.size(); ++i) {
    if (i == 0 || is_sparse) out += "\n";
    out += symbols[i].Text(i + 1, CallersText(payload, i), screen);
    is_whole = is_whole && symbols[i].shown() >= symbols[i].all();
  }
  for (const std::string& line : commits) out += line + "\n";
  const std::uint64_t omitted = payload.truncation ? payload.truncation->omitted.value_or(0) : 0;
  if (omitted == 0 && is_whole) return out;
  return out + fmt::format("\nwhat fits the budget, in full: {}\n", VisibleLine(page.rest_call));
}

}  // namespace waymark::services
