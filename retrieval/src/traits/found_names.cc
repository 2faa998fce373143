#include "traits/found_names.h"

#include <algorithm>
#include <iterator>

#include "graph/ascii.h"
#include "graph/languages.h"
#include "traits/entry_points.h"
#include "traits/syntax_names.h"

namespace waymark::retrieval {
namespace {

constexpr FoundNames kNoLanguage{.language = Language::kNone};

constexpr FoundNames kRows[] = {
    // Members of enumerations; hooks of pytest, and how notebooks show an object.
    {.language = Language::kPython,
     .names = "_generate_next_value_ _ignore_ _missing_",
     .prefixes = "_ipython_ _repr_ pytest_",
     .heir_hooks = "__init_subclass__",
     .idle_decorators =
         "abstractmethod abstractproperty asynccontextmanager cache cached_property classmethod "
         "contextmanager dataclass deleter deprecated final getter lru_cache no_type_check "
         "overload override property runtime_checkable setter staticmethod total_ordering unique "
         "wraps",
     .hidden_prefix = "__",
     .bases_register = true,
     .bases_reach_private = true},
    // Entry points of libFuzzer; types without a name.
    {.language = Language::kC,
     .names = "LLVMFuzzerCustomMutator LLVMFuzzerInitialize LLVMFuzzerTestOneInput",
     .prefixes = "$",
     .joined_types = JoinedTypes::kByScope},
    // The same; functions that libraries find by the type of an argument.
    {.language = Language::kCpp,
     .names =
         "LLVMFuzzerCustomMutator LLVMFuzzerInitialize LLVMFuzzerTestOneInput from_json hash_value "
         "swap tag_invoke to_json",
     .prefixes = "$",
     .joined_types = JoinedTypes::kByScope,
     .bases_reach_private = true},
    // A package's initializer; functions that a fuzzer runs, which stand outside of tests too.
    {.language = Language::kGo, .names = "init", .prefixes = "Fuzz"},
    // What the compiler takes JSX for; functions of pages, which frameworks find among the exports
    // of
    // a file.
    {.language = Language::kTypeScript,
     .names =
         "ElementAttributesProperty ElementChildrenAttribute ElementClass ElementType "
         "IntrinsicAttributes IntrinsicClassAttributes IntrinsicElements LibraryManagedAttributes "
         "generateMetadata generateStaticParams getServerSideProps getStaticPaths getStaticProps "
         "jsx jsxAttr jsxDEV jsxEscape jsxTemplate jsxs",
     .joined_types = JoinedTypes::kInterfaces},
    {.language = Language::kJavaScript,
     .names =
         "generateMetadata generateStaticParams getServerSideProps getStaticPaths getStaticProps "
         "jsx jsxAttr jsxDEV jsxEscape jsxTemplate jsxs"},
    {.language = Language::kRust,
     .idle_decorators =
         "allow automatically_derived cfg cfg_attr cold default deny deprecated derive doc expect "
         "forbid inline must_use non_exhaustive repr serde track_caller warn"},
    // Serialization and the collector, and the virtual machine for agents.
    {.language = Language::kJava,
     .names = "agentmain finalize premain readObject readObjectNoData readResolve writeObject "
              "writeReplace",
     .idle_decorators =
         "Beta CanIgnoreReturnValue CheckForNull CheckReturnValue Contract Deprecated DoNotCall "
         "Documented ForceInline Generated GuardedBy Immutable Inherited InlineMe Internal "
         "MonotonicNonNull NonNull Nonnull NotNull NotThreadSafe Nullable Override "
         "ParametersAreNonnullByDefault Pure Retention SafeVarargs SuppressFBWarnings SuppressLint "
         "SuppressWarnings Target ThreadSafe VisibleForTesting",
     .bases_register = true},
    // Loops and awaits, collections, hosts of web applications, the compiler; serializers.
    {.language = Language::kCSharp,
     .names =
         "Configure ConfigureServices Current DisposeAsync Equals GetAsyncEnumerator GetHashCode "
         "GetResult IsCompleted IsExternalInit MoveNext MoveNextAsync OnCompleted "
         "UnsafeOnCompleted",
     .prefixes = "ShouldSerialize",
     .idle_decorators =
         "AggressiveInlining AllowNull AttributeUsage CLSCompliant CallerArgumentExpression "
         "CollectionBuilder CompilerGenerated Conditional DebuggerBrowsable DebuggerDisplay "
         "DebuggerHidden DebuggerNonUserCode DebuggerStepThrough DefaultValue DisallowNull "
         "DoesNotReturn DynamicallyAccessedMembers EditorBrowsable EnumeratorCancellation "
         "ExcludeFromCodeCoverage Experimental Extension Flags GeneratedCode InlineArray MaybeNull "
         "MaybeNullWhen MemberNotNull MemberNotNullWhen MethodImpl MustUseReturnValue NotNull "
         "NotNullIfNotNull NotNullWhen Nullable NullableContext Obsolete "
         "OverloadResolutionPriority PublicAPI Pure RequiresDynamicCode RequiresUnreferencedCode "
         "Serializable SetsRequiredMembers SkipLocalsInit StackTraceHidden StructLayout "
         "SuppressMessage ThreadStatic UnconditionalSuppressMessage",
     .bases_register = true},
    // Messages of the interpreter, of collections, of patterns and of serializers.
    {.language = Language::kRuby,
     .names =
         "as_json const_missing deconstruct deconstruct_keys encode_with eql? hash init_with "
         "initialize_clone initialize_dup inspect marshal_dump marshal_load method_added "
         "method_removed singleton_method_added succ to_a to_ary to_h to_hash to_int to_io to_json "
         "to_path",
     .heir_hooks = "inherited",
     .bases_register = true,
     .bases_reach_private = true},
    {.language = Language::kPhp,
     .names = "jsonSerialize",
     .idle_decorators =
         "AllowDynamicProperties Attribute CodeCoverageIgnore Deprecated Internal NoDiscard "
         "NoReturn Override Pure ReturnTypeWillChange SensitiveParameter",
     .bases_register = true},
};

// Whether a further word follows the prefix: "FuzzURL", but not "Fuzzy".
bool BeginsWith(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix) || name.size() == prefix.size()) return name == prefix;
  return !IsLower(prefix.back()) || !IsLower(name[prefix.size()]);
}

// In some languages the syntax runs free functions as well: operators, __getattr__ of a module.
bool MayBeRun(const LanguageTraits& traits, SymbolKind kind) {
  return kind == SymbolKind::kMethod || !traits.operator_word.empty() ||
         !traits.special_affix.empty();
}

}  // namespace

const FoundNames& FoundNamesOf(Language language) {
  const auto* row = std::find_if(std::begin(kRows), std::end(kRows), [&](const FoundNames& known) {
    return known.language == language;
  });
  return row == std::end(kRows) ? kNoLanguage : *row;
}

bool IsCalledWithoutName(Language language, SymbolKind kind, std::string_view name) {
  const LanguageTraits& traits = TraitsOf(language);
  const FoundNames& found = FoundNamesOf(language);
  bool has_prefix = false;
  VisitWords(found.prefixes,
             [&](std::string_view prefix) { has_prefix = has_prefix || BeginsWith(name, prefix); });
  return has_prefix || ListsWord(found.names, name) || ListsWord(traits.constructors, name) ||
         IsEntryName(name) || (MayBeRun(traits, kind) && RunBySyntax(language, name));
}

}  // namespace waymark::retrieval
