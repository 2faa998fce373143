// The parts of Rust, which rust_language.cc assembles.
#pragma once

#include <string_view>

#include "languages/language_descriptor.h"

namespace waymark::indexer {

extern const LanguageDescriptor kRust;

extern const LanguageRules kRustLanguageRules;  // rust.cc
extern const ResolutionRules kRustResolution;   // rust_resolution.cc
extern const ModuleRule kRustModuleRule;        // rust_modules.cc

// Names that need no declaration, and common members of external values (known_names_rust.cc).
// Blank-separated words.
extern const std::string_view kRustBuiltins;
extern const std::string_view kRustForeignMembers;

}  // namespace waymark::indexer
