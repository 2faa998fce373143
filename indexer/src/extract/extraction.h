// One pass over a syntax tree: the engine that executes rules.
//
// Nodes are entered in document order and left in post-order. Each open node has a Frame. A node
// that is left passes its expression to the frame below, by its role there. So expressions are
// built bottom-up, while scopes and owners are inherited top-down; nesting costs kMaxNesting
// frames. Some nodes look ahead: for the name and body of a definition, the name of a declarator,
// imports. Each look-ahead reads the children of one node, or one chain of declarators, once.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "extract/extraction_frame.h"
#include "extract/extraction_texts.h"
#include "extract/stored_functions.h"
#include "facts/facts_draft.h"
#include "indexer/language.h"
#include "syntax/rule_table.h"
#include "syntax/syntax.h"

namespace waymark::indexer {

struct Operation;

class Extraction : private ExtractionTexts {
 public:
  Extraction(const RuleTable& rules, const GrammarRow& grammar, const SyntaxTree& tree,
             FactsDraft& draft, std::vector<Frame>& frames,
             std::vector<ParameterPlace>& parameters);

  // Leaves the parameters of the file's functions in `parameters`. `route`: the route that the
  // file's path stands for, if any.
  void Run(const FileRoute& route);

 private:
  // extract.cc: the pass.
  NodeIndex Enter(NodeIndex index);
  bool EnterWithoutFrame(Frame& parent, ChildRole part, NodeIndex index, const Rule& rule);
  bool VisitStatement(Frame& parent, NodeIndex index, const Rule& rule);
  Frame& Push(NodeIndex index, const Rule& rule, ChildRole part);
  void Prepare(Frame& frame);
  void ChangeContext(Frame& frame);
  void Exit();
  ExpressionIndex Yield(Frame& frame);
  void Conclude(Frame& frame);

  Frame& Below(const Frame& frame) { return frames_[IndexOf(frame) - 1]; }

  std::size_t IndexOf(const Frame& frame) const {
    return static_cast<std::size_t>(&frame - frames_.data());
  }

  // extract_child_roles.cc
  ChildRole PartIn(const Frame& parent, const SyntaxNode& child) const;
  ChildRole ListPart(const Frame& list, const SyntaxNode& child, ChildRole part) const;
  ScopeIndex OutsideOf(const Frame& list) const;
  ScopeIndex ScopeFor(const Frame& parent, ChildRole part) const;
  bool IsOnlyDefinition(NodeIndex child, NodeIndex keyword) const;
  bool KeepsArguments(const Frame& list) const;
  bool IsBodyOfLambda(const Frame& block);
  bool AreUnderlying(const Frame& members) const;

  // extract_results.cc: how a parent uses the expression of a child.
  void ReturnToParent(Frame& parent, ChildRole part, ExpressionIndex expression);
  void PassToParent(const Frame& list, Frame& parent);
  void PassArgumentsToParent(const Frame& list, Frame& parent);
  void KeepValues(const Frame& list, Frame& parent);
  void ReturnValue(Frame& parent, ExpressionIndex expression);
  void ReturnBranch(Frame& parent, ExpressionIndex expression);
  ExpressionIndex FromTop(const Frame& path, ExpressionIndex name);
  void ReturnOperand(Frame& parent, ExpressionIndex expression);
  ExpressionIndex Append(ExpressionIndex base, ExpressionIndex rest);
  void SetUnderlying(const Frame& frame, ExpressionIndex type);
  void SetReturnType(const Frame& function, ExpressionIndex type);

  // extract_text.cc: leaves.
  Word WordOf(NodeIndex index);
  bool IsTag(std::uint32_t byte) const;
  void VisitSpecialName(Frame& parent, ChildRole part, NodeIndex index);
  void NoteKey(const Frame& parent, ChildRole part, NodeIndex key);
  void VisitIdentifier(Frame& parent, ChildRole part, NodeIndex index, const Rule& rule);
  void VisitText(Frame& parent, const SyntaxNode& leaf);
  void VisitDotted(Frame& parent, ChildRole part, NodeIndex index);
  void CountIdentifiers(DefinitionIndex owner, NodeIndex index);
  ExpressionIndex ForwardType(const Frame& frame, std::string_view text, std::uint32_t begin);

