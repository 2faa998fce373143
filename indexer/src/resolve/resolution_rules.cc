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
constexpr LookupStep kJavaSteps[] = {LookupStep::kScopeNames, LookupStep::kTypeMembers,
                                     LookupStep::kSharedSpace, LookupStep::kWholeImports};
constexpr LookupStep kScriptSteps[] = {LookupStep::kScopeNames};
constexpr LookupStep kRustSteps[] = {LookupStep::kScopeNames, LookupStep::kWholeImports};

constexpr std::string_view kPythonConstructors[] = {"__init__"};
constexpr std::string_view kNamedConstructors[] = {""};  // like their type
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
    {"AsyncGenerator", GenericUse::kElements}, {"Map", GenericUse::kElements},
    {"ReadonlyMap", GenericUse::kElements},    {"WeakMap", GenericUse::kElements},
};

constexpr std::string_view kScriptElementMembers = "at find findLast get pop shift";
constexpr std::string_view kScriptContainerMembers =
    "concat copyWithin fill filter flat reverse slice sort splice toReversed toSorted toSpliced "
    "values with";
constexpr std::string_view kScriptVisitingMembers =
    "every filter find findIndex findLast findLastIndex flatMap forEach map some sort toSorted";
constexpr std::string_view kScriptFoldingMembers = "reduce reduceRight sort toSorted";

constexpr GenericName kJavaGenerics[] = {
    {"array", GenericUse::kElements},
    {"Iterable", GenericUse::kElements},
    {"Iterator", GenericUse::kElements},
    {"ListIterator", GenericUse::kElements},
    {"Enumeration", GenericUse::kElements},
    {"Collection", GenericUse::kElements},
    {"List", GenericUse::kElements},
    {"ArrayList", GenericUse::kElements},
    {"LinkedList", GenericUse::kElements},
    {"CopyOnWriteArrayList", GenericUse::kElements},
    {"Vector", GenericUse::kElements},
    {"Stack", GenericUse::kElements},
    {"Set", GenericUse::kElements},
    {"HashSet", GenericUse::kElements},
    {"LinkedHashSet", GenericUse::kElements},
    {"SortedSet", GenericUse::kElements},
    {"NavigableSet", GenericUse::kElements},
    {"TreeSet", GenericUse::kElements},
    {"Queue", GenericUse::kElements},
    {"Deque", GenericUse::kElements},
    {"ArrayDeque", GenericUse::kElements},
    {"PriorityQueue", GenericUse::kElements},
    {"BlockingQueue", GenericUse::kElements},
    {"LinkedBlockingQueue", GenericUse::kElements},
    {"ConcurrentLinkedQueue", GenericUse::kElements},
    {"Stream", GenericUse::kElements},
    {"Optional", GenericUse::kElements},
    {"Supplier", GenericUse::kElements},
    {"Callable", GenericUse::kElements},
    {"Future", GenericUse::kElements},
    {"CompletableFuture", GenericUse::kElements},
    {"AtomicReference", GenericUse::kElements},
    {"WeakReference", GenericUse::kElements},
    {"SoftReference", GenericUse::kElements},
    {"ThreadLocal", GenericUse::kElements},
    {"Map", GenericUse::kElements},
    {"HashMap", GenericUse::kElements},
    {"LinkedHashMap", GenericUse::kElements},
    {"SortedMap", GenericUse::kElements},
    {"NavigableMap", GenericUse::kElements},
    {"TreeMap", GenericUse::kElements},
    {"ConcurrentMap", GenericUse::kElements},
    {"ConcurrentHashMap", GenericUse::kElements},
    {"ConcurrentSkipListMap", GenericUse::kElements},
    {"EnumMap", GenericUse::kElements},
    {"WeakHashMap", GenericUse::kElements},
    {"IdentityHashMap", GenericUse::kElements},
    {"Hashtable", GenericUse::kElements},
    {"Entry", GenericUse::kElements},
};

constexpr std::string_view kJavaElementMembers =
    "call ceiling computeIfAbsent element elementAt first firstElement firstEntry floor get "
    "getAndSet getFirst getLast getNow getOrDefault getPlain getValue higher join last "
    "lastElement lower next nextElement orElse orElseGet orElseThrow peek peekFirst peekLast poll "
    "pollFirst pollLast pop previous putIfAbsent remove removeFirst removeLast take takeFirst "
    "takeLast";
constexpr std::string_view kJavaContainerMembers =
    "clone collect descendingIterator descendingSet distinct dropWhile elements filter findAny "
    "findFirst headMap headSet iterator limit listIterator max min or parallel parallelStream "
    "reversed sequential skip sorted spliterator stream subList subMap subSet tailMap tailSet "
    "takeWhile toList unordered values";

