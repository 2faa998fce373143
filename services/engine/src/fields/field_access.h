// Access to members of requests for the rows of tables: Of<&A::b>(), and Of<&A::b, &B::c>() for a
// member of a member.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "services/analyze_text.h"
#include "services/request_fields.h"

namespace waymark::services {

template <typename Pointer>
struct MemberPointer;

template <typename Class, typename Type>
struct MemberPointer<Type Class::*> {
  using Owner = Class;
};

template <auto kFirst, auto... kRest, typename Object>
constexpr auto& MemberOf(Object& object) {
  if constexpr (sizeof...(kRest) == 0) {
    return object.*kFirst;
  } else {
    return MemberOf<kRest...>(object.*kFirst);
  }
}

// A member whose type is an alternative of FieldValue.
template <typename Member, FieldType kFieldType>
struct PlainField {
  static constexpr FieldType kType = kFieldType;
  static constexpr std::vector<std::string_view> (*kWords)() = nullptr;

  static FieldValue Read(const Member& member) { return member; }

  static void Write(Member& member, FieldValue value) {
    member = std::get<Member>(std::move(value));
  }
};

// The words of an enumeration: All(), NameOf(), From().
template <typename Enum>
struct WordsOf;

template <>
struct WordsOf<retrieval::Relation> {
  static std::vector<std::string_view> All() {
    std::vector<std::string_view> words;
    for (const retrieval::Relation relation : retrieval::AllRelations()) {
      words.push_back(Name(relation));
    }
    words.push_back(kDependents);
    return words;
  }

  static std::string_view NameOf(retrieval::Relation relation) { return Name(relation); }

  static std::optional<retrieval::Relation> From(std::string_view name) {
    if (name == kDependents) return retrieval::Relation::kUsages;
    return retrieval::RelationFromName(name);
  }

  static constexpr std::string_view kDependents = "dependents";  // as in the tool get_dependents
};

template <>
struct WordsOf<EdgeType> {
  static std::vector<std::string_view> All() {
    std::vector<std::string_view> words;
    for (const EdgeType type : AllEdgeTypes()) {
      if (IsPublished(type)) words.push_back(Name(type));
    }
    return words;
  }

  static std::string_view NameOf(EdgeType type) { return Name(type); }

  static std::optional<EdgeType> From(std::string_view name) { return EdgeTypeFromName(name); }
};

// The words of an enumeration with a function Name().
template <typename Enum, Enum... kValues>
struct NamedWords {
  static std::vector<std::string_view> All() { return {Name(kValues)...}; }

  static std::string_view NameOf(Enum value) { return Name(value); }

  static std::optional<Enum> From(std::string_view name) {
    for (const Enum value : {kValues...}) {
      if (Name(value) == name) return value;
    }
    return std::nullopt;
  }
};

template <>
struct WordsOf<retrieval::Fidelity>
    : NamedWords<retrieval::Fidelity, retrieval::Fidelity::kSignature,
                 retrieval::Fidelity::kDocumentation, retrieval::Fidelity::kElided,
                 retrieval::Fidelity::kBody> {};

template <>
struct WordsOf<Analysis> : NamedWords<Analysis, Analysis::kDeadCode, Analysis::kHotspots,
                                      Analysis::kCycles, Analysis::kContracts> {};

// The words of an enumeration without one, in the order of its values.
template <typename Enum, const auto& kWords>
struct WordsInOrder {
  static std::vector<std::string_view> All() { return {std::begin(kWords), std::end(kWords)}; }

  static std::string_view NameOf(Enum value) { return kWords[static_cast<std::size_t>(value)]; }

  static std::optional<Enum> From(std::string_view name) {
    const auto* const found = std::find(std::begin(kWords), std::end(kWords), name);
    if (found == std::end(kWords)) return std::nullopt;
    return static_cast<Enum>(found - std::begin(kWords));
  }
};

inline constexpr std::string_view kFeedbackWords[] = {"say", "list", "forget"};
inline constexpr std::string_view kWorkspaceWords[] = {"list", "add", "remove"};

template <>
struct WordsOf<FeedbackAction> : WordsInOrder<FeedbackAction, kFeedbackWords> {};

template <>
struct WordsOf<WorkspaceAction> : WordsInOrder<WorkspaceAction, kWorkspaceWords> {};

template <typename Enum>
struct WordField {
  static constexpr FieldType kType = FieldType::kWord;
  static constexpr std::vector<std::string_view> (*kWords)() = &WordsOf<Enum>::All;

  static FieldValue Read(const Enum& member) { return std::string(WordsOf<Enum>::NameOf(member)); }

  static void Write(Enum& member, const FieldValue& value) {
    member = WordsOf<Enum>::From(std::get<std::string>(value)).value_or(member);
  }
};

template <typename Enum>
struct WordsField {
  static constexpr FieldType kType = FieldType::kWords;
  static constexpr std::vector<std::string_view> (*kWords)() = &WordsOf<Enum>::All;

  static FieldValue Read(const std::vector<Enum>& member) {
    std::vector<std::string> words;
    for (const Enum item : member) words.emplace_back(WordsOf<Enum>::NameOf(item));
    return words;
  }

  static void Write(std::vector<Enum>& member, const FieldValue& value) {
    member.clear();
    for (const std::string& word : std::get<std::vector<std::string>>(value)) {
      if (const auto item = WordsOf<Enum>::From(word)) member.push_back(*item);
    }
  }
};

struct PartsField {
  static constexpr FieldType kType = FieldType::kWords;
  static constexpr std::vector<std::string_view> (*kWords)() = [] {
    std::vector<std::string_view> words;
    for (const retrieval::PartRow& row : retrieval::AllParts()) words.push_back(row.name);
    return words;
  };

