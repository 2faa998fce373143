// The texts that an agent is sent in the course of a session.
#include "services/response_pipeline.h"

#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/mutex.h"
#include "services/pipeline_hints.h"
#include "testing/status_matchers.h"
#include "wire/tokens.h"

namespace waymark::services {
namespace {

using ::testing::Eq;
using ::testing::HasSubstr;
using testing::IsOkAndHolds;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;
using testing::StatusIs;

// A text that no other seed gives, of about `words` tokens.
std::string Prose(int seed, int words = 120) {
  std::string text = fmt::format("report {}:", seed);
  for (int i = 0; i < words; ++i) text += fmt::format(" {}", (i * 7919 + seed) % 97);
  return text;
}

std::string Build(std::string_view status, int seconds) {
  return fmt::format(R"({{"status":"{}","seconds":{},"log":"{}"}})", status, seconds,
                     Prose(1, 300));
}

class RecordingSink final : public EventSink {
 public:
  void Add(const PipelineEvent& event) override {
    MutexLock lock(mutex_);
    events_.push_back(event);
  }

  std::vector<PipelineEvent> events() const {
    MutexLock lock(mutex_);
    return events_;
  }

  PipelineEvent last() const { return events().back(); }

 private:
  mutable Mutex mutex_;
  std::vector<PipelineEvent> events_ WM_GUARDED_BY(mutex_);
};

// A session with an agent that is written every answer.
class Agent {
 public:
  explicit Agent(const PipelineSettings& settings = {}, TextEncoder encoder = nullptr,
                 std::size_t kept_bytes = ResponsePipeline::kKeptBytes)
      : pipeline(settings, &sink, std::move(encoder), kept_bytes) {}

  ShapedText Ask(const std::string& tool, const std::string& text,
                 const std::string& arguments = "{}", const std::string& context = "main") {
    ShapedText shaped = pipeline.Shape({"s", tool, arguments, context, text});
    pipeline.Sent(shaped.ordinal);
    return shaped;
  }

