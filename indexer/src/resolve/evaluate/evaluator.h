// Answers what names and expressions of a program stand for, on demand.
//
// Everything rests on one primitive, looking a name up in a space: a scope, a module, a package, a
// namespace or a type. Each public question starts with a fresh allowance of steps. A question that
// runs out of it is "cut" and has no answer; results found on the way are remembered only when
// neither a cycle nor the limit shortened them, together with what they cost, and a remembered
// result is charged its cost again. So answers do not depend on what was asked before, nor on the
// thread that asks.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "resolve/evaluate/answer.h"
#include "resolve/evaluate/question.h"
#include "resolve/evaluate/visibility.h"
#include "resolve/program/program.h"
#include "resolve/rules/c_conditions.h"
#include "resolve/rules/resolution_rules.h"

namespace waymark::indexer {

inline constexpr std::uint32_t kMaxSteps = 512;           // of one question
inline constexpr int kMaxBlocksDeep = 16;                 // whose object hangs on another block's
inline constexpr int kMaxBlocksAsked = 64;                // in one question, that are not known yet
inline constexpr std::size_t kMaxNamed = 512;             // definitions a look-up chooses between
inline constexpr std::size_t kNamedOfStep = 16;           // definitions that count as one step
inline constexpr std::size_t kMaxAssigned = 64;           // members of a name that are asked for
inline constexpr std::size_t kMaxGiven = 24;              // calls that are asked what they give
inline constexpr std::size_t kMaxRemembered = 1 << 16;    // results; then the memory starts anew
inline constexpr std::size_t kMaxEnvironments = 1 << 16;  // then they and the memory start anew
inline constexpr int kMaxEnvironmentDepth = 8;            // of type arguments in type arguments
inline constexpr int kMaxTypeDepth = 16;                  // of types that are compared

// Not thread-safe: one a thread over one shared program.
class Evaluator {
 public:
  // `follows_given`: whether parameters without a type hold what calls give them.
  explicit Evaluator(const Program& program, bool follows_given = true);
  ~Evaluator();
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  // The file whose body is being resolved: its expressions continue those of the header. Valid
  // until the next call.
  void SetBody(FileIndex file, std::span<const ModelExpression> body_expressions);

  // What a name or member expression names; variables stand for themselves.
  Answer AskBinding(Place place, ExpressionIndex expression, Wanted wanted);
  // What an expression evaluates to; variables stand for what they hold.
  Answer AskValue(Place place, ExpressionIndex expression);
  // Instances of a written type.
  Answer AskType(Place place, ExpressionIndex expression);
  // The definitions of a member of a type, nearest first: those of the type itself unless
  // `inherited_only`.
  Answer AskMember(SymbolRef type, Name name, Wanted wanted, bool inherited_only);
  // What a bound entity holds: the content of a variable, the result of a property.
  Answer AskHeld(const Entity& entity);
  // Instances of what a type stands for: of itself, or of what it is an alias of.
  Answer AskAliased(const Entity& entity);
  // Of a member that braces name, `operand{name: ...}`: what the name is as the key of a container.
  Answer AskKey(Place place, const ModelExpression& member);
  // What a decorator names, with the part of the name that decorators leave out.
  Answer AskDecorator(Place place, ExpressionIndex expression, std::string_view name);
  // The fixture that a test runner gives to what asks for it, by its name with kFixtureMark.
  Answer AskFixture(Place place, ExpressionIndex named, SymbolRef asking);
  // The functions that stand for a function because decorators put them in its place.
  Answer AskWrappers(SymbolRef function);
  // The functions that initialisers give to a field of C; `more` where they are too many to tell.
  Answer AskAssigned(SymbolRef field);
  // What a module used as a value stands for: its default export.
  Answer AskDefault(const Entity& module);
  // Functions of the surrounding namespaces that the place does not see through its includes.
  Answer AskUnseen(Place place, Name name, Wanted wanted);

