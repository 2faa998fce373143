// FileFacts: everything that one file says by itself, independent of its place and of other files.
//
// Extraction is a pure function of (bytes, grammar), so facts are stored by content hash and shared
// by branches, work trees and repositories. Everything is flat: structures refer to each other by
// index into the arrays below, and to text by StringId into one string table. Index 0 of `scopes`
// is the file's scope; index 0 of `definitions` is the file itself.
//
// A record has two parts. The header (strings that declarations use, scopes, definitions, imports,
// bindings, expressions that declarations use) is needed of every file whenever anything is
// resolved. The body (references, their expressions, terms) is needed only for the file whose
// references are resolved. Expressions and strings of the body continue the numbering of the
// header.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/kinds.h"
#include "graph/records.h"

namespace waymark::indexer {

inline constexpr std::uint32_t kNoIndex = 0xFFFFFFFF;

// A flag of facts only, besides the flags of the graph: a default build, or a type checker, uses a
// definition in another branch.
inline constexpr std::uint16_t kSymbolInactive = 1 << 15;

using StringId = std::uint32_t;  // index into FileFacts::strings; 0 is the empty string
using ScopeIndex = std::uint32_t;
using DefinitionIndex = std::uint32_t;
using ExpressionIndex = std::uint32_t;

// Append-only table of distinct strings; `at` views stay valid until the next append.
class StringTable {
 public:
  StringTable();
  StringId Add(std::string_view text);  // does not look for an equal string: the extractor interns
  std::string_view at(StringId id) const;

  std::uint32_t size() const { return static_cast<std::uint32_t>(ends_.size()); }

