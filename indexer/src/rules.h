// The vocabulary in which src/languages/ says what the nodes of a grammar mean.
//
// A Rule gives one node kind a role and says by field, or by kind where the grammar has no field,
// which part each child plays in it. The engine (extract.cc) knows roles and parts, and nothing of
// any language. docs/ADDING_A_LANGUAGE.md explains by example.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "graph/kinds.h"
#include "graph/records.h"
#include "indexer/facts.h"

struct TSLanguage;

namespace waymark::indexer {

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
  kPass,     // yields its part kValue: parentheses
  kList,     // its children play the element of the part it plays itself: argument lists, tuples of
             // targets
  kLiteral,  // yields Literal named Rule::text
  kString,  // yields Literal named Rule::text, inside types the type it names; may be documentation
  kMember,  // kOperand . kMemberName
  kDotted,  // its children are the components from left to right
  kCall,    // kOperand ( kArguments )
  kIndex,   // kOperand [ kSecond ], also kOperand < kArguments >
  kAwait,   // await kOperand
  kUnion,   // its parts kBranch
  kTypeUnion,  // the same inside types, else a value of unknown type
  kLambda,     // function without a name of its own; takes that of the variable it is assigned to

  // Statements.
  kStatement,       // an expression as a statement; may be documentation
  kAssignment,      // kTarget : kType = kValue, bound as Rule::binding; yields kValue
  kReturn,          // return kValue
  kRaise,           // raise kValue
  kGuard,           // if kCondition then kGuarded: imports under a type checking condition are
                    // kImportTypeOnly
  kGlobal,          // its names belong to the file, not to the function
  kBlock,           // a scope of its own for the names it binds; yields Literal named Rule::text
  kPattern,         // a single name directly inside is bound, a dotted one is used
  kImport,          // import kImported, each a module or a kImportAlias
  kImportFrom,      // from kModule import kImported
  kImportAlias,     // kImported as kAlias
  kRelativeModule,  // the dots before its name are levels

  // Definitions.
  kDefinition,  // kName, kParameters, kReturnType, kBases, kBody
  kWrapper,     // decorators around kDefined
  kDecorator,   // kValue
  kParameters,
  kParameter,  // kParameterName : kType = kDefault
  kVariadic,   // a parameter that takes any number of arguments
};

// What a child is to its parent.
enum class Part : std::uint8_t {
  kUsed,  // evaluated for its own sake: a name in it is a reference
  kSkipped,
  kWord,   // its identifiers only count as identifiers
  kValue,  // what the parent yields, binds, returns or raises
  kBranch,
  kOperand,
  kMemberName,
  kSecond,
  kArguments,
  kArgument,  // element of kArguments
  kType,
  kTarget,
  kTargetElement,  // element of kTarget: bound to a part of the value
  kCaught,         // type of an exception handler
  kCondition,
  kGuarded,
  kName,
  kBody,
  kParameters,
  kParameterName,
  kDefault,
  kReturnType,
  kBases,
  kBase,  // element of kBases
  kDefined,
  kModule,
  kImported,
  kAlias,
  kStar,
};

struct PartRule {
  std::string_view child;  // a field; or "<kind>": children of that kind that have no field
  Part part = Part::kUsed;
};

inline constexpr std::size_t kMaxParts = 8;

struct Rule {
  std::string_view
      node;  // kind as the grammar names it; "'x'" for the token x that has no kind of its own
  Role role = Role::kTransparent;
  std::array<PartRule, kMaxParts> parts{};       // unused ones are empty
  Part rest = Part::kUsed;                       // of children that `parts` does not mention
  std::string_view text{};                       // kLiteral, kString, kBlock
  BindingKind binding = BindingKind::kAssigned;  // kAssignment
  SymbolKind kind = SymbolKind::kFunction;       // kDefinition: of the symbol
  SymbolKind member_kind = SymbolKind::kMethod;  // and directly inside a type
  ScopeKind scope = ScopeKind::kFunction;        // kDefinition: that it opens
};

// Which definitions of a language are visible outside their file.
enum class Visibility : std::uint8_t {
  kUnderscore,  // those whose name does not begin with an underscore
};

// Where documentation stands.
enum class DocStyle : std::uint8_t {
  kDocstring,  // first string of the body
};

struct NameFlags {
  std::string_view name;
  std::uint16_t flags = 0;  // SymbolFlag
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

struct LanguageRules {
  std::span<const Rule> rules;
  Visibility visibility = Visibility::kUnderscore;
  DocStyle documentation = DocStyle::kDocstring;
  std::string_view line_comment;               // that begins one, for signatures
  bool first_parameter_is_self = false;        // of methods, but for those with the decorator
  std::string_view no_self_decorator;          // "staticmethod"
  std::string_view super_function;             // whose call yields Super
  std::string_view constructor;                // name of the method that makes instances
  std::string_view exports_variable;           // list of the names a file exports
  std::string_view type_checking_condition;    // last component of the condition of kGuard
  std::string_view null_type;                  // Literal that Optional adds
  std::span<const NameFlags> decorator_flags;  // by last component of the decorator
  std::span<const TypeWrapper> type_wrappers;
  std::span<const std::string_view> plain_types;  // built-in types, no references
};

}  // namespace waymark::indexer
