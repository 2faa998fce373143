#include "question/frames.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "graph/ascii.h"
#include "lookup/mentions.h"
#include "text/name_bytes.h"
#include "traits/constants.h"

namespace waymark::retrieval {
namespace {

// The number at the beginning of `text`, at most kLastLine; nothing if there is none.
std::optional<std::uint32_t> LeadingNumber(std::string_view text) {
  std::uint32_t number = 0;
  const std::errc error = std::from_chars(text.data(), text.data() + text.size(), number).ec;
  if (error == std::errc::result_out_of_range) return kLastLine;
  return error == std::errc() ? std::optional(number) : std::nullopt;
}

// The longest run of path bytes that ends before `end`.
std::string_view PathBefore(std::string_view text, std::size_t end) {
  std::size_t begin = end;
  while (begin > 0 && IsPathByte(text[begin - 1])) --begin;
  return text.substr(begin, end - begin);
}

// Separators between the path and the line number.
constexpr std::string_view kMarks[] = {":line ", ":", "\", line ", "#L", "("};

// A place within one line of text.
struct PlaceInLine {
  std::string_view path;
  std::uint32_t line = 0;
  std::string_view before;  // of the path
  std::string_view after;   // the numbers
};

// The end of line and column numbers: "12:4", "12-L20", "38,5)".
std::size_t EndOfNumbers(std::string_view text) {
  constexpr std::string_view kJoints = ":,-L";
  std::size_t end = 0;
  while (end < text.size() && IsDigit(text[end])) {
    while (end < text.size() && IsDigit(text[end])) ++end;
    std::size_t next = end;
    while (next < text.size() && kJoints.find(text[next]) != std::string_view::npos) ++next;
    if (next > end && next < text.size() && IsDigit(text[next])) end = next;
  }
  if (end < text.size() && text[end] == ')') ++end;
  return end;
}

std::optional<PlaceInLine> PlaceAt(std::string_view line, std::size_t at) {
  const std::string_view rest = line.substr(at);
  for (const std::string_view mark : kMarks) {
    if (!rest.starts_with(mark)) continue;
    const std::string_view numbers = rest.substr(mark.size());
    const std::string_view path = PathBefore(line, at);
    const std::optional<std::uint32_t> number = LeadingNumber(numbers);
    if (!number || !HasExtension(path)) continue;
    const std::size_t end = EndOfNumbers(numbers);
    // `list.get(0)` is a call; so is text whose bracket is not closed after the number.
    const bool is_call = mark == "(" && (number == 0U || numbers[end - 1] != ')');
    if (is_call) continue;
    return PlaceInLine{.path = path,
                       .line = *number,
                       .before = line.substr(0, at - path.size()),
                       .after = numbers.substr(end)};
  }
  return std::nullopt;
}

std::vector<PlaceInLine> PlacesIn(std::string_view line) {
  std::vector<PlaceInLine> places;
  for (std::size_t i = 0; i < line.size(); ++i) {
    std::optional<PlaceInLine> place = PlaceAt(line, i);
    if (!place) continue;
    places.push_back(*place);
    i = static_cast<std::size_t>(place->after.data() - line.data()) - 1;
  }
  return places;
}

// Removes components that compilers append to function names: `func1` and numbers of closures in
// Go, `{{closure}}` and a hash in Rust.
std::string_view WithoutAppended(std::vector<std::string_view> components, std::string_view path) {
  constexpr std::string_view kClosure = "func";
  constexpr std::size_t kHashDigits = 16;
  constexpr std::size_t kPackageAndFunction = 2;
  const bool is_go = path.ends_with(".go");
  const auto is_appended = [&](std::string_view component) {
    if (component.starts_with('{')) return true;
    if (component.starts_with('h') && component.size() == kHashDigits + 1) {
      return component.find_first_not_of("0123456789abcdef", 1) == std::string_view::npos;
    }
    if (!is_go || components.size() <= kPackageAndFunction) return false;
    if (component.starts_with(kClosure)) component.remove_prefix(kClosure.size());
    return IsNumber(component);
  };
  while (components.size() > 1 && is_appended(components.back())) components.pop_back();
  return components.empty() ? std::string_view() : components.back();
}

// "total" for "lambda$total$0", "total$lambda$0" and "$anonfun$total$1": names that compilers for
// the Java virtual machine give to unnamed functions.
std::string_view AroundLambda(std::string_view name) {
  constexpr std::string_view kUnnamed[] = {"lambda", "anonfun"};
  while (!name.empty()) {
    const std::string_view part = name.substr(0, name.find('$'));
    const bool is_unnamed =
        std::find(std::begin(kUnnamed), std::end(kUnnamed), part) != std::end(kUnnamed);
    if (!part.empty() && !is_unnamed) return part;
    name.remove_prefix(std::min(part.size() + 1, name.size()));
  }
  return {};
}

// Ruby methods may end with a sign.
bool IsFunctionName(std::string_view name) {
  if (name.ends_with('!') || name.ends_with('?') || name.ends_with('=')) name.remove_suffix(1);
  return IsName(name);
}

// "Server).Serve" for "(*Server).Serve", "run" for "main.run.func1"; empty if it is not a name.
std::string_view FunctionComponent(std::string_view name, std::string_view path) {
  name = name.substr(name.rfind('/') + 1);  // of a package in Go
  const std::size_t generic = name.find_first_of("<[");
  if (generic != std::string_view::npos && generic > 0) name = name.substr(0, generic);
  const bool is_jvm = path.ends_with(".java") || path.ends_with(".kt") || path.ends_with(".scala");
  name = WithoutAppended(NameComponents(name), path);
  if (is_jvm) name = AroundLambda(name);
  return IsFunctionName(name) ? name : std::string_view();
}

// The last word of a text.
std::string_view LastWord(std::string_view text) {
  text = Trimmed(text);
  const std::size_t blank = text.find_last_of(" \t");
  return blank == std::string_view::npos ? text : text.substr(blank + 1);
}

// `, in run`, ":in 'Foo#run'", ":in `block in run'": the function's name after a place.
std::string_view FunctionAfter(std::string_view after) {
  for (const std::string_view mark : {", in ", ":in "}) {
    if (!after.starts_with(mark)) continue;
    std::string_view name = Trimmed(after.substr(mark.size()));
    if (!name.empty() && (name.front() == '`' || name.front() == '\'')) {
      name = name.substr(1, name.find('\'', 1) - 1);
    }
    return LastWord(name);
  }
  return {};
}

// `at a.b.run(`, `in ns::run (this=0x1) at `, `at N.T.Run(String s) in `.
std::string_view FunctionBefore(std::string_view before) {
  const std::size_t bracket = before.find('(', 1);
  if (bracket == std::string_view::npos) return {};
  const std::string_view name = LastWord(before.substr(0, bracket));
  const auto start = static_cast<std::size_t>(name.data() - before.data());
  const std::string_view words = Trimmed(before.substr(0, start));
  for (const std::string_view word : {"at", "in", "new", "async"}) {
    if (LastWord(words) == word) return name;
  }
  return {};
}

// The line before a place that stands alone: `main.(*Server).Serve(0xc000)`, `3: krate::run`.
std::string_view FunctionOfLine(std::string_view line) {
  line = Trimmed(line);
  constexpr std::string_view kCreated = "created by ";
  const bool is_created = line.starts_with(kCreated);
  if (is_created) line = line.substr(kCreated.size(), line.find(" in ") - kCreated.size());
  const std::size_t number = line.find_first_not_of("0123456789");
  if (number != 0 && line.substr(std::min(number, line.size())).starts_with(": ")) {
    return LastWord(line);
  }
  const std::size_t bracket = line.rfind('(');
  const bool is_call = line.ends_with(')') && bracket != std::string_view::npos && bracket > 0;
  if (is_call) line = line.substr(0, bracket);
  return is_call || is_created ? LastWord(line) : std::string_view();
}

std::string_view FunctionOf(const PlaceInLine& place, std::string_view line_before) {
  std::string_view name = FunctionAfter(place.after);
  if (name.empty()) name = FunctionBefore(place.before);
  const std::string_view before = Trimmed(place.before);
  if (name.empty() && (before.empty() || before == "at") && PlacesIn(line_before).empty()) {
    name = FunctionOfLine(line_before);
  }
  return FunctionComponent(name, place.path);
}

// Visits each line together with the previous one.
template <typename Visitor>
void ForEachLineWithPrevious(std::string_view text, const Visitor& visitor) {
  std::string_view before;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    visitor(line, before);
    before = line;
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
}

// Words that join a function and a place in the traces of all languages.
constexpr std::string_view kJoiningWords[] = {"at",  "in",    "from",    "File", "line", "this",
                                              "new", "async", "created", "by",   "block"};

// Phrases at the beginning of traces or between two traces.
constexpr std::string_view kHeadPhrases[] = {
    "Traceback (most recent call last)",
    "most recent call last",
    "Exception in thread \"main\"",
    "Exception in thread",
    "Unhandled exception. ",
    "Unhandled exception",
    "Caused by:",
    "stack backtrace:",
    "stack trace:",
    "During handling of the above exception, another exception occurred",
    "The above exception was the direct cause of the following exception",
    "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace",
    "[running]:",
    "End of inner exception stack trace",
};

void Blank(std::string_view part, std::string_view text, std::string& blanked) {
  const auto at = static_cast<std::ptrdiff_t>(part.data() - text.data());
  std::fill_n(blanked.begin() + at, part.size(), ' ');
}

// The last two components of a path.
std::string_view EndOfPath(std::string_view path) {
  const std::size_t last = path.rfind('/');
  if (last == std::string_view::npos || last == 0) return path;
  const std::size_t before = path.rfind('/', last - 1);
  return before == std::string_view::npos ? path : path.substr(before + 1);
}

// Whether a word outside the function and the path has no meaning: a joining word or a number.
bool IsJoining(std::string_view word) {
  if (IsDigit(word.front())) return true;
  return std::find(std::begin(kJoiningWords), std::end(kJoiningWords), word) !=
         std::end(kJoiningWords);
}

// The end of the arguments that begin with the bracket at `begin`; just after that bracket if it is
// not closed before a place.
std::size_t EndOfArguments(std::string_view text, std::size_t begin) {
  std::size_t depth = 0;
  for (std::size_t i = begin; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')' && --depth == 0) return i + 1;
  }
  return begin + 1;
}

// Replaces with blanks in `rest`, a line: the function's name with its owner and the name a block
// is in, and its arguments.
void BlankFunction(std::string_view line, std::string_view function, std::string& rest) {
  constexpr std::string_view kJoints = ".:#$";
  const auto is_of_name = [&](char c) {
    return IsNameByte(c) || kJoints.find(c) != std::string_view::npos;
  };
  auto begin = static_cast<std::size_t>(function.data() - line.data());
  std::size_t end = begin + function.size();
  while (begin > 0 && is_of_name(line[begin - 1])) --begin;
  while (end < line.size() && is_of_name(line[end])) ++end;
  const std::size_t arguments = rest.find_first_not_of(' ', end);
  if (arguments != std::string::npos && rest[arguments] == '(') {
    end = EndOfArguments(rest, arguments);
  }
  std::fill_n(rest.begin() + static_cast<std::ptrdiff_t>(begin), end - begin, ' ');
}

// Whether a line has a meaningful word besides the function and the path of its frame.
bool SaysMore(std::string_view rest) {
  for (std::size_t i = 0; i < rest.size();) {
    const std::size_t begin = i;
    while (i < rest.size() && IsNameByte(rest[i])) ++i;
    const bool is_unnamed = begin > 0 && rest[begin - 1] == '<';  // <module>, <lambda>
    if (i > begin && !is_unnamed && !IsJoining(rest.substr(begin, i - begin))) return true;
    i += i == begin ? 1U : 0U;
  }
  return false;
}

// Blanks a line that contains exactly one frame and nothing else; false for other lines.
bool BlankFrame(std::string_view line, std::string_view text, std::string& blanked) {
  const std::vector<PlaceInLine> places = PlacesIn(line);
  if (places.size() != 1) return false;
  const PlaceInLine& place = places.front();
  const std::string_view function = FunctionOf(place, {});
  std::string rest(line);
  const std::size_t path = place.before.size();
  const auto after = static_cast<std::size_t>(place.after.data() - line.data());
  std::fill_n(rest.begin() + static_cast<std::ptrdiff_t>(path), after - path, ' ');
  if (!function.empty()) BlankFunction(line, function, rest);
  if (SaysMore(rest)) return false;
  Blank(line, text, blanked);
  for (const std::string_view kept : {function, EndOfPath(place.path)}) {
    if (kept.empty()) continue;
    std::copy(kept.begin(), kept.end(), blanked.begin() + (kept.data() - text.data()));
  }
  return true;
}

}  // namespace

