// Routes and other external names: functions that need only the tree, the facts and the current
// frame.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "extract/extraction_state.h"
#include "integration/file_route.h"

namespace waymark::indexer {

class ExtractionRoutes : protected ExtractionState {
 protected:
  using ExtractionState::ExtractionState;

  // extract_declarators.cc, extract_definitions.cc, extract_class_macros.cc,
  // extract_method_calls.cc
  NodeIndex FindChild(NodeIndex index, const Rule& rule, ChildRole part) const;
  std::uint16_t ModifiersOf(NodeIndex leaf) const;
  std::vector<NodeIndex> ArgumentsOf(NodeIndex send) const;
  Word MethodAround(const Frame& frame) const;
  std::string_view NameGivenBy(NodeIndex argument) const;
  const ClassMacro* FindClassMacro(std::string_view name) const;
  void HideNamed(const Frame& frame);
  const TypeMaker* FindTypeMaker(std::string_view receiver, std::string_view message) const;

  // extract_expressions.cc
  ExpressionIndex AddName(const Frame& frame, Word word, std::uint32_t byte);
  ExpressionIndex AddMember(ExpressionIndex operand, Word name, std::uint32_t byte);
  ExpressionIndex AddPathMember(ExpressionIndex operand, Word name, std::uint32_t byte);
  ExpressionIndex AddUnary(ExpressionKind kind, ExpressionIndex operand, std::uint32_t count = 0);

  // extract_blocks.cc, extract_parameters.cc
  NodeIndex LastIn(const Frame& frame, ChildRole list) const;
  std::optional<Reflection> ReflectionOf(std::string_view message) const;
  Word BlockKept(NodeIndex field);
  bool OpensType(const Frame& send) const;
  bool DefaultTells(const Frame& parameter) const;

  // extract_bindings.cc
  ScopeIndex EnclosingType(ScopeIndex scope) const;
  ScopeIndex DeclarationScope(ScopeIndex scope) const;
  DefinitionIndex TypeAround(ScopeIndex scope) const;
  DefinitionIndex TypeDefinedAround(ScopeIndex scope) const;
  ExpressionIndex Written(ExpressionIndex target);

  // extract_members.cc, extract_prototypes.cc
  NodeIndex MembersIn(NodeIndex definition, const Rule& rule) const;
  bool IsIdentity(ExpressionIndex callee) const;
  bool IsMemberOfObject(ExpressionIndex callee, std::string_view name) const;
  bool IsPrototype(ExpressionIndex expression) const;

  // extract_child_roles.cc
  bool IsAlone(NodeIndex child, NodeIndex parent) const;

  // extract_scopes.cc
  bool IsBodyOfMacro(NodeIndex block) const;

  // extract_api_calls.cc
  DefinitionIndex DefineExternal(LiteralRole role, std::string_view name, std::uint32_t begin,
                                 std::uint32_t end);
  DefinitionIndex DefineExternalAt(LiteralRole role, std::string_view name,
                                   const SourceRange& range);
  Mention MentionIn(const Frame& frame, CallShape form, std::optional<LiteralRole> wanted) const;
  bool HasHandler(const Frame& frame, const Mention& mention) const;
  bool HasFunctionOrObject(const Frame& frame, Role role) const;
  bool HasFunction(const Frame& frame) const;
  bool IsHandler(ExpressionIndex value) const;

  // extract_handlers.cc: handlers of routes.
  Mention ChainedMention(const Frame& frame, NodeIndex& object) const;
  NodeIndex HandlerOf(const Frame& frame, const Mention& mention) const;
  std::vector<std::pair<std::string, NodeIndex>> VerbsOfHandler(NodeIndex handler) const;
  bool HoldsFunction(NodeIndex at) const;
  ExpressionIndex NamedHandler(const Frame& frame, const OpenRoute& open) const;
  ExpressionIndex HandlerIn(const Frame& frame, const OpenRoute& open);

  // extract_groups.cc: prefixes of routes in the same file.
  bool IsCallNode(NodeIndex index) const;
  bool IsFunctionNode(NodeIndex index) const;
  CalleeParts CalleePartsOf(NodeIndex call) const;
  const GroupUse* FindGroup(NodeIndex call, GroupForm form) const;
  std::string_view NameGivenTo(NodeIndex value) const;
  std::string_view FunctionName(NodeIndex function) const;
  void FindGroups();
  void NoteTaken(NodeIndex call, NodeIndex around);
  NodeIndex FunctionAround(NodeIndex index) const;
  bool HasParameter(NodeIndex function, std::string_view name) const;
  std::optional<std::string> PathOfGroup(NodeIndex call, const GroupUse& use) const;
  Prefixes PrefixesOf(NodeIndex object, NodeIndex at, int depth = 0) const;
  Prefixes PrefixesInside(NodeIndex call, const GroupUse& use, int depth) const;
  Prefixes PrefixesAround(NodeIndex index, int depth) const;
  Prefixes PrefixesTaken(std::string_view name, NodeIndex around, const Prefixes& own,
                         int depth) const;
  Prefixes PrefixesOfFunction(NodeIndex function, int depth) const;
  Prefixes PrefixesOfParameter(NodeIndex function, int depth) const;
  std::optional<Prefixes> PrefixesOfName(std::string_view name, NodeIndex at, int depth) const;

  // extract_routes.cc: routes by their place, in blocks or in the file tree.
  bool OpensRoutingDsl(NodeIndex send) const;
  RouteDirective RouteDirectiveOf(NodeIndex send) const;
  void FinishFileRoute(const FileRoute& route);
  void AddFileRoute(const std::string& name, std::string_view exported);

  // extract_decorated_routes.cc
  bool IsOtherThanRouter(const DecoratedRoute& route) const;
  Prefixes PrefixesOfDecorated(const DecoratedRoute& route, DefinitionIndex handler,
                               std::span<const DecoratedRoute> types) const;
  std::string WithNames(std::string path, DefinitionIndex handler) const;

  // extract_rpc_stubs.cc: names of code that is generated from a service definition.
  void EnterStub(const Frame& frame);
  void FinishStubs();
  void NameService(LiteralRole role, std::string_view service, DefinitionIndex owner,
                   std::uint32_t begin, std::uint32_t end);
  std::string_view ServiceOf(StubForm form, std::string_view name, std::string_view arguments,
                             std::uint32_t begin) const;
  void AddService(StubForm form, DefinitionIndex type, ExpressionIndex base);
  std::string NameOfType(ExpressionIndex type) const;
  std::string Imported(std::string_view name) const;
};

}  // namespace waymark::indexer