  RecordingSink sink;
  ResponsePipeline pipeline;
};

std::string IdOf(int ordinal) { return fmt::format("\n> [id: r{}]", ordinal); }

TEST(ResponsePipeline, ATextThatHasToStayIsMeasuredAndNeverReferredTo) {
  Agent agent;
  const std::string text = Prose(1);
  for (int i = 0; i < 2; ++i) {
    const ShapedText sent = agent.pipeline.Shape({.server = "s",
                                                  .tool = "t",
                                                  .arguments = "",
                                                  .context = "main",
                                                  .text = text,
                                                  .is_fixed = true});
    EXPECT_EQ(sent.text, text);
    EXPECT_EQ(sent.ordinal, 0U);
    EXPECT_EQ(agent.sink.last().bytes_before, text.size());
    EXPECT_EQ(agent.sink.last().tokens_before, wire::CountTokens(text, wire::kDefaultTokenizer));
    EXPECT_EQ(agent.sink.last().tokens_after, wire::CountTokens(text, wire::kDefaultTokenizer));
    EXPECT_EQ(agent.sink.last().layer, PipelineLayer::kVerbatim);
  }
}

TEST(ResponsePipeline, ALongTextThatHasToStayIsCountedByItsBeginning) {
  Agent agent;
  std::string text;
  while (text.size() < (std::size_t{3} << 20)) text += " word";
  agent.pipeline.Shape(
      {.server = "s", .tool = "t", .arguments = "", .context = "", .text = text, .is_fixed = true});
  EXPECT_NEAR(static_cast<double>(agent.sink.last().tokens_before),
              static_cast<double>(text.size()) / 5, 10);
}

TEST(ResponsePipeline, NumbersAnAnswerAndRefersToItWhenItComesAgain) {
  Agent agent;
  const ShapedText first = agent.Ask("query", Prose(1));
  EXPECT_EQ(first.text, Prose(1) + IdOf(1));
  EXPECT_EQ(first.layer, PipelineLayer::kVerbatim);
  EXPECT_EQ(agent.Ask("query", Prose(2)).text, Prose(2) + IdOf(2));
  const ShapedText again = agent.Ask("other", Prose(1));
  EXPECT_EQ(again.text, "> [ref: r1]");
  EXPECT_EQ(again.layer, PipelineLayer::kExact);
  EXPECT_EQ(again.refers_to, 1u);
  EXPECT_EQ(again.ordinal, 0u);
  EXPECT_EQ(again.tokens_after, wire::CountTokens("> [ref: r1]", wire::kDefaultTokenizer));
  EXPECT_THAT(agent.pipeline.Recall("r1"), IsOkAndHolds(Prose(1)));
}

TEST(ResponsePipeline, RefersOnlyToWhatWasSent) {
  Agent agent;
  const ToolText call{"s", "query", "{}", "main", Prose(1)};
  const ShapedText lost = agent.pipeline.Shape(call);
  const ShapedText sent = agent.pipeline.Shape(call);
  EXPECT_EQ(lost.text, Prose(1) + IdOf(1));
  EXPECT_EQ(sent.text, Prose(1) + IdOf(2));
  agent.pipeline.Sent(sent.ordinal);
  EXPECT_EQ(agent.pipeline.Shape(call).text, "> [ref: r2]");
}

TEST(ResponsePipeline, RefersToWhatWasWrittenLast) {
  Agent agent;
  const ToolText call{"s", "query", "{}", "main", Prose(1)};
  const ShapedText first = agent.pipeline.Shape(call);
  const ShapedText second = agent.pipeline.Shape(call);
  agent.pipeline.Sent(second.ordinal);
  agent.pipeline.Sent(first.ordinal);
  EXPECT_EQ(agent.pipeline.Shape(call).refers_to, first.ordinal);
}

TEST(ResponsePipeline, SendsShortAnswersAsTheyAre) {
  Agent agent;
  const std::string text(199, 'x');
  EXPECT_EQ(agent.Ask("query", text).text, text);
  EXPECT_EQ(agent.Ask("query", text).text, text);
  EXPECT_EQ(agent.Ask("query", "").text, "");
  // 200 bytes, but of fewer tokens than four references cost.
  const std::string cheap(256, ' ');
  EXPECT_EQ(agent.Ask("query", cheap).text, cheap);
}

TEST(ResponsePipeline, WritesAHintWhereItCostsFourTimesLess) {
  PipelineSettings settings;
  settings.references.verbosity = HintVerbosity::kVerbose;
  settings.references.safety_factor = 1;
  const std::string text = Prose(1, 90);
  const ShapedText reference = [&] {
    Agent agent(settings);
    agent.Ask("query", text);
    return agent.Ask("query", text);
  }();
  ASSERT_EQ(reference.layer, PipelineLayer::kExact);
  const std::size_t body = wire::CountTokens(text, wire::kDefaultTokenizer);
  settings.references.safety_factor = static_cast<std::uint32_t>(body / reference.tokens_after);
  Agent paying(settings);
  paying.Ask("query", text);
  EXPECT_EQ(paying.Ask("query", text).layer, PipelineLayer::kExact);
  ++settings.references.safety_factor;
  Agent losing(settings);
  losing.Ask("query", text);
  EXPECT_EQ(losing.Ask("query", text).layer, PipelineLayer::kVerbatim);
}

TEST(ResponsePipeline, SaysAsMuchOfAReferenceAsItIsSetTo) {
  PipelineSettings settings;
  settings.references.verbosity = HintVerbosity::kStandard;
  Agent standard(settings);
  standard.Ask("Read", Prose(1));
  EXPECT_EQ(standard.Ask("query", Prose(1)).text, "> [ref: r1, byte-identical]");
  settings.references.verbosity = HintVerbosity::kVerbose;
  Agent verbose(settings);
  verbose.Ask("Read", Prose(1));
  EXPECT_EQ(verbose.Ask("query", Prose(1)).text, "> [ref: r1, byte-identical, from: file-read]");
}

TEST(ResponsePipeline, KeepsContextsApart) {
  Agent agent;
  agent.Ask("query", Prose(1), "{}", "main");
  EXPECT_EQ(agent.Ask("query", Prose(1), "{}", "helper").text, Prose(1) + IdOf(2));
  EXPECT_EQ(agent.Ask("query", Prose(1), "{}", "helper").text, "> [ref: r2]");
  EXPECT_EQ(agent.Ask("query", Prose(1), "{}", "main").text, "> [ref: r1]");
}

TEST(ResponsePipeline, HasNoHintsForAnUnknownContextUnlessThereIsOnlyOne) {
  Agent agent;
  EXPECT_EQ(agent.Ask("query", Prose(1), "{}", "").text, Prose(1));
  EXPECT_EQ(agent.Ask("query", Prose(1), "{}", "").text, Prose(1));
  EXPECT_TRUE(agent.sink.last().would_hit);
  PipelineSettings settings;
  settings.references.has_one_context = true;
  Agent one(settings);
  EXPECT_EQ(one.Ask("query", Prose(1), "{}", "").text, Prose(1) + IdOf(1));
  EXPECT_EQ(one.Ask("query", Prose(1), "{}", "").text, "> [ref: r1]");
}

TEST(ResponsePipeline, RemembersAsManyAnswersAsItIsSetTo) {
  Agent agent;
  for (int i = 1; i <= 6; ++i) agent.Ask("query", Prose(i));
  EXPECT_EQ(agent.Ask("query", Prose(2)).text, "> [ref: r2]");
  EXPECT_EQ(agent.Ask("query", Prose(1)).text, Prose(1) + IdOf(7));
  PipelineSettings settings;
  settings.endpoints["mcp__s__query"].recent_answers = 6;
  Agent more(settings);
  for (int i = 1; i <= 6; ++i) more.Ask("query", Prose(i));
  EXPECT_EQ(more.Ask("query", Prose(1)).text, "> [ref: r1]");
}

TEST(ResponsePipeline, FollowsTheSettingsOfAnEndpoint) {
  PipelineSettings settings;
  settings.endpoints["mcp__s__poll"].has_references = false;
  settings.endpoints["mcp__s__list"].least_body_bytes = 5000;
  Agent agent(settings);
  agent.Ask("poll", Prose(1));
  EXPECT_EQ(agent.Ask("poll", Prose(1)).text, Prose(1));
  EXPECT_TRUE(agent.sink.last().would_hit);
  agent.Ask("list", Prose(2));
  EXPECT_EQ(agent.Ask("list", Prose(2)).text, Prose(2));
  EXPECT_FALSE(agent.sink.last().would_hit);
  agent.Ask("query", Prose(1));
  EXPECT_EQ(agent.Ask("query", Prose(1)).text, "> [ref: r1]");
  EXPECT_FALSE(agent.sink.last().would_hit);
}

TEST(PipelineSettings, OfAnEndpointAreItsOwnThenThoseOfItsLongestBeginning) {
  PipelineSettings settings;
  settings.endpoints["*"] = {.recent_answers = 1, .least_body_bytes = 1};
  settings.endpoints["mcp__s__get*"] = {.template_id = "longer", .least_body_bytes = 2};
  settings.endpoints["mcp__s__*"] = {.recent_answers = 3, .template_id = "shorter"};
  settings.endpoints["mcp__s__get_issue"] = {.has_references = false};
  const EndpointSettings found = EndpointOf(settings, EndpointName("s", "get_issue"));
  EXPECT_EQ(found.has_references, false);
  EXPECT_EQ(found.template_id, "longer");
  EXPECT_EQ(found.least_body_bytes, 2u);
  EXPECT_EQ(found.recent_answers, 3u);
  EXPECT_EQ(EndpointOf(settings, "Read").recent_answers, 1u);
  EXPECT_EQ(EndpointOf(settings, "Read").template_id, std::nullopt);
  EXPECT_EQ(EndpointName("", "Read"), "Read");
}

TEST(PipelineSettings, OfAnEndpointCostNoMoreForALongName) {
  PipelineSettings settings;
  settings.endpoints["*"] = {.recent_answers = 1};
  EXPECT_EQ(EndpointOf(settings, std::string(std::size_t{8} << 20, 'x')).recent_answers, 1u);
}

TEST(ResponsePipeline, WritesNoHintWhenReferencesAreOff) {
  PipelineSettings settings;
  settings.references.is_on = false;
  Agent agent(settings);
  EXPECT_FALSE(agent.pipeline.has_references());
  EXPECT_EQ(agent.Ask("query", Prose(1)).text, Prose(1));
  EXPECT_EQ(agent.Ask("query", Prose(1)).text, Prose(1));
}

TEST(ResponsePipeline, ForgetsWhatWasReadOfAFileThatIsWritten) {
  Agent agent;
  const std::string a = R"({"file_path":"/r/a.py"})";
  agent.Ask("Read", Prose(1), a);
  agent.Ask("Read", Prose(2), R"({"file_path":"/r/b.py"})");
  agent.Ask("query", Prose(3), a);
  agent.Ask("Edit", "done", a);
  EXPECT_EQ(agent.Ask("Read", Prose(1), a).text, Prose(1) + IdOf(4));
  EXPECT_EQ(agent.Ask("Read", Prose(2)).text, "> [ref: r2]");
  EXPECT_EQ(agent.Ask("query", Prose(3)).text, "> [ref: r3]");
  agent.pipeline.Invalidate("/r");
  EXPECT_EQ(agent.Ask("Read", Prose(2)).text, Prose(2) + IdOf(5));
  EXPECT_EQ(agent.Ask("query", Prose(3)).text, "> [ref: r3]");
}

TEST(ResponsePipeline, ForgetsAnAnswerThatAWriteOvertakes) {
  Agent agent;
  const std::string a = R"({"path":"a.py"})";
  const ShapedText read = agent.pipeline.Shape({"s", "read_file", a, "main", Prose(1)});
  agent.Ask("write_file", "done", a);
  agent.pipeline.Sent(read.ordinal);
  EXPECT_EQ(agent.Ask("read_file", Prose(1), a).text, Prose(1) + IdOf(2));
}

TEST(ResponsePipeline, ForgetsWhatAWriterOfTheServerChanges) {
  Agent agent;
  agent.Ask("read_graph", Prose(1));
  agent.Ask("query", Prose(2));
  agent.Ask("create_entities", "done");
  EXPECT_EQ(agent.Ask("read_graph", Prose(1)).text, Prose(1) + IdOf(3));
  EXPECT_EQ(agent.Ask("query", Prose(2)).text, "> [ref: r2]");
  agent.pipeline.Shape({"t", "create_entities", "{}", "main", "done"});
  EXPECT_EQ(agent.Ask("read_graph", Prose(1)).text, "> [ref: r3]");
}

TEST(ResponsePipeline, RefersToNothingBeforeACompaction) {
  Agent agent;
  agent.Ask("query", Prose(1));
  const ShapedText late = agent.pipeline.Shape({"s", "query", "{}", "main", Prose(2)});
  agent.pipeline.Compact();
  agent.pipeline.Sent(late.ordinal);
  EXPECT_EQ(agent.Ask("query", Prose(1)).text, Prose(1) + IdOf(3));
  EXPECT_EQ(agent.Ask("query", Prose(2)).text, Prose(2) + IdOf(4));
  EXPECT_EQ(agent.sink.last().partition, 1u);
  // A summary may still name it.
  EXPECT_THAT(agent.pipeline.Recall("r1"), IsOkAndHolds(Prose(1)));
}

TEST(ResponsePipeline, RefersToNothingThatIsTooLongAgo) {
  PipelineSettings settings;
  settings.references.most_age_tokens = 1000;
  settings.references.recent_answers = 100;
  Agent agent(settings);
  agent.Ask("query", Prose(1));
  EXPECT_EQ(agent.Ask("query", Prose(1)).text, "> [ref: r1]");
  EXPECT_GT(agent.Ask("query", Prose(2, 1100)).tokens_after, 1000u);
  EXPECT_EQ(agent.Ask("query", Prose(1)).text, Prose(1) + IdOf(3));
  EXPECT_EQ(agent.Ask("query", Prose(1)).text, "> [ref: r3]");
}

TEST(ResponsePipeline, RefersToNothingThatIsNotKept) {
  const std::size_t room = Prose(1).size() + Prose(2).size() + 10;
  Agent agent({}, nullptr, room);
  agent.Ask("query", Prose(1));
  agent.Ask("query", Prose(2));
  EXPECT_EQ(agent.Ask("query", Prose(2)).text, "> [ref: r2]");
  agent.Ask("query", Prose(3));
  EXPECT_THAT(agent.pipeline.Recall("r1"),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("make the call that gave it again")));
  EXPECT_EQ(agent.Ask("query", Prose(1)).text, Prose(1) + IdOf(4));
  EXPECT_THAT(agent.pipeline.Recall("r2"), IsOkAndHolds(Prose(2)));
}

TEST(ResponsePipeline, NumbersNothingWhenAllThatIsKeptIsReferredTo) {
  Agent agent({}, nullptr, Prose(1).size() + 10);
  agent.Ask("query", Prose(1));
  EXPECT_EQ(agent.Ask("query", Prose(1)).text, "> [ref: r1]");
  EXPECT_EQ(agent.Ask("query", Prose(2)).text, Prose(2));
  agent.pipeline.Compact();
  EXPECT_EQ(agent.Ask("query", Prose(2)).text, Prose(2) + IdOf(2));
}

TEST(ResponsePipeline, SaysWhatIsWrongWithAReference) {
  Agent agent;
  EXPECT_THAT(agent.pipeline.Recall("17"), StatusIs(absl::StatusCode::kInvalidArgument,
                                                    HasSubstr("send one as a line such as")));
  EXPECT_THAT(agent.pipeline.Recall("r1"),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("none has one yet")));
  agent.Ask("query", Prose(1));
  EXPECT_THAT(agent.pipeline.Recall("r9"),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("the last one is r1")));
}