  // Whether the place is inside a type, so that there is an object to send messages to.
  bool HasObject(Place place) const { return EnclosingType(place).exists(); }

  // All methods of a name in the language family of a file; those of tests for tests only. Where a
  // receiver's name is that of types that have one, theirs; else those of types that understand all
  // that is sent to it; names that foreign values have, no others.
  Answer AskMethodNamed(FileIndex from, Name name, Wanted wanted, const Receiver& receiver = {});
  // All that a call of a member of that name may run, wherever they are, in canonical order.
  std::vector<SymbolRef> MethodsNamed(FileIndex from, Name name, int arity) const;
  // The macro that a name or path stands for.
  Answer AskMacro(Place place, ExpressionIndex expression);
  // An exported name of a module.
  Answer AskModuleMember(Target module, FileIndex from, Name name);

  // Whether a method of a type of C++ overrides what has its name above: since a method with its
  // parameters there is virtual, or since it says so itself.
  bool AskOverrides(SymbolRef method, SymbolRef type);

  // Whether values of the type are made by its constructors.
  bool IsMade(SymbolRef type) const { return IsTypeLike(type) && !IsEnumeration(type); }

  bool IsNamespace(SymbolRef symbol) const;

  // Whether the last question ran into the limit; its answer is then empty.
  bool was_cut() const { return cut_; }

  const ModelExpression& ExpressionAt(FileIndex file, ExpressionIndex expression) const;

  const Program& program() const { return program_; }

  const ResolutionRules& RulesOfFile(FileIndex file) const;

 private:
  enum class MemoKind : std::uint8_t {
    kDefinition,
    kReturn,
    kBinding,
    kModuleName,
    kWholeImport,
    kConstant,
    kAlias,
    kParameter,
    kAssigned,
    kBlockOf,
    kRunFor
  };

  struct MemoKey {
    MemoKind kind = MemoKind::kDefinition;
    SymbolRef subject;
    SymbolRef detail;
    EnvironmentId environment = kNoEnvironment;

    bool operator==(const MemoKey&) const = default;
  };

  struct MemoHash {
    std::size_t operator()(const MemoKey& key) const {
      return HashOf(key.subject) ^ (HashOf(key.detail) * 31 + static_cast<std::size_t>(key.kind)) ^
             MixBits(key.environment);
    }
  };

  struct MemoValue {
    Answer answer;
    std::uint32_t cost = 0;
  };

  // What a type parameter stands for: a written type.
  struct TypeArgument {
    Place place;
    ExpressionIndex type = kNoIndex;
    std::uint32_t body = 0;  // of which it is a part; 0 for headers

    bool Is(const TypeArgument& other) const {
      return place.file == other.place.file && place.scope == other.place.scope &&
             place.environment == other.place.environment && body == other.body;
    }
  };

  // The arguments of a generic type or function, and of those around it.
  struct Environment {
    FileIndex file = kNoIndex;
    ScopeIndex parameters = 0;  // scope that declares the parameters
    std::vector<TypeArgument> arguments;
    EnvironmentId around = kNoEnvironment;
    int depth = 0;
    SymbolRef inferred = {};  // function of which the call, the one argument, is one
  };

  // evaluator.cc: questions, steps and memory.
  template <typename Compute>
  Answer Ask(Compute&& compute);
  template <typename Compute>
  Answer Remember(const MemoKey& key, Compute&& compute);
  bool Step();
  // Takes the steps of choosing between that many definitions of one name; cuts the question where
  // there are more than kMaxNamed.
  bool StepOver(std::size_t definitions);
  // Whether the result is being computed further up; noted as a cycle when it is.
  bool IsInProgress(const MemoKey& key);