constexpr GenericName kRustGenerics[] = {
    {"Box", GenericUse::kTransparent},
    {"Rc", GenericUse::kTransparent},
    {"Arc", GenericUse::kTransparent},
    {"Cow", GenericUse::kTransparent},
    {"Pin", GenericUse::kTransparent},
    {"Ref", GenericUse::kTransparent},
    {"RefMut", GenericUse::kTransparent},
    {"MutexGuard", GenericUse::kTransparent},
    {"ManuallyDrop", GenericUse::kTransparent},
    {"Future", GenericUse::kTransparent},
    {"AssertUnwindSafe", GenericUse::kTransparent},
    {"RwLockReadGuard", GenericUse::kTransparent},
    {"RwLockWriteGuard", GenericUse::kTransparent},
    {"Option", GenericUse::kElements},
    {"Result", GenericUse::kElements},
    {"Vec", GenericUse::kElements},
    {"VecDeque", GenericUse::kElements},
    {"HashSet", GenericUse::kElements},
    {"BTreeSet", GenericUse::kElements},
    {"BinaryHeap", GenericUse::kElements},
    {"LinkedList", GenericUse::kElements},
    {"HashMap", GenericUse::kElements},
    {"BTreeMap", GenericUse::kElements},
    {"IndexMap", GenericUse::kElements},
    {"SmallVec", GenericUse::kElements},
    {"Mutex", GenericUse::kElements},
    {"RwLock", GenericUse::kElements},
    {"RefCell", GenericUse::kElements},
    {"Cell", GenericUse::kElements},
    {"OnceCell", GenericUse::kElements},
    {"OnceLock", GenericUse::kElements},
    {"LazyLock", GenericUse::kTransparent},
    {"Lazy", GenericUse::kTransparent},
    {"Weak", GenericUse::kElements},
    {"Iterator", GenericUse::kElements},
    {"IntoIterator", GenericUse::kElements},
    {"DoubleEndedIterator", GenericUse::kElements},
    {"Stream", GenericUse::kElements},
    {"slice", GenericUse::kElements},
};

constexpr std::string_view kRustElementMembers =
    "borrow borrow_mut expect get_or_init get_or_insert_with into_inner swap_remove unwrap "
    "unwrap_or unwrap_or_default unwrap_or_else";
constexpr std::string_view kRustContainerMembers =
    "as_deref as_deref_mut as_mut as_ref as_slice by_ref chain clone cloned collect context "
    "copied cycle drain filter find first first_mut get get_mut insert inspect into_iter "
    "into_values iter iter_mut last last_mut lock map_err max_by_key min_by_key next "
    "next_back nth ok ok_or ok_or_else or_else peek peekable pop pop_back pop_front read "
    "remove rev skip skip_while step_by take take_while to_owned to_vec try_lock upgrade "
    "values values_mut with_context write";
constexpr std::string_view kRustSameMembers = "as_mut as_ref by_ref clone to_owned";

constexpr LookupStep kCSharpSteps[] = {LookupStep::kScopeNames, LookupStep::kTypeMembers,
                                       LookupStep::kSharedSpace, LookupStep::kWholeImports};
constexpr std::string_view kCSharpConstructors[] = {""};

constexpr GenericName kCSharpGenerics[] = {
    {"Task", GenericUse::kTransparent},
    {"ValueTask", GenericUse::kTransparent},
    {"ConfiguredTaskAwaitable", GenericUse::kTransparent},
    {"Nullable", GenericUse::kTransparent},
    {"Expression", GenericUse::kTransparent},
    {"array", GenericUse::kElements},
    {"AsyncLocal", GenericUse::kElements},
    {"BlockingCollection", GenericUse::kElements},
    {"Collection", GenericUse::kElements},
    {"ConcurrentBag", GenericUse::kElements},
    {"ConcurrentDictionary", GenericUse::kElements},
    {"ConcurrentQueue", GenericUse::kElements},
    {"ConcurrentStack", GenericUse::kElements},
    {"Dictionary", GenericUse::kElements},
    {"FrozenDictionary", GenericUse::kElements},
    {"FrozenSet", GenericUse::kElements},
    {"Func", GenericUse::kElements},
    {"HashSet", GenericUse::kElements},
    {"IAsyncEnumerable", GenericUse::kElements},
    {"ICollection", GenericUse::kElements},
    {"IDictionary", GenericUse::kElements},
    {"IEnumerable", GenericUse::kElements},
    {"IEnumerator", GenericUse::kElements},
    {"IGrouping", GenericUse::kElements},
    {"IList", GenericUse::kElements},
    {"ILookup", GenericUse::kElements},
    {"IOrderedEnumerable", GenericUse::kElements},
    {"IQueryable", GenericUse::kElements},
    {"IReadOnlyCollection", GenericUse::kElements},
    {"IReadOnlyDictionary", GenericUse::kElements},
    {"IReadOnlyList", GenericUse::kElements},
    {"ISet", GenericUse::kElements},
    {"ImmutableArray", GenericUse::kElements},
    {"ImmutableDictionary", GenericUse::kElements},
    {"ImmutableHashSet", GenericUse::kElements},
    {"ImmutableList", GenericUse::kElements},
    {"KeyValuePair", GenericUse::kElements},
    {"KeyedCollection", GenericUse::kElements},
    {"Lazy", GenericUse::kElements},
    {"LinkedList", GenericUse::kElements},
    {"List", GenericUse::kElements},
    {"Memory", GenericUse::kElements},
    {"ObservableCollection", GenericUse::kElements},
    {"Queue", GenericUse::kElements},
    {"ReadOnlyCollection", GenericUse::kElements},
    {"ReadOnlyDictionary", GenericUse::kElements},
    {"ReadOnlyMemory", GenericUse::kElements},
    {"ReadOnlySpan", GenericUse::kElements},
    {"SortedDictionary", GenericUse::kElements},
    {"SortedList", GenericUse::kElements},
    {"SortedSet", GenericUse::kElements},
    {"Span", GenericUse::kElements},
    {"Stack", GenericUse::kElements},
    {"ThreadLocal", GenericUse::kElements},
    {"WeakReference", GenericUse::kElements},
};

