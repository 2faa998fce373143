// The vocabulary in which src/languages/ says what the nodes of a grammar mean.
//
// A Rule gives one node kind a role and says by field, or by kind where the grammar has no field,
// which part each child plays in it. The engine (extraction.h) knows roles and parts, and nothing
// of any language. docs/ADDING_A_LANGUAGE.md explains by example.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <absl/status/status.h>

#include "graph/kinds.h"
#include "graph/records.h"
#include "indexer/facts.h"
#include "integration/api_pattern.h"
#include "integration/routing_dsl.h"
#include "syntax/class_macro.h"
#include "syntax/function_type.h"
#include "syntax/text_reader.h"

struct TSLanguage;

namespace waymark::indexer {

class FactsDraft;
class Parser;
class RuleTable;
struct LanguageRules;
struct SyntaxTree;

// What a node is. "Yields" says which expression it hands to its parent.
enum class Role : std::uint8_t {
  kTransparent,  // no rule: its children stand in its place, each used as a value
  kSkip,         // nothing inside is looked at

  // Text.
  kIdentifier,  // leaf; yields Name
  kWord,        // leaf that only counts as an identifier: a label
  kText,        // leaf with the text of a string
  kComment,

  // Expressions.
  kPass,       // yields its part kValue: parentheses
  kOptional,   // the same: the type kValue, or nothing; a literal is named by its whole text
  kList,       // its children play the element of the part it plays itself: arguments, tuples
  kLiteral,    // yields Literal named Rule::text, or its own text where that is empty
  kString,     // yields Literal named Rule::text, in types the type it names; may be documentation
  kMember,     // kOperand . kMemberName; X.this, and X::new with kMark, are instances of X
  kPath,       // kOperand :: kRest, nested to the right
  kDotted,     // its children are the components from left to right
  kCall,       // kOperand ( kArguments ) or kOperand . kMemberName ( kArguments )
  kNew,        // new kOperand ( kArguments ) { kBody }, the last of a type without a name
  kCast,       // ( kOperand ) kUsed: an instance of the type that kOperand names; with Rule::text,
               // of the container of it that has this name; with kMark, kValue as it is
  kIndex,      // kOperand [ kSecond ], also kOperand < kArguments >
  kAwait,      // await kOperand
  kPointer,    // *kOperand, &kOperand
  kArrow,      // token of a kMember that looks through a pointer
  kSelf,       // leaf
  kOperation,  // of kOperand, or of kOperand and kSecond, an operator makes a value
  kUnion,      // its parts kBranch
  kTypeUnion,  // the same inside types, else a value of unknown type
  kLambda,     // function without a name; takes that of the variable it is assigned to; with
               // Rule::text, yields Literal named after its shape (function_shape.h)
  kValues,     // targets or values of one statement; several yield Literal named Rule::text
  kChoice,     // kBranch or kBranch where a kMark says so, else a value of unknown type
  kSuper,      // leaf
  kContainer,  // type of what holds kArgument, named Rule::text
  kTypeQuery,  // in a type, the type of a value
  kUnevaluated,  // the same; its calls do not run
  kComposite,    // kType { kFields }
  kFields,       // elements of a composite, or of an element of one; of a kDecorator, by name
  kPlaces,       // patterns of members of kType around it by their places
  kField,        // kMemberName : kUsed, a member of what its kFields or the kPass around it makes
  kObject,       // members by name; as the value of a variable, they are members of that
  kPair,         // kName : kValue in a kObject
  kElement,      // markup that stands for a call of kOperand
  kSend,  // kOperand . kMemberName ( kArguments ) kBody, or what LanguageRules::class_macros says
  kSuperSend,      // leaf; calls the method of the enclosing method's name that it hides
  kOwnField,       // leaf; the field of that name of the own object
  kBlockArgument,  // of a kSend, in the last place: a block that the method around has
  kMethodName,     // leaf; the name of a method behind one character, as a value
  kSequence,       // its children kValue are statements; yields the last
  kMacroCall,      // invocation of the macro kOperand; its arguments are kTokens
  kTokens,         // text of a macro as names, literals and nested kTokens: calls are read off it
  kTuple,          // its children are the elements, in values, types and patterns
  kContainerLiteral,  // a container that is written out; its children are the elements; in types,
                      // and where nothing is known of them, yields Literal named Rule::text
  kKeyed,             // an element or argument kValue under a key, which comes first
  kSpread,            // all elements of kValue
  kEntering,          // kValue is entered as a context, and left
  kYield,             // gives kValue to who iterates; with kMark, all elements of it
  kFunctionType,  // of kParameters and kReturnType; directly in a kMembers or kBody, of the type
                  // around it