  static FieldValue Read(const retrieval::Parts& member) {
    std::vector<std::string> words;
    for (const retrieval::PartRow& row : retrieval::AllParts()) {
      if (member.Has(row.part)) words.emplace_back(row.name);
    }
    return words;
  }

  static void Write(retrieval::Parts& member, const FieldValue& value) {
    member = {};
    for (const std::string& word : std::get<std::vector<std::string>>(value)) {
      if (const auto part = retrieval::PartFromName(word)) member.Add(*part);
    }
  }
};

template <typename Member>
struct FieldOf;

template <>
struct FieldOf<std::string> : PlainField<std::string, FieldType::kText> {};

template <>
struct FieldOf<std::vector<std::string>> : PlainField<std::vector<std::string>, FieldType::kTexts> {
};

template <>
struct FieldOf<std::uint32_t> : PlainField<std::uint32_t, FieldType::kNumber> {};

template <>
struct FieldOf<float> : PlainField<float, FieldType::kShare> {};

template <>
struct FieldOf<bool> : PlainField<bool, FieldType::kFlag> {};

template <>
struct FieldOf<std::vector<WorkspaceMember>>
    : PlainField<std::vector<WorkspaceMember>, FieldType::kRepositories> {};

template <typename Enum>
requires std::is_enum_v<Enum>

struct FieldOf<Enum> : WordField<Enum> {
};

template <typename Enum>
requires std::is_enum_v<Enum>

struct FieldOf<std::vector<Enum>> : WordsField<Enum> {
};

template <>
struct FieldOf<retrieval::Parts> : PartsField {};

template <auto kFirst, auto... kRest>
constexpr FieldAccess Of() {
  using Request = typename MemberPointer<decltype(kFirst)>::Owner;
  using Field =
      FieldOf<std::remove_cvref_t<decltype(MemberOf<kFirst, kRest...>(std::declval<Request&>()))>>;
  return {.type = Field::kType,
          .get = [](const void* request) -> FieldValue {
            return Field::Read(MemberOf<kFirst, kRest...>(*static_cast<const Request*>(request)));
          },
          .set =
              [](void* request, FieldValue value) {
                Field::Write(MemberOf<kFirst, kRest...>(*static_cast<Request*>(request)),
                             std::move(value));
              },
          .words = Field::kWords};
}

// A flag whose field in the message is the negation of the member.
template <auto kMember>
constexpr FieldAccess Not() {
  using Request = typename MemberPointer<decltype(kMember)>::Owner;
  return {.type = FieldType::kFlag,
          .get = [](const void* request) -> FieldValue {
            return !(static_cast<const Request*>(request)->*kMember);
          },
          .set =
              [](void* request, FieldValue value) {
                static_cast<Request*>(request)->*kMember = !std::get<bool>(value);
              }};
}

// A flag that stands for one of the two values of an enumeration; the other one is the default.
template <auto kMember, auto kValue>
constexpr FieldAccess Is() {
  using Request = typename MemberPointer<decltype(kMember)>::Owner;
  return {.type = FieldType::kFlag,
          .get = [](const void* request) -> FieldValue {
            return static_cast<const Request*>(request)->*kMember == kValue;
          },
          .set =
              [](void* request, FieldValue value) {
                auto& member = static_cast<Request*>(request)->*kMember;
                member = std::get<bool>(value) ? kValue : Request{}.*kMember;
              }};
}

// An option that appends to a list that another option fills.
template <auto kMember>
constexpr FieldAccess AddedTo() {
  using Request = typename MemberPointer<decltype(kMember)>::Owner;
  return {.type = FieldType::kTexts,
          .get = [](const void*) -> FieldValue { return std::vector<std::string>(); },
          .set =
              [](void* request, FieldValue value) {
                std::vector<std::string>& list = static_cast<Request*>(request)->*kMember;
                for (std::string& added : std::get<std::vector<std::string>>(value)) {
                  list.push_back(std::move(added));
                }
              }};
}

// A text that is the only item of a list.
template <auto kMember>
constexpr FieldAccess OnlyItemOf() {
  using Request = typename MemberPointer<decltype(kMember)>::Owner;
  return {
      .type = FieldType::kText,
      .get = [](const void* request) -> FieldValue {
        const std::vector<std::string>& list = static_cast<const Request*>(request)->*kMember;
        return list.empty() ? std::string() : list.front();
      },
      .set =
          [](void* request, FieldValue value) {
            static_cast<Request*>(request)->*kMember = {std::get<std::string>(std::move(value))};
          }};
}

// A list whose first item is a separate member.
template <auto kFirst, auto kOthers>
constexpr FieldAccess FirstAndOthers() {
  using Request = typename MemberPointer<decltype(kFirst)>::Owner;
  return {.type = FieldType::kTexts,
          .get = [](const void* asked) -> FieldValue {
            const auto& request = *static_cast<const Request*>(asked);
            std::vector<std::string> list = request.*kOthers;
            if (!(request.*kFirst).empty()) list.insert(list.begin(), request.*kFirst);
            return list;
          },
          .set =
              [](void* asked, FieldValue value) {
                auto& request = *static_cast<Request*>(asked);
                auto list = std::get<std::vector<std::string>>(std::move(value));
                if (list.empty()) return;
                request.*kFirst = std::move(list.front());
                list.erase(list.begin());
                request.*kOthers = std::move(list);
              }};
}

template <typename Request>
const void* UsualOf() {
  static const Request kUsual{};
  return &kUsual;
}

}  // namespace waymark::services
