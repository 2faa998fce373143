#include "services/explanation_text.h"

#include <iterator>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;

// By which it would be in a ranking of their own.
std::string ChannelsThatFind(const retrieval::SymbolStanding& standing) {
  std::vector<std::string_view> names;
  for (const retrieval::PartRank& rank : standing.alone) {
    if (rank.rank != 0) names.push_back(retrieval::NameOf(rank.part));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string Verdict(const SymbolExplanation& symbol, std::uint32_t budget_tokens,
                    CallStyle call_style) {
  const retrieval::SymbolStanding& standing = symbol.standing;
  if (standing.rank == 0) {
    const std::string channels = ChannelsThatFind(standing);
    return channels.empty()
               ? "not ranked: neither a word of the task nor the walk leads to it"
               : fmt::format(
                     "not ranked: words of the task lead to it ({}), but a better symbol of "
                     "the same name speaks for it, or it is none of the candidates that "
                     "are weighed",
                     channels);
  }
  const std::string rank = fmt::format("rank {} of {}", standing.rank, standing.ranked);
  if (symbol.packed != 0) {
    return fmt::format("{}; in the pack, at place {} of {}", rank, symbol.packed, symbol.pack_size);
  }
  return fmt::format("{}; not in the pack: {} tokens hold {} symbols; a larger {} holds more", rank,
                     budget_tokens, symbol.pack_size,
                     call_style == CallStyle::kShell ? "--budget" : "token_budget");
}

std::string RankText(std::uint32_t rank) { return rank == 0 ? "-" : fmt::format("{}", rank); }

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

}  // namespace

std::string TextOf(const SymbolExplanation& symbol, std::uint32_t budget_tokens,
                   CallStyle call_style) {
  const retrieval::SymbolStanding& standing = symbol.standing;
  const retrieval::RankedSymbol& scores = standing.scores;
  std::string out =
      fmt::format("{}\n{}\n", symbol.name, Verdict(symbol, budget_tokens, call_style));
  auto line = std::back_inserter(out);
  if (standing.rank != 0) {
    std::vector<std::string> parts;
    for (const retrieval::ScorePartRow& row : retrieval::kScoreParts) {
      parts.push_back(fmt::format("{} {:.3f}", row.name, scores.parts.*row.part));
    }
    fmt::format_to(line, "\nscore {:.3f} = {}\n", scores.score, fmt::join(parts, ", "));
    fmt::format_to(line, "distance {}, confidence {:.2f}\n", scores.distance, scores.confidence);
  }
  fmt::format_to(
      line, "factors: {:.2f} for what it is and where it lies, {:.2f} for what the task names\n",
      standing.standing, standing.named);
  out += "\nrank by one channel alone\n";
  for (const retrieval::PartRank& rank : standing.alone) {
    fmt::format_to(line, "  {:<14} {:>6}\n", retrieval::NameOf(rank.part), RankText(rank.rank));
  }
  out += "\nrank without one channel or step\n";
  for (const retrieval::PartRank& rank : standing.without) {
    fmt::format_to(line, "  {:<14} {:>6}\n", retrieval::NameOf(rank.part), RankText(rank.rank));
  }
  return out;
}

std::string JsonOf(const SymbolExplanation& symbol) {
  const retrieval::SymbolStanding& standing = symbol.standing;
  const retrieval::RankedSymbol& scores = standing.scores;
  const Json json = {{"symbol", symbol.name},
                     {"rank", standing.rank == 0 ? Json() : Json(standing.rank)},
                     {"ranked", standing.ranked},
                     {"packed", symbol.packed == 0 ? Json() : Json(symbol.packed)},
                     {"pack_size", symbol.pack_size},
                     {"score", scores.score},
                     {"parts", PartsOf(scores.parts)},
                     {"distance", scores.distance},
                     {"confidence", scores.confidence},
                     {"standing", standing.standing},
                     {"named", standing.named},
                     {"alone", RanksOf(standing.alone)},
                     {"without", RanksOf(standing.without)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace waymark::services
