// Resolves the names and expressions of a program on demand. All lookups rest on one primitive:
// find a name in a space, that is in a scope, module, package, namespace or type.
//
// Each public question starts with a fresh allowance of steps. A question that exceeds it is "cut"
// and has no answer. Intermediate results are remembered with their cost, unless a cycle or the
// limit shortened them; a remembered result is charged its cost again. So an answer depends neither
// on earlier questions nor on the thread that asks.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "resolve/evaluate/lookup_query.h"
#include "resolve/evaluate/resolution.h"
#include "resolve/evaluate/visibility.h"
#include "resolve/program/program.h"
#include "resolve/rules/c_conditions.h"
#include "resolve/rules/resolution_rules.h"

namespace waymark::indexer {

inline constexpr std::uint32_t kMaxSteps = 512;  // allowance of one question
inline constexpr int kMaxBlocksDeep =
    16;  // nesting of blocks whose object depends on an outer block's
inline constexpr int kMaxBlocksAsked = 64;  // blocks of unknown object evaluated for one question
inline constexpr std::size_t kMaxNamed = 512;     // definitions that one lookup chooses between
inline constexpr std::size_t kNamedOfStep = 16;   // definitions that cost one step
inline constexpr std::size_t kMaxAssigned = 64;   // assignments to one field that are followed
inline constexpr std::size_t kMaxCallSites = 24;  // call sites evaluated to type one parameter
inline constexpr std::size_t kMaxRemembered =
    1 << 16;  // remembered results; beyond it the memory starts anew
inline constexpr std::size_t kMaxSubstitutions =
    1 << 16;  // substitutions; beyond it they and the memory start anew
inline constexpr int kMaxSubstitutionDepth = 8;  // nesting of type arguments
inline constexpr int kMaxTypeDepth = 16;         // nesting of compared types

// Not thread-safe: each thread has its own evaluator over the shared program.
class Evaluator {
  friend class CallByArguments;
  friend class ClassConversions;
  friend class MapValues;
  friend class TestedValue;
  friend class LibraryValues;
  friend class OperandFunctions;

 public:
  // `follows_call_sites`: whether the arguments at call sites type parameters without annotation.
  explicit Evaluator(const Program& program, bool follows_call_sites = true);
  ~Evaluator();
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  // Sets the file whose body is resolved. The body's expressions continue the numbers of the file's
  // header. The span must stay valid until the next call.
  void SetBody(FileIndex file, std::span<const ModelExpression> body_expressions);

  // Resolves a name or member expression, or an operation to the functions that it runs; variables
  // stand for themselves.
  Resolution AskBinding(ScopeRef place, ExpressionIndex expression, LookupKind wanted);
  // Evaluates an expression; variables stand for their values.
  Resolution AskValue(ScopeRef place, ExpressionIndex expression);
  // Instances of a written type.
  Resolution AskType(ScopeRef place, ExpressionIndex expression);
  // The definitions of a member of a type, nearest first. `inherited_only` leaves out the type's
  // own.
  Resolution AskMember(SymbolRef type, Name name, LookupKind wanted, bool inherited_only);
  // The value of a bound entity: the content of a variable, the result of a property.
  Resolution AskHeld(const Entity& entity);
  // Instances of the type, or of the type that an alias stands for.
  Resolution AskAliased(const Entity& entity);
  // Resolves the name in `operand{name: ...}` as the key of a container.
  Resolution AskKey(ScopeRef place, const ModelExpression& member);
  // Resolves the name of a decorator. Decorators omit part of it, which is added here.
  Resolution AskDecorator(ScopeRef place, ExpressionIndex expression, std::string_view name);
  // The fixture that a test runner injects into `asking`, by its name with kFixtureMark.
  Resolution AskFixture(ScopeRef place, ExpressionIndex named, SymbolRef asking);
  // The functions that decorators substitute for a function.
  Resolution AskWrappers(SymbolRef function);
  // The functions that initialisers assign to a field of C; sets `more` beyond the limit.
  Resolution AskAssigned(SymbolRef field);
  // The default export of a module that is used as a value.
  Resolution AskDefault(const Entity& module);
  // Functions of the surrounding namespaces that no include of the place shows.
  Resolution AskUnseen(ScopeRef place, Name name, LookupKind wanted);

