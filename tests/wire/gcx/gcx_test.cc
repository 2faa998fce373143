#include "wire/gcx.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gcx/gcx_layouts.h"
#include "testing/status_matchers.h"

namespace waymark::wire {
namespace {

using ::testing::HasSubstr;
using testing::IsOk;
using testing::IsOkAndHolds;
using testing::StatusIs;

GcxSection Matches() {
  return {.tool = "search_symbols",
          .fields = {"id", "kind", "name", "path", "line", "sig"},
          .meta = {{"truncated", "false"}, {"rows", "2"}, {"total", "7"}},
          .comments = {},
          .rows = {{"1", "function", "f", "a.go", "3", "func f(a, b int)"},
                   {"2", "type", "T", "b.go", "9", ""}}};
}

GcxSection OneCell(std::string cell) {
  return {.tool = "t",
          .fields = {"a", "b"},
          .meta = {},
          .comments = {},
          .rows = {{std::move(cell), ""}}};
}

std::string SectionsText(const std::vector<GcxSection>& sections) {
  const absl::StatusOr<std::string> text = EncodeGcx(sections);
  EXPECT_THAT(text, IsOk());
  return text.value_or("");
}

void ExpectRefused(const GcxSection& section, const std::string& message) {
  EXPECT_THAT(EncodeGcx(std::vector<GcxSection>{section}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(message)));
}

void ExpectGcxError(std::string_view text, const std::string& message) {
  EXPECT_THAT(DecodeGcx(text), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(message)));
}

TEST(Gcx, WritesAHeaderWithSortedPairsAndARowALine) {
  EXPECT_EQ(SectionsText({Matches()}),
            "GCX1 tool=search_symbols fields=id,kind,name,path,line,sig rows=2 total=7 "
            "truncated=false\n"
            "1\tfunction\tf\ta.go\t3\tfunc f(a, b int)\n"
            "2\ttype\tT\tb.go\t9\t\n");
}

TEST(Gcx, ReadsWhatItWrites) {
  GcxSection edges{
      .tool = "x.edges", .fields = {"from", "to"}, .meta = {}, .comments = {}, .rows = {}};

  EXPECT_THAT(DecodeGcx(SectionsText({Matches(), edges})),
              IsOkAndHolds(std::vector<GcxSection>{Matches(), edges}));
}

TEST(Gcx, EscapesWhatWouldEndACell) {
  EXPECT_EQ(SectionsText({OneCell("a\tb\\c\nd\r\n")}),
            "GCX1 tool=t fields=a,b\na\\tb\\\\c\\nd\\n\t\n");
}

TEST(Gcx, KeepsRowsFromReadingAsCommentsOrHeaders) {
  for (const std::string cell : {"#define X", "GCX1 tool=t", "GCX"}) {
    const absl::StatusOr<std::vector<GcxSection>> read = DecodeGcx(SectionsText({OneCell(cell)}));

    ASSERT_THAT(read, IsOk());
    EXPECT_EQ(read->at(0).rows, OneCell(cell).rows);
  }
}

TEST(Gcx, KeepsEveryCellThatUtf8CanHold) {
  using std::string_literals::operator""s;
  for (const std::string& cell :
       {"nul\0"s, "\\"s, "\\n"s, "名前 😀"s, "\u202Eab"s, " # "s, "[\"*\"]"s}) {
    const absl::StatusOr<std::vector<GcxSection>> read = DecodeGcx(SectionsText({OneCell(cell)}));

    ASSERT_THAT(read, IsOk());
    EXPECT_EQ(read->at(0).rows[0][0], cell);
  }
}

TEST(Gcx, EscapesControlsAndReadsThemBack) {
  const GcxSection section = OneCell("a\v\u0085\u2028\u202E\rb\x1b");
  const std::string text = SectionsText({section});

  EXPECT_EQ(text, "GCX1 tool=t fields=a,b\na\\u000b\\u0085\\u2028\\u202e\\u000db\\u001b\t\n");
  EXPECT_EQ(DecodeGcx(text)->at(0).rows, section.rows);
  // Other text behind a backslash is text, as published.
  EXPECT_EQ(DecodeGcx("GCX1 tool=t fields=a,b\n\\u0041\\u20\\u\tx\n")->at(0).rows[0][0],
            "u0041u20u");
}

TEST(Gcx, KeepsCarriageReturnsOfNamesOnly) {
  const GcxSection section{.tool = "t",
                           .fields = {"path", "text"},
                           .meta = {},
                           .comments = {},
                           .rows = {{"a\r\nb", "a\r\nb"}}};

  EXPECT_EQ(DecodeGcx(SectionsText({section}))->at(0).rows[0], (GcxRow{"a\r\nb", "a\nb"}));
}

TEST(Gcx, DropsCommentsAndBlankLinesAndCarriageReturns) {
  EXPECT_THAT(
      DecodeGcx("GCX1 fields=a,b tool=t\r\n# 1 match\n\n#\nx\ty\r\n"),
      IsOkAndHolds(std::vector<GcxSection>{
          {.tool = "t", .fields = {"a", "b"}, .meta = {}, .comments = {}, .rows = {{"x", "y"}}}}));
}

TEST(Gcx, WritesCommentsOnOneLine) {
  GcxSection section = OneCell("x");
  section.comments = {"3 matches\nof 7"};

  EXPECT_THAT(SectionsText({section}), HasSubstr("\n# 3 matches of 7\nx"));
}

TEST(Gcx, EscapesWhatWouldEndAValueOfTheHeader) {
  GcxSection section = OneCell("x");
  section.meta = {{"a", "two  words"}, {"b", "x=1\\\t\n"}, {"c", " "}, {"d", ""}};
  const std::string text = SectionsText({section});

  EXPECT_THAT(text, HasSubstr(R"(fields=a,b a=two\ \ words b=x\=1\\\t\n c=\  d=)"
                              "\n"));
  EXPECT_THAT(DecodeGcx(text), IsOkAndHolds(std::vector<GcxSection>{section}));
}

TEST(Gcx, WritesNotesBelowTheirRows) {
  GcxSection section = Matches();
  section.notes = {{0, "at 4,7"}};

  EXPECT_THAT(SectionsText({section}), HasSubstr("(a, b int)\n# at 4,7\n2\ttype"));
  EXPECT_THAT(DecodeGcx(SectionsText({section})), IsOkAndHolds(std::vector<GcxSection>{Matches()}));
}

TEST(Gcx, AnswersCountTheirRowsAndEndWithTheCallForTheRest) {
  WM_ASSERT_OK_AND_ASSIGN(const std::string text,
                          EncodeGcxAnswer({Matches()}, "search_symbols {}"));

  EXPECT_THAT(text, HasSubstr(" truncated=false\n# 2 matches\n1\tfunction"));
  EXPECT_THAT(text, ::testing::EndsWith("\n# rest: search_symbols {}\n"));
  EXPECT_EQ(GcxEtag(text).size(), 18U);
  EXPECT_EQ(GcxEtag(text + text), "");
}

TEST(Gcx, FillsShortRowsAndRefusesLongOnes) {
  EXPECT_THAT(DecodeGcx("GCX1 tool=t fields=a,b\nx\n"),
              IsOkAndHolds(std::vector<GcxSection>{OneCell("x")}));
  ExpectGcxError("GCX1 tool=t fields=a,b\nx\ty\tz\n", "more cells than the 2 fields (line 2)");
}

TEST(Gcx, TakesUnknownEscapesForTheirCharacter) {
  EXPECT_THAT(DecodeGcx("GCX1 tool=t fields=a,b\n\\q\\\n"),
              IsOkAndHolds(std::vector<GcxSection>{OneCell("q\\")}));
}

TEST(Gcx, NamesTheVersionItCannotRead) {
  EXPECT_THAT(DecodeGcx("GCX2 tool=t fields=a\n"), StatusIs(absl::StatusCode::kFailedPrecondition,
                                                            HasSubstr("version 'GCX2' (line 1)")));
}

TEST(Gcx, RefusesTextThatIsNoDocument) {
  ExpectGcxError("", "does not begin with 'GCX1 '");
  ExpectGcxError("{}\n", "does not begin with 'GCX1 ' (line 1)");
  ExpectGcxError("GCX1\n", "the header has no tool= (line 1)");
  ExpectGcxError("\xEF\xBB\xBFGCX1 tool=t fields=a\n", "does not begin");
  ExpectGcxError("GCX1 fields=a\n", "no tool=");
  ExpectGcxError("GCX1 tool=t\n", "no fields=");
  ExpectGcxError("GCX1 tool=t fields=\n", "a field without a name");
  ExpectGcxError("GCX1 tool=t fields=a,b,a\n", "a field is named twice");
  ExpectGcxError("GCX1 tool=t fields=a prose\n", "'prose' is not KEY=VALUE");
  ExpectGcxError("GCX1 tool=t fields=a  x=1\n", "'' is not KEY=VALUE");
  ExpectGcxError("GCX1 tool=t fields=a x=1 x=2\n", "'x' is given twice");
  ExpectGcxError("GCX1 tool=t fields=a\nx\n\xFF\n", "not UTF-8 (line 3)");
}

TEST(Gcx, NoticesRowsThatWereLost) {
  ExpectGcxError("GCX1 tool=t fields=a,b\nx\ty",
                 "the line has no end; the text is cut off (line 2)");
  ExpectGcxError("GCX1 tool=t fields=a,b", "the text is cut off (line 1)");
  ExpectGcxError("GCX1 tool=t fields=a,b rows=2\nx\ty\n", "says rows=2, it has 1");
  ExpectGcxError("GCX1 tool=t fields=a,b rows=many\n", "says rows=many");
}

TEST(Gcx, RefusesWhatTheFormatCannotCarry) {
  GcxSection section = OneCell("x");
  section.tool = "two words";
  ExpectRefused(section, "its tool 'two words'");
  section = OneCell("x");
  section.fields = {"a,b", "c"};
  ExpectRefused(section, "its field 'a,b'");
  section = OneCell("x");
  section.meta = {{"two words", "x"}};
  ExpectRefused(section, "its key 'two words'");
  section = OneCell("x");
  section.meta = {{"tool", "y"}};
  ExpectRefused(section, "'tool' is no name");
  section = OneCell("x");
  section.rows = {{"x", "y", "z"}};
  ExpectRefused(section, "row 0 has 3 cells");
  section = {.tool = "t", .fields = {"value"}, .meta = {}, .comments = {}, .rows = {{""}}};
  ExpectRefused(section, "row 0 is one empty cell");
  section = OneCell("\xFF");
  ExpectRefused(section, "row 0 is not UTF-8");
  section.fields = {};
  ExpectRefused(section, "it has no fields");
}

TEST(GcxLayouts, AreReadAndWrittenExactlyAsPublished) {
  for (const GcxLayout& layout : AllGcxLayouts()) {
    if (layout.section == "tool_definitions" || layout.section == "tool_request") continue;
    GcxSection section;
    section.tool = layout.section;
    section.fields = SplitGcxFields(layout.fields);
    section.rows = {GcxRow(section.fields.size(), "x")};
    const std::string text = SectionsText({section});

    EXPECT_THAT(DecodeGcx(text), IsOkAndHolds(std::vector<GcxSection>{section})) << text;

    std::string changed = text;
    changed.replace(changed.find("fields="), 7, "fields=extra,");
    ExpectGcxError(changed, "published are '" + std::string(layout.fields) + "'");
    section.fields.push_back("extra");
    section.rows[0].push_back("x");
    ExpectRefused(section, "published are");
  }
}

TEST(GcxLayouts, AllowTheOneOptionalField) {
  GcxSection section{
      .tool = "batch_symbols",
      .fields = {"id", "kind", "name", "path", "start_line", "end_line", "sig", "error"},
      .meta = {},
      .comments = {},
      .rows = {}};

  EXPECT_THAT(CheckGcxLayout(section), IsOk());
}

TEST(GcxLayouts, HaveOneRowWhereItIsSaid) {
  ExpectGcxError("GCX1 tool=smart_context.task fields=task\n", "0 rows, it has exactly one");
}

TEST(GcxFromJson, FollowsThePublishedLayoutOfATool) {
  const absl::StatusOr<std::vector<GcxSection>> sections =
      GcxFromJson("search_symbols", R"([{"name": "f", "kind": "function", "id": 1, "line": 3}])");

  ASSERT_THAT(sections, IsOk());
  EXPECT_EQ(SectionsText(*sections),
            "GCX1 tool=search_symbols fields=id,kind,name,path,line,sig rows=1\n"
            "1\tfunction\tf\t\t3\t\n");
}

TEST(GcxFromJson, HasShortNamesAndTheKindsOfTheLayout) {
  const absl::StatusOr<std::vector<GcxSection>> sections =
      GcxFromJson("analyze", R"({"dead_code": [{"id": "a.py#C.f", "kind": "var", "name": "a.C.f"},
                                   {"id": "a.py#env://X", "kind": "env_var", "name": "env://X"},
                                   {"id": "d/a.md#B 1.2", "kind": "resource", "name": "d/a.md#B 1.2"},
                                   {"id": "d/a.md", "kind": "file", "name": "d/a.md"}]})");

  ASSERT_THAT(sections, IsOk());
  EXPECT_EQ(SectionsText(*sections),
            "GCX1 tool=analyze.dead_code fields=id,kind,name,path,line,reason rows=4\n"
            "a.py#C.f\tvariable\tf\t\t\t\n"
            "a.py#env://X\tcontract\tenv://X\t\t\t\n"
            "d/a.md#B 1.2\tresource\tB 1.2\t\t\t\n"
            "d/a.md\tfile\ta.md\t\t\t\n");
}