  // Statements.
  kStatement,   // an expression as a statement; may be documentation
  kAssignment,  // kTarget : kType = kValue, bound as Rule::binding; yields kValue
  kReturn,      // return kValue
  kRaise,       // raise kValue
  kGuard,       // if kCondition then kGuarded else kUnguarded; where types are checked or left out
  kGlobal,      // its names belong to the file, not to the function
  kOuter,       // its names belong to a function around
  kBlock,       // a scope of its own for the names it binds; yields Literal named Rule::text
  kScope,       // a scope of its own, opened by the first name that is bound in it
  kTypeSwitch,  // kSwitched is a name whose type each kTypeCase tells
  kTypeCase,    // kType
  kPattern,     // a single name directly inside is bound, a dotted one is used
  kLet,         // pattern kTarget : kType = kValue, bound behind it, or for kBody alone
  kMatch,       // kValue, which every kArm is a pattern for
  kArm,         // pattern kTarget; names are bound in the kScope around it
  kCase,        // kUsed, the name alone of a member of the kValue of the kMatch around it
  kVariantPattern,   // kType with patterns of its members: kTarget by position, or kProperty
  kProperties,       // targets that are bound to the members of the value with the same name
  kProperty,         // kMemberName : kValue, a target in kProperties
  kDefaulted,        // kValue, a target or parameter, and kDefault
  kImport,           // import kImported, each a module or a kImportAlias
  kImportFrom,       // from kModule import kImported
  kImportAlias,      // kImported as kAlias
  kRelativeModule,   // the dots before its name are levels
  kPackage,          // kName is the file's package
  kTypeImport,       // import a.b.C: the last component of kImported is bound; with kMark it is a
                     // member of a type, with kStar all in it is
  kNamespaceImport,  // using kImported: all that is in it; with kAlias, itself under that name;
                     // with kMark it is imported in the whole project
  kPathImport,       // import kModule, a path, as kAlias
  kModuleImport,     // import kClause from kModule, a path
  kClause,           // kDefaultImport, kModuleAlias, kImported or kClause
  kExport,       // export kDefined, kClause, kClause from kModule; the default: kValue, or marked
  kInclude,      // #include kModule
  kUsing,        // using kValue; with kModifierWholeScope, using namespace kValue
  kUse,          // use kClause: paths, kImportAlias, kImportFrom for all of a path, or a kClause of
                 // them behind the path kModule; or kImported, a package, as kAlias
  kConditional,  // #if and its branches: definitions inside are kSymbolConditional

