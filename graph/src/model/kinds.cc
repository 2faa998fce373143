// The tables behind graph/kinds.h: each list of kinds.def and languages.def becomes an array of
// values in order of their numbers and an array of texts indexed by number.
#include "graph/kinds.h"

#include <array>
#include <cstddef>
#include <iterator>

namespace waymark {
namespace {

// One slot past the largest number of any list (decorated_by = 65).
constexpr std::size_t kNumberBound = 66;

// Indexed by number.
constexpr std::string_view kSymbolStatusNames[] = {"unchanged", "added", "removed", "changed",
                                                   "moved"};

using NameTable = std::array<std::string_view, kNumberBound>;

constexpr SymbolKind kAllKinds[] = {
#define WM_KIND(id, number, name, abbreviation) SymbolKind::id,
#include "graph/kinds.def"
};
constexpr Provenance kAllProvenances[] = {
#define WM_PROVENANCE(id, number, name) Provenance::id,
#include "graph/kinds.def"
};
constexpr EdgeType kAllEdgeTypes[] = {
#define WM_EDGE(id, number, name) EdgeType::id,
#include "graph/kinds.def"
};
constexpr EdgeRule kAllEdgeRules[] = {
#define WM_RULE(id, number, name, provenance, confidence) EdgeRule::id,
#include "graph/kinds.def"
};
constexpr Language kAllLanguages[] = {
#define WM_LANGUAGE(id, number, name, ...) Language::id,
#include "graph/languages.def"
};

constexpr NameTable MakeKindNames() {
  NameTable table{};
#define WM_KIND(id, number, name, abbreviation) table[number] = name;
#include "graph/kinds.def"
  return table;
}

constexpr NameTable MakeAbbreviations() {
  NameTable table{};
#define WM_KIND(id, number, name, abbreviation) table[number] = abbreviation;
#include "graph/kinds.def"
  return table;
}

constexpr NameTable MakeProvenanceNames() {
  NameTable table{};
#define WM_PROVENANCE(id, number, name) table[number] = name;
#include "graph/kinds.def"
  return table;
}

constexpr NameTable MakeEdgeTypeNames() {
  NameTable table{};
#define WM_EDGE(id, number, name) table[number] = name;
#include "graph/kinds.def"
  return table;
}

constexpr NameTable MakeRuleNames() {
  NameTable table{};
#define WM_RULE(id, number, name, provenance, confidence) table[number] = name;
#include "graph/kinds.def"
  return table;
}

constexpr NameTable MakeLanguageNames() {
  NameTable table{};
#define WM_LANGUAGE(id, number, name, ...) table[number] = name;
#include "graph/languages.def"
  return table;
}

constexpr NameTable kKindNames = MakeKindNames();
constexpr NameTable kAbbreviations = MakeAbbreviations();
constexpr NameTable kProvenanceNames = MakeProvenanceNames();
constexpr NameTable kEdgeTypeNames = MakeEdgeTypeNames();
constexpr NameTable kRuleNames = MakeRuleNames();
constexpr NameTable kLanguageNames = MakeLanguageNames();

struct RuleEvidence {
  Provenance provenance = Provenance::kAstInferred;
  int confidence_thousandths = 1;
};

constexpr std::array<RuleEvidence, kNumberBound> MakeRuleEvidence() {
  std::array<RuleEvidence, kNumberBound> table{};
#define WM_RULE(id, number, name, provenance, confidence) \
  table[number] = RuleEvidence{Provenance::provenance, confidence};
#include "graph/kinds.def"
  return table;
}

constexpr std::array<RuleEvidence, kNumberBound> kRuleEvidence = MakeRuleEvidence();

template <typename Enum>
std::string_view At(const NameTable& table, Enum value) {
  const auto index = static_cast<std::size_t>(value);
  return index < table.size() ? table[index] : std::string_view();
}

template <typename Enum, std::size_t kSize>
std::optional<Enum> Find(const Enum (&values)[kSize], const NameTable& table,
                         std::string_view name) {
  for (const Enum value : values) {
    if (At(table, value) == name) return value;
  }
  return std::nullopt;
}

}  // namespace

std::string_view Name(SymbolKind kind) { return At(kKindNames, kind); }

std::string_view Abbreviation(SymbolKind kind) { return At(kAbbreviations, kind); }

std::string_view Name(Provenance provenance) { return At(kProvenanceNames, provenance); }

std::string_view Name(EdgeType type) { return At(kEdgeTypeNames, type); }

std::string_view Name(EdgeRule rule) { return At(kRuleNames, rule); }

std::string_view Name(Language language) { return At(kLanguageNames, language); }

std::string_view Name(EdgeStatus status) {
  switch (status) {
    case EdgeStatus::kUnchanged:
      return "unchanged";
    case EdgeStatus::kAdded:
      return "added";
    case EdgeStatus::kRemoved:
      return "removed";
  }
  return {};
}

std::string_view Name(SymbolStatus status) {
  const auto index = static_cast<std::size_t>(status);
  return index < std::size(kSymbolStatusNames) ? kSymbolStatusNames[index] : std::string_view();
}

std::optional<SymbolKind> KindFromName(std::string_view name) {
  if (const auto kind = Find(kAllKinds, kKindNames, name)) return kind;
  return Find(kAllKinds, kAbbreviations, name);
}

std::optional<Provenance> ProvenanceFromName(std::string_view name) {
  return Find(kAllProvenances, kProvenanceNames, name);
}

std::optional<EdgeType> EdgeTypeFromName(std::string_view name) {
  return Find(kAllEdgeTypes, kEdgeTypeNames, name);
}

std::optional<EdgeRule> EdgeRuleFromName(std::string_view name) {
  return Find(kAllEdgeRules, kRuleNames, name);
}

std::optional<SymbolStatus> SymbolStatusFromName(std::string_view name) {
  for (std::size_t i = 0; i < std::size(kSymbolStatusNames); ++i) {
    if (kSymbolStatusNames[i] == name) return static_cast<SymbolStatus>(i);
  }
  return std::nullopt;
}

std::optional<Language> LanguageFromName(std::string_view name) {
  return Find(kAllLanguages, kLanguageNames, name);
}

std::span<const SymbolKind> AllKinds() { return kAllKinds; }

std::span<const Provenance> AllProvenances() { return kAllProvenances; }

std::span<const EdgeType> AllEdgeTypes() { return kAllEdgeTypes; }

std::span<const EdgeRule> AllEdgeRules() { return kAllEdgeRules; }

std::span<const Language> AllLanguages() { return kAllLanguages; }

Provenance ProvenanceOf(EdgeRule rule) {
  const auto index = static_cast<std::size_t>(rule);
  return index < kRuleEvidence.size() ? kRuleEvidence[index].provenance : RuleEvidence().provenance;
}

int ConfidenceThousandths(EdgeRule rule) {
  const auto index = static_cast<std::size_t>(rule);
  return index < kRuleEvidence.size() ? kRuleEvidence[index].confidence_thousandths
                                      : RuleEvidence().confidence_thousandths;
}

}  // namespace waymark
