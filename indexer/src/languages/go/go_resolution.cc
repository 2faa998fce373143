// Resolution rules of Go, with the generic types and members of its library that values are
// followed through.
#include "languages/go/go_language.h"
#include "languages/go/go_outside_interfaces.h"
#include "languages/go/go_signature.h"
#include "languages/go/go_unnamed.h"
#include "resolve/rules/resolution_rules.h"

namespace waymark::indexer {
namespace {

constexpr LookupStep kGoSteps[] = {LookupStep::kScopeNames, LookupStep::kSharedSpace,
                                   LookupStep::kWholeImports};

// The extractor's names for unnamed types.
constexpr GenericName kGoGenerics[] = {
    {"slice", GenericUse::kElements},   {"array", GenericUse::kElements},
    {"map", GenericUse::kMap},          {"chan", GenericUse::kStream},
    {"Pointer", GenericUse::kElements}, {"Seq", GenericUse::kStream},
    {"Seq2", GenericUse::kMap},
};

constexpr MemberWords kGoMemberWords[] = {
    {MemberUse::kElement, "CompareAndSwap Load Max Min Swap"},
    {MemberUse::kContainer, "Clone Collect Sorted Values"},
    {MemberUse::kValuesOfMap, "Values"},
    {MemberUse::kKeysOfMap, "Keys"},
    {MemberUse::kMapItself, "Clone Collect"},
};

// An interface without a name: its values are of any type with its methods.
constexpr std::string_view kGoTopTypes[] = {"interface"};

const Satisfaction kGoSatisfaction = {.member_type = GoMethodType,
                                      .outside = kGoOutsideInterfaces,
                                      .unnamed = kUnnamedGoInterface,
                                      .is_library = IsGoLibrary};

}  // namespace

const ResolutionRules kGoResolution = {
    .modules = &kGoModuleRule,
    .steps = kGoSteps,
    .tests_are_named = true,
    .files_are_alternatives = true,
    .satisfaction = &kGoSatisfaction,
    .has_defined_types = true,
    .unnamed_type = "struct",
    .top_types = kGoTopTypes,
    .embeds_by_name = true,
    .has_type_arguments = true,
    .lineage = LineageOrder::kBreadthFirst,
    .redefinition = Redefinition::kLastWins,
    .maps_give_pairs = true,
    .may_satisfy_foreign = MaySatisfyForeign,
    .generics = kGoGenerics,
    .member_words = kGoMemberWords,
    .predeclared = kGoBuiltins,
    .foreign_members = kGoForeignMembers,
};

}  // namespace waymark::indexer
