#include "services/merged_answers.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "answers/convert.h"
#include "answers/cost_model.h"
#include "answers/requests.h"
#include "graph/status.h"
#include "wire/content_root.h"
#include "workspaces/merged_state.h"

namespace waymark::services {
namespace {

constexpr float kRankOffset = 60;

// A symbol of the merged answer, by part and index.
struct Row {
  std::size_t part = 0;
  std::uint32_t symbol = 0;
  float score = 0;
};

std::vector<Row> RankedRows(const std::vector<RepositoryPayload>& parts, MergeOrder order) {
  std::vector<Row> rows;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const std::vector<wire::Symbol>& symbols = parts[part].payload.symbols;
    for (std::uint32_t symbol = 0; symbol < symbols.size(); ++symbol) {
      const float rank = (kRankOffset + 1) / (kRankOffset + 1 + static_cast<float>(symbol));
      rows.push_back({part, symbol, order == MergeOrder::kRank ? rank : symbols[symbol].score});
    }
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Row& a, const Row& b) { return a.score > b.score; });
  return rows;
}

// The commits of the parts in turn: the first of each, then the second of each.
std::vector<wire::Commit> CommitsInTurn(const std::vector<RepositoryPayload>& parts,
                                        std::size_t most) {
  std::vector<wire::Commit> commits;
  for (std::size_t turn = 0; commits.size() < most; ++turn) {
    const std::size_t before = commits.size();
    for (const RepositoryPayload& part : parts) {
      const std::vector<wire::Commit>& own = part.payload.commits;
      if (turn < own.size() && commits.size() < most) commits.push_back(own[turn]);
    }
    if (commits.size() == before) break;
  }
  return commits;
}

// The common data of the parts, without symbols.
wire::Payload HeaderOf(const std::vector<RepositoryPayload>& parts, const MergeRequest& request) {
  wire::Payload header;
  header.tool = parts.front().payload.tool;
  header.tokenizer = parts.front().payload.tokenizer;
  header.token_budget = request.budget_tokens;
  wire::IndexInfo& index = header.index.emplace();
  index.files_differing = 0;
  for (const RepositoryPayload& part : parts) {
    if (part.payload.index) AddIndex(part.name, *part.payload.index, index);
    AddCompleteness(part.name, part.payload.completeness, header.completeness);
  }
  AddSilent(request.silent, header.completeness);
  header.commits = CommitsInTurn(parts, request.commits);
  return header;
}

// The first `count` rows and the edges between them.
wire::Payload MergedPayload(const std::vector<RepositoryPayload>& parts,
                            const wire::Payload& header, const std::vector<Row>& rows,
                            std::size_t count) {
  constexpr std::uint32_t kNotShown = std::numeric_limits<std::uint32_t>::max();
  wire::Payload payload = header;
  std::vector<std::vector<std::uint32_t>> places;
  places.reserve(parts.size());
  for (const RepositoryPayload& part : parts) {
    places.emplace_back(part.payload.symbols.size(), kNotShown);
  }
  for (std::size_t at = 0; at < count; ++at) {
    const Row& row = rows[at];
    places[row.part][row.symbol] = static_cast<std::uint32_t>(at);
    payload.symbols.push_back(parts[row.part].payload.symbols[row.symbol]);
    payload.symbols.back().score = row.score;
  }
  for (std::size_t part = 0; part < parts.size(); ++part) {
    for (wire::Edge edge : parts[part].payload.edges) {
      edge.source = places[part][edge.source];
      edge.target = places[part][edge.target];
      if (edge.source != kNotShown && edge.target != kNotShown) {
        payload.edges.push_back(std::move(edge));
      }
    }
  }
  return payload;
}

std::uint64_t OmittedIn(const std::vector<RepositoryPayload>& parts) {
  return std::accumulate(parts.begin(), parts.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const RepositoryPayload& part) {
                           const auto& truncation = part.payload.truncation;
                           return sum + (truncation ? truncation->omitted.value_or(0) : 0);
                         });
}

// Whether one of the parts has a call for its rest.
bool HasRest(const std::vector<RepositoryPayload>& parts) {
  return std::any_of(parts.begin(), parts.end(), [](const RepositoryPayload& part) {
    const auto& truncation = part.payload.truncation;
    return truncation && !truncation->next_call.empty();
  });
}

// Merges parts into one answer.
class AnswerMerger {
 public:
  AnswerMerger(std::vector<RepositoryPayload> parts, const MergeRequest& request)
      : parts_(std::move(parts)), request_(request) {
    for (RepositoryPayload& part : parts_) NameRepository(part.name, part.payload);
    rows_ = RankedRows(parts_, request.order);
    header_ = HeaderOf(parts_, request);
    omitted_ = OmittedIn(parts_);
  }

  std::size_t row_count() const { return rows_.size(); }

  // Swaps a row with the first one.
  void Lead(std::size_t row) { std::swap(rows_.front(), rows_[row]); }

  // The first `count` rows, in an answer of `budget` tokens whose call for the rest has
  // `next_budget`.
  absl::StatusOr<wire::Payload> First(std::size_t count, std::uint32_t budget,
                                      std::uint32_t next_budget) const;