  // extract_documentation.cc
  void FindDocstring(DefinitionIndex definition, NodeIndex body);
  void VisitComment(const Frame& parent, const SyntaxNode& comment);
  void FlushComment();
  void ClaimComment(DefinitionIndex definition, std::uint32_t begin, std::uint32_t line);
  std::string Fold(std::uint32_t begin, std::uint32_t end) const;
  StringId Signature(std::string folded);

  // extract_expressions.cc
  ExpressionIndex AddLiteral(const Rule& rule, NodeIndex index);
  ExpressionIndex ExitMember(const Frame& frame);
  ExpressionIndex CalleeOf(const Frame& frame);
  void UseMaker(const Frame& frame, ExpressionIndex callee);
  ExpressionIndex ExitCall(const Frame& frame);
  void KeepArguments(const Frame& frame, ExpressionIndex call);
  ExpressionIndex ExitNew(const Frame& frame);
  ExpressionIndex ExitCast(const Frame& frame);
  ExpressionIndex ExitTuple(const Frame& frame);
  ExpressionIndex ExitValues(const Frame& frame);
  ExpressionIndex ExitIndex(const Frame& frame);
  ExpressionIndex ExitUnion(const Frame& frame);
  ExpressionIndex ExitOperator(const Frame& frame);
  ExpressionIndex YieldFunction(const Frame& frame);
  ExpressionIndex AddSelf(const Frame& frame, NodeIndex index);
  Word NameOf(ExpressionIndex expression) const;
  ExpressionIndex WrapType(const Frame& frame, Wrapping wrapping);
  const TypeWrapper* FindWrapper(ExpressionIndex type) const;
  void Use(const Frame& parent, ChildRole part, ExpressionIndex expression);
  bool IsPlainType(ExpressionIndex type) const;
  std::string_view LastName(ExpressionIndex expression) const;

  // extract_types.cc: types for overload resolution.
  std::uint8_t ShapeOf(NodeIndex whole, NodeIndex declarator, NodeIndex name) const;
  ExpressionIndex Shaped(ExpressionIndex type, std::uint8_t shape);
  ExpressionIndex DeclaredType(ExpressionIndex type, NodeIndex whole);
  ExpressionIndex DescribedType(const Frame& frame);
  ExpressionIndex AddTypedLiteral(const Rule& rule, NodeIndex index);
  Operation OperationOf(const Frame& operation) const;
  ExpressionIndex ExitOperation(const Frame& frame);
  std::uint8_t VirtualWords(const Frame& declarator, NodeIndex parameters) const;
  void KeepParameterTypes(const Frame& list);
  void DeclareObject(const Frame& holder, const Frame& declaration);
  void InitializeBase(const Frame& frame);

  // extract_method_calls.cc
  void EnterSend(Frame& frame);
  ExpressionIndex DescribedAround(std::string_view message, std::uint32_t byte);
  void VisitSuperSend(Frame& parent, ChildRole part, NodeIndex index);
  void VisitMessage(Frame& parent, ChildRole part, Word word, std::uint32_t byte);
  void VisitOwnField(Frame& parent, ChildRole part, NodeIndex index);
  void VisitFieldOfBlock(Frame& parent, ChildRole part, Word field, std::uint32_t byte);
  void VisitMethodName(Frame& parent, ChildRole part, NodeIndex index);
  ExpressionIndex Addressed(const Frame& frame, Word name, std::uint32_t byte);
  bool ExitNaming(const Frame& frame, std::string_view message);
  void UseMethodNames(const Frame& frame);
  ExpressionIndex ExitSend(const Frame& frame);
  ExpressionIndex BaseMade(const Frame& send, std::string_view message);

  // extract_blocks.cc: blocks that run for another receiver.
  std::string_view BlockTakenAround(const Frame& frame) const;
  void AddRun(const Frame& frame, ExpressionIndex run);
  const Frame* TakerAround() const;
  void AddOwnerByBlock(ScopeIndex scope, Definition& definition) const;
  void PassBlock(const Frame& user, ChildRole part, NodeIndex name);
  void AddBlockReceiver(const Frame& send, std::string_view message, ExpressionIndex sent);
  void KeepBlock(const Frame& assignment, NodeIndex field);
  void EnterBlock(Frame& block);
  void NoteTaker(const Frame& block);

