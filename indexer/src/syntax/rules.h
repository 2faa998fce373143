// The vocabulary in which src/languages/ says what the nodes of a grammar mean.
//
// A Rule gives one node kind a role, and assigns a role to each child by field, or by kind if the
// grammar has no field. The engine (extraction.h) knows only these roles, and nothing of any
// language. docs/ADDING_A_LANGUAGE.md explains by example.
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
struct TestRules;

// The role of a node. "Yields" names the expression that the node passes to its parent.
enum class Role : std::uint8_t {
  kTransparent,  // no rule: its children take its place, each used as a value
  kSkip,         // its subtree is ignored

  // Text.
  kIdentifier,  // leaf; yields Name
  kWord,        // leaf that only counts as an identifier: a label
  kText,        // leaf with the text of a string
  kComment,

  // Expressions.
  kPass,      // yields kValue: parentheses, or the target kOperand and what is assigned to it
  kOptional,  // likewise: the type kValue, or nothing; a literal is named by its whole text
  kList,      // its children are elements of the list's own child role: arguments, tuples
  kLiteral,   // yields Literal named Rule::text, or its own text if that is empty
  kString,    // yields Literal named Rule::text, in types the named type; may be documentation
  kMember,    // kOperand . kMemberName; X.this, and X::new with kMark, are instances of X; the name
              // is declared with Rule::text in front; a rule without kMemberName means any member
  kPath,      // kOperand :: kRest, nested to the right
  kDotted,    // its children are the components from left to right
  kCall,      // kOperand ( kArguments ) or kOperand . kMemberName ( kArguments )
  kNew,      // new kOperand ( kArguments ) { kBody }; kBody makes an anonymous type, which is named
             // after Rule::text if there is no kOperand
  kCast,     // ( kOperand ) kUsed: an instance of the type that kOperand names; with Rule::text, of
             // its container of that name; with kMark, kValue itself
  kIndex,    // kOperand [ kSecond ], also kOperand < kArguments >
  kAwait,    // await kOperand
  kPointer,  // *kOperand, &kOperand
  kArrow,    // token of a kMember that dereferences a pointer
  kSelf,     // leaf
  kOperation,  // value of an operator on kOperand, or on kOperand and kSecond; the sign is kMark if
               // it stands behind the only operand
  kUnion,      // of its kBranch children; with Rule::text, the truth of the first decides
  kTypeUnion,  // likewise inside types, else a value of unknown type
  kLambda,  // function literal; takes the name of the variable it is assigned to; with Rule::text,
            // yields Literal named after its shape (function_shape.h)
  kValues,  // targets or values of one statement; several yield Literal named Rule::text
  kChoice,  // one of its kBranch children if a kMark says so, else the value of an operator on them
  kSuper,   // leaf
  kContainer,      // type of a container of kArgument, named Rule::text
  kTypeQuery,      // in a type, the type of a value
  kUnevaluated,    // likewise; its calls do not run
  kComposite,      // kType { kFields }
  kFields,         // elements of a composite, or of an element of one; of a kDecorator, by name
  kPlaces,         // patterns of members of the enclosing kType, by position
  kField,          // kMemberName : kUsed, a member of the enclosing kFields or kPass value
  kObject,         // members by name; those of a variable's value become members of the variable
  kPair,           // kName : kValue in a kObject
  kElement,        // markup that stands for a call of kOperand
  kMethodCall,     // kOperand . kMemberName ( kArguments ) kBody, or a class macro
                   // (LanguageRules::class_macros); without kMemberName, of the method Rule::text
  kSuperSend,      // leaf; calls the overridden method of the enclosing method's name
  kOwnField,       // leaf; the field of that name of the own object
  kBlockArgument,  // last in a kMethodCall: the block of the enclosing method
  kMethodName,     // leaf; a method's name after a one-character sign, as a value
  kSequence,       // its kValue children are statements; yields the last
  kMacroCall,      // invocation of the macro kOperand; its arguments are kTokens
  kTokens,  // text of a macro as names, literals and nested kTokens, from which calls are read
  kTuple,   // its children are the elements, in values, types and patterns
  kContainerLiteral,  // a container literal; its children are the elements; in types, and if
                      // nothing is known of them, yields Literal named Rule::text
  kKeyed,             // an element or argument kValue after its key
  kSpread,            // all elements of kValue
  kEntering,          // kValue is entered as a context, and left
  kYield,             // yields kValue to the iterating code; with kMark, all elements of it
  kFunctionType,      // of kParameters and kReturnType; directly in a kMembers or kBody, of the
                      // enclosing type

