// Resolution rules of Python, with the generic types and members of its library that values are
// followed through.
#include "languages/python/python_language.h"
#include "resolve/rules/resolution_rules.h"

namespace waymark::indexer {
namespace {

constexpr LookupStep kPythonSteps[] = {LookupStep::kScopeNames, LookupStep::kWholeImports};
constexpr MissingMethod kPythonMissingMethods[] = {{.name = "__getattr__", .gives_member = true}};
constexpr std::string_view kPythonConstructors[] = {"__init__"};
constexpr std::string_view kPythonTopTypes[] = {"Any", "object"};
constexpr std::string_view kPythonOpenErrors[] = {"BaseException", "Exception"};
constexpr std::string_view kPythonTypeTests[] = {"isinstance", "issubclass", "cast", "hasattr"};

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
    {"TypedDict", GenericUse::kKeyed},
};

constexpr MemberWords kPythonMemberWords[] = {
    {MemberUse::kElement, "pop popleft"},
    {MemberUse::kContainer, "copy difference intersection symmetric_difference union"},
};

bool MayOverrideInPython(const ModelDefinition& method, std::string_view, std::string_view) {
  return method.Has(kSymbolExported);
}

}  // namespace

const ResolutionRules kPythonResolution = {
    .modules = &kPythonModuleRule,
    .steps = kPythonSteps,
    .variables_name_types = true,
    .modules_are_values = true,
    .has_overload_signatures = true,
    .tests_are_named = true,
    .satisfaction = &kPythonSatisfaction,
    .top_types = kPythonTopTypes,
    .top_errors = kPythonOpenErrors,
    .types_are_values = true,
    .type_tests = kPythonTypeTests,
    .raising_makes = true,
    .follows_values = true,
    .has_type_arguments = true,
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
    .missing_methods = kPythonMissingMethods,
    .type_member = "__class__",
    .own_type_name = "Self",
    .may_override_unmarked = MayOverrideInPython,
    .fixture_file = "conftest.py",
    .generics = kPythonGenerics,
    .member_words = kPythonMemberWords,
    .predeclared = kPythonBuiltins,
    .foreign_members = kPythonForeignMembers,
};

}  // namespace waymark::indexer