  // extract_class_macros.cc
  void ApplyClassMacro(Frame& frame);
  bool ApplyBareClassMacro(Frame& parent, const ClassMacro& class_macro);
  bool LoadFile(const Frame& frame);  // false: its argument names no file
  bool MixIntoBlock(const Frame& frame);
  void MixIn(const Frame& frame);
  void FinishMixins();
  DefinitionIndex DefineMember(const Frame& frame, NodeIndex at, std::string_view name,
                               ScopeIndex scope);
  void DefineProperty(const Frame& frame, NodeIndex at, ScopeIndex scope, bool reads, bool writes);
  void DefineProperties(const Frame& frame);
  bool IsInHiddenSection() const;
  void ApplyHidden();
  void DefineAlias(const Frame& frame, NodeIndex name, NodeIndex old_name);
  void VisitMethodAlias(const Frame& parent, NodeIndex index, const Rule& rule);
  bool DefineByCall(Frame& frame);
  void OpenType(Frame& frame, DefinitionIndex type);
  bool DerivesFromTarget(const Frame& made);
  void MakeType(Frame& frame, const TypeMaker& maker);
  void ExitClassMacro(const Frame& frame);

  // extract_delegators.cc
  ExpressionIndex DelegateOf(const Frame& frame, NodeIndex holder);
  void DefineDelegators(Frame& frame);

  // extract_definitions.cc
  void EnterDefinition(Frame& frame);
  void OpenAnonymous(Frame& frame);
  std::string SignatureOf(const Frame& frame, NodeIndex index, const Rule& rule,
                          std::uint32_t whole) const;
  void EnterWrapper(Frame& frame);
  void EnterLambda(Frame& frame);
  void DefineByOwnName(Frame& frame);
  void CutSignature(const Frame& frame);
  void VisitAccess(NodeIndex index);
  ExpressionIndex YieldType(Frame& frame);
  void ExitLambda(const Frame& frame);
  void ExitReturn(const Frame& frame);
  void ExitRaise(const Frame& frame);
  void AddBase(const Frame& list, ExpressionIndex type);
  DefinitionIndex BeginDefinition(const Frame& frame, NodeIndex index, const Rule& rule,
                                  ChildRole part);
  Declarator ReadName(const Frame& frame, NodeIndex index, const Rule& rule);
  bool NameTest(Definition& definition, const Declarator& declarator);
  DefinitionIndex AddDefinition(const Definition& definition, std::uint32_t begin);
  std::uint16_t FlagsOf(const Frame& frame, std::string_view name, ScopeIndex scope) const;
  bool IsVisible(const Frame& frame, std::string_view name, ScopeIndex scope) const;
  bool IsConstructor(const Definition& definition, std::string_view name) const;
  void ApplyExports();

  // extract_decorators.cc
  std::uint32_t BehindDecorators(NodeIndex index, std::uint32_t begin) const;
  void ExitDecorator(const Frame& frame);
  std::uint32_t ClaimDecorators(DefinitionIndex definition, std::uint32_t begin);
  void KeepDecorators(const Frame& parent, NodeIndex next, Role role);
  std::uint16_t DecoratorFlags(NodeIndex decorator, ExpressionIndex named) const;

  // extract_fixtures.cc
  void NoteFixtures(DefinitionIndex decorated, const PendingDecorator& decorator);
  void AskForFixture(const Frame& list, DefinitionIndex function, const Frame& parameter);

  // extract_members.cc: definitions named or placed by the surrounding code.
  DefinitionIndex DefineFromContext(const Frame& frame, SymbolKind kind);
  DefinitionIndex DefineFromTarget(Frame& statement, const Frame& value, SymbolKind kind);
  DefinitionIndex DefineNamed(const Frame& frame, SymbolKind kind, ScopeIndex scope, Word name,
                              std::uint32_t byte);
  std::size_t StatementHolding(std::size_t index) const;
  void DeriveObject(const Frame& around);
  void EnterObject(Frame& frame);
  bool EnterInnerObject(Frame& frame);
  ScopeIndex ObjectScope(Frame& object);
  ExpressionIndex ExitObject(const Frame& frame);
  void BindInObject(Frame& object, Word member, ExpressionIndex value);
  void ExitPair(const Frame& frame);
  void DefineEnumerator(const Frame& parent, NodeIndex name);
  void DefineEmbedded(Frame& frame);
  bool IsScopeIn(SymbolKind kind, DefinitionIndex enclosing) const;
  void ExitFunction(const Frame& frame);
  void DefineParameterField(const Frame& parameter, ScopeIndex scope);
  void OpenOwnType(Frame& made, NodeIndex body);
  DefinitionIndex DefineByVariable(const Frame& frame);
  void DeriveFromOuter(const Frame& frame);
  void ExitInstance(const Frame& frame);