  // Definitions.
  kDefinition,   // kName or kDeclarator, kParameters, kReturnType, kBases, kBody
  kNamespace,    // kName, perhaps of several components, and kBody; without it, a module to load
  kExtension,    // what kBody defines belongs to kType, which gets the base kSecond
  kBound,        // the type parameter kOperand has the bounds kType
  kPositions,    // members of a type by position: kType, kType...
  kMacro,        // #define kName kParameters kValue, the last as text
  kDeclaration,  // kType kDeclarator, kDeclarator...: variables, or functions defined elsewhere
  kDeclarator,   // wraps kDeclarator as Rule::wrap says: pointer, array, function, initialiser
  kSpecialName,  // the name of an operator or a destructor, as text
  kConversion,   // the name of a conversion operator: the text before its kDeclarator
  kModifier,     // leaf; looked up in LanguageRules::modifiers
  kModifiers,    // holds kModifier and kDecorator of what it stands in
  kDecorators,   // holds kDecorator alone, in front of all else of what it stands in
  kAccess,       // leaf; a modifier of the members that follow
  kFriend,       // what it declares belongs to the scope around the type
  kInitializer,  // kMemberName ( kUsed ) in front of a constructor's body
  kWrapper,      // decorators or template parameters around kDefined
  kKeyword,      // what stands before definitions; belongs to the definition when there is one
  kMembers,      // members of a type, which decide on its kind; elsewhere a type without a name
  kDecorator,    // kValue
  kOwnMethods,   // methods inside are the type's own, not its instances'
  kMethodAlias,  // kName is another name of the method kMemberName
  kTypeParameters,
  kParameters,
  kParameter,  // kParameterName or kDeclarator : kType = kDefault
  kVariadic,   // a parameter that takes any number of arguments
};

// What a child is to its parent.
enum class ChildRole : std::uint8_t {
  kUsed,  // evaluated for its own sake: a name in it is a reference
  kSkipped,
  kWord,     // its identifiers only count as identifiers
  kValue,    // what the parent yields, binds, returns or raises
  kUpdated,  // kUsed, and then written
  kBranch,
  kOperand,
  kMemberName,
  kRest,
  kSecond,
  kArguments,
  kArgument,  // element of kArguments
  kType,
  kTarget,
  kTargetElement,  // element of kTarget: bound to a part of the value
  kCaught,         // type of an exception handler
  kRaised,         // type that a function says it raises
  kCondition,
  kGuarded,
  kUnguarded,
  kName,
  kBody,
  kParameters,
  kTypeParameters,
  kParameterName,
  kDefault,
  kReturnType,
  kBases,
  kBase,  // element of kBases
  kDefined,
  kDeclarator,
  kUnderlying,  // type that a definition names, perhaps as kMembers
  kOwner,       // type, or the own object, whose own method is defined
  kReceiver,    // parameters, of which the first is the object and its type the owner
  kEnumerator,  // name of a constant
  kSwitched,
  kModule,
  kImported,
  kAlias,
  kStar,
  kClause,
  kDefaultImport,
  kModuleAlias,
  kKey,         // kWord in front of `=`, else kUsed
  kMark,        // tells its parent apart from others of the same kind
  kMakesField,  // makes a field of a parameter
};

struct PartRule {
  // A field; or "<kind>": children of that kind that have no field; or "^": the first child.
  std::string_view child;
  ChildRole part = ChildRole::kUsed;
};

inline constexpr std::size_t kMaxParts = 8;

// What a declarator around a name makes of it.
enum class Wrap : std::uint8_t { kNothing, kPointer, kArray, kFunction };

struct Rule {
  std::string_view node;  // kind as the grammar names it; "'x'" for the token x that has no kind
  Role role = Role::kTransparent;
  std::array<PartRule, kMaxParts> parts{};  // unused ones are empty
  ChildRole rest = ChildRole::kUsed;        // of children that `parts` does not mention
  std::string_view text{};  // kLiteral, kString, kBlock, kContainer, kVariadic: name of the type;
                            // kKeyword, kMembers: what signatures begin or end with
  BindingKind binding = BindingKind::kAssigned;  // kAssignment, kDeclaration
  SymbolKind kind = SymbolKind::kFunction;       // kDefinition, kMacro: of the symbol
  SymbolKind member_kind = SymbolKind::kMethod;  // kDefinition: the same directly inside a type
  ScopeKind scope = ScopeKind::kFunction;        // kDefinition: that it opens; kFile: none
  EdgeType relation = EdgeType::kExtends;        // kList of bases
  std::uint16_t flags = 0;                       // kDefinition, kMacro: SymbolFlag
  Wrap wrap = Wrap::kNothing;                    // kDeclarator
  bool is_type = false;                          // kIdentifier: always names a type
  bool is_path = false;        // kMember: the operand is a module or a type, never a variable
  bool needs_body = false;     // kDefinition: without kBody it declares, or only names a type
  bool hides_members = false;  // kDefinition: members are private unless kAccess says otherwise
  bool shares_scope = false;   // kDefinition: members belong around it, but for kModifierScoped
  bool in_signature = false;   // kWrapper: signatures begin with it
  bool is_constant = false;    // kAssignment, kDeclaration: what it defines is one
  bool rebinds = false;        // kAssignment: of names that are declared elsewhere
  bool is_update = false;      // kAssignment: reads its kTarget first
  bool embeds = false;         // kAssignment: without kTarget, its kType is a base
  bool opens_scope = false;  // kAssignment, kDeclaration: its names are bound in a scope of its own
  bool hoists = false;       // kKeyword: names belong to the function, not to the block
  bool own_object = false;   // kDefinition, kLambda: does not see the object around it
  bool is_function_name = false;       // kMember: names a function, whatever else has the name
  bool keeps_variable = false;         // kLambda: the variable that holds it stays a variable
  bool makes_fields = false;           // kDefinition: of its kParameters, which are properties
  bool abstract_without_body = false;  // kDefinition: without kBody it is abstract
  bool is_send = false;                // kIdentifier: is a call unless a variable has the name
  bool in_fields = false;   // the rule holds directly inside of kFields, where it says members
  bool takes_rest = false;  // kNamespace: what follows it in its parent belongs to it
  bool is_named_to_parameters = false;  // kDefinition: all up to kParameters is the name
  bool is_instance = false;  // kDefinition: of the type around it, made with kArguments; with kBody
                             // of a type of its own that derives from that
};

// Which definitions of a language are visible outside their file.
enum class Visibility : std::uint8_t {
  kUnderscore,  // those whose name does not begin with an underscore
  kCapital,     // those whose name begins with a capital letter
  kExport,      // those that are exported, and their members
  kSections,    // those of types that no directive hides
  kModifier,    // those with kModifierExtern, and members of traits and enumerations
  kLinkage,     // those neither static, nor private members, nor in a namespace without a name
  kNotPrivate,  // those not marked as private
};

// From where on a local name hides what is called like it further out.
enum class NameBegins : std::uint8_t {
  kWithScope,        // everywhere in its scope
  kAtName,           // behind where it is declared
  kBehindStatement,  // behind the statement that declares it: its value means the outer one
};

// Where documentation stands.
enum class DocStyle : std::uint8_t {
  kDocstring,       // first string of the body
  kLeadingComment,  // comments directly above, or behind on the same line
};

// Words in front of declarations.
enum Modifier : std::uint16_t {
  kModifierStatic = 1 << 0,
  kModifierExtern = 1 << 1,
  kModifierConst = 1 << 2,
  kModifierPrivate = 1 << 3,
  kModifierScoped = 1 << 4,  // an enumeration whose members need its name
  kModifierWholeScope = 1 << 5,
  kModifierProperty = 1 << 6,
  kModifierAbstract = 1 << 7,
  kModifierPartial = 1 << 8,   // a type of which other definitions are parts too
  kModifierReceiver = 1 << 9,  // a parameter that calls can write in front of the name
  kModifierInline = 1 << 10,   // a namespace whose members are those of the one around it too
};

struct ModifierWord {
  std::string_view word;
  std::uint16_t modifiers = 0;
};

// How a test runner is told which functions make the arguments of tests.
struct FixtureRule {
  std::string_view decorator{};         // of such a function, by its last component
  std::string_view name_argument{};     // of the decorator: under which tests ask for it
  std::string_view asking_decorator{};  // whose texts are names of fixtures
  std::string_view asking_function{};   // whose first argument is one
  std::string_view test_prefix{};       // of the names of functions that are given fixtures
};

struct NameFlags {
  std::string_view name;
  std::uint16_t flags = 0;  // SymbolFlag
};

// Literals that the rules take for one of a type, and that are of another by their last letter.
struct LiteralSuffix {
  std::string_view of;
  std::string_view letters;
  std::string_view type;
};

// Functions whose first type argument is the type of what they return.
struct TypedCall {
  std::string_view name;
  bool constructs = false;  // the call is one of the type's constructor
};

// Macros that look like a function whose two parameters are the suite and the name of a test.
struct TestMacro {
  std::string_view name;
  bool is_member = false;  // the suite is a type whose members the test uses as its own
};

// Names of generic types that stand for something else.
enum class Wrapping : std::uint8_t {
  kOptional,     // Optional[X]: X or the null type
  kUnion,        // Union[X, Y]: X or Y
  kTransparent,  // Annotated[X, ...], Final[X]: X
  kOpaque,       // Literal["a"]: arguments are no types
};

struct TypeWrapper {
  std::string_view name;
  Wrapping wrapping = Wrapping::kTransparent;
};

// What functions of the language that take containers give.
enum class ContainerResult : std::uint8_t {
  kSame,        // a container of the same elements
  kElement,     // one of the elements
  kNumbered,    // pairs of a number and an element
  kSideBySide,  // tuples of elements of all arguments
  kMapped,      // what the function that comes first gives
};

struct ContainerFunction {
  std::string_view name;
  ContainerResult result = ContainerResult::kSame;
};

// Methods that add an argument to their object, or all elements of it.
struct ElementAdder {
  std::string_view name;
  int argument = 0;
  bool is_whole = false;
};

// A function of the library whose only argument is a container: it gives what the member does.
struct ContainerCall {
  std::string_view object;
  std::string_view function;
  std::string_view member;
};

// A function that gives its only argument as it is; without an object, one of any module.
struct IdentityCall {
  std::string_view object;
  std::string_view function;
};

inline constexpr std::size_t kMaxRuleTables = 4;

struct LanguageRules {
  std::array<std::span<const Rule>, kMaxRuleTables> rules{};
  Visibility visibility = Visibility::kUnderscore;
  DocStyle documentation = DocStyle::kDocstring;
  NameBegins name_begins = NameBegins::kWithScope;
  char macro_variable_mark = '\0';  // begins a variable of a macro, which names no symbol
  // Gives text of the same length for the grammar to read, kept in `buffer`; null: as it is.
  std::string_view (*mask)(std::string_view bytes, std::string& buffer) = nullptr;
  // Changes the tree of `parsed`, perhaps by parsing again a text of the same length, which then is
  // kept in `buffer`; null: it stays as it is. Fails like Parser::Parse.
  absl::Status (*rewrite_tree)(Parser& parser, const RuleTable& rules, std::string& buffer,
                               std::string_view& parsed, SyntaxTree& tree) = nullptr;
  // Adds references from text that `mask` left out; null: identifiers of the tree that no rule
  // consumed are added instead.
  void (*read_masked)(std::string_view parsed, const LanguageRules& language,
                      FactsDraft& draft) = nullptr;
  // Completes the facts of a file; null: nothing is left to do.
  void (*finish_facts)(std::string_view bytes, FileFacts& facts) = nullptr;
  // Whether a file is left out unless a build asks for it: its definitions are kSymbolConditional.
  bool (*is_conditional)(std::string_view bytes) = nullptr;
  bool has_overloads = false;            // parameter types are part of a function's identity
  bool first_parameter_is_self = false;  // of methods, but for those with the next decorator
  std::string_view no_self_decorator{};
  std::string_view super_function{};    // whose call yields Super
  std::string_view constructor{};       // method that makes instances; empty: has the type's name
  std::string_view exports_variable{};  // list of the names a file exports
  std::string_view type_checking_condition{};  // last component of the condition of kGuard
  std::string_view null_type{};                // Literal that Optional adds
  std::string_view inferred_type{};            // stands for the type of the value
  // By last component of the decorator, or by its text.
  std::span<const NameFlags> decorator_flags{};
  FixtureRule fixtures{};
  std::span<const TypeWrapper> type_wrappers{};
  std::span<const std::string_view> keyed_types{};  // generic types of which the second argument
                                                    // says what they hold
  std::span<const std::string_view> visitors{};  // methods that hand the elements of their object
                                                 // to a function
  std::span<const std::string_view> plain_types{};  // built-in types, no references
  std::span<const ModifierWord> modifiers{};
  std::span<const TypedCall> typed_calls{};
  std::span<const TestMacro> test_macros{};
  std::span<const std::string_view> keywords{};  // look like calls in the text of macros
  bool has_old_style_functions = false;          // main(argc, argv) int argc; { }
  bool names_constants = false;          // a variable whose name is in upper case is a constant
  bool passes_imports_on = false;        // what a file imports is visible to its importers
  bool keeps_arguments = false;          // calls know their arguments
  std::string_view truth_type = "bool";  // of what a comparison gives
  std::string_view text_type{};          // joined by `+` with anything
  std::span<const LiteralSuffix> literal_suffixes{};
  bool keeps_types = false;  // types know their pointers, functions their parameters
  // Canonical name of a built-in type, or that of a number's; where keeps_types.
  std::string_view (*built_in)(std::string_view text) = nullptr;
  bool keeps_type_arguments = false;  // generic types and functions know all their arguments
  bool keeps_functions = false;       // functions know the types of functions they are handed
  bool keeps_values = false;          // what variables, containers and parameters hold is followed
  std::span<const ContainerFunction> container_functions{};
  bool keeps_positions = false;  // names that a list of targets binds know their places in it
  std::span<const ContainerCall> container_calls{};
  std::span<const ElementAdder> element_adders{};
  std::span<const std::string_view> iteration_methods{};  // of a loop: one, then one of its result
  std::span<const std::string_view> context_methods{};    // of a kEntering, each of its value
  std::span<const std::string_view> async_iteration_methods{};  // behind the word `async`
  std::span<const std::string_view> async_context_methods{};
  bool trusts_types = false;            // a variable with a written type is bound to that alone
  bool extends_literals = false;        // methods of literals can be those of the repository
  bool reads_operands = false;          // what a member is taken from is read too
  bool counts_type_parameters = false;  // types of one name differ by how many they have
  bool first_result_is_value = false;   // x of `x, y = f()` is what f() returns
  int iterated_element = 0;             // which name of a kIterated is the element, counted from 1
  std::string_view blank_name{};        // of what is not bound
  std::string_view file_documentation{};  // begins a comment that documents the file
  std::string_view unnamed_element{};  // of a decorator's type: what its only argument is given to
  std::string_view index_member{};     // of an object: what gives its elements
  std::span<const std::string_view> new_functions{};   // make an instance of their argument
  std::span<const std::string_view> load_functions{};  // import the module that they are given
  std::string_view path_literal{};                     // the Literal that can name one
  std::string_view exports_object{};                   // whose members a file exports
  std::string_view module_object{};     // whose member `exports_object` is all a file exports
  std::string_view prototype{};         // member of a type that holds its methods
  bool capitals_are_constants = false;  // other names are variables, which define nothing
  bool last_value_is_result = false;    // of a function, where no statement returns another
  std::string_view new_message{};       // member of a type that makes an instance
  std::span<const ClassMacro> class_macros{};
  std::span<const std::string_view> calling_functions{};  // call the method that they are given
  std::span<const std::string_view> running_functions{};  // run a block for what they are sent to
  std::span<const std::string_view> mixing_functions{};   // for a type that mixes in the one around
  std::string_view element_operator{};                    // in front of a container: `<-jobs`
  bool has_accessors = false;  // of a property: what is written is another method than what is read
  std::span<const std::string_view> naming_functions{};  // give that method as a value
  std::span<const TextReader> text_readers{};
  bool has_keyed_members = false;   // x[name] is one of x; keys may be fields
  std::string_view member_table{};  // member that holds all others of its object
  std::span<const TypeMaker> type_makers{};
  std::string_view own_type{};  // by which a kExtension knows the type it extends
  // Patterns whose element is a part of a value that holds it: Some(x), Ok(x).
  std::span<const std::string_view> element_patterns{};
  // Types whose functions of one argument give that back: Box::new(x).
  std::span<const std::string_view> transparent_types{};
  // A function without a name that a method of a container is given gets its elements, but for
  // these methods; empty where that is not so.
  std::span<const std::string_view> error_methods{};
  std::span<const ApiPattern> api_patterns{};
  std::span<const std::string_view> route_options{};  // pairs: an object with one is a route's
  const RouteNotation* routes = nullptr;
  std::string_view removing_word{};         // in front of what is removed, not read
  const RoutingDsl* routing_dsl = nullptr;  // of routes in nested blocks
  std::span<const StubUse> stub_uses{};
  std::span<const std::string_view> mapped_types{};  // generic types with the members of their
                                                     // argument
  std::span<const IdentityCall> identity_calls{};
  std::span<const FunctionType> function_types{};
};

}  // namespace waymark::indexer
