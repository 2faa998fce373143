// Documents in Markdown and reStructuredText: their sections by headings, and the names of code in
// each section.
//
// Documents are read line by line, without a syntax tree: only headings, blocks of code and marked
// names matter; everything else is text. Accepts any bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "facts/facts_draft.h"
#include "indexer/language.h"

namespace waymark::indexer {

// Limits of one document. Text beyond them is left out, and the facts are marked as truncated. The
// text under further headings belongs to the last section.
inline constexpr std::uint32_t kMaxProseSections = 4096;
inline constexpr std::uint32_t kMaxProseMentions = 16'384;
inline constexpr std::size_t kMaxHeadingBytes = 160;  // of a section's name; longer ones are cut

// camelCase or snake_case, which no natural language uses.
bool IsCompoundName(std::string_view name);

// Fills a draft that was begun with the document's bytes. A section is a definition of kind
// kResource from its heading to the next one, whatever their levels; its name is the heading
// without markup. Words count as comments; those before the first heading belong to the file. A
// name written as code becomes a reference of role kValue: `a.b`, `a::b` and `a#b` are members of a
// name. Front matter, comments, and addresses of links and images are left out. In blocks of
// code the names count and the words do not. Cost: linear in the bytes.
void CollectProse(Grammar grammar, FactsDraft& draft);

}  // namespace waymark::indexer