  // extract_scopes.cc: scopes that open at a binding, and names of types.
  Frame* BlockOf(const Frame& statement);
  ScopeIndex OpenScope(Frame& statement, Word name);
  void EnterNamespace(Frame& frame);
  void OpenTypeParameters(Frame& frame);
  ScopeIndex OpenBlock(Frame& frame);
  void EnterTypeSwitch(Frame& frame, Word name);
  void EnterTypeCase(Frame& frame, ExpressionIndex type);

  // extract_prototypes.cc: types without classes.
  void FindPrototypes();
  Word OwnerBefore(NodeIndex member, std::string_view name);
  bool SetsFields(NodeIndex body) const;
  bool MakesObjects(const Frame& frame);
  bool OpenPrototype(Frame& frame);
  ScopeIndex AddMembers(ScopeIndex around, DefinitionIndex type);
  void NoteMembers(DefinitionIndex type, ScopeIndex scope);
  ScopeIndex MembersOf(ScopeIndex from, ExpressionIndex owner) const;
  ScopeIndex OwnType(ScopeIndex from) const;
  ExpressionIndex OwnerOf(const Frame& statement, ExpressionIndex object, bool& of_prototype) const;
  bool MayDefineMember(const Frame& parent, ExpressionIndex target) const;
  DefinitionIndex DefineMemberOf(Frame& statement, SymbolKind kind);
  Frame& NamingStatement(Frame& innermost);
  void NameAgain(Frame& innermost, const Frame& naming);
  void OpenPrototypeObject(Frame& object);
  void ExitPrototypePair(const Frame& pair, NodeIndex key);
  void SetMember(const Frame& statement, ScopeIndex members, Word name, std::uint32_t byte,
                 ExpressionIndex value);
  void ExitMemberAssignment(const Frame& statement, ExpressionIndex value);
  ExpressionIndex HoldMembers(const Frame& statement, ExpressionIndex value);
  void InheritByCall(const Frame& call, ExpressionIndex callee);
  void InheritFrom(const Frame& at, ExpressionIndex type, ExpressionIndex base);
  void FinishPrototypes();

  // extract_patterns.cc: names bound by patterns.
  static bool TakesPattern(const Frame& parent, ChildRole part, const Rule& rule);
  void VisitPattern(Frame& parent, NodeIndex pattern);
  void UseCase(const Frame& label, ExpressionIndex name);
  NodeIndex PlainName(NodeIndex pattern) const;
  PatternValue ElementPassed(const Frame& parameters) const;
  void BindLet(Frame& let);
  ScopeIndex LetScope(const Frame& let, Word name);
  void BindPattern(const Frame& frame, ScopeIndex scope, NodeIndex pattern, PatternValue value,
                   int depth = 0);
  void BindVariant(const Frame& frame, ScopeIndex scope, NodeIndex pattern, PatternValue value,
                   int depth);
  void BindTuple(const Frame& frame, ScopeIndex scope, NodeIndex pattern, PatternValue value,
                 int depth);
  PatternValue ElementOf(PatternValue value);
  PatternValue PartOf(PatternValue tuple, std::uint32_t position);
  std::uint32_t CommasBefore(NodeIndex child, std::uint32_t end) const;
  ExpressionIndex ReadPath(const Frame& frame, NodeIndex path, int depth = 0);

