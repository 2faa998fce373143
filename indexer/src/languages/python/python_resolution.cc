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
    {"Coroutine", GenericUse::kOutcome},
    {"Tuple", GenericUse::kTuple},
    {"tuple", GenericUse::kTuple},
    {"Callable", GenericUse::kFunction},
    {"Dict", GenericUse::kMap},
    {"dict", GenericUse::kMap},
    {"Mapping", GenericUse::kMap},
    {"MutableMapping", GenericUse::kMap},
    {"DefaultDict", GenericUse::kMap},
    {"defaultdict", GenericUse::kMap},
    {"OrderedDict", GenericUse::kMap},
    {"ChainMap", GenericUse::kMap},
    {"MappingProxyType", GenericUse::kMap},
    {"WeakKeyDictionary", GenericUse::kMap},
    {"WeakValueDictionary", GenericUse::kMap},
    {"List", GenericUse::kElements},
    {"list", GenericUse::kElements},
    {"Set", GenericUse::kElements},
    {"set", GenericUse::kElements},
    {"FrozenSet", GenericUse::kElements},
    {"frozenset", GenericUse::kElements},
    {"AbstractSet", GenericUse::kElements},
    {"MutableSet", GenericUse::kElements},
    {"Sequence", GenericUse::kElements},
    {"MutableSequence", GenericUse::kElements},
    {"Collection", GenericUse::kElements},
    {"Container", GenericUse::kElements},
    {"Reversible", GenericUse::kElements},
    {"KeysView", GenericUse::kElements},
    {"ValuesView", GenericUse::kElements},
    {"Iterable", GenericUse::kElements},
    {"Iterator", GenericUse::kElements},
    {"Generator", GenericUse::kElements},
    {"AsyncIterable", GenericUse::kElements},
    {"AsyncIterator", GenericUse::kElements},
    {"AsyncGenerator", GenericUse::kElements},
    {"ContextManager", GenericUse::kElements},
    {"AbstractContextManager", GenericUse::kElements},
    {"AsyncContextManager", GenericUse::kElements},
    {"AbstractAsyncContextManager", GenericUse::kElements},
    {"Deque", GenericUse::kElements},
    {"deque", GenericUse::kElements},
    {"Queue", GenericUse::kElements},
    {"LifoQueue", GenericUse::kElements},
    {"PriorityQueue", GenericUse::kElements},
    {"SimpleQueue", GenericUse::kElements},
    {"TypedDict", GenericUse::kKeyed},
    {"TypeIs", GenericUse::kGuard},
    {"TypeGuard", GenericUse::kOneWayGuard},
};

constexpr MemberWords kPythonMemberWords[] = {
    {MemberUse::kElement, "get get_nowait pop popleft"},
    {MemberUse::kContainer, "copy difference intersection symmetric_difference union"},
    {MemberUse::kValueOfMap, "get pop setdefault"},
    {MemberUse::kValuesOfMap, "values"},
    {MemberUse::kKeysOfMap, "keys"},
    {MemberUse::kPairsOfMap, "items"},
    {MemberUse::kPairOfMap, "popitem"},
    {MemberUse::kMapItself, "copy"},
};

