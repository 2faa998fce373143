// Resolution rules of TypeScript and JavaScript, with the generic types and members of their
// library that values are followed through.
#include "languages/script/script_language.h"
#include "resolve/rules/resolution_rules.h"

namespace waymark::indexer {
namespace {

constexpr LookupStep kScriptSteps[] = {LookupStep::kScopeNames};
constexpr std::string_view kScriptConstructors[] = {"constructor"};
constexpr std::string_view kScriptTopTypes[] = {"any", "unknown"};
constexpr std::string_view kScriptOpenErrors[] = {"Error"};

constexpr GenericName kScriptGenerics[] = {
    {"Promise", GenericUse::kTransparent},
    {"PromiseLike", GenericUse::kTransparent},
    {"Awaited", GenericUse::kTransparent},
    {"Partial", GenericUse::kTransparent},
    {"Required", GenericUse::kTransparent},
    {"Readonly", GenericUse::kTransparent},
    {"NonNullable", GenericUse::kTransparent},
    {"NoInfer", GenericUse::kTransparent},
    {"Pick", GenericUse::kTransparent},
    {"Omit", GenericUse::kTransparent},
    {"ThisType", GenericUse::kTransparent},
    {"ReturnType", GenericUse::kResult},
    {"InstanceType", GenericUse::kResult},
    {"Parameters", GenericUse::kParameters},
    {"ConstructorParameters", GenericUse::kParameters},
    {"is", GenericUse::kGuard},  // typescript_rules.h
    {"asserts", GenericUse::kAssertion},
    {"Extract", GenericUse::kCommon},
    {"Exclude", GenericUse::kRest},
    {"Array", GenericUse::kElements},
    {"ReadonlyArray", GenericUse::kElements},
    {"Set", GenericUse::kElements},
    {"ReadonlySet", GenericUse::kElements},
    {"Iterable", GenericUse::kElements},
    {"Iterator", GenericUse::kElements},
    {"IterableIterator", GenericUse::kElements},
    {"AsyncIterable", GenericUse::kElements},
    {"Generator", GenericUse::kElements},
    {"AsyncGenerator", GenericUse::kElements},
    {"Map", GenericUse::kElements},
    {"ReadonlyMap", GenericUse::kElements},
    {"WeakMap", GenericUse::kElements},
    {"WeakRef", GenericUse::kElements},
    {"Record", GenericUse::kElements},
};

constexpr MemberWords kScriptMemberWords[] = {
    {MemberUse::kElement, "at deref find findLast get pop shift"},
    {MemberUse::kContainer,
     "concat copyWithin entries fill filter flat reverse slice sort splice "
     "toReversed toSorted toSpliced values with"},
    {MemberUse::kVisits,
     "every filter find findIndex findLast findLastIndex flatMap forEach map some "
     "sort toSorted"},
    {MemberUse::kFolds, "reduce reduceRight sort toSorted"},
    {MemberUse::kPassesOn, "then"},
    {MemberUse::kRuns, "apply call"},
};

// Members have the visibility of their type, and tell by themselves whether they are private.
bool MayOverrideInScript(const ModelDefinition& method, std::string_view name,
                         std::string_view signature) {
  if (method.Has(kSymbolExported)) return true;
  return signature.substr(0, signature.find(' ')) != "private" && !name.starts_with('#');
}

}  // namespace

const ResolutionRules kScriptResolution = {
    .modules = &kScriptModuleRule,
    .steps = kScriptSteps,
    .unknown_is_foreign = true,
    .modules_are_values = true,
    .has_overload_signatures = true,
    .tests_are_calls = true,
    .satisfaction = &kScriptSatisfaction,
    .unnamed_type = "object",
    .top_types = kScriptTopTypes,
    .top_errors = kScriptOpenErrors,
    .fields_hold_methods = true,
    .types_are_values = true,
    .has_type_arguments = true,
    .lineage = LineageOrder::kDepthFirst,
    .redefinition = Redefinition::kLastWins,
    .constructors = kScriptConstructors,
    .prototype = "prototype",
    .own_type_name = "this",
    .may_override_unmarked = MayOverrideInScript,
    .exports_object = "exports",
    .default_export = "default",
    .generics = kScriptGenerics,
    .member_words = kScriptMemberWords,
    .predeclared = kScriptBuiltins,
    .foreign_members = kScriptForeignMembers,
};

}  // namespace waymark::indexer