  // extract_tokens.cc: calls in the arguments of macros.
  void VisitTokens(Frame& parent, NodeIndex tokens, int depth = 0);
  TokensRead VisitToken(Frame& parent, NodeIndex token, NodeIndex end, int depth);
  NodeIndex ContinueTokens(Frame& parent, NodeIndex next, NodeIndex end, int depth,
                           std::string_view gap, ExpressionIndex& expression);
  NodeIndex BindToken(Frame& parent, NodeIndex type, NodeIndex end, ExpressionIndex named);
  NodeIndex BindLetToken(Frame& parent, NodeIndex value, NodeIndex end, int depth,
                         ExpressionIndex named);
  void VisitFields(Frame& parent, NodeIndex braces, ExpressionIndex type, int depth);
  NodeIndex ReadTypes(Frame& parent, NodeIndex at, NodeIndex end, int depth, std::string_view& gap);
  ExpressionIndex ExitMacroCall(const Frame& frame);

  // extract_extensions.cc: blocks that add members and bases to a type.
  void EnterExtension(Frame& extension);
  void BeginExtension(Frame& extension);
  const Frame* ExtensionAround(const Frame& frame) const;
  void ExitBound(const Frame& frame);
  void AddPosition(Frame& list, ExpressionIndex type);
  void AddBases(const Frame& defined, ExpressionIndex types);

  // extract_uses.cc
  void VisitUse(const Frame& parent, NodeIndex index, const Rule& rule);
  void VisitUseTree(const Frame& parent, NodeIndex tree, UsePath path, int depth);
  void AddUse(const Frame& parent, NodeIndex site, const UsePath& used, Word alias, bool whole);
  void AddModule(const Frame& frame, NodeIndex name);

  // extract_composites.cc: values with their type beside them.
  bool IsNamedType(ExpressionIndex type) const;
  ExpressionIndex AddContainer(const Rule& rule, ExpressionIndex element, std::uint32_t byte);
  ExpressionIndex AddContainers(const Frame& frame, ChildRole part, ExpressionIndex element);
  ExpressionIndex KnownResult(const Frame& call, ExpressionIndex called, ExpressionIndex whole);
  ExpressionIndex ExitComposite(const Frame& frame);
  void EnterFields(Frame& frame);
  ExpressionIndex ExitFields(const Frame& frame);
  ExpressionIndex TargetType(const Frame& made);
  void EnterField(Frame& frame);

  // extract_designators.cc: designated initialisers of C.
  ExpressionIndex ObjectInitialized(const Frame& pair);
  void EnterDesignators(Frame& pair);
  void GiveMember(const Frame& pair);
  // extract_old_style.cc: functions of C whose head parses as a call or a type.
  NodeIndex OldStyleHeader(NodeIndex statement) const;
  NodeIndex BodyBehind(NodeIndex head) const;
  std::string NameOfOldStyle(std::string_view head, std::span<const std::string_view> given) const;
  bool BeginOldStyle(const Frame& around, NodeIndex statement);
  void PlaceInOldStyle(Frame& frame, const Frame& parent) const;
  std::string NameByHead(NodeIndex function, const Rule& rule, Declarator& name) const;
  ExpressionIndex ExitElement(const Frame& frame);

  // extract_generics.cc: type arguments.
  bool HoldsTypeArguments(const Frame& list) const;
  void TakeTypeArguments(const Frame& list, Frame& parent);
  ExpressionIndex Apply(ExpressionIndex type, const Frame& arguments);

  // extract_functions.cc: function types, and parameter types of function literals.
  bool MayBeFunction(ExpressionIndex type) const;
  void ExitParameters(const Frame& list);
  ExpressionIndex ExitFunctionType(const Frame& frame);
  ExpressionIndex ExpectedOf(std::size_t index);
  ExpressionIndex ResultExpectedOf(DefinitionIndex function);
  ExpressionIndex ExpectedArgument(const Frame& function, std::uint32_t position);
  ExpressionIndex ArgumentFrom(ExpressionIndex function, std::uint32_t position);

