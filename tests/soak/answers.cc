#include "answers.h"

#include <memory>
#include <string_view>

#include <absl/status/status.h>
#include <fmt/format.h>

#include "services/engine.h"
#include "wire/codec.h"

namespace waymark::soak {
namespace {

// Symbols limit an answer, not tokens: the header counts too, and shows the generation.
constexpr std::uint32_t kMaxSymbols = 12;
constexpr std::uint32_t kBudgetTokens = 100'000;

std::string TextOf(wire::Payload payload) {
  if (payload.index.has_value()) payload.index->generation = 0;
  payload.tokens_used = 0;
  const auto text = wire::CodecRegistry::BuiltIn().Encode("json", payload, wire::kFullAnswer);
  return text.ok() ? *text : text.status().ToString();
}

template <typename Answer>
std::string TextOf(const absl::StatusOr<Answer>& answer) {
  return answer.ok() ? TextOf(answer->payload) : std::string(answer.status().message());
}

}  // namespace

std::vector<std::string> AnswersOf(const std::filesystem::path& store,
                                   const std::filesystem::path& root, const Questions& questions) {
  const auto engine = services::Engine::Open({.store_directory = store, .read_only = true});
  if (!engine.ok()) return {engine.status().ToString()};
  std::vector<std::string> answers(1);
  const absl::Status exported = (*engine)->Export({.root = root},
                                                  [&](std::string_view lines) {
                                                    answers[0] += lines;
                                                    return absl::OkStatus();
                                                  },
                                                  {});
  answers[0] += exported.ToString();
  for (const std::string& question : questions) {
    services::ContextRequest task;
    task.root = root;
    task.task = question;
    task.budget_tokens = kBudgetTokens;
    task.max_symbols = kMaxSymbols;
    answers.push_back(TextOf((*engine)->Context(task, {})));
    services::BlastRadiusRequest symbol;
    symbol.root = root;
    symbol.symbol = question;
    answers.push_back(TextOf((*engine)->BlastRadius(symbol, {})));
  }
  return answers;
}

}  // namespace waymark::soak
