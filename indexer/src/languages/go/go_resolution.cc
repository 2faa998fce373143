// Resolution rules of Go, with the generic types and members of its library that values are
// followed through.
#include "languages/go/go_language.h"
#include "languages/go/go_signature.h"
#include "resolve/rules/resolution_rules.h"

namespace waymark::indexer {
namespace {

constexpr LookupStep kGoSteps[] = {LookupStep::kScopeNames, LookupStep::kSharedSpace,
                                   LookupStep::kWholeImports};

// The extractor's names for unnamed types.
constexpr GenericName kGoGenerics[] = {
    {"slice", GenericUse::kElements},
    {"array", GenericUse::kElements},
    {"map", GenericUse::kElements},
    {"chan", GenericUse::kElements},
};

constexpr Satisfaction kGoSatisfaction = {.member_type = GoMethodType};

}  // namespace

const ResolutionRules kGoResolution = {
    .modules = &kGoModuleRule,
    .steps = kGoSteps,
    .tests_are_named = true,
    .files_are_alternatives = true,
    .satisfaction = &kGoSatisfaction,
    .has_defined_types = true,
    .unnamed_type = "struct",
    .embeds_by_name = true,
    .lineage = LineageOrder::kBreadthFirst,
    .redefinition = Redefinition::kLastWins,
    .may_satisfy_foreign = MaySatisfyForeign,
    .generics = kGoGenerics,
    .predeclared = kGoBuiltins,
    .foreign_members = kGoForeignMembers,
};

}  // namespace waymark::indexer
