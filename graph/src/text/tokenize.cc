#include "graph/tokenize.h"

#include "text/string_interner.h"
#include "text/word_tokens.h"

namespace waymark::graph {
namespace {

// Bounds the memo for texts of long distinct words, which would fill memory well before
// kMaxMemoWords is reached.
constexpr std::size_t kMaxMemoBytes = 64 << 20;

}  // namespace

struct Tokenizer::Memo {
  struct Range {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };

  bool IsFull() const {
    return words.size() >= kMaxMemoWords || words.text_bytes() >= kMaxMemoBytes;
  }

  void Clear() {
    words.Clear();
    ranges.clear();
    stems.Clear();
    tokens.clear();
  }

  Range Of(std::string_view word) {
    const StringInterner::Interned interned = words.Intern(word);
    if (!interned.is_new) return ranges[interned.id];
    Range range;
    range.begin = static_cast<std::uint32_t>(tokens.size());
    for (const std::string& token : word_tokens.Of(word)) {
      tokens.push_back(stems.at(stems.Intern(token).id));
    }
    range.end = static_cast<std::uint32_t>(tokens.size());
    ranges.push_back(range);
    return range;
  }

  WordTokens word_tokens;
  StringInterner words;
  std::vector<Range> ranges;  // of `tokens`, by word
  StringInterner stems;
  std::vector<std::string_view> tokens;  // into `stems`
};

Tokenizer::Tokenizer() : memo_(std::make_unique<Memo>()) {}

Tokenizer::~Tokenizer() = default;
Tokenizer::Tokenizer(Tokenizer&&) noexcept = default;
Tokenizer& Tokenizer::operator=(Tokenizer&&) noexcept = default;

void Tokenizer::Append(std::string_view text, std::vector<std::string_view>& out) {
  if (memo_->IsFull()) memo_->Clear();
  ForEachWord(text, [this, &out](std::string_view word) {
    const Memo::Range range = memo_->Of(word);
    out.insert(out.end(), memo_->tokens.begin() + range.begin, memo_->tokens.begin() + range.end);
  });
}

}  // namespace waymark::graph