  // evaluator_names.cc: bare names, scopes, shared spaces, imports.
  Answer BindName(Place place, Name name, Wanted wanted);
  // Rust: what a module uses without `pub` is not seen from outside.
  enum class Seen : std::uint8_t { kFromInside, kFromOutside };
  Answer LookInScope(Place place, Name name, Wanted wanted, Seen seen = Seen::kFromInside);
  Answer LookInEntries(Place place, std::span<const ScopeEntry> entries, Wanted wanted,
                       bool definitions, Seen seen = Seen::kFromInside);
  Answer LookInWholeImports(Place place, Name name, Wanted wanted, Seen seen = Seen::kFromInside);
  Answer AmongUsed(FileIndex from, const Answer& used, Wanted wanted);
  bool IsPrivateUse(FileIndex file, std::uint32_t binding) const;
  Answer WholeImport(FileIndex file, std::uint32_t binding);
  Answer LookInSharedImports(Place place, Name name, Wanted wanted);
  Answer LookInBrokenFile(FileIndex file, Name name);
  Answer TakeStep(LookupStep step, Place place, bool innermost, Name name, Wanted wanted);
  Answer OwnerMembers(Place place, Name name, Wanted wanted);
  Answer LookInGlobals(Place place, Name name, Wanted wanted);
  bool MayInheritFromOutside(Place place, Name name) const;
  Answer FollowImport(FileIndex file, std::uint32_t import, Wanted wanted);
  Answer ModuleMember(Target module, FileIndex from, Name name, Wanted wanted);
  Answer FileMember(FileIndex file, FileIndex from, Name name, Wanted wanted);
  bool IsInside(FileIndex file, FileIndex module) const;
  Answer DefaultOf(const Entity& module);
  Answer Submodule(Target parent, Name name);
  Answer TargetEntity(Target target);

  // evaluator_messages.cc: names whose case tells what they are, and types that are opened in
  // several places.
  Answer BindByCase(Place place, const ModelExpression& expression, Wanted wanted);
  Answer BindConstant(Place place, Name name, Wanted wanted);
  Answer BindMessage(Place place, Name name, Wanted wanted);
  Answer TypeOfVariable(Place place, Name name);
  Answer BindVariable(Place place, Name name, Wanted wanted);
  Answer LookInOpenSpace(Space space, FileIndex from, Name name, Wanted wanted);
  Answer ChooseInOpenSpace(Space space, FileIndex from, Name name, Wanted wanted);
  Answer MemberOfOpenType(SymbolRef type, Name name, Wanted wanted, EdgeRule rule,
                          bool inherited_only);
  Answer OwnMember(SymbolRef type, SymbolRef ancestor, Name name, Wanted wanted);
  Answer MemberOfUsers(SymbolRef mixin, Name name, Wanted wanted);
  Answer MemberOfExtension(SymbolRef type, Name name, Wanted wanted);
  Answer MemberInBlock(const Entity& self, Place place, Name name, Wanted wanted);
  void KeepInBlocks(Place place, std::vector<SymbolRef>& functions) const;
  bool IsOwnPlace(Place place) const;

  // evaluator_blocks.cc: what blocks run for; handed out where that may be something unknown.
  Answer MemberWhereRun(Place place, Name name, Wanted wanted);
  Answer ObjectOfBlock(Place block);
  Answer ObjectTaken(Place block);
  Answer ObjectFor(const Entity& method);
  Answer ObjectOfRun(Place place, ExpressionIndex run, SymbolRef receiver);
  Answer ObjectOfValue(Place place, ExpressionIndex object);
  bool OnlyCalls(Place place, const ModelExpression& taker) const;
  Answer ObjectOfTaker(Place place, ExpressionIndex taker);
  Answer ObjectOfField(Place place, Name field);

  // evaluator_receivers.cc: what objects of unknown type may be.
  struct Message {
    Name name = Name::kEmpty;
    std::span<const SymbolRef> types;  // that declare it
  };

