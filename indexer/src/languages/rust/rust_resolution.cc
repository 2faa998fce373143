// Resolution rules of Rust, with the generic types and members of its library that values are
// followed through.
#include <algorithm>

#include "languages/rust/rust_language.h"
#include "resolve/rules/resolution_rules.h"

namespace waymark::indexer {
namespace {

constexpr LookupStep kRustSteps[] = {LookupStep::kScopeNames, LookupStep::kWholeImports,
                                     LookupStep::kNamesEnd};
constexpr std::string_view kRustDerivedMethods[] = {"clone", "cmp", "eq", "fmt", "ge",         "gt",
                                                    "hash",  "le",  "lt", "ne",  "partial_cmp"};

constexpr GenericName kRustGenerics[] = {
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

constexpr MemberWords kRustMemberWords[] = {
    {MemberUse::kElement,
     "borrow borrow_mut expect get_or_init get_or_insert_with into_inner swap_remove "
     "unwrap unwrap_or unwrap_or_default unwrap_or_else"},
    {MemberUse::kContainer,
     "as_deref as_deref_mut as_mut as_ref as_slice by_ref chain clone cloned collect "
     "context copied cycle drain filter find first first_mut get get_mut insert "
     "inspect into_iter into_values iter iter_mut last last_mut lock map_err "
     "max_by_key min_by_key next next_back nth ok ok_or ok_or_else or_else peek "
     "peekable pop pop_back pop_front read remove rev skip skip_while step_by take "
     "take_while to_owned to_vec try_lock upgrade values values_mut with_context "
     "write"},
    {MemberUse::kItself, "as_mut as_ref by_ref clone to_owned"},
};

// By a trait implemented for them; a macro may make a type that has methods here.
bool MayImplementForForeign(const Program& program, const ProgramFile& file, Name member) {
  const auto methods = program.methods.Find({NameGroupOf(file.model().language), member});
  return std::any_of(methods.begin(), methods.end(), [&](const auto& pair) {
    const SymbolRef type = program.ParentOf(pair.value);
    return !program.IsType(type) || program.Definition(type).kind == SymbolKind::kInterface;
  });
}

PathStart RustPathStart(std::string_view name) {
  if (name == "crate") return PathStart::kPackageRoot;
  if (name == "self") return PathStart::kOwnModule;
  return name == "super" ? PathStart::kOuterModule : PathStart::kName;
}

}  // namespace

const ResolutionRules kRustResolution = {
    .modules = &kRustModuleRule,
    .steps = kRustSteps,
    .unknown_is_foreign = true,
    .macros_bind_names = true,
    .test_cases_are_marked = true,
    .overrides_in_blocks = true,
    .lineage = LineageOrder::kBreadthFirst,
    .redefinition = Redefinition::kOverloads,
    .index_method = "index",
    .iterate_method = "next",
    .forward_method = "deref",
    .derived_methods = kRustDerivedMethods,
    .own_type_name = "Self",
    .path_start = RustPathStart,
    .may_add_to_foreign = MayImplementForForeign,
    .generics = kRustGenerics,
    .member_words = kRustMemberWords,
    .copy_member = "clone",
    .predeclared = kRustBuiltins,
    .foreign_members = kRustForeignMembers,
};

}  // namespace waymark::indexer
