// The descriptor of one language, or of languages with the same rules. Each folder beside this file
// defines one, and registry.cc lists them.
#pragma once

#include <span>
#include <string_view>

#include "indexer/language.h"
#include "resolve/program/module_rules.h"
#include "resolve/rules/resolution_rules.h"
#include "syntax/rule_table.h"

namespace waymark::indexer {

// A grammar: its file names, and the meaning of its nodes.
struct GrammarDescriptor {
  GrammarRow row;
  const RuleTable& (*rules)() = nullptr;  // null: the files have no syntax tree
  // What begins code in a file, so that a part of one parses only behind it: "<?php"; empty: code
  // needs no mark.
  std::string_view code_mark{};
};

// An extension that several grammars share; the content of a file decides.
struct SharedExtension {
  std::string_view extension;
  Grammar (*grammar_of)(std::string_view bytes) = nullptr;
};

struct LanguageDescriptor {
  std::span<const GrammarDescriptor> grammars;
  std::span<const SharedExtension> shared_extensions{};
  const ResolutionRules* resolution = nullptr;
};

// The rules of a grammar for GrammarDescriptor::rules, compiled once at first use. Thread-safe.
template <const TSLanguage* (*kParser)(), const LanguageRules* kRules>
const RuleTable& CompiledRules() {
  static const RuleTable table = CompileOrAbort(kParser(), *kRules);
  return table;
}

}  // namespace waymark::indexer
