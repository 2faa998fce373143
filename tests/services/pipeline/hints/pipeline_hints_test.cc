// The form of hints, their cost, and the claims that none of them makes.
#include "services/pipeline_hints.h"

#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "services/pipeline_settings.h"
#include "testing/status_matchers.h"
#include "wire/tokens.h"

namespace waymark::services {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::IsOkAndHolds;
using ::testing::SizeIs;
using testing::StatusIs;

constexpr absl::StatusCode kInvalid = absl::StatusCode::kInvalidArgument;

struct WrittenHint {
  Hint hint;
  std::string line;
};

const std::vector<WrittenHint>& AllForms() {
  static const std::vector<WrittenHint> kForms = {
      {IdHint{17}, "> [id: r17]"},
      {ReferenceHint{17, {}, {}}, "> [ref: r17]"},
      {ReferenceHint{17, ReferenceCertainty::kByteIdentical, {}}, "> [ref: r17, byte-identical]"},
      {ReferenceHint{17, ReferenceCertainty::kUnchanged, {}}, "> [ref: r17, unchanged]"},
      {ReferenceHint{4294967295, ReferenceCertainty::kByteIdentical, ToolKind::kFileRead},
       "> [ref: r4294967295, byte-identical, from: file-read]"},
      {ReferenceHint{1, {}, ToolKind::kOther}, "> [ref: r1, from: other]"},
      {NearReferenceHint{17, {{"status", "\"pending\"", "\"success\""}, {"duration", "31", "53"}}},
       "> [near-ref: r17, status: pending→success, duration: 31→53]"},
      {OverflowHint{18, "get_issues(page=2)"}, "> [+18 more. call get_issues(page=2)]"},
      {FormatHint{"csv_from_md", "rows=18, cols=6"}, "> [encoded: csv_from_md | rows=18, cols=6]"},
      {FormatHint{"adaptive/v1", ""}, "> [encoded: adaptive/v1]"},
      {MetadataHint{"status=open", 247, 20},
       "> [query: \"status=open\" | total=247 | returned=20]"},
  };
  return kForms;
}

// A row of the table of hints in the documentation.
struct DocumentedHint {
  std::string line;
  std::string tokens;
  std::string least_answer;  // empty: the hint replaces none
};

std::vector<DocumentedHint> DocumentedHints() {
  std::ifstream page(WM_SOURCE_DIR "/docs/PIPELINE.md");
  std::vector<DocumentedHint> rows;
  static const std::regex kRow("\\| `(> \\[.*\\])` \\| ([0-9]+) \\| ([0-9]*) ?\\|");
  for (std::string text; std::getline(page, text);) {
    std::smatch parts;
    if (!std::regex_match(text, parts, kRow)) continue;
    rows.push_back(
        {std::regex_replace(parts.str(1), std::regex("\\\\\\|"), "|"), parts.str(2), parts.str(3)});
  }
  return rows;
}

TEST(PipelineHints, EveryFamilyIsWrittenAndReadBack) {
  for (const WrittenHint& form : AllForms()) {
    EXPECT_THAT(RenderHint(form.hint), IsOkAndHolds(form.line));
    EXPECT_THAT(ParseHint(form.line), IsOkAndHolds(form.hint)) << form.line;
  }
}

TEST(PipelineHints, CostWhatTheDocumentationSays) {
  const std::size_t factor = ReferenceSettings().safety_factor;
  const std::vector<DocumentedHint> rows = DocumentedHints();
  EXPECT_THAT(rows, SizeIs(10));
  for (const DocumentedHint& row : rows) {
    WM_EXPECT_OK(ParseHint(row.line));
    const std::size_t tokens = wire::CountTokens(row.line, wire::kDefaultTokenizer);
    EXPECT_EQ(row.tokens, std::to_string(tokens)) << row.line;
    if (row.least_answer.empty()) continue;
    EXPECT_EQ(row.least_answer, std::to_string(factor * tokens)) << row.line;
  }
}

// Values that look alike without quotes are read back as what they are.
TEST(PipelineHints, KeepTheTypesOfChangedValues) {
  const std::vector<FieldChange> changes = {
      {"a", "\"1\"", "\"2\""},      {"b", "1", "2"},
      {"c", "\"true\"", "\"x\""},   {"d", "true", "false"},
      {"e", "null", "null"},        {"f", "\"\"", "\"null\""},
      {"g", "\"a b\"", "\"\\\"\""}, {"h", "-0.0", "1.50"},
      {"i", "\"{}\"", "\"[\""},     {"j", "\"2026-01-02\"", "\"über\""}};
  const absl::StatusOr<std::string> line = RenderHint(NearReferenceHint{3, changes});
  WM_ASSERT_OK(line);
  EXPECT_THAT(*line, HasSubstr("a: \"1\"→\"2\", b: 1→2, c: \"true\"→x, d: true→false"));
  EXPECT_THAT(*line, HasSubstr("j: 2026-01-02→über"));
  EXPECT_THAT(ParseHint(*line), IsOkAndHolds(Hint(NearReferenceHint{3, changes})));
}

TEST(PipelineHints, AreNotWrittenForWhatCouldNotBeReadBack) {
  const std::vector<Hint> hints = {
      IdHint{0},
      ReferenceHint{0, {}, {}},
      NearReferenceHint{1, {}},
      NearReferenceHint{1, {{"a", "\"x, y: z\"", "1"}}},
      NearReferenceHint{1, {{"a", "\"x→y\"", "1"}}},
      NearReferenceHint{1, {{"a", "\"[x]\"", "1"}}},
      NearReferenceHint{1, {{"a", "[1]", "1"}}},
      NearReferenceHint{1, {{"a", "nothing", "1"}}},
      NearReferenceHint{1, {{"", "1", "2"}}},
      NearReferenceHint{1, {{"a: b", "1", "2"}}},
      NearReferenceHint{1, {{"a, b", "1", "2"}}},
      NearReferenceHint{1, {{"a]", "1", "2"}}},
      NearReferenceHint{1, {{"a", "\"x,\"", "1"}}},
      NearReferenceHint{1, {{"a\u202E", "1", "2"}}},
      NearReferenceHint{1, {{"a", "\"\xff\"", "1"}}},
  };
  for (const Hint& hint : hints) EXPECT_THAT(RenderHint(hint), StatusIs(kInvalid));
}

// Hints make no claims about time, no references to nothing, and name no formats that
// nothing decodes, omissions that nothing brings back, and more than one line.
TEST(PipelineHints, HaveNoFormForWhatMustNotBeSaid) {
  EXPECT_THAT(RenderHint(FormatHint{"custom_json_v3", ""}),
              StatusIs(kInvalid, HasSubstr("no decoder is known")));
  EXPECT_THAT(RenderHint(OverflowHint{18, ""}), StatusIs(kInvalid, HasSubstr("name the call")));
  EXPECT_THAT(RenderHint(OverflowHint{0, "f()"}), StatusIs(kInvalid));
  EXPECT_THAT(RenderHint(OverflowHint{1, "f()\n> [id: r1]"}), StatusIs(kInvalid));
  EXPECT_THAT(RenderHint(FormatHint{"csv", "rows=1\n"}), StatusIs(kInvalid));
  EXPECT_THAT(RenderHint(MetadataHint{"a\nb", 2, 1}), StatusIs(kInvalid));
  EXPECT_THAT(RenderHint(MetadataHint{"a", 1, 2}), StatusIs(kInvalid));
  EXPECT_THAT(RenderHint(MetadataHint{"say \"a\"", 2, 1}), StatusIs(kInvalid));
  for (const char* const line : {
           "> [ref: r42, last modified 3 min ago]",
           "> [ref: 42]",
           "> [ref: r0]",
           "> [ref: r042]",
           "> [ref: r4294967296]",
           "> [ref: tc_42, byte-identical]",
           "> [ref: r42, byte-identical, from: memory]",
           "> [ref: r42, from: other, byte-identical]",
           "> [ref: r42,]",
           "> [near-ref: r42]",
           "> [near-ref: r42, duration: +22s]",
           "> [skip: too big, sorry]",
           "> [+18 more]",
           "> [+18 more. call ]",
           "> [encoded: custom_json_v3]",
           "> [encoded: csv | ]",
           "> [query: \"a\" | total=1 | returned=2]",
           "> [ref: r42]\n",
           "> [ref: r42]\n> more",
           ">[ref: r42]",
           " > [ref: r42]",
           "[ref: r42]",
           "> [ref: r42",
           "> []",
           "",
       }) {
    EXPECT_THAT(ParseHint(line), StatusIs(kInvalid)) << line;
  }
}

TEST(PipelineHints, ComeOffAnAnswerByteForByte) {
  for (const char* const body : {"", "x", "x\n", "\n\n", "> [id: r3]", "a\r\n", "> [encoded"}) {
    const std::string stamped = WithHint(body, "> [id: r17]");
    EXPECT_EQ(SplitStamp(stamped).body, body);
    EXPECT_EQ(SplitStamp(stamped).ordinal, 17u);
    const std::string named = WithHint(WithHint(body, "> [encoded: csv]"), "> [id: r17]");
    EXPECT_EQ(SplitStamp(named).body, body);
  }
  EXPECT_EQ(SplitStamp("text\n> [ref: r17]").ordinal, 0u);
  EXPECT_EQ(SplitStamp("text\n> [ref: r17]").body, "text\n> [ref: r17]");
}

TEST(PipelineHints, AreFoundWhereATextQuotesIds) {
  EXPECT_THAT(QuotedOrdinals("a > [id: r17] b\\n> [id: r3]\""), ElementsAre(17, 3));
  EXPECT_THAT(QuotedOrdinals("[id: 17] [id: r] [id: rx] [id: r1 [id:"), IsEmpty());
  EXPECT_THAT(QuotedOrdinals("> [ref: r17]"), IsEmpty());
}

}  // namespace
}  // namespace waymark::services
