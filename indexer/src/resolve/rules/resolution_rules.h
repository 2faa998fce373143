// The rules of name resolution in a language, as data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "graph/kinds.h"
#include "graph/languages.h"
#include "resolve/rules/operator_rules.h"

namespace waymark::indexer {

struct Base;
struct BuiltinTypes;
struct FileFacts;
struct ModuleRule;
struct ModelDefinition;
struct Program;
struct ProgramFile;
struct SymbolRef;
enum class Name : std::uint32_t;

extern const ModuleRule kNoModules;  // links nothing

// One step of looking an unqualified name up in one scope. The steps are taken in order in each
// scope from the innermost outwards; the first that finds something ends the search.
enum class LookupStep : std::uint8_t {
  kScopeNames,    // definitions, imports and bindings of the scope itself
  kTypeMembers,   // in a type's scope: its members, inherited ones included
  kOwnerMembers,  // in a function defined outside its type: the members of that type
  kSharedSpace,   // definitions in the scope's namespace or package by other files
  kWholeImports,  // star imports and using directives of the scope
  kNamesEnd,      // a namespace ends the search
  kTypesEnd,      // a namespace ends the search for types
};

// The order in which a type's bases are searched for a member.
enum class LineageOrder : std::uint8_t {
  kC3,            // Python's linearisation
  kDepthFirst,    // the first base with all its bases, then the next
  kBreadthFirst,  // nearer levels first (embedding in Go)
  kMixins,        // mixins, the last first, then the base (Ruby)
};

// The meaning of several definitions of one name in one scope.
enum class Redefinition : std::uint8_t {
  kLastWins,   // the name is rebound
  kOverloads,  // the call's arguments decide
};

// A method that runs for members that its type does not declare.
struct MissingMethod {
  std::string_view name;
  bool gives_member = false;  // it returns the member; otherwise it stands for any member
};

// Generic types whose argument decides what can be called on a value.
enum class GenericUse : std::uint8_t {
  kTransparent,  // behaves like its argument: a smart pointer, an optional
  kHandle,      // likewise, but a copy of it (ResolutionRules::copy_member) does not copy the value
  kElements,    // holds values of its argument
  kStream,      // likewise; iteration gives them first, and no numbers
  kTypeItself,  // the argument as a type object: type[X]
  kResult,      // the result of its argument, a function or a type: ReturnType<F>
  kParameters,  // the parameters of its argument, a function: Parameters<F>[0]
  kCommon,      // the types that both arguments have: Extract<A, B>
  kRest,        // the types of the first argument that the second lacks: Exclude<A, B>
  kKeyed,       // a base: the elements of a value are its members, by their names
  kGuard,       // result of a function: whether its first argument has the type of the argument
  kOneWayGuard,  // likewise; if not, nothing is known of it
  kAssertion,    // likewise; otherwise it does not return
  kMap,          // a map of its first argument to its second
  kTuple,        // values of its arguments, by their positions
  kFunction,     // a function: its last argument is the result
  kOutcome,      // behaves like its last argument
};

struct GenericName {
  std::string_view name;
  GenericUse use = GenericUse::kElements;
};

// Members of an external type ("" for any) that hold or return something of one type, with [] for
// an array of it. Or functions of the type or module, "" for those of the language, that return a
// value like their first argument, "(0)", a container of such, "(0)[]", or a value of their first
// type argument, "<0>". Blank-separated words.
struct KnownMembers {
  std::string_view type;
  std::string_view gives;
  std::string_view members;
};

// The module that a path begins with.
enum class PathStart : std::uint8_t {
  kName,  // another name, which its scope binds
  kPackageRoot,
  kOwnModule,
  kOuterModule,
};

// Uses of members of containers, where the members themselves are external.
enum class MemberUse : std::uint8_t {
  kElement,       // returns one element
  kContainer,     // returns a container of the same elements
  kPairs,         // returns a container of things with one element each
  kVisits,        // passes the elements to a callback, as its first parameter
  kFolds,         // likewise, as its second parameter
  kItself,        // of any object: returns it, or one like it, unless its type says otherwise
  kPassesOn,      // passes its object to a callback, as the first parameter
  kIteratorType,  // a type inside a container: its iterator
  kElementType,   // a type inside a container: its elements
  kValueType,     // likewise, of a map: its values
  kUnwraps,       // of a type that behaves like its argument: returns the value that it holds
  kValueOfMap,    // of a map: returns a value
  kKeyOfMap,      // likewise: a key
  kValuesOfMap,   // likewise: a container of its values
  kKeysOfMap,     // likewise: a container of its keys
  kPairsOfMap,    // likewise: a container of tuples of a key and a value
  kPairOfMap,     // likewise: such a tuple
  kMapItself,     // likewise: a map of the same keys and values
  kVisitsValues,  // likewise: passes the values to a callback, as its first parameter
  kFirstPart,     // of a tuple: its first part
  kSecondPart,    // of a tuple: its second part
  kThirdPart,     // of a tuple: its third part
  kRuns,          // of a function value: runs it
  kPassesOut,     // of a container: sets an argument to the element or value that it finds
  kMakesOwn,      // of a type: returns an instance, unless the type says otherwise
};

inline constexpr std::size_t kMemberUses = 25;

// Members with one use. Blank-separated words.
struct MemberWords {
  MemberUse use = MemberUse::kElement;
  std::string_view words;
};

// An interface of the library. Types of the repository may satisfy it.
struct OutsideInterface {
  std::string_view module;  // that an import names; empty: the language itself declares it
  std::string_view name;
  std::string_view methods;  // as declared, with ";" in between
  // Modules whose functions run the methods of what they get, blank-separated. Empty: any.
  std::string_view run_by = {};
};

// A type satisfies an interface that it does not name if it has the members of the interface.
struct Satisfaction {
  // The type of a member as a text, from its signature; empty: the member takes no part.
  std::string (*member_type)(std::string_view signature) = nullptr;
  // Whether a member of one text can stand for a member of the other text. Null: equal texts.
  bool (*fits)(std::string_view member, std::string_view required) = nullptr;
  // Whether types may satisfy the type. Null: every interface.
  bool (*is_interface)(const Program& program, SymbolRef type) = nullptr;
  bool has_fields = false;  // fields are among the members of an interface
  std::span<const OutsideInterface> outside = {};
  // The beginning of the name of a type without a name. The methods of its values follow, with ";"
  // in between and "}" at the end, or "module.Name" for those of an interface outside.
  std::string_view unnamed = {};
  // Whether a module belongs to the library, whose functions run no other methods of what they get
  // than those of its interfaces.
  bool (*is_library)(std::string_view module) = nullptr;
};

// Methods whose results the values in loops and contexts are.
struct ProtocolNames {
  std::string_view iterate = {};        // for ... in x
  std::string_view next = {};           // of the iterator, once per element
  std::string_view enter = {};          // with x as ...
  std::string_view async_iterate = {};  // the same with `async` in front
  std::string_view async_next = {};
  std::string_view async_enter = {};
};

struct ResolutionRules {
  const ModuleRule* modules = &kNoModules;
  std::span<const LookupStep> steps = {};
  // Whether a variable can stand in a type's position: `Number = Union[int, float]`.
  bool variables_name_types = false;
  // Whether functions, variables and types have separate name spaces, so that the position decides.
  // Overloads of a name are then those of a type and of all its bases.
  bool separate_names = false;
  // Whether a name that nothing reachable declares is external.
  bool unknown_is_foreign = false;
  // Content or results of members of external types.
  std::span<const KnownMembers> known_members = {};
  // The built-in types, in languages that overload by type; else nullptr.
  const BuiltinTypes* builtin_types = nullptr;
  // Whether all types derive from one external type.
  bool has_foreign_root = false;
  // Whether `a.b.C` can name a type by its package without an import. Packages then lie in any
  // number of source roots, of which the nearest is meant.
  bool packages_have_names = false;
  // Whether an import is replaced by the text of a file. Then the names of the file become names of
  // the importer, nothing tells which file they come from, a header may be included after others
  // than its own includes, and macros may stand for anything.
  bool has_textual_includes = false;
  // Whether types tell that a value is a pointer, a reference or constant.
  bool has_pointer_types = false;
  // Whether overloads are ranked by implicit conversions of the arguments.
  bool ranks_overloads = false;
  // Whether templates have specialisations, and members are defined outside their types.
  bool has_specialisations = false;
  // Whether a type has its own name and those of its bases as members.
  bool injects_type_names = false;
  // How operators on objects run functions. Null: they run none.
  const OperatorRules* operators = nullptr;
  // Whether enumerators are also names of the scope around their type.
  bool has_unscoped_enumerators = false;
  // Whether fields hold functions: a call of one runs the functions that initialisers assign.
  bool calls_through_fields = false;
  // Whether macros may bind names in their arguments.
  bool macros_bind_names = false;
  // Whether modules are values with members.
  bool modules_are_values = false;
  // Whether one definition of a function follows several overload signatures.
  bool has_overload_signatures = false;
  // Whether types of one name can differ by the number of their parameters.
  bool types_have_arity = false;
  // Whether an uncalled method name is a value, and properties are read like variables.
  bool methods_are_values = false;
  // Whether any file can open any namespace, wherever the file lies.
  bool namespaces_are_open = false;
  // Whether the kind of a base alone tells if it is extended or implemented.
  bool bases_tell_relation = false;
  // Whether unqualified names are constants, variables or messages to self, and types are opened in
  // several places.
  bool members_are_calls = false;
  // Whether names identify tests. They count in test files only: elsewhere `test_client` is an
  // ordinary name.
  bool tests_are_named = false;
  // Whether tests are calls with a block, which are no symbols. A runner then gets their file.
  bool tests_are_calls = false;
  // Whether test cases are marked, because test code also contains helper functions.
  bool test_cases_are_marked = false;
  // Whether files of one package may be alternatives for different platforms.
  bool files_are_alternatives = false;
  // How types satisfy interfaces that they do not name. Null: a type names its interfaces.
  const Satisfaction* satisfaction = nullptr;
  // Whether `type Names []string` defines a type with methods of its own and the content of the
  // other type.
  bool has_defined_types = false;
  // Name for types without a name, whose members may hold values of this repository.
  std::string_view unnamed_type = {};
  // External types that reveal nothing of their values: root types; and errors of the library,
  // which may be an error of this repository.
  std::span<const std::string_view> top_types = {};
  std::span<const std::string_view> top_errors = {};
  // Whether an embedded type is a field named after the type.
  bool embeds_by_name = false;
  // Whether a field with the name of a method holds that method: this.f = this.f.bind(this).
  bool fields_hold_methods = false;
  // Whether methods of the type itself hide those of its bases and override none.
  bool own_methods_hide = false;
  // Whether a method overrides only a method of the base that its block is for.
  bool overrides_in_blocks = false;
  // Whether classes are values, so that a callee may make instances of a class argument; functions
  // that only test types.
  bool types_are_values = false;
  std::span<const std::string_view> type_tests = {};
  // Whether raising a type makes an instance of it.
  bool raising_makes = false;
  // Whether values are followed through containers and parameters. A call with a few possible
  // callees then has an edge to each.
  bool follows_values = false;
  // Whether all arguments of generic types and functions are recorded, and thus the substitution of
  // their parameters.
  bool has_type_arguments = false;
  LineageOrder lineage = LineageOrder::kDepthFirst;
  Redefinition redefinition = Redefinition::kLastWins;
  // Names of the constructors; "" stands for the type's own name.
  std::span<const std::string_view> constructors = {};
  std::string_view call_method = {};   // runs when an instance is called; empty if there is none
  std::string_view index_method = {};  // x[...]
  bool maps_give_pairs = false;        // iteration over a map yields pairs of a key and a value
  ProtocolNames protocol = {};
  std::span<const MissingMethod> missing_methods = {};
  std::string_view forward_method = {};  // returns a value whose members the object has too (Deref)
  std::span<const std::string_view> derived_methods = {};  // that an attribute may add to a type
  std::string_view type_member = {};                       // of any instance: its type
  std::string_view prototype = {};  // of a type: the object that holds the members of its instances
  std::string_view own_type_name = {};  // in an annotation: the receiver's type
  // The module that a path begins with, by its first name. A module that does not declare a name is
  // then not searched further out. Null: paths begin with names in scope.
  PathStart (*path_start)(std::string_view name) = nullptr;
  // How an override of an external method is recognised: by a virtual method in a base, by an
  // annotation, or not at all. Where it is not, the hook tells whether a base can call the method.
  bool overrides_need_virtual = false;
  bool (*may_override_unmarked)(const ModelDefinition& method, std::string_view name,
                                std::string_view signature) = nullptr;
  std::string_view override_annotation = {};
  // Whether an undefined base is an interface by its spelling. Null: the spelling does not tell.
  bool (*names_interface)(const Program& program, const ProgramFile& file,
                          const Base& base) = nullptr;
  // Whether a method with this signature may implement an external interface, where interfaces are
  // satisfied implicitly. Null: they are not.
  bool (*may_satisfy_foreign)(const ProgramFile& file, const FileFacts& facts,
                              std::string_view signature) = nullptr;
  // Whether a file of this repository may add this member to external types. Null: nothing can.
  bool (*may_add_to_foreign)(const Program& program, const ProgramFile& file,
                             Name member) = nullptr;
  // External base types whose objects forward unknown members to a wrapped object.
  std::span<const std::string_view> forwarding_bases = {};
  std::string_view override_word =
      {};  // marks a method that is not hidden, if the language has such a word
  std::string_view decorator_suffix = {};  // omitted by decorators from the names of their types
  std::string_view exports_object = {};    // its members are the exports of the module
  std::string_view default_export = {};    // the export that stands for a module used as a value
  std::string_view fixture_file = {};      // its functions provide the parameters of tests
  std::span<const GenericName> generics = {};
  std::span<const MemberWords> member_words = {};
  std::string_view copy_member = {};         // a copy that handles implement themselves
  std::string_view type_method = {};         // of any object: returns its type
  std::string_view constructor_method = {};  // of a type, makes an instance
  std::string_view extension = {};  // module inside a mixin whose members become the users' own
  std::span<const std::string_view> identity_methods =
      {};  // methods that store a block, which may run for any receiver
  std::span<const std::string_view> dynamic_call_methods =
      {};  // methods whose callees depend on their arguments alone
  // Names that need no declaration, and members that external values commonly have. Neither is
  // bound to a symbol that merely has the same name. Blank-separated words.
  std::string_view predeclared = {};
  std::string_view foreign_members = {};

  bool modules_nest() const { return path_start != nullptr; }

  // Whether constructors and operators of classes run without being named, and functions are also
  // found by argument-dependent lookup.
  bool classes_have_operators() const {
    return operators != nullptr && operators->search == OperatorSearch::kByArguments;
  }

  bool has_handles() const { return !copy_member.empty(); }

  // Types are values, which also have the members that `forward_method` returns.
  bool types_forward() const { return types_are_values && !forward_method.empty(); }
};

inline constexpr ResolutionRules kNoRules{};

// kNoRules for a language without any. FileModel::rules caches the answer.
const ResolutionRules& RulesOf(Language language);

// The type of the null value, as literals of the language name it; empty if it has none.
std::string_view NullTypeOf(Language language);

}  // namespace waymark::indexer
