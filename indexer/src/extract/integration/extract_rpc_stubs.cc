// Code generated from a service definition: types that derive from the generated ones implement the
// service, calls of them make clients. They are recognised by the generators' names, since
// generated code is often not in the repository.
#include <algorithm>
#include <string>

#include "extract/extraction.h"
#include "integration/argument_text.h"

namespace waymark::indexer {
namespace {

constexpr std::size_t kMaxStubBytes = 200;  // of a name
constexpr int kMaxNameParts = 16;
constexpr std::string_view kAddsService = "addService";
constexpr std::string_view kJoinsNames = ".:";

}  // namespace

void ExtractionRoutes::NameService(LiteralRole role, std::string_view service,
                                   DefinitionIndex owner, std::uint32_t begin, std::uint32_t end) {
  const DefinitionIndex named = DefineExternal(role, service, begin, end);
  draft_.facts().literals.push_back({role, named, owner, draft_.PositionOf(begin)});
}

// The name with its first part replaced by the import path: "a/hellopb.NewHelloClient" for an `hw`
// of that path. Empty if that part is no import.
std::string ExtractionRoutes::Imported(std::string_view name) const {
  const std::size_t dot = name.find('.');
  const std::string_view first = name.substr(0, dot);
  const auto& words = draft_.words();
  for (const Import& import : draft_.facts().imports) {
    if (((import.module | import.name | import.alias) & kTextBit) != 0) continue;
    const std::string_view module = words.Text(import.module);
    const bool is_path = import.alias == 0 && import.name == 0;
    const bool is_last = is_path && module.size() > first.size() && module.ends_with(first) &&
                         IsOneOf(module[module.size() - first.size() - 1], kJoinsNames);
    if (!is_last && (import.alias == 0 || words.Text(import.alias) != first)) continue;
    std::string whole = Dotted(module);
    if (import.name != 0) whole += "." + std::string(words.Text(import.name));
    if (dot != std::string_view::npos) whole += name.substr(dot);
    return whole;
  }
  return "";
}

std::string_view ExtractionRoutes::ServiceOf(StubForm form, std::string_view name,
                                             std::string_view arguments,
                                             std::uint32_t begin) const {
  std::string_view before = draft_.bytes().substr(0, begin);
  for (const StubUse& use : language().stub_uses) {
    if (use.form != form) continue;
    const std::string_view service = ServiceIn(use.pattern, name);
    if (service.empty()) continue;
    if (arguments.find(use.arguments_have) == std::string_view::npos) continue;
    if (form == StubForm::kTrait) {
      before = before.substr(0, std::min(before.rfind("impl"), before.size()));
      before = before.substr(0, before.find_last_not_of(" \t\r\n") + 1);
      if (before.ends_with(use.file_has)) return service;
    } else if (draft_.bytes().find(use.file_has) != std::string_view::npos) {
      return service;
    }
  }
  return {};
}

void ExtractionRoutes::EnterStub(const Frame& frame) {
  if (language().stub_uses.empty()) return;
  const Role role = frame.rule->role;
  if (role != Role::kCall && role != Role::kNew && role != Role::kMethodCall) return;
  const NodeIndex arguments = FindChild(frame.node, *frame.rule, ChildRole::kArguments);
  if (arguments == kNoIndex) return;
  std::uint32_t begin = node(frame.node).begin;
  if (role == Role::kNew) {
    const NodeIndex type = FindChild(frame.node, *frame.rule, ChildRole::kOperand);
    if (type != kNoIndex) begin = node(type).begin;
  }
  const std::uint32_t behind = node(arguments).begin;
  if (behind < begin || behind - begin > kMaxStubBytes) return;
  std::string name = Dotted(draft_.bytes().substr(begin, behind - begin));
  StubForm form = role == Role::kNew ? StubForm::kNew : StubForm::kCall;
  LiteralRole meaning = LiteralRole::kRpcClient;
  const std::string_view given = TextOf(arguments);
  if (name.ends_with("." + std::string(kAddsService)) && given.size() > 1) {
    form = StubForm::kRegistered;
    meaning = LiteralRole::kRpcService;
    name = Dotted(given.substr(1, std::min(given.find(','), kMaxStubBytes) - 1));
  }
  std::string whole;
  std::string_view service = ServiceOf(form, name, given, begin);
  if (service.empty()) {
    whole = Imported(name);
    if (!whole.empty()) service = ServiceOf(form, whole, given, begin);
  }
  if (!service.empty()) {
    NameService(meaning, service, frame.owner, begin, node(frame.node).end);
  }
}

// Empty if it is no name.
std::string ExtractionRoutes::NameOfType(ExpressionIndex type) const {
  std::string name;
  for (int parts = 0; type != kNoIndex && parts < kMaxNameParts; ++parts) {
    const Expression& expression = draft_.expression(type);
    const bool is_member = expression.kind == ExpressionKind::kMember;
    if (!is_member && expression.kind != ExpressionKind::kName) return "";
    name.insert(0, draft_.words().Text(expression.name));
    if (!is_member) return name;
    name.insert(0, ".");
    type = expression.operand;
  }
  return "";
}

void ExtractionRoutes::AddService(StubForm form, DefinitionIndex type, ExpressionIndex base) {
  const std::string name = NameOfType(base);
  if (name.empty()) return;
  const std::uint32_t begin = draft_.expression_site(base);
  const std::string whole = Imported(name);
  std::string_view service = ServiceOf(form, name, "", begin);
  if (service.empty() && !whole.empty()) service = ServiceOf(form, whole, "", begin);
  if (service.empty()) return;
  NameService(LiteralRole::kRpcService, service, type, begin, begin + 1);
}

void ExtractionRoutes::FinishStubs() {
  if (language().stub_uses.empty()) return;
  const std::size_t count = draft_.facts().definitions.size();
  for (DefinitionIndex index = 0; index < count; ++index) {
    const Definition type = draft_.facts().definitions[index];
    for (std::uint32_t i = 0; i < type.bases_count; ++i) {
      AddService(StubForm::kBase, index, draft_.facts().bases[type.bases_begin + i].type);
    }
  }
  // A type that its own block derives, if this file defines it.
  for (const Binding& binding : draft_.facts().bindings) {
    if (binding.kind != BindingKind::kImplements) continue;
    const Expression implements = draft_.expression(binding.value);
    const Expression& named = draft_.expression(implements.operand);
    if (named.kind != ExpressionKind::kName) continue;
    for (DefinitionIndex index = 0; index < count; ++index) {
      const Definition& type = draft_.facts().definitions[index];
      if (type.name != named.name || type.inner_scope == kNoIndex) continue;
      if (KindOf(type.inner_scope) != ScopeKind::kType) continue;
      const std::size_t before = draft_.facts().literals.size();
      AddService(StubForm::kBase, index, implements.second);
      if (draft_.facts().literals.size() == before) {
        AddService(StubForm::kTrait, index, implements.second);
      }
      break;
    }
  }
}

}  // namespace waymark::indexer
