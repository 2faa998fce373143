// The use of a macro in C or C++ source: its name and, where there is one, its argument list.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "syntax/c_tokens.h"

namespace waymark::indexer {

inline constexpr std::size_t kMaxMacroArgumentBytes = 2048;  // a longer list is no macro's

struct MacroUse {
  std::uint32_t begin = 0;  // bytes
  std::uint32_t end = 0;
  bool has_arguments = false;
  CToken next;  // token behind it
};

// Macros are written in capitals: API, GUARDED_BY, Q_OBJECT.
bool IsMacroName(std::string_view text);

// The macro whose name has just been read from `behind`, which goes on behind the token that
// follows the macro. Nothing when what looks like an argument list is none.
std::optional<MacroUse> ReadMacro(std::string_view bytes, const CToken& name, CTokens& behind);

// Whether there are attributes, [[nodiscard]]: `plain` is then the source with blanks in their
// place, since the grammar does not know all places that they can have.
bool MaskAttributes(std::string_view bytes, std::string& plain);

}  // namespace waymark::indexer
