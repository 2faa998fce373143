#include "integration/receiver_names.h"

#include <algorithm>
#include <string>
#include <vector>

#include "graph/tokenize.h"
#include "graph/word_list.h"

namespace waymark::indexer {
namespace {

// Blank-separated words, all in lower case and singular.
constexpr std::string_view kRouterWords =
    " app application blueprint bottle bp chi echo elysia engine express falcon fastapi fastify "
    "fiber flask gin grape group grp hono iris javalin koa mux polka quart restify roda route "
    "router routing sanic server sinatra srv starlette subrouter ";
constexpr std::string_view kClientWords =
    " agent api axios client connector faraday fetch fetcher flurl gateway given got http "
    "httpclient https httptest httpx inject invoker ky mockmvc mvc okhttp proxy request requester "
    "resource rest restassured resttemplate retrofit server session supertest testapp ua url "
    "webclient when xhr ";
// Clients that ask for a path and are given a function for the answer.
constexpr std::string_view kAskerWords =
    " agent axios client fetch fetcher httpclient request requester session superagent supertest "
    "webclient ";
constexpr std::string_view kCarrierWords =
    " ably amqp broker bus centrifugo channel client conn connection consumer dispatcher emitter "
    "event exchange hub jetstream js kafka listener mailbox message messaging messenger mq mqtt "
    "nats notification notifier nsq pub publisher pubsub pulsar pusher producer queue rabbit "
    "rabbitmq redis sender sns socket sqs stomp stream sub subscriber subscription template topic "
    "transport ws zmq ";
constexpr std::string_view kGateWords =
    " abtest configcat darkly experiment feature flag flagsmith flipper gate growthbook launch "
    "launchdarkly ld optimizely posthog rollout split statsig switch toggle unleash variation ";

// Objects that hold things under names, or tell whether something is to be logged.
constexpr std::string_view kHolderWords =
    " array bag bucket button cache collection cookie db database dict dictionary disk element "
    "field file fs hash header index item jquery json list locator log logger logging lru map "
    "memo memory node object option page param property queryset record registry repo repository "
    "row set setting shelf stack storage store table tree vector ";

struct RoleWords {
  LiteralRole role;
  std::string_view words;
  std::string_view others = {};  // beside kHolderWords
};

constexpr RoleWords kWords[] = {
    {LiteralRole::kRoute, kRouterWords, kAskerWords},
    {LiteralRole::kExposed, kRouterWords, kAskerWords},
    {LiteralRole::kEndpoint, kClientWords},
    {LiteralRole::kPublished, kCarrierWords},
    {LiteralRole::kSubscribed, kCarrierWords},
    {LiteralRole::kFlag, kGateWords},
};

constexpr std::string_view kJQuery = "$";  // asks, too

// By each word that says anything, in a row, and behind them by the whole: FastAPI.
std::vector<ReceiverKind> SaidByWords(LiteralRole role, std::string_view name) {
  std::vector<ReceiverKind> said;
  const auto* const row = std::find_if(std::begin(kWords), std::end(kWords),
                                       [&](const RoleWords& at) { return at.role == role; });
  if (row == std::end(kWords)) return said;
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
    const auto has = [&](std::string_view list) {
      return ListsWord(list, word) || ListsWord(list, stem);
    };
    if (has(kHolderWords) || has(row->others)) {
      said.push_back(ReceiverKind::kIsOther);
    } else if (has(row->words)) {
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
