// Names of terms: the published vocabulary, numbers without a name, and foreign names.
#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "wire/payload.h"

namespace waymark::wire {
namespace {

constexpr std::string_view kUnknownPrefix = "unknown_";

// "unknown_0" ... "unknown_255"
const std::array<std::string, 256>& UnknownNames() {
  static const std::array<std::string, 256> all_names = [] {
    std::array<std::string, 256> names;
    for (std::size_t i = 0; i < names.size(); ++i)
      names[i] = fmt::format("{}{}", kUnknownPrefix, i);
    return names;
  }();
  return all_names;
}

template <typename Enum>
std::string_view PublishedName(Enum value) {
  return Name(value);
}

// The internal edge types have names inside the graph, but no published ones.
template <>
std::string_view PublishedName(EdgeType value) {
  return IsPublished(value) ? Name(value) : std::string_view();
}

template <typename Enum>
std::string_view NameOf(const Payload& payload, Term<Enum> term) {
  if (term.is_foreign()) {
    const std::size_t index = term.code() - Term<Enum>::kFirstForeign;
    return index < payload.foreign_names.size() ? std::string_view(payload.foreign_names[index])
                                                : std::string_view();
  }
  const std::string_view name = PublishedName(static_cast<Enum>(term.code()));
  return name.empty() ? std::string_view(UnknownNames()[term.code()]) : name;
}

// The number in "unknown_<n>", the name of a number without a published name.
template <typename Enum>
std::optional<std::uint8_t> NumberOf(std::string_view name) {
  if (!name.starts_with(kUnknownPrefix)) return std::nullopt;
  std::uint8_t number = 0;
  std::from_chars(name.data() + kUnknownPrefix.size(), name.data() + name.size(), number);
  const bool is_its_name = UnknownNames()[number] == name;
  if (!is_its_name || !PublishedName(static_cast<Enum>(number)).empty()) return std::nullopt;
  return number;
}

// The term of a name outside of the vocabulary.
template <typename Enum>
absl::StatusOr<Term<Enum>> ForeignTerm(Payload& payload, std::string_view name) {
  std::vector<std::string>& names = payload.foreign_names;
  const auto found = std::find(names.begin(), names.end(), name);
  const auto index = static_cast<std::size_t>(found - names.begin());
  if (found == names.end()) {
    if (names.size() == kMaxForeignNames) {
      return absl::ResourceExhaustedError(
          fmt::format("name '{}': the payload already holds {} names outside the vocabulary", name,
                      names.size()));
    }
    names.emplace_back(name);
  }
  return Term<Enum>::FromCode(static_cast<std::uint16_t>(Term<Enum>::kFirstForeign + index));
}

template <typename Enum>
absl::StatusOr<Term<Enum>> TermOf(Payload& payload, std::optional<Enum> published,
                                  std::string_view name) {
  if (published && !PublishedName(*published).empty()) return Term<Enum>(*published);
  if (name.empty()) return Term<Enum>();
  if (const std::optional<std::uint8_t> number = NumberOf<Enum>(name)) {
    return Term<Enum>::FromCode(*number);
  }
  return ForeignTerm<Enum>(payload, name);
}

}  // namespace

std::string_view TermName(const Payload& payload, Term<SymbolKind> term) {
  return NameOf(payload, term);
}

std::string_view TermName(const Payload& payload, Term<Provenance> term) {
  return NameOf(payload, term);
}

std::string_view TermName(const Payload& payload, Term<EdgeType> term) {
  return NameOf(payload, term);
}

std::string_view TermName(const Payload& payload, Term<EdgeStatus> term) {
  return NameOf(payload, term);
}

absl::StatusOr<Term<SymbolKind>> KindTerm(Payload& payload, std::string_view name) {
  return TermOf(payload, KindFromName(name), name);
}

absl::StatusOr<Term<Provenance>> ProvenanceTerm(Payload& payload, std::string_view name) {
  return TermOf(payload, ProvenanceFromName(name), name);
}

absl::StatusOr<Term<EdgeType>> EdgeTypeTerm(Payload& payload, std::string_view name) {
  return TermOf(payload, EdgeTypeFromName(name), name);
}

// A status has no numbers beyond the published ones.
absl::StatusOr<Term<EdgeStatus>> EdgeStatusTerm(Payload& payload, std::string_view name) {
  if (name.empty()) return Term<EdgeStatus>();
  for (const EdgeStatus status :
       {EdgeStatus::kUnchanged, EdgeStatus::kAdded, EdgeStatus::kRemoved}) {
    if (Name(status) == name) return Term<EdgeStatus>(status);
  }
  return ForeignTerm<EdgeStatus>(payload, name);
}

}  // namespace waymark::wire