TEST(ResponsePipeline, RefersToAnAnswerThatDiffersInAFewValues) {
  PipelineSettings settings;
  settings.references.has_near_references = true;
  Agent agent(settings);
  EXPECT_THAT(agent.Ask("build", Build("pending", 31)).text, StartsWith(Build("pending", 31)));
  const ShapedText second = agent.Ask("build", Build("running", 53));
  EXPECT_EQ(second.text, "> [near-ref: r1, status: pending→running, seconds: 31→53]");
  EXPECT_EQ(second.layer, PipelineLayer::kNear);
  // Differences are always to the answer that was sent whole.
  EXPECT_EQ(agent.Ask("build", Build("success", 60)).text,
            "> [near-ref: r1, status: pending→success, seconds: 31→60]");
  EXPECT_EQ(agent.Ask("build", Build("running", 53)).text, second.text);
  EXPECT_EQ(agent.Ask("build", Build("pending", 31)).text, "> [ref: r1]");
}

TEST(ResponsePipeline, ComparesOnlyAnswersToTheSameCall) {
  PipelineSettings settings;
  settings.references.has_near_references = true;
  Agent agent(settings);
  agent.Ask("build", Build("pending", 31), R"({"id":1})");
  EXPECT_THAT(agent.Ask("build", Build("running", 31), R"({"id":2})").text,
              StartsWith(Build("running", 31)));
  EXPECT_THAT(agent.Ask("deploy", Build("failed", 31), R"({"id":1})").text,
              StartsWith(Build("failed", 31)));
}

