// FileFacts: what one file says, independent of where it lies and of every other file.
//
// Extraction is a pure function of (bytes, grammar), so facts are stored by content hash and shared
// by branches, worktrees and repositories. Everything is flat: structures refer to each other by
// index into the arrays below, to text by StringId into one string table. Index 0 of `scopes` is
// the file's scope and of `definitions` the file itself.
//
// A record has two parts. The header (strings that declarations use, scopes, definitions, imports,
// bindings, expressions that declarations use) is needed of every file when anything is resolved;
// the body (references, their expressions, terms) only of the file whose references are being
// resolved. Expressions and strings of the body continue the numbering of the header.
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

// A flag of facts alone, beside the flags of the graph: a default build, or a type checker, takes
// the definition in another branch.
inline constexpr std::uint16_t kSymbolInactive = 1 << 15;

using StringId = std::uint32_t;  // index into FileFacts::strings; 0 is the empty string
using ScopeIndex = std::uint32_t;
using DefinitionIndex = std::uint32_t;
using ExpressionIndex = std::uint32_t;

// Append-only table of distinct strings; `at` views stay valid until the next append.
class StringTable {
 public:
  StringTable();
  StringId Add(
      std::string_view text);  // no search for an equal string: interning is the extractor's work
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
  DefinitionIndex definition = kNoIndex;  // that owns the scope
};

// A tree of operands in postfix order: operands come before their users. Enough of the language's
// expressions to find types.
enum class ExpressionKind : std::uint8_t {
  kName = 1,   // name; count = ConstantShape
  kMember,     // operand . name   (also ->, ::, ?.); count = MemberShape
  kCall,       // operand ( ... ), count = number of arguments
  kNew,        // new operand ( ... ): an instance of the type that operand names, count = number of
               // arguments
  kIndex,      // operand [ ... ]: an element, name = its key where that is written;
               // for types, operand < ... > with `second` the first argument, of containers
               // by keys that of their values; or a list of several, each a kTypeArgument;
               // count = arguments
  kSelf,       // self, this, cls
  kSuper,      // super, super()
  kAwait,      // await operand
  kPointer,    // *operand, &operand, operand* and the operand of ->: the same type for lookups, or
               // what a smart pointer holds; count = PointerShape
  kLiteral,    // name = the language's name of the type: str, int, list, dict, ...; count =
               // PointerShape
  kUnion,      // operand | second; Optional is a union with a literal None
  kArguments,  // of a call, its `second`: the first, or none where nothing is known of it, in
               // operand, those behind it in second. Only of languages that overload by type.
               // Elsewhere the elements of a tuple, or of the type of one; count = 1 for a
               // parameter that takes all that follow. As a value, the elements of a container
               // that is written out: name = key, none for any; count = ElementShape.
  kFunction,   // the type of a function: of its parameters, as kArguments, and of its result; count
               // = FunctionShape; name = the condition of a template of C++ (c_conditions.h)
  kParameter,  // what the function that operand is, or is of the type of, gets at place `count`;
               // with a name, that of a kGiven, what the function around it is given there or as
               // its parameter that operand names
};

// What the syntax tells of an element of a container, or of an argument.
enum ElementShape : std::uint8_t {
  kOneElement = 0,
  kAllElementsOf = 1,  // those of the container that operand is
  kKeyedElement = 2,   // an argument for the parameter `name`
  kTypeArgument = 4,   // of a generic type
  kSpreadElement = 3,  // while extracting: what is going to be kAllElementsOf
};

// Keys of kIndex and of elements: a number as it is written, counted from the end when negative;
// this character and a text; or one of the next two.
inline constexpr char kTextKey = '"';
inline constexpr std::string_view kIterationKey = "*";  // what iteration gives
inline constexpr char kSliceKey = ':';  // the container from the number behind it on

// What the syntax tells of a kName.
enum ConstantShape : std::uint8_t {
  kOfVariable = 0,
  kOfConstant = 1,  // its case tells that it is one
  kFromTop = 2,     // likewise, and nothing around it counts
  kLooseName = 3,   // given to a macro: where nothing has the name in sight, it may mean anything
};

// What the syntax tells of a kMember.
enum MemberShape : std::uint8_t {
  kOfAny = 0,
  kFunctionOf = 1,  // only a function fits
  kOfPath = 2,      // the operand is a module or a type, never a variable
  kOfProtocol = 3,  // a method that the language calls: that there is none is no news
  kOfOwnFile = 4,   // of a kReached without an operand: the own file has it
  kOfObject = 5,    // likewise: a key of an object whose type is not written beside it; with an
                    // operand, of an argument of a call of that
  kWritten = 6,     // an assignment writes it
  kLooseWord = 7,  // of a kReached without an operand: a word of which nothing else is known, which
                   // may name anything
  kByKey = 8,      // operand["name"], which may be an element of a container as well
};