  // Whether the place is inside a type, so that an unqualified call has an implicit receiver.
  bool HasObject(ScopeRef place) const { return EnclosingType(place).exists(); }

  // All methods of a name in the languages of the file's name group; methods of tests only if the
  // file is a test. Types that the receiver is named after come first, then types that understand
  // every message to the receiver. Names that foreign values have too yield no other candidates.
  Resolution AskMethodNamed(FileIndex from, Name name, LookupKind wanted,
                            const Receiver& receiver = {});
  // All methods that a call of a member of that name may run, in canonical order.
  std::vector<SymbolRef> MethodsNamed(FileIndex from, Name name, int arity) const;
  // The macro that a name or path stands for.
  Resolution AskMacro(ScopeRef place, ExpressionIndex expression);
  // An exported name of a module.
  Resolution AskModuleMember(Target module, FileIndex from, Name name);

  // Whether a C++ method overrides an inherited one: a virtual method with its parameters exists in
  // a base, or the method is marked `override`.
  bool AskOverrides(SymbolRef method, SymbolRef type);

  // Whether constructors make the values of the type.
  bool IsMade(SymbolRef type) const { return IsTypeLike(type) && !IsEnumeration(type); }

  bool IsNamespace(SymbolRef symbol) const;

  // Whether the last question exceeded its allowance; its answer is then empty.
  bool was_cut() const { return cut_; }

  const ModelExpression& ExpressionAt(FileIndex file, ExpressionIndex expression) const;

  // The written arguments of a generic type. For a map only the type of its values is kept.
  std::vector<ExpressionIndex> TypeArgumentsOf(FileIndex file,
                                               const ModelExpression& generic) const;

  const Program& program() const { return program_; }

  const ResolutionRules& RulesOfFile(FileIndex file) const {
    return *program_.files[file].model().rules;
  }

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
    SubstitutionId substitution = kNoSubstitution;

    bool operator==(const MemoKey&) const = default;
  };

  struct MemoHash {
    std::size_t operator()(const MemoKey& key) const {
      return HashOf(key.subject) ^ (HashOf(key.detail) * 31 + static_cast<std::size_t>(key.kind)) ^
             MixBits(key.substitution);
    }
  };

  struct MemoValue {
    Resolution answer;
    std::uint32_t cost = 0;
  };

  // The written type that a type parameter stands for.
  struct TypeArgument {
    ScopeRef place;
    ExpressionIndex type = kNoIndex;
    std::uint32_t body = 0;  // the body whose expressions it is part of; 0 for headers

    bool Is(const TypeArgument& other) const {
      return place.file == other.place.file && place.scope == other.place.scope &&
             place.substitution == other.place.substitution && body == other.body;
    }
  };

  // The type arguments of a generic type or function and of its enclosing ones.
  struct Substitution {
    FileIndex file = kNoIndex;
    ScopeIndex parameters = 0;  // scope that declares the parameters
    std::vector<TypeArgument> arguments;
    SubstitutionId around = kNoSubstitution;
    int depth = 0;
    SymbolRef inferred = {};  // function whose one argument is the call to infer from
  };

  // evaluator.cc: questions, steps and memory.
  template <typename Compute>
  Resolution Ask(Compute&& compute);
  template <typename Compute>
  Resolution Remember(const MemoKey& key, Compute&& compute);
  bool Step();
  // Charges the steps of a choice between that many definitions of one name. Cuts the question
  // beyond kMaxNamed.
  bool StepOver(std::size_t definitions);
  // Whether the result is already being computed by a caller; records a cycle if so.
  bool IsInProgress(const MemoKey& key);

