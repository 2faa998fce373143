// The parts of PHP's descriptor, which php_language.cc puts together.
#pragma once

#include <string_view>

#include "languages/language_descriptor.h"

namespace waymark::indexer {

extern const LanguageDescriptor kPhp;

extern const LanguageRules kPhpLanguageRules;  // php.cc
extern const ResolutionRules kPhpResolution;   // php_resolution.cc
extern const ModuleRule kPhpModuleRule;        // php_modules.cc

// Names that need no declaration, and members that values from outside the repository commonly
// have (known_names_php.cc). Blank-separated words.
extern const std::string_view kPhpBuiltins;
extern const std::string_view kPhpForeignMembers;

}  // namespace waymark::indexer