enum FunctionShape : std::uint8_t {
  kConstMethod = 1,  // a method of a constant object too
  kOfTemplate = 2,   // made of a template when it is called
  kVirtual = 4,      // a method that can be overridden, by its own word
  kOverrides = 8,    // a method that says that it overrides one
};

// What stands around a type or a value, in languages that overload by it. Of a kPointer, 0 where
// nothing of it is kept.
enum PointerShape : std::uint8_t {
  kPointers = 0x03,   // mask: how many pointers and arrays, three at most
  kConstant = 0x04,   // what they point to, or the value, is constant
  kReference = 0x08,  // T&
  kTemporary = 0x10,  // T&&, or a value without a place
  kZero = 0x20,       // kLiteral: a null pointer as well
  kHandleOf = 0x20,   // a handle that owns operand, Box::new(operand); alone
  kAddress = 0x40,    // &operand; alone
  kPointedTo = 0x80,  // *operand; alone
  kDeclares = 0xC0,   // a variable of the type that operand makes is declared: no call where that
                      // is no type of ours; alone
  kComputed = 0xE0,   // of operand an operator made a value; alone
};

struct Expression {
  ExpressionKind kind = ExpressionKind::kName;
  std::uint8_t count = 0;  // arguments, saturates at 255; or as the kind says
  StringId name = 0;
  ExpressionIndex operand = kNoIndex;
  ExpressionIndex second = kNoIndex;
};

// Definitions are ordered by position of their first byte, enclosing before enclosed: the order in
// which the graph numbers symbols.
struct Definition {
  StringId name = 0;
  SymbolKind kind = SymbolKind::kFile;
  std::uint16_t flags = 0;            // SymbolFlag
  ScopeIndex scope = 0;               // in which the name is declared
  ScopeIndex inner_scope = kNoIndex;  // that it opens
  ExpressionIndex owner =
      kNoIndex;  // owner written at the definition: A::B of `void A::B::f()`, receiver type in Go
  ExpressionIndex declared_type =
      kNoIndex;  // of a variable or field; aliased type of an alias; type that a function extends;
                 // of a function, or the instances of a type, what functions it is handed: a
                 // kFunction, or several as a kUnion, with names looked up from inside it; of a
                 // method of Ruby, what it runs its block for: an object, a kParameter of what it
                 // hands the block to, or its own field that keeps it, by that name with kBlockMark
                 // behind it, or several as a kUnion
  ExpressionIndex return_type = kNoIndex;  // annotation
  ExpressionIndex return_value =
      kNoIndex;                   // first returned expression, where there is no annotation
  std::uint32_t bases_begin = 0;  // into FileFacts::bases
  std::uint32_t bases_count = 0;
  std::uint8_t parameter_count = 0;  // without self/this, saturates at 255
  std::uint8_t required_count =
      0;  // parameters without default; 255 parameters = variadic from here on
  StringId signature = 0;
  StringId discriminator = 0;
  // Among those equal in (names of enclosing scopes, owner, name, kind, discriminator) in this
  // file: definitions first, then declarations, each by position.
  std::uint32_t ordinal = 0;
  SourceRange range;
  Position name_position;
  std::uint32_t doc_begin = 0;  // bytes of the file
  std::uint32_t doc_end = 0;
};

enum BaseFlag : std::uint8_t {
  kBaseFirst = 1 << 0,   // its members come before those of the type
  kBaseOwn = 1 << 1,     // its members are those of the type itself, not of its instances
  kBaseInside = 1 << 2,  // written inside the type: its name is looked up from there
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
  StringId name = 0;       // member of the module; "" when the module itself is bound
  StringId alias = 0;      // local name that is bound; "" when none is
  std::uint8_t level = 0;  // leading dots of a relative import (Python)
  std::uint8_t flags = 0;  // ImportFlag
  Position site;
};

enum class BindingKind : std::uint8_t {
  kAssigned = 1,    // name = expression
  kAnnotated,       // name: expression is the type
  kParameter,       // annotation, or kNoIndex
  kIterated,        // for name in expression
  kEntered,         // with expression as name
  kCaught,          // except Type as name
  kField,           // self.name = expression, in the scope of the type
  kFieldAnnotated,  // field with a written type
  kAlias,           // using name = type, typedef, type alias
  kUsing,           // using namespace expression; using A::name
  kExportedAs,      // export { local as name }: expression names the local; pub use path
  kImplements,      // expression is a kIndex: the type `operand` has the base `second`
  kGiven,           // in the file's scope: expression is a kCall whose `second` are its arguments;
                    // name = that of what is called with kGivenMark behind it
  kFixture,         // expression names a function that makes arguments for tests; name = that under
                    // which they ask for it with kFixtureMark behind it
  kHandedTo,  // in the scope of a block: expression is what takes it, a kNew or what is called,
              // or a kParameter of the object it runs for; name = kBlockMark
};