  // Statements.
  kStatement,        // an expression as a statement; may be documentation
  kAssignment,       // kTarget : kType = kValue, bound as Rule::binding; yields kValue
  kReturn,           // return kValue
  kRaise,            // raise kValue
  kGuard,            // if kCondition then kGuarded else kUnguarded, by whether types are checked
  kGlobal,           // its names belong to the file, not to the function
  kOuter,            // its names belong to an enclosing function
  kBlock,            // a scope for the names it binds; yields Literal named Rule::text
  kScope,            // a scope that opens with the first name bound in it
  kTypeSwitch,       // kSwitched is a name that has the type of each kTypeCase in turn
  kTypeCase,         // kType
  kPattern,          // a single name directly inside is bound, a dotted one is used
  kLet,              // pattern kTarget : kType = kValue, bound after it, or for kBody alone
  kMatch,            // kValue, which every kArm matches
  kArm,              // pattern kTarget; names are bound in the enclosing kScope
  kCase,             // kUsed, the unqualified member of the enclosing kMatch's kValue
  kVariantPattern,   // kType with patterns of its members: kTarget by position, or kProperty
  kProperties,       // targets bound to the members of the value with the same names
  kProperty,         // kMemberName : kValue, a target in kProperties
  kDefaulted,        // kValue, a target or parameter, and kDefault
  kImport,           // import kImported, each a module or a kImportAlias
  kImportFrom,       // from kModule import kImported
  kImportAlias,      // kImported as kAlias
  kRelativeModule,   // the dots before its name are levels
  kPackage,          // kName is the file's package
  kTypeImport,       // import a.b.C binds the last component of kImported; with kMark a member of a
                     // type, with kStar its whole content
  kNamespaceImport,  // using kImported: its content; with kAlias, kImported under that name; with
                     // kMark for the whole project
  kPathImport,       // import kModule, a path, as kAlias
  kModuleImport,     // import kClause from kModule, a path
  kClause,           // kDefaultImport, kModuleAlias, kImported or kClause
  kExport,   // export kDefined, kClause, kClause from kModule; the default: kValue, or marked
  kInclude,  // #include kModule
  kUsing,    // using kValue; with kModifierWholeScope, using namespace kValue
  kUse,  // use kClause: paths, kImportAlias, kImportFrom for all of a path, or a kClause of them
         // after the path kModule; or kImported, a package, as kAlias
  kConditional,  // #if and its branches: definitions inside are kSymbolConditional

  // Definitions.
  kDefinition,  // kName or kDeclarator, kParameters, kReturnType, kBases, kBody
  kNamespace,   // kName, perhaps with several components, and kBody; without it, a module to load
  kExtension,   // definitions in kBody belong to kType, which gets the base kSecond
  kReceiverBlock,  // functions in kBody get the parameter in kParameters, or of the type in kBases,
                   // in front of their own
  kBound,          // the type parameter kOperand has the bounds kType
  kPositions,      // members of a type by position: kType, kType...
  kMacro,          // #define kName kParameters kValue, the last as text
  kDeclaration,    // kType kDeclarator, kDeclarator...: variables, or functions defined elsewhere
  kDeclarator,     // wraps kDeclarator as Rule::wrap says: pointer, array, function, initialiser
  kSpecialName,    // the name of an operator or a destructor, as text
  kConversion,     // the name of a conversion operator: the text before its kDeclarator
  kModifier,       // leaf; looked up in LanguageRules::modifiers
  kModifiers,      // holds kModifier and kDecorator of its parent
  kDecorators,     // holds kDecorator alone, before everything else in its parent
  kAccess,         // leaf; a modifier of the members that follow
  kFriend,         // its declarations belong to the scope around the type
  kInitializer,    // kMemberName ( kUsed ) before a constructor's body
  kWrapper,        // decorators or template parameters around kDefined
  kKeyword,        // a word before definitions; becomes part of the definition if there is one
  kMembers,        // members of a type, which decide its kind; elsewhere an anonymous type
  kDecorator,      // kValue
  kOwnMethods,     // methods inside are the type's own, not its instances'
  kMethodAlias,    // kName is an alias of the method kMemberName
  kTypeParameters,
  kParameters,
  kParameter,  // kParameterName or kDeclarator : kType = kDefault
  kVariadic,   // a parameter for any number of arguments
};

