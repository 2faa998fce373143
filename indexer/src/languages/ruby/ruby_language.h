// What the files of this folder say of Ruby, which ruby_language.cc puts together.
#pragma once

#include <string_view>

#include "languages/language_descriptor.h"

namespace waymark::indexer {

extern const LanguageDescriptor kRuby;

extern const LanguageRules kRubyLanguageRules;  // ruby.cc
extern const ResolutionRules kRubyResolution;   // ruby_resolution.cc
extern const ModuleRule kRubyModuleRule;        // ruby_modules.cc

// ModuleRule::link_spaces and ModuleRule::link_parts (open_classes.cc).
void LinkOpenTypesOf(Program& program, ProgramFile& file);
void LinkOpenTypes(Program& program);

// Names that need no declaration, and members that values from outside the repository commonly
// have (known_names_ruby.cc). Blank-separated words.
extern const std::string_view kRubyBuiltins;
extern const std::string_view kRubyForeignMembers;

}  // namespace waymark::indexer
