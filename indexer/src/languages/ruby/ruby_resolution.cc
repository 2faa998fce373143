// Resolution rules of Ruby, with the generic types and members of its library that values are
// followed through.
#include "languages/ruby/ruby_language.h"
#include "resolve/rules/resolution_rules.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kRubyConstructors[] = {"initialize"};
constexpr std::string_view kRubyIdentityMethods[] = {"define_method", "define_singleton_method",
                                                     "lambda", "proc"};
constexpr std::string_view kRubyDynamicCallMethods[] = {"send",
                                                        "public_send",
                                                        "__send__",
                                                        "method_missing",
                                                        "const_get",
                                                        "instance_eval",
                                                        "instance_exec",
                                                        "class_eval",
                                                        "class_exec",
                                                        "module_eval",
                                                        "eval",
                                                        "define_method",
                                                        "instance_variable_get",
                                                        "method",
                                                        "public_method"};

constexpr GenericName kRubyGenerics[] = {
    {"Array", GenericUse::kElements},
    {"Set", GenericUse::kElements},
    {"Hash", GenericUse::kMap},
};

constexpr MemberWords kRubyMemberWords[] = {
    {MemberUse::kItself, "clone dup freeze itself tap"},
    {MemberUse::kRuns, "call"},
    {MemberUse::kPassesOn, "tap then yield_self"},
    {MemberUse::kElement,
     "at delete_at detect dig fetch find first last max max_by min min_by pop sample shift sole"},
    {MemberUse::kContainer,
     "append compact compact! concat drop drop_while each each_entry each_with_index filter "
     "filter! "
     "find_all insert keep_if lazy partition prepend push reject reject! reverse reverse_each "
     "rotate select select! shuffle sort sort! sort_by sort_by! take take_while to_a to_set "
     "uniq uniq! unshift"},
    {MemberUse::kPairs, "combination each_cons each_slice in_groups_of permutation"},
    {MemberUse::kVisits,
     "all? any? collect collect_concat count cycle delete_if detect drop_while each each_entry "
     "each_pair each_with_index each_with_object filter filter_map find find_all find_each "
     "find_index flat_map group_by index index_by keep_if map max_by min_by none? one? partition "
     "reject reject! reverse_each select select! sort sort_by sort_by! sum take_while tally_by "
     "to_h "
     "uniq"},
    {MemberUse::kFolds, "inject max min reduce sort sort!"},
    {MemberUse::kValueOfMap, "[] delete dig fetch"},
    {MemberUse::kValuesOfMap, "fetch_values values values_at"},
    {MemberUse::kKeysOfMap, "keys"},
    {MemberUse::kPairsOfMap, "sort sort_by to_a"},
    {MemberUse::kPairOfMap, "detect find first max_by min_by shift"},
    {MemberUse::kMapItself,
     "compact delete_if each each_pair each_value each_with_index except filter keep_if merge "
     "merge! reject select slice to_h transform_keys update"},
    {MemberUse::kVisitsValues, "each_value transform_values"},
};

constexpr std::string_view kRubyForwardingBases[] = {"Delegator", "SimpleDelegator"};

// By Comparable and the methods of Object.
constexpr OperatorFunction kRubyOperatorFunctions[] = {
    {"!=", {}, "=="},  {"!~", {}, "=~"}, {"<", {}, "<=>"},  {"<=", {}, "<=>"},
    {"===", {}, "=="}, {">", {}, "<=>"}, {">=", {}, "<=>"},
};

constexpr OperatorRules kRubyOperators = {.search = OperatorSearch::kInObject,
                                          .functions = kRubyOperatorFunctions};

bool MayOverrideInRuby(const ModelDefinition& method, std::string_view, std::string_view) {
  return method.Has(kSymbolExported);
}

}  // namespace

const ResolutionRules kRubyResolution = {
    .modules = &kRubyModuleRule,
    .variables_name_types = true,
    .operators = &kRubyOperators,
    .members_are_calls = true,
    .tests_are_named = true,
    .tests_are_calls = true,
    .types_are_values = true,
    .lineage = LineageOrder::kMixins,
    .redefinition = Redefinition::kLastWins,
    .constructors = kRubyConstructors,
    .call_method = "call",
    .index_method = "[]",
    .may_override_unmarked = MayOverrideInRuby,
    .forwarding_bases = kRubyForwardingBases,
    .generics = kRubyGenerics,
    .member_words = kRubyMemberWords,
    .type_method = "class",
    .constructor_method = "new",
    .extension = "ClassMethods",
    .identity_methods = kRubyIdentityMethods,
    .dynamic_call_methods = kRubyDynamicCallMethods,
    .predeclared = kRubyBuiltins,
    .foreign_members = kRubyForeignMembers,
};

}  // namespace waymark::indexer
