#include "languages/csharp/csharp_mask.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "text/characters.h"
#include "text/masked_text.h"

namespace waymark::indexer {

namespace {

constexpr std::string_view kRawQuote = "\"\"\"";
// After one of these a statement, a member or another element of a list begins.
constexpr std::string_view kEnds = "{};],:";

bool BeginsWith(std::string_view text, std::string_view word) {
  return text.substr(0, word.size()) == word;
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
  // The text before a position.
  struct State {
    char last = 0;         // last character outside spaces and comments; 0 at the beginning
    int nested = 0;        // open parentheses and brackets
    int braces = 0;        // open ones
    std::size_t read = 0;  // number of such characters
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
    std::string_view word = bytes_.substr(first + 1, end - first - 1);
    word.remove_prefix(std::min(word.find_first_not_of(" \t"), word.size()));
    if (BeginsWith(word, "if")) {
      const bool ends = state_.last == 0 || kEnds.find(state_.last) != std::string_view::npos;
      conditions_.push_back({state_.nested > 0 || !ends, false, state_, {}});
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

  void Read(char c) {
    if (c == '(' || c == '[') ++state_.nested;
    if ((c == ')' || c == ']') && state_.nested > 0) --state_.nested;
    if (c == '{' || c == '}') {
      state_.nested = 0;
      state_.braces += c == '{' ? 1 : -1;
    }
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
  if (bytes.find("#if") == std::string_view::npos) return bytes;
  return ConditionMasker(bytes, buffer).Run();
}

}  // namespace waymark::indexer
