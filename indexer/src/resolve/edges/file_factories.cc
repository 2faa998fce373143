// Classes as values: code that gets a class may make instances of it.
#include <algorithm>
#include <vector>

#include "resolve/edges/file_resolver.h"
#include "resolve/rules/resolution_rules.h"

namespace waymark::indexer {

// Code that gets a class as a value may make an instance of it: a constructor call without a name.
void FileResolver::AddInstantiation(const Reference& reference, const Meant& type) {
  const bool is_value = evaluator_.RulesOfFile(file_).types_are_values &&
                        DefinitionAt(type.symbol).kind == SymbolKind::kClass;
  if (!is_value || IsCompared(reference)) return;
  AddAmbiguous(reference.owner, program_.names.Text(DefinitionAt(type.symbol).name),
               EdgeType::kCalls, reference.site, {&type, 1});
}

// Whether the value is an argument of a type test.
bool FileResolver::IsCompared(const Reference& reference) {
  if (!has_compared_) CollectCompared();
  return std::binary_search(compared_.begin(), compared_.end(), reference.expression);
}

void FileResolver::CollectCompared() {
  has_compared_ = true;
  const std::span<const std::string_view> comparing = evaluator_.RulesOfFile(file_).type_tests;
  if (comparing.empty()) return;
  for (const Binding& binding : out_->facts.bindings) {
    if (binding.kind != BindingKind::kCallArguments || binding.value == kNoIndex) continue;
    const Expression& call = At(binding.value);
    if (std::find(comparing.begin(), comparing.end(), NameOf(call.operand)) == comparing.end()) {
      continue;
    }
    std::vector<ExpressionIndex> parts = {call.second};
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (parts[i] == kNoIndex) continue;
      compared_.push_back(parts[i]);
      parts.push_back(At(parts[i]).operand);
      parts.push_back(At(parts[i]).second);
    }
  }
  std::sort(compared_.begin(), compared_.end());
}

}  // namespace waymark::indexer
