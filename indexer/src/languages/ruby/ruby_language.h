// The parts of Ruby, which ruby_language.cc assembles.
#pragma once

#include <string_view>

#include "languages/language_descriptor.h"

namespace waymark::indexer {

extern const LanguageDescriptor kRuby;

extern const LanguageRules kRubyLanguageRules;  // ruby.cc
extern const ResolutionRules kRubyResolution;   // ruby_resolution.cc
extern const ModuleRule kRubyModuleRule;        // ruby_modules.cc
extern const TestRules kRubyTests;              // ruby_tests.cc

// ModuleRule::link_spaces and ModuleRule::link_parts (open_classes.cc).
void LinkOpenTypesOf(Program& program, ProgramFile& file);
void LinkOpenTypes(Program& program);

// Names that need no declaration, and common members of external values (known_names_ruby.cc).
// Blank-separated words.
extern const std::string_view kRubyBuiltins;
extern const std::string_view kRubyForeignMembers;

}  // namespace waymark::indexer
