// Fixtures: functions whose results a test runner injects into tests, by the names of parameters.
#include <string>

#include "extract/dynamic_names/fixture_names.h"
#include "extract/extraction.h"
#include "graph/open_names.h"
#include "integration/argument_text.h"

namespace waymark::indexer {

// A decorator that turns a function into a fixture, or that requests fixtures.
void Extraction::NoteFixtures(DefinitionIndex decorated, const PendingDecorator& decorator) {
  const FixtureRule& fixtures = language().fixtures;
  const Reference& reference = draft_.facts().references[decorator.reference];
  const std::string_view called = LastName(reference.expression);
  if (fixtures.decorator.empty() || called.empty()) return;
  std::string_view arguments = TextOf(decorator.node);
  arguments.remove_prefix(std::min(arguments.find('('), arguments.size()));
  const Definition& definition = draft_.facts().definitions[decorated];
  if (called == fixtures.decorator) {
    std::string_view name = draft_.words().Text(definition.name);
    if (auto given = ArgumentNamed(arguments, fixtures.name_argument)) {
      SkipAny(*given, "=");
      const std::optional<std::string_view> literal = LiteralAt(*given);
      if (!literal.has_value()) return;  // the name is unknown
      name = *literal;
    }
    const Word marked = draft_.words().Intern(std::string(name) + kFixtureMark);
    const ExpressionIndex function = draft_.AddExpression(
        {ExpressionKind::kName, 0, definition.name}, node(decorator.node).begin);
    draft_.AddBinding(
        {definition.scope, marked, BindingKind::kFixture, function, definition.scope});
    auto used = ArgumentNamed(arguments, kUseEverywhere);
    if (used.has_value()) SkipAny(*used, "=");
    if (used.has_value() && !used->starts_with("False")) {
      const Word everywhere = draft_.words().Intern(kUsedFixtures);
      draft_.AddBinding(
          {definition.scope, everywhere, BindingKind::kFixture, function, definition.scope});
    }
    last_fixture_ = decorated;
  } else if (called == fixtures.asking_decorator) {
    for (SkipAny(arguments, "("); !arguments.empty() && arguments[0] != ')';
         SkipAny(arguments, ",")) {
      const auto byte = static_cast<std::uint32_t>(arguments.data() - draft_.bytes().data());
      if (const auto name = LiteralAt(arguments)) {
        AskForFixtureNamed(decorated, *name, byte);
      }
      const std::size_t before = arguments.size();
      SkipArgument(arguments);
      if (arguments.size() == before) break;
    }
  }
}

void ExtractionTexts::AskForFixtureNamed(DefinitionIndex asking, std::string_view name,
                                         std::uint32_t byte) {
  const Word marked = draft_.words().Intern(std::string(name) + kFixtureMark);
  const ExpressionIndex fixture = draft_.AddExpression({ExpressionKind::kName, 0, marked}, byte);
  const ScopeIndex scope = draft_.facts().definitions[asking].scope;
  draft_.AddReference(ReferenceRole::kFixture, fixture, scope, asking);
}

// request.getfixturevalue("shelf"): a computed name may mean any visible fixture.
void ExtractionTexts::AskByCall(const Frame& call, std::string_view function) {
  if (function.empty() || function != language().fixtures.asking_function) return;
  const std::vector<NodeIndex> given = ArgumentsOf(call.node);
  if (given.empty()) return;
  const std::string_view text = TextOf(given[0]);
  const std::string_view name = LiteralAt(text).value_or(kAnyMember);
  AskForFixtureNamed(call.owner, name, node(given[0]).begin);
}

// The parameters of tests and of fixtures name fixtures.
void Extraction::AskForFixture(const Frame& list, DefinitionIndex function,
                               const Frame& parameter) {
  const FixtureRule& fixtures = language().fixtures;
  const bool is_plain = !parameter.is_variadic && !parameter.has_default;
  if (fixtures.decorator.empty() || !is_plain || parameter.name == 0) return;
  if (list.rule->role != Role::kParameters) return;
  const Definition& definition = draft_.facts().definitions[function];
  const bool is_test = draft_.words().Text(definition.name).starts_with(fixtures.test_prefix);
  if (!is_test && function != last_fixture_) return;
  AskForFixtureNamed(function, draft_.words().Text(parameter.name), node(parameter.node).begin);
}

}  // namespace waymark::indexer
