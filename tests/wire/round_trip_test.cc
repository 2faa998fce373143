// What goes out through one codec comes back the same, whichever codecs it passes.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "random_payload.h"
#include "testing/status_matchers.h"
#include "text/numbers.h"
#include "wire/codec.h"
#include "wire/gcf_stream.h"

namespace waymark::wire {
namespace {

using testing::IsOk;

constexpr std::uint32_t kPayloads = 400;
constexpr std::uint32_t kPayloadsOfEachPair = 40;

// What every codec keeps, in an order of its own: of a symbol kind, name, score to two decimals,
// provenance and distance, of an edge the names of its ends, type and status.
std::vector<std::string> GraphOf(const Payload& payload) {
  std::vector<std::string> graph;
  for (const Symbol& symbol : payload.symbols) {
    std::string& line = graph.emplace_back(
        fmt::format("{} '{}' {} {} ", TermName(payload, symbol.kind), symbol.qualified_name,
                    TermName(payload, symbol.provenance), symbol.distance));
    AppendTwoDecimals(line, symbol.score);
  }
  for (const Edge& edge : payload.edges) {
    graph.push_back(fmt::format("'{}' {} '{}' {}", payload.symbols[edge.source].qualified_name,
                                TermName(payload, edge.type),
                                payload.symbols[edge.target].qualified_name,
                                TermName(payload, edge.status)));
  }
  std::sort(graph.begin(), graph.end());
  return graph;
}

class RoundTrip : public ::testing::Test {
 protected:
  std::string Encode(std::string_view format, const Payload& payload) {
    absl::StatusOr<std::string> bytes = registry_.Encode(format, payload, kGraphOnly);
    EXPECT_THAT(bytes, IsOk());
    return bytes.ok() ? *std::move(bytes) : std::string();
  }

  Payload Decode(std::string_view format, std::string_view bytes) {
    absl::StatusOr<Payload> payload = registry_.Decode(format, bytes);
    EXPECT_THAT(payload, IsOk());
    return payload.ok() ? *std::move(payload) : Payload();
  }

  CodecRegistry registry_ = CodecRegistry::BuiltIn();
};

TEST_F(RoundTrip, JsonKeepsEveryField) {
  for (std::uint32_t seed = 0; seed < kPayloads; ++seed) {
    const Payload payload = RandomPayload(seed);
    ASSERT_EQ(Decode("json", Encode("json", payload)), payload) << "seed " << seed;
  }
}

TEST_F(RoundTrip, Gcb1KeepsTheGraph) {
  for (std::uint32_t seed = 0; seed < kPayloads; ++seed) {
    const Payload payload = RandomGraph(seed);
    ASSERT_EQ(Decode("gcb1", Encode("gcb1", payload)), payload) << "seed " << seed;
  }
}

TEST_F(RoundTrip, EveryPairOfCodecsKeepsTheGraph) {
  std::size_t pairs = 0;
  for (const Codec* first : registry_.All()) {
    for (const Codec* second : registry_.All()) {
      if (first->decode == nullptr || second->decode == nullptr) continue;
      ++pairs;
      for (std::uint32_t seed = 0; seed < kPayloadsOfEachPair; ++seed) {
        const Payload payload = RandomGraph(seed);
        const Payload once = Decode(first->name, Encode(first->name, payload));
        const Payload twice = Decode(second->name, Encode(second->name, once));

        ASSERT_EQ(GraphOf(once), GraphOf(payload)) << first->name << ", seed " << seed;
        ASSERT_EQ(GraphOf(twice), GraphOf(payload))
            << first->name << ", then " << second->name << ", seed " << seed;
      }
    }
  }
  EXPECT_EQ(pairs, 49U);
}

TEST_F(RoundTrip, StreamsKeepTheGraph) {
  for (std::uint32_t seed = 0; seed < kPayloads; ++seed) {
    const Payload payload = RandomGraph(seed);
    std::string text;
    const GcfSink sink = [&text](std::string_view line) {
      text += line;
      return absl::OkStatus();
    };
    ASSERT_THAT(StreamGcf(payload, kFullAnswer, sink), IsOk());

    ASSERT_EQ(GraphOf(Decode("gcf", text)), GraphOf(payload)) << "seed " << seed;
  }
}

TEST_F(RoundTrip, GcfGivesTheSameTextAgain) {
  for (std::uint32_t seed = 0; seed < kPayloads; ++seed) {
    const Payload payload = RandomGraph(seed);
    for (const char* dialect : {"gcf", "gcf3", "gcf-short"}) {
      const std::string text = Encode(dialect, payload);
      const Payload decoded = Decode("gcf", text);

      ASSERT_EQ(Encode(dialect, decoded), text) << "seed " << seed;
      ASSERT_EQ(decoded.symbols.size(), payload.symbols.size());
      ASSERT_EQ(decoded.edges.size(), payload.edges.size());
    }
  }
}

TEST_F(RoundTrip, GcxKeepsTheGraphWithItsPlacesAndTexts) {
  for (std::uint32_t seed = 0; seed < kPayloads; ++seed) {
    const Payload sent = RandomPayload(seed);
    const absl::StatusOr<std::string> text = registry_.Encode("gcx", sent, kFullAnswer);
    ASSERT_THAT(text, IsOk());

    Payload expected = RandomGraph(seed);
    expected.tokenizer = sent.tokenizer;
    expected.pack_root = sent.pack_root;
    expected.name_note = sent.name_note;
    expected.completeness = sent.completeness;
    expected.index = sent.index;
    if (expected.index) expected.index->root.reset();
    expected.truncation = sent.truncation;
    if (expected.truncation) expected.truncation->next_call.clear();
    expected.symbols = sent.symbols;
    expected.edges = sent.edges;
    for (Symbol& symbol : expected.symbols) {
      if (!symbol.handle.empty()) symbol.id.reset();
      symbol.components = {};
      symbol.name_line = 0;
    }
    ASSERT_EQ(Decode("gcx", *text), expected) << "seed " << seed;
  }
}

TEST_F(RoundTrip, JsonAndGcb1GiveEachOtherTheSameBytes) {
  for (std::uint32_t seed = 0; seed < kPayloads; ++seed) {
    const Payload payload = RandomGraph(seed);
    const std::string json = Encode("json", payload);
    const std::string gcb1 = Encode("gcb1", payload);

    ASSERT_EQ(Encode("gcb1", Decode("json", json)), gcb1) << "seed " << seed;
    ASSERT_EQ(Encode("json", Decode("gcb1", gcb1)), json) << "seed " << seed;
    ASSERT_EQ(Encode("gcf", Decode("json", json)), Encode("gcf", Decode("gcb1", gcb1)))
        << "seed " << seed;
  }
}

}  // namespace
}  // namespace waymark::wire
