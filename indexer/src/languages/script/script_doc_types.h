// The notation of types in JSDoc.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "facts/facts_draft.h"

namespace waymark::indexer {

struct DocType {
  ExpressionIndex type = kNoIndex;
  bool names_types = false;  // that the file knows
  bool takes_rest = false;   // ...Type
};

// The type that `text` consists of; `byte` is its place in the file. A name among `templates`
// stands for any type. `known` are the names that the file defines, imports or documents, in order.
DocType ReadDocType(std::string_view text, std::uint32_t byte,
                    std::span<const std::string_view> templates, std::span<const Word> known,
                    FactsDraft& draft);

// The members of an object type, which begin with `members`, and one more.
ExpressionIndex AddDocMember(FactsDraft& draft, std::string_view name, ExpressionIndex type,
                             ExpressionIndex members);

}  // namespace waymark::indexer