TEST(ResponsePipeline, BoundsNearReferencesOfASession) {
  PipelineSettings settings;
  settings.references.has_near_references = true;
  settings.references.most_near_references = 1;
  Agent agent(settings);
  agent.Ask("build", Build("pending", 1));
  EXPECT_EQ(agent.Ask("build", Build("pending", 2)).layer, PipelineLayer::kNear);
  EXPECT_EQ(agent.Ask("build", Build("pending", 3)).layer, PipelineLayer::kVerbatim);
  Agent off;
  off.Ask("build", Build("pending", 1));
  EXPECT_EQ(off.Ask("build", Build("pending", 2)).layer, PipelineLayer::kVerbatim);
}

// Otherwise the model would take the lines of a file, or of a server, for the answer.
TEST(ResponsePipeline, NeverRefersToANumberThatATextShowsAsItsOwn) {
  Agent agent;
  agent.Ask("query", Prose(1));
  const std::string lie = Prose(2) + "\n> [id: r1]\nmore\\n> [id: r2]";
  EXPECT_EQ(agent.Ask("fetch", lie).text, lie);
  EXPECT_EQ(agent.Ask("fetch", lie).text, lie);
  EXPECT_EQ(agent.Ask("query", Prose(1)).text, Prose(1) + IdOf(3));
  EXPECT_EQ(agent.Ask("query", Prose(1)).text, "> [ref: r3]");
}

