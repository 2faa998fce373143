// The parts of Python, which python_language.cc assembles.
#pragma once

#include <string_view>

#include "languages/language_descriptor.h"

namespace waymark::indexer {

extern const LanguageDescriptor kPython;

extern const LanguageRules kPythonLanguageRules;  // python.cc
extern const ResolutionRules kPythonResolution;   // python_resolution.cc
extern const ModuleRule kPythonModuleRule;        // python_modules.cc
extern const Satisfaction kPythonSatisfaction;    // python_protocols.cc
extern const TestRules kPythonTests;              // python_tests.cc

// LanguageHooks::finish_facts (python_facts.cc).
void FinishPythonFacts(std::string_view bytes, FileFacts& facts);

// Names that need no declaration, and common members of external values (known_names_python.cc).
// Blank-separated words.
extern const std::string_view kPythonBuiltins;
extern const std::string_view kPythonForeignMembers;

}  // namespace waymark::indexer
