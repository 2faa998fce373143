// The rules of every grammar.
#pragma once

#include "rules.h"

namespace waymark::indexer {

extern const LanguageRules kPythonRules;

}  // namespace waymark::indexer
