// The parts of TypeScript and JavaScript, which script_language.cc assembles.
#pragma once

#include <string_view>

#include "languages/language_descriptor.h"

namespace waymark::indexer {

extern const LanguageDescriptor kScript;

extern const LanguageRules kTypeScriptLanguageRules;  // script.cc
extern const LanguageRules kTsxLanguageRules;         // script.cc
extern const LanguageRules kJavaScriptLanguageRules;  // script.cc
extern const ResolutionRules kScriptResolution;       // script_resolution.cc
extern const ModuleRule kScriptModuleRule;            // script_modules.cc
extern const Satisfaction kScriptSatisfaction;        // script_interfaces.cc
extern const FileRouteRules kScriptFileRoutes;        // script_file_routes.cc
extern const GlobalNames kScriptGlobals;              // script_globals.cc
extern const TestRules kTypeScriptTests;              // script_tests.cc
extern const TestRules kJavaScriptTests;              // script_tests.cc

// Names that need no declaration, and common members of external values (known_names_script.cc).
// Blank-separated words.
extern const std::string_view kScriptBuiltins;
extern const std::string_view kScriptForeignMembers;

}  // namespace waymark::indexer
