#include "retrieval/parts.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace waymark::retrieval {
namespace {

constexpr PartRow kRows[] = {
    {Part::kName, "name", true},
    {Part::kSignature, "signature", true},
    {Part::kDocumentation, "documentation", true},
    {Part::kIdentifiers, "identifiers", true},
    {Part::kStrings, "strings", true},
    {Part::kComments, "comments", true},
    {Part::kScope, "scope", true},
    {Part::kPath, "path", true},
    {Part::kMembers, "members", true},
    {Part::kCallers, "callers", true},
    {Part::kTests, "tests", true},
    {Part::kCallees, "callees", true},
    {Part::kProse, "prose", true},
    {Part::kNamedFiles, "named_files", true},
    {Part::kSimilarNames, "similar_names", true},
    {Part::kQuoted, "quoted", true},
    {Part::kCoverage, "coverage", false},
    {Part::kStanding, "standing", false},
    {Part::kExtent, "extent", false},
    {Part::kExactNames, "exact_names", false},
    {Part::kCohesion, "cohesion", false},
    {Part::kFileWords, "file_words", false},
    {Part::kHistory, "history", false},
    {Part::kWalk, "walk", false},
    {Part::kHubs, "hubs", false},
    {Part::kVariety, "variety", false},
    {Part::kHeadOrder, "head_order", false},
    {Part::kPlaces, "places", false},
    {Part::kLessons, "lessons", false},
};

}  // namespace

std::span<const PartRow> AllParts() { return kRows; }

std::string_view NameOf(Part part) { return kRows[static_cast<std::size_t>(part)].name; }

std::optional<Part> PartFromName(std::string_view name) {
  const auto* const found = std::find_if(std::begin(kRows), std::end(kRows),
                                         [&](const PartRow& row) { return row.name == name; });
  return found == std::end(kRows) ? std::nullopt : std::optional(found->part);
}

}  // namespace waymark::retrieval
