#include <array>

#include "languages/go/go_signature.h"
#include "resolve/rules/known_containers.h"
#include "resolve/rules/known_members.h"
#include "resolve/rules/known_names.h"
#include "resolve/rules/resolution_rules.h"

namespace waymark::indexer {
namespace {

constexpr LookupStep kPythonSteps[] = {LookupStep::kScopeNames, LookupStep::kWholeImports};
constexpr LookupStep kCSteps[] = {LookupStep::kScopeNames, LookupStep::kTypeMembers,
                                  LookupStep::kOwnerMembers, LookupStep::kSharedSpace,
                                  LookupStep::kWholeImports};
constexpr LookupStep kGoSteps[] = {LookupStep::kScopeNames, LookupStep::kSharedSpace,
                                   LookupStep::kWholeImports};
constexpr LookupStep kJavaSteps[] = {LookupStep::kScopeNames, LookupStep::kTypeMembers,
                                     LookupStep::kSharedSpace, LookupStep::kWholeImports};
constexpr LookupStep kScriptSteps[] = {LookupStep::kScopeNames};
constexpr LookupStep kRustSteps[] = {LookupStep::kScopeNames, LookupStep::kWholeImports};

constexpr std::string_view kPythonConstructors[] = {"__init__"};
constexpr std::string_view kNamedConstructors[] = {""};  // like their type
constexpr std::string_view kScriptConstructors[] = {"constructor"};

constexpr LookupStep kCSharpSteps[] = {LookupStep::kScopeNames, LookupStep::kTypeMembers,
                                       LookupStep::kSharedSpace, LookupStep::kWholeImports};
constexpr std::string_view kCSharpConstructors[] = {""};

constexpr ResolutionRules kNoRules = {};

constexpr std::string_view kPythonOpenTypes[] = {"Any", "object"};
constexpr std::string_view kPythonOpenErrors[] = {"BaseException", "Exception"};
constexpr std::string_view kScriptOpenTypes[] = {"any", "unknown"};
constexpr std::string_view kScriptOpenErrors[] = {"Error"};
constexpr std::string_view kCSharpOpenTypes[] = {"dynamic"};

constexpr std::string_view kPythonTypeTests[] = {"isinstance", "issubclass", "cast", "hasattr"};

const ResolutionRules kPythonRules = {
    .family = Family::kPython,
    .steps = kPythonSteps,
    .variables_name_types = true,
    .tests_are_named = true,
    .open_types = kPythonOpenTypes,
    .open_errors = kPythonOpenErrors,
    .types_are_values = true,
    .type_tests = kPythonTypeTests,
    .raising_makes = true,
    .follows_values = true,
    .lineage = LineageOrder::kC3,
    .redefinition = Redefinition::kLastWins,
    .constructors = kPythonConstructors,
    .call_method = "__call__",
    .index_method = "__getitem__",
    .iterate_method = "__iter__",
    .next_method = "__next__",
    .enter_method = "__enter__",
    .async_iterate_method = "__aiter__",
    .async_next_method = "__anext__",
    .async_enter_method = "__aenter__",
    .missing_method = "__getattr__",
    .type_member = "__class__",
    .own_type_name = "Self",
    .fixture_file = "conftest.py",
    .generics = kPythonGenerics,
    .predeclared = kPythonBuiltins,
    .foreign_members = kPythonForeignMembers,
};

const ResolutionRules kCRules = {
    .family = Family::kC,
    .steps = kCSteps,
    .own_methods_hide = true,
    .has_type_arguments = true,
    .lineage = LineageOrder::kDepthFirst,
    .redefinition = Redefinition::kOverloads,
    .constructors = kNamedConstructors,
    .call_method = "operator()",
    .index_method = "operator[]",
    .generics = kCGenerics,
    .element_members = kCElementMembers,
    .container_members = kCContainerMembers,
    .iterator_types = kCIteratorTypes,
    .element_types = kCElementTypes,
    .same_members = kCSameMembers,
    .predeclared = kCBuiltins,
    .foreign_members = kCForeignMembers,
};

const ResolutionRules kGoRules = {
    .family = Family::kGo,
    .steps = kGoSteps,
    .tests_are_named = true,
    .files_are_alternatives = true,
    .method_type = GoMethodType,
    .types_name_containers = true,
    .unnamed_type = "struct",
    .embeds_by_name = true,
    .lineage = LineageOrder::kBreadthFirst,
    .redefinition = Redefinition::kLastWins,
    .generics = kGoGenerics,
    .predeclared = kGoBuiltins,
    .foreign_members = kGoForeignMembers,
};

const ResolutionRules kScriptRules = {
    .family = Family::kScript,
    .steps = kScriptSteps,
    .unknown_is_foreign = true,
    .tests_are_calls = true,
    .unnamed_type = "object",
    .open_types = kScriptOpenTypes,
    .open_errors = kScriptOpenErrors,
    .fields_hold_methods = true,
    .types_are_values = true,
    .has_type_arguments = true,
    .lineage = LineageOrder::kDepthFirst,
    .redefinition = Redefinition::kLastWins,
    .constructors = kScriptConstructors,
    .prototype = "prototype",
    .own_type_name = "this",
    .exports_object = "exports",
    .default_export = "default",
    .generics = kScriptGenerics,
    .element_members = kScriptElementMembers,
    .container_members = kScriptContainerMembers,
    .visiting_members = kScriptVisitingMembers,
    .folding_members = kScriptFoldingMembers,
    .predeclared = kScriptBuiltins,
    .foreign_members = kScriptForeignMembers,
};

const ResolutionRules kJavaRules = {
    .family = Family::kJava,
    .steps = kJavaSteps,
    .separate_names = true,
    .unknown_is_foreign = true,
    .known_members = kJavaKnownMembers,
    .has_foreign_root = true,
    .packages_have_names = true,
    .bases_tell_relation = true,
    .own_methods_hide = true,
    .has_type_arguments = true,
    .lineage = LineageOrder::kDepthFirst,
    .redefinition = Redefinition::kOverloads,
    .constructors = kNamedConstructors,
    .iterate_method = "iterator",
    .generics = kJavaGenerics,
    .element_members = kJavaElementMembers,
    .container_members = kJavaContainerMembers,
    .pair_members = kJavaPairMembers,
    .predeclared = kJavaBuiltins,
    .foreign_members = kJavaForeignMembers,
};

constexpr std::string_view kRubyConstructors[] = {"initialize"};
constexpr std::string_view kRubyKeepingMessages[] = {"define_method", "define_singleton_method",
                                                     "lambda", "proc"};
constexpr std::string_view kRubyDynamicMessages[] = {"send",
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

const ResolutionRules kRubyRules = {
    .family = Family::kRuby,
    .variables_name_types = true,
    .sends_messages = true,
    .tests_are_named = true,
    .tests_are_calls = true,
    .types_are_values = true,
    .lineage = LineageOrder::kMixins,
    .redefinition = Redefinition::kLastWins,
    .constructors = kRubyConstructors,
    .call_method = "call",
    .index_method = "[]",
    .same_members = kRubySameMembers,
    .type_message = "class",
    .new_message = "new",
    .extension = "ClassMethods",
    .keeping_messages = kRubyKeepingMessages,
    .dynamic_messages = kRubyDynamicMessages,
    .predeclared = kRubyBuiltins,
    .foreign_members = kRubyForeignMembers,
};

constexpr std::string_view kRustDerivedMethods[] = {"clone", "cmp", "eq", "fmt", "ge",         "gt",
                                                    "hash",  "le",  "lt", "ne",  "partial_cmp"};

const ResolutionRules kRustRules = {
    .family = Family::kRust,
    .steps = kRustSteps,
    .unknown_is_foreign = true,
    .test_cases_are_marked = true,
    .overrides_in_blocks = true,
    .lineage = LineageOrder::kBreadthFirst,
    .redefinition = Redefinition::kOverloads,
    .index_method = "index",
    .iterate_method = "next",
    .forward_method = "deref",
    .derived_methods = kRustDerivedMethods,
    .own_type_name = "Self",
    .package_root = "crate",
    .own_module = "self",
    .outer_module = "super",
    .generics = kRustGenerics,
    .element_members = kRustElementMembers,
    .container_members = kRustContainerMembers,
    .same_members = kRustSameMembers,
    .copy_member = "clone",
    .predeclared = kRustBuiltins,
    .foreign_members = kRustForeignMembers,
};

const ResolutionRules kCSharpRules = {
    .family = Family::kCSharp,
    .steps = kCSharpSteps,
    .separate_names = true,
    .unknown_is_foreign = true,
    .known_members = kCSharpKnownMembers,
    .has_foreign_root = true,
    .types_have_arity = true,
    .methods_are_values = true,
    .namespaces_are_open = true,
    .bases_tell_relation = true,
    .open_types = kCSharpOpenTypes,
    .own_methods_hide = true,
    .has_type_arguments = true,
    .lineage = LineageOrder::kDepthFirst,
    .redefinition = Redefinition::kOverloads,
    .constructors = kCSharpConstructors,
    .index_method = "this",
    .iterate_method = "GetEnumerator",
    .override_word = "override",
    .decorator_suffix = "Attribute",
    .generics = kCSharpGenerics,
    .element_members = kCSharpElementMembers,
    .container_members = kCSharpContainerMembers,
    .predeclared = kCSharpBuiltins,
    .foreign_members = kCSharpForeignMembers,
};

}  // namespace

const ResolutionRules& RulesOf(Family family) {
  switch (family) {
    case Family::kPython:
      return kPythonRules;
    case Family::kC:
      return kCRules;
    case Family::kGo:
      return kGoRules;
    case Family::kScript:
      return kScriptRules;
    case Family::kJava:
      return kJavaRules;
    case Family::kRuby:
      return kRubyRules;
    case Family::kRust:
      return kRustRules;
    case Family::kCSharp:
      return kCSharpRules;
    case Family::kProse:
    case Family::kNone:
      break;
  }
  return kNoRules;
}

}  // namespace waymark::indexer