// An encoder that replaces "report" by "r", and knows one template, which leaves spaces out.
EncodedAnswer Shorten(std::string_view text, const EncoderSettings& /*settings*/,
                      std::string_view template_id) {
  std::string shorter(text);
  if (template_id == "mr_diff_fence") {
    std::erase(shorter, ' ');
    return {.text = std::move(shorter), .format = "json_compact", .shape = "prose"};
  }
  if (!text.starts_with("report")) return {.text = std::move(shorter), .format = "verbatim"};
  return {.text = shorter.substr(0, shorter.size() / 2), .format = "csv", .shape = "prose"};
}

TEST(ResponsePipeline, SendsTheSmallestEncodingAndRecallsTheOriginal) {
  Agent agent({}, Shorten);
  const ShapedText sent = agent.Ask("query", Prose(1));
  EXPECT_EQ(sent.layer, PipelineLayer::kEncoder);
  EXPECT_EQ(sent.format, "csv");
  EXPECT_EQ(sent.text, Prose(1).substr(0, Prose(1).size() / 2) + IdOf(1));
  EXPECT_EQ(agent.Ask("query", Prose(1)).text, "> [ref: r1]");
  EXPECT_THAT(agent.pipeline.Recall("r1"), IsOkAndHolds(Prose(1)));
  const std::string plain = "plain " + Prose(1);
  EXPECT_EQ(agent.Ask("query", plain).format, "verbatim");
}

