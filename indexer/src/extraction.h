// One pass over a syntax tree: the engine that executes rules.
//
// Nodes are entered in document order and left in post-order. Each open node has a Frame; a node
// that is left hands the expression it yields to the frame below, by the part it plays there. So
// expressions are built bottom-up, scopes and owners are inherited top-down, and nothing recurses:
// nesting costs frames, of which there are at most kMaxNesting.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "facts_draft.h"
#include "rule_table.h"
#include "syntax.h"

namespace waymark::indexer {

inline constexpr std::size_t kMaxSignatureBytes = 320;  // longer ones end in "..."
inline constexpr std::size_t kMaxModuleBytes =
    512;  // of the name of an imported module; longer imports are dropped

// Properties of the place in the tree that children inherit.
enum Context : std::uint8_t {
  kInType = 1 << 0,     // inside an annotation or a list of bases: names are types
  kTypeOnly = 1 << 1,   // under a type checking condition
  kDecorates = 1 << 2,  // the expression of a decorator: its call is no call of its own
};

enum class TargetKind : std::uint8_t { kNone, kName, kField };

struct Frame {
  const Rule* rule = nullptr;
  NodeIndex node = 0;
  NodeIndex end = 0;  // first node after the subtree
  Part part = Part::kUsed;
  std::uint8_t context = 0;
  TargetKind target_kind = TargetKind::kNone;
  bool has_default = false;
  bool is_variadic = false;
  bool is_guarded = false;            // kGuard: the condition is the type checking one
  bool takes_self = false;            // kDefinition, kWrapper: the first parameter is the object
  ScopeIndex scope = 0;               // from which names are looked up
  ScopeIndex inner_scope = kNoIndex;  // and in kBody and kParameters
  DefinitionIndex owner = 0;          // innermost definition that contains the children
  DefinitionIndex definition = kNoIndex;  // kDefinition, kWrapper, kAssignment: made by this node
  ExpressionIndex value = kNoIndex;
  ExpressionIndex operand = kNoIndex;
  ExpressionIndex second = kNoIndex;
  ExpressionIndex type = kNoIndex;
  std::uint32_t count = 0;  // elements of a list
  Word name = 0;            // member, target or parameter
  std::uint32_t name_byte = 0;
  ScopeIndex target_scope = 0;  // kAssignment: in which the target is bound
  Word self = 0;                // name by which the enclosing method knows its object
};

class Extraction {
 public:
  Extraction(const RuleTable& rules, const SyntaxTree& tree, FactsDraft& draft,
             std::vector<Frame>& frames);

  void Run();

 private:
  // extract.cc: the pass.
  NodeIndex Enter(NodeIndex index);
  bool EnterWithoutFrame(Frame& parent, Part part, NodeIndex index, const Rule& rule);
  Frame& Push(NodeIndex index, const Rule& rule, Part part);
  void Exit();
  ExpressionIndex Yield(Frame& frame);
  void Deliver(Frame& parent, Part part, ExpressionIndex expression);
  Part PartIn(const Frame& parent, const SyntaxNode& child) const;
  ScopeIndex ScopeFor(const Frame& parent, Part part) const;

  // extract_text.cc: leaves.
  void VisitIdentifier(Frame& parent, Part part, const SyntaxNode& leaf);
  void VisitText(Frame& parent, const SyntaxNode& leaf);
  void VisitDotted(Frame& parent, Part part, NodeIndex index);
  void CountIdentifiers(DefinitionIndex owner, NodeIndex index);
  ExpressionIndex ForwardType(const Frame& frame, std::string_view text, std::uint32_t begin);
  void FindDocstring(DefinitionIndex definition, NodeIndex body);
  StringId Signature(std::uint32_t begin, std::uint32_t end);

  // extract_expressions.cc
  ExpressionIndex AddName(const Frame& frame, Word word, std::uint32_t byte);
  ExpressionIndex AddMember(ExpressionIndex operand, Word name, std::uint32_t byte);
  ExpressionIndex AddLiteral(const Rule& rule, NodeIndex index);
  ExpressionIndex AddUnary(ExpressionKind kind, ExpressionIndex operand);
  ExpressionIndex AddUnion(ExpressionIndex first, ExpressionIndex second);
  ExpressionIndex ExitMember(const Frame& frame);
  ExpressionIndex ExitCall(const Frame& frame);
  ExpressionIndex ExitIndex(const Frame& frame);
  ExpressionIndex ExitUnion(const Frame& frame);
  ExpressionIndex WrapType(const Frame& frame, Wrapping wrapping);
  const TypeWrapper* FindWrapper(ExpressionIndex type) const;
  void Use(const Frame& parent, Part part, ExpressionIndex expression);
  bool IsPlainType(ExpressionIndex type) const;
  std::string_view LastName(ExpressionIndex expression) const;

  // extract_definitions.cc
  void EnterDefinition(Frame& frame);
  void EnterWrapper(Frame& frame);
  void EnterLambda(Frame& frame);
  void ExitLambda(const Frame& frame);
  void ExitDecorator(const Frame& frame);
  void ExitParameter(Frame& frame);
  void ExitReturn(const Frame& frame);
  void ExitRaise(const Frame& frame);
  DefinitionIndex BeginDefinition(const Frame& frame, NodeIndex index, const Rule& rule,
                                  std::uint32_t begin);
  void AddParameter(Frame& list, const Frame& parameter);
  void AddBase(const Frame& list, ExpressionIndex type);
  std::uint16_t FlagsOf(std::string_view name, ScopeIndex scope) const;
  void ApplyExports();

  // extract_bindings.cc
  void BindName(Frame& parent, Part part, Word word, std::uint32_t byte);
  void BindMember(Frame& parent, Part part, ExpressionIndex target);
  void ExitAssignment(Frame& frame);
  DefinitionIndex DefineVariable(const Frame& statement, SymbolKind kind, ScopeIndex scope,
                                 Word word, std::uint32_t byte);
  Frame* EnclosingAssignment();
  ScopeIndex EnclosingType(ScopeIndex scope) const;
  void VisitGlobal(const Frame& parent, NodeIndex index);
  void CollectExports(const Frame& assignment);

  // extract_imports.cc
  void VisitImport(const Frame& parent, NodeIndex index, const Rule& rule);
  void VisitImportFrom(const Frame& parent, NodeIndex index, const Rule& rule);
  void AddImport(Import import, const Frame& parent, NodeIndex site);
  NodeIndex ReadImported(NodeIndex index, Import& import, StringId Import::*name);
  Word ModuleName(std::string_view text);
  NodeIndex FindChild(NodeIndex index, const Rule& rule, Part part) const;

  const SyntaxNode& node(NodeIndex index) const { return tree_.nodes[index]; }

  std::string_view TextOf(NodeIndex index) const {
    const SyntaxNode& at = tree_.nodes[index];
    return draft_.bytes().substr(at.begin, at.end - at.begin);
  }

  const LanguageRules& language() const { return rules_.language(); }

  ScopeKind KindOf(ScopeIndex scope) const { return draft_.facts().scopes[scope].kind; }

  const RuleTable& rules_;
  const SyntaxTree& tree_;
  FactsDraft& draft_;
  std::vector<Frame>& frames_;
  NodeIndex doc_node_ = 0;  // string that documents the definition entered last
  bool exports_are_listed_ = false;
  std::vector<Word> exports_;
};

}  // namespace waymark::indexer
