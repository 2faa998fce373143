#include "wire/adaptive.h"

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adaptive/json_value.h"
#include "wire/tokens.h"

namespace waymark::wire {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// Shrinks texts of any size.
ShrunkText Shrink(std::string_view text, AdaptiveFormats formats = kAllAdaptiveFormats) {
  return ShrinkText(text, {.formats = formats, .least_bytes = 0});
}

std::string Expanded(std::string_view text) {
  const absl::StatusOr<std::string> expanded = ExpandText(text);
  return expanded.ok() ? *expanded : std::string(expanded.status().message());
}

std::string ErrorOf(std::string_view text) {
  const absl::StatusOr<std::string> expanded = ExpandText(text);
  EXPECT_EQ(expanded.status().code(), absl::StatusCode::kInvalidArgument) << text;
  return std::string(expanded.status().message());
}

TEST(ShrinkText, WritesRowsForObjectsAndNamesWhatIsTheSameInAllOnce) {
  const std::string text =
      R"([{"id":1,"user":{"login":"ann","site":"https://h/ann"},"state":"open"},)"
      R"({"id":2,"user":{"login":"bob","site":"https://h/bob"},"state":"open"},)"
      R"({"id":3,"user":{"login":"cyd","site":"https://h/cyd"},"state":"open"}])";

  const ShrunkText shrunk = Shrink(text);

  EXPECT_EQ(shrunk.text,
            "adaptive/v1\n[3 ]\nid user{login site:=https://h/<user.login>} state=open\n"
            "1 ann\n2 bob\n3 cyd");
  EXPECT_EQ(shrunk.format, "adaptive/v1");
  EXPECT_EQ(Expanded(shrunk.text), text);
}

TEST(ShrinkText, KeepsNullAbsentAndEmptyApart) {
  const std::string text =
      R"([{"name":"first","note":null,"tag":"x"},{"name":"second","tag":"y"},)"
      R"({"name":"third","note":"","tag":"z"},{"name":"fourth","note":"null","tag":"w"}])";

  const ShrunkText shrunk = Shrink(text);

  EXPECT_THAT(shrunk.text, HasSubstr("name,note,tag\nfirst,null,x\nsecond,,y\nthird,\"\",z\n"
                                     "fourth,\"null\",w"));
  EXPECT_EQ(Expanded(shrunk.text), text);
}

TEST(ShrinkText, KeepsAGroupThatIsMissingInSomeRows) {
  std::string text = "[";
  for (int i = 0; i < 6; ++i) {
    const std::string owner = i == 2 ? R"(,"owner":null)"
                              : i == 4
                                  ? ""
                                  : fmt::format(R"(,"owner":{{"login":"user{}","id":{}}})", i, i);
    text += fmt::format(R"({}{{"number":{}{}}})", i > 0 ? "," : "", i * 7, owner);
  }
  text += "]";

  const ShrunkText shrunk = Shrink(text);

  EXPECT_THAT(shrunk.text, HasSubstr("owner?{"));
  EXPECT_EQ(Expanded(shrunk.text), text);
}

TEST(ShrinkText, WritesFieldsInLinesAndNeighboursWithOneValueTogether) {
  const std::string text =
      R"({"title":"A long enough title","milestone":null,"closed_at":null,"locked":false,)"
      R"("license":{"key":"mit","name":"MIT License"},"tags":["a","b"],"empty":{}})";

  EXPECT_EQ(Shrink(text).text,
            "adaptive/v1\ntitle A long enough title\nmilestone,closed_at null\nlocked false\n"
            "license {\nkey mit\nname MIT License\n}\ntags [\"a\",\"b\"]\nempty {}");
  EXPECT_EQ(Expanded(Shrink(text).text), text);
}

TEST(ShrinkText, NamesACommonBeginningOnce) {
  const std::string base = "https://api.forge.example/repos/octocat/hello-world";
  const std::string text = fmt::format(
      R"({{"url":"{0}","forks":"{0}/forks","issues":"{0}/issues","keys":"{0}/keys"}})", base);

  EXPECT_EQ(Shrink(text).text,
            "adaptive/v1\n~=" + base + "\nurl ~\nforks ~/forks\nissues ~/issues\nkeys ~/keys");
  EXPECT_EQ(Expanded(Shrink(text).text), text);
}

TEST(ShrinkText, NamesAnEqualValueByItsPlace) {
  const std::string user =
      R"({"login":"octocat","id":583231,"type":"User","site_admin":false,"score":1.50})";
  const std::string text =
      fmt::format(R"({{"issue":{{"user":{0}}},"sender":{0},"number":5}})", user);

  EXPECT_THAT(Shrink(text).text, HasSubstr("sender @/issue/user\n"));
  EXPECT_EQ(Expanded(Shrink(text).text), text);
}

TEST(ShrinkText, WritesTextsOfSeveralLinesBetweenFences) {
  const std::string text =
      R"({"path":"a.py","body":"def f():\n\treturn \"x\"\n```\n\nprint(f(\"a\"), \"b\", \"c\")\n"})";

  EXPECT_THAT(Shrink(text).text, HasSubstr("body ````\ndef f():\n\treturn \"x\"\n```\n\nprint"));
  EXPECT_EQ(Expanded(Shrink(text).text), text);
}