  // As many rows as limit and budget allow; possibly none, even if that answer does not fit either.
  absl::StatusOr<wire::Payload> Fitting() const;

 private:
  const wire::CodecRegistry codecs_ = wire::CodecRegistry::BuiltIn();
  std::vector<RepositoryPayload> parts_;
  const MergeRequest& request_;
  std::vector<Row> rows_;
  wire::Payload header_;
  std::uint64_t omitted_ = 0;
};

absl::StatusOr<wire::Payload> AnswerMerger::First(std::size_t count, std::uint32_t budget,
                                                  std::uint32_t next_budget) const {
  wire::Payload payload = MergedPayload(parts_, header_, rows_, count);
  payload.token_budget = budget;
  payload.pack_root = wire::ContentRoot(payload);
  const std::size_t left = rows_.size() - count;
  if (left + omitted_ == 0) {
    payload.completeness = WithUnranked(std::move(payload.completeness), request_.unranked);
  } else {
    payload.truncation = {.omitted = left + omitted_, .cursor = {}, .next_call = {}};
    const bool has_rest = left != 0 || HasRest(parts_);
    if (has_rest && request_.next_call) {
      payload.truncation->next_call = request_.next_call(payload, next_budget);
    }
  }
  WM_RETURN_IF_ERROR(FinishPayload(codecs_, request_.encoding, payload));
  return payload;
}

absl::StatusOr<wire::Payload> AnswerMerger::Fitting() const {
  const std::uint32_t budget = request_.budget_tokens;
  const std::size_t most =
      request_.limit == 0 ? rows_.size() : std::min<std::size_t>(rows_.size(), request_.limit);
  WM_ASSIGN_OR_RETURN(wire::Payload whole, First(most, budget, budget));
  if (budget == 0 || whole.tokens_used <= budget) return whole;
  std::size_t fits = 0;
  for (std::size_t beyond = most; beyond - fits > 1;) {
    const std::size_t middle = fits + (beyond - fits) / 2;
    WM_ASSIGN_OR_RETURN(const wire::Payload payload, First(middle, budget, budget));
    (payload.tokens_used <= budget ? fits : beyond) = middle;
  }
  return First(fits, budget, budget);
}

// The row with the fewest tokens, for a budget that fits no row.
absl::StatusOr<wire::Payload> LeastOf(AnswerMerger merger, std::uint32_t budget) {
  wire::Payload least;
  std::size_t best = 0;
  for (std::size_t row = 0; row < merger.row_count(); ++row) {
    merger.Lead(row);
    WM_ASSIGN_OR_RETURN(wire::Payload payload, merger.First(1, budget, budget));
    merger.Lead(row);
    if (row != 0 && payload.tokens_used >= least.tokens_used) continue;
    least = std::move(payload);
    best = row;
  }
  if (least.tokens_used <= budget) return least;
  merger.Lead(best);
  // The text states the budget, whose digits cost a token per three.
  std::uint32_t enough = budget;
  while (least.tokens_used > enough) {
    enough = static_cast<std::uint32_t>(least.tokens_used);
    WM_ASSIGN_OR_RETURN(least, merger.First(1, enough, enough));
  }
  WM_ASSIGN_OR_RETURN(wire::Payload none, merger.First(0, budget, enough));
  if (none.tokens_used <= budget) return none;
  return RefuseBudget(budget, none.tokens_used, enough);
}

}  // namespace

void NameRepository(const std::string& name, wire::Payload& payload) {
  const auto put = [&name](std::string& path) {
    if (!path.empty()) path = fmt::format("{}:{}", name, path);
  };
  for (wire::Symbol& symbol : payload.symbols) {
    put(symbol.handle);
    put(symbol.path);
  }
  for (wire::Edge& edge : payload.edges) {
    for (wire::Site& site : edge.sites) put(site.path);
  }
  for (wire::PossibleUse& use : payload.possible) put(use.site.path);
  for (wire::Commit& commit : payload.commits) {
    for (wire::CommitFile& file : commit.files) put(file.path);
  }
}

absl::StatusOr<wire::Payload> MergePayloads(std::vector<RepositoryPayload> parts,
                                            const MergeRequest& request) {
  if (parts.empty()) return absl::InvalidArgumentError("merge answers: there are none");
  return AnswerMerger(std::move(parts), request).Fitting();
}

absl::StatusOr<wire::Payload> MergeContexts(
    std::vector<RepositoryPayload> parts, const MergeRequest& request,
    const std::function<absl::StatusOr<AskedRepositories>()>& ask_least) {
  WM_ASSIGN_OR_RETURN(wire::Payload payload, MergePayloads(std::move(parts), request));
  const bool fits = payload.tokens_used <= request.budget_tokens;
  const bool has_rows = !payload.symbols.empty() || !payload.truncation.has_value();
  if (fits && has_rows) return payload;
  WM_ASSIGN_OR_RETURN(AskedRepositories least, ask_least());
  AnswerMerger merger(std::move(least.parts), request);
  if (merger.row_count() != 0) return LeastOf(std::move(merger), request.budget_tokens);
  if (fits) return payload;
  return RefuseBudget(request.budget_tokens, payload.tokens_used, payload.tokens_used);
}

}  // namespace waymark::services
