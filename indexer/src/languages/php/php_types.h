// Types in the notation of PHPDoc: unions, lists, generic types in angle brackets.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "facts/facts_draft.h"
#include "languages/php/php_names.h"

namespace waymark::indexer {

// Where a type is written, and who writes it.
struct PhpTypePlace {
  ScopeIndex scope = 0;       // from which its names are looked up
  DefinitionIndex owner = 0;  // that it documents
  bool is_result = false;     // of a function: `static` is the type of the object
  std::span<const std::string_view> templates{};  // names that stand for any type
};

// One written type.
struct PhpWrittenType {
  ExpressionIndex type = kNoIndex;  // kNoIndex: nothing is known of it
  bool names_types = false;         // it says more than `array` or `mixed` does
  std::size_t length = 0;           // bytes that it takes
};

// Reads the type at the beginning of `text`, which is at `byte` in the file. Names of types in it
// become references.
PhpWrittenType ReadPhpType(std::string_view text, std::uint32_t byte, const PhpTypePlace& place,
                           PhpNames& names, FactsDraft& draft);

}  // namespace waymark::indexer