TEST(ShrinkText, LooksIntoStringsThatHoldJson) {
  const std::string inner = R"({"rows":[{"id":1,"name":"one"},{"id":2,"name":"two"},)"
                            R"({"id":3,"name":"three"}],"total":3})";
  JsonValue root = *ParseJsonValue(R"({"content":""})");
  for (const JsonLayout layout : {JsonLayout::kCompact, JsonLayout::kSpaced, JsonLayout::kIndented2,
                                  JsonLayout::kIndented4}) {
    root.items[0].text = LaidOutJson(*ParseJsonValue(inner), layout);
    const std::string text = CompactJson(root);

    const ShrunkText shrunk = Shrink(text);

    EXPECT_THAT(shrunk.text, HasSubstr(fmt::format("content #json{} {{\n", NameOf(layout))));
    EXPECT_EQ(Expanded(shrunk.text), text);
  }
}

TEST(ShrinkText, DoesNotLookDeeperThanItIsAsked) {
  const std::string text =
      R"({"a":"{\"rows\":[{\"id\":1,\"name\":\"one\"},{\"id\":2,\"name\":\"two\"}]}"})";

  EXPECT_THAT(ShrinkText(text, {.inner_depth = 1, .least_bytes = 0}).text, HasSubstr("#json"));
  EXPECT_THAT(ShrinkText(text, {.inner_depth = 0, .least_bytes = 0}).text, Not(HasSubstr("#json")));
}

TEST(ShrinkText, KeepsTheDigitsOfNumbersAndTheOrderOfKeys) {
  const std::string text =
      R"([{"zeta":1.0,"alpha":-0,"beta":0.10},{"zeta":1E+4,"alpha":1e400,"beta":2},)"
      R"({"zeta":123456789012345678901234567890,"alpha":1.50,"beta":3}])";

  EXPECT_EQ(Shrink(text).format, "adaptive/v1");
  EXPECT_EQ(Expanded(Shrink(text).text), text);
}

TEST(ShrinkText, WritesNoLineForRowsThatAreAllTheSame) {
  const std::string text =
      R"({"rows":[{"state":"open","kind":"bug"},{"state":"open","kind":"bug"}]})";

  EXPECT_EQ(Shrink(text).text, "adaptive/v1\nrows [2 ]\nstate=open kind=bug");
  EXPECT_EQ(Expanded(Shrink(text).text), text);
}

TEST(ShrinkText, LeavesJsonAsItIsThatNoTreeCanHold) {
  const std::string filler(300, 'x');
  for (const std::string& text : {
           R"({"a":1,"a":2,"b":")" + filler + "\"}",   // a key twice
           R"({"a":"\ud800","b":")" + filler + "\"}",  // half of a surrogate pair
           std::string(80, '[') + "1" + std::string(80, ']') + filler,
           "{\"a\":\"\xff" + filler + "\"}",
       }) {
    const ShrunkText shrunk = ShrinkText(text);
    EXPECT_EQ(shrunk.format, "verbatim");
    EXPECT_EQ(shrunk.text, text);
  }
}

TEST(ShrinkText, LeavesShortTextsAsTheyAre) {
  EXPECT_EQ(ShrinkText(R"({ "a": 1 })").text, R"({ "a": 1 })");
  EXPECT_EQ(ShrinkText("").text, "");
}