TEST(GcxFromJson, GivesAToolOfSeveralSectionsItsSections) {
  const absl::StatusOr<std::vector<GcxSection>> sections =
      GcxFromJson("get_callers", R"({"nodes": [{"id": "a", "kind": "function", "name": "a"}],
                                     "edges": [{"from": "a", "to": "b", "kind": "calls"}]})");

  ASSERT_THAT(sections, IsOk());
  EXPECT_EQ(SectionsText(*sections),
            "GCX1 tool=get_callers.nodes fields=id,kind,name,path,line rows=1\n"
            "a\tfunction\ta\t\t\n"
            "GCX1 tool=get_callers.edges fields=from,to,kind,origin,confidence,label rows=1\n"
            "a\tb\tcalls\t\t\t\n");
}

TEST(GcxFromJson, RefusesAFieldThatALayoutDoesNotHave) {
  EXPECT_THAT(GcxFromJson("search_symbols", R"([{"id": "1", "rank": 3}])"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("no field 'rank'")));
}

TEST(GcxFromJson, FallsBackToTheShapeOfTheValue) {
  const auto encode = [](std::string_view json) {
    const absl::StatusOr<std::vector<GcxSection>> sections = GcxFromJson("t", json);
    EXPECT_THAT(sections, IsOk());
    return sections.ok() ? SectionsText(*sections) : "";
  };

  EXPECT_EQ(encode(R"({"b": 1e3, "a": {"x": [1, null, "\t"]}, "c": null})"),
            "GCX1 tool=t fields=a,b,c\n{\"x\":[1,null,\"\\\\t\"]}\t1e3\t\n");
  EXPECT_EQ(encode(R"([{"a": true}, {"b": "<&>"}])"),
            "GCX1 tool=t fields=a,b rows=2\ntrue\t\n\t<&>\n");
  EXPECT_EQ(encode(R"([1, "x", [2]])"), "GCX1 tool=t fields=value rows=3\n1\nx\n[2]\n");
  EXPECT_EQ(encode("[]"), "GCX1 tool=t fields=value rows=0\n");
  EXPECT_EQ(encode("{}"), "GCX1 tool=t fields=value\n{}\n");
  EXPECT_EQ(encode("7"), "GCX1 tool=t fields=value\n7\n");
}

TEST(GcxFromJson, KeepsAnArrayWholeWhereAValueHasNoRow) {
  const absl::StatusOr<std::vector<GcxSection>> sections = GcxFromJson("t", R"(["a", "", null])");

  ASSERT_THAT(sections, IsOk());
  EXPECT_EQ(sections->at(0).rows, std::vector<GcxRow>{{R"(["a","",null])"}});
}

TEST(GcxFromJson, SaysWhereTextIsNoJson) {
  EXPECT_THAT(GcxFromJson("t", "{\"a\": }"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("line 1, column 7")));
}

}  // namespace
}  // namespace waymark::wire
