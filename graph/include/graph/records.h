// Plain records of the graph, as callers see them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graph/ids.h"
#include "graph/kinds.h"

namespace waymark {

// 1-based line and column; columns count bytes.
struct Position {
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  auto operator<=>(const Position&) const = default;
};

// Both ends are inclusive: `end` is the position of the last byte.
struct SourceRange {
  Position begin;
  Position end;

  auto operator<=>(const SourceRange&) const = default;
};

enum SymbolFlag : std::uint16_t {
  kSymbolDeclaration = 1 << 0,  // declared here, defined elsewhere (C, C++)
  kSymbolTest = 1 << 1,         // test code, by the conventions of its language or by its file
  kSymbolExported = 1 << 2,     // visible outside its file or package
  kSymbolLocal = 1 << 3,        // nested in a function
  kSymbolStatic = 1 << 4,       // member of the type, not of its instances
  kSymbolAbstract = 1 << 5,     // declared without a body on purpose
  kSymbolConditional = 1 << 6,  // inside an #if branch
  kSymbolProperty = 1 << 7,     // called by reading it
  kSymbolConstructor = 1 << 8,
  kSymbolMacro = 1 << 9,
  kSymbolEnumerator = 1 << 10,
  kSymbolNamespaceOnly = 1 << 11,  // a scope whose only content is other scopes
  kSymbolTestCase = 1 << 12,       // a test runner runs it by itself; kSymbolTest is set as well
  kSymbolPartial = 1 << 13,        // a part of a type whose definition has several parts
  kSymbolExtension = 1 << 14,  // a function that can be called as a method of its first argument
};

enum FileFlag : std::uint16_t {
  kFileTest = 1 << 0,
  kFileGenerated = 1 << 1,
  kFileVendored = 1 << 2,
  kFileMinified = 1 << 3,
  kFileExample = 1 << 4,  // examples, samples, documentation sources
  kFileSyntaxErrors = 1 << 5,
  kFileTruncated = 1 << 6,  // extraction hit a limit: deeper symbols are not in the graph
};

// Own fields of a symbol that are stored as postings, in order of their stored numbers.
enum class Field : std::uint8_t {
  kName = 0,
  kSignature,
  kDocumentation,
  kIdentifiers,
  kStrings,
  kComments
};
inline constexpr int kFieldCount = 6;

// Why a reference has no edge.
enum class UnresolvedReason : std::uint8_t {
  kExternal = 1,   // imported from, or a member of, something outside the repository
  kDynamic = 2,    // depends on a value known only at run time
  kAmbiguous = 3,  // several symbols fit; candidates are kept
  kUnknown = 4,    // no symbol fits, or a limit was hit
};
std::string_view Name(UnresolvedReason reason);

// Why a file has no facts. Name() gives the text.
enum class SkipReason : std::uint8_t {
  kTooLarge = 1,
  kBinary = 2,
  kLineTooLong = 3,
  kParseLimit = 4,
  kUnreadable = 5,
  kInvalidPath = 6,
  kMinified = 7,
  kTooDeep = 8,    // a directory, with everything below it
  kSubmodule = 9,  // likewise a directory
};
std::string_view Name(SkipReason reason);

// Rows of a view. Every string_view is valid as long as the ReadView it came from.
struct SymbolRow {
  SymbolId id = SymbolId::kNone;
  FileId file = FileId::kNone;
  SymbolId parent = SymbolId::kNone;  // enclosing symbol; for an out-of-class definition its class;
                                      // the file's symbol at top level
  SymbolKind kind = SymbolKind::kFile;
  std::uint16_t flags = 0;  // SymbolFlag
  std::string_view name;    // last component
  std::string_view scope;   // qualified name without the last component; may be empty
  std::string_view discriminator;
  std::uint32_t ordinal = 0;
  SourceRange range;
  Position name_position;
  std::uint32_t doc_begin =
      0;  // documentation as a byte range of the file; empty when begin == end
  std::uint32_t doc_end = 0;
  std::uint64_t identity_prefix = 0;  // SymbolIdentity::Prefix64()
};

struct FileRow {
  FileId id = FileId::kNone;
  std::string_view path;  // relative to the root of the repository, '/' separated
  Language language = Language::kNone;
  std::uint16_t flags = 0;  // FileFlag
  ContentHash content;
  std::uint64_t size_bytes = 0;
  std::uint32_t line_count = 0;
  SymbolId first_symbol = SymbolId::kNone;  // the symbol of kind file
  std::uint32_t symbol_count = 0;
};

// One end of an edge as seen from the other. `edge` names the edge for Sites(); it is opaque.
struct Neighbor {
  SymbolId symbol = SymbolId::kNone;
  EdgeType type = EdgeType::kCalls;
  EdgeRule rule = EdgeRule::kStructure;
  std::uint16_t reserved = 0;
  std::uint32_t edge = 0;
};

// One (term, symbol, field) entry. Sorted by (symbol, field) inside a term.
struct Posting {
  SymbolId symbol = SymbolId::kNone;
  Field field = Field::kName;
  std::uint8_t reserved = 0;
  std::uint16_t frequency = 0;  // saturates at 65535
};

struct UnresolvedRow {
  SymbolId source = SymbolId::kNone;
  EdgeType type = EdgeType::kCalls;
  UnresolvedReason reason = UnresolvedReason::kUnknown;
  Position site;
  std::uint32_t candidates_begin = 0;  // for ReadView::Candidates()
  std::uint32_t candidates_count = 0;
};

// Files of a kind that is not indexed: "Kotlin", "YAML".
struct KindCount {
  std::string kind;
  std::uint64_t files = 0;

  bool operator==(const KindCount&) const = default;
};

struct SkippedFile {
  std::string_view path;
  SkipReason reason = SkipReason::kUnreadable;
};

}  // namespace waymark
