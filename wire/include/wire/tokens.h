// Counts the tokens that a text costs a language model.
//
// Counts are exact: the published pre-tokeniser of the encoding runs first, then byte-pair merges
// by rank. The vocabularies are tables linked into the program and used in place, so the first
// count has no start-up cost. Text that looks like a special token ("<|endoftext|>") is ordinary
// text. A byte that is not part of valid UTF-8 counts as a symbol character of its own.
//
// Everything here is a pure function and safe from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace waymark::wire {

enum class Tokenizer : std::uint8_t { kO200kBase, kCl100kBase };

inline constexpr Tokenizer kDefaultTokenizer = Tokenizer::kO200kBase;

// "o200k_base", "cl100k_base".
std::string_view Name(Tokenizer tokenizer);
std::optional<Tokenizer> TokenizerFromName(std::string_view name);
std::span<const Tokenizer> AllTokenizers();

// Number of tokens of `text`. About 20 ns per token. Memory is allocated only for a run of more
// than 128 bytes that is not one token; such a run costs about 100 ns a byte, however long it is.
//
// Counts of whole lines add up: if `a` ends with "\n", and `b` is empty or starts with a character
// that is neither white space nor '/', then CountTokens(a + b) == CountTokens(a) + CountTokens(b).
// A packer may therefore count every line once and add.
std::size_t CountTokens(std::string_view text, Tokenizer tokenizer);

// Most rounds for a text that states its own count: it is written and counted until both agree. A
// few rounds suffice, because the cost of a number grows only with its digits.
inline constexpr int kMaxCountingRounds = 8;

}  // namespace waymark::wire
