// All files of one state of a repository, linked: the targets of imports, shared namespaces and
// packages, bases of types, definitions of declarations.
//
// LinkProgram (link.h) builds it once; all threads read it. All of it is a function of the facts
// and paths of the files, and independent of the order of questions.
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
#include "resolve/rules/resolution_rules.h"

namespace waymark::indexer {

struct ModuleRule;

// The target of an import.
enum class TargetKind : std::uint8_t {
  kUnknown = 0,  // nothing in the repository fits, yet something seems to be missing
  kExternal,     // outside the repository
  kFile,         // FileIndex
  kDirectory,    // DirectoryIndex: a Python package without __init__.py
  kPackage,      // PackageIndex
  kType,         // TypeIndex
};

// Nesting of types in names of symbols; deeper names are cut.
inline constexpr int kMaxOwnerDepth = 32;

struct Target {
  TargetKind kind = TargetKind::kUnknown;
  std::uint32_t index = kNoIndex;

  auto operator<=>(const Target&) const = default;
};

struct ImportLink {
  Target module;  // the loaded module
  Target bound;   // the target of the local name, if that is the module or a parent of it
};

// Flags that set files apart: such files take part in others of their sort and in nothing else.
inline constexpr std::uint16_t kApartFlags = kFileTest | kFileVendored | kFileExample;

using PackageIndex = std::uint32_t;

// The files with one package clause: in Go of one directory, in Java anywhere. In C# the files that
// open one namespace.
struct Package {
  std::optional<DirectoryIndex> directory;  // none if the clause alone identifies the package
  Name clause = Name::kEmpty;
  std::vector<FileIndex> files;  // in path order
  SymbolRef head = {};           // of a namespace: the first definition that opens it
};

// A set of names that several files can extend: a namespace, a package, or a type.
class Space {
 public:
  enum class Kind : std::uint8_t { kNone = 0, kNamespace, kPackage, kType, kOpenType, kGlobals };

  constexpr Space() = default;

  // A namespace by its qualified name. The empty name is the global namespace of C and C++.
  static constexpr Space Namespace(Name name) {
    return Space(Kind::kNamespace, static_cast<std::uint32_t>(name));
  }

  static constexpr Space OfPackage(PackageIndex package) { return Space(Kind::kPackage, package); }

  // A type by its TypeIndex.
  static constexpr Space Type(std::uint32_t type) { return Space(Kind::kType, type); }

  // A type that several places can open, by its qualified name. The empty name is what all see.
  static constexpr Space OpenType(Name name) {
    return Space(Kind::kOpenType, static_cast<std::uint32_t>(name));
  }

  // The declarations that scripts outside modules share (GlobalNames).
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

// An import for all files of a project: the content of a namespace or type, or either under an
// alias.
struct SharedImport {
  Name project = Name::kUnknown;
  Name alias = Name::kEmpty;  // empty: import of the content
  Target target;

  auto operator<=>(const SharedImport&) const = default;
};

// A file as the key of a table.
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

// Groups of Program::methods for names in documents and in languages that are not indexed. No code
// has these groups.
inline constexpr NameGroup kDocumentedNames = kDocumentGroup;
inline constexpr NameGroup kOtherNames = NameGroup::kNone;

// A method of an interface that no definition stands for (method_sets.h).
struct SetMethod {
  Name set = Name::kEmpty;
  Name method = Name::kEmpty;

  auto operator<=>(const SetMethod&) const = default;

  friend std::uint64_t HashOf(const SetMethod& key) {
    return MixBits(static_cast<std::uint64_t>(key.set) << 32 |
                   static_cast<std::uint32_t>(key.method));
  }
};

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
  std::uint32_t base = 0;  // index into FileModel::bases; kNoIndex for an Implementation
  EdgeRule rule = EdgeRule::kStructure;
  EdgeType relation = EdgeType::kImplements;
  std::uint8_t flags = 0;  // BaseFlag
};

// A type and a base that it gets outside its definition.
struct Implementation {
  SymbolRef type;
  SymbolRef base;  // does not exist if it lies outside the repository
  EdgeRule rule = EdgeRule::kAnnotatedReceiver;

  auto operator<=>(const Implementation&) const = default;
};

struct ProgramFile {
  const FileModel& model() const { return *shared_model; }

