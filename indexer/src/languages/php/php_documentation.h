// Types in PHPDoc comments: @param, @return, @var, @property, @method.
#pragma once

#include "facts/facts_draft.h"
#include "languages/php/php_names.h"

namespace waymark::indexer {

// A comment inside a function that may state the type of a variable.
struct PhpComment {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

void ReadPhpDocumentation(PhpNames& names, FactsDraft& draft);

// /** @var Type $name */ in a function.
void ReadPhpComments(std::span<const PhpComment> comments, PhpNames& names, FactsDraft& draft);

}  // namespace waymark::indexer
