#include "resolve/program/mentions.h"

#include <algorithm>

#include <fmt/format.h>

#include "graph/hash.h"
#include "resolve/rules/resolution_rules.h"

namespace waymark::indexer {
namespace {

class MentionCollector {
 public:
  MentionCollector(const FileFacts& facts, Language language)
      : facts_(facts),
        rules_(RulesOf(language)),
        is_code_(IsCode(language)),
        used_(facts.strings.size()) {}

  std::vector<std::uint32_t> Run() {
    // A heading means nothing but itself.
    for (std::size_t i = 1; i < facts_.definitions.size() && is_code_; ++i) {
      if (!IsConstructor(facts_.definitions[i].name)) Use(facts_.definitions[i].name);
    }
    for (const Import& import : facts_.imports) {
      Use(import.alias);
      const bool is_default =
          !rules_.default_export.empty() && facts_.strings.at(import.name) == rules_.default_export;
      if (!is_default) Use(import.name);
    }
    for (const Binding& binding : facts_.bindings) {
      const bool named = binding.kind != BindingKind::kCallArguments &&
                         binding.kind != BindingKind::kBlockReceiver;
      if (named) Use(binding.name);
    }
    for (const Expression& expression : facts_.expressions) UseExpression(expression);
    std::vector<std::uint32_t> mentions;
    for (const Reference& reference : facts_.references) {
      AddDecorator(reference, mentions);
      AddRunMember(reference, mentions);
      AddRunByFunction(reference, mentions);
    }
    for (StringId id = 1; id < used_.size(); ++id) {
      if (!used_[id]) continue;
      mentions.push_back(MentionHash(facts_.strings.at(id)));
      VisitInstead(rules_.operators, facts_.strings.at(id),
                   [&](std::string_view run) { mentions.push_back(MentionHash(run)); });
    }
    std::sort(mentions.begin(), mentions.end());
    mentions.erase(std::unique(mentions.begin(), mentions.end()), mentions.end());
    return mentions;
  }

 private:
  // Decorators may omit part of their type's name.
  void AddDecorator(const Reference& reference, std::vector<std::uint32_t>& mentions) const {
    if (rules_.decorator_suffix.empty() || reference.role != ReferenceRole::kDecorator) return;
    const StringId name = facts_.expressions[reference.expression].name;
    mentions.push_back(
        MentionHash(fmt::format("{}{}", facts_.strings.at(name), rules_.decorator_suffix)));
  }

  // The values of a field decide which functions a call through it runs.
  void AddRunMember(const Reference& reference, std::vector<std::uint32_t>& mentions) const {
    if (!rules_.calls_through_fields || reference.role != ReferenceRole::kCall) return;
    const ExpressionIndex callee = facts_.expressions[reference.expression].operand;
    if (callee == kNoIndex || facts_.expressions[callee].kind != ExpressionKind::kMember) return;
    const std::string_view name = facts_.strings.at(facts_.expressions[callee].name);
    mentions.push_back(MentionHash(fmt::format("{}{}", name, kCallArgumentsMark)));
  }

  // A function of the library runs methods of its arguments.
  void AddRunByFunction(const Reference& reference, std::vector<std::uint32_t>& mentions) const {
    if (rules_.operators == nullptr || reference.role != ReferenceRole::kCall) return;
    const ExpressionIndex callee = facts_.expressions[reference.expression].operand;
    if (callee == kNoIndex || facts_.expressions[callee].kind != ExpressionKind::kName) return;
    VisitRunBy(rules_.operators, facts_.strings.at(facts_.expressions[callee].name),
               [&](std::string_view run) { mentions.push_back(MentionHash(run)); });
  }

  void Use(StringId name) { used_[name] = name != 0; }

  void UseExpression(const Expression& expression) {
    const bool given = expression.kind == ExpressionKind::kParameter;
    if (given || expression.kind == ExpressionKind::kName) Use(expression.name);
    if (IsOperation(expression)) Use(expression.name);
    if (expression.kind != ExpressionKind::kMember) return;
    const ExpressionKind operand = expression.operand == kNoIndex
                                       ? ExpressionKind::kName
                                       : facts_.expressions[expression.operand].kind;
    const bool own = operand == ExpressionKind::kSelf || operand == ExpressionKind::kSuper;
    // A type depends on inherited constructors.
    if (own && IsConstructor(expression.name)) return;
    Use(expression.name);
  }

  bool IsOperation(const Expression& expression) const {
    return rules_.operators != nullptr && expression.kind == ExpressionKind::kPointer &&
           (expression.count == kComputed || expression.count == kConverts);
  }

  bool IsConstructor(StringId name) const {
    const std::string_view text = facts_.strings.at(name);
    return !text.empty() && std::find(rules_.constructors.begin(), rules_.constructors.end(),
                                      text) != rules_.constructors.end();
  }

  const FileFacts& facts_;
  const ResolutionRules& rules_;
  const bool is_code_;
  std::vector<bool> used_;  // by StringId
};

}  // namespace

std::vector<std::uint32_t> MentionsOf(const FileFacts& facts, Language language) {
  return MentionCollector(facts, language).Run();
}

}  // namespace waymark::indexer
