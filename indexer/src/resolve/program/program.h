// All files of one state of a repository, linked: what each import leads to, which names share a
// namespace or package, which types derive from which, which declaration means which definition.
//
// Built once by LinkProgram (link.h) and read by all threads. Everything in it is a function of the
// facts and paths of the files; nothing depends on the order in which questions are asked.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/ids.h"
#include "graph/languages.h"
#include "project/project.h"
#include "resolve/program/file_model.h"
#include "resolve/program/multi_table.h"
#include "resolve/program/names.h"
#include "resolve/program/path_index.h"

namespace waymark::indexer {

struct ModuleRule;

// What an import leads to.
enum class TargetKind : std::uint8_t {
  kUnknown = 0,  // nothing in the repository that fits, yet it looks as if something should
  kExternal,     // outside the repository
  kFile,         // FileIndex
  kDirectory,    // DirectoryIndex: a Python package without __init__.py
  kPackage,      // PackageIndex
  kType,         // TypeIndex
};

// Types inside types, for the names of symbols; deeper ones are cut.
inline constexpr int kMaxOwnerDepth = 32;

struct Target {
  TargetKind kind = TargetKind::kUnknown;
  std::uint32_t index = kNoIndex;

  auto operator<=>(const Target&) const = default;
};

struct ImportLink {
  Target module;  // what is loaded
  Target bound;   // what the local name stands for, where that is the module or a parent of it
};

// What sets files apart: they take part in what others of their sort do, and in nothing else.
inline constexpr std::uint16_t kApartFlags = kFileTest | kFileVendored | kFileExample;

using PackageIndex = std::uint32_t;

// The files with one package clause: in Go of one directory, in Java wherever they lie. In C# those
// that open one namespace.
struct Package {
  std::optional<DirectoryIndex> directory;  // none where the clause alone tells packages apart
  Name clause = Name::kEmpty;
  std::vector<FileIndex> files;  // in path order
  SymbolRef head = {};           // of a namespace: of the definitions that open it, the first
};

// A set of names that several files can add to: a namespace, a package, or a type.
class Space {
 public:
  enum class Kind : std::uint8_t { kNone = 0, kNamespace, kPackage, kType, kOpenType, kGlobals };

  constexpr Space() = default;

  // A namespace by its qualified name; the empty name is the global namespace of C and C++.
  static constexpr Space Namespace(Name name) {
    return Space(Kind::kNamespace, static_cast<std::uint32_t>(name));
  }

  static constexpr Space OfPackage(PackageIndex package) { return Space(Kind::kPackage, package); }

  // A type by its TypeIndex.
  static constexpr Space Type(std::uint32_t type) { return Space(Kind::kType, type); }

  // A type that several places can open, by its qualified name; the empty name is what all see.
  static constexpr Space OpenType(Name name) {
    return Space(Kind::kOpenType, static_cast<std::uint32_t>(name));
  }

  // What scripts that are no modules declare for each other (GlobalNames).
  static constexpr Space Globals() { return Space(Kind::kGlobals, 0); }

  constexpr Kind kind() const { return static_cast<Kind>(value_ >> 32); }

  constexpr std::uint32_t index() const { return static_cast<std::uint32_t>(value_); }

  constexpr bool exists() const { return value_ != 0; }

  constexpr std::uint64_t value() const { return value_; }

  auto operator<=>(const Space&) const = default;

 private:
  constexpr Space(Kind kind, std::uint32_t index)
      : value_(static_cast<std::uint64_t>(kind) << 32 | index) {}

  std::uint64_t value_ = 0;
};

// What is imported by all files of a project: all that a namespace or type holds, or either under
// another name.
struct SharedImport {
  Name project = Name::kUnknown;
  Name alias = Name::kEmpty;  // empty: what it holds
  Target target;

  auto operator<=>(const SharedImport&) const = default;
};

// A file as a key of a table.
struct FileKey {
  FileIndex file = kNoIndex;

  auto operator<=>(const FileKey&) const = default;

  friend std::uint64_t HashOf(const FileKey& key) { return MixBits(key.file); }
};

struct SpaceName {
  Space space;
  Name name = Name::kEmpty;

  auto operator<=>(const SpaceName&) const = default;

