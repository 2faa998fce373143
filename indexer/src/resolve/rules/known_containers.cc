// Generic types of languages and their libraries, and what members of containers give.
#include "resolve/rules/known_containers.h"

namespace waymark::indexer {
namespace {

constexpr GenericName kPythonGenericsTable[] = {
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

constexpr GenericName kCGenericsTable[] = {
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
    {"queue", GenericUse::kElements},
    {"stack", GenericUse::kElements},
    {"priority_queue", GenericUse::kElements},
    {"map", GenericUse::kElements},
    {"multimap", GenericUse::kElements},
    {"unordered_map", GenericUse::kElements},
    {"unordered_multimap", GenericUse::kElements},
};

// As the extractor names the unnamed types.
constexpr GenericName kGoGenericsTable[] = {
    {"slice", GenericUse::kElements},
    {"array", GenericUse::kElements},
    {"map", GenericUse::kElements},
    {"chan", GenericUse::kElements},
};

constexpr GenericName kScriptGenericsTable[] = {
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
    {"Record", GenericUse::kElements},
};

constexpr GenericName kJavaGenericsTable[] = {
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

constexpr GenericName kRustGenericsTable[] = {
    {"Box", GenericUse::kHandle},
    {"Rc", GenericUse::kHandle},
    {"Arc", GenericUse::kHandle},
    {"Cow", GenericUse::kHandle},
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

constexpr GenericName kCSharpGenericsTable[] = {
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

}  // namespace

const std::span<const GenericName> kPythonGenerics = kPythonGenericsTable;
const std::span<const GenericName> kCGenerics = kCGenericsTable;
const std::span<const GenericName> kGoGenerics = kGoGenericsTable;
const std::span<const GenericName> kScriptGenerics = kScriptGenericsTable;
const std::span<const GenericName> kJavaGenerics = kJavaGenericsTable;
const std::span<const GenericName> kRustGenerics = kRustGenericsTable;
const std::span<const GenericName> kCSharpGenerics = kCSharpGenericsTable;

const std::string_view kCElementMembers = "at back front top";

const std::string_view kCContainerMembers =
    "begin cbegin cend crbegin crend end find lower_bound rbegin rend upper_bound";

const std::string_view kCIteratorTypes =
    "const_iterator const_local_iterator const_reverse_iterator iterator local_iterator "
    "reverse_iterator";

const std::string_view kCElementTypes =
    "const_reference element_type mapped_type reference value_type";

// Of the pairs in what is kept by keys, the first is not followed.
const std::string_view kCSameMembers = "second";

const std::string_view kScriptElementMembers = "at find findLast get pop shift";

const std::string_view kScriptContainerMembers =
    "concat copyWithin entries fill filter flat reverse slice sort splice toReversed toSorted "
    "toSpliced "
    "values with";

const std::string_view kScriptVisitingMembers =
    "every filter find findIndex findLast findLastIndex flatMap forEach map some sort toSorted";

const std::string_view kScriptFoldingMembers = "reduce reduceRight sort toSorted";

const std::string_view kJavaElementMembers =
    "call ceiling computeIfAbsent element elementAt first firstElement floor get "
    "getAndSet getFirst getLast getNow getOrDefault getPlain getValue higher join last "
    "lastElement lower next nextElement orElse orElseGet orElseThrow peek peekFirst peekLast poll "
    "pollFirst pollLast pop previous putIfAbsent remove removeFirst removeLast take takeFirst "
    "takeLast";

const std::string_view kJavaContainerMembers =
    "ceilingEntry clone collect descendingIterator descendingMap descendingSet distinct dropWhile "
    "elements filter findAny findFirst firstEntry floorEntry headMap headSet higherEntry iterator "
    "lastEntry limit listIterator lowerEntry max min or parallel parallelStream pollFirstEntry "
    "pollLastEntry reversed sequential skip sorted spliterator stream subList subMap subSet "
    "tailMap "
    "tailSet takeWhile toList unordered values";

const std::string_view kJavaPairMembers = "entrySet";

const std::string_view kRustElementMembers =
    "borrow borrow_mut expect get_or_init get_or_insert_with into_inner swap_remove unwrap "
    "unwrap_or unwrap_or_default unwrap_or_else";

const std::string_view kRustContainerMembers =
    "as_deref as_deref_mut as_mut as_ref as_slice by_ref chain clone cloned collect context "
    "copied cycle drain filter find first first_mut get get_mut insert inspect into_iter "
    "into_values iter iter_mut last last_mut lock map_err max_by_key min_by_key next "
    "next_back nth ok ok_or ok_or_else or_else peek peekable pop pop_back pop_front read "
    "remove rev skip skip_while step_by take take_while to_owned to_vec try_lock upgrade "
    "values values_mut with_context write";

const std::string_view kRustSameMembers = "as_mut as_ref by_ref clone to_owned";

const std::string_view kCSharpElementMembers =
    "Aggregate AddOrUpdate Current Dequeue ElementAt ElementAtOrDefault Find FindLast First "
    "FirstOrDefault GetOrAdd GetValueOrDefault Invoke Last LastOrDefault Max MaxBy Min MinBy Peek "
    "Pop Single SingleOrDefault Target Value";

const std::string_view kCSharpContainerMembers =
    "Append AsEnumerable AsParallel AsQueryable AsReadOnly AsSpan Cast Concat DefaultIfEmpty "
    "Distinct DistinctBy Except FindAll GetEnumerator GetRange Intersect OrderBy "
    "OrderByDescending Prepend Reverse Skip SkipLast SkipWhile Slice Take TakeLast TakeWhile "
    "ThenBy ThenByDescending ToArray ToHashSet ToImmutableArray ToImmutableList ToList Union "
    "Values Where";

const std::string_view kRubySameMembers = "clone dup freeze itself tap";

}  // namespace waymark::indexer