// The role of a child in its parent.
enum class ChildRole : std::uint8_t {
  kUsed,  // evaluated for itself: a name in it is a reference
  kSkipped,
  kWord,     // its identifiers only count as identifiers
  kValue,    // yielded, bound, returned or raised by the parent
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
  kRaised,         // type that a function declares to raise
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
  kOwner,       // type, or the own object, that gets the method as its own
  kReceiver,    // parameters: the first is the object, and its type the owner
  kEnumerator,  // name of a constant
  kSwitched,
  kModule,
  kImported,
  kAlias,
  kStar,
  kClause,
  kDefaultImport,
  kModuleAlias,
  kKey,         // kWord before `=`, else kUsed
  kMark,        // distinguishes its parent from others of the same kind
  kMakesField,  // turns a parameter into a field
  kTested,      // kUsed, and its truth decides
};

struct PartRule {
  // A field; or "<kind>": children of that kind that have no field; or "^": the first child.
  std::string_view child;
  ChildRole part = ChildRole::kUsed;
};

inline constexpr std::size_t kMaxParts = 8;

// The type that a declarator gives its name.
enum class Wrap : std::uint8_t { kNothing, kPointer, kArray, kFunction };

struct Rule {
  std::string_view node;  // kind in the grammar; "'x'" for the token x without a kind
  Role role = Role::kTransparent;
  std::array<PartRule, kMaxParts> parts{};  // unused ones are empty
  ChildRole rest = ChildRole::kUsed;        // of children that `parts` does not mention
  std::string_view text{};  // kLiteral, kString, kBlock, kContainer, kVariadic: name of the type;
                            // kKeyword, kMembers: beginning or end of signatures; kMember, kNew:
                            // see there
  // kAssignment, kDeclaration; kEntered also for a kScope whose kValue is entered and left.
  BindingKind binding = BindingKind::kAssigned;
  SymbolKind kind = SymbolKind::kFunction;       // kDefinition, kMacro: of the symbol
  SymbolKind member_kind = SymbolKind::kMethod;  // kDefinition: the same directly inside a type
  ScopeKind scope = ScopeKind::kFunction;  // kDefinition: the scope that it opens; kFile: none
  EdgeType relation = EdgeType::kExtends;  // kList of bases
  std::uint16_t flags = 0;                 // kDefinition, kMacro: SymbolFlag
  Wrap wrap = Wrap::kNothing;              // kDeclarator
  bool is_type = false;  // kIdentifier: always names a type; kSelf: also in paths, which otherwise
                         // begin with modules
  bool is_path = false;  // kMember: the operand is a module or a type, never a variable
  bool needs_body = false;     // kDefinition: without kBody it declares, or only names a type
  bool hides_members = false;  // kDefinition: members are private unless kAccess says otherwise
  bool shares_scope =
      false;  // kDefinition: members belong to the enclosing scope, unless kModifierScoped
  bool in_signature = false;      // kWrapper: is part of signatures
  bool is_constant = false;       // kAssignment, kDeclaration: defines constants
  bool rebinds = false;           // kAssignment: of names that are declared elsewhere
  bool is_update = false;         // kAssignment: reads its kTarget first; kPass: assigns to kValue
  bool embeds = false;            // kAssignment: without kTarget, its kType is an embedded base
  bool opens_scope = false;       // kAssignment, kDeclaration: opens a scope for its names
  bool hoists = false;            // kKeyword: names belong to the function, not to the block
  bool own_object = false;        // kDefinition, kLambda: has no access to the enclosing `this`
  bool is_function_name = false;  // kMember: names a function, even if something else has the name;
                                  // kCast: a generic kOperand may be one, which is called
  bool keeps_variable = false;    // kLambda: the variable with it stays a variable
  bool makes_fields = false;      // kDefinition: its kParameters are properties
  bool abstract_without_body = false;  // kDefinition: without kBody it is abstract
  bool is_method_call = false;         // kIdentifier: is a call unless a variable has the name
  bool in_fields = false;   // the rule applies directly inside of kFields that hold members
  bool takes_rest = false;  // kNamespace: the following siblings belong to it
  bool is_named_to_parameters = false;  // kDefinition: everything before kParameters is the name
  bool is_instance = false;             // kDefinition: an instance of the enclosing type, made with
                                        // kArguments; with kBody, of an anonymous subclass
};

