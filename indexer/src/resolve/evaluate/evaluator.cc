#include "resolve/evaluate/evaluator.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

#include "resolve/evaluate/evaluator_memory.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kOperator = "operator";

// Prefixes of test doubles, wherever the files are.
constexpr std::string_view kDoubles[] = {"Fake", "Mock", "Stub", "Dummy", "Spy"};

bool IsDouble(std::string_view type) {
  return std::any_of(std::begin(kDoubles), std::end(kDoubles), [&](std::string_view word) {
    return type.starts_with(word) && type.size() > word.size() && type[word.size()] >= 'A' &&
           type[word.size()] <= 'Z';
  });
}

}  // namespace

Evaluator::Evaluator(const Program& program, bool follows_call_sites)
    : program_(program), follows_call_sites_(follows_call_sites), visibility_(program) {}

Evaluator::~Evaluator() = default;

void Evaluator::SetBody(FileIndex file, std::span<const ModelExpression> body_expressions) {
  if (file != body_file_ || body_expressions.data() != body_.data()) ++body_number_;
  body_file_ = file;
  body_ = body_expressions;
  if (substitutions_.size() < kMaxSubstitutions) return;
  substitutions_.clear();
  substitution_ids_.clear();
  memory_.clear();
}

const ModelExpression& Evaluator::ExpressionAt(FileIndex file, ExpressionIndex expression) const {
  const auto& header = program_.files[file].model().expressions;
  if (expression < header.size()) return header[expression];
  return body_[expression - header.size()];
}

bool Evaluator::IsInProgress(const MemoKey& key) {
  for (std::size_t i = 0; i < in_progress_.size(); ++i) {
    if (!(in_progress_[i] == key)) continue;
    lowest_cycle_ = std::min(lowest_cycle_, i);
    return true;
  }
  return false;
}

bool Evaluator::Step() {
  if (++steps_ > kMaxSteps) cut_ = true;
  return !cut_;
}

bool Evaluator::StepOver(std::size_t definitions) {
  steps_ += static_cast<std::uint32_t>(definitions / kNamedOfStep);
  if (definitions > kMaxNamed || steps_ > kMaxSteps) cut_ = true;
  return !cut_;
}

Resolution Evaluator::AskBinding(ScopeRef place, ExpressionIndex expression, LookupKind wanted) {
  return Ask([&] { return Bind(place, expression, wanted); });
}

Resolution Evaluator::AskValue(ScopeRef place, ExpressionIndex expression) {
  return Ask([&] { return Value(place, expression); });
}

Resolution Evaluator::AskType(ScopeRef place, ExpressionIndex expression) {
  return Ask([&] { return Type(place, expression); });
}

Resolution Evaluator::AskMember(SymbolRef type, Name name, LookupKind wanted, bool inherited_only) {
  return Ask([&] {
    return MemberOfType(type, name, wanted, EdgeRule::kStructure, inherited_only ? 1 : 0);
  });
}

Resolution Evaluator::AskModuleMember(Target module, FileIndex from, Name name) {
  return Ask([&] {
    Resolution out = ModuleMember(module, from, name, {});
    LookupKind function;
    function.function = true;
    if (out.empty()) out = ModuleMember(module, from, name, function);
    return out;
  });
}

Resolution Evaluator::AskHeld(const Entity& entity) {
  return Ask([&] { return HeldBy(entity); });
}

Resolution Evaluator::AskAliased(const Entity& entity) {
  return Ask([&] { return TypeFromBinding(ResolutionOf(entity)); });
}

Resolution Evaluator::AskDecorator(ScopeRef place, ExpressionIndex expression,
                                   std::string_view name) {
  const std::string_view suffix = RulesOfFile(place.file).decorator_suffix;
  if (suffix.empty()) return AskBinding(place, expression, {});
  return Ask([&] {
    const LookupKind type{kUnknownArity, true};
    ModelExpression named = ExpressionAt(place.file, expression);
    named.name = program_.names.Find(fmt::format("{}{}", name, suffix));
    Resolution out;
    if (named.kind == ExpressionKind::kName) out = BindName(place, named.name, type);
    if (named.kind == ExpressionKind::kMember) out = BindMember(place, named, type);
    return out.empty() ? Bind(place, expression, type) : out;
  });
}