  std::shared_ptr<const FileModel> shared_model;  // states of a repository share models
  // Go: entries of the file's scope for imports that only the imported package names. Ordered.
  std::vector<ScopeEntry> unnamed_imports;
  std::vector<ImportLink> imports;     // one per import
  std::vector<Space> spaces;           // of each scope, where the language has shared spaces
  std::vector<DefinitionIndex> types;  // definitions that are types, ascending
  std::vector<std::pair<DefinitionIndex, SymbolRef>>
      owners;  // owners of out-of-class definitions, ascending
  std::vector<std::pair<DefinitionIndex, Space>>
      owner_spaces;  // spaces of those whose owner can be opened anywhere, ascending
  // By position in `types`; empty until they are known. `bases_begin` and `lineage_begin` have one
  // element more.
  std::vector<SymbolRef> canonical;  // the opening that represents the type
  std::vector<std::uint8_t> own_type_flags;
  std::vector<std::uint8_t> type_flags;  // including those inherited from bases
  std::vector<std::uint32_t> bases_begin;
  std::vector<ResolvedBase> bases;
  std::vector<std::uint32_t> lineage_begin;
  std::vector<SymbolRef>
      lineage;  // of each type with bases: itself, then its bases in lookup order
  PackageIndex package = kNoIndex;  // Go, Java
  // Rust: the file and scope that load this file, the root file of both, and the space of the
  // crate's macros.
  FileIndex parent_module = kNoIndex;
  ScopeIndex parent_scope = 0;
  FileIndex crate_root = kNoIndex;
  Space macros;
  std::vector<FileIndex> loaded;  // by import: the file that `mod x;` loads, or kNoIndex
  Name project = Name::kUnknown;  // C#: directory of the file's project
  // Python: length of the directory that has to be on the search path for the module to be found.
  std::uint32_t search_root_bytes = 0;
  bool inactive = false;  // left out of the default configuration by its name (Go)
  bool confined =
      false;  // visible only from below that directory: a vendored tree, tests, examples
  Name prefix = Name::kEmpty;  // scope of the file's top-level definitions
};

// The files of a program. A copy shares them until one is changed.
class ProgramFiles {
 public:
  std::size_t size() const { return files_.size(); }

  const ProgramFile& operator[](std::size_t file) const { return *files_[file]; }

  // A writable file of this program alone, copied if it is shared. Threads may write different
  // files.
  ProgramFile& operator[](std::size_t file) {
    std::shared_ptr<ProgramFile>& shared = files_[file];
    if (shared.use_count() > 1) shared = std::make_shared<ProgramFile>(*shared);
    return *shared;
  }

  void Add(ProgramFile file) { files_.push_back(std::make_shared<ProgramFile>(std::move(file))); }

 private:
  std::vector<std::shared_ptr<ProgramFile>> files_;
};

// Approximate memory of a linked program per symbol, besides the models: spaces, owners, tables,
// lineages.
inline constexpr std::uint64_t kLinkedBytesPerSymbol = 160;

// Names with a meaning in a language (ResolutionRules), each list ascending.
struct KnownNames {
  std::vector<Name> predeclared;
  std::vector<Name> foreign_members;
  std::array<std::vector<Name>, kMemberUses> members;  // by MemberUse
  std::vector<Name> outside_interfaces;                // without their modules

  bool IsMember(MemberUse use, Name name) const;
};

// Rows of the tables below.
using MemberPair = MultiTable<SpaceName, SymbolRef>::Pair;
using NamePair = MultiTable<GroupName, SymbolRef>::Pair;

struct Program {
  // The table must outlive the program; several programs may share it.
  explicit Program(NameTable& table) : names(table) {}

  NameTable& names;
  PathIndex paths;
  ProgramFiles files;  // in path order
  std::vector<Package> packages;
  // By file, with one more for the end: SymbolId of the file's own symbol; the first number
  // reserved for its types.
  std::vector<std::uint32_t> first_symbols;
  std::vector<TypeIndex> first_types;

  MultiTable<Name, FileIndex> modules;            // Python: by dotted name from the topmost package
  MultiTable<Name, FileIndex> module_paths;       // Python: by dotted path from the root
  MultiTable<Name, PackageIndex> named_packages;  // Java: by clause
  std::vector<std::pair<Name, FileIndex>> crates;  // Rust: roots of libraries. Ordered.
  MultiTable<Name, PackageIndex> namespaces;       // by full name (open_namespaces.h)
  std::vector<SharedImport> shared_imports;        // C#: ordered
  MultiTable<GroupName, SymbolRef> extensions;     // extension methods
  MultiTable<SpaceName, SymbolRef>
      members;  // of namespaces, of packages and, for out-of-class definitions, of types
  // C and C++: namespaces that macros open. Their members seem to stand around them.
  std::set<Name> macro_namespaces;
  // All definitions that open a namespace; `members` has the first of each.
  MultiTable<SpaceName, SymbolRef> namespace_definitions;
  // Types that several places can open: their partial definitions by space, in canonical order, and
  // their qualified names that need no owner, ordered.
  MultiTable<Space, SymbolRef> partial_definitions;
  std::vector<Name> open_type_names;
  MultiTable<SymbolRef, SymbolRef> definitions_of;  // declaration -> its definitions
  MultiTable<SymbolRef, SymbolRef> mixin_users;     // mixin -> the types whose bodies mix it in
  // All methods and all types, except those local to functions.
  MultiTable<GroupName, SymbolRef> methods;
  MultiTable<GroupName, SymbolRef> types;
  // Arguments of call sites (kCallArguments), and stored functions (kStored) under the plain name;
  // the second number is that of the binding.
  MultiTable<Name, SymbolRef> call_arguments;
  // Files by the names of their type members, and of exports used as members.
  MultiTable<GroupName, FileIndex> member_names;
  // Members of types as known while owners are looked up. A later lookup of owners must see the
  // same.
  MultiTable<SpaceName, SymbolRef> members_of_types;
  MultiTable<SymbolRef, SymbolRef> definitions_of_types;
  // File -> other files whose types, owners or lineages contain its symbols.
  MultiTable<FileKey, FileIndex> users;

