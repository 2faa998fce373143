// Facts read from text: members accessed by name, getattr(shop, "total"), shop[name](), and the
// tokens of a macro's arguments.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "extract/extraction_routes.h"

namespace waymark::indexer {

// An expression that was read among the tokens of a macro.
struct TokensRead {
  NodeIndex next = 0;                // the token after it
  ExpressionIndex value = kNoIndex;  // if all of it is one expression that is kept
  std::string_view behind{};         // text up to the next token
};

// The names in a delegating call.
struct Delegation {
  NodeIndex holder = kNoIndex;     // names the object that has the methods
  std::vector<NodeIndex> methods;  // their names
  std::string prefix{};            // of their names here
  bool is_renamed = false;         // by a prefix that is not written
};

class ExtractionTexts : protected ExtractionRoutes {
 protected:
  using ExtractionRoutes::ExtractionRoutes;

  // extract_reflection.cc. `function` is the last component of the callee.
  void ReadReflection(const Frame& call, std::string_view function, const Expression& callee);

  bool IsMemberTable(Word name) const {
    const std::string_view table = language().member_table;
    return !table.empty() && draft_.words().Text(name) == table;
  }

  // Adds a by-name access to the result of `holder`, kNoIndex if it is unknown; an empty name
  // stands for any member. Once per function, holder and member.
  void UseByName(const Frame& frame, ExpressionIndex holder, std::string_view name,
                 std::uint32_t byte, MemberShape shape = kOfAny);

  Word MemberKey(NodeIndex key);
  ExpressionIndex HolderOfKeys(const Frame& type) const;
  void UseKeys(const Frame& type, ExpressionIndex holder);

  // extract_fixtures.cc
  void AskForFixtureNamed(DefinitionIndex asking, std::string_view name, std::uint32_t byte);

  // extract_named_members.cc: members that patterns, annotations and brackets name.
  void UseFieldByName(Frame& field, NodeIndex key);
  void UseMemberPath(Frame& field, ExpressionIndex object, NodeIndex path);
  void UseElement(const Frame& frame, ExpressionIndex annotation, Word name, std::uint32_t byte);
  void EnterPattern(const Frame& pattern, const Frame& around);
  void UseIndexMember(const Frame& frame, ExpressionIndex object);
  bool IsAssigned(const SyntaxNode& name) const;
  void NameOwner(const Frame& frame, ExpressionIndex owner);
  bool DefinesMethod(NodeIndex type, Word name);

  // extract_delegators.cc
  Delegation ReadDelegation(const Frame& frame) const;

  // extract_tokens.cc: the arguments of macros.
  std::string_view GapBefore(NodeIndex next, std::uint32_t end) const;
  std::string_view GapBehind(NodeIndex token, NodeIndex next, NodeIndex end) const;
  bool IsBehindLet(std::uint32_t byte) const;
  void OpenTokens(Frame& parent);
  std::uint32_t CountArguments(NodeIndex tokens) const;
  bool IsMacroArgument(const Frame& tokens, bool begins_path) const;
  bool IsLabel(ExpressionIndex expression, std::string_view gap) const;

 private:
  struct Reached {
    DefinitionIndex owner = 0;
    Word holder = 0;
    Word name = 0;

    bool operator==(const Reached&) const = default;
  };

  void AskByCall(const Frame& call, std::string_view function);
  bool IsStatic(NodeIndex definition) const;
  void UseNamedMembers(const Frame& call, std::string_view function, const Expression& callee);
  ExpressionIndex PathAt(std::string_view path, std::uint32_t byte);
  bool UsePathByName(const Frame& call, NodeIndex argument);
  void NameTypes(const Frame& call, std::span<const NodeIndex> arguments);
  void UseKeyedMember(const Frame& call, const Expression& callee);
  bool IsWritten(NodeIndex argument, std::string_view& text);

  std::vector<Reached> by_name_;
  std::map<NodeIndex, std::set<Word>> methods_;  // by type, for queried types
};

}  // namespace waymark::indexer