  friend std::uint64_t HashOf(const SpaceName& key) {
    return MixBits(key.space.value() * 0x9E3779B97F4A7C15 + static_cast<std::uint32_t>(key.name));
  }
};

struct GroupName {
  NameGroup group = NameGroup::kNone;
  Name name = Name::kEmpty;

  auto operator<=>(const GroupName&) const = default;

  friend std::uint64_t HashOf(const GroupName& key) {
    return MixBits(static_cast<std::uint64_t>(key.group) << 32 |
                   static_cast<std::uint32_t>(key.name));
  }
};

// Groups of Program::methods for what documents and languages that are not indexed can name,
// whatever its own language: no code has these.
inline constexpr NameGroup kDocumentedNames = kDocumentGroup;
inline constexpr NameGroup kOtherNames = NameGroup::kNone;

inline std::uint64_t HashOf(const Space& key) { return MixBits(key.value()); }

inline std::uint64_t HashOf(const SymbolRef& key) {
  return MixBits(std::uint64_t{key.file} << 32 | key.definition);
}

// Number of a type in the program, in canonical order. The numbers have gaps.
using TypeIndex = std::uint32_t;

enum TypeFlag : std::uint8_t {
  kTypeExternalBase = 1 << 0,  // derives from something outside the repository
  kTypeUnknownBase = 1 << 1,   // derives from something that was not understood
};

struct ResolvedBase {
  SymbolRef type;
  std::uint32_t base = 0;  // index into FileModel::bases; kNoIndex of an Implementation
  EdgeRule rule = EdgeRule::kStructure;
  EdgeType relation = EdgeType::kImplements;
  std::uint8_t flags = 0;  // BaseFlag
};

// A type and a base that is given to it outside its definition.
struct Implementation {
  SymbolRef type;
  SymbolRef base;  // does not exist when it lies outside the repository
  EdgeRule rule = EdgeRule::kAnnotatedReceiver;

  auto operator<=>(const Implementation&) const = default;
};

struct ProgramFile {
  const FileModel& model() const { return *shared_model; }

  std::shared_ptr<const FileModel> shared_model;  // states of a repository share models
  // Go: entries of the file's scope for imports that only the imported package names. Ordered.
  std::vector<ScopeEntry> unnamed_imports;
  std::vector<ImportLink> imports;     // one an import
  std::vector<Space> spaces;           // of each scope, where the language has shared spaces
  std::vector<DefinitionIndex> types;  // definitions that are types, ascending
  std::vector<std::pair<DefinitionIndex, SymbolRef>>
      owners;  // of out-of-class definitions, ascending
  std::vector<std::pair<DefinitionIndex, Space>>
      owner_spaces;  // of those whose owner can be opened anywhere, ascending
  // By position in `types`; empty until they are known. The begins have one element more.
  std::vector<SymbolRef> canonical;  // of its openings, the one that stands for the type
  std::vector<std::uint8_t> own_type_flags;
  std::vector<std::uint8_t> type_flags;  // with those of what the type inherits from
  std::vector<std::uint32_t> bases_begin;
  std::vector<ResolvedBase> bases;
  std::vector<std::uint32_t> lineage_begin;
  std::vector<SymbolRef>
      lineage;  // of each type with bases: itself, then its bases as they are asked
  PackageIndex package = kNoIndex;  // Go, Java
  // Rust: the file that loads this one, and where in it; the file at the root of both; what the
  // files of that crate add their macros to.
  FileIndex parent_module = kNoIndex;
  ScopeIndex parent_scope = 0;
  FileIndex crate_root = kNoIndex;
  Space macros;
  std::vector<FileIndex> loaded;  // by import: the file that `mod x;` loads, or kNoIndex
  Name project = Name::kUnknown;  // C#: directory of the project that the file is a part of
  // Python: length of the directory that has to be on the search path for the module to be found.
  std::uint32_t search_root_bytes = 0;
  bool inactive = false;  // of a plain build, by its name (Go)
  bool confined = false;  // seen only from below that directory: a vendored tree, tests, examples
  Name prefix = Name::kEmpty;  // scope of what the file defines at its top
};

// The files of a program. A copy shares them until one is changed.
class ProgramFiles {
 public:
  std::size_t size() const { return files_.size(); }