  bool KeepNamed(std::string_view receiver, std::vector<SymbolRef>& methods) const;
  void KeepTelling(FileIndex from, const Receiver& receiver, Name name,
                   std::vector<SymbolRef>& methods);
  std::span<const SymbolRef> TypesDeclaring(FileIndex from, Name name);
  bool CollectMessages(FileIndex from, std::span<const Name> sent, std::vector<Message>& out);
  std::vector<SymbolRef> TypesUnderstanding(std::span<const Message> messages) const;
  bool KeepOf(std::span<const SymbolRef> types, std::vector<SymbolRef>& methods) const;

  bool IsOpenType(SymbolRef type) const {
    return program_.InnerSpaceOf(type).kind() == Space::Kind::kOpenType;
  }

  bool IsOneOf(std::span<const std::string_view> list, Name name) const;

  bool MayNameType(FileIndex file, std::uint32_t binding) const;

  // evaluator_modules.cc: where paths begin.
  Answer ModuleAt(Place place) const;
  Answer ModuleAround(const Entity& module) const;
  bool BeginsPath(Place place, Name name, Answer& out) const;
  Answer CrateNamed(Name name) const;
  Answer MacroNamed(Place place, Name name);
  void KeepWanted(Answer& answer, Wanted wanted) const;

  // evaluator_choice.cc: between definitions that share a space and a name.
  Answer LookInSpace(Space space, Place from, Name name, Wanted wanted);
  Answer LookInNamespace(Space space, Place from, Name name, Wanted wanted);
  Answer LookInOpenNamespace(Space space, Place from, Name name, Wanted wanted);
  void Choose(FileIndex from, std::vector<SymbolRef>& candidates, Wanted wanted, EdgeRule rule,
              Answer& out);
  void ChooseOverload(std::vector<SymbolRef>& candidates, Wanted wanted, EdgeRule rule,
                      Answer& out);
  SymbolRef Accessor(std::span<const SymbolRef> accessors, Wanted wanted) const;
  void KeepBuilt(FileIndex from, std::vector<SymbolRef>& candidates) const;
  void DropAlternatives(std::vector<SymbolRef>& candidates, EdgeRule& rule) const;
  void KeepOverload(std::vector<SymbolRef>& candidates, Wanted wanted);

  // evaluator_extensions.cc: methods that extend types.
  Answer ExtensionOf(const Answer& receiver, Place place, Name name, Wanted wanted);
  int FitOfReceiver(const Answer& receiver, const Answer& extended) const;
  bool SeesNamespaceOf(Place place, SymbolRef method) const;
  bool SharesImport(FileIndex file, Target target) const;

  // evaluator_arguments.cc: which parameters arguments fit.
  bool MayOverride(SymbolRef method, SymbolRef base) const;
  void KeepFitting(std::vector<SymbolRef>& candidates, Wanted wanted, bool extensions = false);
  int Fit(FileIndex caller, const Answer& argument, std::string_view parameter) const;
  int FitOfInstance(const Entity& instance, std::string_view parameter) const;
  int FitOfArray(Family family, const Answer& array, std::string_view parameter) const;
  void FoldDeclarations(FileIndex from, std::vector<SymbolRef>& symbols) const;
  bool Takes(SymbolRef symbol, int arity) const;
  void KeepSort(std::vector<SymbolRef>& candidates, Wanted wanted) const;

  // evaluator_overloads.cc, evaluator_fits.cc, evaluator_pointers.cc: which of several functions of
  // C++ the arguments fit.
  struct Argument {
    Answer value;
    bool has_place = false;  // T& can mean it
  };

  struct Viable {
    SymbolRef function;
    std::vector<int> fits;  // of each argument, and of the object
  };

