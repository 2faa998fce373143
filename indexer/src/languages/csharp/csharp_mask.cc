#include "languages/csharp/csharp_mask.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "text/characters.h"
#include "text/masked_text.h"

namespace waymark::indexer {

namespace {

constexpr std::string_view kRawQuote = "\"\"\"";
// Begins a directive of a program in one file: `#:package Name@1`.
constexpr std::string_view kFileDirective = "#:";
// After one of these a statement, a member or another element of a list begins.
constexpr std::string_view kEnds = "{};],:";

bool BeginsWith(std::string_view text, std::string_view word) {
  return text.substr(0, word.size()) == word;
}

// Whether the text ends with the word.
bool EndsWithWord(std::string_view text, std::string_view word) {
  return text.ends_with(word) &&
         (text.size() == word.size() || !IsWordCharacter(text[text.size() - word.size() - 1]));
}

// Whether the text begins with the word.
bool BeginsWithWord(std::string_view text, std::string_view word) {
  return BeginsWith(text, word) &&
         (text.size() == word.size() || !IsWordCharacter(text[word.size()]));
}

std::string_view WithoutSpaces(std::string_view text) {
  while (!text.empty() && IsSpace(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsSpace(text.back())) text.remove_suffix(1);
  return text;
}

// Whether a brace after the text opens a list of elements: arms of a switch, enumerators, or what
// an object begins with.
bool OpensList(std::string_view head) {
  head = WithoutSpaces(head);
  if (EndsWithWord(head, "switch") || EndsWithWord(head, "with")) return true;
  if (head.ends_with("=>") || head.ends_with(')')) return false;
  bool is_list = head.ends_with('=');
  for (std::size_t i = 0; i < head.size(); ++i) {
    if (i > 0 && IsWordCharacter(head[i - 1])) continue;
    const std::string_view rest = head.substr(i);
    if (BeginsWithWord(rest, "class") || BeginsWithWord(rest, "where")) return false;
    is_list = is_list || BeginsWithWord(rest, "enum") || BeginsWithWord(rest, "new");
  }
  return is_list;
}

class ConditionMasker {
 public:
  ConditionMasker(std::string_view bytes, std::string& buffer)
      : bytes_(bytes), mask_(bytes, buffer) {}

  // The text without the conditions that are dropped.
  std::string_view Run() {
    while (at_ < bytes_.size()) {
      const std::size_t end = std::min(bytes_.find('\n', at_), bytes_.size());
      std::size_t first = at_;
      while (first < end && IsSpace(bytes_[first])) ++first;
      if (first < end && bytes_[first] == '#') {
        Direct(first, end);
        at_ = std::min(end + 1, bytes_.size());
      } else if (IsDropped()) {
        Blank(at_, end);
        at_ = std::min(end + 1, bytes_.size());
      } else {
        ReadLine();
      }
    }
    return mask_.text();
  }

 private:
  static constexpr int kMaxDepth = 256;  // of braces; deeper ones are those of blocks
  static constexpr char kList = 'l';
  static constexpr char kBlock = 'b';

  // The text before a position.
  struct State {
    char last = 0;         // last character outside spaces and comments; 0 at the beginning
    int nested = 0;        // open parentheses and brackets
    int braces = 0;        // open ones
    std::size_t read = 0;  // number of such characters
    std::size_t head = 0;  // where the text before the next brace begins
    std::string lists{};   // for each open brace, whether it opens a list
  };

  struct Condition {
    bool is_inner = false;
    bool is_dropped = false;  // of the open branch
    State before;
    std::vector<std::pair<std::size_t, std::size_t>> directives{};  // their beginnings and ends
  };

  bool IsDropped() const {
    return std::any_of(conditions_.begin(), conditions_.end(),
                       [](const Condition& condition) { return condition.is_dropped; });
  }

  void Blank(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (bytes_[i] != '\r') mask_.Put(i, 1, ' ');
    }
  }

  void Direct(std::size_t first, std::size_t end) {
    if (BeginsWith(bytes_.substr(first), kFileDirective)) {
      Blank(first, end);
      return;
    }
    std::string_view word = bytes_.substr(first + 1, end - first - 1);
    word.remove_prefix(std::min(word.find_first_not_of(" \t"), word.size()));
    if (BeginsWith(word, "if")) {
      const bool ends = state_.last == 0 || kEnds.find(state_.last) != std::string_view::npos;
      const bool in_list = !state_.lists.empty() && state_.lists.back() == kList;
      conditions_.push_back({state_.nested > 0 || !ends || in_list, false, state_, {}});
    }
    if (conditions_.empty()) return;
    Condition& condition = conditions_.back();
    condition.directives.emplace_back(first, end);
    if (condition.is_inner || IsDropped()) Blank(first, end);
    const bool is_else = BeginsWith(word, "el");
    const bool is_end = BeginsWith(word, "endif");
    if ((is_else || is_end) && GoesOn(condition)) {
      condition.is_inner = true;
      for (const auto& [begin, behind] : condition.directives) Blank(begin, behind);
    }
    if (is_else) {
      if (!condition.is_inner) state_ = condition.before;
      condition.is_dropped = condition.is_inner;
    } else if (is_end) {
      conditions_.pop_back();
    }
  }

  // Whether the open branch continues after the last branch: a head whose body all branches share,
  // or a brace that another condition closes.
  bool GoesOn(const Condition& condition) const {
    const bool ends = kEnds.find(state_.last) != std::string_view::npos &&
                      state_.braces == condition.before.braces;
    return !condition.is_dropped && state_.read > condition.before.read && !ends;
  }

  // Reads to the end of the line, or of its continuation.
  void ReadLine() {
    while (at_ < bytes_.size() && bytes_[at_] != '\n') {
      const std::string_view rest = bytes_.substr(at_);
      if (BeginsWith(rest, "//")) {
        at_ = std::min(bytes_.find('\n', at_), bytes_.size());
      } else if (BeginsWith(rest, "/*")) {
        SkipTo("*/", 2);
      } else if (BeginsWith(rest, kRawQuote)) {
        SkipTo(kRawQuote, kRawQuote.size());
        state_.last = '"';
      } else if (rest[0] == '"' || rest[0] == '\'') {
        SkipQuoted();
      } else {
        Read(rest[0]);
        ++at_;
      }
    }
    if (at_ < bytes_.size()) ++at_;
  }

  void SeeBrace(char c) {
    state_.nested = 0;
    state_.braces += c == '{' ? 1 : -1;
    if (c == '{' && state_.braces <= kMaxDepth) {
      state_.lists.resize(static_cast<std::size_t>(std::max(state_.braces, 1)) - 1, kBlock);
      state_.lists += OpensList(bytes_.substr(state_.head, at_ - state_.head)) ? kList : kBlock;
    } else if (c == '}' && state_.braces < kMaxDepth && !state_.lists.empty()) {
      state_.lists.pop_back();
    }
  }

  void Read(char c) {
    if (c == '(' || c == '[') ++state_.nested;
    if ((c == ')' || c == ']') && state_.nested > 0) --state_.nested;
    if (c == '{' || c == '}') SeeBrace(c);
    if (c == '{' || c == '}' || c == ';') state_.head = at_ + 1;
    if (IsSpace(c)) return;
    state_.last = c;
    ++state_.read;
  }

  void SkipTo(std::string_view end, std::size_t begin) {
    const std::size_t found = bytes_.find(end, at_ + begin);
    at_ = found == std::string_view::npos ? bytes_.size() : found + end.size();
  }

  void SkipQuoted() {
    const char quote = bytes_[at_];
    const bool verbatim =
        state_.last == '@' || (state_.last == '$' && at_ > 1 && bytes_[at_ - 2] == '@');
    for (++at_; at_ < bytes_.size(); ++at_) {
      const char c = bytes_[at_];
      if (c == quote) break;
      if (!verbatim && c == '\n') return;  // broken
      if (!verbatim && c == '\\') ++at_;
    }
    at_ = std::min(at_ + 1, bytes_.size());
    state_.last = quote;
  }

  const std::string_view bytes_;
  MaskedText mask_;
  std::size_t at_ = 0;
  State state_;
  std::vector<Condition> conditions_;
};

}  // namespace

std::string_view MaskInnerConditions(std::string_view bytes, std::string& buffer) {
  const bool may_differ = bytes.find("#if") != std::string_view::npos ||
                          bytes.find(kFileDirective) != std::string_view::npos;
  if (!may_differ) return bytes;
  return ConditionMasker(bytes, buffer).Run();
}

}  // namespace waymark::indexer
