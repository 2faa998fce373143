// Documents: Markdown and reStructuredText, cut into sections by their headings, and what the text
// of each names of the code.
//
// Read line by line and without a syntax tree: of a document only headings, blocks of code and
// marked names matter, and whatever else it holds is text. Any bytes will do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "facts/facts_draft.h"
#include "indexer/language.h"

namespace waymark::indexer {

// Of one document; what lies beyond is left out and the facts are marked as truncated. The text of
// further headings belongs to the last section.
inline constexpr std::uint32_t kMaxProseSections = 4096;
inline constexpr std::uint32_t kMaxProseMentions = 16'384;
inline constexpr std::size_t kMaxHeadingBytes = 160;  // of a section's name; longer ones are cut

// camelCase, snake_case: no word of a language is written so.
bool IsCompoundName(std::string_view name);

// Fills a draft that has begun with the document's bytes. A section is a definition of kind
// kResource, from its heading to the next one, whatever the levels of the two; its name is the
// heading without markup. Words count as comments: those before the first heading, and those of a
// document without one, for the file. A name that is written as code is a reference of role kValue,
// `a.b`, `a::b` and `a#b` as a kMember of a kMember and so on of a kName. Left out are front
// matter, comments, addresses of links and images, and the words, not the names, of blocks of code.
// Cost: linear in the bytes.
void CollectProse(Grammar grammar, FactsDraft& draft);

}  // namespace waymark::indexer
