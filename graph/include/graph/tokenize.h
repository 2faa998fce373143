// Splitting and stemming of identifiers, the same for the index and for questions.
//
// Rules (retrieval research, section 2.1): words are [A-Za-z_][A-Za-z0-9_]* (and bytes >= 0x80 as
// letters); each is split into acronyms, capitalised or lower-case runs and digit runs (HTTPServer2
// -> http server 2), lower-cased; single letters are dropped; ASCII tokens of three letters or more
// are stemmed with the original Porter algorithm (1980).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace waymark::graph {

inline constexpr std::size_t kMaxTokenBytes = 64;  // longer tokens (hashes, data) are dropped

// Not thread-safe: use one per thread. Remembers every distinct word, so that each is split and
// stemmed once; memory grows with the vocabulary up to kMaxMemoWords, after which the memo starts
// anew.
class Tokenizer {
 public:
  static constexpr std::size_t kMaxMemoWords = 1 << 20;

  Tokenizer();
  ~Tokenizer();
  Tokenizer(Tokenizer&&) noexcept;
  Tokenizer& operator=(Tokenizer&&) noexcept;

  // Calls visitor(std::string_view token) for each token of one word or of running text, in order,
  // repetitions included.
  template <typename Visitor>
  void Visit(std::string_view text, Visitor&& visitor) {
    tokens_.clear();
    Append(text, tokens_);
    for (const std::string_view token : tokens_) visitor(token);
  }

  // Appends the tokens of `text`. The views are valid until the tokenizer is destroyed or a later
  // call starts the memo anew.
  void Append(std::string_view text, std::vector<std::string_view>& out);

 private:
  struct Memo;
  std::unique_ptr<Memo> memo_;
  std::vector<std::string_view> tokens_;
};

// The parts of one identifier in their own case, unstemmed: "HTTPServer_v2" -> "HTTP", "Server",
// "v", "2".
void SplitIdentifier(std::string_view identifier, std::vector<std::string_view>& out);

}  // namespace waymark::graph
