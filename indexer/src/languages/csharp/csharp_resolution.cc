// Resolution rules of C#, with the generic types and members of its library that values are
// followed through.
#include "languages/csharp/csharp_function_types.h"
#include "languages/csharp/csharp_language.h"
#include "resolve/rules/builtin_types.h"
#include "resolve/rules/resolution_rules.h"

namespace waymark::indexer {
namespace {

constexpr LookupStep kCSharpSteps[] = {LookupStep::kScopeNames, LookupStep::kTypeMembers,
                                       LookupStep::kSharedSpace, LookupStep::kWholeImports};
constexpr std::string_view kCSharpConstructors[] = {""};
constexpr std::string_view kCSharpTopTypes[] = {"dynamic"};

constexpr GenericName kCSharpGenerics[] = {
    {"Task", GenericUse::kTransparent},
    {"ValueTask", GenericUse::kTransparent},
    {"ConfiguredTaskAwaitable", GenericUse::kTransparent},
    {"Nullable", GenericUse::kTransparent},
    {"Expression", GenericUse::kTransparent},
    {"array", GenericUse::kElements},
    {"Action", GenericUse::kFunction},
    {"AsyncLocal", GenericUse::kElements},
    {"BlockingCollection", GenericUse::kElements},
    {"Collection", GenericUse::kElements},
    {"ConcurrentBag", GenericUse::kElements},
    {"ConcurrentDictionary", GenericUse::kMap},
    {"ConcurrentQueue", GenericUse::kElements},
    {"ConcurrentStack", GenericUse::kElements},
    {"Dictionary", GenericUse::kMap},
    {"FrozenDictionary", GenericUse::kMap},
    {"FrozenSet", GenericUse::kElements},
    {"Func", GenericUse::kFunction},
    {"HashSet", GenericUse::kElements},
    {"IAsyncEnumerable", GenericUse::kElements},
    {"ICollection", GenericUse::kElements},
    {"IDictionary", GenericUse::kMap},
    {"IEnumerable", GenericUse::kElements},
    {"IEnumerator", GenericUse::kElements},
    {"IGrouping", GenericUse::kElements},
    {"IList", GenericUse::kElements},
    {"ILookup", GenericUse::kElements},
    {"IOrderedEnumerable", GenericUse::kElements},
    {"IQueryable", GenericUse::kElements},
    {"IReadOnlyCollection", GenericUse::kElements},
    {"IReadOnlyDictionary", GenericUse::kMap},
    {"IReadOnlyList", GenericUse::kElements},
    {"ISet", GenericUse::kElements},
    {"ImmutableArray", GenericUse::kElements},
    {"ImmutableDictionary", GenericUse::kMap},
    {"ImmutableHashSet", GenericUse::kElements},
    {"ImmutableList", GenericUse::kElements},
    {"KeyValuePair", GenericUse::kTuple},
    {"KeyedCollection", GenericUse::kElements},
    {"Lazy", GenericUse::kElements},
    {"LinkedList", GenericUse::kElements},
    {"List", GenericUse::kElements},
    {"Memory", GenericUse::kElements},
    {"ObservableCollection", GenericUse::kElements},
    {"Queue", GenericUse::kElements},
    {"ReadOnlyCollection", GenericUse::kElements},
    {"ReadOnlyDictionary", GenericUse::kMap},
    {"ReadOnlyMemory", GenericUse::kElements},
    {"ReadOnlySpan", GenericUse::kElements},
    {"SortedDictionary", GenericUse::kMap},
    {"SortedList", GenericUse::kMap},
    {"SortedSet", GenericUse::kElements},
    {"Span", GenericUse::kElements},
    {"Stack", GenericUse::kElements},
    {"ThreadLocal", GenericUse::kElements},
    {"Tuple", GenericUse::kTuple},
    {"ValueTuple", GenericUse::kTuple},
    {"WeakReference", GenericUse::kElements},
};

constexpr MemberWords kCSharpMemberWords[] = {
    {MemberUse::kElement,
     "Aggregate Current Dequeue ElementAt ElementAtOrDefault Find FindLast First "
     "FirstOrDefault Last LastOrDefault Max MaxBy Min MinBy Peek Pop Single "
     "SingleOrDefault Target Value"},
    {MemberUse::kContainer,
     "Append AsEnumerable AsParallel AsQueryable AsReadOnly AsSpan Cast Concat "
     "DefaultIfEmpty Distinct DistinctBy Except FindAll GetEnumerator GetRange "
     "Intersect OrderBy OrderByDescending Prepend Reverse Skip SkipLast SkipWhile "
     "Slice Take TakeLast TakeWhile ThenBy ThenByDescending ToArray ToHashSet "
     "ToImmutableArray ToImmutableList ToList Union Values Where"},
    {MemberUse::kPairs, "Chunk GroupBy"},
    {MemberUse::kUnwraps, "GetResult Result"},
    {MemberUse::kItself, "ConfigureAwait GetAwaiter WaitAsync"},
    {MemberUse::kValueOfMap, "AddOrUpdate GetOrAdd GetValueOrDefault"},
    {MemberUse::kValuesOfMap, "Values"},
    {MemberUse::kKeysOfMap, "Keys"},
    {MemberUse::kMapItself, "AsReadOnly ToDictionary ToFrozenDictionary ToImmutableDictionary"},
    {MemberUse::kFirstPart, "Item1 Key"},
    {MemberUse::kSecondPart, "Item2 Value"},
    {MemberUse::kThirdPart, "Item3"},
    {MemberUse::kRuns, "Invoke"},
    {MemberUse::kPassesOut,
     "Remove TryDequeue TryGetTarget TryGetValue TryPeek TryPop TryRemove TryTake"},
};

constexpr KnownMembers kCSharpKnownMembers[] = {
    {"", "Type", "GetType"},
    {"", "bool", "Equals"},
    {"", "int", "GetHashCode"},
    {"", "string", "ToString"},
    {"Collection", "int", "Count"},
    {"CultureInfo", "CultureInfo", "CurrentCulture InvariantCulture"},
    {"DateTime", "DateTime", "AddDays MaxValue MinValue Now Today UtcNow"},
    {"DateTimeOffset", "DateTimeOffset", "Now UtcNow"},
    {"Dictionary", "int", "Count"},
    {"Encoding", "Encoding", "ASCII UTF8 Unicode"},
    {"Exception", "string", "Message"},
    {"Guid", "Guid", "Empty NewGuid"},
    {"HashSet", "int", "Count"},
    {"ICollection", "int", "Count"},
    {"IDictionary", "int", "Count"},
    {"IList", "int", "Count"},
    {"IReadOnlyCollection", "int", "Count"},
    {"IReadOnlyList", "int", "Count"},
    {"List", "int", "Count"},
    {"Queue", "int", "Count"},
    {"Stack", "int", "Count"},
    {"String", "bool", "Contains EndsWith IsNullOrEmpty IsNullOrWhiteSpace StartsWith"},
    {"String", "char[]", "ToCharArray"},
    {"String", "int", "Compare CompareTo IndexOf LastIndexOf Length"},
    {"String", "string",
     "Concat Empty Format Insert Join Normalize PadLeft PadRight Remove "
     "Replace Substring ToLower ToLowerInvariant ToUpper ToUpperInvariant "
     "Trim TrimEnd TrimStart"},
    {"String", "string[]", "Split"},
    {"StringBuilder", "StringBuilder", "Append AppendFormat AppendLine Insert Remove Replace"},
    {"StringBuilder", "int", "Length"},
    {"Task", "(0)~", "FromResult WhenAny"},
    {"Task", "(0)[]", "WhenAll"},
    {"TimeSpan", "TimeSpan", "FromDays FromHours FromMilliseconds FromMinutes FromSeconds Zero"},
    {"TimeSpan", "double", "TotalMilliseconds TotalSeconds"},
    {"Type", "string", "FullName Name"},
    {"array", "int", "Length"},
    {"double", "double", "MaxValue MinValue NaN Parse"},
    {"int", "int", "CompareTo MaxValue MinValue Parse"},
    {"long", "long", "MaxValue MinValue Parse"},
    {"string", "bool", "Contains EndsWith IsNullOrEmpty IsNullOrWhiteSpace StartsWith"},
    {"string", "char[]", "ToCharArray"},
    {"string", "int", "Compare CompareTo IndexOf LastIndexOf Length"},
    {"string", "string",
     "Concat Empty Format Insert Join Normalize PadLeft PadRight Remove "
     "Replace Substring ToLower ToLowerInvariant ToUpper ToUpperInvariant "
     "Trim TrimEnd TrimStart"},
    {"string", "string[]", "Split"},
};

constexpr Box kCSharpValues[] = {{"bool", "Boolean"},    {"byte", "Byte"},     {"char", "Char"},
                                 {"decimal", "Decimal"}, {"double", "Double"}, {"float", "Single"},
                                 {"int", "Int32"},       {"long", "Int64"},    {"sbyte", "SByte"},
                                 {"short", "Int16"},     {"uint", "UInt32"},   {"ulong", "UInt64"},
                                 {"ushort", "UInt16"}};
constexpr std::string_view kCSharpNumbers[] = {"sbyte", "byte", "short", "ushort", "int",
                                               "uint",  "long", "ulong", "float",  "double"};
constexpr std::string_view kCSharpRoots[] = {"object", "Object", "dynamic"};
constexpr std::string_view kCSharpOfNumber[] = {"ValueType", "IComparable", "IConvertible",
                                                "IFormattable"};
constexpr std::string_view kCSharpOfText[] = {"String", "IComparable", "IConvertible",
                                              "IEnumerable", "ReadOnlySpan"};
constexpr BuiltinTypes kCSharpTypes = {.values = kCSharpValues,
                                       .numbers = kCSharpNumbers,
                                       .roots = kCSharpRoots,
                                       .of_number = kCSharpOfNumber,
                                       .text = "string",
                                       .of_text = kCSharpOfText,
                                       .text_again = "String",
                                       .any = "dynamic",
                                       .functions = kCSharpFunctionTypes,
                                       .function_wrapper = "Expression",
                                       .variable_prefix = "T"};

constexpr OperatorRules kCSharpOperators = {.search = OperatorSearch::kInOperands,
                                            .conversion = "operator "};

constexpr int kMaxBaseExpressionDepth = 8;  // of the expression of a base

// IEnumerable<T>: by naming convention.
bool NamesCSharpInterface(const Program& program, const ProgramFile& file, const Base& base) {
  const FileModel& model = file.model();
  ExpressionIndex type = base.type;
  for (int depth = 0; type != kNoIndex && depth < kMaxBaseExpressionDepth; ++depth) {
    const ModelExpression& expression = model.expressions[type];
    if (expression.kind == ExpressionKind::kName || expression.kind == ExpressionKind::kMember) {
      const std::string_view name = program.names.Text(expression.name);
      return name.size() > 1 && name[0] == 'I' && name[1] >= 'A' && name[1] <= 'Z';
    }
    type = expression.operand;
  }
  return false;
}

// By an extension method.
bool MayExtendForeign(const Program& program, const ProgramFile& file, Name member) {
  return !program.extensions.Find({NameGroupOf(file.model().language), member}).empty();
}

}  // namespace

const ResolutionRules kCSharpResolution = {
    .modules = &kCSharpModuleRule,
    .steps = kCSharpSteps,
    .separate_names = true,
    .unknown_is_foreign = true,
    .known_members = kCSharpKnownMembers,
    .builtin_types = &kCSharpTypes,
    .has_foreign_root = true,
    .operators = &kCSharpOperators,
    .types_have_arity = true,
    .methods_are_values = true,
    .namespaces_are_open = true,
    .bases_tell_relation = true,
    .top_types = kCSharpTopTypes,
    .own_methods_hide = true,
    .has_type_arguments = true,
    .lineage = LineageOrder::kDepthFirst,
    .redefinition = Redefinition::kOverloads,
    .constructors = kCSharpConstructors,
    .index_method = "this",
    .maps_give_pairs = true,
    .protocol = {.iterate = "GetEnumerator"},
    .names_interface = NamesCSharpInterface,
    .may_add_to_foreign = MayExtendForeign,
    .override_word = "override",
    .decorator_suffix = "Attribute",
    .generics = kCSharpGenerics,
    .member_words = kCSharpMemberWords,
    .predeclared = kCSharpBuiltins,
    .foreign_members = kCSharpForeignMembers,
};

}  // namespace waymark::indexer
