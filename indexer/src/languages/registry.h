// The languages that are indexed.
#pragma once

#include <span>

#include "languages/language_descriptor.h"

namespace waymark::indexer {

std::span<const LanguageDescriptor* const> AllLanguages();

// nullptr for a grammar without a language.
const GrammarDescriptor* FindGrammarDescriptor(Grammar grammar);

}  // namespace waymark::indexer