  // evaluator_names.cc: bare names, scopes, shared spaces, imports.
  Resolution BindName(ScopeRef place, Name name, LookupKind wanted);
  // Rust: a `use` without `pub` is invisible outside its module.
  enum class Seen : std::uint8_t { kFromInside, kFromOutside };
  Resolution LookInScope(ScopeRef place, Name name, LookupKind wanted,
                         Seen seen = Seen::kFromInside);
  Resolution LookInEntries(ScopeRef place, std::span<const ScopeEntry> entries, LookupKind wanted,
                           bool definitions, Seen seen = Seen::kFromInside);
  Resolution LookInWholeImports(ScopeRef place, Name name, LookupKind wanted,
                                Seen seen = Seen::kFromInside);
  Resolution AmongUsed(FileIndex from, const Resolution& used, LookupKind wanted);
  bool IsPrivateUse(FileIndex file, std::uint32_t binding) const;
  Resolution WholeImport(FileIndex file, std::uint32_t binding);
  Resolution LookInSharedImports(ScopeRef place, Name name, LookupKind wanted);
  Resolution LookInBrokenFile(FileIndex file, Name name);
  Resolution TakeStep(LookupStep step, ScopeRef place, bool innermost, Name name,
                      LookupKind wanted);
  Resolution OwnerMembers(ScopeRef place, Name name, LookupKind wanted);
  Resolution LookInGlobals(ScopeRef place, Name name, LookupKind wanted);
  bool MayInheritFromOutside(ScopeRef place, Name name) const;
  Resolution FollowImport(FileIndex file, std::uint32_t import, LookupKind wanted);
  Resolution ModuleMember(Target module, FileIndex from, Name name, LookupKind wanted);
  Resolution FileMember(FileIndex file, FileIndex from, Name name, LookupKind wanted);
  bool IsInside(FileIndex file, FileIndex module) const;
  Resolution DefaultOf(const Entity& module);
  Resolution Submodule(FileIndex from, Target parent, Name name);
  Resolution TargetEntity(Target target);

  // evaluator_method_calls.cc: names whose case tells their kind, and types that are opened in
  // several places.
  Resolution BindByCase(ScopeRef place, const ModelExpression& expression, LookupKind wanted);
  Resolution BindConstant(ScopeRef place, Name name, LookupKind wanted);
  Resolution BindMessage(ScopeRef place, Name name, LookupKind wanted);
  Resolution TypeOfVariable(ScopeRef place, Name name);
  Resolution BindVariable(ScopeRef place, Name name, LookupKind wanted);
  Resolution LookInOpenSpace(Space space, FileIndex from, Name name, LookupKind wanted);
  Resolution ChooseInOpenSpace(Space space, FileIndex from, Name name, LookupKind wanted);
  Resolution MemberOfOpenType(SymbolRef type, Name name, LookupKind wanted, EdgeRule rule,
                              bool inherited_only);
  Resolution OwnMember(SymbolRef type, SymbolRef ancestor, Name name, LookupKind wanted);
  Resolution MemberOfUsers(SymbolRef mixin, Name name, LookupKind wanted);
  Resolution MemberOfExtension(SymbolRef type, Name name, LookupKind wanted);
  Resolution MemberInBlock(const Entity& self, ScopeRef place, Name name, LookupKind wanted);
  void KeepInBlocks(ScopeRef place, std::vector<SymbolRef>& functions) const;
  bool IsOwnPlace(ScopeRef place) const;

  // evaluator_blocks.cc: receivers of blocks. An answer escapes where the receiver may be
  // unknown.
  Resolution MemberWhereRun(ScopeRef place, Name name, LookupKind wanted);
  Resolution ObjectOfBlock(ScopeRef block);
  Resolution ObjectTaken(ScopeRef block);
  Resolution ObjectFor(const Entity& method);
  Resolution ObjectOfRun(ScopeRef place, ExpressionIndex run, SymbolRef receiver);
  Resolution ObjectOfValue(ScopeRef place, ExpressionIndex object);
  bool OnlyCalls(ScopeRef place, const ModelExpression& taker) const;
  Resolution ObjectOfTaker(ScopeRef place, ExpressionIndex taker);
  Resolution ObjectOfField(ScopeRef place, Name field);

  // evaluator_receivers.cc: candidate types of objects whose type is unknown.
  struct Message {
    Name name = Name::kEmpty;
    std::span<const SymbolRef> types;  // types that declare it
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