// Which definitions of a language are visible outside their file.
enum class Visibility : std::uint8_t {
  kUnderscore,  // names without a leading underscore
  kCapital,     // names with a leading capital letter
  kExport,      // exported ones, and their members
  kSections,    // those of types that no class macro hides
  kModifier,    // those with kModifierExtern, and members of traits and enumerations
  kLinkage,     // all but static ones, private members, and those in an unnamed namespace
  kNotPrivate,  // all but those marked as private
};

// Where the visibility of a local name begins, which hides outer names.
enum class NameBegins : std::uint8_t {
  kWithScope,        // everywhere in its scope
  kAtName,           // after its declaration
  kBehindStatement,  // after the declaring statement, whose value still sees the outer name
};

// The place of documentation.
enum class DocStyle : std::uint8_t {
  kDocstring,       // first string of the body
  kLeadingComment,  // comments directly above, or after it on the same line
};

// Words before declarations.
enum Modifier : std::uint16_t {
  kModifierStatic = 1 << 0,
  kModifierExtern = 1 << 1,
  kModifierConst = 1 << 2,
  kModifierPrivate = 1 << 3,
  kModifierScoped = 1 << 4,  // an enumeration whose members need its name
  kModifierWholeScope = 1 << 5,
  kModifierProperty = 1 << 6,
  kModifierAbstract = 1 << 7,
  kModifierPartial = 1 << 8,   // a type with several parts
  kModifierReceiver = 1 << 9,  // a parameter that calls may write before the name
  kModifierInline = 1 << 10,   // a namespace whose members also belong to the enclosing one
};

struct ModifierWord {
  std::string_view word;
  std::uint16_t modifiers = 0;
};

// How code tells a test runner which functions provide the arguments of tests.
struct FixtureRule {
  std::string_view decorator{};         // of a fixture function, by its last component
  std::string_view name_argument{};     // argument of the decorator with the name that tests use
  std::string_view asking_decorator{};  // its strings are names of fixtures
  std::string_view asking_function{};   // its first argument is such a name
  std::string_view test_prefix{};       // of functions that get fixtures
};

struct NameFlags {
  std::string_view name;
  std::uint16_t flags = 0;  // SymbolFlag
};

// Literals whose last letter changes their type.
struct LiteralSuffix {
  std::string_view of;
  std::string_view letters;
  std::string_view type;
};

// Functions that return a value of their first type argument.
struct TypedCall {
  std::string_view name;
  bool constructs = false;   // the call runs the type's constructor
  bool by_argument = false;  // the type is the first argument: mock(Type.class)
};

// Macros that look like a function whose two parameters are the suite and the name of a test.
struct TestMacro {
  std::string_view name;
  bool is_member = false;  // the suite is a type whose members belong to the test
};

// Generic types that stand for another type.
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

// The result of a library function on containers.
enum class ContainerResult : std::uint8_t {
  kSame,        // a container of the same elements
  kElement,     // one of the elements
  kNumbered,    // pairs of a number and an element
  kSideBySide,  // tuples of elements of all arguments
  kMapped,      // the results of its callback, the first argument, for the elements of the others
  kFiltered,    // the elements of the second argument that the first, a callback, accepts
  kReduced,     // the last result of its callback, which gets the elements of the second argument
  kOneOf,       // one of the arguments; of a single one, an element
  kItself,      // the first argument, or one like it
  kJoined,      // the elements of all arguments
  kFlattened,   // the elements of the elements
  kGroups,      // containers of elements
  kAll,         // the arguments as a tuple
  kNamed,       // a table of the arguments by their names, or a copy of the first
  kMade,        // a table of the results of its callback, the first argument
};

struct ContainerFunction {
  std::string_view name;
  ContainerResult result = ContainerResult::kSame;
  std::string_view of{};  // its module; built-in functions have none
};

// Methods that add an argument, or all its elements, to their object.
struct ElementAdder {
  std::string_view name;
  int argument = 0;
  bool is_whole = false;
  std::string_view of{};  // where values are not followed: the library's containers that have it,
                          // blank-separated; the first names them all
};

// A method that a statement calls without naming it: of its value, or of the result of the last
// such method of the value.
struct ProtocolMethod {
  std::string_view name;
  bool of_result = false;
  std::uint8_t arguments = 0;
};

// The functions that an operator between two objects, and one before or after an object, runs. A
// sign that begins with another one precedes it.
struct OperatorMethod {
  std::string_view sign;
  std::string_view binary{};
  std::string_view unary{};
  bool of_second = false;  // the methods are those of the second operand, which gets the first
};

