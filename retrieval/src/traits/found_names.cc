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
     .idle_bases =
         "ABC ArithmeticError AssertionError AttributeError BaseException ConnectionError "
         "DeprecationWarning EOFError Exception FileExistsError FileNotFoundError Generic IOError "
         "ImportError IndexError KeyError LookupError ModuleNotFoundError NameError "
         "NotImplementedError OSError PermissionError Protocol RuntimeError RuntimeWarning "
         "StopIteration SyntaxError TimeoutError TypeError UnicodeDecodeError UnicodeError "
         "UserWarning ValueError Warning ZeroDivisionError object",
     .hidden_prefix = "__",
     .bases_register = true,
     .bases_reach_private = true},
    // Entry points of libFuzzer; types without a name; what runs before and after main, or is kept.
    {.language = Language::kC,
     .names = "LLVMFuzzerCustomMutator LLVMFuzzerInitialize LLVMFuzzerTestOneInput",
     .prefixes = "$",
     .attributes = "constructor destructor export_name interrupt retain section used",
     .joined_types = JoinedTypes::kByScope},
    // The same; functions that libraries find by the type of an argument; members of iterators,
    // containers, allocators and streams that the library reads.
    {.language = Language::kCpp,
     .names =
         "LLVMFuzzerCustomMutator LLVMFuzzerInitialize LLVMFuzzerTestOneInput allocate "
         "allocator_type argument_type char_type const_iterator const_pointer const_reference "
         "deallocate difference_type element_type from_json hash_value int_type is_always_equal "
         "is_transparent iterator_category iterator_concept key_type mapped_type off_type pointer "
         "pos_type promise_type rebind reference result_type size_type swap tag_invoke to_json "
         "traits_type value_type",
     .prefixes = "$",
     .attributes = "constructor destructor export_name interrupt retain section used",
     .outer_scopes = "std",
     .joined_types = JoinedTypes::kByScope,
     .bases_reach_private = true},
    // A package's initializer; functions that the runner of tests runs, which stand outside of test
    // files too.
    {.language = Language::kGo,
     .names = "init",
     .prefixes = "Benchmark Example Fuzz Test",
     .directives = "linkname wasmexport"},
    // What the compiler takes JSX for; functions of pages, which frameworks find among the exports
    // of a file; handlers of events, which browsers find by the name of a property.
    {.language = Language::kTypeScript,
     .names =
         "ElementAttributesProperty ElementChildrenAttribute ElementClass ElementType "
         "IntrinsicAttributes IntrinsicClassAttributes IntrinsicElements LibraryManagedAttributes "
         "generateMetadata generateStaticParams getServerSideProps getStaticPaths getStaticProps "
         "jsx jsxAttr jsxDEV jsxEscape jsxTemplate jsxs onabort onbeforeunload onblur onchange "
         "onclick onclose "
         "onerror onfocus onhashchange oninput onkeydown onkeypress onkeyup onload onloadend "
         "onmessage onmouseout onmouseover onopen onpopstate onprogress onreadystatechange "
         "onresize "
         "onscroll onsubmit ontimeout onunload",
     .outer_scopes = "global",
     .hidden_prefix = "#",
     .hidden_word = "private ",
     .joined_types = JoinedTypes::kInterfaces,
     .adds_to_outside = true},
    {.language = Language::kJavaScript,
     .names =
         "generateMetadata generateStaticParams getServerSideProps getStaticPaths getStaticProps "
         "jsx jsxAttr jsxDEV jsxEscape jsxTemplate jsxs onabort onbeforeunload onblur onchange "
         "onclick onclose "
         "onerror onfocus onhashchange oninput onkeydown onkeypress onkeyup onload onloadend "
         "onmessage onmouseout onmouseover onopen onpopstate onprogress onreadystatechange "
         "onresize "
         "onscroll onsubmit ontimeout onunload",
     .hidden_prefix = "#",
     .hidden_word = "private ",
     .adds_to_outside = true},
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
     .idle_bases = "Cloneable Error Exception Object RuntimeException Serializable Throwable",
     .bases_register = true},
    // Loops and awaits, collections, hosts of web applications, the compiler; serializers and the
    // collector.
    {.language = Language::kCSharp,
     .names =
         "Configure ConfigureServices Current DisposeAsync Equals GetAsyncEnumerator GetHashCode "
         "GetResult IsCompleted IsExternalInit MoveNext MoveNextAsync OnCompleted "
         "UnsafeOnCompleted",
     .prefixes = "ShouldSerialize ~",
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
     .idle_bases = "Exception ICloneable",
     .bases_register = true,
     .interfaces_declare = true},
    // Messages of the interpreter, of collections, of patterns and of serializers.
    {.language = Language::kRuby,
     .names =
         "as_json const_missing deconstruct deconstruct_keys encode_with eql? hash init_with "
         "initialize_clone initialize_dup inspect marshal_dump marshal_load method_added "
         "method_removed singleton_method_added succ to_a to_ary to_h to_hash to_int to_io to_json "
         "to_path",
     .heir_hooks = "inherited",
     .idle_bases = "BasicObject Comparable Enumerable Kernel Object",
     .bases_register = true,
     .bases_reach_private = true,
     .adds_to_outside = true},
    // Members of wrappers of streams.
    {.language = Language::kPhp,
     .names = "dir_closedir dir_opendir dir_readdir dir_rewinddir jsonSerialize stream_cast "
              "stream_close stream_eof stream_flush stream_lock stream_metadata stream_open "
              "stream_read stream_seek stream_set_option stream_stat stream_tell stream_truncate "
              "stream_write url_stat",
     .idle_decorators =
         "AllowDynamicProperties Attribute CodeCoverageIgnore Deprecated Internal NoDiscard "
         "NoReturn Override Pure ReturnTypeWillChange SensitiveParameter",
     .idle_bases = "Error Exception InvalidArgumentException LogicException RuntimeException "
                   "Throwable UnexpectedValueException",
     .bases_register = true,
     .strings_call = true},
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

constexpr std::string_view kAttributeMarks[] = {"__attribute__", "[[", "__declspec"};

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

bool HasFindingAttribute(Language language, std::string_view signature) {
  const std::string_view attributes = FoundNamesOf(language).attributes;
  if (attributes.empty()) return false;
  const auto marks = [&](std::string_view mark) { return signature.find(mark) != mark.npos; };
  if (std::none_of(std::begin(kAttributeMarks), std::end(kAttributeMarks), marks)) return false;
  const auto is_word = [](char c) { return IsLower(c) || (c >= 'A' && c <= 'Z') || c == '_'; };
  bool is_found = false;
  for (std::size_t begin = 0; begin < signature.size() && !is_found;) {
    std::size_t end = begin;
    while (end < signature.size() && is_word(signature[end])) ++end;
    std::string_view word = signature.substr(begin, end - begin);
    while (word.starts_with('_')) word.remove_prefix(1);
    while (word.ends_with('_')) word.remove_suffix(1);
    const bool is_followed =
        end < signature.size() && (signature[end] == ')' || signature[end] == '(' ||
                                   signature[end] == ',' || signature[end] == ']');
    is_found = is_followed && !word.empty() && ListsWord(attributes, word);
    begin = end + 1;
  }
  return is_found;
}

}  // namespace waymark::retrieval