TEST(ShrinkText, WritesIndentedJsonInOneLineIfNothingIsShorter) {
  const ShrunkText shrunk = Shrink("[\n  1,\n  2,\n  3,\n  4\n]\n");

  EXPECT_EQ(shrunk.format, "json_compact");
  EXPECT_EQ(shrunk.text, "[1,2,3,4]");
}

TEST(ShrinkText, ChoosesOnlyFormatsThatAreAllowed) {
  const std::string text =
      R"({"items":[{"id":1,"name":"one"},{"id":2,"name":"two"},{"id":3,"name":"three"}]})";
  AdaptiveFormats no_tables = kAllAdaptiveFormats;
  no_tables.Remove(AdaptiveFormat::kTable);

  EXPECT_THAT(Shrink(text).text, HasSubstr("[3"));
  EXPECT_THAT(Shrink(text, no_tables).text, Not(HasSubstr("[3")));
  EXPECT_EQ(Shrink(text, {}).format, "verbatim");
}

TEST(ShrinkText, CountsTheTokensOfWhatItReturns) {
  const std::string text =
      R"([{"id":1,"name":"one"},{"id":2,"name":"two"},{"id":3,"name":"three"}])";
  const ShrunkText shrunk = Shrink(text);

  EXPECT_EQ(shrunk.tokens_before, CountTokens(text, kDefaultTokenizer));
  EXPECT_EQ(shrunk.tokens_after, CountTokens(shrunk.text, kDefaultTokenizer));
  EXPECT_LT(shrunk.tokens_after, shrunk.tokens_before);
}

TEST(ShrinkText, GivesTheSameBytesEachTime) {
  const std::string text =
      R"([{"a":"https://h/x/1","b":[1,{"c":"https://h/x/2"}]},{"a":"https://h/x/3","b":[2,{"c":null}]}])";

  EXPECT_EQ(Shrink(text).text, Shrink(text).text);
}

TEST(ShrinkText, KeepsMarkdownByteForByteAroundTheRowsOfItsTables) {
  for (const std::string_view row : {"| {} | name {} | yes |\n", "|{}|name {}|yes|\n"}) {
    std::string text =
        "# Title\n\nProse, with | a bar.\n\n| id | name | ok |\n|----|------|----|\n";
    for (int i = 0; i < 9; ++i) text += fmt::format(fmt::runtime(row), i, i);
    text += "\nMore prose\n```\n| a | b |\n|---|---|\n| 1 | 2 |\n```\nno line break";

    const ShrunkText shrunk = Shrink(text);

    EXPECT_EQ(shrunk.format, "csv_from_md");
    EXPECT_THAT(shrunk.text, StartsWith("adaptive/v1 markdown\n# Title\n\nProse, with | a bar.\n"));
    EXPECT_THAT(shrunk.text, HasSubstr("\n7,name 7,yes\n"));
    EXPECT_EQ(Expanded(shrunk.text), text);
  }
}

TEST(ShrinkText, KeepsPaddedTablesAndEscapedBars) {
  std::string text = "| command    | effect      |\n|------------|-------------|\n";
  for (int i = 0; i < 6; ++i) {
    text +=
        fmt::format("| {:<10} | {:<11} |\n", fmt::format("a\\|{}", i), fmt::format("runs, {}", i));
  }

  EXPECT_EQ(Shrink(text).format, "csv_from_md");
  EXPECT_EQ(Expanded(Shrink(text).text), text);
}

TEST(ExpandText, TellsTextsOfOthersFromItsOwn) {
  EXPECT_EQ(Expanded("plain text\n"), "plain text\n");
  EXPECT_EQ(Expanded("adaptive/v10\nx"), "adaptive/v10\nx");
  for (const std::string& text :
       {"adaptive/v1\na 1\n" + std::string(300, 'x'), std::string("adaptive/v1 verbatim\nx"),
        std::string("adaptive/v1")}) {
    const ShrunkText shrunk = ShrinkText(text);
    EXPECT_EQ(shrunk.text, "adaptive/v1 verbatim\n" + text);
    EXPECT_EQ(Expanded(shrunk.text), text);
  }
}

