// Resolution rules of C and C++, with the generic types and members of their libraries that values
// are followed through.
#include "languages/c_family/c_family_language.h"
#include "resolve/rules/resolution_rules.h"

namespace waymark::indexer {
namespace {

constexpr LookupStep kCSteps[] = {LookupStep::kScopeNames, LookupStep::kTypeMembers,
                                  LookupStep::kOwnerMembers, LookupStep::kSharedSpace,
                                  LookupStep::kWholeImports};
constexpr std::string_view kCConstructors[] = {""};  // like its type

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
    {"queue", GenericUse::kElements},
    {"stack", GenericUse::kElements},
    {"priority_queue", GenericUse::kElements},
    {"map", GenericUse::kMap},
    {"multimap", GenericUse::kMap},
    {"unordered_map", GenericUse::kMap},
    {"unordered_multimap", GenericUse::kMap},
    {"flat_map", GenericUse::kMap},
    {"pair", GenericUse::kTuple},
    {"tuple", GenericUse::kTuple},
    {"function", GenericUse::kTransparent},
    {"move_only_function", GenericUse::kTransparent},
    {"packaged_task", GenericUse::kTransparent},
    {"future", GenericUse::kElements},
    {"shared_future", GenericUse::kElements},
    {"promise", GenericUse::kElements},
};

constexpr MemberWords kCMemberWords[] = {
    {MemberUse::kElement, "at back front get top"},
    {MemberUse::kContainer,
     "begin cbegin cend crbegin crend end find get_future lower_bound rbegin rend share "
     "upper_bound"},
    {MemberUse::kUnwraps, "lock"},
    {MemberUse::kRuns, "second"},  // the value of a pair of a map, which is called
    {MemberUse::kIteratorType,
     "const_iterator const_local_iterator const_reverse_iterator iterator "
     "local_iterator reverse_iterator"},
    {MemberUse::kElementType, "const_reference element_type mapped_type reference value_type"},
    {MemberUse::kValueType, "mapped_type"},
    {MemberUse::kValueOfMap, "at"},
    {MemberUse::kFirstPart, "first"},
    {MemberUse::kSecondPart, "second"},
};

constexpr KnownMembers kCKnownMembers[] = {
    {"std", "(0)", "as_const exchange forward move"},
    {"std", "<0>", "any_cast get get_if"},
};

// A function, because the name lists are in another file.
ResolutionRules CFamilyRules() {
  return {
      .modules = &kIncludeRule,
      .steps = kCSteps,
      .known_members = kCKnownMembers,
      .has_textual_includes = true,
      .has_pointer_types = true,
      .ranks_overloads = true,
      .has_specialisations = true,
      .injects_type_names = true,
      .has_unscoped_enumerators = true,
      .calls_through_fields = true,
      .own_methods_hide = true,
      .has_type_arguments = true,
      .lineage = LineageOrder::kDepthFirst,
      .redefinition = Redefinition::kOverloads,
      .constructors = kCConstructors,
      .call_method = "operator()",
      .index_method = "operator[]",
      .overrides_need_virtual = true,
      .generics = kCGenerics,
      .member_words = kCMemberWords,
      .predeclared = kCBuiltins,
      .foreign_members = kCForeignMembers,
  };
}

// Operators that the language derives from others since C++20 ([over.match.oper]), perhaps with the
// operands exchanged. A structured binding gets its parts from functions if the size of the type is
// declared as that of a tuple ([dcl.struct.bind]).
constexpr OperatorFunction kCppOperatorFunctions[] = {
    {"get", "tuple_size", "tuple_size"}, {"operator!=", {}, "operator=="},
    {"operator<", {}, "operator<=>"},    {"operator<=", {}, "operator<=>"},
    {"operator>", {}, "operator<=>"},    {"operator>=", {}, "operator<=>"},
    {"operator==", {}, "operator=="},
};
constexpr OperatorRules kCppOperators = {.functions = kCppOperatorFunctions};

// Rules for implicit calls of classes.
ResolutionRules CppRules() {
  ResolutionRules rules = CFamilyRules();
  rules.operators = &kCppOperators;
  rules.maps_give_pairs = true;
  rules.protocol.iterate = "begin";
  rules.protocol.next = "operator*";
  return rules;
}

}  // namespace

const ResolutionRules kCResolution = CFamilyRules();
const ResolutionRules kCppResolution = CppRules();

}  // namespace waymark::indexer
