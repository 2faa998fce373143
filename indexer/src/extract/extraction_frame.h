// The open nodes of a pass over a syntax tree, and what they gather until they are left.
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

inline constexpr std::string_view kDefaultName = "default";  // of what a module exports unnamed

inline constexpr std::size_t kMaxSignatureBytes = 320;      // longer ones end in "..."
inline constexpr std::size_t kMaxModuleBytes = 512;         // a longer name of a module is dropped
inline constexpr std::size_t kMaxDiscriminatorBytes = 512;  // longer ones are cut
inline constexpr std::uint8_t kVariadicCount = 255;         // parameters: any number
inline constexpr std::size_t kMaxMacroUses = 1024;          // calls and values of one macro
inline constexpr int kMaxPatternDepth = 64;                 // what lies deeper is not looked at

// Properties of the place in the tree that children inherit.
enum Context : std::uint16_t {
  kInType = 1 << 0,        // in an annotation or a list of bases: names are types
  kTypeOnly = 1 << 1,      // under a type checking condition
  kDecorates = 1 << 2,     // the expression of a decorator: its call is no call of its own
  kInCondition = 1 << 3,   // in an #if branch, or in a file that only some builds have
  kHidden = 1 << 4,        // not visible outside the file: in a namespace without a name
  kAreArguments = 1 << 5,  // parameters by the grammar, arguments by their place: T x(a, b);
  kExported = 1 << 6,      // behind an export
  kAnonymous = 1 << 7,     // in a type or an object without a name: members define nothing
  kOwns = 1 << 8,          // in front of a method: names its owner
  kOnType = 1 << 9,        // methods are those of the type itself
  kInTests = 1 << 10,      // in a namespace of tests
  kUntyped = 1 << 11,      // in what a type checking condition leaves out
};

enum class AssignmentKind : std::uint8_t {
  kNone,
  kName,
  kField,     // of the own object
  kMember,    // of something else
  kExported,  // what the file exports under the name
  kElement,   // of a container
};

// A target of an assignment that has several. The first that is no element is in its frame.
struct AssignedName {
  Word name = 0;
  Word property = 0;  // member of the value that it is bound to; 0 when it is another part
  bool is_element = false;
  bool is_field = false;
  std::uint32_t position = 0;  // among the targets
  std::uint32_t byte = 0;      // of the name, or of that of the property
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
  bool is_private = false;      // kDefinition: of a type, the members that follow
  bool is_arrow = false;        // kMember: of what the operand points to
  bool is_generic = false;      // kIndex: the elements are type arguments
  bool is_pointer = false;      // kDeclarator, kDeclaration: the target is no object of its type
  bool is_callable = false;     // the same: the target is a pointer to functions
  bool is_constructed = false;  // kDeclarator: the value is a list of arguments
  bool defines_type = false;    // kDeclaration: the type is defined in its place
  bool has_object = false;      // kSelf is the object of the enclosing type
  bool is_marked = false;       // has a kMark
  std::uint8_t shape = 0;       // kDeclarator, kDeclaration: around the type of the target
  bool makes_field = false;     // kParameter: has a kMakesField
  const ClassMacro* class_macro = nullptr;  // kSend: that it is
  std::uint32_t begin = 0;                  // byte, wrappers included
  ScopeIndex scope = 0;                     // from which names are looked up
  ScopeIndex inner_scope = kNoIndex;        // the same in kBody and kParameters
  DefinitionIndex owner = 0;                // innermost definition that contains the children
  DefinitionIndex definition = kNoIndex;    // made by this node
  DefinitionIndex route = kNoIndex;         // kCall, kSend: that it registers
  const ApiPattern* api_call = nullptr;     // kCall, kNew, kSend: that it is
  std::uint32_t literal = kNoIndex;         // the same: that it is expected
  ExpressionIndex value = kNoIndex;
  ExpressionIndex operand = kNoIndex;
  ExpressionIndex second = kNoIndex;
  ExpressionIndex type = kNoIndex;
  ExpressionIndex arguments = kNoIndex;  // kCall: all, where type arguments are inferred of them
  std::uint32_t count = 0;               // elements of a list; declarators of a declaration
  std::uint32_t argument_count = 0;      // kDeclarator, kDeclaration: of a constructor
  std::uint32_t first_reference = 0;     // kDeclaration, kWrapper, a route: made inside it
  Word name = 0;                         // member, target or parameter
  std::uint32_t name_byte = 0;
  NodeIndex pattern = kNoIndex;           // kLet, kParameter
  ScopeIndex target_scope = 0;            // in which the target is bound
  Word self = 0;                          // name by which the enclosing method knows its object
  ExpressionIndex self_type = kNoIndex;   // kDefinition: that is written for the object
  DefinitionIndex returns_to = kNoIndex;  // function that a return belongs to
  std::uint32_t target_count = 0;         // kAssignment
  std::uint32_t targets_begin = 0;        // kAssignment: into targets_
  std::uint32_t values_begin = 0;         // into values_
};