 private:
  friend class FactsCodec;
  std::string bytes_;
  std::vector<std::uint32_t> ends_;
};

enum class ScopeKind : std::uint8_t {
  kFile = 0,
  kNamespace = 1,  // C++ namespace, TypeScript namespace
  kType = 2,
  kFunction = 3,
  kBlock = 4,  // only where a language's blocks bind names that matter (loops, catch, match arms)
};

struct Scope {
  ScopeIndex parent = kNoIndex;
  ScopeKind kind = ScopeKind::kFile;
  DefinitionIndex definition = kNoIndex;  // the definition that owns the scope
};

// A tree of operands in postfix order: operands come before their users. It holds as much of the
// language's expressions as finding types needs.
enum class ExpressionKind : std::uint8_t {
  kName = 1,   // name; count = ConstantShape
  kMember,     // operand . name   (also ->, ::, ?.); count = MemberShape
  kCall,       // operand ( ... ), count = number of arguments
  kNew,        // new operand ( ... ): an instance of the type that operand names, count = number of
               // arguments
  kIndex,      // operand [ ... ]: an element; name = its key, if it is written.
               // For types operand < ... > with the first argument in `second`; for keyed
               // containers the type of the values, or a list of several, each a kTypeArgument;
               // count = arguments
  kSelf,       // self, this, cls
  kSuper,      // super, super()
  kAwait,      // await operand
  kPointer,    // *operand, &operand, operand* and the operand of ->: the same type for lookups, or
               // what a smart pointer holds; count = PointerShape
  kLiteral,    // name = the language's name of the type: str, int, list, dict, ...; count =
               // PointerShape
  kUnion,      // operand | second; Optional is a union with a literal None
  kArguments,  // of a call, its `second`: operand = the first argument, or none if nothing is
               // known of it; second = the rest. Only in languages that overload by type.
               // Otherwise the elements of a tuple or of its type; count = 1 for a parameter
               // that takes all following arguments. As a value, the elements of a container
               // literal: name = key, none if unknown; count = ElementShape.
  kFunction,   // the type of a function: its parameters, as kArguments, and its result; count
               // = FunctionShape; name = condition of a C++ template (c_conditions.h)
  kParameter,  // the argument at position `count` of the function that operand is, or has the
               // type of; in a return type, of the own function. With the name of a
               // kCallArguments: what the enclosing function gets there, or as parameter `operand`
  kTypeOf,     // as a type: the type of the value that operand is. As a value: operand, of whose
               // type a test tells; count = TestShape, name = the member that is asked for,
               // second = the type, the function or the literal
};

// The syntactic form of a container element or an argument.
enum ElementShape : std::uint8_t {
  kOneElement = 0,
  kAllElementsOf = 1,  // all elements of the container that operand is
  kKeyedElement = 2,   // an argument for the parameter `name`
  kTypeArgument = 4,   // of a generic type
  kSpreadElement = 3,  // only while extracting: becomes kAllElementsOf
};

// Keys of kIndex and of elements. A key is a number as written, negative if counted from the end;
// or kTextKey and a text; or one of the next two.
inline constexpr char kTextKey = '"';
inline constexpr std::string_view kIterationKey = "*";  // the element that iteration yields
inline constexpr char kSliceKey = ':';                  // and a number: the container from there on
// And a number: the part of a value at that position.
inline constexpr char kPartKey = '#';
// Likewise; a value without parts is its own first one. Or and one of the next two, after
// kIterationKey: the key and the element that iteration over a map gives, where that over another
// container gives the element alone. Or and the third: what iteration over a map or a stream gives
// first, where that over another container gives a number.
inline constexpr char kResultKey = '$';
inline constexpr char kMapKey = 'k';
inline constexpr char kMapElement = 'v';
inline constexpr char kFirstIterated = 'i';

// What the syntax tells about a kName.
enum ConstantShape : std::uint8_t {
  kOfVariable = 0,
  kOfConstant = 1,     // its case marks it as a constant
  kFromTop = 2,        // likewise a constant, looked up from the top level only
  kMacroArgument = 3,  // an argument of a macro: without a visible definition it may mean anything
};

// What the syntax tells about a kMember.
enum MemberShape : std::uint8_t {
  kOfAny = 0,
  kFunctionOf = 1,  // only functions fit
  kOfPath = 2,      // the operand is a module or a type, never a variable
  kOfProtocol = 3,  // a method that the language calls; not having it is normal
  kOfOwnFile = 4,   // for a kByName without operand: the member is in the same file
  kOfObject = 5,    // likewise: a key of an object whose type is not written beside it; with an
                    // operand: of an argument of a call of that
  kWritten = 6,     // an assignment writes it
  kUnconsumedIdentifier = 7,  // for a kByName without operand: an identifier that no other rule
                              // consumed; it may name anything
  kByKey = 8,                 // operand["name"], which may also be an element of a container
};

enum FunctionShape : std::uint8_t {
  kConstMethod = 1,  // also callable on a constant object
  kOfTemplate = 2,   // instantiated from a template when called
  kVirtual = 4,      // a method that can be overridden, by its own keyword
  kOverrides = 8,    // a method that is marked as an override
};

// The question of a test of a value, and whether the value passed.
enum TestShape : std::uint8_t {
  kTestedType = 1,         // it is an instance of the type
  kTestedSubtype = 2,      // it is the type, or one that derives from it
  kTestedByGuard = 3,      // the function says so of its first argument
  kTestedByAssertion = 4,  // the function returns only if it is so
  kTestedMember = 5,       // it has the member
  kTestedConstant = 6,     // its member holds the literal
  kTestFails = 0x80,       // flag: it is not so
};

// The form of a type or value, in languages that overload by it. For a kPointer, 0 if nothing of it
// is kept.
enum PointerShape : std::uint8_t {
  kPointers = 0x03,   // mask: number of pointers and arrays, three at most
  kConstant = 0x04,   // the pointed-to object, or the value, is constant
  kReference = 0x08,  // T&
  kTemporary = 0x10,  // T&&, or a value without an address
  kZero = 0x20,       // for kLiteral: also a null pointer
  kHandleOf = 0x20,   // a handle that owns operand, Box::new(operand); not combined
  kAddress = 0x40,    // &operand; not combined
  kPointedTo = 0x80,  // *operand; not combined
  kConverts = 0xA0,   // operand, converted to the type that second has; not combined
  kDeclares = 0xC0,   // a variable of the type that operand constructs is declared; not a call if
                      // that type is not in the repository; not combined
  kComputed = 0xE0,   // a value that an operator computed from operand; not combined
};

struct Expression {
  ExpressionKind kind = ExpressionKind::kName;
  std::uint8_t count = 0;  // arguments, saturates at 255; or as the kind defines
  StringId name = 0;
  ExpressionIndex operand = kNoIndex;
  ExpressionIndex second = kNoIndex;
};

// Definitions are ordered by position of their first byte, enclosing before enclosed. The graph
// numbers symbols in this order.
struct Definition {
  StringId name = 0;
  SymbolKind kind = SymbolKind::kFile;
  std::uint16_t flags = 0;            // SymbolFlag
  ScopeIndex scope = 0;               // the scope that declares the name
  ScopeIndex inner_scope = kNoIndex;  // the scope that the definition opens
  ExpressionIndex owner = kNoIndex;   // owner as written at the definition: A::B of `void
                                      // A::B::f()`, receiver type in Go
  ExpressionIndex declared_type =
      kNoIndex;  // of a variable or field; aliased type of an alias; type that a function extends.
                 // For a function, or the instances of a type: the functions passed to it, a
                 // kFunction, or several as a kUnion, with names looked up from inside it. For a
                 // Ruby method: the object for which it runs its block: an object, a kParameter of
                 // what it passes the block to, or its own field that keeps the block, by that
                 // name followed by kBlockMark, or several as a kUnion
  ExpressionIndex return_type = kNoIndex;   // annotation
  ExpressionIndex return_value = kNoIndex;  // first returned expression, if there is no annotation
  std::uint32_t bases_begin = 0;            // into FileFacts::bases
  std::uint32_t bases_count = 0;
  std::uint8_t parameter_count = 0;  // without self/this, saturates at 255
  std::uint8_t required_count =
      0;  // parameters without default; 255 parameters = variadic from here on
  StringId signature = 0;
  StringId discriminator = 0;
  // Numbers the definitions of this file with equal (names of enclosing scopes, owner, name, kind,
  // discriminator): definitions first, then declarations, each by position.
  std::uint32_t ordinal = 0;
  SourceRange range;
  Position name_position;
  std::uint32_t doc_begin = 0;  // bytes of the file
  std::uint32_t doc_end = 0;
};

enum BaseFlag : std::uint8_t {
  kBaseFirst = 1 << 0,   // its members take precedence over those of the type
  kBaseOwn = 1 << 1,     // its members belong to the type itself, not to its instances
  kBaseInside = 1 << 2,  // written inside the type; its name is looked up from there
};

inline constexpr int kBaseFlags = kBaseFirst | kBaseOwn | kBaseInside;

struct Base {
  ExpressionIndex type = kNoIndex;
  EdgeType relation = EdgeType::kExtends;  // kExtends or kImplements
  Position site;
  std::uint8_t flags = 0;  // BaseFlag
};

enum ImportFlag : std::uint8_t {
  kImportStar = 1 << 0,      // every exported name
  kImportModule = 1 << 1,    // binds the module itself, not a member of it
  kImportReexport = 1 << 2,  // visible to importers of this file too
  kImportSystem = 1 << 3,    // #include <...>
  kImportTypeOnly = 1 << 4,
  kImportSideEffect = 1 << 5,  // binds no name
  kImportRoot =
      1 << 6,  // binds only the first component of a dotted module: `import a.b` in Python
};

// One imported name (or module). `from a.b import c as d` is {module a.b, name c, alias d}.
struct Import {
  ScopeIndex scope = 0;
  StringId module = 0;     // as written, without quotes; "" in `from . import x`
  StringId name = 0;       // member of the module; "" if the module itself is bound
  StringId alias = 0;      // local name that is bound; "" if none is
  std::uint8_t level = 0;  // leading dots of a relative import (Python)
  std::uint8_t flags = 0;  // ImportFlag
  Position site;
};

enum class BindingKind : std::uint8_t {
  kAssigned = 1,    // name = expression
  kAnnotated,       // name: expression is the type
  kParameter,       // value is the annotation, or kNoIndex
  kIterated,        // for name in expression
  kEntered,         // with expression as name
  kCaught,          // except Type as name
  kField,           // self.name = expression, in the scope of the type
  kFieldAnnotated,  // field with a written type
  kAlias,           // using name = type, typedef, type alias
  kUsing,           // using namespace expression; using A::name
  kExportedAs,      // export { local as name }: expression names the local; pub use path
  kImplements,      // expression is a kIndex: the type `operand` has the base `second`
  kCallArguments,  // in the file's scope: expression is a kCall whose `second` holds its arguments;
                   // name = the callee's name followed by kCallArgumentsMark
  kFixture,        // expression names a function that makes test arguments; name = the name under
                   // which tests ask for it, followed by kFixtureMark
  kBlockReceiver,  // in the scope of a block: expression is the receiver of the block: a kNew, a
                   // callee, or a kParameter of the object for which it runs; name = kBlockMark
  kStored,  // a kCall: what its operand names, which has the name of the binding, may hold the
            // function in its second, a kArguments with its place in a row; in the file's scope, or
            // in that of a local variable. kAllElementsOf: it holds the result of a call with it.
            // An argument has kPassedMark and its number or keyword as its place. Or a kParameter
            // with the number of a parameter, which has the name of the binding and is called
};

// The name of a kImplements, in the scope of its block. It is a keyword, so no name in the source
// can mean it.
inline constexpr std::string_view kImplementsName = "impl";
inline constexpr char kCallArgumentsMark = '(';
inline constexpr char kPassedMark = '(';
inline constexpr char kFixtureMark = '@';
// Follows the name of a field that keeps a block; its value is the object for which the block runs
// (Definition::declared_type).
inline constexpr char kBlockMark = '{';

// What a scope says about a name besides its definitions. Only bindings that can decide the type of
// a receiver or the meaning of a callable are kept, and only the first kMaxBindingsPerName for each
// name and scope.
struct Binding {
  ScopeIndex scope = 0;
  StringId name = 0;
  BindingKind kind = BindingKind::kAssigned;
  ExpressionIndex value = kNoIndex;
  // The scope from which the names in `value` are looked up. It differs from `scope` for fields,
  // whose value is written inside a method.
  ScopeIndex value_scope = 0;
};

inline constexpr int kMaxBindingsPerName = 8;

enum class ReferenceRole : std::uint8_t {
  kCall = 1,     // expression is the kCall or kNew
  kValue,        // a name or member used as a value that can leave the function (callback, table
                 // entry, argument)
  kType,         // in an annotation or declaration
  kDecorator,    // decorates `subject`
  kRaise,        // the type raised
  kFieldAccess,  // self.name read or written
  kMacro,        // use of the macro that the expression names
  kHandler,      // the function that handles the route `owner`. If the callee's name is not
                 // specific to a framework, a kArguments of the function and, as `second`, the
                 // callee
  kFixture,      // the owner gets what the fixture makes: a kName followed by kFixtureMark
  kByName,       // a kMember that a text names, or kAnyMember; without operand if the owner of
                 // the member is unknown
};

struct Reference {
  ReferenceRole role = ReferenceRole::kCall;
  ExpressionIndex expression = kNoIndex;
  ScopeIndex scope = 0;                // names are looked up from here
  DefinitionIndex owner = 0;           // innermost definition that contains it; 0 = the file
  DefinitionIndex subject = kNoIndex;  // for kDecorator: the decorated definition
  Position site;                       // of the name that is looked up (last component)
};

// The role of a literal that names something outside the program.
enum class LiteralRole : std::uint8_t {
  kRoute = 1,   // `owner` answers requests at the address
  kEnvVar,      // `owner` reads the environment variable
  kCommand,     // `owner` runs the program
  kEndpoint,    // `owner` sends a request to the address
  kPublished,   // `owner` sends a message of that topic
  kSubscribed,  // `owner` receives messages of that topic
  kFlag,        // `owner` checks whether the feature is on
  kExposed,     // `owner` registers the route
  kRpcService,  // `owner` implements the remote procedure service
  kRpcClient,   // `owner` makes a client of the service
};

inline constexpr LiteralRole kLastLiteralRole = LiteralRole::kRpcClient;

struct Literal {
  LiteralRole role = LiteralRole::kRoute;
  DefinitionIndex named = 0;  // the definition that stands for it, one per name in a file
  DefinitionIndex owner = 0;  // innermost definition that contains it; of a route, the function
  Position site;
  // The receiver of the literal, if its name is not specific to a framework: a kMember of the
  // called object, without operand if nothing is known of that, or a kName. kNoIndex if the role is
  // certain without it.
  ExpressionIndex callee = kNoIndex;
  ScopeIndex scope = 0;       // names in `callee` are looked up from here
  bool has_function = false;  // passed together with a function, as routes are
};

// How often a word occurs in a field of a definition. Words are whole identifiers or words of
// running text, neither split nor stemmed.
struct TermCount {
  DefinitionIndex definition = 0;     // innermost definition
  Field field = Field::kIdentifiers;  // kDocumentation, kIdentifiers, kStrings or kComments
  StringId word = 0;
  std::uint32_t count = 1;
};

struct FileFacts {
  // Header.
  StringTable strings;  // header part first
  std::vector<Scope> scopes;
  std::vector<Definition> definitions;
  std::vector<Base> bases;
  std::vector<Import> imports;
  std::vector<Binding> bindings;
  std::vector<Expression> expressions;  // header part first
  StringId package_clause = 0;          // Go: package name as written
  std::uint32_t line_count = 0;
  std::uint32_t syntax_error_count = 0;  // error and missing nodes, saturating
  bool truncated = false;                // a limit of extraction was hit; the facts are incomplete

  std::uint32_t header_string_count = 0;
  std::uint32_t header_expression_count = 0;

  // Body.
  std::vector<Reference> references;
  std::vector<Literal> literals;
  std::vector<TermCount> terms;  // ordered by (definition, field, word)
};

// Encoding, versioned by the extractor version of the facts key: varints and deltas, no alignment,
// no padding.
std::string EncodeHeader(const FileFacts& facts);
std::string EncodeBody(const FileFacts& facts);
// Fills the header part. DataLoss with the offset if the bytes are not a header. Counts in the
// bytes are never trusted.
absl::StatusOr<FileFacts> DecodeHeader(std::string_view bytes);
// Adds the body to facts from DecodeHeader.
absl::Status DecodeBody(std::string_view bytes, FileFacts& facts);

}  // namespace waymark::indexer