TEST(ExpandText, SaysWhatIsWrongInWhichLine) {
  EXPECT_EQ(ErrorOf("adaptive/v1 yaml\na: 1"),
            "expand: line 1: 'yaml' is unknown behind 'adaptive/v1'; known are 'markdown' and "
            "'verbatim'");
  EXPECT_EQ(ErrorOf("adaptive/v1\n~=text"), "expand: line 2: the value is missing");
  EXPECT_EQ(ErrorOf("adaptive/v1\na 1\nb"), "expand: line 3: a key without a value");
  EXPECT_EQ(ErrorOf("adaptive/v1\na {\nb 1"), "expand: line 3: the object has no end");
  EXPECT_EQ(ErrorOf("adaptive/v1\na 1\n}"),
            "expand: line 3: nothing is open that this could close");
  EXPECT_EQ(ErrorOf("adaptive/v1\na 1\na 2"), "expand: line 3: the object has a key twice");
  EXPECT_EQ(ErrorOf("adaptive/v1\na ```\nx"), "expand: line 3: the fence has no end");
  EXPECT_EQ(ErrorOf("adaptive/v1\n[2,]\na,b\n1,2"), "expand: line 4: the table has 1 rows of 2");
  EXPECT_EQ(ErrorOf("adaptive/v1\n[2,]\na,b\n\"1\"x,2\n3,4"),
            "expand: line 4: text behind the JSON of a cell");
  EXPECT_EQ(ErrorOf("adaptive/v1\n[1,]\na,b:=<c>\n1"),
            "expand: line 4: the pattern of b names a column that is not there");
}

TEST(ExpandText, RefusesAnEncodingWithBytesThatAreNotUtf8) {
  EXPECT_THAT(ErrorOf("adaptive/v1\nname \xff\n"), HasSubstr("not UTF-8"));
  EXPECT_THAT(ErrorOf("adaptive/v1 markdown\n\xff\n"), HasSubstr("not UTF-8"));
  EXPECT_EQ(*ExpandText("adaptive/v1 verbatim\n\xff"), "\xff") << "it was never encoded";
}

TEST(ExpandText, RefusesPointersToNothingAndToThemselves) {
  EXPECT_EQ(ErrorOf("adaptive/v1\na @/b/0"), "expand: there is no value at @/b/0");
  EXPECT_EQ(ErrorOf("adaptive/v1\na {\nb @/a\n}"),
            "expand: @/a holds a place that names another value");
}

// Fields v0, v1 ..., each an array that holds the one before by its place: the last is so deep.
std::string FieldsInEachOther(int fields) {
  std::string text = "adaptive/v1\nv0 [1]\n";
  for (int i = 1; i < fields; ++i) text += fmt::format("v{} [\n@/v{}\n]\n", i, i - 1);
  return text;
}

TEST(ExpandText, BoundsTheDepthOfValuesThatPointersPutInEachOther) {
  EXPECT_TRUE(ExpandText(FieldsInEachOther(100)).ok());
  EXPECT_EQ(ErrorOf(FieldsInEachOther(3000)),
            "expand: @/v382 makes values nested more than 384 deep");
}

TEST(ExpandText, RefusesAShortTextOfAVeryLongValue) {
  std::string text = "adaptive/v1\nv0 " + std::string(1000, 'x') + "\n";
  for (int i = 1; i < 40; ++i) {
    text += fmt::format("v{0} [\n@/v{1}\n@/v{1}\n]\n", i, i - 1);
  }

  for (const std::string& long_value : {text, std::string("adaptive/v1\n[4000000000,]\na?{b=1}"),
                                        std::string("adaptive/v1\n[4000000000,]\na=1")}) {
    EXPECT_EQ(ExpandText(long_value).status().code(), absl::StatusCode::kResourceExhausted);
  }
}

// Values that have tripped up encodings: each looks like something else.
constexpr std::string_view kStrings[] = {
    "",
    " ",
    "null",
    "true",
    "1",
    "-0",
    "1e5",
    "01",
    "a,b",
    "a|b",
    "a\tb",
    "a\nb",
    "\n",
    "a\r\nb",
    "\"",
    "a\"b",
    "{",
    "}",
    "[1]",
    "{}",
    "},{",
    "}]",
    "@/a",
    "#json {}",
    "```",
    "~x",
    "*",
    "<a>",
    "<<",
    ":=",
    "a=b",
    "a?",
    "a:",
    " lead",
    "trail ",
    "\\",
    "é中😀",
    "\u202e",
    "\u0001",
    "[3,]",
    "{2 }",
    "https://h/a/1",
    "https://h/a/2",
    "https://h/a",
    "line\n```\nline",
    "{\"a\": 1, \"b\": [\"c\"]}",
};
constexpr std::string_view kKeys[] = {"a", "b",  "id", "name", "a.b", "",    "x y", "k,",
                                      "~", "/p", "}",  "q?",   "r:",  "1=2", "\"",  "[0]"};

