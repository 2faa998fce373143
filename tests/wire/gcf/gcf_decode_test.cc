#include <ctime>
#include <functional>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gcf/gcf_codec.h"
#include "random_payload.h"
#include "spec_example.h"
#include "testing/status_matchers.h"

namespace waymark::wire {
namespace {

using ::testing::HasSubstr;
using testing::IsOk;
using testing::StatusIs;

constexpr std::string_view kSmall =
    "GCF tool=t symbols=2\n"
    "## targets\n"
    "@0 fn a.f 0.50 ast_resolved\n"
    "## distance_3\n"
    "@1 class a%20b -0.25 -\n"
    "## edges\n"
    "@0<@1 calls removed\n";

void ExpectGcfError(const std::string& text, const std::string& message) {
  EXPECT_THAT(DecodeGcf(text), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(message)));
}

TEST(GcfDecode, ReadsThePublishedExample) {
  EXPECT_THAT(DecodeGcf(kSpecExampleGcf), testing::IsOkAndHolds(SpecExample()));
}

TEST(GcfDecode, ReadsEveryPartOfTheGrammar) {
  const absl::StatusOr<Payload> payload = DecodeGcf(kSmall);

  ASSERT_THAT(payload, IsOk());
  ASSERT_EQ(payload->symbols.size(), 2U);
  EXPECT_EQ(payload->symbols[1].qualified_name, "a b");
  EXPECT_EQ(payload->symbols[1].score, -0.25F);
  EXPECT_EQ(payload->symbols[1].distance, 3);
  EXPECT_FALSE(payload->symbols[1].provenance.is_present());
  ASSERT_EQ(payload->edges.size(), 1U);
  EXPECT_EQ(payload->edges[0].source, 1U);
  EXPECT_EQ(payload->edges[0].target, 0U);
  EXPECT_EQ(payload->edges[0].status, EdgeStatus::kRemoved);
}

TEST(GcfDecode, PassesOverWhatOthersMayAdd) {
  std::string text = Replace(kSmall, "symbols=2\n", "lang=go symbols=2 edges=1\r\n\n# a comment\n");

  EXPECT_THAT(DecodeGcf(text), testing::IsOkAndHolds(*DecodeGcf(kSmall)));
}

// As published for writers that send rows before they know how many there will be.
constexpr std::string_view kStream =
    "GCF tool=context_for_task budget=5000\n"
    "## targets\n"
    "@0 fn pkg.Auth 0.95 lsp_resolved\n"
    "@1 fn pkg.Handler 0.88 lsp_resolved\n"
    "## related\n"
    "@2 type pkg.Config 0.72 ast_inferred\n"
    "@3 fn pkg.Server 0.65 lsp_resolved\n"
    "## edges [?]\n"
    "@0<@1 calls\n"
    "@2<@0 references\n"
    "@0<@3 imports\n"
    "## _summary symbols=4 edges=3 sections=targets:2,related:2,edges:3\n";

TEST(GcfDecode, ReadsAStream) {
  const absl::StatusOr<Payload> payload = DecodeGcf(kStream);

  ASSERT_THAT(payload, IsOk());
  ASSERT_EQ(payload->symbols.size(), 4U);
  EXPECT_EQ(payload->symbols[3].qualified_name, "pkg.Server");
  EXPECT_EQ(payload->symbols[3].distance, 1);
  EXPECT_EQ(payload->edges.size(), 3U);
}

// What the published grammar allows and this program does not write.
TEST(GcfDecode, ReadsATextWithoutAnyCount) {
  EXPECT_THAT(DecodeGcf(Replace(kSmall, " symbols=2", "")),
              testing::IsOkAndHolds(*DecodeGcf(kSmall)));
  EXPECT_THAT(DecodeGcf("GCF tool=t\n"), IsOk());
}

TEST(GcfDecode, TakesNodesBeforeAnyGroupForTargetsAndEdgesByTheirForm) {
  EXPECT_THAT(DecodeGcf("GCF tool=t symbols=2 edges=1\n"
                        "@0 fn a.f 0.50 ast_resolved\n"
                        "@1 fn a.g 0.40 ast_resolved\n"
                        "@0<@1 calls\n"),
              testing::IsOkAndHolds(*DecodeGcf("GCF tool=t symbols=2\n"
                                               "## targets\n"
                                               "@0 fn a.f 0.50 ast_resolved\n"
                                               "@1 fn a.g 0.40 ast_resolved\n"
                                               "## edges\n"
                                               "@0<@1 calls\n")));
}

TEST(GcfDecode, ReadsGroupsWithAnyTextWhoseDistanceIsUnknown) {
  const absl::StatusOr<Payload> payload = DecodeGcf(
      "GCF tool=t symbols=3\n"
      "## targets\n@0 fn a 1.00 x\n"
      "## what else it calls [2]\n@1 fn b 0.50 x\n@2 fn c 0.50 x\n@1<@0 calls\n");

  ASSERT_THAT(payload, IsOk());
  EXPECT_EQ(payload->symbols[0].distance, 0);
  EXPECT_EQ(payload->symbols[1].distance, 255);
  EXPECT_EQ(payload->symbols[2].distance, 255);
  EXPECT_EQ(payload->edges.size(), 1U);
}

TEST(GcfDecode, AProfileTakesTheOtherSummaryForAnEmptyGroup) {
  EXPECT_THAT(DecodeGcf("GCF profile=graph tool=t symbols=1\n## targets\n@0 fn a 1.00 x\n"
                        "## _summary symbols=7 edges=9\n"),
              testing::IsOkAndHolds(
                  *DecodeGcf("GCF profile=graph tool=t symbols=1\n## targets\n@0 fn a 1.00 x\n")));
}

TEST(GcfDecode, KeepsAStatusOfOthers) {
  const absl::StatusOr<Payload> payload = DecodeGcf(Replace(kSmall, " removed", " active"));

  ASSERT_THAT(payload, IsOk());
  EXPECT_EQ(TermName(*payload, payload->edges[0].status), "active");
  EXPECT_THAT(EncodeGcf(*payload, kGraphOnly),
              testing::IsOkAndHolds(Replace(kSmall, " removed", " active")));
  EXPECT_FALSE(DecodeGcf(Replace(kSmall, " removed", " unchanged"))->edges[0].status.is_present());
}

TEST(GcfDecode, ReadsAStatusInTheBracketsOfTheGrammar) {
  const absl::StatusOr<Payload> payload = DecodeGcf(Replace(kSmall, " removed", " [active]"));

  ASSERT_THAT(payload, IsOk());
  EXPECT_EQ(TermName(*payload, payload->edges[0].status), "active");
  EXPECT_EQ(DecodeGcf(Replace(kSmall, " removed", " [removed]"))->edges[0].status,
            EdgeStatus::kRemoved);
  const absl::StatusOr<Payload> own = DecodeGcf(Replace(kSmall, " removed", " %5Bactive]"));
  ASSERT_THAT(own, IsOk());
  EXPECT_EQ(TermName(*own, own->edges[0].status), "[active]");
  EXPECT_THAT(EncodeGcf(*own, kGraphOnly),
              testing::IsOkAndHolds(Replace(kSmall, " removed", " %5Bactive]")));
}

TEST(GcfDecode, PassesOverLinesOfTextInGroupsOfOthers) {
  EXPECT_THAT(DecodeGcf(std::string(kSmall) + "## text\nwords of the writer\n"),
              testing::IsOkAndHolds(*DecodeGcf(kSmall)));
  EXPECT_THAT(DecodeGcf(std::string(kStream) + "four symbols and three edges\n"),
              testing::IsOkAndHolds(*DecodeGcf(kStream)));
  EXPECT_THAT(DecodeGcf(Replace(kStream, "_summary symbols", "_summary in all symbols")),
              testing::IsOkAndHolds(*DecodeGcf(kStream)));
  EXPECT_THAT(DecodeGcf("GCF tool=t\n## _summary\n"), IsOk());
  ExpectGcfError(Replace(kSmall, "## edges\n", "## edges\nwords\n"), "invalid_node_line (line 7)");
}

TEST(GcfDecode, SaysWhatUnchangedStandsFor) {
  for (const char* const text : {"unchanged\n", "unchanged pack_root=a1 symbols=2\n"}) {
    ExpectGcfError(text, "missing_header (line 1): 'unchanged' stands for an answer");
  }
}

TEST(GcfDecode, PassesOverRootsOfOtherLengths) {
  EXPECT_THAT(DecodeGcf(Replace(kSmall, "symbols=2", "symbols=2 pack_root=a1b2")),
              testing::IsOkAndHolds(*DecodeGcf(kSmall)));
}

// A reader of one message of a session knows what it does not know.
TEST(GcfDecode, LeavesOutWhatAnEarlierMessageOfTheSessionSent) {
  const absl::StatusOr<Payload> payload = DecodeGcf(
      "GCF tool=t symbols=2 edges=1 session=true\n## targets\n"
      "@0  # previously transmitted\n@1 fn a 0.50 x\n## edges [1]\n@0<@1 calls\n");

  ASSERT_THAT(payload, IsOk());
  ASSERT_EQ(payload->symbols.size(), 1U);
  EXPECT_EQ(payload->symbols[0].qualified_name, "a");
  EXPECT_TRUE(payload->edges.empty());
  EXPECT_EQ(payload->completeness.certainty, Certainty::kIncomplete);
  EXPECT_EQ(payload->completeness.reason, "1 of the symbols sent earlier in the session");
  ExpectGcfError(
      "GCF tool=t symbols=1 session=true\n## targets\n"
      "@0  # previously transmitted\n@1 fn a 0.50 x\n",
      "count_mismatch (line 4)");
  ExpectGcfError(
      "GCF tool=t session=true\n## targets\n"
      "@0  # previously transmitted\n@0 fn a 0.50 x\n",
      "duplicate_symbol_id (line 4)");
}

TEST(GcfDecode, ReadsCountsOfGroups) {
  EXPECT_THAT(DecodeGcf(Replace(Replace(kSmall, "## targets", "## targets [1]"), "## edges",
                                "## edges [1]")),
              testing::IsOkAndHolds(*DecodeGcf(kSmall)));
  EXPECT_THAT(DecodeGcf("GCF tool=t\n## targets [?]\n## _summary symbols=0 later=x\n# end\n"),
              IsOk());
}

TEST(GcfDecode, ChecksTheCountsOfAStream) {
  ExpectGcfError(Replace(kStream, "symbols=4", "symbols=5"),
                 "count_mismatch (line 12): the summary says 5 symbols");
  ExpectGcfError(Replace(kStream, " edges=3", " edges=2"), "count_mismatch (line 12)");
  ExpectGcfError(Replace(kStream, "related:2", "related:1"),
                 "count_mismatch (line 12): the summary says 1 related, the text has 2");
  ExpectGcfError(Replace(kStream, "related:2", "distant:2"), "count_mismatch (line 12)");
  ExpectGcfError(Replace(kStream, "related:2", "related"), "invalid_count (line 12)");
  ExpectGcfError(Replace(kStream, "symbols=4", "symbols=-4"), "invalid_count (line 12)");
  ExpectGcfError(Replace(kStream, "symbols=4", "symbols"), "malformed_header_field (line 12)");
  ExpectGcfError(Replace(kStream, "@0<@3 imports\n", ""), "count_mismatch (line 11)");
  ExpectGcfError(Replace(kSmall, "## targets", "## targets [2]"),
                 "count_mismatch (line 4): the group says 2 lines, it has 1");
  ExpectGcfError(Replace(kSmall, "## edges", "## edges [2]"), "count_mismatch (line 7)");
  ExpectGcfError(Replace(kSmall, "## edges", "## edges [x]"), "invalid_count (line 6)");
  ExpectGcfError(Replace(kSmall, "## edges", "## edges ["), "invalid_node_line (line 6)");
  ExpectGcfError(Replace(kSmall, "## edges", "## edges 1"), "invalid_node_line (line 6)");
}

TEST(GcfDecode, NoticesAStreamThatBreaksOff) {
  const std::string text(kStream);

  ExpectGcfError(text.substr(0, text.find("## _summary")),
                 "count_mismatch (line 11): the stream ends");
  // Without a mark of a stream nothing promises a summary.
  EXPECT_THAT(DecodeGcf(text.substr(0, text.find("## edges"))), IsOk());
  const std::string marked = Replace(text, "budget=5000", "budget=5000 stream=true");
  ExpectGcfError(marked.substr(0, marked.find("## edges")),
                 "count_mismatch (line 7): the stream ends before its summary");
  ExpectGcfError(text + "@0<@1 calls\n",
                 "invalid_node_line (line 13): the summary is the last line");
  ExpectGcfError(text + "## targets\n", "invalid_node_line (line 13)");
}

TEST(GcfDecode, NamesCodeAndLineOfAMistake) {
  ExpectGcfError("", "missing_header (line 1)");
  ExpectGcfError("## targets\n", "missing_header (line 1)");
  ExpectGcfError(Replace(kSmall, "tool=t ", "tool=t tool=u "), "duplicate_header_field (line 1)");
  ExpectGcfError(Replace(kSmall, "tool=t", "tool"), "malformed_header_field (line 1)");
  ExpectGcfError(Replace(kSmall, "tool=t symbols=2", "symbols=2 tool=t"),
                 "malformed_header_field (line 1)");
  ExpectGcfError(Replace(kSmall, "symbols=2", "symbols=two"), "invalid_count (line 1)");
  ExpectGcfError(Replace(kSmall, "symbols=2", "symbols=2 pack_root=sha256:ab"),
                 "malformed_header_field (line 1)");
  ExpectGcfError(Replace(kSmall, "tool=t", "tool=t profile=graph"),
                 "malformed_header_field (line 1)");
  ExpectGcfError(Replace(kSmall, "tool=t", "profile=generic tool=t"), "unknown_profile (line 1)");
  ExpectGcfError(Replace(kSmall, "tool=t", "tool=t delta=true"), "malformed_delta (line 1)");
  ExpectGcfError(Replace(kSmall, "symbols=2", "symbols=3"), "count_mismatch (line 7)");
  ExpectGcfError(Replace(kSmall, "symbols=2", "symbols=2 edges=2"), "count_mismatch (line 7)");
  ExpectGcfError(Replace(kSmall, "@0 fn a.f 0.50", "@0 fn a.f  0.50"),
                 "invalid_node_line (line 3)");
  ExpectGcfError(Replace(kSmall, " ast_resolved", " "),
                 "invalid_node_line (line 3): an empty field");
  ExpectGcfError(Replace(kSmall, " ast_resolved", ""), "invalid_node_line (line 3)");
  ExpectGcfError(Replace(kSmall, "## distance_3", "## distance_300"), "invalid_node_line (line 4)");
  ExpectGcfError(Replace(kSmall, "## distance_3", "##distance_3"), "invalid_node_line (line 4)");
  ExpectGcfError(Replace(kSmall, "@1 class", "@x class"), "invalid_symbol_id (line 5)");
  ExpectGcfError(Replace(kSmall, "@1 class", "@0 class"), "duplicate_symbol_id (line 5)");
  ExpectGcfError(Replace(kSmall, "0.50", "0.5x"), "invalid_score (line 3)");
  ExpectGcfError(Replace(kSmall, "0.50", "inf"), "invalid_score (line 3)");
  ExpectGcfError(Replace(kSmall, "@0<@1", "@0->@1"), "invalid_edge_syntax (line 7)");
  ExpectGcfError(Replace(kSmall, " removed", " "), "invalid_edge_syntax (line 7)");
  ExpectGcfError(Replace(kSmall, " removed", " removed now"), "invalid_edge_syntax (line 7)");
  ExpectGcfError(Replace(kSmall, "@0<@1", "@0<@2"), "unknown_edge_reference (line 7)");
  ExpectGcfError(Replace(kSmall, "a%20b", "a%FFb"), "invalid_utf8 (line 5)");
  ExpectGcfError(Replace(kSmall, "a.f", "a\xFF"), "invalid_utf8 (line 3)");
  ExpectGcfError(Replace(kSmall, "@1 class a%20b -0.25 -", "@1  # previously transmitted"),
                 "unresolved_session_reference (line 5)");
}

// Within a word the rest would read as another one: `call` for `calls`.
TEST(GcfDecode, RefusesBlanksThatOtherReadersSplitAt) {
  const std::string node = "GCF tool=t symbols=1\n## targets\n@0 fn a%sb 0.50 x\n";
  for (const char* blank : {"\t", "\x01", "\x0b", "\r", "\x7f", "\u0085", "\u00a0", "\u2028"}) {
    ExpectGcfError(Replace(node, "%s", blank),
                   "invalid_node_line (line 3): byte 8 is a control character or white space");
    ExpectGcfError(Replace("GCF tool=t%s symbols=0\n", "%s", blank),
                   "malformed_header_field (line 1): byte 11 is a control character");
  }
  ExpectGcfError(Replace(node, "%s", std::string_view("\0", 1)), "which tokens have as %00");
  EXPECT_THAT(DecodeGcf(Replace(node, "%s", "\u4e2d")), IsOk());
  EXPECT_THAT(DecodeGcf("GCF tool=t symbols=0\n# a\tcomment\u00a0\n"), IsOk());
}

TEST(GcfDecode, NoticesATruncationWithinEveryLine) {
  for (const std::string& text : {std::string(kSpecExampleGcf), std::string(kStream),
                                  *EncodeGcf3(RandomPayload(6), kGraphOnly)}) {
    for (std::size_t size = 0; size < text.size(); ++size) {
      if (size != 0 && text[size - 1] == '\n') continue;
      ASSERT_THAT(DecodeGcf(text.substr(0, size)), StatusIs(absl::StatusCode::kInvalidArgument))
          << text.substr(0, size);
    }
  }
}

TEST(GcfDecode, NoticesATruncationAtEveryLine) {
  const std::string text(kSpecExampleGcf);
  const std::size_t edges = text.find("## edges");
  for (std::size_t at = text.find('\n'); at + 1 < edges; at = text.find('\n', at + 1)) {
    if (text.compare(at + 1, 8, "## edges") == 0) break;
    ASSERT_FALSE(DecodeGcf(text.substr(0, at + 1)).ok()) << at;
  }
}

TEST(GcfDecode, RefusesMoreHeaderFieldsThanTheLimit) {
  std::string text = "GCF tool=t symbols=0";
  for (std::size_t i = 2; i < kMaxGcfHeaderFields; ++i) text += fmt::format(" k{}=", i);

  EXPECT_THAT(DecodeGcf(text + "\n"), IsOk());
  ExpectGcfError(text + " last=\n", "malformed_header_field (line 1): more than 64 fields");
}

TEST(GcfDecode, RefusesMoreForeignNamesThanTheLimit) {
  std::string text = "GCF tool=t\n## targets\n";
  for (std::size_t i = 0; i <= kMaxForeignNames; ++i) text += fmt::format("@{0} k{0} f 0 -\n", i);

  ExpectGcfError(text,
                 "invalid_count (line 259): name 'k256': the payload already holds 256 names");
}

TEST(GcfDecode, RefusesALineLongerThanTheLimitUnlessItIsAComment) {
  const std::string filler(kMaxGcfLineBytes, 'x');

  ExpectGcfError("GCF tool=" + filler + "\n", "malformed_header_field (line 1): a line of 1048585");
  ExpectGcfError(Replace(kSmall, "a.f", filler), "invalid_node_line (line 3): a line of");
  ExpectGcfError(Replace(kSmall, "calls", filler), "invalid_node_line (line 7): a line of");
  EXPECT_THAT(DecodeGcf(Replace(kSmall, "## targets", "# " + filler + "\n## targets")), IsOk());
}

// A text is decoded or refused in tenths of a second of the processor. What grows with the square
// of its size takes minutes.
void ExpectPromptAnswer(const std::string& text) {
  const std::clock_t began = std::clock();
  DecodeGcf(text).status().IgnoreError();
  EXPECT_LT((std::clock() - began) / CLOCKS_PER_SEC, 10)
      << text.substr(0, 60) << "... of " << text.size() << " bytes";
}

std::string Repeat(int count, const std::function<std::string(int)>& part) {
  std::string text;
  for (int i = 0; i < count; ++i) text += part(i);
  return text;
}

TEST(GcfDecode, HostileTextsTakeNoMoreThanTheirSize) {
  constexpr int kMany = 200'000;
  const std::string header = "GCF tool=t\n";
  const std::string node = "@0 fn f 0 -\n";

  ExpectPromptAnswer("GCF tool=t" + Repeat(kMany, [](int i) { return fmt::format(" k{}=", i); }));
  ExpectPromptAnswer(header + Repeat(kMany, [](int) { return "## targets\n"; }));
  ExpectPromptAnswer(header + "## targets\n" +
                     Repeat(kMany, [](int i) { return fmt::format("@{} fn f 0 -\n", i); }));
  ExpectPromptAnswer(header + "## targets\n" + node + "## edges\n" +
                     Repeat(kMany, [](int i) { return fmt::format("@0<@0 t{}\n", i % 255); }));
  ExpectPromptAnswer(header + Repeat(kMany, [](int i) { return fmt::format("# {}\n", i); }));
  ExpectPromptAnswer(header + "## targets\n@0 " + std::string(kMany, ' ') + "\n");
  ExpectPromptAnswer(header + "## targets\n@0 " + std::string(kMany, '%') + " f 0 -\n");
}

TEST(GcfDecode, NeverCrashesOnFlippedBits) {
  std::string text = *EncodeGcf(RandomPayload(6), kFullAnswer);
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto flip = static_cast<char>(1 << at % 8);
    text[at] = static_cast<char>(text[at] ^ flip);
    const absl::StatusOr<Payload> payload = DecodeGcf(text);
    if (payload.ok()) {
      EXPECT_THAT(Check(*payload), IsOk());
    }
    text[at] = static_cast<char>(text[at] ^ flip);
  }
}

}  // namespace
}  // namespace waymark::wire
