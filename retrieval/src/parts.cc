#include "retrieval/parts.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace waymark::retrieval {
namespace {

constexpr PartRow kRows[] = {
    // part, name, is_channel, in_words, in_around
    {Part::kName, "name", true, true, false},
    {Part::kSignature, "signature", true, true, false},
    {Part::kDocumentation, "documentation", true, true, false},
    {Part::kIdentifiers, "identifiers", true, true, false},
    {Part::kStrings, "strings", true, true, false},
    {Part::kComments, "comments", true, true, false},
    {Part::kScope, "scope", true, true, false},
    {Part::kPath, "path", true, true, false},
    {Part::kMembers, "members", true, true, false},
    {Part::kCallers, "callers", true, true, false},
    {Part::kTests, "tests", true, true, false},
    {Part::kCallees, "callees", true, true, false},
    {Part::kProse, "prose", true, true, false},
    {Part::kNamedFiles, "named_files", true, true, false},
    {Part::kSimilarNames, "similar_names", true, true, false},
    {Part::kQuoted, "quoted", true, true, false},
    {Part::kCoverage, "coverage", false, true, false},
    {Part::kStanding, "standing", false, true, true},
    {Part::kExtent, "extent", false, true, false},
    {Part::kExactNames, "exact_names", false, true, false},
    {Part::kCohesion, "cohesion", false, true, false},
    {Part::kFileWords, "file_words", false, true, false},
    {Part::kHistory, "history", false, true, false},
    {Part::kWalk, "walk", false, true, true},
    {Part::kHubs, "hubs", false, false, true},
    {Part::kVariety, "variety", false, true, true},
    {Part::kHeadOrder, "head_order", false, true, false},
    {Part::kPlaces, "places", false, true, false},
    {Part::kLessons, "lessons", false, true, false},
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
