// The parts of C and C++, which c_family_language.cc assembles.
#pragma once

#include <string_view>

#include "languages/language_descriptor.h"

namespace waymark::indexer {

extern const LanguageDescriptor kC;
extern const LanguageDescriptor kCpp;

extern const LanguageRules kCLanguageRules;    // c_family.cc
extern const LanguageRules kCppLanguageRules;  // c_family.cc
extern const ResolutionRules kCResolution;     // c_family_resolution.cc
extern const ResolutionRules kCppResolution;   // c_family_resolution.cc
extern const ModuleRule kIncludeRule;          // includes.cc

// ModuleRule::link_spaces (namespaces.cc).
void LinkNamespaces(Program& program, ProgramFile& file);

// Names that need no declaration, and common members of external values (known_names_c.cc).
// Blank-separated words.
extern const std::string_view kCBuiltins;
extern const std::string_view kCForeignMembers;
extern const std::string_view kPlatformHeaders;  // of C, POSIX, Windows and the compilers

}  // namespace waymark::indexer