  bool Overrides(SymbolRef method, SymbolRef type);
  bool IsNamed(const Answer& answer, std::string_view type) const;
  void DropByCondition(std::vector<SymbolRef>& candidates, Wanted wanted,
                       std::span<const Argument> arguments);
  GivenType KindOfType(const Answer& type) const;
  GivenType TypeGivenFor(SymbolRef function, std::string_view parameter, Wanted wanted,
                         std::span<const Argument> arguments);
  ExpressionIndex PlainTypeAt(SymbolRef function, int position, bool& rest) const;
  void DropPlain(std::vector<SymbolRef>& candidates, Wanted wanted) const;
  void DropConditional(std::vector<Viable>& viable) const;
  void DropByArity(FileIndex from, std::vector<SymbolRef>& candidates, Wanted wanted,
                   EdgeRule& rule) const;
  void KeepBest(std::vector<SymbolRef>& candidates, Wanted wanted, EdgeRule& rule);
  std::vector<Argument> ArgumentsOf(Wanted wanted);
  const ModelExpression* FunctionTypeOf(SymbolRef function) const;
  std::vector<int> FitsOf(SymbolRef function, std::span<const Argument> arguments, Wanted wanted);
  int PlainParametersOf(SymbolRef function, std::span<const Argument> arguments) const;
  int FitOfArgument(SymbolRef function, int position, const Argument& argument, bool direct);
  ExpressionIndex ParameterTypeAt(SymbolRef function, int position, bool& rest) const;
  int FitOfDependent(Place place, ExpressionIndex type, const Argument& argument);
  bool IsTypeParameter(Place place, Name name) const;
  bool IsDependent(Place place, ExpressionIndex type, int depth = 0) const;
  int SpecialtyOf(SymbolRef function) const;
  int FitOfValue(const Answer& value, const Answer& parameter) const;
  int FitOfClass(const Entity& value, const Answer& parameter) const;
  bool IsEnumeration(SymbolRef type) const;
  bool IsInConstantMethod(Place place) const;
  void MarkConstantField(Place place, Answer& bound) const;
  bool CanConvert(const Argument& argument, SymbolRef type);
  Answer PointedToBy(const Answer& pointer);

  // evaluator_members.cc: members of types and of everything else that has members.
  Answer Bind(Place place, ExpressionIndex expression, Wanted wanted);
  void DropKeyed(Answer& named) const;
  Answer BindKeyed(Place place, const ModelExpression& keyed, Wanted wanted);
  Answer BindMember(Place place, const ModelExpression& expression, Wanted wanted);
  bool IsTakenForContainer(const Answer& object) const;
  Answer MemberOf(const Entity& entity, Place from, Name name, Wanted wanted);
  Answer MemberOfInstance(const Entity& entity, Place from, Name name, Wanted wanted);
  Answer MemberOfType(SymbolRef type, Name name, Wanted wanted, EdgeRule rule, std::size_t skip);
  Answer OverloadsOf(SymbolRef type, Name name, Wanted wanted, EdgeRule rule, std::size_t skip);
  std::vector<SymbolRef> DefinedMembers(SymbolRef type, Name name, Wanted wanted);
  Answer DirectMember(SymbolRef type, Name name, Wanted wanted);
  Answer InNamedPackage(Place place, const ModelExpression& expression, Wanted wanted);
  bool SetAgain(std::vector<SymbolRef>& members, Wanted wanted) const;
  Answer NamespaceNamed(Place place, ExpressionIndex name);
  Answer BaseNamed(std::span<const SymbolRef> lineage, Name name, EdgeRule rule) const;
  Answer MemberOfContainer(const Entity& container, Place from, Name name) const;
  Answer MemberOfScope(SymbolRef owner, Name name, Wanted wanted);
  SymbolRef EnclosingType(Place place) const;
  bool IsTypeLike(SymbolRef symbol) const;
  Answer EnumeratorBeside(SymbolRef type, Name name, EdgeRule rule) const;

  // evaluator_missing.cc: what values have although their types do not declare it.
  Answer MissingMember(const Entity& instance, Place from, Name name, Wanted wanted);
  Answer ForwardedMember(const Entity& instance, Place from, Name name, Wanted wanted);
  Answer ForwardedTo(const Entity& instance);
  bool GivesItself(Place from, Name name) const;
  bool IsPrototype(Place from, Name name) const;
  bool IsCopyMember(Place from, Name name) const;
  Answer NotDeclaredIn(SymbolRef type) const;
  bool MayHaveOurs(Place place, const ModelExpression& member, const Answer& foreign);

