// Name resolution of PHP, and generic types of its library that hold values.
#include "languages/php/php_language.h"
#include "resolve/rules/resolution_rules.h"

namespace waymark::indexer {
namespace {

constexpr LookupStep kPhpSteps[] = {LookupStep::kScopeNames, LookupStep::kSharedSpace,
                                    LookupStep::kTypesEnd};
constexpr std::string_view kPhpConstructors[] = {"__construct"};
constexpr MissingMethod kPhpMissingMethods[] = {{"__call"}, {"__callStatic"}, {"__get"}};
constexpr std::string_view kPhpTopTypes[] = {"mixed", "object"};
constexpr std::string_view kPhpOpenErrors[] = {"Throwable", "Exception", "Error"};
constexpr std::string_view kPhpTypeTests[] = {"is_a", "is_subclass_of", "class_exists"};

constexpr GenericName kPhpGenerics[] = {
    {"array", GenericUse::kElements},
    {"iterable", GenericUse::kElements},
    {"Traversable", GenericUse::kElements},
    {"Iterator", GenericUse::kElements},
    {"IteratorAggregate", GenericUse::kElements},
    {"Generator", GenericUse::kElements},
    {"ArrayIterator", GenericUse::kElements},
    {"ArrayObject", GenericUse::kElements},
    {"ArrayAccess", GenericUse::kElements},
    {"SplObjectStorage", GenericUse::kElements},
    {"\\Traversable", GenericUse::kElements},
    {"\\Iterator", GenericUse::kElements},
    {"\\IteratorAggregate", GenericUse::kElements},
    {"\\Generator", GenericUse::kElements},
    {"\\ArrayIterator", GenericUse::kElements},
    {"\\ArrayObject", GenericUse::kElements},
    {"\\ArrayAccess", GenericUse::kElements},
    {"\\SplObjectStorage", GenericUse::kElements},
    {"class-string", GenericUse::kTypeItself},
};

}  // namespace

const ResolutionRules kPhpResolution = {
    .modules = &kPhpModuleRule,
    .steps = kPhpSteps,
    .variables_name_types = true,
    .unknown_is_foreign = true,
    .packages_have_names = true,
    .bases_tell_relation = true,
    .tests_are_calls = true,
    .top_types = kPhpTopTypes,
    .top_errors = kPhpOpenErrors,
    .types_are_values = true,
    .type_tests = kPhpTypeTests,
    .lineage = LineageOrder::kDepthFirst,
    .redefinition = Redefinition::kLastWins,
    .constructors = kPhpConstructors,
    .call_method = "__invoke",
    .index_method = "offsetGet",
    .protocol = {.iterate = "getIterator", .next = "current"},
    .missing_methods = kPhpMissingMethods,
    .forward_method = "getFacadeAccessor",
    .own_type_name = "static",
    .generics = kPhpGenerics,
    .predeclared = kPhpBuiltins,
    .foreign_members = kPhpForeignMembers,
};

}  // namespace waymark::indexer
