// The open nodes of a pass over a syntax tree, with the values that they gather.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "facts/facts_draft.h"
#include "integration/api_pattern.h"
#include "syntax/rule_table.h"
#include "syntax/syntax.h"

namespace waymark::indexer {

inline constexpr std::string_view kDefaultName = "default";  // name of an unnamed export

inline constexpr std::size_t kMaxSignatureBytes = 320;      // longer ones end in "..."
inline constexpr std::size_t kMaxModuleBytes = 512;         // longer module names are dropped
inline constexpr std::size_t kMaxDiscriminatorBytes = 512;  // longer ones are cut
inline constexpr std::uint8_t kVariadicCount = 255;         // any number of parameters
inline constexpr std::size_t kMaxMacroUses = 1024;          // calls and values of one macro
inline constexpr int kMaxPatternDepth = 64;                 // deeper patterns are not examined

// Properties of a place in the tree that children inherit.
enum Context : std::uint16_t {
  kInType = 1 << 0,        // in an annotation or a list of bases: names are types
  kTypeOnly = 1 << 1,      // under a type checking condition
  kDecorates = 1 << 2,     // the expression of a decorator: its call is no call of its own
  kInCondition = 1 << 3,   // in an #if branch
  kHidden = 1 << 4,        // not visible outside the file: in an unnamed namespace
  kAreArguments = 1 << 5,  // parsed as parameters, arguments by their place: T x(a, b);
  kExported = 1 << 6,      // after an export
  kAnonymous = 1 << 7,     // in a type or object without a name: members define nothing
  kOwns = 1 << 8,          // before a method: names its owner
  kOnType = 1 << 9,        // methods are those of the type itself
  kInTests = 1 << 10,      // in a namespace of tests
  kUntyped = 1 << 11,      // in the branch that a type checking condition excludes
};

enum class AssignmentKind : std::uint8_t {
  kNone,
  kName,
  kField,     // of the own object
  kMember,    // of something else
  kExported,  // an export of the file
  kElement,   // of a container
};

// One target of an assignment with several. The first that is no element is in the frame instead.
struct AssignedName {
  Word name = 0;
  Word property = 0;  // member of the value that it is bound to; 0 for other parts
  bool is_element = false;
  bool is_field = false;
  std::uint32_t position = 0;  // among the targets
  std::uint32_t byte = 0;      // of the name, or of the property's name
  ScopeIndex scope = 0;        // in which it is bound
  std::array<Word, 4> path{};  // keys of its place in nested patterns, where values are kept
  std::uint32_t path_size = 0;
  DefinitionIndex definition = kNoIndex;
};

struct Frame {
  const Rule* rule = nullptr;
  NodeIndex node = 0;
  NodeIndex end = 0;  // first node after the subtree
  ChildRole part = ChildRole::kUsed;
  std::uint16_t context = 0;
  std::uint16_t modifiers = 0;  // Modifier
  AssignmentKind target_kind = AssignmentKind::kNone;
  bool has_default = false;
  bool is_variadic = false;
  bool is_guarded = false;      // kGuard: the condition is the type checking one
  bool takes_self = false;      // kDefinition, kWrapper: the first parameter is the object
  bool is_private = false;      // kDefinition: following members of the type are private
  bool is_arrow = false;        // kMember: of the operand's target
  bool is_generic = false;      // kIndex: the elements are type arguments
  bool is_pointer = false;      // kDeclarator, kDeclaration: the target is no object of the type
  bool is_callable = false;     // likewise: the target is a pointer to functions
  bool is_constructed = false;  // kDeclarator: the value is a list of arguments
  bool defines_type = false;    // kDeclaration: the type is defined in place
  bool has_object = false;      // kSelf is the object of the enclosing type
  bool is_marked = false;       // has a kMark
  std::uint8_t shape = 0;       // kDeclarator, kDeclaration: declarators around the type
  bool makes_field = false;     // kParameter: has a kMakesField
  const ClassMacro* class_macro = nullptr;  // kMethodCall: the class macro that it is
  std::uint32_t begin = 0;                  // byte, wrappers included
  ScopeIndex scope = 0;                     // in which names are looked up
  ScopeIndex inner_scope = kNoIndex;        // the same in kBody and kParameters
  DefinitionIndex owner = 0;                // innermost definition that contains the children
  DefinitionIndex definition = kNoIndex;    // made by this node
  DefinitionIndex route = kNoIndex;         // kCall, kMethodCall: the route that it registers
  const ApiPattern* api_call = nullptr;     // kCall, kNew, kMethodCall: the pattern that it matches
  std::uint32_t literal = kNoIndex;         // likewise: its literal argument
  ExpressionIndex value = kNoIndex;
  ExpressionIndex operand = kNoIndex;
  ExpressionIndex second = kNoIndex;
  ExpressionIndex type = kNoIndex;
  ExpressionIndex arguments = kNoIndex;  // kCall: all arguments, where type arguments are inferred
  std::uint32_t count = 0;               // elements of a list; declarators of a declaration
  std::uint32_t argument_count = 0;      // kDeclarator, kDeclaration: of a constructor
  std::uint32_t first_reference = 0;  // kDeclaration, kWrapper, a route: first one made inside it
  Word name = 0;                      // member, target or parameter
  std::uint32_t name_byte = 0;
  NodeIndex pattern = kNoIndex;           // kLet, kParameter
  ScopeIndex target_scope = 0;            // in which the target is bound
  Word self = 0;                          // the enclosing method's name for its object
  ExpressionIndex self_type = kNoIndex;   // kDefinition: type written for the object
  DefinitionIndex returns_to = kNoIndex;  // function that a return belongs to
  std::uint32_t target_count = 0;         // kAssignment
  std::uint32_t targets_begin = 0;        // kAssignment: into targets_
  std::uint32_t values_begin = 0;         // into values_
};

// The result of reading the declarators around a name.
struct Declarator {
  NodeIndex name = kNoIndex;         // last component; kNoIndex if there is none
  ExpressionIndex owner = kNoIndex;  // the components before it
  NodeIndex function = kNoIndex;     // the declarator that makes it a function
  NodeIndex arguments = kNoIndex;    // type arguments of a specialisation
  bool is_pointer = false;           // or an array: no object of the type
  bool is_callable = false;          // to functions
  bool points = false;
  bool is_constant = false;  // the pointer itself
};

// A comment that no definition or statement has claimed yet.
struct PendingComment {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;  // 0: none
  std::uint32_t last_line = 0;
  DefinitionIndex owner = 0;
};

// A base that the body of a type adds.
struct Mixin {
  DefinitionIndex type = 0;
  Base base;
};

// The scope of the members of a name that a scope defines.
struct Members {
  ScopeIndex scope = 0;
  Word name = 0;
  ScopeIndex members = 0;
};

// A base that a statement gives to a type.
struct Inherited {
  ScopeIndex scope = 0;  // of the statement
  ExpressionIndex type = kNoIndex;
  ExpressionIndex base = kNoIndex;
};

// module.exports = factory() in an immediately invoked function: the file exports the result of the
// argument at `position` of that call.
struct ExportedCall {
  NodeIndex arguments = kNoIndex;
  std::uint32_t position = 0;
  Word name = 0;
};

// The value that a name in a pattern is bound to.
struct PatternValue {
  BindingKind kind = BindingKind::kAssigned;
  ExpressionIndex value = kNoIndex;
  ScopeIndex scope = 0;  // in which `value` is looked up
};

// An old-style function of C, from its head to its body, both in one node.
struct OldStyleFunction {
  NodeIndex around = kNoIndex;
  NodeIndex head = kNoIndex;
  NodeIndex body = kNoIndex;
  DefinitionIndex definition = kNoIndex;
  ScopeIndex scope = kNoIndex;
};

// The declarator of a function that was read ahead, for when the pass reaches it.
struct PendingFunction {
  NodeIndex node = kNoIndex;
  DefinitionIndex definition = kNoIndex;
  ScopeIndex scope = kNoIndex;
};

// A decorator that routes to the decorated function, or that sets the prefix for a type's members.
struct DecoratedRoute {
  std::uint32_t reference = 0;  // the decorator's; its subject is the handler
  NodeIndex node = 0;
  std::uint32_t begin = 0;  // bytes
  std::uint32_t end = 0;
  Mention mention;
};

// A route that an open call registers.
struct OpenRoute {
  std::size_t frame = 0;         // of the call
  NodeIndex handler = kNoIndex;  // argument with the handler; kNoIndex: the body
  DefinitionIndex route = 0;
};

// A variable that a call's result is assigned to.
struct AssignedCall {
  std::string_view name;
  NodeIndex around = kNoIndex;  // innermost function; kNoIndex: none
  NodeIndex call = 0;           // the whole chain
};

// A router that is mounted in another one: a variable, or a function that makes it or gets it.
struct TakenRouter {
  std::string_view name;
  NodeIndex around = kNoIndex;
  NodeIndex call = 0;
  const GroupUse* use = nullptr;
};

// The parts of a call: the receiver, if any, and the name before the arguments.
struct CalleeParts {
  NodeIndex object = kNoIndex;
  std::string_view name{};
};

// Prefixes of route paths, one per way to the routes. Empty if unknown.
using Prefixes = std::vector<std::string>;

}  // namespace waymark::indexer
