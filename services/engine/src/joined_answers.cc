#include "services/joined_answers.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "cost_model.h"
#include "graph/status.h"
#include "joined_state.h"
#include "wire/content_root.h"

namespace waymark::services {
namespace {

constexpr float kRankOffset = 60;

// A symbol of the joined answer: which one of which part.
struct Row {
  std::size_t part = 0;
  std::uint32_t symbol = 0;
  float score = 0;
};

std::vector<Row> RowsOf(const std::vector<RepositoryPayload>& parts, JoinOrder order) {
  std::vector<Row> rows;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const std::vector<wire::Symbol>& symbols = parts[part].payload.symbols;
    for (std::uint32_t symbol = 0; symbol < symbols.size(); ++symbol) {
      const float rank = (kRankOffset + 1) / (kRankOffset + 1 + static_cast<float>(symbol));
      rows.push_back({part, symbol, order == JoinOrder::kRank ? rank : symbols[symbol].score});
    }
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Row& a, const Row& b) { return a.score > b.score; });
  return rows;
}

// What the parts say together, without symbols.
wire::Payload HeaderOf(const std::vector<RepositoryPayload>& parts, const JoinRequest& request) {
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
  return header;
}

// The first `count` rows and the edges among them.
wire::Payload Joined(const std::vector<RepositoryPayload>& parts, const wire::Payload& header,
                     const std::vector<Row>& rows, std::size_t count) {
  constexpr std::uint32_t kLeftOut = std::numeric_limits<std::uint32_t>::max();
  wire::Payload payload = header;
  std::vector<std::vector<std::uint32_t>> places;
  for (const RepositoryPayload& part : parts) {
    places.emplace_back(part.payload.symbols.size(), kLeftOut);
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
      if (edge.source != kLeftOut && edge.target != kLeftOut) {
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

// Whether one of them tells how to ask for more.
bool HasRest(const std::vector<RepositoryPayload>& parts) {
  return std::any_of(parts.begin(), parts.end(), [](const RepositoryPayload& part) {
    const auto& truncation = part.payload.truncation;
    return truncation && !truncation->next_call.empty();
  });
}

}  // namespace

void NameRepository(const std::string& name, wire::Payload& payload) {
  const auto put = [&name](std::string& path) {
    if (!path.empty()) path = fmt::format("{}:{}", name, path);
  };
  for (wire::Symbol& symbol : payload.symbols) put(symbol.path);
  for (wire::Edge& edge : payload.edges) {
    for (wire::Site& site : edge.sites) put(site.path);
  }
}

absl::StatusOr<wire::Payload> JoinPayloads(std::vector<RepositoryPayload> parts,
                                           const JoinRequest& request) {
  if (parts.empty()) return absl::InvalidArgumentError("join the answers of no repository");
  const wire::CodecRegistry codecs = wire::CodecRegistry::BuiltIn();
  for (RepositoryPayload& part : parts) NameRepository(part.name, part.payload);
  const std::vector<Row> rows = RowsOf(parts, request.order);
  const wire::Payload header = HeaderOf(parts, request);
  const std::uint64_t omitted = OmittedIn(parts);
  const auto first = [&](std::size_t count) -> absl::StatusOr<wire::Payload> {
    wire::Payload payload = Joined(parts, header, rows, count);
    if (rows.size() - count + omitted != 0) {
      payload.truncation = {
          .omitted = rows.size() - count + omitted, .cursor = {}, .next_call = {}};
      payload.pack_root = wire::ContentRoot(payload);
      const bool has_rest = rows.size() != count || HasRest(parts);
      if (has_rest && request.next_call) payload.truncation->next_call = request.next_call(payload);
    }
    WM_RETURN_IF_ERROR(FinishPayload(codecs, request.encoding, payload));
    return payload;
  };
  const std::size_t most =
      request.limit == 0 ? rows.size() : std::min<std::size_t>(rows.size(), request.limit);
  WM_ASSIGN_OR_RETURN(wire::Payload whole, first(most));
  if (request.budget_tokens == 0 || whole.tokens_used <= request.budget_tokens) return whole;
  std::size_t fits = 0;
  for (std::size_t beyond = most; beyond - fits > 1;) {
    const std::size_t middle = fits + (beyond - fits) / 2;
    WM_ASSIGN_OR_RETURN(const wire::Payload payload, first(middle));
    (payload.tokens_used <= request.budget_tokens ? fits : beyond) = middle;
  }
  return first(fits);
}

}  // namespace waymark::services
