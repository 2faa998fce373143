// The parts of Java, which java_language.cc assembles.
#pragma once

#include <string_view>

#include "languages/language_descriptor.h"

namespace waymark::indexer {

extern const LanguageDescriptor kJava;

extern const LanguageRules kJavaLanguageRules;  // java.cc
extern const ResolutionRules kJavaResolution;   // java_resolution.cc
extern const ModuleRule kJavaModuleRule;        // java_modules.cc

// Names that need no declaration, and common members of external values (known_names_java.cc).
// Blank-separated words.
extern const std::string_view kJavaBuiltins;
extern const std::string_view kJavaForeignMembers;

}  // namespace waymark::indexer
