// Changes of configuration files as texts.
#include "install/config_edit.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/json_scan.h"
#include "testing/status_matchers.h"

namespace waymark::services {
namespace {

using ::testing::HasSubstr;
using testing::StatusIs;

constexpr ConfigPlace kPlace = {"servers", "waymark"};
constexpr char kValue[] = R"({"command":"/bin/waymark"})";

std::string Added(const std::string& file) {
  const auto insertion = AddJsonMember(file, kPlace, kValue);
  EXPECT_EQ(insertion.status(), absl::OkStatus()) << file;
  return insertion.ok() ? insertion->ApplyTo(file) : "";
}

TEST(AddJsonMember, KeepsEveryByteThatIsThere) {
  EXPECT_EQ(Added("{}"),
            "{\n  \"servers\": {\n    \"waymark\": {\n      \"command\": \"/bin/waymark\"\n    }\n"
            "  }\n}");
  EXPECT_EQ(Added("{\n\t\"servers\": {\n\t\t\"a\": 1\n\t}\n}\n"),
            "{\n\t\"servers\": {\n\t\t\"a\": 1,\n\t\t\"waymark\": {\n\t\t\t\"command\": "
            "\"/bin/waymark\"\n\t\t}\n\t}\n}\n");
  // What stands in one line stays in one line.
  EXPECT_EQ(Added("{\"servers\": {\"a\": 1}}"),
            "{\"servers\": {\"a\": 1, \"waymark\": {\"command\":\"/bin/waymark\"}}}");
  // What is added in a line never lands in a comment at its end.
  EXPECT_EQ(Added("{\"servers\":\n { \"a\": 1, // one\n}}"),
            "{\"servers\":\n { \"a\": 1, \"waymark\": {\"command\":\"/bin/waymark\"} // one\n}}");
  // A comment behind the last comma stays with what it is about.
  EXPECT_EQ(Added("{\n  \"servers\": {\n    \"a\": [1,], // one\n  },\n}"),
            "{\n  \"servers\": {\n    \"a\": [1,], // one\n    \"waymark\": {\n      \"command\": "
            "\"/bin/waymark\"\n    }\n  },\n}");
}

TEST(AddJsonMember, WhatIsAddedIsReadBackAndTakenAwayAgain) {
  const std::vector<std::string> files = {
      "",
      "{}",
      "{ }",
      "{\n}\n",
      "{\r\n}\r\n",
      "{ // nothing\n}",
      "/* a */ {\"servers\":{}}",
      "\xef\xbb\xbf{\"a\": \"}{\\\"\"}",
      "{\"a\": 1, \"servers\": {\n}, \"b\": [{}, {\"servers\": 1}]}",
      "{\n  \"servers\": { /* none */ }\n}",
      "{\n  \"servers\": {\n    \"x\": null // last\n  }\n}",
  };
  for (const std::string& file : files) {
    const std::string changed = Added(file);
    WM_ASSERT_OK_AND_ASSIGN(const TextInsertion again, AddJsonMember(changed, kPlace, kValue));
    EXPECT_EQ(again.text, "") << changed;
    WM_ASSERT_OK_AND_ASSIGN(const std::string removed, RemoveJsonMember(changed, kPlace));
    WM_EXPECT_OK(ScanJsonFile(removed).status()) << removed;
    EXPECT_THAT(RemoveJsonMember(removed, kPlace), StatusIs(absl::StatusCode::kNotFound));
    EXPECT_THAT(AddJsonMember(changed, kPlace, R"({"command":"other"})"),
                StatusIs(absl::StatusCode::kFailedPrecondition));
  }
}

TEST(AddJsonMember, WhatIsNoSuchFileIsRefusedByItsLine) {
  const auto refusal = [](std::string_view file) {
    return std::string(AddJsonMember(file, kPlace, kValue).status().message());
  };
  EXPECT_EQ(refusal("{\n  \"a\" 1\n}"), "line 2: ':' is expected, found '1'");
  EXPECT_EQ(refusal("{\"a\": 1"), "line 1: ',' or '}' is expected, found the end");
  EXPECT_EQ(refusal("{\"a\": tru}"), "line 1: a value is expected, found 't'");
  EXPECT_EQ(refusal("[1]"), "line 1: an object is expected, found '['");
  EXPECT_EQ(refusal("{} x"), "line 1: the end of the file is expected, found 'x'");
  EXPECT_EQ(refusal("{\n/* \n"), "line 2: a comment that ends is expected, found '/'");
  EXPECT_EQ(refusal("{\"servers\": 7}"), "\"servers\": line 1: an object is expected, found '7'");
  EXPECT_EQ(refusal("{\"servers\": {},\n\"servers\": {}}"),
            "line 2: \"servers\" is there twice, first on line 1");
  EXPECT_THAT(refusal("{\"a\": " + std::string(500, '[')), HasSubstr("nesting of at most 100"));
}

TEST(RemoveJsonMember, LeavesAValidFileWhereverTheMemberStands) {
  const char* const files[] = {
      R"({"servers": {"waymark": 1}})",
      R"({"servers": {"waymark": 1,}})",
      R"({"servers": {"waymark": 1, "b": 2}})",
      R"({"servers": {"a": 1, "waymark": 1}})",
      R"({"servers": {"a": 1, "waymark": 1,}})",
      "{\n  \"servers\": {\n    \"a\": 1, // a\n    \"waymark\": {}, // w\n    \"b\": 2\n  }\n}",
  };
  for (const char* const file : files) {
    WM_ASSERT_OK_AND_ASSIGN(const std::string removed, RemoveJsonMember(file, kPlace));
    WM_EXPECT_OK(ScanJsonFile(removed).status()) << removed;
    EXPECT_EQ(removed.find("waymark"), std::string::npos) << removed;
  }
}

constexpr ConfigPlace kHooks = {"hooks", "PostToolUse"};
constexpr char kElement[] = R"({"matcher":"Edit"})";

TEST(AddJsonElement, FollowsTheOthersInTheirLayout) {
  const auto added = [](const std::string& file) {
    const auto insertion = AddJsonElement(file, kHooks, kElement);
    EXPECT_EQ(insertion.status(), absl::OkStatus()) << file;
    return insertion.ok() ? insertion->ApplyTo(file) : "";
  };
  EXPECT_EQ(added(R"({"hooks": {"PostToolUse": [1, 2]}})"),
            R"({"hooks": {"PostToolUse": [1, 2, {"matcher":"Edit"}]}})");
  EXPECT_EQ(added("{\n  \"hooks\": {\n    \"PostToolUse\": [\n      {\"a\": 1} // mine\n    ]\n"
                  "  }\n}\n"),
            "{\n  \"hooks\": {\n    \"PostToolUse\": [\n      {\"a\": 1},\n      {\n        "
            "\"matcher\": \"Edit\"\n      } // mine\n    ]\n  }\n}\n");
  EXPECT_EQ(added("{\n  \"hooks\": {\n    \"PostToolUse\": []\n  }\n}\n"),
            "{\n  \"hooks\": {\n    \"PostToolUse\": [\n      {\n        \"matcher\": "
            "\"Edit\"\n      }\n    ]\n  }\n}\n");
}

TEST(AddJsonElement, WhatIsAddedIsReadBackAndTakenAwayAgain) {
  const char* const files[] = {
      "",
      "{}",
      R"({"hooks": {}})",
      R"({"hooks": {"PostToolUse": []}})",
      R"({"hooks": {"PostToolUse": [{"matcher": "Write"},]}})",
      R"({"hooks": {"PreToolUse": [{"matcher": "Edit"}]}})",
  };
  for (const char* const file : files) {
    WM_ASSERT_OK_AND_ASSIGN(const TextInsertion insertion, AddJsonElement(file, kHooks, kElement));
    const std::string changed = insertion.ApplyTo(file);
    WM_ASSERT_OK_AND_ASSIGN(const TextInsertion again, AddJsonElement(changed, kHooks, kElement));
    EXPECT_EQ(again.text, "") << changed;
    WM_ASSERT_OK_AND_ASSIGN(const std::string removed,
                            RemoveJsonElement(changed, kHooks, kElement));
    WM_EXPECT_OK(ScanJsonFile(removed).status()) << removed;
    EXPECT_THAT(RemoveJsonElement(removed, kHooks, kElement),
                StatusIs(absl::StatusCode::kNotFound));
  }
  EXPECT_EQ(
      AddJsonElement(R"({"hooks": {"PostToolUse": {}}})", kHooks, kElement).status().message(),
      "\"PostToolUse\": line 1: a list is expected, found '{'");
}

constexpr ConfigPlace kExtension = {"extensions", "waymark"};
constexpr char kYamlBody[] = "type: stdio\nargs: [\"mcp\"]\n";

std::string AddedYaml(const std::string& file) {
  const auto insertion = AddYamlMember(file, kExtension, kYamlBody);
  EXPECT_EQ(insertion.status(), absl::OkStatus()) << file;
  return insertion.ok() ? insertion->ApplyTo(file) : "";
}

TEST(AddYamlMember, ComesFirstInItsParentAndKeepsEveryByteThatIsThere) {
  EXPECT_EQ(AddedYaml(""), "extensions:\n  waymark:\n    type: stdio\n    args: [\"mcp\"]\n");
  EXPECT_EQ(AddedYaml("a: 1"),
            "a: 1\nextensions:\n  waymark:\n    type: stdio\n    args: [\"mcp\"]\n");
  // The indentation of the others, whatever it is; comments stay.
  EXPECT_EQ(
      AddedYaml("# mine\nextensions: # all\n    # first\n    dev:\n        x: 1\nb: |\n  "
                "extensions:\n"),
      "# mine\nextensions: # all\n    waymark:\n      type: stdio\n      args: [\"mcp\"]\n    "
      "# first\n    dev:\n        x: 1\nb: |\n  extensions:\n");
  EXPECT_EQ(AddedYaml("extensions:\r\n  a: {}\r\n"),
            "extensions:\r\n  waymark:\r\n    type: stdio\r\n    args: [\"mcp\"]\r\n  a: {}\r\n");
}

TEST(AddYamlMember, WhatIsAddedIsReadBackAndTakenAwayAgain) {
  const char* const files[] = {
      "",
      "a: 1",
      "---\na:\n- 1\n- 2\n",
      "extensions:",
      "extensions:\n",
      "extensions:\n\n# none\nb: 1\n",
      "'extensions':\n  \"dev\":\n    x: |\n      waymark:\n\n  # last\n",
  };
  for (const std::string file : files) {
    const std::string changed = AddedYaml(file);
    EXPECT_EQ(AddedYaml(changed), changed);
    WM_ASSERT_OK_AND_ASSIGN(const std::string removed, RemoveYamlMember(changed, kExtension));
    EXPECT_THAT(RemoveYamlMember(removed, kExtension), StatusIs(absl::StatusCode::kNotFound));
  }
  // As a client writes it anew: only its lines go.
  WM_ASSERT_OK_AND_ASSIGN(
      const std::string removed,
      RemoveYamlMember("extensions:\n  a:\n    x: 1\n  waymark:\n    args:\n    - mcp\n\n  b: 2\n",
                       kExtension));
  EXPECT_EQ(removed, "extensions:\n  a:\n    x: 1\n\n  b: 2\n");
}

TEST(AddYamlMember, WhatCannotTakeAMemberIsRefusedByItsLine) {
  const auto refusal = [](std::string_view file) {
    return AddYamlMember(file, kExtension, kYamlBody).status();
  };
  EXPECT_EQ(refusal("{a: 1}\n").message(), "line 1: KEY: is expected");
  EXPECT_EQ(refusal("a: 1\n---\nb: 1\n").message(), "line 2: KEY: is expected");
  EXPECT_EQ(refusal("a:\n\tb: 1\n").message(), "line 2: a tab cannot indent a line");
  EXPECT_EQ(refusal("extensions:\n   a: 1\n  b: 1\n").message(),
            "line 3: it is indented less than the members before it");
  for (const char* const closed :
       {"extensions: {}\n", "extensions: *all\n", "extensions:\n- a\n", "extensions:\n  - a\n"}) {
    EXPECT_THAT(refusal(closed), StatusIs(absl::StatusCode::kFailedPrecondition)) << closed;
  }
  EXPECT_THAT(refusal("extensions:\n  waymark:\n    type: other\n"),
              StatusIs(absl::StatusCode::kFailedPrecondition));
}

constexpr ConfigPlace kMarks = {"", "waymark"};
constexpr char kSectionBody[] = "## Ask\n\nAsk first.\n";

TEST(AddMarkedSection, StandsAtTheEndBetweenItsMarks) {
  for (const std::string file : {"", "# Mine\n", "# Mine", "a\r\n\r\n"}) {
    WM_ASSERT_OK_AND_ASSIGN(const TextInsertion insertion,
                            AddMarkedSection(file, kMarks, kSectionBody));
    const std::string changed = insertion.ApplyTo(file);
    EXPECT_TRUE(changed.starts_with(file));
    EXPECT_THAT(changed, HasSubstr("<!-- waymark:begin -->"));
    WM_ASSERT_OK_AND_ASSIGN(const TextInsertion again,
                            AddMarkedSection(changed, kMarks, kSectionBody));
    EXPECT_EQ(again.text, "");
    WM_ASSERT_OK_AND_ASSIGN(const std::string removed,
                            RemoveMarkedSection(changed + "More.\n", kMarks));
    EXPECT_EQ(removed.find("waymark"), std::string::npos);
    EXPECT_TRUE(removed.ends_with("More.\n"));
    EXPECT_THAT(AddMarkedSection(changed, kMarks, "another\n"),
                StatusIs(absl::StatusCode::kFailedPrecondition));
  }
  for (const char* const broken : {"<!-- waymark:begin -->\n", "<!-- waymark:end -->\n",
                                   "<!-- waymark:end -->\n<!-- waymark:begin -->\n"}) {
    EXPECT_THAT(AddMarkedSection(broken, kMarks, kSectionBody),
                StatusIs(absl::StatusCode::kInvalidArgument));
    EXPECT_THAT(RemoveMarkedSection(broken, kMarks), StatusIs(absl::StatusCode::kInvalidArgument));
  }
}

TEST(AddWholeText, NeverReplacesAnother) {
  EXPECT_EQ(AddWholeText("", "text\n")->text, "text\n");
  EXPECT_EQ(AddWholeText("text\n", "text\n")->text, "");
  EXPECT_THAT(AddWholeText("mine\n", "text\n"), StatusIs(absl::StatusCode::kFailedPrecondition));
  EXPECT_EQ(*RemoveWholeText("text\n", "text\n"), "");
  EXPECT_THAT(RemoveWholeText("mine\n", "text\n"), StatusIs(absl::StatusCode::kNotFound));
}

constexpr char kBody[] = "command = \"/bin/waymark\"\n";

TEST(AddTomlTable, ComesLastAndIsTakenAwayAgain) {
  const std::vector<std::string> files = {
      "",
      "a = 1\n",
      "a = 1",
      "[servers.other]\ncommand = '''\n[servers.waymark]\n'''\n",
      "x = [ # ]\n  \"[\",\n]\n\n[b]\r\n",
  };
  for (const std::string& file : files) {
    WM_ASSERT_OK_AND_ASSIGN(const TextInsertion insertion, AddTomlTable(file, kPlace, kBody));
    EXPECT_EQ(insertion.offset, file.size());
    const std::string changed = insertion.ApplyTo(file);
    EXPECT_THAT(changed, HasSubstr("[servers.waymark]"));
    WM_ASSERT_OK_AND_ASSIGN(
        const std::string removed,
        RemoveTomlTable(changed + "\n[servers.waymark.env]\na = 1\n[c]\n", kPlace));
    EXPECT_EQ(removed.find("\n[servers.waymark]\ncommand"), std::string::npos);
    EXPECT_TRUE(removed.ends_with("[c]\n"));
  }
  EXPECT_THAT(RemoveTomlTable("[a]\n", kPlace), StatusIs(absl::StatusCode::kNotFound));
}

TEST(AddTomlTable, WhatCannotTakeATableIsRefusedByItsLine) {
  const std::string same = std::string("[servers.waymark]\n") + kBody;
  WM_ASSERT_OK_AND_ASSIGN(const TextInsertion windows, AddTomlTable("[a]\r\n", kPlace, kBody));
  EXPECT_EQ(AddTomlTable(windows.ApplyTo("[a]\r\n"), kPlace, kBody)->text, "");
  WM_ASSERT_OK_AND_ASSIGN(const TextInsertion none, AddTomlTable(same, kPlace, kBody));
  EXPECT_EQ(none.text, "");
  EXPECT_THAT(AddTomlTable("[servers.\"waymark\"]\ncommand = \"b\"\n", kPlace, kBody),
              StatusIs(absl::StatusCode::kFailedPrecondition));
  EXPECT_THAT(AddTomlTable("a = 1\nservers = { x = 1 }\n", kPlace, kBody),
              StatusIs(absl::StatusCode::kFailedPrecondition));
  for (const char* const broken :
       {"a = \"b\n", "a = '''\n", "a = [\n1\n", "just words\n", "[a\n"}) {
    EXPECT_THAT(AddTomlTable(broken, kPlace, kBody), StatusIs(absl::StatusCode::kInvalidArgument))
        << broken;
  }
}

// Whatever the bytes are, they are refused or changed to what is taken again.
TEST(ConfigEdit, SurvivesEveryCutOfAFile) {
  const std::string json =
      "{ // c\n \"servers\": {\"a\\u0041\": [1, {\"b\": null}], /* d */ \"e\": -1.5e3,}, }\n";
  const std::string toml = "a = \"\\\"x\" # c\n[servers.b]\nx = '''\n''\n''' \ny = [[1], {z=2}]\n";
  for (std::size_t cut = 0; cut <= json.size(); ++cut) {
    const std::string file = json.substr(0, cut);
    const auto insertion = AddJsonMember(file, kPlace, kValue);
    if (insertion.ok()) {
      WM_EXPECT_OK(ScanJsonFile(insertion->ApplyTo(file)).status());
    }
    (void)PlainJson(file);
  }
  for (std::size_t cut = 0; cut <= toml.size(); ++cut) {
    const std::string file = toml.substr(0, cut);
    const auto insertion = AddTomlTable(file, kPlace, kBody);
    if (insertion.ok()) {
      WM_EXPECT_OK(RemoveTomlTable(insertion->ApplyTo(file), kPlace).status());
    }
  }
  const std::string yaml =
      "---\n# c\nextensions: # d\n\n    'a': \"x\"\n    b:\n    - 1\nc:\n- 2\n";
  for (std::size_t cut = 0; cut <= yaml.size(); ++cut) {
    const std::string file = yaml.substr(0, cut);
    const auto insertion = AddYamlMember(file, kExtension, kYamlBody);
    if (insertion.ok()) {
      WM_EXPECT_OK(RemoveYamlMember(insertion->ApplyTo(file), kExtension).status());
    }
  }
}

TEST(UnifiedDiff, ShowsTheChangeWithThreeLinesAround) {
  EXPECT_EQ(UnifiedDiff("f", "1\n2\n3\n4\n5\n", "1\n2\n3\n4\nnew\n5\n"),
            "--- f\n+++ f\n@@ -2,4 +2,5 @@\n 2\n 3\n 4\n+new\n 5\n");
  EXPECT_EQ(UnifiedDiff("f", "", "a\n"), "--- f\n+++ f\n@@ -0,0 +1,1 @@\n+a\n");
  EXPECT_EQ(UnifiedDiff("f", "a", "ab"),
            "--- f\n+++ f\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+ab\n"
            "\\ No newline at end of file\n");
  EXPECT_EQ(UnifiedDiff("f", "a\n", "a\n"), "");
}

}  // namespace
}  // namespace waymark::services