inline constexpr char kGivenMark = '(';
inline constexpr char kFixtureMark = '@';
// Behind the name of a field that keeps a block: what that runs for (Definition::declared_type).
inline constexpr char kBlockMark = '{';

// What a scope says about a name besides definitions. Only bindings that can decide the type of a
// receiver or the meaning of a callable are kept; the first kMaxBindingsPerName of a name and
// scope.
struct Binding {
  ScopeIndex scope = 0;
  StringId name = 0;
  BindingKind kind = BindingKind::kAssigned;
  ExpressionIndex value = kNoIndex;
  // From which the names in `value` are looked up. Another than `scope` for fields, whose value is
  // written inside a method.
  ScopeIndex value_scope = 0;
};

inline constexpr int kMaxBindingsPerName = 8;

enum class ReferenceRole : std::uint8_t {
  kCall = 1,  // expression is the kCall or kNew
  kValue,  // a name or member used as a value, that can leave the function (callback, table entry,
           // argument)
  kType,   // in an annotation or declaration
  kDecorator,    // decorates `subject`
  kRaise,        // the type raised
  kFieldAccess,  // self.name read or written
  kMacro,        // invocation of the macro that the expression names
  kHandler,      // the function that handles the route `owner`; where it is handed to what others
                 // have a name like, a kArguments of it and, as `second`, the callee
  kFixture,      // the owner is given what the fixture makes: a kName with kFixtureMark behind it
  kReached,      // a kMember that a text names, or kAnyMember; without an operand where nothing
                 // tells what has it
};

struct Reference {
  ReferenceRole role = ReferenceRole::kCall;
  ExpressionIndex expression = kNoIndex;
  ScopeIndex scope = 0;                // names are looked up from here
  DefinitionIndex owner = 0;           // innermost definition that contains it; 0 = the file
  DefinitionIndex subject = kNoIndex;  // for kDecorator: what is decorated
  Position site;                       // of the name that is referred to (last component)
};

// What a literal that names something outside the language is there for.
enum class LiteralRole : std::uint8_t {
  kRoute = 1,   // `owner` answers what is sent there
  kEnvVar,      // `owner` reads the environment variable
  kCommand,     // `owner` runs the program
  kEndpoint,    // `owner` sends a request there
  kPublished,   // `owner` sends a message of that topic
  kSubscribed,  // `owner` is told of messages of that topic
  kFlag,        // `owner` asks whether the feature is on
  kExposed,     // `owner` registers the route
  kRpcService,  // `owner` implements the service that remote procedures belong to
  kRpcClient,   // `owner` makes a client of that service
};

inline constexpr LiteralRole kLastLiteralRole = LiteralRole::kRpcClient;

struct Literal {
  LiteralRole role = LiteralRole::kRoute;
  DefinitionIndex named = 0;  // that stands for what is named, one of a name in a file
  DefinitionIndex owner = 0;  // innermost that contains it; of a route, the function
  Position site;
  // What it is handed to, where others than a framework have a name like that: a kMember of the
  // object that is asked, without an operand when nothing is known of that, or a kName. kNoIndex
  // where nothing has to be asked.
  ExpressionIndex callee = kNoIndex;
  ScopeIndex scope = 0;       // from which names in `callee` are looked up
  bool has_function = false;  // is handed over with a function, as routes are
};

// Occurrences of a word in a field of a definition; words are whole identifiers or words of running
// text, neither split nor stemmed.
struct TermCount {
  DefinitionIndex definition = 0;     // innermost
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
  bool truncated = false;  // a limit of extraction was hit; facts are a part of the file's

  std::uint32_t header_string_count = 0;
  std::uint32_t header_expression_count = 0;

  // Body.
  std::vector<Reference> references;
  std::vector<Literal> literals;
  std::vector<TermCount> terms;  // ordered by (definition, field, word)
};

// Encoding, versioned by the extractor version of the facts key. Varints and deltas; no alignment,
// no padding.
std::string EncodeHeader(const FileFacts& facts);
std::string EncodeBody(const FileFacts& facts);
// Fills the header part. DataLoss with the offset when the bytes are not a header. Never trusts
// counts.
absl::StatusOr<FileFacts> DecodeHeader(std::string_view bytes);
// Adds the body to facts that DecodeHeader gave.
absl::Status DecodeBody(std::string_view bytes, FileFacts& facts);

}  // namespace waymark::indexer
