// A new language needs a folder of its own and a line here.
#include "languages/registry.h"

#include "languages/c_family/c_family_language.h"
#include "languages/csharp/csharp_language.h"
#include "languages/go/go_language.h"
#include "languages/java/java_language.h"
#include "languages/php/php_language.h"
#include "languages/prose/prose_language.h"
#include "languages/python/python_language.h"
#include "languages/ruby/ruby_language.h"
#include "languages/rust/rust_language.h"
#include "languages/script/script_language.h"

namespace waymark::indexer {
namespace {

constexpr const LanguageDescriptor* kLanguages[] = {
    &kC, &kCSharp, &kCpp, &kGo, &kJava, &kPhp, &kProse, &kPython, &kRuby, &kRust, &kScript,
};

// nullptr for a language without a descriptor.
const LanguageDescriptor* DescriptorOf(Language language) {
  for (const LanguageDescriptor* descriptor : kLanguages) {
    for (const GrammarDescriptor& grammar : descriptor->grammars) {
      if (grammar.row.language == language) return descriptor;
    }
  }
  return nullptr;
}

}  // namespace

std::span<const LanguageDescriptor* const> AllLanguages() { return kLanguages; }

const GrammarDescriptor* FindGrammarDescriptor(Grammar grammar) {
  for (const LanguageDescriptor* descriptor : kLanguages) {
    for (const GrammarDescriptor& known : descriptor->grammars) {
      if (known.row.grammar == grammar) return &known;
    }
  }
  return nullptr;
}

const RuleTable& RulesOf(Grammar grammar) { return FindGrammarDescriptor(grammar)->rules(); }

std::string_view NullTypeOf(Language language) {
  const LanguageDescriptor* const descriptor = DescriptorOf(language);
  if (descriptor == nullptr || descriptor->grammars.front().rules == nullptr) return {};
  return descriptor->grammars.front().rules().language().null_type;
}

const ResolutionRules& RulesOf(Language language) {
  const LanguageDescriptor* descriptor = DescriptorOf(language);
  return descriptor == nullptr ? kNoRules : *descriptor->resolution;
}

}  // namespace waymark::indexer