// What the declarators around a name say.
struct Declarator {
  NodeIndex name = kNoIndex;         // last component; kNoIndex when there is none
  ExpressionIndex owner = kNoIndex;  // the components before it
  NodeIndex function = kNoIndex;     // declarator that makes it a function
  NodeIndex arguments = kNoIndex;    // type arguments of a specialisation
  bool is_pointer = false;           // or an array: no object of the type
  bool is_callable = false;          // to functions
  bool points = false;
  bool is_constant = false;  // the pointer itself
};

// Comments that nothing has claimed yet, as documentation or as comments.
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

// The scope of the members of what a scope defines under a name.
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

// module.exports = factory(), in a function that is called where it stands: what it exports is the
// result of the argument at `position` of that call.
struct ExportedCall {
  NodeIndex arguments = kNoIndex;
  std::uint32_t position = 0;
  Word name = 0;
};

// What a name in a pattern is bound to.
struct PatternValue {
  BindingKind kind = BindingKind::kAssigned;
  ExpressionIndex value = kNoIndex;
  ScopeIndex scope = 0;  // from which `value` is looked up
};

// A function of C whose head looks like a call, from that to its body, both in one node.
struct OldStyleFunction {
  NodeIndex around = kNoIndex;
  NodeIndex head = kNoIndex;
  NodeIndex body = kNoIndex;
  DefinitionIndex definition = kNoIndex;
  ScopeIndex scope = kNoIndex;
};

// The declarator of a function that was looked ahead to, for when the pass gets there.
struct PendingFunction {
  NodeIndex node = kNoIndex;
  DefinitionIndex definition = kNoIndex;
  ScopeIndex scope = kNoIndex;
};

// A decorator that routes to what it decorates, or that begins the routes of a type's members.
struct DecoratedRoute {
  std::uint32_t reference = 0;  // of the decorator, whose subject it routes to
  NodeIndex node = 0;
  std::uint32_t begin = 0;  // bytes
  std::uint32_t end = 0;
  Mention mention;
};

// A route that an open call registers.
struct OpenRoute {
  std::size_t frame = 0;         // of the call
  NodeIndex handler = kNoIndex;  // argument that says what answers; kNoIndex: its body
  DefinitionIndex route = 0;
};

// A variable that the result of a call is given to.
struct AssignedCall {
  std::string_view name;
  NodeIndex around = kNoIndex;  // innermost function; kNoIndex: none
  NodeIndex call = 0;           // the whole chain
};

// A router that becomes part of another: a variable, or a function that makes it or is expected it.
struct TakenRouter {
  std::string_view name;
  NodeIndex around = kNoIndex;
  NodeIndex call = 0;
  const GroupUse* use = nullptr;
};

// Of a call: what it is a method of, if anything, and the name in front of its arguments.
struct CalleeParts {
  NodeIndex object = kNoIndex;
  std::string_view name{};
};

// What paths of routes begin with, each a way to them. None at all when it is not known.
using Prefixes = std::vector<std::string>;

}  // namespace waymark::indexer
