#include "integration/receiver_names.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include "graph/tokenize.h"

namespace waymark::indexer {
namespace {

// Flags: actions of an object, by a word in its name.
using Does = std::uint8_t;
constexpr Does kRouterWord = 1;   // registers routes
constexpr Does kClientWord = 2;   // sends requests
constexpr Does kAskerWord = 4;    // likewise, with a callback after the path
constexpr Does kCarrierWord = 8;  // carries messages
constexpr Does kFlagWord = 16;    // knows feature flags
constexpr Does kHolderWord = 32;  // holds things by name, or logs

struct ReceiverWord {
  std::string_view word;
  Does does;
};

constexpr ReceiverWord kReceiverWords[] = {
#define WM_RECEIVER_WORD(word, does) {word, does},
#include "integration/receiver_words.def"
};

constexpr bool IsBefore(const ReceiverWord& a, const ReceiverWord& b) { return a.word < b.word; }

static_assert(std::is_sorted(std::begin(kReceiverWords), std::end(kReceiverWords), IsBefore));

// The kinds of objects that a role needs, and those it excludes.
struct RoleOfObject {
  LiteralRole role;
  Does is_one;
  Does is_other = kHolderWord;
};

constexpr RoleOfObject kRoles[] = {
    {LiteralRole::kRoute, kRouterWord, kHolderWord | kAskerWord},
    {LiteralRole::kExposed, kRouterWord, kHolderWord | kAskerWord},
    {LiteralRole::kEndpoint, kClientWord},
    {LiteralRole::kPublished, kCarrierWord},
    {LiteralRole::kSubscribed, kCarrierWord},
    {LiteralRole::kFlag, kFlagWord},
};

constexpr std::string_view kJQuery = "$";  // sends requests too

Does DoneBy(std::string_view word) {
  const auto* const row = std::lower_bound(std::begin(kReceiverWords), std::end(kReceiverWords),
                                           ReceiverWord{word, 0}, IsBefore);
  return row != std::end(kReceiverWords) && row->word == word ? row->does : Does{0};
}

// The kinds by each known word of the name in order, then by the whole name: FastAPI.
std::vector<ReceiverKind> SaidByWords(LiteralRole role, std::string_view name) {
  std::vector<ReceiverKind> said;
  const auto* const row = std::find_if(std::begin(kRoles), std::end(kRoles),
                                       [&](const RoleOfObject& at) { return at.role == role; });
  if (row == std::end(kRoles)) return said;
  if (name == kJQuery) return {ReceiverKind::kIsOther};
  std::vector<std::string_view> parts;
  graph::SplitIdentifier(name, parts);
  parts.push_back(name);
  for (const std::string_view part : parts) {
    std::string word(part);
    std::transform(word.begin(), word.end(), word.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    std::string_view stem = word;
    if (stem.size() > 3 && stem.ends_with('s') && !stem.ends_with("ss")) stem.remove_suffix(1);
    if (word.empty()) continue;
    const Does does = DoneBy(word) | DoneBy(stem);
    if ((does & row->is_other) != 0) {
      said.push_back(ReceiverKind::kIsOther);
    } else if ((does & row->is_one) != 0) {
      said.push_back(ReceiverKind::kIsOne);
    }
  }
  return said;
}

}  // namespace

ReceiverKind ReceiverKindOf(LiteralRole role, std::string_view name) {
  const std::vector<ReceiverKind> said = SaidByWords(role, name);
  if (said.empty()) return ReceiverKind::kNothing;
  return std::find(said.begin(), said.end(), ReceiverKind::kIsOther) == said.end()
             ? ReceiverKind::kIsOne
             : ReceiverKind::kIsOther;
}

ReceiverKind ReceiverKindOfHead(LiteralRole role, std::string_view name) {
  const std::vector<ReceiverKind> said = SaidByWords(role, name);
  return said.empty() ? ReceiverKind::kNothing : said.back();
}

}  // namespace waymark::indexer