  // extract_values.cc: functions and objects as values.
  Word KeyOf(NodeIndex index);
  ExpressionIndex AddElement(Word key, ElementShape shape, ExpressionIndex value,
                             ExpressionIndex rest, std::uint32_t byte);
  ExpressionIndex ElementAt(ExpressionIndex container, Word key);
  ExpressionIndex ExitKeyed(const Frame& frame);
  ExpressionIndex ExitSpread(const Frame& frame);
  ExpressionIndex TakeElements(const Frame& frame, bool numbered);
  ExpressionIndex ExitContainerLiteral(const Frame& frame);
  ExpressionIndex ExitComprehension(const Frame& frame);
  void ExitYield(const Frame& frame);
  void AddResult(Definition& function, ExpressionIndex value);
  ExpressionIndex PartFor(ExpressionIndex value, const AssignedName& target);
  bool KeepsPath(const Frame& statement) const;
  void SetPath(const Frame& statement, std::uint32_t byte, AssignedName& target);
  void AddContent(const Frame& frame, ExpressionIndex to, ExpressionIndex content, int depth);
  void ExitElementAssignment(const Frame& statement, ExpressionIndex value);
  void AddContentOfCall(const Frame& call, const Expression& callee);
  void GiveArguments(const Frame& frame, ExpressionIndex callee, ExpressionIndex arguments);
  Word CallArgumentsName(Word name);
  ExpressionIndex CallSiteArgument(const Frame& function, Word name, std::uint32_t position,
                                   std::uint32_t byte);
  bool EntersAsync(const Frame& frame) const;
  ExpressionIndex ResultOfContainerFunction(const Frame& call, const Expression& callee);
  void ExitDecorated(const Frame& wrapper);
  void ConcludeValue(const Frame& frame);
  ExpressionIndex YieldContainer(const Frame& frame);

  // extract_modules.cc: imports and exports by path, and calls that load a module.
  std::string_view Unquoted(NodeIndex string) const;
  void VisitPackage(NodeIndex index, const Rule& rule);
  void VisitPathImport(const Frame& parent, NodeIndex index, const Rule& rule);
  void VisitModuleImport(const Frame& parent, NodeIndex index, const Rule& rule);
  void VisitClause(const Frame& parent, NodeIndex clause, Import from, int depth);
  bool VisitExport(const Frame& parent, NodeIndex index, const Rule& rule);
  void VisitExportClause(const Frame& parent, NodeIndex clause);
  void ExportAs(Word name, ExpressionIndex value, ScopeIndex value_scope);
  bool IsModule(const Frame& function) const;
  void ReturnFromModule(const Frame& statement);
  void ExportCall(const Frame& statement);
  void ExitModule(const Frame& function);
  void ExitExport(const Frame& frame);
  void FinishExports();
  NodeIndex LoadedModule(NodeIndex call) const;
  NodeIndex FindLoad(const Frame& statement, Word& member);
  bool BindLoad(const Frame& statement, Word name, Word property);
  void AddLoad(const Frame& frame, NodeIndex call, Word name, Word alias);
  ExpressionIndex LoadInPlace(const Frame& call);
  bool BindExport(Frame& statement, ExpressionIndex target);

  // extract_parameters.cc
  void AddReceiver(const Frame& list, Frame& function, const Frame& parameter);
  void AddResult(Frame& function, const Frame& parameter);
  void CountTypeParameter(const Frame& defined);
  void CountParameter(DefinitionIndex function, const Frame& parameter);
  void ExitParameter(Frame& frame);
  void FinishParameter(const Frame& parameter);
  void AddParameter(Frame& list, const Frame& parameter);
  void BindMembers(const Frame& list, const Frame& parameter);
  ExpressionIndex VisitedBy(const Frame& function) const;
  StringId Discriminator(NodeIndex function, NodeIndex arguments);
  std::string ParameterType(NodeIndex parameter);
  std::string VariadicType(NodeIndex array) const;
  bool IsReceiver(const Frame& parameter) const;

  // extract_declarators.cc
  void EnterDeclarator(Frame& frame);
  void ExitDeclarator(Frame& frame);
  void ExitInitializer(const Frame& frame);
  void VisitDeclarator(Frame& parent, NodeIndex index);
  void ReadWrap(Declarator& declarator, NodeIndex at, const Rule& rule) const;
  Declarator ReadDeclarator(const Frame& frame, NodeIndex at);
  std::string NameText(NodeIndex name) const;
  void Declare(Frame& declaration, NodeIndex index);
  void DeclareFunction(Frame& declaration, NodeIndex index, const Declarator& declarator);
  void DeclareVariable(Frame& declaration, NodeIndex index, const Declarator& declarator);
  void TakeReferences(const Frame& declaration, DefinitionIndex definition);
  void UseVariable(const Frame& holder, const Frame& declaration);
  void FinishVariable(Frame& holder, const Frame& declaration);
  void ReadModifiers(Frame& frame);
  bool HasMoreDeclarators(const Frame& declaration, NodeIndex index) const;

