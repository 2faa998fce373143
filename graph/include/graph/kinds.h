// Enumerations of the vocabulary and their names; the lists are in graph/kinds.def, that of the
// languages in graph/languages.def.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace waymark {

enum class SymbolKind : std::uint8_t {
#define WM_KIND(id, number, name, abbreviation) id = number,
#include "graph/kinds.def"
};

enum class Provenance : std::uint8_t {
#define WM_PROVENANCE(id, number, name) id = number,
#include "graph/kinds.def"
};

enum class EdgeType : std::uint8_t {
#define WM_EDGE(id, number, name) id = number,
#include "graph/kinds.def"
};

enum class EdgeRule : std::uint8_t {
#define WM_RULE(id, number, name, provenance, confidence) id = number,
#include "graph/kinds.def"
};

enum class Language : std::uint8_t {
  kNone = 0,
#define WM_LANGUAGE(id, number, name, ...) id = number,
#include "graph/languages.def"
};

// State of an edge between two revisions.
enum class EdgeStatus : std::uint8_t { kUnchanged = 0, kAdded = 1, kRemoved = 2 };

// State of a symbol between two revisions.
enum class SymbolStatus : std::uint8_t { kUnchanged, kAdded, kRemoved, kChanged, kMoved };

// Names as published. An out-of-range value gives the empty string; callers treat that as damage.
std::string_view Name(SymbolKind kind);
std::string_view Abbreviation(SymbolKind kind);
std::string_view Name(Provenance provenance);
std::string_view Name(EdgeType type);
std::string_view Name(EdgeRule rule);
std::string_view Name(Language language);
std::string_view Name(EdgeStatus status);    // "unchanged", "added", "removed"
std::string_view Name(SymbolStatus status);  // the same, and "changed", "moved"

// Inverse of Name. KindFromName takes the full name or the abbreviation.
std::optional<SymbolKind> KindFromName(std::string_view name);
std::optional<Provenance> ProvenanceFromName(std::string_view name);
std::optional<EdgeType> EdgeTypeFromName(std::string_view name);
std::optional<EdgeRule> EdgeRuleFromName(std::string_view name);
std::optional<SymbolStatus> SymbolStatusFromName(std::string_view name);
std::optional<Language> LanguageFromName(std::string_view name);

// Values of each list in order of their numbers.
std::span<const SymbolKind> AllKinds();
std::span<const Provenance> AllProvenances();
std::span<const EdgeType> AllEdgeTypes();
std::span<const EdgeRule> AllEdgeRules();
std::span<const Language> AllLanguages();

// The one table of confidences: how an edge was found decides provenance and confidence
// (thousandths, 1..1000).
Provenance ProvenanceOf(EdgeRule rule);
int ConfidenceThousandths(EdgeRule rule);

// Whether answers and exports show the edge type. Internal types are never shown.
constexpr bool IsPublished(EdgeType type) { return static_cast<std::uint8_t>(type) <= 38; }

// The published form of an edge type. The sites of an edge lie in the file of its stored source. An
// edge whose sites lie in the file of its target is therefore stored reversed, under a type of its
// own.
struct PublishedType {
  EdgeType type = EdgeType::kCalls;
  bool is_exchanged = false;  // the stored source is the published target
};

constexpr PublishedType PublishedAs(EdgeType type) {
  if (type == EdgeType::kDecoratedBy) return {EdgeType::kDecorates, true};
  return {type, false};
}

}  // namespace waymark
