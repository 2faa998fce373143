#include "services/explanation_text.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "services/payload_text.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;

// The channels in whose own ranking the symbol occurs.
std::string ChannelsThatFind(const retrieval::SymbolRanking& ranking) {
  std::vector<std::string_view> names;
  for (const retrieval::PartRank& rank : ranking.alone) {
    if (rank.rank != 0) names.push_back(retrieval::NameOf(rank.part));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string RankText(std::uint32_t rank) { return rank == 0 ? "-" : fmt::format("{}", rank); }

// In order of retrieval::Fidelity.
constexpr std::string_view kShownAs[retrieval::kFidelityCount] = {
    "by its name", "with its signature", "with its documentation", "with its source, shortened",
    "with its source"};

bool HasTask(const retrieval::SymbolRanking& ranking) {
  return std::any_of(ranking.rankings.begin(), ranking.rankings.end(),
                     [](const retrieval::InquiryRank& in) { return !in.task.empty(); });
}

std::string WhyNotRanked(const retrieval::SymbolRanking& ranking) {
  if (ranking.is_asked_about) {
    return "not ranked: it is among what is asked about, but a better symbol of the same name "
           "speaks for it, or more is asked about than counts";
  }
  const std::string channels = ChannelsThatFind(ranking);
  if (!channels.empty()) {
    return fmt::format(
        "not ranked: words of the task lead to it ({}), but a better symbol of the same name "
        "speaks for it, or it is none of the candidates that are weighed",
        channels);
  }
  if (!HasTask(ranking)) return "not ranked: the walk from what is asked about leads elsewhere";
  return "not ranked: neither a word of the task nor the walk leads to it";
}

std::string Verdict(const SymbolExplanation& symbol, std::uint32_t budget_tokens,
                    CallStyle call_style) {
  const retrieval::SymbolRanking& ranking = symbol.ranking;
  if (ranking.rank == 0) return WhyNotRanked(ranking);
  const std::string rank = fmt::format("rank {} of {}", ranking.rank, ranking.ranked);
  if (symbol.packed != 0) {
    return fmt::format("{}; in the pack, at place {} of {}, {}", rank, symbol.packed,
                       symbol.pack_size, kShownAs[static_cast<std::size_t>(symbol.shown)]);
  }
  const std::string_view more = call_style == CallStyle::kShell ? "--budget" : "token_budget";
  if (symbol.pack_size == 0) {
    return fmt::format("{}; not in the pack: {} tokens hold no symbol; a larger {} does", rank,
                       budget_tokens, more);
  }
  if (ranking.rank < symbol.last_rank) {
    return fmt::format(
        "{}; not in the pack: of {} tokens it takes more for its worth than the {} symbol{} there, "
        "down to rank {}; a larger {} holds more",
        rank, budget_tokens, symbol.pack_size, symbol.pack_size == 1 ? "" : "s", symbol.last_rank,
        more);
  }
  return fmt::format(
      "{}; not in the pack: {} tokens hold {} symbol{}, down to rank {} with a score of {:.3f}; a "
      "larger {} holds more",
      rank, budget_tokens, symbol.pack_size, symbol.pack_size == 1 ? "" : "s", symbol.last_rank,
      symbol.last_score, more);
}

std::string FactorText(const retrieval::InquiryRank& in) {
  std::string text = fmt::format("{:.2f} for what it is and where it lies", in.static_prior);
  if (in.task.empty()) return text;
  return fmt::format("{}, {:.2f} for what the task names", text, in.named);
}

void AppendRankings(const retrieval::SymbolRanking& ranking, std::string& out) {
  if (ranking.rankings.size() == 1) {
    out += fmt::format("factors: {}\n", FactorText(ranking.rankings.front()));
    return;
  }
  out += "\nrank in each of the rankings that are joined\n";
  std::size_t task = 0;
  for (const retrieval::InquiryRank& in : ranking.rankings) {
    const std::string name = in.task.empty() ? "surroundings" : fmt::format("task {}", ++task);
    out += fmt::format("  {:<20} {:>6} of {}; factors: {}\n", name, RankText(in.rank), in.ranked,
                       FactorText(in));
  }
}

void AppendScore(const retrieval::SymbolRanking& ranking, std::string& out) {
  const retrieval::RankedSymbol& scores = ranking.scores;
  auto line = std::back_inserter(out);
  fmt::format_to(line, "\nscore {:.3f}: its parts, and the rank by each of them\n", scores.score);
  for (const retrieval::ScorePartRank& rank : ranking.part_ranks) {
    fmt::format_to(line, "  {:<14} {:>6.3f} {:>6}\n", rank.row->name, scores.parts.*rank.row->part,
                   rank.rank);
  }
  if (scores.distance == 0) {
    out += "distance 0: it is one of the seeds";
  } else if (scores.distance == kFar) {
    out += "no short way from a seed leads to it";
  } else {
    fmt::format_to(line, "distance {} from the nearest seed", scores.distance);
  }
  fmt::format_to(line, "; confidence {:.2f}\n", scores.confidence);
  for (const retrieval::PathEdge& step : ranking.path) {
    fmt::format_to(line, "  {} {} {}\n", VisibleLine(step.source), Name(step.type),
                   VisibleLine(step.target));
  }
}

// One row per part, and one line for the parts with the rank `other`.
void AppendRanks(const std::vector<retrieval::PartRank>& ranks, std::uint32_t other,
                 std::string_view others, std::string& out) {
  std::vector<std::string_view> rest;
  for (const retrieval::PartRank& rank : ranks) {
    if (rank.rank == other) {
      rest.push_back(retrieval::NameOf(rank.part));
    } else {
      out += fmt::format("  {:<14} {:>6}\n", retrieval::NameOf(rank.part), RankText(rank.rank));
    }
  }
  if (!rest.empty()) out += fmt::format("  {}: {}\n", others, fmt::join(rest, ", "));
}

Json RanksOf(const std::vector<retrieval::PartRank>& ranks) {
  Json json = Json::object();
  for (const retrieval::PartRank& rank : ranks) {
    json[std::string(retrieval::NameOf(rank.part))] = rank.rank == 0 ? Json() : Json(rank.rank);
  }
  return json;
}

Json PartsOf(const retrieval::ScoreParts& parts) {
  Json json = Json::object();
  for (const retrieval::ScorePartRow& row : retrieval::kScoreParts) {
    json[std::string(row.name)] = parts.*row.part;
  }
  return json;
}

Json PartRanksOf(const std::vector<retrieval::ScorePartRank>& ranks) {
  Json json = Json::object();
  for (const retrieval::ScorePartRank& rank : ranks) json[std::string(rank.row->name)] = rank.rank;
  return json;
}

Json RankingsOf(const std::vector<retrieval::InquiryRank>& rankings) {
  Json json = Json::array();
  for (const retrieval::InquiryRank& in : rankings) {
    json.push_back({{"task", in.task.empty() ? Json() : Json(in.task)},
                    {"rank", in.rank == 0 ? Json() : Json(in.rank)},
                    {"ranked", in.ranked},
                    {"static_prior", in.static_prior},
                    {"named", in.named}});
  }
  return json;
}

Json PathOf(const std::vector<retrieval::PathEdge>& path) {
  Json json = Json::array();
  for (const retrieval::PathEdge& step : path) {
    json.push_back(
        {{"source", step.source}, {"edge_type", Name(step.type)}, {"target", step.target}});
  }
  return json;
}

}  // namespace

std::string TextOf(const SymbolExplanation& symbol, std::uint32_t budget_tokens,
                   CallStyle call_style) {
  const retrieval::SymbolRanking& ranking = symbol.ranking;
  std::string out = NoteLine(symbol.name_note);
  out +=
      fmt::format("{}\n{}\n", VisibleLine(symbol.name), Verdict(symbol, budget_tokens, call_style));
  if (ranking.rank != 0) AppendScore(ranking, out);
  AppendRankings(ranking, out);
  if (!ranking.alone.empty()) {
    out += "\nrank by one channel alone\n";
    AppendRanks(ranking.alone, 0, "not found by", out);
  }
  out += "\nrank without one channel or step\n";
  AppendRanks(ranking.without, ranking.rank, "no change without", out);
  return out;
}

std::string JsonOf(const SymbolExplanation& symbol) {
  const retrieval::SymbolRanking& ranking = symbol.ranking;
  const retrieval::RankedSymbol& scores = ranking.scores;
  const bool is_ranked = ranking.rank != 0;
  const bool is_packed = symbol.packed != 0;
  const bool has_pack = symbol.pack_size != 0;
  const bool is_near = is_ranked && scores.distance != kFar;
  Json json = {{"symbol", symbol.name},
               {"rank", is_ranked ? Json(ranking.rank) : Json()},
               {"ranked", ranking.ranked},
               {"packed", is_packed ? Json(symbol.packed) : Json()},
               {"shown", is_packed ? Json(Name(symbol.shown)) : Json()},
               {"pack_size", symbol.pack_size},
               {"last_rank", has_pack ? Json(symbol.last_rank) : Json()},
               {"last_score", has_pack ? Json(symbol.last_score) : Json()},
               {"is_asked_about", ranking.is_asked_about},
               {"score", is_ranked ? Json(scores.score) : Json()},
               {"parts", is_ranked ? PartsOf(scores.parts) : Json()},
               {"part_ranks", PartRanksOf(ranking.part_ranks)},
               {"distance", is_near ? Json(scores.distance) : Json()},
               {"confidence", is_ranked ? Json(scores.confidence) : Json()},
               {"path", PathOf(ranking.path)},
               {"rankings", RankingsOf(ranking.rankings)},
               {"alone", RanksOf(ranking.alone)},
               {"without", RanksOf(ranking.without)}};
  if (!symbol.name_note.empty()) json["name_note"] = symbol.name_note;
  return VisibleText(json.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

}  // namespace waymark::services
