#include "gcf/gcf_source.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <tuple>

#include "gcf/gcf_lines.h"
#include "text/comment_text.h"
#include "text/numbers.h"
#include "wire/utf8.h"

namespace waymark::wire {
namespace {

constexpr std::size_t kShortestFence = 3;
constexpr std::string_view kBetweenRuns = "...\n";
// A reader counts at most four lines from a number.
constexpr std::uint32_t kLinesPerNumber = 5;

std::string_view TakeLine(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

void AddLines(const Symbol& symbol, GcfSourceFile& file) {
  std::string_view text = symbol.text;
  for (const std::uint32_t number : symbol.source.numbers) {
    const std::string_view line = TakeLine(text);
    if (number == 0) continue;
    file.lines.emplace(number, GcfSourceFile::Line{symbol.source.indent, line});
  }
}

void FindRuns(GcfSourceFile& file) {
  for (const auto& [number, line] : file.lines) {
    if (file.runs.empty() || number > file.runs.back().last + 1) {
      file.runs.push_back({.first = number, .last = number});
    }
    file.runs.back().last = number;
  }
}

// The last line of the run that holds the line; 0 if the line is not shown.
std::uint32_t LastOfRun(const GcfSourceFile& file, std::uint32_t number) {
  const auto after =
      std::upper_bound(file.runs.begin(), file.runs.end(), number,
                       [](std::uint32_t line, const auto& run) { return line < run.first; });
  if (after == file.runs.begin() || std::prev(after)->last < number) return 0;
  return std::prev(after)->last;
}

bool HasDocumentation(const Symbol& symbol) {
  return !symbol.text.empty() && symbol.source.numbers.empty();
}

bool HasLines(const Symbol& symbol) {
  const std::vector<std::uint32_t>& numbers = symbol.source.numbers;
  return HasGcfSource(symbol) &&
         std::any_of(numbers.begin(), numbers.end(), [](std::uint32_t line) { return line != 0; });
}

void AddMember(const Symbol& symbol, std::uint32_t id, const EncodeOptions& options,
               GcfSourceFile& file) {
  GcfSourceMember member{
      .first = symbol.start_line, .last = symbol.end_line, .id = id, .signature = {}};
  const std::uint32_t end = LastOfRun(file, member.first);
  if (end != 0 && (HasGcfSource(symbol) || member.last <= end)) {
    file.begun.push_back(member);
    return;
  }
  if (options.signatures && !HasGcfSource(symbol)) member.signature = symbol.signature;
  file.folded.push_back(member);
}

void SortByLine(std::vector<GcfSourceMember>& members) {
  std::sort(members.begin(), members.end(), [](const GcfSourceMember& a, const GcfSourceMember& b) {
    return std::tie(a.first, a.id) < std::tie(b.first, b.id);
  });
}

class GcfSourceFileWriter {
 public:
  GcfSourceFileWriter(std::string& out, const GcfSourceFile& file) : out_(out), file_(file) {}

  void Write(GcfCharset charset) {
    const std::size_t fence = FenceLength();
    out_.append(fence, '`') += ' ';
    AppendGcfToken(out_, file_.path, charset);
    out_ += '\n';
    for (const auto& [number, line] : file_.lines) {
      const bool is_below_folded = WriteFolded(number);
      const bool begins_run = last_ == 0 || number > last_ + 1;
      if (begins_run && last_ != 0 && !is_below_folded) out_ += kBetweenRuns;
      last_ = number;
      WriteLine(number, line, begins_run || is_below_folded);
    }
    WriteFolded(std::numeric_limits<std::uint32_t>::max());
    out_.append(fence, '`') += '\n';
  }

 private:
  std::size_t FenceLength() const {
    std::size_t fence = kShortestFence;
    for (const auto& [number, line] : file_.lines) {
      fence = std::max(fence, LongestRunOfBackticks(line.text) + 1);
    }
    for (const GcfSourceMember& member : file_.folded) {
      fence = std::max(fence, LongestRunOfBackticks(member.signature) + 1);
    }
    return fence;
  }

  // Writes the folded symbols that begin up to that line; false if there are none.
  bool WriteFolded(std::uint32_t line) {
    const std::size_t before = folded_;
    for (; folded_ < file_.folded.size() && file_.folded[folded_].first <= line; ++folded_) {
      const GcfSourceMember& member = file_.folded[folded_];
      AppendInteger(out_, member.first);
      out_ += '-';
      AppendInteger(out_, member.last);
      out_ += " @";
      AppendInteger(out_, member.id);
      if (!member.signature.empty()) AppendGcfRest(out_, " ", member.signature);
      out_ += '\n';
    }
    return folded_ != before;
  }

  void WriteLine(std::uint32_t number, const GcfSourceFile::Line& line, bool begins_run) {
    const std::string_view text = line.text;
    const bool begins_symbol = begun_ < file_.begun.size() && file_.begun[begun_].first == number;
    const bool is_far = number - numbered_ >= kLinesPerNumber;
    const bool has_number =
        begins_run || begins_symbol || (!text.empty() && (is_far || !IsIndented(line)));
    if (has_number) {
      numbered_ = number;
      AppendInteger(out_, number);
      WriteMarks(number);
      if (!text.empty()) out_ += ' ';
    }
    if (!text.empty()) {
      out_ += line.indent;
      AppendCommentText(out_, text);
    }
    out_ += '\n';
  }

  static bool IsIndented(const GcfSourceFile::Line& line) {
    return !line.indent.empty() || line.text.starts_with(' ') || line.text.starts_with('\t');
  }

  void WriteMarks(std::uint32_t number) {
    const std::uint32_t end = LastOfRun(file_, number);
    for (; begun_ < file_.begun.size() && file_.begun[begun_].first == number; ++begun_) {
      const GcfSourceMember& member = file_.begun[begun_];
      if (member.last != end) {
        out_ += '-';
        AppendInteger(out_, member.last);
      }
      out_ += '@';
      AppendInteger(out_, member.id);
    }
  }

  std::string& out_;
  const GcfSourceFile& file_;
  std::uint32_t last_ = 0;      // the line above; 0 before the first
  std::uint32_t numbered_ = 0;  // the last line with a number
  std::size_t begun_ = 0;       // symbols written
  std::size_t folded_ = 0;
};

}  // namespace

bool HasGcfSource(const Symbol& symbol) {
  return !symbol.source.numbers.empty() && !symbol.path.empty();
}

GcfSource::GcfSource(const Payload& payload, const EncodeOptions& options,
                     std::span<const std::uint32_t> symbols, std::span<const std::uint32_t> ids)
    : tells_(payload.symbols.size(), false) {
  if (!options.texts || !options.places) return;
  std::map<std::string_view, std::size_t> places;
  for (const std::uint32_t index : symbols) {
    const Symbol& symbol = payload.symbols[index];
    if (!HasLines(symbol)) continue;
    const auto [place, is_new] = places.emplace(symbol.path, files_.size());
    if (is_new) files_.emplace_back().path = symbol.path;
    AddLines(symbol, files_[place->second]);
  }
  for (GcfSourceFile& file : files_) FindRuns(file);
  for (const std::uint32_t index : symbols) {
    const Symbol& symbol = payload.symbols[index];
    const auto place = places.find(symbol.path);
    const bool is_known = symbol.start_line != 0 && symbol.start_line <= symbol.end_line;
    if (place == places.end() || !is_known || HasDocumentation(symbol)) continue;
    AddMember(symbol, ids[index], options, files_[place->second]);
    tells_[index] = true;
  }
  for (GcfSourceFile& file : files_) {
    SortByLine(file.begun);
    SortByLine(file.folded);
  }
}

void GcfSource::Append(std::string& out, GcfCharset charset) const {
  if (files_.empty()) return;
  out += "## ";
  out += kGcfSourceGroup;
  out += '\n';
  for (const GcfSourceFile& file : files_) GcfSourceFileWriter(out, file).Write(charset);
}

}  // namespace waymark::wire