Resolution Evaluator::AskDefault(const Entity& module) {
  return Ask([&] { return DefaultOf(module); });
}

Resolution Evaluator::AskUnseen(ScopeRef place, Name name, LookupKind wanted) {
  // Operators have the names of other operators.
  if (program_.names.Text(name).starts_with(kOperator)) return {};
  const ProgramFile& file = program_.files[place.file];
  for (ScopeIndex scope = place.scope; scope != kNoIndex && !file.spaces.empty();
       scope = file.model().scopes[scope].parent) {
    if (!file.spaces[scope].exists()) continue;
    std::vector<SymbolRef> candidates;
    const auto members = program_.members.Find({file.spaces[scope], name});
    if (members.size() > kMaxNamed) return {};
    for (const auto& pair : members) {
      const ModelDefinition& definition = program_.Definition(pair.value);
      const bool function = definition.kind == SymbolKind::kFunction;
      const bool apart = program_.IsApart(place.file, pair.value.file);
      if (function && definition.Has(kSymbolExported) && !apart) candidates.push_back(pair.value);
    }
    if (candidates.empty()) continue;
    Resolution out;
    Choose(place.file, candidates, wanted, EdgeRule::kUniqueGlobal, out);
    return out;
  }
  return {};
}

std::vector<SymbolRef> Evaluator::MethodsNamed(FileIndex from, Name name, int arity) const {
  std::vector<SymbolRef> found;
  const bool overloads = RulesOfFile(from).redefinition == Redefinition::kOverloads;
  for (const auto& pair : program_.methods.Find({program_.NamesOf(from), name})) {
    if (!overloads || Takes(pair.value, arity)) found.push_back(pair.value);
  }
  FoldDeclarations(from, found);
  return found;
}

Resolution Evaluator::AskMethodNamed(FileIndex from, Name name, LookupKind wanted,
                                     const Receiver& receiver) {
  std::vector<SymbolRef> candidates;
  const auto methods = program_.methods.Find({program_.NamesOf(from), name});
  if (methods.size() > kMaxNamed) return {};
  for (const auto& pair : methods) {
    // Tests, vendored trees and examples are candidates only for files of their own kind.
    if (!program_.IsApart(from, pair.value.file)) candidates.push_back(pair.value);
  }
  // The value of a field is known only at run time.
  if (std::any_of(candidates.begin(), candidates.end(), [&](SymbolRef symbol) {
        return program_.Definition(symbol).kind == SymbolKind::kField;
      })) {
    return {};
  }
  if (!program_.files[from].model().IsTest()) {
    std::erase_if(candidates, [&](SymbolRef method) {
      const SymbolRef type = program_.ParentOf(method);
      return IsDouble(program_.names.Text(program_.Definition(type).name));
    });
  }
  if (RulesOfFile(from).members_are_calls) KeepTelling(from, receiver, name, candidates);
  FoldDeclarations(from, candidates);
  const bool overloads = RulesOfFile(from).redefinition == Redefinition::kOverloads;
  if (overloads) {
    std::erase_if(candidates, [&](SymbolRef symbol) { return !Takes(symbol, wanted.arity); });
  }
  Resolution out;
  const bool one_type = candidates.size() > 1 && RulesOfFile(from).ranks_overloads &&
                        std::all_of(candidates.begin(), candidates.end(), [&](SymbolRef symbol) {
                          return program_.ParentOf(symbol) == program_.ParentOf(candidates.front());
                        });
  if (one_type) {
    Choose(from, candidates, wanted, EdgeRule::kUniqueGlobal, out);
    return out;
  }
  for (std::size_t begin = 0; begin < candidates.size();) {
    // Several declarations of a method in one type are one method, unless the language has
    // overloads.
    std::size_t end = begin + 1;
    const SymbolRef parent = program_.CanonicalOf(program_.ParentOf(candidates[begin]));
    while (!overloads && end < candidates.size() &&
           program_.CanonicalOf(program_.ParentOf(candidates[end])) == parent) {
      ++end;
    }
    std::vector<SymbolRef> same(candidates.begin() + static_cast<std::ptrdiff_t>(begin),
                                candidates.begin() + static_cast<std::ptrdiff_t>(end));
    Choose(from, same, {}, EdgeRule::kUniqueGlobal, out);
    begin = end;
  }
  return out;
}

}  // namespace waymark::indexer
