#include "ranking/channels.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "graph/languages.h"
#include "retrieval/declarations.h"
#include "text/fixed_point.h"
#include "traits/edge_traits.h"
#include "traits/kind_traits.h"

namespace waymark::retrieval {
namespace {

// In order of Field.
constexpr std::array<double, kFieldCount> kOwnWeights = {
    kNameWeight,        kSignatureWeight, kDocumentationWeight,
    kIdentifiersWeight, kStringsWeight,   kCommentsWeight,
};

// Whether a definition repeats the field of its declarations, in order of Field.
constexpr std::array<bool, kFieldCount> kRepeatedByDefinition = {true,  true,  false,
                                                                 false, false, false};

static_assert(static_cast<std::size_t>(Part::kComments) ==
                  static_cast<std::size_t>(Field::kComments),
              "the own fields come first, in order of Field");

double PartWeight(Part part, double weight, Parts without) {
  return without.Has(part) ? 0 : weight;
}

double MeanLength(const graph::FieldStatistics& statistics, Field field) {
  const auto i = static_cast<std::size_t>(field);
  if (statistics.nonempty_count[i] == 0) return 1;
  return static_cast<double>(statistics.total_length[i]) /
         static_cast<double>(statistics.nonempty_count[i]);
}

// Number of words of a path, without stemming: runs of letters, split before a capital letter that
// follows a small one.
std::uint32_t CountPathWords(std::string_view path) {
  const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  std::uint32_t words = 0;
  char previous = '/';
  for (const char c : path) {
    const bool starts_word = is_lower(c) ? !is_lower(previous) && !is_upper(previous)
                                         : is_upper(c) && !is_upper(previous);
    words += starts_word ? 1U : 0U;
    previous = c;
  }
  return words;
}

// A name that many share says less about each of them: 1 / (1 + log2(1 + sharers)).
std::uint64_t Diluted(std::uint64_t amount, std::uint32_t sharers) {
  return static_cast<std::uint64_t>(static_cast<double>(amount) / (1 + std::log2(1.0 + sharers)));
}

}  // namespace

LengthNorm::LengthNorm(double weight, double mean_length)
    : weight_(weight), mean_length_(mean_length) {
  for (std::uint32_t i = 0; i < table_.size(); ++i) {
    table_[i] = static_cast<std::uint32_t>(Compute(i));
  }
}

std::uint64_t LengthNorm::Compute(std::uint32_t length) const {
  return ToFixed(weight_ / (1 - kLengthShare + kLengthShare * length / mean_length_));
}

ChannelFeeder::ChannelFeeder(const graph::ReadView& view, Bm25f& scores,
                             Workspace::QueryBuffers& buffers, Parts without)
    : view_(view),
      scores_(scores),
      definitions_(buffers.slots),
      scope_(PartWeight(Part::kScope, kScopeWeight, without),
             MeanLength(view.Statistics(), Field::kName)),
      members_(PartWeight(Part::kMembers, kMembersWeight, without), kMeanMembers),
      path_(PartWeight(Part::kPath, kPathWeight, without), kMeanPathWords),
      callers_(PartWeight(Part::kCallers, kCallersWeight, without), kMeanCallers),
      callees_(PartWeight(Part::kCallees, kCalleesWeight, without), kMeanCallees),
      tests_(PartWeight(Part::kTests, kTestsWeight, without), kMeanCallers),
      prose_(PartWeight(Part::kProse, kProseWeight, without), kMeanProseWords),
      mentions_(buffers.mentions),
      feeds_prose_(!without.Has(Part::kProse)),
      folds_declarations_(!without.Has(Part::kDeclarations)) {
  own_.reserve(kFieldCount);
  for (std::size_t i = 0; i < kOwnWeights.size(); ++i) {
    own_.emplace_back(PartWeight(static_cast<Part>(i), kOwnWeights[i], without),
                      MeanLength(view.Statistics(), static_cast<Field>(i)));
  }
  definitions_.Reset(view.symbol_bound());
  buffers.mentions.Follow(view);
}

SymbolId ChannelFeeder::Definition(SymbolId symbol) {
  const bool is_declaration = (view_.Flags(symbol) & kSymbolDeclaration) != 0;
  if (!is_declaration || !folds_declarations_) return symbol;
  const std::uint32_t known = definitions_.Find(symbol);
  if (known != SymbolSlots::kNone) return SymbolId{known};
  const SymbolId definition = DefinitionOf(view_, symbol, neighbors_of_declaration_);
  definitions_.Set(symbol, ToIndex(definition));
  return definition;
}

void ChannelFeeder::Feed(std::string_view term) {
  name_hits_.clear();
  section_hits_.clear();
  FeedOwnFields(term);
  FeedPaths(term);
  if (feeds_prose_ && section_hits_.size() <= kMaxPushedSections) FeedProse();
  if (name_hits_.size() > kMaxPushedNames) return;
  FeedScope();
  FeedMembers();
  if (name_hits_.size() > kMaxPushedUses) return;
  FeedCallees();
  FeedCallers();
}

void ChannelFeeder::FeedFiles(std::span<const FileId> files) {
  constexpr double kNamed = kNamedFileWeight / (1 - kLengthShare);
  for (const FileId file : files) {
    view_.SymbolsOf(file, symbols_);
    for (const SymbolId symbol : symbols_) Add(symbol, ToFixed(kNamed));
  }
}

void ChannelFeeder::FeedOwnFields(std::string_view term) {
  view_.Postings(term, postings_);
  SymbolId current = SymbolId::kNone;
  SymbolId definition = SymbolId::kNone;
  bool is_prose = false;
  std::array<std::uint16_t, kFieldCount> lengths{};
  for (const Posting& posting : postings_) {
    if (posting.symbol != current) {
      current = posting.symbol;
      lengths = view_.FieldLengths(current);
      is_prose = mentions_.IsProse(view_, current);
      if (is_prose) {
        const std::uint32_t length = std::accumulate(lengths.begin(), lengths.end(), 0U);
        section_hits_.push_back({.section = current, .length = length, .frequency = 0});
      } else {
        definition = Definition(current);
      }
    }
    if (is_prose) {
      section_hits_.back().frequency += posting.frequency;
      continue;
    }
    const bool is_folded = definition != current;
    if (posting.field == Field::kName) {
      name_hits_.push_back(
          NameHit{.symbol = current, .frequency = posting.frequency, .is_folded = is_folded});
    }
    const auto field = static_cast<std::size_t>(posting.field);
    if (is_folded && kRepeatedByDefinition[field]) continue;
    scores_.Add(definition, own_[field](lengths[field]) * posting.frequency);
  }
}

void ChannelFeeder::FeedPaths(std::string_view term) {
  view_.FilesWithPathTerm(term, files_);
  for (const FileId file : files_) {
    const FileRow row = view_.File(file);
    if (!IsCode(row.language)) continue;
    const std::uint64_t amount = path_(CountPathWords(row.path));
    view_.SymbolsOf(file, symbols_);
    for (const SymbolId symbol : symbols_) {
      if (Definition(symbol) == symbol) scores_.Add(symbol, amount);
    }
  }
}

// Pushes down the nesting: to the members of a type, and those of the types nested in it.
void ChannelFeeder::FeedScope() {
  for (const NameHit& hit : name_hits_) {
    if (hit.is_folded || !TraitsOf(view_.Kind(hit.symbol)).holds_members) continue;
    const std::uint32_t name_length = view_.FieldLengths(hit.symbol)[0];
    const std::uint64_t amount = scope_(name_length) * hit.frequency;
    scopes_.assign(1, Scope{.symbol = hit.symbol, .depth = 0});
    while (!scopes_.empty()) {
      const Scope scope = scopes_.back();
      scopes_.pop_back();
      view_.Out(scope.symbol, neighbors_);
      for (const Neighbor& neighbor : neighbors_) {
        if (neighbor.type != EdgeType::kContains) continue;
        // A definition outside the class is a member of the class, like its declaration.
        const SymbolId member = Definition(neighbor.symbol);
        if (member != neighbor.symbol && view_.Parent(member) == scope.symbol) continue;
        scores_.Add(member, amount);
        if (scope.depth + 1 < kMaxScopeDepth &&
            TraitsOf(view_.Kind(neighbor.symbol)).holds_members) {
          scopes_.push_back(Scope{.symbol = neighbor.symbol, .depth = scope.depth + 1});
        }
      }
    }
  }
}

// Pushes one step up. A type's length is its out-degree, which is nearly its number of members.
void ChannelFeeder::FeedMembers() {
  for (const NameHit& hit : name_hits_) {
    if (hit.is_folded) continue;
    const SymbolId parent = view_.Parent(hit.symbol);
    if (parent == SymbolId::kNone || !TraitsOf(view_.Kind(parent)).holds_members) continue;
    scores_.Add(parent, members_(view_.OutDegree(parent)) * hit.frequency);
  }
}

// Names of callees: the name of a symbol goes to its users.
void ChannelFeeder::FeedCallees() {
  for (const NameHit& hit : name_hits_) {
    const std::uint32_t degree = UsesOf(hit.symbol);
    if (degree == 0 || degree > kMaxPushedDegree) continue;
    view_.In(hit.symbol, neighbors_);
    for (const Neighbor& neighbor : neighbors_) {
      if (!TraitsOf(neighbor.type).describes) continue;
      const std::uint64_t amount = callees_(view_.OutDegree(neighbor.symbol)) * hit.frequency;
      Add(neighbor.symbol, Diluted(amount, degree));
    }
  }
}

// Names of callers and tests: the name of a symbol goes to the symbols that it uses.
void ChannelFeeder::FeedCallers() {
  for (const NameHit& hit : name_hits_) {
    const std::uint32_t degree = view_.OutDegree(hit.symbol);
    if (degree == 0 || degree > kMaxPushedDegree) continue;
    const bool is_test = (view_.Flags(hit.symbol) & kSymbolTest) != 0;
    view_.Out(hit.symbol, neighbors_);
    for (const Neighbor& neighbor : neighbors_) {
      if (!TraitsOf(neighbor.type).describes) continue;
      const std::uint32_t callers = UsesOf(neighbor.symbol);
      const std::uint64_t amount = (is_test ? tests_ : callers_)(callers)*hit.frequency;
      Add(neighbor.symbol, is_test ? Diluted(amount, degree) : amount);
    }
  }
}

// Words of a section go to the symbols that it names: less to each if several sections name it, and
// less to one of several that a name may mean.
void ChannelFeeder::FeedProse() {
  for (const SectionHit& hit : section_hits_) {
    const bool is_too_long = hit.length > kMaxProseWords;
    if (is_too_long || view_.OutDegree(hit.section) > kMaxPushedDegree) continue;
    const auto amount = static_cast<double>(prose_(hit.length) * hit.frequency);
    view_.Out(hit.section, neighbors_);
    for (const Neighbor& neighbor : neighbors_) {
      if (neighbor.type != EdgeType::kDocuments) continue;
      const std::uint32_t sections = mentions_.Of(neighbor.symbol);
      if (sections > kMaxProseMentions) continue;
      const float sure = ConfidenceOf(neighbor.rule) / ConfidenceOf(EdgeRule::kProseMention);
      const double share = sure / (1 + std::log2(static_cast<double>(sections)));
      Add(neighbor.symbol, static_cast<std::uint64_t>(amount * share));
    }
  }
}

}  // namespace waymark::retrieval