  std::array<KnownNames, kLanguageBound> known_names;  // by Language
  std::vector<const ModuleRule*> module_rules;         // of the languages of the files, each once

  std::vector<Implementation> implementations;  // in the order of the files that state them

  // Interfaces that a type satisfies implicitly, and the methods of the interface that its methods
  // implement.
  MultiTable<SymbolRef, SymbolRef> satisfied;
  // The methods that implement those of interfaces outside and without a name; the interfaces
  // outside that a type so satisfies, with its methods.
  MultiTable<SetMethod, SymbolRef> run_through;
  MultiTable<SymbolRef, SetMethod> outside_interfaces;

  std::shared_ptr<const OwnersFile> owners;  // as in ProjectFiles
  FileIndex owners_file = kNoIndex;          // if it is one of the files

  bool has_partial_types = false;          // some types are opened in several places
  MultiTable<SymbolRef, SymbolRef> parts;  // C#: definitions of one type by their head
  bool bases_known = false;                // before, no type has bases

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
  // Whether the number is that of a type. A file keeps its numbers when it loses types.
  bool HasType(TypeIndex type) const;
  std::optional<PackageIndex> PackageNamed(std::string_view clause) const;
  // C#: a namespace by qualified name; the empty name is the global one.
  std::optional<PackageIndex> NamespaceNamed(std::string_view name) const;
  // C#: the qualified name of the namespace that a scope opens or that is around it.
  static std::string NamespaceOf(const FileModel& model, const NameTable& names, ScopeIndex scope);

  // Whether a file is a test, an example or vendored while the asking file is not. Other code uses
  // such files only explicitly.
  bool IsApart(FileIndex from, FileIndex other) const;
  // Where definitions lie in several source roots, keeps those that are not apart and nearest by
  // path.
  void KeepNearest(FileIndex from, std::vector<SymbolRef>& symbols) const;
  // The opening that represents a type opened in several places; else the symbol.
  SymbolRef CanonicalOf(SymbolRef symbol) const;
  // All partial definitions of a type; only itself if the language has none.
  std::vector<SymbolRef> PartialDefinitionsOf(SymbolRef type) const;
  // The space that a definition with a written owner belongs to, where owners can be opened
  // anywhere.
  Space OwnerSpaceOf(SymbolRef symbol) const;
  // The space that the definition's inner scope extends; none if it extends none.
  Space InnerSpaceOf(SymbolRef symbol) const;

  // REQUIRES: the symbol is a type.
  std::uint8_t TypeFlags(SymbolRef type) const;
  std::span<const ResolvedBase> BasesOf(SymbolRef type) const;
  // The type and its bases in the order of method resolution; empty without bases.
  std::span<const SymbolRef> LineageOf(SymbolRef type) const;
  // The type that an out-of-class definition belongs to.
  std::optional<SymbolRef> OwnerOf(SymbolRef symbol) const;

  NameGroup NamesOf(FileIndex file) const { return NameGroupOf(files[file].model().language); }

  // The known names of a file's language.
  const KnownNames& KnownNamesOf(FileIndex file) const {
    return known_names[static_cast<std::size_t>(files[file].model().language)];
  }

  bool IsPredeclared(FileIndex file, Name name) const;
  bool IsForeignMember(FileIndex file, Name name) const;
  // Whether a type or module in the file's name group has a member of that name.
  bool IsMemberName(FileIndex file, Name name) const;

  // The symbol that encloses a definition: its owner, the definition that opened its scope, or the
  // file.
  SymbolRef ParentOf(SymbolRef symbol) const;
  // Qualified name of the scope of a definition, in the language's notation.
  std::string ScopeNameOf(SymbolRef symbol) const;
  std::string QualifiedNameOf(SymbolRef symbol) const;
  // The key of a type in its file: qualified name, kind and number of parameters. A class and an
  // interface may share a name, as may types with different numbers of parameters.
  std::string TypeKeyOf(SymbolRef type) const;
};

}  // namespace waymark::indexer