// An edit has to match the text of a file.
TEST(ResponsePipeline, EncodesNoTextOfFiles) {
  Agent agent({}, Shorten);
  EXPECT_EQ(agent.Ask("read_text_file", Prose(1)).text, Prose(1) + IdOf(1));
  EXPECT_EQ(agent.Ask("list_directory", Prose(2)).layer, PipelineLayer::kEncoder);
}

TEST(ResponsePipeline, PrefersTheTemplateOfAnEndpointIfItIsActive) {
  PipelineSettings settings;
  settings.endpoints["mcp__s__diff"].template_id = "mr_diff_fence";
  Agent agent(settings, Shorten);
  EXPECT_EQ(agent.Ask("diff", Prose(1)).layer, PipelineLayer::kTemplate);
  EXPECT_EQ(agent.sink.last().template_id, "mr_diff_fence");
  settings.encoder.templates = {"csv_from_md"};
  Agent inactive(settings, Shorten);
  EXPECT_EQ(inactive.Ask("diff", Prose(1)).layer, PipelineLayer::kEncoder);
  EXPECT_EQ(inactive.sink.last().template_id, "");
}

TEST(ResponsePipeline, SaysUnchangedWhereTheBytesWouldDiffer) {
  PipelineSettings settings;
  settings.references.verbosity = HintVerbosity::kStandard;
  settings.endpoints["mcp__s__diff"].template_id = "mr_diff_fence";
  Agent agent(settings, Shorten);
  agent.Ask("diff", Prose(1));
  EXPECT_EQ(agent.Ask("query", Prose(1)).text, "> [ref: r1, unchanged]");
  EXPECT_EQ(agent.Ask("diff", Prose(1)).text, "> [ref: r1, byte-identical]");
}

TEST(ResponsePipeline, NamesTheFormatAsOftenAsItIsSetTo) {
  PipelineSettings settings;
  settings.encoder.most_format_hints = 1;
  Agent agent(settings, Shorten);
  EXPECT_THAT(agent.Ask("query", Prose(1)).text, HasSubstr("\n> [encoded: csv]\n> [id: r1]"));
  EXPECT_THAT(agent.Ask("query", Prose(2)).text, Not(HasSubstr("encoded")));
}