  // evaluator_modules.cc: beginnings of paths.
  Resolution ModuleAt(ScopeRef place) const;
  Resolution ModuleAround(const Entity& module) const;
  bool BeginsPath(ScopeRef place, Name name, Resolution& out) const;
  Resolution CrateNamed(Name name) const;
  Resolution MacroNamed(ScopeRef place, Name name);
  void KeepWanted(Resolution& answer, LookupKind wanted) const;

  // evaluator_candidates.cc: choice between definitions that share a space and a name.
  Resolution LookInSpace(Space space, ScopeRef from, Name name, LookupKind wanted);
  Resolution LookInNamespace(Space space, ScopeRef from, Name name, LookupKind wanted);
  Resolution LookInOpenNamespace(Space space, ScopeRef from, Name name, LookupKind wanted);
  void Choose(FileIndex from, std::vector<SymbolRef>& candidates, LookupKind wanted, EdgeRule rule,
              Resolution& out);
  void ChooseOverload(std::vector<SymbolRef>& candidates, LookupKind wanted, EdgeRule rule,
                      Resolution& out);
  SymbolRef Accessor(std::span<const SymbolRef> accessors, LookupKind wanted) const;
  void KeepDefaultConfiguration(FileIndex from, std::vector<SymbolRef>& candidates) const;
  void DropAlternatives(std::vector<SymbolRef>& candidates, EdgeRule& rule) const;
  void KeepOverload(std::vector<SymbolRef>& candidates, LookupKind wanted);

  // evaluator_extensions.cc: extension methods.
  Resolution ExtensionOf(const Resolution& receiver, ScopeRef place, Name name, LookupKind wanted);
  int RankOfReceiver(FileIndex from, const Resolution& receiver, const Resolution& extended) const;
  bool SeesNamespaceOf(ScopeRef place, SymbolRef method) const;
  bool SharesImport(FileIndex file, Target target) const;

  // evaluator_arguments.cc: ranking of arguments against parameters.
  bool MayOverride(SymbolRef method, SymbolRef base) const;
  void KeepFitting(std::vector<SymbolRef>& candidates, LookupKind wanted, bool extensions = false);
  int Fit(FileIndex caller, const Resolution& argument, std::string_view parameter) const;
  int RankOfInstance(const Entity& instance, std::string_view parameter) const;
  int RankOfArray(FileIndex caller, const Resolution& array, std::string_view parameter) const;
  void FoldDeclarations(FileIndex from, std::vector<SymbolRef>& symbols) const;
  bool Takes(SymbolRef symbol, int arity) const;
  void KeepKind(std::vector<SymbolRef>& candidates, LookupKind wanted) const;

  // evaluator_overloads.cc, evaluator_conversions.cc, evaluator_pointers.cc: overload resolution of
  // C++.
  struct Argument {
    Resolution value;
    bool has_place = false;  // an lvalue, which T& can bind
  };

  struct Viable {
    SymbolRef function;
    std::vector<int> fits;  // rank of each argument, then of the object
  };

