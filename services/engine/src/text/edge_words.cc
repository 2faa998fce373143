#include <algorithm>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

#include "services/payload_text.h"
#include "services/quantities.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

struct EdgeWords {
  EdgeType type;
  std::string_view verb;     // SOURCE calls TARGET
  std::string_view reverse;  // TARGET, called by SOURCE
  std::string_view source;   // one of the sources: caller
  std::string_view sources;  // empty: not worth telling
};

constexpr EdgeWords kEdgeWords[] = {
    {EdgeType::kCalls, "calls", "called by", "caller", "callers"},
    {EdgeType::kImports, "imports", "imported by", "importer", "importers"},
    {EdgeType::kImplements, "implements", "implemented by", "implementation", "implementations"},
    {EdgeType::kReferences, "refers to", "referred to by", "reference", "references"},
    {EdgeType::kHandlesRoute, "handles", "handled by", "handler", "handlers"},
    {EdgeType::kDependsOn, "depends on", "needed by", "dependent", "dependents"},
    {EdgeType::kDeploys, "deploys", "deployed by", "deployment", "deployments"},
    {EdgeType::kExposes, "exposes", "exposed by", "place that exposes it", "places that expose it"},
    {EdgeType::kConfigures, "configures", "configured by", "configuration", "configurations"},
    {EdgeType::kExtends, "extends", "extended by", "derived type", "derived types"},
    {EdgeType::kOverrides, "overrides", "overridden by", "override", "overrides"},
    {EdgeType::kDecorates, "decorates", "decorated by", "decorator", "decorators"},
    {EdgeType::kThrows, "throws", "thrown by", "place that throws it", "places that throw it"},
    {EdgeType::kOwnedBy, "is owned by", "owner of", "owned symbol", "owned symbols"},
    {EdgeType::kAuthoredBy, "was changed by", "author of", "symbol of the author",
     "symbols of the author"},
    {EdgeType::kTests, "tests", "tested by", "test", "tests"},
    {EdgeType::kRuntimeCalls, "calls at run time", "called at run time by", "caller at run time",
     "callers at run time"},
    {EdgeType::kRuntimeRpc, "calls remotely", "called remotely by", "remote caller",
     "remote callers"},
    {EdgeType::kRuntimeProduces, "writes at run time", "written at run time by",
     "writer at run time", "writers at run time"},
    {EdgeType::kRuntimeConsumes, "reads at run time", "read at run time by", "reader at run time",
     "readers at run time"},
    {EdgeType::kContains, "contains", "contained in", "", ""},
    {EdgeType::kMemberOf, "is a member of", "has the member", "member", "members"},
    {EdgeType::kDocuments, "mentions", "mentioned in", "mention in documents",
     "mentions in documents"},
    {EdgeType::kConsumesEndpoint, "sends requests to", "gets requests from", "client", "clients"},
    {EdgeType::kImplementsRpc, "implements", "implemented by", "implementation", "implementations"},
    {EdgeType::kConsumesRpc, "calls remotely", "called remotely by", "remote caller",
     "remote callers"},
    {EdgeType::kGatedByFlag, "is gated by", "gates", "gated symbol", "gated symbols"},
    {EdgeType::kDeployedBy, "is deployed by", "deploys", "deployed symbol", "deployed symbols"},
    {EdgeType::kTestedBy, "is tested by", "tests", "tested symbol", "tested symbols"},
    {EdgeType::kPublishes, "publishes to", "gets messages from", "publisher", "publishers"},
    {EdgeType::kSubscribes, "subscribes to", "read by", "subscriber", "subscribers"},
    {EdgeType::kConnectsTo, "connects to", "connected to by", "connection", "connections"},
    {EdgeType::kSimilarTo, "is similar to", "similar to", "similar symbol", "similar symbols"},
    {EdgeType::kCoTestedWith, "is tested together with", "tested together with",
     "symbol that is tested with it", "symbols that are tested with it"},
    {EdgeType::kTypeHintOf, "is typed with", "type of", "use as a type", "uses as a type"},
    {EdgeType::kAccessesField, "accesses", "accessed by", "place that accesses it",
     "places that access it"},
    {EdgeType::kReadsEnv, "reads", "read by", "reader", "readers"},
    {EdgeType::kExecutesProcess, "starts", "started by", "place that starts it",
     "places that start it"},
};

// Null for a type that has no words.
const EdgeWords* EdgeRowOf(wire::Term<EdgeType> type) {
  const auto* const row =
      std::find_if(std::begin(kEdgeWords), std::end(kEdgeWords),
                   [type](const EdgeWords& words) { return type == words.type; });
  return row == std::end(kEdgeWords) ? nullptr : row;
}

std::string PlainName(const wire::Payload& payload, wire::Term<EdgeType> type) {
  std::string name = VisibleLine(wire::TermName(payload, type));
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

}  // namespace

std::string VerbOf(const wire::Payload& payload, wire::Term<EdgeType> type) {
  const EdgeWords* const words = EdgeRowOf(type);
  return words == nullptr ? PlainName(payload, type) : std::string(words->verb);
}

std::string ReverseVerbOf(const wire::Payload& payload, wire::Term<EdgeType> type) {
  const EdgeWords* const words = EdgeRowOf(type);
  return words == nullptr ? PlainName(payload, type) + ", from" : std::string(words->reverse);
}

std::string SourcesText(const wire::Payload& payload, const wire::EdgeCount& count) {
  const EdgeWords* const words = EdgeRowOf(count.type);
  if (words == nullptr) {
    return fmt::format("{} {}", Grouped(count.count), PlainName(payload, count.type));
  }
  return words->sources.empty() ? "" : Counted(count.count, words->source, words->sources);
}

std::string TargetsText(const wire::Payload& payload, const wire::EdgeCount& count) {
  return fmt::format("{} {}", VerbOf(payload, count.type), Grouped(count.count));
}

}  // namespace waymark::services
