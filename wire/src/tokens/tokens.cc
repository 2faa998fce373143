#include "wire/tokens.h"

#include <array>
#include <memory>

#include "tokens/byte_pair_merge.h"
#include "tokens/embedded_tables.h"
#include "tokens/piece_memo.h"
#include "tokens/token_pieces.h"
#include "tokens/token_table.h"

namespace waymark::wire {
namespace {

struct Encoding {
  Tokenizer tokenizer;
  std::string_view name;
  std::size_t (*end_of_piece)(std::string_view text, std::size_t begin);
  const std::uint8_t* table;
};

// In order of the enum.
constexpr std::array kEncodings = {
    Encoding{Tokenizer::kO200kBase, "o200k_base", EndOfPieceO200k, waymark_o200k_base_table},
    Encoding{Tokenizer::kCl100kBase, "cl100k_base", EndOfPieceCl100k, waymark_cl100k_base_table},
};

const Encoding& EncodingOf(Tokenizer tokenizer) {
  return kEncodings[static_cast<std::size_t>(tokenizer)];
}

// The memo of the calling thread.
PieceMemo& MemoOf(Tokenizer tokenizer) {
  thread_local std::array<std::unique_ptr<PieceMemo>, kEncodings.size()> memos;
  std::unique_ptr<PieceMemo>& memo = memos[static_cast<std::size_t>(tokenizer)];
  if (memo == nullptr) memo = std::make_unique<PieceMemo>();
  return *memo;
}

}  // namespace

std::string_view Name(Tokenizer tokenizer) { return EncodingOf(tokenizer).name; }

std::optional<Tokenizer> TokenizerFromName(std::string_view name) {
  for (const Encoding& encoding : kEncodings) {
    if (encoding.name == name) return encoding.tokenizer;
  }
  return std::nullopt;
}

std::span<const Tokenizer> AllTokenizers() {
  static constexpr std::array kAll = {Tokenizer::kO200kBase, Tokenizer::kCl100kBase};
  return kAll;
}

std::size_t CountTokens(std::string_view text, Tokenizer tokenizer) {
  const Encoding& encoding = EncodingOf(tokenizer);
  const TokenTable table(encoding.table);
  PieceMemo& memo = MemoOf(tokenizer);
  const auto count_piece = [&table](std::string_view piece) {
    return CountPieceTokens(table, piece);
  };
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = encoding.end_of_piece(text, at);
    count += memo.Get(text.substr(at, end - at), count_piece);
    at = end;
  }
  return count;
}

}  // namespace waymark::wire
