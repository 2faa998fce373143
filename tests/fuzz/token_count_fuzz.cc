// Any bytes have a number of tokens: at least one piece for a non-empty text, at most one token a
// byte, in both encodings.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "wire/tokens.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const waymark::wire::Tokenizer tokenizer : waymark::wire::AllTokenizers()) {
    const std::size_t count = waymark::wire::CountTokens(text, tokenizer);
    if (count > size || (count == 0) != text.empty()) std::abort();
  }
  return 0;
}