// What runs where a class does not define the method ([datamodel], emulating numeric types).
constexpr OperatorFunction kPythonOperatorFunctions[] = {
    {"__add__", {}, {}, false, "__radd__"},
    {"__and__", {}, {}, false, "__rand__"},
    {"__bool__", {}, "__len__"},
    {"__complex__", {}, "__float__"},
    {"__contains__", {}, "__iter__"},
    {"__divmod__", {}, {}, false, "__rdivmod__"},
    {"__eq__", {}, {}, false, "__eq__"},
    {"__float__", {}, "__index__"},
    {"__floordiv__", {}, {}, false, "__rfloordiv__"},
    {"__format__", {}, "__str__"},
    {"__ge__", {}, {}, false, "__le__"},
    {"__gt__", {}, {}, false, "__lt__"},
    {"__iadd__", {}, "__add__"},
    {"__iand__", {}, "__and__"},
    {"__ifloordiv__", {}, "__floordiv__"},
    {"__ilshift__", {}, "__lshift__"},
    {"__imatmul__", {}, "__matmul__"},
    {"__imod__", {}, "__mod__"},
    {"__imul__", {}, "__mul__"},
    {"__int__", {}, "__index__"},
    {"__ior__", {}, "__or__"},
    {"__ipow__", {}, "__pow__"},
    {"__irshift__", {}, "__rshift__"},
    {"__isub__", {}, "__sub__"},
    {"__iter__", {}, "__getitem__"},
    {"__itruediv__", {}, "__truediv__"},
    {"__ixor__", {}, "__xor__"},
    {"__le__", {}, {}, false, "__ge__"},
    {"__lshift__", {}, {}, false, "__rlshift__"},
    {"__lt__", {}, {}, false, "__gt__"},
    {"__matmul__", {}, {}, false, "__rmatmul__"},
    {"__mod__", {}, {}, false, "__rmod__"},
    {"__mul__", {}, {}, false, "__rmul__"},
    {"__ne__", {}, "__eq__", false, "__ne__"},
    {"__or__", {}, {}, false, "__ror__"},
    {"__pow__", {}, {}, false, "__rpow__"},
    {"__rshift__", {}, {}, false, "__rrshift__"},
    {"__str__", {}, "__repr__"},
    {"__sub__", {}, {}, false, "__rsub__"},
    {"__truediv__", {}, {}, false, "__rtruediv__"},
    {"__xor__", {}, {}, false, "__rxor__"},
};

constexpr FunctionRun kPythonFunctionRuns[] = {
    {"abs", "__abs__"},         {"aiter", "__aiter__"},       {"all", "__iter__"},
    {"anext", "__anext__"},     {"any", "__iter__"},          {"ascii", "__repr__"},
    {"bin", "__index__"},       {"bool", "__bool__"},         {"bytes", "__bytes__"},
    {"complex", "__complex__"}, {"dir", "__dir__"},           {"divmod", "__divmod__"},
    {"enumerate", "__iter__"},  {"float", "__float__"},       {"format", "__format__"},
    {"frozenset", "__iter__"},  {"hash", "__hash__"},         {"hex", "__index__"},
    {"int", "__int__"},         {"iter", "__iter__"},         {"len", "__len__"},
    {"list", "__iter__"},       {"next", "__next__"},         {"oct", "__index__"},
    {"pow", "__pow__"},         {"print", "__str__", true},   {"range", "__index__", true},
    {"repr", "__repr__"},       {"reversed", "__reversed__"}, {"round", "__round__"},
    {"set", "__iter__"},        {"sorted", "__iter__"},       {"str", "__str__"},
    {"sum", "__iter__"},        {"tuple", "__iter__"},        {"zip", "__iter__", true},
};

constexpr std::string_view kPythonNumbers[] = {"bool", "complex", "float", "int"};

constexpr OperatorRules kPythonOperators = {.search = OperatorSearch::kInObject,
                                            .functions = kPythonOperatorFunctions,
                                            .by_functions = kPythonFunctionRuns,
                                            .numbers = kPythonNumbers};

bool MayOverrideInPython(const ModelDefinition& method, std::string_view, std::string_view) {
  return method.Has(kSymbolExported);
}

}  // namespace

const ResolutionRules kPythonResolution = {
    .modules = &kPythonModuleRule,
    .steps = kPythonSteps,
    .variables_name_types = true,
    .operators = &kPythonOperators,
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
    .protocol = {.iterate = "__iter__",
                 .next = "__next__",
                 .enter = "__enter__",
                 .async_iterate = "__aiter__",
                 .async_next = "__anext__",
                 .async_enter = "__aenter__"},
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