  bool Overrides(SymbolRef method, SymbolRef type);
  bool DifferInArguments(const Entity& one, const Entity& other);
  void DropByCondition(std::vector<SymbolRef>& candidates, LookupKind wanted,
                       std::span<const Argument> arguments);
  GivenType KindOfType(const Resolution& type) const;
  GivenType TypeGivenFor(SymbolRef function, std::string_view parameter, LookupKind wanted,
                         std::span<const Argument> arguments);
  ExpressionIndex PlainTypeAt(SymbolRef function, int position, bool& rest) const;
  void DropPlain(std::vector<SymbolRef>& candidates, LookupKind wanted) const;
  std::vector<SymbolRef> BestOf(std::vector<Viable> viable) const;
  void DropByArity(FileIndex from, std::vector<SymbolRef>& candidates, LookupKind wanted,
                   EdgeRule& rule) const;
  void KeepBest(std::vector<SymbolRef>& candidates, LookupKind wanted, EdgeRule& rule);
  std::vector<Argument> ArgumentsOf(LookupKind wanted);
  const ModelExpression* FunctionTypeOf(SymbolRef function) const;
  std::vector<int> RanksOf(SymbolRef function, std::span<const Argument> arguments,
                           LookupKind wanted);
  int PlainParametersOf(SymbolRef function, std::span<const Argument> arguments) const;
  int RankOfArgument(SymbolRef function, int position, const Argument& argument, bool direct);
  ExpressionIndex ParameterTypeAt(SymbolRef function, int position, bool& rest) const;
  int RankOfDependent(ScopeRef place, ExpressionIndex type, const Argument& argument);
  bool IsTypeParameter(ScopeRef place, Name name) const;
  bool IsDependent(ScopeRef place, ExpressionIndex type, int depth = 0) const;
  int SpecialtyOf(SymbolRef function) const;
  int RankOfValue(const Resolution& value, const Resolution& parameter) const;
  int RankOfClass(const Entity& value, const Resolution& parameter) const;
  bool IsEnumeration(SymbolRef type) const;
  bool IsInConstantMethod(ScopeRef place) const;
  void MarkConstantField(ScopeRef place, Resolution& bound) const;
  bool CanConvert(const Argument& argument, SymbolRef type);
  Resolution PointedToBy(const Resolution& pointer);

  // evaluator_members.cc: members of types, modules, packages and namespaces.
  Resolution Bind(ScopeRef place, ExpressionIndex expression, LookupKind wanted);
  void DropKeyed(Resolution& named) const;
  Resolution BindKeyed(ScopeRef place, const ModelExpression& keyed, LookupKind wanted);
  Resolution BindMember(ScopeRef place, const ModelExpression& expression, LookupKind wanted);
  bool IsTakenForContainer(const Resolution& object) const;
  Resolution MemberOf(const Entity& entity, ScopeRef from, Name name, LookupKind wanted);
  Resolution MemberOfInstance(const Entity& entity, ScopeRef from, Name name, LookupKind wanted);
  Resolution MemberOfType(SymbolRef type, Name name, LookupKind wanted, EdgeRule rule,
                          std::size_t skip);
  Resolution OverloadsOf(SymbolRef type, Name name, LookupKind wanted, EdgeRule rule,
                         std::size_t skip);
  std::vector<SymbolRef> DefinedMembers(SymbolRef type, Name name, LookupKind wanted);
  Resolution DirectMember(SymbolRef type, Name name, LookupKind wanted);
  Resolution InNamedPackage(ScopeRef place, const ModelExpression& expression, LookupKind wanted);
  bool SetAgain(std::vector<SymbolRef>& members, LookupKind wanted) const;
  Resolution NamespaceNamed(ScopeRef place, ExpressionIndex name);
  Resolution BaseNamed(std::span<const SymbolRef> lineage, Name name, EdgeRule rule) const;
  Resolution MemberOfContainer(const Entity& container, ScopeRef from, Name name) const;
  Resolution MemberOfScope(SymbolRef owner, Name name, LookupKind wanted);
  SymbolRef EnclosingType(ScopeRef place) const;
  bool IsTypeLike(SymbolRef symbol) const;
  Resolution EnumeratorBeside(SymbolRef type, Name name, EdgeRule rule) const;

  // evaluator_dynamic_members.cc: members that a value has although its type does not declare them.
  Resolution DynamicMember(const Entity& instance, ScopeRef from, Name name, LookupKind wanted);
  Resolution ForwardedMember(const Entity& instance, ScopeRef from, Name name, LookupKind wanted);
  Resolution ForwardedTo(const Entity& instance);
  bool GivesItself(ScopeRef from, Name name) const;
  bool IsPrototype(ScopeRef from, Name name) const;
  bool IsCopyMember(ScopeRef from, Name name) const;
  Resolution NotDeclaredIn(SymbolRef type) const;
  bool MayHaveOurs(ScopeRef place, const ModelExpression& member, const Resolution& foreign);

