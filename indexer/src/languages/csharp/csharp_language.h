// The parts of C#, which csharp_language.cc assembles.
#pragma once

#include <string_view>

#include "languages/language_descriptor.h"

namespace waymark::indexer {

extern const LanguageDescriptor kCSharp;

extern const LanguageRules kCSharpLanguageRules;  // csharp.cc
extern const ResolutionRules kCSharpResolution;   // csharp_resolution.cc
extern const ModuleRule kCSharpModuleRule;        // csharp_modules.cc

// ModuleRule::link_parts (partial_types.cc) and ModuleRule::share_imports (project_usings.cc).
void LinkPartialTypes(Program& program);
void ShareProjectImports(Program& program, const ProjectFiles& project);

// Names that need no declaration, and common members of external values (known_names_csharp.cc).
// Blank-separated words.
extern const std::string_view kCSharpBuiltins;
extern const std::string_view kCSharpForeignMembers;

}  // namespace waymark::indexer