  // evaluator_environments.cc: what type parameters stand for.
  bool HasTypeArguments(FileIndex file) const;
  const Environment* EnvironmentAt(EnvironmentId id) const;
  const Environment* EnvironmentOf(EnvironmentId id, FileIndex file, ScopeIndex parameters) const;
  EnvironmentId RelevantAt(Place place) const;
  ScopeIndex TypeParametersOf(SymbolRef generic) const;
  SymbolRef OwnerOfParameters(FileIndex file, ScopeIndex parameters) const;
  bool DeclaresTypeParameter(FileIndex file, std::uint32_t binding) const;
  int PositionOfTypeParameter(FileIndex file, std::uint32_t binding) const;
  std::optional<std::uint32_t> TypeParameterAt(Place place, ExpressionIndex type) const;
  std::vector<ExpressionIndex> TypeArgumentsOf(FileIndex file,
                                               const ModelExpression& generic) const;
  TypeArgument ArgumentAt(Place place, ExpressionIndex type) const;
  bool SameType(FileIndex file, ExpressionIndex a, ExpressionIndex b, int depth = 0) const;
  EnvironmentId Intern(Environment environment);
  EnvironmentId Applied(Place place, const ModelExpression& generic, SymbolRef symbol,
                        EnvironmentId around);
  EnvironmentId AsBase(SymbolRef type, EnvironmentId environment, SymbolRef base, int depth = 0);
  EnvironmentId EnvironmentIn(const Entity& member);
  EnvironmentId OfReceiver(const Entity& member) const;
  Answer TypeArgumentFor(EnvironmentId environment, FileIndex file, std::uint32_t binding);
  bool NamesTypeParameter(Place place, ExpressionIndex type, ScopeIndex parameters, int depth = 0);
  EnvironmentId Inferred(const Entity& called, Call call, EnvironmentId around);
  void InferMade(Answer& made, Call call);
  EnvironmentId InferredBy(SymbolRef function, ScopeIndex parameters, EnvironmentId around,
                           Call call);
  Answer Infer(const Environment& environment, std::uint32_t parameter);
  Answer InferFrom(Place place, ExpressionIndex type, std::uint32_t parameter, const Answer& value,
                   int depth = 0);
  Answer InferFromGeneric(Place place, const ModelExpression& generic, std::uint32_t parameter,
                          const Answer& value, int depth);
  void ApplyTo(Place place, const ModelExpression& generic, Answer& functions);

  // evaluator_functions.cc: what functions are handed.
  ExpressionIndex ElementAt(FileIndex file, ExpressionIndex types, int position) const;
  Name NameOfType(FileIndex file, ExpressionIndex type) const;
  Answer HandedElement(Place place, const ModelExpression& expression);
  Answer Handed(Place place, const ModelExpression& expression);
  Answer ParameterOf(const Entity& function, int position);
  Answer ConstructorsOf(const Entity& type);
  Answer ParameterOfFunction(const Entity& function, int position);
  Answer ParameterOfType(Place place, ExpressionIndex type, int position);

  // evaluator_displays.cc: containers that are written out, and what parameters are given.
  Answer ElementsUnder(const Answer& containers, Name key, Place place);
  Answer ElementUnder(const Entity& container, Name key);
  Answer ElementsDisplayed(const Entity& display, std::string_view key);
  bool IsUnder(const Entity& display, Name element, std::string_view key) const;
  std::uint32_t LengthOf(const Entity& display) const;
  Answer MemberOfDisplay(const Entity& display, Name name) const;
  Answer Given(Place place, const ModelExpression& parameter);
  bool Runs(const Answer& callee, SymbolRef function) const;
  ExpressionIndex ArgumentFor(FileIndex file, ExpressionIndex arguments, int position,
                              Name name) const;