  // evaluator_substitutions.cc: type arguments.
  bool HasTypeArguments(FileIndex file) const;
  const Substitution* SubstitutionAt(SubstitutionId id) const;
  const Substitution* SubstitutionOf(SubstitutionId id, FileIndex file,
                                     ScopeIndex parameters) const;
  SubstitutionId RelevantAt(ScopeRef place) const;
  ScopeIndex TypeParametersOf(SymbolRef generic) const;
  SymbolRef OwnerOfParameters(FileIndex file, ScopeIndex parameters) const;
  bool DeclaresTypeParameter(FileIndex file, std::uint32_t binding) const;
  int PositionOfTypeParameter(FileIndex file, std::uint32_t binding) const;
  std::optional<std::uint32_t> TypeParameterAt(ScopeRef place, ExpressionIndex type) const;
  TypeArgument ArgumentAt(ScopeRef place, ExpressionIndex type) const;
  bool SameType(FileIndex file, ExpressionIndex a, ExpressionIndex b, int depth = 0) const;
  SubstitutionId Intern(Substitution substitution);
  SubstitutionId Applied(ScopeRef place, const ModelExpression& generic, SymbolRef symbol,
                         SubstitutionId around);
  SubstitutionId AsBase(SymbolRef type, SubstitutionId substitution, SymbolRef base, int depth = 0);
  SubstitutionId SubstitutionIn(const Entity& member);
  SubstitutionId OfReceiver(const Entity& member) const;
  SubstitutionId OfBlock(ScopeRef place, SymbolRef type);
  Resolution TypeArgumentFor(SubstitutionId substitution, FileIndex file, std::uint32_t binding);
  bool NamesTypeParameter(ScopeRef place, ExpressionIndex type, ScopeIndex parameters,
                          int depth = 0);
  SubstitutionId Inferred(const Entity& called, Call call, SubstitutionId around);
  void InferMade(Resolution& made, Call call);
  SubstitutionId InferredBy(SymbolRef function, ScopeIndex parameters, SubstitutionId around,
                            Call call);
  Resolution Infer(const Substitution& substitution, std::uint32_t parameter);
  Resolution InferFrom(ScopeRef place, ExpressionIndex type, std::uint32_t parameter,
                       const Resolution& value, int depth = 0);
  Resolution InferFromGeneric(ScopeRef place, const ModelExpression& generic,
                              std::uint32_t parameter, const Resolution& value, int depth);
  void ApplyTo(ScopeRef place, const ModelExpression& generic, Resolution& functions);

  // evaluator_functions.cc: parameters of function values, typed by what the functions are passed
  // to.
  ExpressionIndex ElementAt(FileIndex file, ExpressionIndex types, int position) const;
  Name NameOfType(FileIndex file, ExpressionIndex type) const;
  Resolution CallbackElement(ScopeRef place, const ModelExpression& expression);
  Resolution CallbackArgument(ScopeRef place, const ModelExpression& expression);
  Resolution ParameterOf(const Entity& function, int position);
  Resolution ConstructorsOf(const Entity& type);
  Resolution ParameterOfFunction(const Entity& function, int position);
  Resolution ParameterOfType(ScopeRef place, ExpressionIndex type, int position);

  // evaluator_container_literals.cc: container literals, and parameters typed by call sites.
  Resolution ElementsUnder(const Resolution& containers, Name key, ScopeRef place);
  Resolution ElementUnder(const Entity& container, Name key);
  Resolution LiteralElements(const Entity& literal, std::string_view key);
  bool IsUnder(const Entity& literal, Name element, std::string_view key) const;
  std::uint32_t LengthOf(const Entity& literal) const;
  Resolution MemberOfLiteral(const Entity& literal, Name name) const;
  Resolution CallSiteArguments(ScopeRef place, const ModelExpression& parameter);
  bool Runs(const Resolution& callee, SymbolRef function) const;
  ExpressionIndex ArgumentFor(FileIndex file, ExpressionIndex arguments, int position,
                              Name name) const;