constexpr std::string_view kCSharpElementMembers =
    "Aggregate AddOrUpdate Current Dequeue ElementAt ElementAtOrDefault Find FindLast First "
    "FirstOrDefault GetOrAdd GetValueOrDefault Invoke Last LastOrDefault Max MaxBy Min MinBy Peek "
    "Pop Single SingleOrDefault Target Value";
constexpr std::string_view kCSharpContainerMembers =
    "Append AsEnumerable AsParallel AsQueryable AsReadOnly AsSpan Cast Concat DefaultIfEmpty "
    "Distinct DistinctBy Except FindAll GetEnumerator GetRange Intersect OrderBy "
    "OrderByDescending Prepend Reverse Skip SkipLast SkipWhile Slice Take TakeLast TakeWhile "
    "ThenBy ThenByDescending ToArray ToHashSet ToImmutableArray ToImmutableList ToList Union "
    "Values Where";

constexpr ResolutionRules kNoRules = {};

const ResolutionRules kPythonRules = {
    .family = Family::kPython,
    .steps = kPythonSteps,
    .variables_name_types = true,
    .tests_are_named = true,
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
    .lineage = LineageOrder::kDepthFirst,
    .redefinition = Redefinition::kOverloads,
    .constructors = kNamedConstructors,
    .call_method = "operator()",
    .index_method = "operator[]",
    .generics = kCGenerics,
    .predeclared = kCBuiltins,
    .foreign_members = kCForeignMembers,
};

const ResolutionRules kGoRules = {
    .family = Family::kGo,
    .steps = kGoSteps,
    .tests_are_named = true,
    .files_are_alternatives = true,
    .satisfies_by_methods = true,
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
    .fields_hold_methods = true,
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
    .has_foreign_root = true,
    .packages_have_names = true,
    .bases_tell_relation = true,
    .own_methods_hide = true,
    .lineage = LineageOrder::kDepthFirst,
    .redefinition = Redefinition::kOverloads,
    .constructors = kNamedConstructors,
    .iterate_method = "iterator",
    .generics = kJavaGenerics,
    .element_members = kJavaElementMembers,
    .container_members = kJavaContainerMembers,
    .predeclared = kJavaBuiltins,
    .foreign_members = kJavaForeignMembers,
};

constexpr std::string_view kRubyConstructors[] = {"initialize"};
constexpr std::string_view kRubySameMembers = "clone dup freeze itself tap";
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
    .tests_are_calls = true,
    .lineage = LineageOrder::kMixins,
    .redefinition = Redefinition::kLastWins,
    .constructors = kRubyConstructors,
    .call_method = "call",
    .index_method = "[]",
    .same_members = kRubySameMembers,
    .type_message = "class",
    .extension = "ClassMethods",
    .dynamic_messages = kRubyDynamicMessages,
    .predeclared = kRubyBuiltins,
    .foreign_members = kRubyForeignMembers,
};

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
    .own_type_name = "Self",
    .package_root = "crate",
    .own_module = "self",
    .outer_module = "super",
    .generics = kRustGenerics,
    .element_members = kRustElementMembers,
    .container_members = kRustContainerMembers,
    .same_members = kRustSameMembers,
    .predeclared = kRustBuiltins,
    .foreign_members = kRustForeignMembers,
};

const ResolutionRules kCSharpRules = {
    .family = Family::kCSharp,
    .steps = kCSharpSteps,
    .separate_names = true,
    .unknown_is_foreign = true,
    .has_foreign_root = true,
    .types_have_arity = true,
    .methods_are_values = true,
    .namespaces_are_open = true,
    .bases_tell_relation = true,
    .own_methods_hide = true,
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