  const ProgramFile& operator[](std::size_t file) const { return *files_[file]; }

  // Of this program alone from here on. Different files from different threads.
  ProgramFile& operator[](std::size_t file) {
    std::shared_ptr<ProgramFile>& shared = files_[file];
    if (shared.use_count() > 1) shared = std::make_shared<ProgramFile>(*shared);
    return *shared;
  }

  void Add(ProgramFile file) { files_.push_back(std::make_shared<ProgramFile>(std::move(file))); }

 private:
  std::vector<std::shared_ptr<ProgramFile>> files_;
};

// Of a linked program, beside the models: spaces, owners, tables, lineages. About.
inline constexpr std::uint64_t kLinkedBytesPerSymbol = 160;

// Names that a language gives a meaning (ResolutionRules), each list in ascending order.
struct KnownNames {
  std::vector<Name> predeclared;
  std::vector<Name> foreign_members;
  std::vector<Name> element_members;
  std::vector<Name> container_members;
  std::vector<Name> pair_members;
  std::vector<Name> visiting_members;
  std::vector<Name> folding_members;
  std::vector<Name> same_members;
  std::vector<Name> iterator_types;
  std::vector<Name> element_types;
};

// Rows of the tables below.
using MemberPair = MultiTable<SpaceName, SymbolRef>::Pair;
using NamePair = MultiTable<GroupName, SymbolRef>::Pair;

struct Program {
  // The table must outlive the program; several programs may share them.
  explicit Program(NameTable& table) : names(table) {}

  NameTable& names;
  PathIndex paths;
  ProgramFiles files;  // in path order
  std::vector<Package> packages;
  // By file, and one more for the end: SymbolId of the file's own symbol, first of the numbers that
  // are kept for its types.
  std::vector<std::uint32_t> first_symbols;
  std::vector<TypeIndex> first_types;

  MultiTable<Name, FileIndex> modules;            // Python: by dotted name from the topmost package
  MultiTable<Name, FileIndex> module_paths;       // Python: by dotted path from the root
  MultiTable<Name, PackageIndex> named_packages;  // Java: by clause
  std::vector<std::pair<Name, FileIndex>> crates;  // Rust: roots of libraries. Ordered.
  MultiTable<Name, PackageIndex> namespaces;       // C#: by qualified name; the empty one is global
  std::vector<SharedImport> shared_imports;        // C#: ordered
  MultiTable<GroupName, SymbolRef> extensions;     // methods that extend types
  MultiTable<SpaceName, SymbolRef>
      members;  // of namespaces, packages and, defined outside, of types
  // C and C++: namespaces that macros open, of which what is in them seems to stand around them.
  std::set<Name> macro_namespaces;
  // All that open a namespace; of those, `members` has the first.
  MultiTable<SpaceName, SymbolRef> namespace_openings;
  // Of types that several places can open: their openings by space, in canonical order, and the
  // qualified names that are known without looking up an owner, ordered.
  MultiTable<Space, SymbolRef> openings;
  std::vector<Name> open_type_names;
  MultiTable<SymbolRef, SymbolRef> definitions_of;  // declaration -> its definitions
  MultiTable<SymbolRef, SymbolRef> mixin_users;     // mixin -> the types whose bodies mix it in
  // All methods and all types, but those local to functions.
  MultiTable<GroupName, SymbolRef> methods;
  MultiTable<GroupName, SymbolRef> types;
  // Python: what calls are given, by kCallArguments; the second number is that of the binding.
  MultiTable<Name, SymbolRef> call_arguments;
  // Of members of types, and of what modules export as members: the files that have them.
  MultiTable<GroupName, FileIndex> member_names;
  // As they were known while owners were looked up, without what is no type: those that are looked
  // up again must find the same.
  MultiTable<SpaceName, SymbolRef> members_of_types;
  MultiTable<SymbolRef, SymbolRef> definitions_of_types;
  // File -> others whose types, owners or lineages have symbols of it.
  MultiTable<FileKey, FileIndex> users;

  std::array<KnownNames, kLanguageBound> known_names;  // by Language
  std::vector<const ModuleRule*> module_rules;         // of the languages of the files, each once