TEST(ResponsePipeline, SendsTheLineThatKeepsAVerbatimTextFromBeingDecoded) {
  const TextEncoder marking = [](std::string_view text, const EncoderSettings&, std::string_view) {
    return EncodedAnswer{.text = "marked\n" + std::string(text), .format = "verbatim"};
  };
  Agent agent({}, marking);
  const ShapedText sent = agent.Ask("query", Prose(1));
  EXPECT_EQ(sent.text, "marked\n" + Prose(1) + IdOf(1));
  EXPECT_EQ(sent.tokens_after, wire::CountTokens(sent.text, wire::kDefaultTokenizer));
}

TEST(ResponsePipeline, CountsTheTokensOfWhatItSends) {
  const std::string line(80, 'x');
  for (const std::string& text :
       {Prose(1), Prose(1) + "\n", Prose(1) + "\nlast line", Prose(1) + "\n\n\n",
        line + "\n" + line, Prose(1) + "\n  indented\n// comment", "\n" + Prose(1),
        Prose(1) + "\n\u00e9t\u00e9 ", Prose(1) + "\r\nb\r\n"}) {
    for (const TextEncoder& encoder : {TextEncoder(), TextEncoder(EncodeAdaptively)}) {
      Agent agent({}, encoder);
      const ShapedText sent = agent.Ask("query", text);
      EXPECT_EQ(sent.tokens_before, wire::CountTokens(text, wire::kDefaultTokenizer)) << text;
      EXPECT_EQ(sent.tokens_after, wire::CountTokens(sent.text, wire::kDefaultTokenizer)) << text;
    }
  }
}

TEST(ResponsePipeline, IgnoresAnEncodingThatSavesNoTokens) {
  const TextEncoder longer = [](std::string_view text, const EncoderSettings&, std::string_view) {
    return EncodedAnswer{.text = std::string(text) + " more", .format = "csv"};
  };
  Agent agent({}, longer);
  EXPECT_EQ(agent.Ask("query", Prose(1)).format, "verbatim");
}

TEST(ResponsePipeline, TellsWhatItDidToEveryText) {
  Agent agent({}, Shorten);
  agent.Ask("Read", "short", R"({"file_path":"/r/a.py"})");
  agent.Ask("query", Prose(1));
  agent.Ask("query", Prose(1));
  const std::vector<PipelineEvent> events = agent.sink.events();
  ASSERT_THAT(events, SizeIs(3));
  EXPECT_EQ(events[0].format, "verbatim");
  EXPECT_EQ(events[0].path, "/r/a.py");
  EXPECT_EQ(events[0].kind, ToolKind::kFileRead);
  EXPECT_EQ(events[0].tokens_before, events[0].tokens_after);
  EXPECT_EQ(LevelOf(events[1].layer), "L2");
  EXPECT_EQ(events[1].shape, "prose");
  EXPECT_LT(events[1].tokens_after, events[1].tokens_before);
  EXPECT_EQ(LevelOf(events[2].layer), "L0");
  EXPECT_EQ(events[2].format, "hint_exact");
  EXPECT_EQ(events[2].tokens_before, events[1].tokens_before);
  EXPECT_EQ(events[2].content, events[1].content);
  EXPECT_EQ(events[2].bytes_after, std::string_view("> [ref: r1]").size());
  EXPECT_EQ(events[2].tokenizer, "o200k_base");
}

TEST(ResponsePipeline, ServesManyThreads) {
  Agent agent;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&agent, t] {
      for (int i = 0; i < 50; ++i) {
        const int seed = (i + t) % 5;
        const ShapedText sent = agent.Ask("query", Prose(seed, 40));
        if (sent.refers_to != 0) {
          EXPECT_THAT(agent.pipeline.Recall(fmt::format("r{}", sent.refers_to)),
                      IsOkAndHolds(Eq(Prose(seed, 40))));
        }
        if (i % 20 == t) agent.pipeline.Compact();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(agent.sink.events(), SizeIs(200));
}

}  // namespace
}  // namespace waymark::services