  // extract_bindings.cc
  void BindName(Frame& parent, ChildRole part, Word word, std::uint32_t byte);
  void BindMember(Frame& parent, ChildRole part, ExpressionIndex target);
  NodeIndex NodeOf(ScopeIndex type) const;
  void ExitAssignment(Frame& frame);
  void ExitUsing(const Frame& frame);
  DefinitionIndex DefineVariable(const Frame& statement, SymbolKind kind, ScopeIndex scope,
                                 Word word, std::uint32_t byte);
  SymbolKind VariableKind(const Frame& statement, ScopeIndex scope) const;
  void BindByForm(Frame& statement, ChildRole part, Word word, std::uint32_t byte);
  bool BindInParameter(const Frame& parent, Word word);
  void Rebind(Frame& parent, Frame& statement, ChildRole part, Word word, std::uint32_t byte);
  void AddTarget(Frame& statement, ChildRole part, const AssignedName& target);
  Word PropertyOf(const Frame& parent, Word word) const;
  ExpressionIndex ValueOf(const Frame& frame, const AssignedName& target);
  void ExitTargets(const Frame& frame);
  bool BecameFunction(const Frame& frame) const;
  void BindVariable(const Frame& frame, ExpressionIndex value);
  Frame* EnclosingAssignment();
  void VisitElsewhere(const Frame& parent, NodeIndex index, LocalState state);
  void CollectExports(const Frame& assignment);

  // extract_imports.cc
  void VisitImport(const Frame& parent, NodeIndex index, const Rule& rule);
  void VisitImportFrom(const Frame& parent, NodeIndex index, const Rule& rule);
  void VisitInclude(const Frame& parent, NodeIndex index, const Rule& rule);
  void VisitTypeImport(const Frame& parent, NodeIndex index, const Rule& rule);
  void VisitNamespaceImport(const Frame& parent, NodeIndex index, const Rule& rule);
  void AddImport(Import import, const Frame& parent, NodeIndex site);
  NodeIndex ReadImported(NodeIndex index, Import& import, StringId Import::*name);
  Word ModuleName(std::string_view text);

  // extract_api_calls.cc: literals that name something outside the language.
  void EnterApiCall(Frame& frame);
  bool EnterApplied(Frame& frame);
  void ExitApiCall(const Frame& frame);
  ExpressionIndex CalleeAsked(const Frame& frame);

  // extract_handlers.cc: routes that calls register, and their handlers.
  void EnterRoute(Frame& frame, const Mention& mention, NodeIndex object);
  void ExitRoute(const Frame& frame, const OpenRoute& open, ExpressionIndex callee);
  // extract_decorated_routes.cc: routes from decorators and annotations.
  void NoteDecorator(const Frame& frame);
  void FinishRoutes();
  void FinishDecorated(DefinitionIndex handler, std::span<const DecoratedRoute> routes,
                       std::span<const DecoratedRoute> types);
  void AddDecorated(const DecoratedRoute& route, std::string_view verbs, DefinitionIndex handler,
                    std::span<const DecoratedRoute> types);
  // extract_routes.cc: routes by their place, in blocks or in the file tree.
  bool EnterRoutingDsl(const Frame& frame);
  void AddDslRoute(const Frame& frame, NodeIndex site, const DeclaredRoute& route);

  // extract_preprocessor.cc
  void EnterConditional(Frame& frame);
  void VisitMacro(const Frame& parent, NodeIndex index, const Rule& rule);
  void ReadMacroText(const Frame& parent, DefinitionIndex macro, NodeIndex parameters,
                     NodeIndex value);
  void ReadOpenedNamespaces(const Definition& macro, NodeIndex value);

  const GrammarRow& grammar_;
  std::vector<Frame>& frames_;
  std::vector<ParameterPlace>& parameters_;
};

}  // namespace waymark::indexer
