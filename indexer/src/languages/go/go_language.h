// The parts of Go, which go_language.cc assembles.
#pragma once

#include <string_view>

#include "languages/language_descriptor.h"

namespace waymark::indexer {

extern const LanguageDescriptor kGo;

extern const LanguageRules kGoLanguageRules;  // go.cc
extern const ResolutionRules kGoResolution;   // go_resolution.cc
extern const ModuleRule kGoModuleRule;        // go_modules.cc

// ResolutionRules::may_satisfy_foreign (go_interfaces.cc).
bool MaySatisfyForeign(const ProgramFile& file, const FileFacts& facts, std::string_view signature);

// Names that need no declaration, and common members of external values (known_names_go.cc).
// Blank-separated words.
extern const std::string_view kGoBuiltins;
extern const std::string_view kGoForeignMembers;

}  // namespace waymark::indexer
