#include "retrieval/ranking_parts.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace waymark::retrieval {
namespace {

constexpr PartRow kPartRows[] = {
    // part, name, role, in_words, in_around
    {Part::kName, "name", PartRole::kChannel, true, false},
    {Part::kSignature, "signature", PartRole::kChannel, true, false},
    {Part::kDocumentation, "documentation", PartRole::kChannel, true, false},
    {Part::kIdentifiers, "identifiers", PartRole::kChannel, true, false},
    {Part::kStrings, "strings", PartRole::kChannel, true, false},
    {Part::kComments, "comments", PartRole::kChannel, true, false},
    {Part::kScope, "scope", PartRole::kChannel, true, false},
    {Part::kPath, "path", PartRole::kChannel, true, false},
    {Part::kMembers, "members", PartRole::kChannel, true, false},
    {Part::kCallers, "callers", PartRole::kChannel, true, false},
    {Part::kTests, "tests", PartRole::kChannel, true, false},
    {Part::kCallees, "callees", PartRole::kChannel, true, false},
    {Part::kProse, "prose", PartRole::kChannel, true, false},
    {Part::kNamedFiles, "named_files", PartRole::kChannel, true, false},
    {Part::kSimilarNames, "similar_names", PartRole::kChannel, true, false},
    {Part::kQuoted, "quoted", PartRole::kChannel, true, false},
    {Part::kRarity, "rarity", PartRole::kBasis, true, false},
    {Part::kEmphasis, "emphasis", PartRole::kBasis, true, false},
    {Part::kCompounds, "compounds", PartRole::kBasis, true, false},
    {Part::kSynonyms, "synonyms", PartRole::kBasis, true, false},
    {Part::kTraceWords, "trace_words", PartRole::kBasis, true, false},
    {Part::kAddresses, "addresses", PartRole::kBasis, true, false},
    {Part::kPlaces, "places", PartRole::kStep, true, false},
    {Part::kTestIds, "test_ids", PartRole::kStep, true, false},
    {Part::kAskedTests, "asked_tests", PartRole::kBasis, true, false},
    {Part::kCommitScope, "commit_scope", PartRole::kStep, true, false},
    {Part::kDeclarations, "declarations", PartRole::kBasis, true, false},
    {Part::kCoverage, "coverage", PartRole::kStep, true, false},
    {Part::kStaticPrior, "static_prior", PartRole::kBasis, true, true},
    {Part::kLengthPrior, "length_prior", PartRole::kStep, true, false},
    {Part::kExactNames, "exact_names", PartRole::kStep, true, false},
    {Part::kCohesion, "cohesion", PartRole::kStep, true, false},
    {Part::kFileWords, "file_words", PartRole::kStep, true, false},
    {Part::kHistory, "history", PartRole::kStep, true, false},
    {Part::kWalk, "walk", PartRole::kStep, true, true},
    {Part::kExpansion, "expansion", PartRole::kBasis, true, true},
    {Part::kHubs, "hubs", PartRole::kStep, false, true},
    {Part::kDuplicates, "duplicates", PartRole::kBasis, true, true},
    {Part::kDiversity, "diversity", PartRole::kStep, true, true},
    {Part::kTopOrder, "top_order", PartRole::kStep, true, false},
    {Part::kFeedback, "feedback", PartRole::kStep, true, false},
    {Part::kFusion, "fusion", PartRole::kBasis, true, false},
    {Part::kPacking, "packing", PartRole::kBasis, false, false},
};

static_assert(std::size(kPartRows) <= 64, "a part is a bit of Parts");

}  // namespace

std::span<const PartRow> AllParts() { return kPartRows; }

std::string_view NameOf(Part part) { return kPartRows[static_cast<std::size_t>(part)].name; }

std::optional<Part> PartFromName(std::string_view name) {
  const auto* const found = std::find_if(std::begin(kPartRows), std::end(kPartRows),
                                         [&](const PartRow& row) { return row.name == name; });
  return found == std::end(kPartRows) ? std::nullopt : std::optional(found->part);
}

}  // namespace waymark::retrieval