  // evaluator_values.cc: what is held, returned, written.
  Answer Value(Place place, ExpressionIndex expression);
  Answer NamedValue(Place place, ExpressionIndex expression);
  Answer Type(Place place, ExpressionIndex expression, int type_arguments = 0);
  Answer IndexValue(Place place, const ModelExpression& expression);
  Answer PointerValue(Place place, const ModelExpression& expression);
  Answer PartDealt(Place place, const ModelExpression& part, const Answer& whole);
  Answer ComputedValue(Place place, const ModelExpression& expression);
  void AddKnownMember(Place place, const ModelExpression& member, const Answer& operand,
                      Answer& out) const;
  Answer HeldByEnumerator(SymbolRef symbol) const;
  Answer TypeNamed(const Answer& bound, Name name);
  Answer AliasedType(SymbolRef symbol, EnvironmentId environment = kNoEnvironment);
  ExpressionIndex FirstTypeArgument(FileIndex file, const ModelExpression& generic) const;
  const Entity* GenericAliasIn(const Answer& bound) const;
  bool WriteType(FileIndex file, ExpressionIndex type, std::string& text, int depth) const;
  bool WriteArguments(FileIndex file, const ModelExpression& generic, std::string& text,
                      int depth) const;
  void KeepSpecialised(Place place, const ModelExpression& generic, Answer& named) const;
  Answer GenericType(Place place, const ModelExpression& expression);
  void AddTypeOfContainer(Place place, const ModelExpression& member, Answer& type);
  void MarkCharacter(Place place, const ModelExpression& generic, Answer& out) const;
  Answer PartOfTuple(const Entity& tuple, Name name);
  const GenericName* GenericNamed(Place place, ExpressionIndex written);
  Answer TypeFromBinding(const Answer& bound);
  Answer Held(const Answer& bound);
  Answer HeldBy(const Entity& entity);
  Answer HeldByDefinition(SymbolRef symbol, EnvironmentId environment = kNoEnvironment);
  ScopeIndex ScopeOfParameterType(FileIndex file, const ModelBinding& binding) const;
  Answer HeldByBinding(FileIndex file, std::uint32_t binding,
                       EnvironmentId environment = kNoEnvironment);
  // evaluator_fixtures.cc
  Answer FixtureIn(FileIndex file, Name marked, SymbolRef asking);
  Answer FixtureNamed(Place place, Name marked, SymbolRef asking);
  Answer MadeByFixture(FileIndex file, ScopeIndex scope, Name parameter);
  Answer Called(const Answer& callee, Call call = {});
  Answer CalledEntity(const Entity& callee, Call call = {});
  Answer SentValue(Place place, const ModelExpression& call);
  bool ReturnsOwnType(SymbolRef function) const;
  Answer ReturnOf(const Entity& called, Call call = {});
  Answer ElementsOf(const Answer& container);
  Answer UnderlyingOf(const Entity& instance);
  Answer EnteredFrom(const Answer& context);
  Answer ResultOfMethod(const Entity& instance, std::string_view method);
  Answer SelfAt(Place place) const;

  const Program& program_;
  const bool follows_given_;
  IncludeVisibility visibility_;
  FileIndex body_file_ = kNoIndex;
  std::span<const ModelExpression> body_;

  std::vector<Environment> environments_;  // by EnvironmentId, less one
  std::unordered_multimap<std::uint64_t, EnvironmentId> environment_ids_;
  std::uint32_t body_number_ = 1;
  std::unordered_map<MemoKey, MemoValue, MemoHash> memory_;
  std::vector<MemoKey> in_progress_;
  std::unordered_map<Name, std::vector<SymbolRef>> declaring_;  // TypesDeclaring of a file
  FileIndex declaring_from_ = kNoIndex;
  std::size_t lowest_cycle_ = kNoIndex;  // lowest position of in_progress_ that was asked again
  std::uint32_t steps_ = 0;
  int blocks_deep_ = 0;
  int blocks_asked_ = 0;
  bool cut_ = false;
};

}  // namespace waymark::indexer
