// Resolution rules of Rust, with the generic types and members of its library that values are
// followed through.
#include <algorithm>
#include <iterator>

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
    {"HashMap", GenericUse::kMap},
    {"BTreeMap", GenericUse::kMap},
    {"IndexMap", GenericUse::kMap},
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
     "borrow borrow_mut expect flatten get_or_init get_or_insert_with into_inner swap_remove "
     "unwrap unwrap_or unwrap_or_default unwrap_or_else"},
    {MemberUse::kContainer,
     "as_deref as_deref_mut as_mut as_ref as_slice by_ref chain clone cloned collect "
     "context copied cycle drain filter find first first_key_value first_mut get "
     "get_key_value get_mut insert inspect into_iter iter iter_mut last last_key_value "
     "last_mut lock map_err max_by_key min_by_key next next_back nth ok ok_or ok_or_else "
     "or_else peek peekable pop pop_back pop_first pop_front pop_last read remove "
     "remove_entry rev skip skip_while step_by take take_while to_owned to_vec try_lock "
     "upgrade with_context write"},
    {MemberUse::kPairs, "enumerate"},
    {MemberUse::kItself, "as_mut as_ref by_ref clone to_owned"},
    {MemberUse::kValueOfMap, "or_default or_insert or_insert_with or_insert_with_key"},
    {MemberUse::kValuesOfMap, "get get_mut insert into_values remove values values_mut"},
    {MemberUse::kKeysOfMap, "into_keys keys"},
    {MemberUse::kMapItself, "and_modify as_mut as_ref clone entry"},
    {MemberUse::kMakesOwn, "default"},
};

constexpr KnownMembers kRustKnownMembers[] = {
    {"", "(0)[]", "Ok Some"},       {"Cell", "(0)[]", "new"},    {"Mutex", "(0)[]", "new"},
    {"OnceCell", "(0)[]", "from"},  {"RefCell", "(0)[]", "new"}, {"RwLock", "(0)[]", "new"},
    {"mem", "(0)", "replace take"},
};

// The traits of operators ([std::ops], [std::cmp]) and of the end of a scope.
constexpr OperatorFunction kRustOperatorFunctions[] = {
    {"add", "Add"},
    {"add_assign", "AddAssign"},
    {"bitand", "BitAnd"},
    {"bitand_assign", "BitAndAssign"},
    {"bitor", "BitOr"},
    {"bitor_assign", "BitOrAssign"},
    {"bitxor", "BitXor"},
    {"bitxor_assign", "BitXorAssign"},
    {"div", "Div"},
    {"div_assign", "DivAssign"},
    {"drop", "Drop"},
    {"eq", "PartialEq"},
    {"from", "From"},
    {"ge", "PartialOrd", "partial_cmp"},
    {"gt", "PartialOrd", "partial_cmp"},
    {"index", "Index", "index_mut", true},
    {"index_mut", "IndexMut"},
    {"le", "PartialOrd", "partial_cmp"},
    {"lt", "PartialOrd", "partial_cmp"},
    {"mul", "Mul"},
    {"mul_assign", "MulAssign"},
    {"ne", "PartialEq", "eq"},
    {"neg", "Neg"},
    {"not", "Not"},
    {"rem", "Rem"},
    {"rem_assign", "RemAssign"},
    {"shl", "Shl"},
    {"shl_assign", "ShlAssign"},
    {"shr", "Shr"},
    {"shr_assign", "ShrAssign"},
    {"sub", "Sub"},
    {"sub_assign", "SubAssign"},
};

// A number without a suffix has any of the types of its kind.
bool RustLiteralFits(std::string_view literal, std::string_view type) {
  if (literal == "f64") return type == "f32" || type == "f64";
  constexpr std::string_view kWholeNumbers[] = {"i8", "i16", "i32", "i64", "i128", "isize",
                                                "u8", "u16", "u32", "u64", "u128", "usize"};
  return literal == "i32" && std::find(std::begin(kWholeNumbers), std::end(kWholeNumbers), type) !=
                                 std::end(kWholeNumbers);
}

constexpr OperatorRules kRustOperators = {.search = OperatorSearch::kInBlocks,
                                          .functions = kRustOperatorFunctions,
                                          .result_type = "Result",
                                          .literal_fits = RustLiteralFits};

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
    .known_members = kRustKnownMembers,
    .operators = &kRustOperators,
    .macros_bind_names = true,
    .test_cases_are_marked = true,
    .overrides_in_blocks = true,
    .has_type_arguments = true,
    .lineage = LineageOrder::kBreadthFirst,
    .redefinition = Redefinition::kOverloads,
    .index_method = "index",
    .maps_give_pairs = true,
    .protocol = {.iterate = "next"},
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
