#include "facts_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "graph/kinds.h"

namespace waymark::indexer {

namespace {

struct FlagName {
  unsigned flag;
  const char* name;
};

constexpr FlagName kDefinitionFlags[] = {
    {kSymbolAbstract, "abstract"},
    {kSymbolConditional, "conditional"},
    {kSymbolConstructor, "constructor"},
    {kSymbolDeclaration, "declaration"},
    {kSymbolEnumerator, "enumerator"},
    {kSymbolExtension, "extension"},
    {kSymbolLocal, "local"},
    {kSymbolMacro, "macro"},
    {kSymbolNamespaceOnly, "namespace_only"},
    {kSymbolPartial, "partial"},
    {kSymbolProperty, "property"},
    {kSymbolStatic, "static"},
    {kSymbolTest, "test"},
    {kSymbolTestCase, "case"},
};

constexpr FlagName kImportFlags[] = {
    {kImportStar, "star"},     {kImportModule, "module"},      {kImportReexport, "reexport"},
    {kImportSystem, "system"}, {kImportTypeOnly, "type_only"}, {kImportSideEffect, "side_effect"},
    {kImportRoot, "root"},
};

constexpr const char* kRoles[] = {"",      "call",  "value",   "type",    "decorator", "raise",
                                  "field", "macro", "handler", "fixture", "reached"};
constexpr const char* kBindings[] = {
    "",           "assigned", "annotated",       "parameter", "iterated", "entered",
    "caught",     "field",    "field_annotated", "alias",     "using",    "exported_as",
    "implements", "given",    "fixture",         "handed_to", "stored"};

std::string Text(const FileFacts& facts, StringId id) { return std::string(facts.strings.at(id)); }

std::string ScopeName(const FileFacts& facts, ScopeIndex scope) {
  for (; scope != kNoIndex; scope = facts.scopes[scope].parent) {
    const DefinitionIndex definition = facts.scopes[scope].definition;
    if (definition != kNoIndex && definition != 0) return QualifiedName(facts, definition);
  }
  return "";
}

std::string Joined(const std::string& scope, const std::string& name) {
  return scope.empty() ? name : scope + "." + name;
}

template <std::size_t kCount>
std::string FlagText(const FlagName (&names)[kCount], unsigned flags) {
  std::string text;
  for (const FlagName& row : names) {
    if ((flags & row.flag) != 0) text += std::string(" ") + row.name;
  }
  return text;
}

// "const:Point*&"; of an expression, *operand.
std::string ShapeText(unsigned shape, const std::string& operand) {
  if (shape == kDeclares) return "declared " + operand;
  if (shape == kComputed) return "computed " + operand;
  if (shape == 0 || shape >= kAddress) return "*" + operand;
  std::string text = (shape & kConstant) != 0 ? "const:" + operand : operand;
  text.append(shape & kPointers, '*');
  if ((shape & kReference) != 0) text += "&";
  if ((shape & kTemporary) != 0) text += "&&";
  return text;
}

}  // namespace

std::string ExpressionText(const FileFacts& facts, ExpressionIndex index) {
  if (index == kNoIndex) return "-";
  const Expression& expression = facts.expressions[index];
  const std::string name = Text(facts, expression.name);
  const auto operand = [&] { return ExpressionText(facts, expression.operand); };
  switch (expression.kind) {
    case ExpressionKind::kName:
      return name;
    case ExpressionKind::kMember:
      return operand() + "." + name;
    case ExpressionKind::kCall:
      return fmt::format("{}({})", operand(), expression.count);
    case ExpressionKind::kNew:
      return fmt::format("new {}({})", operand(), expression.count);
    case ExpressionKind::kIndex:
      return fmt::format(
          "{}[{}]", operand(),
          expression.second == kNoIndex ? name : ExpressionText(facts, expression.second));
    case ExpressionKind::kSelf:
      return "self";
    case ExpressionKind::kSuper:
      return "super";
    case ExpressionKind::kAwait:
      return "await " + operand();
    case ExpressionKind::kPointer:
      return ShapeText(expression.count, operand());
    case ExpressionKind::kLiteral:
      return "<" + name + ">";
    case ExpressionKind::kUnion:
      return operand() + "|" + ExpressionText(facts, expression.second);
    case ExpressionKind::kArguments:
      // Calls show how many there are.
      return "(" + (name.empty() ? "" : name + ":") +
             (expression.count == kAllElementsOf ? "..." : "") + operand() + "," +
             ExpressionText(facts, expression.second) + ")";
    case ExpressionKind::kFunction:
      return "function" + operand() + ":" + ExpressionText(facts, expression.second);
    case ExpressionKind::kParameter:
      return fmt::format("{}{}<{}>", name, operand(), expression.count);
    case ExpressionKind::kTypeOf:
      return "typeof:" + operand();
  }
  return "?";
}

std::string QualifiedName(const FileFacts& facts, DefinitionIndex index) {
  const Definition& definition = facts.definitions[index];
  std::string name = Text(facts, definition.name);
  if (definition.owner != kNoIndex) name = ExpressionText(facts, definition.owner) + "." + name;
  return Joined(ScopeName(facts, definition.scope), name);
}

std::string DefinitionText(const FileFacts& facts, DefinitionIndex index) {
  const Definition& definition = facts.definitions[index];
  std::string text = fmt::format("{} {}", Name(definition.kind), QualifiedName(facts, index));
  text += FlagText(kDefinitionFlags, definition.flags);
  if ((definition.flags & (kSymbolExported | kSymbolLocal)) == 0) text += " hidden";
  return text;
}

std::string PropertyText(const FileFacts& facts, DefinitionIndex index, const std::string& key,
                         const std::string& source) {
  const Definition& definition = facts.definitions[index];
  if (key == "sig") return Text(facts, definition.signature);
  if (key == "doc") {
    return source.substr(definition.doc_begin, definition.doc_end - definition.doc_begin);
  }
  if (key == "params") {
    return fmt::format("{}/{}", definition.parameter_count, definition.required_count);
  }
  if (key == "type") return ExpressionText(facts, definition.declared_type);
  if (key == "returns") return ExpressionText(facts, definition.return_type);
  if (key == "value") return ExpressionText(facts, definition.return_value);
  if (key == "disc") return Text(facts, definition.discriminator);
  if (key == "ordinal") return fmt::format("{}", definition.ordinal);
  if (key == "lines") {
    return fmt::format("{}", definition.range.end.line - definition.range.begin.line + 1);
  }
  if (key == "bases") {
    std::string text;
    for (std::uint32_t i = 0; i < definition.bases_count; ++i) {
      const Base& base = facts.bases[definition.bases_begin + i];
      if (i > 0) text += ",";
      text += ExpressionText(facts, base.type);
      if (base.relation == EdgeType::kImplements) text += "!";
    }
    return text;
  }
  return "";
}

std::string ReferenceText(const FileFacts& facts, const Reference& reference) {
  std::string text = fmt::format("{} {}", kRoles[static_cast<int>(reference.role)],
                                 ExpressionText(facts, reference.expression));
  if (reference.subject != kNoIndex) text += " of " + QualifiedName(facts, reference.subject);
  return text;
}

std::string ImportText(const FileFacts& facts, const Import& import) {
  std::string text = "import";
  const auto add = [&text](const char* key, const std::string& value) {
    if (!value.empty()) text += fmt::format(" {}={}", key, value);
  };
  add("module", Text(facts, import.module));
  add("name", Text(facts, import.name));
  add("alias", Text(facts, import.alias));
  if (import.level > 0) text += fmt::format(" level={}", import.level);
  return text + FlagText(kImportFlags, import.flags);
}

std::string BindingText(const FileFacts& facts, const Binding& binding) {
  return fmt::format("binding {} {} = {}", kBindings[static_cast<int>(binding.kind)],
                     Joined(ScopeName(facts, binding.scope), Text(facts, binding.name)),
                     ExpressionText(facts, binding.value));
}

}  // namespace waymark::indexer