std::string PlaceText(std::string_view path, std::uint32_t line) {
  return fmt::format("{}:{}{}", path, line, line == kLastLine ? "+" : "");
}

std::vector<Frame> FindFrames(std::string_view text) {
  std::vector<Frame> frames;
  ForEachLineWithPrevious(text, [&](std::string_view line, std::string_view line_before) {
    for (const PlaceInLine& place : PlacesIn(line)) {
      if (frames.size() >= kMaxMentions) return;
      Frame frame{.path = std::string(place.path),
                  .line = place.line,
                  .function = std::string(FunctionOf(place, line_before))};
      if (std::find(frames.begin(), frames.end(), frame) == frames.end()) {
        frames.push_back(std::move(frame));
      }
    }
  });
  if (text.find("most recent call last") != std::string_view::npos) {
    std::reverse(frames.begin(), frames.end());
  }
  return frames;
}

std::string WithForwardSlashes(std::string_view text) {
  std::string turned;
  turned.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t begin = i;
    while (i < text.size() && (IsPathByte(text[i]) || text[i] == '\\')) ++i;
    std::string run(text.substr(begin, i - begin));
    const std::size_t last = run.rfind('\\');
    if (last != std::string::npos && HasExtension(std::string_view(run).substr(last + 1))) {
      std::replace(run.begin(), run.end(), '\\', '/');
    }
    turned += run;
    if (i < text.size()) turned += text[i++];
  }
  return turned;
}

std::string WithoutTraceWords(std::string_view text) {
  std::string blanked(text);
  bool has_frame = false;
  ForEachLineWithPrevious(text, [&](std::string_view line, std::string_view) {
    has_frame |= BlankFrame(line, text, blanked);
  });
  if (!has_frame) return blanked;
  for (const std::string_view phrase : kHeadPhrases) {
    for (std::size_t at = blanked.find(phrase); at != std::string::npos;
         at = blanked.find(phrase, at + phrase.size())) {
      std::fill_n(blanked.begin() + static_cast<std::ptrdiff_t>(at), phrase.size(), ' ');
    }
  }
  return blanked;
}

}  // namespace waymark::retrieval
