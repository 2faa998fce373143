// How names are looked up in a language, as data.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "graph/kinds.h"
#include "graph/languages.h"

namespace waymark::indexer {

struct Base;
struct BuiltinTypes;
struct FileFacts;
struct ModuleRule;
struct Program;
struct ProgramFile;
enum class Name : std::uint32_t;

extern const ModuleRule kNoModules;  // links nothing

// One step of looking a bare name up in one scope. The steps are taken in order in each
// scope from the innermost outwards; the first that finds something ends the search.
enum class LookupStep : std::uint8_t {
  kScopeNames,    // definitions, imports and bindings of the scope itself
  kTypeMembers,   // in a type's scope: its members, inherited ones included
  kOwnerMembers,  // in a function defined outside its type: the members of that type
  kSharedSpace,   // what other files add to the scope's namespace or package
  kWholeImports,  // star imports and using directives of the scope
};

// In which order a type's bases are asked for a member.
enum class LineageOrder : std::uint8_t {
  kC3,            // Python's linearisation
  kDepthFirst,    // the first base with all above it, then the next
  kBreadthFirst,  // nearer levels first (embedding in Go)
  kMixins,        // what the type mixes in, the last first, then its base (Ruby)
};

// What several definitions of one name in one scope mean.
enum class Redefinition : std::uint8_t {
  kLastWins,   // the name is bound anew
  kOverloads,  // the call's arguments decide
};

// Generic types whose argument matters for what can be called on a value.
enum class GenericUse : std::uint8_t {
  kTransparent,  // behaves like its argument: a smart pointer, an optional
  kHandle,       // likewise, but what copies it (ResolutionRules::copy_member) copies no value
  kElements,     // holds values of its argument
  kTypeItself,   // the argument as a value: type[X]
};

struct GenericName {
  std::string_view name;
  GenericUse use = GenericUse::kElements;
};

// Members of a type outside the repository, "" for any, that hold or give something of one type,
// with [] for an array of that. Blank-separated words.
struct KnownMembers {
  std::string_view type;
  std::string_view gives;
  std::string_view members;
};

struct ResolutionRules {
  const ModuleRule* modules = &kNoModules;
  std::span<const LookupStep> steps = {};
  // Whether a variable can stand in a type's position: `Number = Union[int, float]`.
  bool variables_name_types = false;
  // Whether functions, variables and types have names of their own: the position tells which is
  // meant. Overloads of a name are then those of a type and all above it.
  bool separate_names = false;
  // Whether a name that nothing in reach declares comes from outside.
  bool unknown_is_foreign = false;
  // What members of types outside the repository hold or give.
  std::span<const KnownMembers> known_members = {};
  // What the names of the built-in types mean, in languages that overload by type; else nullptr.
  const BuiltinTypes* builtin_types = nullptr;
  // Whether all types derive from one outside.
  bool has_foreign_root = false;
  // Whether `a.b.C` can name a type by its package without an import. Packages then lie in any
  // number of source roots, of which the nearest is meant.
  bool packages_have_names = false;
  // Whether an import is replaced by the text of a file. Its names are then names of the importer,
  // nothing says which file they are from, a header may be read behind others than the ones that it
  // includes, and macros may stand for anything.
  bool has_textual_includes = false;
  // Whether types say that a value is a pointer, a reference or constant.
  bool has_pointer_types = false;
  // Whether overloads are ranked by how the arguments convert to the parameters.
  bool ranks_overloads = false;
  // Whether templates have other definitions for some arguments, and members defined outside.
  bool has_specialisations = false;
  // Whether a type has its own name as a member, and those of its bases.
  bool injects_type_names = false;
  // Whether classes have constructors and operators that run without being named, and functions are
  // also looked up by the types of their arguments.
  bool classes_have_operators = false;
  // Whether enumerators are names of the scope around their type.
  bool has_unscoped_enumerators = false;
  // Whether fields hold functions: a call of one runs what initialisers give it.
  bool calls_through_fields = false;
  // Whether macros may bind names in their arguments.
  bool macros_bind_names = false;
  // Whether modules are values with members.
  bool modules_are_values = false;
  // Whether a function is defined once, behind a signature for each way to call it.
  bool has_overload_signatures = false;
  // Whether types of one name differ by the number of their parameters.
  bool types_have_arity = false;
  // Whether methods are values by their names alone, and properties are read like variables.
  bool methods_are_values = false;
  // Whether namespaces are open to all files, without a word about where they lie.
  bool namespaces_are_open = false;
  // Whether a base alone tells if it is extended or implemented.
  bool bases_tell_relation = false;
  // Whether bare names are constants, variables, or messages to the own object, and types are
  // opened in several places.
  bool sends_messages = false;
  // Whether names tell tests: in test files, for a `test_client` elsewhere is what it says.
  bool tests_are_named = false;
  // Whether tests are written as calls with a block, which are no symbols: a runner is then given
  // their file.
  bool tests_are_calls = false;
  // Whether test code holds functions that help the tests: what a runner runs bears a mark.
  bool test_cases_are_marked = false;
  // Whether files of one package may define the same for different platforms.
  bool files_are_alternatives = false;
  // What a method takes and gives, by its signature, in languages whose types implement an
  // interface by having its methods: methods with equal texts satisfy each other. Null: a type
  // names its interfaces.
  std::string (*method_type)(std::string_view signature) = nullptr;
  // Whether `type Names []string` defines a type with methods of its own, which holds what the
  // other type does.
  bool has_defined_types = false;
  // Of a type without a name, whose members may hold what is ours.
  std::string_view unnamed_type = {};
  // Types from outside whose names tell nothing of their values: all derive from them; and the
  // library's errors, which may be of an error of ours.
  std::span<const std::string_view> top_types = {};
  std::span<const std::string_view> top_errors = {};
  // Whether a type that is embedded in another is the field of its own name there.
  bool embeds_by_name = false;
  // Whether a field with the name of a method holds that: this.f = this.f.bind(this).
  bool fields_hold_methods = false;
  // Whether methods of a type itself hide those of its bases, and override none.
  bool own_methods_hide = false;
  // Whether a method overrides what the block it stands in is for, and elsewhere nothing.
  bool overrides_in_blocks = false;
  // Whether classes are values like any, which what they are given to may make instances of; what
  // only asks whether something is an instance.
  bool types_are_values = false;
  std::span<const std::string_view> type_tests = {};
  // Whether a type that is raised is made.
  bool raising_makes = false;
  // Whether values are followed through containers and parameters; a call of what may be one of a
  // few functions then has an edge to each.
  bool follows_values = false;
  // Whether generic types and functions know all their arguments, and so what their parameters
  // stand for.
  bool has_type_arguments = false;
  LineageOrder lineage = LineageOrder::kDepthFirst;
  Redefinition redefinition = Redefinition::kLastWins;
  // Names of the methods that make instances; "" stands for the type's own name.
  std::span<const std::string_view> constructors = {};
  std::string_view call_method = {};   // that a call of an instance runs; empty where there is none
  std::string_view index_method = {};  // x[...]
  std::string_view iterate_method = {};        // for ... in x
  std::string_view next_method = {};           // of what that gives, as often as there are elements
  std::string_view enter_method = {};          // with x as ...
  std::string_view async_iterate_method = {};  // the same with `async` in front
  std::string_view async_next_method = {};
  std::string_view async_enter_method = {};
  std::string_view missing_method = {};  // gives members that a type does not declare
  std::string_view forward_method = {};  // gives what a value has the members of besides its own
  std::span<const std::string_view> derived_methods = {};  // that an attribute may give a type
  std::string_view type_member = {};                       // of any instance: its type
  std::string_view prototype = {};      // of a type: what its instances have their members of
  std::string_view own_type_name = {};  // of an annotation that means the receiver's type
  // Paths begin at the root of the package, at the own module or at the one around it, by these
  // names; what a module does not declare is then not looked for further out.
  std::string_view package_root = {};
  std::string_view own_module = {};
  std::string_view outer_module = {};
  // What tells that a method overrides one from outside: being virtual where a base has it as well,
  // an annotation, nothing at all.
  bool overrides_need_virtual = false;
  bool overrides_are_unmarked = false;
  std::string_view override_annotation = {};
  // Whether a base that no file defines is an interface by what is written; null: nothing tells.
  bool (*names_interface)(const Program& program, const ProgramFile& file,
                          const Base& base) = nullptr;
  // Whether a method with this signature may be one of an interface outside, where types satisfy
  // interfaces without naming them; null: they do not.
  bool (*may_satisfy_foreign)(const ProgramFile& file, const FileFacts& facts,
                              std::string_view signature) = nullptr;
  // Whether types from outside may have this member because a file of ours gives it to them; null:
  // nothing can.
  bool (*may_add_to_foreign)(const Program& program, const ProgramFile& file,
                             Name member) = nullptr;
  // Types of libraries whose objects hand on what they do not know to an object they are given.
  std::span<const std::string_view> forwarding_bases = {};
  std::string_view override_word = {};     // without which a method of a class is hidden, if any
  std::string_view decorator_suffix = {};  // that decorators leave out of the names of their types
  std::string_view exports_object = {};    // by whose members a module knows what it exports
  std::string_view default_export = {};    // that a module used as a value stands for
  std::string_view fixture_file = {};      // whose functions give values to parameters of tests
  std::span<const GenericName> generics = {};
  // Members of containers that give one element, or a container of the same. Blank-separated words.
  std::string_view element_members = {};
  std::string_view container_members = {};
  std::string_view pair_members = {};  // likewise a container of what holds one element each
  // Members of containers that hand the elements to the function they are given: as its first
  // parameter, as its second. Blank-separated words.
  std::string_view visiting_members = {};
  std::string_view folding_members = {};
  // Types inside of containers: of what goes through them, of an element. Blank-separated words.
  std::string_view iterator_types = {};
  std::string_view element_types = {};
  // Members that give the value itself, or one like it, where its type says nothing else.
  std::string_view same_members = {};
  std::string_view copy_member = {};   // that handles have themselves
  std::string_view type_message = {};  // of any object, gives its type
  std::string_view new_message = {};   // of a type, makes an instance
  std::string_view extension = {};  // module inside a mixin whose members its users have themselves
  std::span<const std::string_view> keeping_messages = {};  // keep a block that runs for anything
  std::span<const std::string_view> dynamic_messages = {};  // run what only their arguments tell
  // Names that need no declaration, and members that values from outside the repository commonly
  // have: neither is ever taken for a symbol that merely has the same name. Blank-separated words.
  std::string_view predeclared = {};
  std::string_view foreign_members = {};

  bool modules_nest() const { return !own_module.empty(); }

  bool has_handles() const { return !copy_member.empty(); }
};

inline constexpr ResolutionRules kNoRules{};

// kNoRules for a language that has none. FileModel::rules keeps the answer.
const ResolutionRules& RulesOf(Language language);

}  // namespace waymark::indexer
