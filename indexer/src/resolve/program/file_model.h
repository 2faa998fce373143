// The part of a file that stays in memory during resolution: declarations without texts, their
// names as numbers, and an index from (scope, name) to the declarations there.
//
// A model follows from a file's facts alone. Its arrays correspond to those of FileFacts, index by
// index. Strings that only the graph's rows need (signatures, documentation) stay in the facts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/spill.h"
#include "indexer/facts.h"
#include "resolve/program/names.h"
#include "resolve/rules/resolution_rules.h"

namespace waymark::indexer {

using FileIndex = std::uint32_t;  // position among the files of the resolution, in path order

// A definition of some file. Canonical order: by path, then position.
struct SymbolRef {
  FileIndex file = kNoIndex;
  DefinitionIndex definition = kNoIndex;

  auto operator<=>(const SymbolRef&) const = default;

  bool exists() const { return file != kNoIndex; }
};

// Equal for equal texts within one run.
std::uint64_t HashDiscriminator(std::string_view text);

struct ModelDefinition {
  Name name = Name::kEmpty;
  ScopeIndex scope = 0;
  ScopeIndex inner_scope = kNoIndex;
  ExpressionIndex owner = kNoIndex;
  ExpressionIndex declared_type = kNoIndex;
  ExpressionIndex return_type = kNoIndex;
  ExpressionIndex return_value = kNoIndex;
  std::uint32_t bases_begin = 0;
  std::uint32_t bases_count = 0;
  std::uint32_t type_number =
      kNoIndex;  // position among the types of the file; kNoIndex: not a type
  std::uint64_t discriminator_hash = 0;  // equal for equal parameter lists
  // The written parameter types, where overload resolution compares them. Where types satisfy
  // interfaces implicitly, the type of the method.
  Name parameters = Name::kEmpty;
  std::uint16_t flags = 0;
  SymbolKind kind = SymbolKind::kFile;
  std::uint8_t parameter_count = 0;
  std::uint8_t required_count = 0;

  bool Has(SymbolFlag flag) const { return (flags & flag) != 0; }

  bool IsCallable() const { return kind == SymbolKind::kFunction || kind == SymbolKind::kMethod; }
};

struct ModelExpression {
  ExpressionKind kind = ExpressionKind::kName;
  std::uint8_t count = 0;
  Name name = Name::kEmpty;
  ExpressionIndex operand = kNoIndex;
  ExpressionIndex second = kNoIndex;
};

struct ModelImport {
  ScopeIndex scope = 0;
  Name module = Name::kEmpty;
  Name name = Name::kEmpty;
  Name alias = Name::kEmpty;
  std::uint8_t level = 0;
  std::uint8_t flags = 0;

  bool Has(ImportFlag flag) const { return (flags & flag) != 0; }
};

struct ModelBinding {
  ScopeIndex scope = 0;
  Name name = Name::kEmpty;
  ExpressionIndex value = kNoIndex;
  ScopeIndex value_scope = 0;
  BindingKind kind = BindingKind::kAssigned;
};

// Whether the name is that of a type. Parameters of a generic are looked up from where they are
// bound.
inline bool NamesType(const ModelBinding& binding) {
  const bool generic =
      binding.kind == BindingKind::kParameter && binding.scope == binding.value_scope;
  return generic || binding.kind == BindingKind::kAlias || binding.kind == BindingKind::kUsing ||
         binding.kind == BindingKind::kExportedAs;
}

// A declaration of a name in a scope. The kinds are looked at in this order.
enum class EntryKind : std::uint32_t { kDefinition = 0, kImport = 1, kBinding = 2 };

struct ScopeEntry {
  ScopeIndex scope = 0;
  Name name = Name::kEmpty;
  std::uint32_t packed =
      0;  // kind in the two upper bits, then the index of the definition, import or binding

  EntryKind kind() const { return static_cast<EntryKind>(packed >> 30); }

  std::uint32_t index() const { return packed & 0x3FFFFFFF; }

  auto operator<=>(const ScopeEntry&) const = default;
};

// The entries of a name in a scope; `entries` must be ordered.
std::span<const ScopeEntry> FindEntries(std::span<const ScopeEntry> entries, ScopeIndex scope,
                                        Name name);

struct FileModel {
  Language language = Language::kNone;
  const ResolutionRules* rules = &kNoRules;  // of the language
  std::uint16_t file_flags = 0;
  Name package_clause = Name::kEmpty;
  graph::SpillVector<Scope> scopes;
  graph::SpillVector<ModelDefinition> definitions;
  graph::SpillVector<Base> bases;
  graph::SpillVector<ModelImport> imports;
  graph::SpillVector<ModelBinding> bindings;
  graph::SpillVector<ModelExpression> expressions;  // of the header
  graph::SpillVector<ScopeEntry> entries;           // ordered
  std::vector<Name> unnamed_interfaces;             // Satisfaction::unnamed

  // Entries of a name in a scope: definitions, then imports, then bindings, each by position. The
  // empty name lists the glob imports of a scope: star imports and using directives.
  std::span<const ScopeEntry> Find(ScopeIndex scope, Name name) const {
    return FindEntries(entries, scope, name);
  }

  void AddEntry(ScopeIndex scope, Name name, EntryKind kind, std::uint32_t index);
  void SortEntries();

  bool IsTest() const { return (file_flags & kFileTest) != 0; }
};

// Memory that a model takes.
std::uint64_t BytesOf(const FileModel& model);

// Translates the names of one file's strings, each once.
class NameTranslation {
 public:
  // Interns new names.
  NameTranslation(const StringTable& strings, NameTable& names)
      : strings_(strings), names_(names), interning_(&names), known_(strings.size(), kUnseen) {}

  // Only looks up: names that are not interned become kUnknown.
  NameTranslation(const StringTable& strings, const NameTable& names)
      : strings_(strings), names_(names), interning_(nullptr), known_(strings.size(), kUnseen) {}

  Name operator()(StringId id);

 private:
  static constexpr Name kUnseen = static_cast<Name>(0xFFFFFFFE);

  const StringTable& strings_;
  const NameTable& names_;
  NameTable* const interning_;
  std::vector<Name> known_;
};

// Expressions [begin, end) of the facts with their names translated.
void TranslateExpressions(const FileFacts& facts, std::uint32_t begin, std::uint32_t end,
                          NameTranslation& names, graph::SpillVector<ModelExpression>& out);

// Thread-safe. Facts must have passed CheckFacts() or come from the extractor.
FileModel BuildFileModel(const FileFacts& facts, Language language, std::uint16_t file_flags,
                         NameTable& names);

}  // namespace waymark::indexer