  std::vector<Implementation> implementations;  // in the order of the files that state them

  // Interfaces that a type satisfies without naming them, and of its methods those of the interface
  // that they stand for.
  MultiTable<SymbolRef, SymbolRef> satisfied;

  std::shared_ptr<const OwnersFile> owners;  // as in ProjectFiles
  FileIndex owners_file = kNoIndex;          // where it is one of the files

  bool has_partial_types = false;          // some types are opened in several places
  MultiTable<SymbolRef, SymbolRef> parts;  // C#: the definitions of one type by their head
  bool bases_known = false;                // until then, no type has any

  const ModelDefinition& Definition(SymbolRef symbol) const {
    return files[symbol.file].model().definitions[symbol.definition];
  }

  SymbolId IdOf(SymbolRef symbol) const {
    return SymbolId{first_symbols[symbol.file] + symbol.definition};
  }

  std::uint32_t symbol_count() const { return first_symbols.back(); }

  std::optional<TypeIndex> TypeOf(SymbolRef symbol) const;

  bool IsType(SymbolRef symbol) const {
    return files[symbol.file].model().definitions[symbol.definition].type_number != kNoIndex;
  }

  // REQUIRES: HasType(type).
  SymbolRef TypeAt(TypeIndex type) const;
  // Whether the number is a type's. A file keeps the numbers it had when it loses types.
  bool HasType(TypeIndex type) const;
  std::optional<PackageIndex> PackageNamed(std::string_view clause) const;
  // Of C#, by qualified name; the empty one is global.
  std::optional<PackageIndex> NamespaceNamed(std::string_view name) const;
  // Of a scope that opens a namespace of C#, in the file or around it: its qualified name.
  static std::string NamespaceOf(const FileModel& model, const NameTable& names, ScopeIndex scope);

  // Whether a file is a test, an example or vendored without the one that asks being so too: such
  // code the rest of a tree reaches only on purpose.
  bool IsApart(FileIndex from, FileIndex other) const;
  // Of what several source roots define under one name: what is not apart, nearest by path.
  void KeepNearest(FileIndex from, std::vector<SymbolRef>& symbols) const;
  // Of a type that is opened in several places, the opening that stands for it; else the symbol.
  SymbolRef CanonicalOf(SymbolRef symbol) const;
  // All openings of a type; only itself where the language has no such thing.
  std::vector<SymbolRef> OpeningsOf(SymbolRef type) const;
  // The space that a definition with a written owner adds to, where owners can be opened anywhere.
  Space OwnerSpaceOf(SymbolRef symbol) const;
  // The space that the definition's inner scope adds to; none without.
  Space InnerSpaceOf(SymbolRef symbol) const;

  // Of a symbol that is a type.
  std::uint8_t TypeFlags(SymbolRef type) const;
  std::span<const ResolvedBase> BasesOf(SymbolRef type) const;
  // The type and what it inherits from in order of method resolution; empty without bases.
  std::span<const SymbolRef> LineageOf(SymbolRef type) const;
  // The type that an out-of-class definition belongs to.
  std::optional<SymbolRef> OwnerOf(SymbolRef symbol) const;

  NameGroup NamesOf(FileIndex file) const { return NameGroupOf(files[file].model().language); }

  // What the language of a file knows.
  const KnownNames& KnownNamesOf(FileIndex file) const {
    return known_names[static_cast<std::size_t>(files[file].model().language)];
  }

  bool IsPredeclared(FileIndex file, Name name) const;
  bool IsForeignMember(FileIndex file, Name name) const;
  // Whether a type or a module of a language with the same names has such a member.
  bool IsMemberName(FileIndex file, Name name) const;

  // Symbol that encloses a definition: its owner, the definition that opened its scope, or the
  // file.
  SymbolRef ParentOf(SymbolRef symbol) const;
  // Qualified name of the scope a definition lies in, in the language's notation.
  std::string ScopeNameOf(SymbolRef symbol) const;
  std::string QualifiedNameOf(SymbolRef symbol) const;
  // What a type is known by in its file, where a class and an interface may have one name, or types
  // of more parameters: qualified name, kind and number of parameters.
  std::string TypeKeyOf(SymbolRef type) const;
};

}  // namespace waymark::indexer
