// A use of a macro in C or C++ source: its name and, if any, its argument list.
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
  CToken next;  // the token after it
};

// Names in capitals count as macros: API, GUARDED_BY, Q_OBJECT.
bool IsMacroName(std::string_view text);

// Reads the use of a macro whose name `behind` has just returned; `behind` moves past the token
// that follows. nullopt if the apparent argument list is none.
std::optional<MacroUse> ReadMacro(std::string_view bytes, const CToken& name, CTokens& behind);

// Whether there are attributes, [[nodiscard]]: `plain` is then the source with the attributes
// masked, since the grammar does not support all their places.
bool MaskAttributes(std::string_view bytes, std::string& plain);

}  // namespace waymark::indexer