// Methods that run without being named.
struct ImplicitMethods {
  std::span<const ProtocolMethod> iteration{};        // of a loop
  std::span<const ProtocolMethod> context{};          // of what is entered
  std::span<const ProtocolMethod> async_iteration{};  // with the word `async` or `await`
  std::span<const ProtocolMethod> async_context{};
  std::string_view context_word{};              // before what is entered
  std::span<const ProtocolMethod> awaited{};    // of a value for which code waits
  std::span<const ProtocolMethod> truth{};      // of a value that a condition tests
  std::span<const ProtocolMethod> scope_end{};  // of a local variable, when its scope ends
  std::span<const OperatorMethod> operators{};
  bool decide_results = false;   // the methods give all operators their results, also comparisons
  bool converts = false;         // values are converted to the types that declarations give
  std::string_view part{};       // of a value whose parts get names, for each of them
  std::string_view owned_end{};  // of a variable that owns its value, when its scope ends
  std::string_view owned_through{};    // words: methods that give away the value in their object
  std::string_view conversion{};       // of a type, from a value of another type
  std::string_view conversion_call{};  // method without arguments that runs the conversion
  std::string_view index{};            // returns elements of an object, and is no call
};

// A library function whose only argument is a container: it returns what the member does.
struct ContainerCall {
  std::string_view object;
  std::string_view function;
  std::string_view member;
};

// A function that returns its only argument; without an object, one of any module.
struct IdentityCall {
  std::string_view object;
  std::string_view function;
};

inline constexpr std::size_t kMaxRuleTables = 4;

// Functions of a language for what no table says. A null one does nothing.
struct LanguageHooks {
  // Returns text of the same length for the parser, stored in `buffer`.
  std::string_view (*mask)(std::string_view bytes, std::string& buffer) = nullptr;
  // Parses `parsed` in place of Parser::Parse, and may change its bytes, as rewrite_tree does.
  absl::Status (*parse)(Parser& parser, const RuleTable& rules, std::string& buffer,
                        std::string_view& parsed, SyntaxTree& tree) = nullptr;
  // Changes the tree of `parsed`, if necessary by parsing a text of the same length again, which is
  // then stored in `buffer`. Fails like Parser::Parse.
  absl::Status (*rewrite_tree)(Parser& parser, const RuleTable& rules, std::string& buffer,
                               std::string_view& parsed, SyntaxTree& tree) = nullptr;
  // Adds to the facts that the pass has collected, or changes them.
  void (*complete)(const RuleTable& rules, const SyntaxTree& tree, FactsDraft& draft) = nullptr;
  // Adds references from masked text; null: adds the identifiers of the tree that no rule consumed
  // instead.
  void (*read_masked)(std::string_view parsed, const LanguageRules& language,
                      FactsDraft& draft) = nullptr;
  // Completes the facts of a file.
  void (*finish_facts)(std::string_view bytes, FileFacts& facts) = nullptr;
  // How conditions tell the types of values; null: they tell nothing.
  const TestRules* tests = nullptr;
  // The name of a type without a name that lists the methods of its values
  // (Satisfaction::unnamed); empty: Rule::text. Null: always that.
  std::string (*name_of_unnamed)(const RuleTable& rules, const SyntaxTree& tree,
                                 std::string_view bytes, std::uint32_t type) = nullptr;
  // Whether only variables have such names. Assigning to one defines nothing outside of types.
  bool (*is_variable)(std::string_view name) = nullptr;
};

