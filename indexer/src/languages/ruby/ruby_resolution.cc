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

constexpr MemberWords kRubyMemberWords[] = {
    {MemberUse::kItself, "clone dup freeze itself tap"},
};

constexpr std::string_view kRubyForwardingBases[] = {"Delegator", "SimpleDelegator"};

bool MayOverrideInRuby(const ModelDefinition& method, std::string_view, std::string_view) {
  return method.Has(kSymbolExported);
}

}  // namespace

const ResolutionRules kRubyResolution = {
    .modules = &kRubyModuleRule,
    .variables_name_types = true,
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
