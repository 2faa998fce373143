// Repairs of source that a grammar cannot read although compilers can.
//
// A parse tells where it failed. The language proposes changes of the text there, which keep its
// length: a macro is blanked, a branch of an `#if` left out. The changed text is parsed again
// incrementally. A change stays if the errors around it cost the parser less than before.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace waymark::indexer {

// Text that no rule of the grammar took, or a token that the parser added.
struct SyntaxError {
  std::uint32_t begin = 0;  // bytes
  std::uint32_t end = 0;    // `begin` for an added token
  std::uint32_t cost = 0;   // by the measure of tree-sitter
  bool is_inner = false;    // within the text of another error
  std::string_view added;   // the token that the parser added, if any
};

// New bytes for ranges of the text, of the same length. Line feeds stay.
struct TextChange {
  struct Piece {
    std::uint32_t begin = 0;
    std::string text;

    bool operator<(const Piece& other) const {
      return std::tie(begin, text) < std::tie(other.begin, other.text);
    }
  };

  std::vector<Piece> pieces;  // in order
  bool must_mend = false;     // stays only if no error is left around it

  bool exists() const { return !pieces.empty(); }

  std::uint32_t begin() const { return pieces.front().begin; }

  std::uint32_t end() const {
    return pieces.back().begin + static_cast<std::uint32_t>(pieces.back().text.size());
  }

  void Put(std::uint32_t begin, std::string text) { pieces.push_back({begin, std::move(text)}); }

  // Spaces for everything but line feeds.
  void Blank(std::string_view source, std::uint32_t begin, std::uint32_t end);

  bool operator<(const TextChange& other) const { return pieces < other.pieces; }
};

// The knowledge of one language. Used for one text.
class RepairAdvisor {
 public:
  virtual ~RepairAdvisor() = default;

  // The text of the next questions.
  virtual void Read(std::string_view text) = 0;

  // Appends changes that may remove the error, the most likely first.
  virtual void Propose(const SyntaxError& error, std::vector<TextChange>& changes) const = 0;

  // Whether the added token stands for text that the language may leave out.
  virtual bool MayBeMissing(const SyntaxError& error) const = 0;
};

// Limits of the repair of one file. Steps are those of the parser (syntax.h).
inline constexpr int kMaxRepairRounds = 48;
inline constexpr int kMaxRoundsWithoutGain = 16;
inline constexpr std::size_t kMaxRepairsOfRound = 128;
inline constexpr std::size_t kMaxErrorsOfRound = 96;
inline constexpr std::size_t kMaxRepairedErrors = 2048;  // a file with more is left as it is
inline constexpr std::size_t kMaxRepairBytes = 4 << 20;  // of the text, counted in each round
inline constexpr std::uint64_t kMaxRepairStepsFixed = 4'000;
inline constexpr std::uint64_t kMaxRepairSteps = 2;  // times the steps of the first parse

}  // namespace waymark::indexer
