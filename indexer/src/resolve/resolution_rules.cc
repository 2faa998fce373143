#include "resolve/resolution_rules.h"

#include <array>

#include "resolve/known_names.h"

namespace waymark::indexer {
namespace {

constexpr LookupStep kPythonSteps[] = {LookupStep::kScopeNames, LookupStep::kWholeImports};
constexpr LookupStep kCSteps[] = {LookupStep::kScopeNames, LookupStep::kTypeMembers,
                                  LookupStep::kOwnerMembers, LookupStep::kSharedSpace,
                                  LookupStep::kWholeImports};
constexpr LookupStep kGoSteps[] = {LookupStep::kScopeNames, LookupStep::kSharedSpace,
                                   LookupStep::kWholeImports};
constexpr LookupStep kScriptSteps[] = {LookupStep::kScopeNames};

constexpr std::string_view kPythonConstructors[] = {"__init__"};
constexpr std::string_view kCConstructors[] = {""};
constexpr std::string_view kScriptConstructors[] = {"constructor"};

constexpr GenericName kPythonGenerics[] = {
    {"Type", GenericUse::kTypeItself},
    {"type", GenericUse::kTypeItself},
    {"Awaitable", GenericUse::kTransparent},
    {"List", GenericUse::kElements},
    {"list", GenericUse::kElements},
    {"Set", GenericUse::kElements},
    {"set", GenericUse::kElements},
    {"FrozenSet", GenericUse::kElements},
    {"frozenset", GenericUse::kElements},
    {"Sequence", GenericUse::kElements},
    {"MutableSequence", GenericUse::kElements},
    {"Collection", GenericUse::kElements},
    {"Iterable", GenericUse::kElements},
    {"Iterator", GenericUse::kElements},
    {"Generator", GenericUse::kElements},
    {"AsyncIterable", GenericUse::kElements},
    {"AsyncIterator", GenericUse::kElements},
    {"AsyncGenerator", GenericUse::kElements},
    {"ContextManager", GenericUse::kElements},
    {"AbstractContextManager", GenericUse::kElements},
    {"AsyncContextManager", GenericUse::kElements},
    {"Deque", GenericUse::kElements},
    {"deque", GenericUse::kElements},
};

constexpr GenericName kCGenerics[] = {
    {"unique_ptr", GenericUse::kTransparent},
    {"shared_ptr", GenericUse::kTransparent},
    {"weak_ptr", GenericUse::kTransparent},
    {"auto_ptr", GenericUse::kTransparent},
    {"scoped_ptr", GenericUse::kTransparent},
    {"scoped_refptr", GenericUse::kTransparent},
    {"intrusive_ptr", GenericUse::kTransparent},
    {"not_null", GenericUse::kTransparent},
    {"optional", GenericUse::kTransparent},
    {"reference_wrapper", GenericUse::kTransparent},
    {"atomic", GenericUse::kTransparent},
    {"vector", GenericUse::kElements},
    {"deque", GenericUse::kElements},
    {"list", GenericUse::kElements},
    {"forward_list", GenericUse::kElements},
    {"set", GenericUse::kElements},
    {"multiset", GenericUse::kElements},
    {"unordered_set", GenericUse::kElements},
    {"array", GenericUse::kElements},
    {"span", GenericUse::kElements},
    {"initializer_list", GenericUse::kElements},
};

// As the extractor names the unnamed types.
constexpr GenericName kGoGenerics[] = {
    {"slice", GenericUse::kElements},
    {"array", GenericUse::kElements},
    {"map", GenericUse::kElements},
    {"chan", GenericUse::kElements},
};

constexpr GenericName kScriptGenerics[] = {
    {"Promise", GenericUse::kTransparent},     {"PromiseLike", GenericUse::kTransparent},
    {"Awaited", GenericUse::kTransparent},     {"Partial", GenericUse::kTransparent},
    {"Required", GenericUse::kTransparent},    {"Readonly", GenericUse::kTransparent},
    {"NonNullable", GenericUse::kTransparent}, {"Array", GenericUse::kElements},
    {"ReadonlyArray", GenericUse::kElements},  {"Set", GenericUse::kElements},
    {"ReadonlySet", GenericUse::kElements},    {"Iterable", GenericUse::kElements},
    {"Iterator", GenericUse::kElements},       {"IterableIterator", GenericUse::kElements},
    {"AsyncIterable", GenericUse::kElements},  {"Generator", GenericUse::kElements},
    {"AsyncGenerator", GenericUse::kElements},
};

constexpr ResolutionRules kNoRules = {};

const ResolutionRules kPythonRules = {
    .family = Family::kPython,
    .steps = kPythonSteps,
    .variables_name_types = true,
    .lineage = LineageOrder::kC3,
    .redefinition = Redefinition::kLastWins,
    .constructors = kPythonConstructors,
    .call_method = "__call__",
    .index_method = "__getitem__",
    .iterate_method = "__iter__",
    .enter_method = "__enter__",
    .own_type_name = "Self",
    .fixture_file = "conftest.py",
    .generics = kPythonGenerics,
    .predeclared = kPythonBuiltins,
    .foreign_members = kPythonForeignMembers,
};

const ResolutionRules kCRules = {
    .family = Family::kC,
    .steps = kCSteps,
    .lineage = LineageOrder::kDepthFirst,
    .redefinition = Redefinition::kOverloads,
    .constructors = kCConstructors,
    .call_method = "operator()",
    .index_method = "operator[]",
    .generics = kCGenerics,
    .predeclared = kCBuiltins,
    .foreign_members = kCForeignMembers,
};

const ResolutionRules kGoRules = {
    .family = Family::kGo,
    .steps = kGoSteps,
    .lineage = LineageOrder::kBreadthFirst,
    .redefinition = Redefinition::kLastWins,
    .generics = kGoGenerics,
    .predeclared = kGoBuiltins,
    .foreign_members = kGoForeignMembers,
};

const ResolutionRules kScriptRules = {
    .family = Family::kScript,
    .steps = kScriptSteps,
    .lineage = LineageOrder::kDepthFirst,
    .redefinition = Redefinition::kLastWins,
    .constructors = kScriptConstructors,
    .own_type_name = "this",
    .default_export = "default",
    .generics = kScriptGenerics,
    .predeclared = kScriptBuiltins,
    .foreign_members = kScriptForeignMembers,
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
    case Family::kNone:
      break;
  }
  return kNoRules;
}

}  // namespace waymark::indexer