struct LanguageRules {
  std::array<std::span<const Rule>, kMaxRuleTables> rules{};
  Visibility visibility = Visibility::kUnderscore;
  DocStyle documentation = DocStyle::kDocstring;
  NameBegins name_begins = NameBegins::kWithScope;
  char macro_variable_mark = '\0';  // begins a macro variable, which names no symbol
  LanguageHooks hooks{};
  bool has_overloads = false;            // parameter types are part of a function's identity
  bool first_parameter_is_self = false;  // of methods, except those with the next decorator
  std::string_view no_self_decorator{};
  std::string_view super_function{};    // a call of it yields Super
  std::string_view constructor{};       // method that makes instances; empty: named like its type
  std::string_view exports_variable{};  // lists the names that a file exports
  std::string_view type_checking_condition{};  // last component of the condition of kGuard
  std::string_view null_type{};                // Literal that Optional adds
  std::string_view inferred_type{};            // stands for the type of the value
  // By the last component of the decorator, or by its text.
  std::span<const NameFlags> decorator_flags{};
  FixtureRule fixtures{};
  std::span<const TypeWrapper> type_wrappers{};
  std::span<const std::string_view>
      keyed_types{};  // generic types whose second argument is the element type
  std::span<const std::string_view>
      visitors{};  // methods that pass the elements of their object to a callback
  std::span<const std::string_view> plain_types{};  // built-in types, which are no references
  std::span<const ModifierWord> modifiers{};
  std::span<const TypedCall> typed_calls{};
  std::span<const TestMacro> test_macros{};
  std::span<const std::string_view> keywords{};  // look like calls in the text of macros
  bool has_old_style_functions = false;          // main(argc, argv) int argc; { }
  bool keeps_arguments = false;                  // calls record their arguments
  std::string_view truth_type = "bool";          // type of comparisons
  std::string_view text_type{};                  // `+` joins it with any operand
  std::span<const LiteralSuffix> literal_suffixes{};
  bool keeps_types = false;  // types record pointers, functions their parameters
  // Canonical name of a built-in type, or of a number literal's type; used with keeps_types.
  std::string_view (*built_in)(std::string_view text) = nullptr;
  bool keeps_type_arguments = false;  // all type arguments are recorded
  bool keeps_functions = false;       // functions record the types of function arguments
  bool keeps_values = false;          // content of variables, containers and parameters is followed
  std::span<const ContainerFunction> container_functions{};
  bool keeps_positions = false;  // names in a list of targets record their position
  std::span<const ContainerCall> container_calls{};
  std::span<const ElementAdder> element_adders{};
  ImplicitMethods implicit_methods{};
  bool trusts_types = false;            // a variable with a written type has no other binding
  bool extends_literals = false;        // methods of literals may be of the repository
  bool reads_operands = false;          // the operand of a member counts as read
  bool counts_type_parameters = false;  // types of one name differ by their number of parameters
  bool first_result_is_value = false;   // x of `x, y = f()` is the result of f()
  int iterated_element = 0;             // which name of a kIterated is the element, counted from 1
  std::string_view blank_name{};        // name of an ignored target
  std::string_view file_documentation{};  // begins a comment that documents the file
  std::string_view unnamed_element{};  // element of a decorator's type that gets its only argument
  std::span<const std::string_view> new_functions{};   // make an instance of their argument
  std::span<const std::string_view> load_functions{};  // import the module in their argument
  std::string_view path_literal{};                     // Literal that can hold a module path
  std::string_view exports_object{};                   // its members are the exports of a file
  std::string_view module_object{};       // its member `exports_object` is the only export
  std::string_view prototype{};           // member of a type that holds its methods
  bool capitals_are_constants = false;    // other names are variables, which are no definitions
  bool last_value_is_result = false;      // of a function without a return of another value
  std::string_view constructor_method{};  // member of a type that makes an instance
  std::span<const ClassMacro> class_macros{};
  std::span<const ReflectiveMethod> reflective_methods{};
  std::string_view element_operator{};  // before a container: `<-jobs`
  bool has_accessors = false;           // reading and writing a property are different methods
  std::span<const TextReader> text_readers{};
  bool has_keyed_members = false;   // x[name] is a member of x; keys may be fields
  std::string_view member_table{};  // member that holds all others of its object
  std::span<const TypeMaker> type_makers{};
  std::string_view own_type{};  // name of the extended type inside a kExtension
  // Patterns whose element is part of a value that holds it: Some(x), Ok(x).
  std::span<const std::string_view> element_patterns{};
  // Types whose one-argument functions return the argument: Box::new(x).
  std::span<const std::string_view> transparent_types{};
  // A callback of a container's method gets the elements, except for these methods; empty if
  // callbacks do not.
  std::span<const std::string_view> error_methods{};
  std::span<const ApiPattern> api_patterns{};
  std::span<const std::string_view> route_options{};  // keys: an object with one describes a route
  const RouteNotation* routes = nullptr;
  std::string_view removing_word{};         // before something that is removed, not read
  const RoutingDsl* routing_dsl = nullptr;  // routes in nested blocks
  std::span<const StubUse> stub_uses{};
  std::span<const std::string_view>
      mapped_types{};  // generic types with the members of their argument
  std::span<const IdentityCall> identity_calls{};
  std::span<const FunctionType> function_types{};
};

}  // namespace waymark::indexer
