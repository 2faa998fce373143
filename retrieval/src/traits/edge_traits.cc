#include "traits/edge_traits.h"

#include <array>
#include <cstddef>
#include <cstdint>

#include "traits/constants.h"

namespace waymark::retrieval {
namespace {

constexpr float kBack = static_cast<float>(kReverseFactor);
constexpr bool kYes = true;
constexpr bool kNo = false;

// Walk weights: the retrieval study, graph (calls and other uses 1, reverse half of it, nesting and
// inheritance .5 both ways, fields .3). Types without edges in the study have the weights of the
// nearest type. A declaration and its definition are one thing, so mass passes between them almost
// undivided. `contains` carries no dependence by itself: the members of a changed type are roots as
// well.
constexpr EdgeTraits kEdgeRows[] = {
    // type, forward, backward, expands, describes, dependence, dispatches, packed
    {EdgeType::kCalls, 1.0F, 1.0F * kBack, kNo, kYes, kYes, kNo, kYes},
    {EdgeType::kImports, 0.3F, 0.3F * kBack, kNo, kNo, kYes, kNo, kYes},
    {EdgeType::kImplements, 0.5F, 0.5F, kYes, kNo, kYes, kNo, kYes},
    {EdgeType::kReferences, 1.0F, 1.0F * kBack, kNo, kYes, kYes, kNo, kYes},
    {EdgeType::kHandlesRoute, 1.0F, 1.0F * kBack, kNo, kYes, kYes, kNo, kYes},
    {EdgeType::kDependsOn, 0.3F, 0.3F * kBack, kNo, kNo, kYes, kNo, kYes},
    {EdgeType::kDeploys, 0, 0, kNo, kNo, kYes, kNo, kYes},
    {EdgeType::kExposes, 0, 0, kNo, kNo, kYes, kNo, kYes},
    {EdgeType::kConfigures, 0.3F, 0.3F * kBack, kNo, kNo, kYes, kNo, kYes},
    {EdgeType::kExtends, 0.5F, 0.5F, kYes, kNo, kYes, kNo, kYes},
    {EdgeType::kOverrides, 0.5F, 0.5F, kYes, kNo, kYes, kYes, kYes},
    {EdgeType::kDecorates, 1.0F, 1.0F * kBack, kNo, kYes, kYes, kNo, kYes},
    {EdgeType::kThrows, 0.5F, 0.5F * kBack, kNo, kNo, kYes, kNo, kYes},
    {EdgeType::kOwnedBy, 0, 0, kNo, kNo, kNo, kNo, kNo},
    {EdgeType::kAuthoredBy, 0, 0, kNo, kNo, kNo, kNo, kNo},
    {EdgeType::kTests, 1.0F, 1.0F * kBack, kNo, kNo, kYes, kNo, kYes},
    {EdgeType::kRuntimeCalls, 1.0F, 1.0F * kBack, kNo, kNo, kYes, kNo, kYes},
    {EdgeType::kRuntimeRpc, 1.0F, 1.0F * kBack, kNo, kNo, kYes, kNo, kYes},
    {EdgeType::kRuntimeProduces, 0.5F, 0.5F * kBack, kNo, kNo, kNo, kNo, kYes},
    {EdgeType::kRuntimeConsumes, 0.5F, 0.5F * kBack, kNo, kNo, kYes, kNo, kYes},
    {EdgeType::kContains, 0.5F, 0.5F, kYes, kNo, kNo, kNo, kNo},
    {EdgeType::kMemberOf, 0, 0, kNo, kNo, kNo, kNo, kNo},   // the same relation as kContains
    {EdgeType::kDocuments, 0, 0, kNo, kNo, kNo, kNo, kNo},  // of prose, which only lends words
    {EdgeType::kConsumesEndpoint, 0.5F, 0.5F * kBack, kNo, kNo, kYes, kNo, kYes},
    {EdgeType::kImplementsRpc, 0.5F, 0.5F, kNo, kNo, kYes, kNo, kYes},
    {EdgeType::kConsumesRpc, 0.5F, 0.5F * kBack, kNo, kNo, kYes, kNo, kYes},
    {EdgeType::kGatedByFlag, 0.3F, 0.3F * kBack, kNo, kNo, kYes, kNo, kYes},
    {EdgeType::kDeployedBy, 0, 0, kNo, kNo, kNo, kNo, kNo},
    {EdgeType::kTestedBy, 0, 0, kNo, kNo, kNo, kNo, kNo},  // the same relation as kTests
    {EdgeType::kPublishes, 0.5F, 0.5F * kBack, kNo, kNo, kNo, kNo, kYes},
    {EdgeType::kSubscribes, 0.5F, 0.5F * kBack, kNo, kNo, kYes, kNo, kYes},
    {EdgeType::kConnectsTo, 0.3F, 0.3F * kBack, kNo, kNo, kYes, kNo, kYes},
    {EdgeType::kSimilarTo, 0.3F, 0.3F, kNo, kNo, kNo, kNo, kNo},
    {EdgeType::kCoTestedWith, 0.3F, 0.3F, kNo, kNo, kNo, kNo, kNo},
    {EdgeType::kTypeHintOf, 1.0F, 1.0F * kBack, kNo, kNo, kYes, kNo, kYes},
    {EdgeType::kAccessesField, 0.3F, 0.3F * kBack, kNo, kNo, kYes, kNo, kYes},
    {EdgeType::kReadsEnv, 0.3F, 0.3F * kBack, kNo, kNo, kYes, kNo, kYes},
    {EdgeType::kExecutesProcess, 0.3F, 0.3F * kBack, kNo, kNo, kYes, kNo, kYes},
    {EdgeType::kDeclares, 2.0F, 2.0F, kNo, kNo, kNo, kNo, kNo},
    {EdgeType::kDecoratedBy, 0, 0, kNo, kNo, kNo, kNo,
     kYes},  // walked as the kReferences beside it
};

constexpr std::array<EdgeTraits, 256> MakeEdgeTraits() {
  std::array<EdgeTraits, 256> index{};
  for (const EdgeTraits& row : kEdgeRows) index[static_cast<std::uint8_t>(row.type)] = row;
  return index;
}

constexpr std::array<EdgeTraits, 256> kEdgeTraits = MakeEdgeTraits();

}  // namespace

const EdgeTraits& TraitsOf(EdgeType type) { return kEdgeTraits[static_cast<std::uint8_t>(type)]; }

}  // namespace waymark::retrieval