class RandomJson {
 public:
  explicit RandomJson(unsigned seed) : random_(seed) {}

  JsonValue Value(int depth) {
    JsonValue value;
    const unsigned kind = Below(depth > 0 ? 9 : 5);
    switch (kind) {
      case 0:
        value.kind = static_cast<JsonKind>(Below(3));  // null, false, true
        break;
      case 1:
        value.kind = JsonKind::kNumber;
        value.text =
            std::vector<std::string>{"0", "-1", "1.50", "1e400", "12345678901234567890"}[Below(5)];
        break;
      case 2:
      case 3:
      case 4:
        value.kind = JsonKind::kString;
        value.text = kStrings[Below(std::size(kStrings))];
        break;
      case 5:
        value.kind = JsonKind::kArray;
        for (unsigned i = Below(5); i > 0; --i) value.items.push_back(Value(depth - 1));
        break;
      case 6:
        value = Object(depth);
        break;
      default:
        value = Rows(depth);
    }
    return value;
  }

 private:
  unsigned Below(std::size_t limit) { return static_cast<unsigned>(random_() % limit); }

  JsonValue Object(int depth) {
    JsonValue object;
    object.kind = JsonKind::kObject;
    for (const std::string_view key : kKeys) {
      if (Below(4) != 0) continue;
      object.keys.emplace_back(key);
      object.items.push_back(Value(depth - 1));
    }
    return object;
  }

  // Objects that are alike, in an array or an object.
  JsonValue Rows(int depth) {
    JsonValue rows;
    rows.kind = Below(3) == 0 ? JsonKind::kObject : JsonKind::kArray;
    const JsonValue model = Object(depth);
    for (unsigned i = 0, count = 2 + Below(4); i < count; ++i) {
      JsonValue row = model;
      for (std::size_t field = row.items.size(); field-- > 0;) {
        const unsigned change = Below(6);
        if (change == 0) {
          row.items.erase(row.items.begin() + static_cast<std::ptrdiff_t>(field));
          row.keys.erase(row.keys.begin() + static_cast<std::ptrdiff_t>(field));
        } else if (change < 4) {
          row.items[field] = Value(depth - 2);
        }
      }
      rows.items.push_back(std::move(row));
      if (rows.is_object()) rows.keys.push_back(fmt::format("row{}", i));
    }
    return rows;
  }

  std::mt19937 random_;
};

TEST(ShrinkText, GivesBackEveryValueInEveryFormat) {
  constexpr AdaptiveFormat kEach[] = {AdaptiveFormat::kTable, AdaptiveFormat::kFence,
                                      AdaptiveFormat::kInner, AdaptiveFormat::kPrefixes,
                                      AdaptiveFormat::kReferences};
  std::size_t encoded = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    const std::string text = CompactJson(RandomJson(seed).Value(4));
    AdaptiveFormats formats = kAllAdaptiveFormats;
    if (seed % 2 == 1) formats.Remove(kEach[seed / 2 % std::size(kEach)]);

    const ShrunkText shrunk = Shrink(text, formats);

    ASSERT_EQ(shrunk.failed_round_trips, 0U) << text;
    ASSERT_EQ(Expanded(shrunk.text), text) << shrunk.text;
    ASSERT_LE(shrunk.tokens_after, shrunk.tokens_before);
    encoded += shrunk.format == kAdaptiveMark ? 1 : 0;
  }
  EXPECT_GT(encoded, 500U);
}

TEST(AdaptiveFormat, IsFoundByItsName) {
  EXPECT_EQ(AdaptiveFormatFromName("csv_from_md"), AdaptiveFormat::kMarkdown);
  EXPECT_EQ(AdaptiveFormatFromName("deep_mckp"), AdaptiveFormat::kInner);
  EXPECT_EQ(AdaptiveFormatFromName("toon"), std::nullopt);
  EXPECT_EQ(Name(AdaptiveFormat::kReferences), "references");
}

}  // namespace
}  // namespace waymark::wire