  // evaluator_values.cc: content of variables, results of calls, written types.
  Resolution Value(ScopeRef place, ExpressionIndex expression);
  Resolution CallValue(ScopeRef place, ExpressionIndex call);
  Resolution NamedValue(ScopeRef place, ExpressionIndex expression);
  Resolution Type(ScopeRef place, ExpressionIndex expression, int type_arguments = 0);
  Resolution IndexValue(ScopeRef place, const ModelExpression& expression);
  Resolution PointerValue(ScopeRef place, const ModelExpression& expression);
  Resolution PartDealt(ScopeRef place, const ModelExpression& part, const Resolution& whole);
  Resolution ComputedValue(ScopeRef place, const ModelExpression& expression);
  void AddKnownMember(ScopeRef place, const ModelExpression& member, const Resolution& operand,
                      Resolution& out) const;
  Resolution HeldByEnumerator(SymbolRef symbol) const;
  Resolution TypeNamed(const Resolution& bound, Name name);
  Resolution AliasedType(SymbolRef symbol, SubstitutionId substitution = kNoSubstitution);
  ExpressionIndex FirstTypeArgument(FileIndex file, const ModelExpression& generic) const;
  const Entity* GenericAliasIn(const Resolution& bound) const;
  void KeepSpecialised(ScopeRef place, const ModelExpression& generic, Resolution& named) const;
  Resolution GenericType(ScopeRef place, const ModelExpression& expression);
  Resolution PartOfType(ScopeRef place, const ModelExpression& part);
  void AddTypeOfContainer(ScopeRef place, const ModelExpression& member, Resolution& type);
  void MarkCharacter(ScopeRef place, const ModelExpression& generic, Resolution& out) const;
  const GenericName* GenericNamed(ScopeRef place, ExpressionIndex written);
  Resolution TypeFromBinding(const Resolution& bound);
  Resolution Held(const Resolution& bound);
  Resolution HeldBy(const Entity& entity);
  Resolution HeldByDefinition(SymbolRef symbol, SubstitutionId substitution = kNoSubstitution);
  ScopeIndex ScopeOfParameterType(FileIndex file, const ModelBinding& binding) const;
  Resolution HeldByBinding(FileIndex file, std::uint32_t binding,
                           SubstitutionId substitution = kNoSubstitution);
  // evaluator_fixtures.cc: fixtures of tests.
  Resolution FixtureIn(FileIndex file, Name marked, SymbolRef asking);
  Resolution FixtureNamed(ScopeRef place, Name marked, SymbolRef asking);
  Resolution MadeByFixture(FileIndex file, ScopeIndex scope, Name parameter);
  Resolution Called(const Resolution& callee, Call call = {});
  Resolution CalledEntity(const Entity& callee, Call call = {});
  Resolution SentValue(ScopeRef place, const ModelExpression& call);
  bool ReturnsOwnType(SymbolRef function) const;
  Resolution ReturnOf(const Entity& called, Call call = {});
  Resolution ElementsOf(const Resolution& container);
  Resolution UnderlyingOf(const Entity& instance);
  Resolution EnteredFrom(const Resolution& context);
  Resolution ResultOfMethod(const Entity& instance, std::string_view method);
  Resolution SelfAt(ScopeRef place) const;

  const Program& program_;
  const bool follows_call_sites_;
  IncludeVisibility visibility_;
  FileIndex body_file_ = kNoIndex;
  std::span<const ModelExpression> body_;

  std::vector<Substitution> substitutions_;  // indexed by SubstitutionId - 1
  std::unordered_multimap<std::uint64_t, SubstitutionId> substitution_ids_;
  std::uint32_t body_number_ = 1;
  std::unordered_map<MemoKey, MemoValue, MemoHash> memory_;
  std::vector<MemoKey> in_progress_;
  std::unordered_map<Name, std::vector<SymbolRef>> declaring_;  // TypesDeclaring of one file
  FileIndex declaring_from_ = kNoIndex;
  std::size_t lowest_cycle_ = kNoIndex;  // lowest position of in_progress_ that closed a cycle
  std::uint32_t steps_ = 0;
  int blocks_deep_ = 0;
  int blocks_asked_ = 0;
  bool cut_ = false;
};

}  // namespace waymark::indexer
