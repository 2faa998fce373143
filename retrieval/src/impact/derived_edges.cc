#include "impact/derived_edges.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "graph/tokenize.h"
#include "traits/constants.h"

namespace waymark::retrieval {
namespace {

struct Shared {
  std::size_t tests = 0;
  SymbolId first = SymbolId::kNone;
};

bool IsCompared(SymbolKind kind) {
  return kind == SymbolKind::kFunction || kind == SymbolKind::kMethod ||
         kind == SymbolKind::kClass || kind == SymbolKind::kType || kind == SymbolKind::kInterface;
}

// Distinct stems of the name and the signature.
std::set<std::string> SignatureTokens(const graph::ReadView& view, SymbolId symbol,
                                      graph::Tokenizer& tokenizer) {
  std::set<std::string> words;
  const auto add = [&](std::string_view word) { words.emplace(word); };
  tokenizer.Visit(view.Symbol(symbol).name, add);
  tokenizer.Visit(view.Signature(symbol), add);
  return words;
}

// Symbols with at least one of the words in name or signature, with the number of shared words.
std::unordered_map<SymbolId, std::size_t> SharingWords(const graph::ReadView& view,
                                                       const std::set<std::string>& words) {
  std::unordered_map<SymbolId, std::size_t> shared;
  std::vector<Posting> postings;
  for (const std::string& word : words) {
    view.Postings(word, postings);
    SymbolId last = SymbolId::kNone;  // postings of one symbol stand together
    for (const Posting& posting : postings) {
      if (posting.field != Field::kName && posting.field != Field::kSignature) continue;
      if (posting.symbol != last) ++shared[posting.symbol];
      last = posting.symbol;
    }
  }
  return shared;
}

}  // namespace

void CoTestedWith(const graph::ReadView& view, SymbolId symbol, std::vector<DerivedEdge>& out) {
  out.clear();
  std::vector<Neighbor> tests;
  std::vector<Neighbor> tested;
  view.In(symbol, tests);
  std::erase_if(tests, [](const Neighbor& at) { return at.type != EdgeType::kTests; });
  if (tests.size() > kMaxTestsRead) tests.resize(kMaxTestsRead);
  std::map<SymbolId, Shared> together;
  for (const Neighbor& test : tests) {
    view.Out(test.symbol, tested);
    std::erase_if(tested, [](const Neighbor& at) { return at.type != EdgeType::kTests; });
    if (tested.size() > kMaxTestedTogether) continue;
    for (const Neighbor& other : tested) {
      if (other.symbol == symbol) continue;
      Shared& shared = together[other.symbol];
      if (shared.tests++ == 0) shared.first = test.symbol;
    }
  }
  std::vector<std::pair<SymbolId, Shared>> order(together.begin(), together.end());
  std::sort(order.begin(), order.end(), [&](const auto& a, const auto& b) {
    if (a.second.tests != b.second.tests) return a.second.tests > b.second.tests;
    return view.CompareCanonical(a.first, b.first) < 0;
  });
  if (order.size() > kMaxCoTested) order.resize(kMaxCoTested);
  for (const auto& [other, shared] : order) {
    out.push_back({other, EdgeType::kCoTestedWith, EdgeRule::kCoTested, shared.first});
  }
}

void SimilarTo(const graph::ReadView& view, SymbolId symbol, std::vector<DerivedEdge>& out) {
  out.clear();
  const SymbolKind kind = view.Kind(symbol);
  if (!IsCompared(kind)) return;
  graph::Tokenizer tokenizer;
  const std::set<std::string> words = SignatureTokens(view, symbol, tokenizer);
  const Language language = view.File(view.FileOf(symbol)).language;
  constexpr std::uint16_t kAlike = kSymbolTest | kSymbolDeclaration;
  const auto flags = static_cast<std::uint16_t>(view.Flags(symbol) & kAlike);

  struct SimilarCandidate {
    SymbolId symbol;
    std::size_t shared;
    std::size_t all;  // words of either
  };

  std::vector<SimilarCandidate> likest;
  for (const auto& [other, count] : SharingWords(view, words)) {
    if (other == symbol || count < kLeastSharedWords || 2 * count < words.size()) continue;
    if (view.Kind(other) != kind || (view.Flags(other) & kAlike) != flags) continue;
    if (view.File(view.FileOf(other)).language != language) continue;
    const std::set<std::string> others = SignatureTokens(view, other, tokenizer);
    const auto shared = static_cast<std::size_t>(std::count_if(
        others.begin(), others.end(), [&](const std::string& word) { return words.count(word); }));
    const std::size_t all = words.size() + others.size() - shared;
    if (shared >= kLeastSharedWords && 2 * shared >= all) likest.push_back({other, shared, all});
  }
  std::sort(likest.begin(), likest.end(),
            [&](const SimilarCandidate& a, const SimilarCandidate& b) {
              if (a.shared * b.all != b.shared * a.all) return a.shared * b.all > b.shared * a.all;
              return view.CompareCanonical(a.symbol, b.symbol) < 0;
            });
  if (likest.size() > kMaxSimilar) likest.resize(kMaxSimilar);
  for (const SimilarCandidate& candidate : likest) {
    out.push_back({candidate.symbol, EdgeType::kSimilarTo, EdgeRule::kSimilarity});
  }
}

void OwnersOf(const graph::ReadView& view, SymbolId symbol, std::vector<DerivedEdge>& out) {
  out.clear();
  std::vector<SymbolId> symbols;
  view.SymbolsOf(view.FileOf(symbol), symbols);
  if (symbols.empty()) return;
  std::vector<Neighbor> neighbors;
  view.Out(symbols.front(), neighbors);  // a file's own symbol is its first
  for (const Neighbor& neighbor : neighbors) {
    if (neighbor.type == EdgeType::kOwnedBy) {
      out.push_back({neighbor.symbol, EdgeType::kOwnedBy, neighbor.rule});
    }
  }
}

}  // namespace waymark::retrieval
