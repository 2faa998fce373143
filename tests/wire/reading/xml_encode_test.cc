#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spec_example.h"
#include "testing/status_matchers.h"
#include "wire/codec.h"

namespace waymark::wire {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::StatusIs;

std::string XmlText(const Payload& payload) {
  absl::StatusOr<std::string> text = CodecRegistry::BuiltIn().Encode("xml", payload, kGraphOnly);
  EXPECT_THAT(text, testing::IsOk());
  return text.ok() ? *std::move(text) : std::string();
}

Payload OneSymbolPacked(std::string name) {
  Payload payload;
  payload.tool = "context";
  Symbol& symbol = payload.symbols.emplace_back();
  symbol.qualified_name = std::move(name);
  symbol.kind = SymbolKind::kFunction;
  symbol.score = 0.5F;
  return payload;
}

TEST(XmlEncode, WritesSymbolsByDistanceAndEdgesByNumber) {
  EXPECT_EQ(XmlText(TwoSymbols()),
            R"(<context tool="context_for_task" tokens_used="1847" token_budget="5000">
  <target_symbols>
    <symbol id="s0" name="pkg.Auth" kind="function" score="0.78" confidence="0.25" provenance="lsp_resolved" distance="0">
      <signature>func Auth()</signature>
    </symbol>
  </target_symbols>
  <related_symbols>
    <symbol id="s1" name="pkg.Server" kind="type" score="0.54" provenance="ast_inferred" distance="1"/>
  </related_symbols>
  <edges>
    <edge source="s1" target="s0" type="calls"/>
  </edges>
  <relationship_summary symbols="2" edges="1">
    <hop distance="0" symbols="1"/>
    <hop distance="1" symbols="1"/>
  </relationship_summary>
</context>
)");
}

TEST(XmlEncode, EscapesWhatIsMarkup) {
  Payload payload = OneSymbolPacked("operator<=>(\"a\" & 'b')");
  payload.symbols[0].signature = "bool f(vector<int>&& v, char c = '\"')";

  const std::string xml = XmlText(payload);

  EXPECT_THAT(xml, HasSubstr(R"x(name="operator&lt;=&gt;(&quot;a&quot; &amp; 'b')")x"));
  EXPECT_THAT(xml, HasSubstr("<signature>bool f(vector&lt;int&gt;&amp;&amp; v, char c = '\"')<"));
}

TEST(XmlEncode, KeepsLineBreaksAndTabsOfAttributesFromBecomingBlanks) {
  EXPECT_THAT(XmlText(OneSymbolPacked("a\tb\nc\rd")), HasSubstr("name=\"a&#9;b&#10;c&#13;d\""));
}

TEST(XmlEncode, HasReferencesForControlsAndShowsThoseThatXmlCannotHold) {
  using std::string_literals::operator""s;

  const std::string xml =
      XmlText(OneSymbolPacked("nul\0esc\x1B"s + "del\x7Fnone\xEF\xBF\xBFnel\u0085turn\u202E"));

  EXPECT_THAT(xml, HasSubstr("nul\\u0000esc\\u001bdel&#127;none\uFFFDnel&#133;turn&#8238;"));
}

TEST(XmlEncode, TellsWhatAnAnswerLeavesOut) {
  Payload payload = OneSymbolPacked("a");
  payload.completeness = {Certainty::kIncomplete, 3, "3 <dynamic> calls"};
  payload.index = {"shop", 7, "8a41c2d9", std::nullopt, std::nullopt};
  payload.truncation = {12, "c42", "waymark context 'a & b'"};
  payload.affected = {23, 7, 4, {1, 22}, true, 0};

  const std::string xml = XmlText(payload);

  EXPECT_THAT(
      xml, HasSubstr("<completeness certainty=\"incomplete\" possible_uses=\"3\">3 &lt;dynamic&gt; "
                     "calls</completeness>\n"));
  EXPECT_THAT(xml, HasSubstr("<index repository=\"shop\" generation=\"7\" commit=\"8a41c2d9\" "
                             "files_differing=\"unchecked\"/>\n"));
  EXPECT_THAT(xml, EndsWith("<truncation omitted=\"12\" cursor=\"c42\">waymark context 'a &amp; "
                            "b'</truncation>\n</context>\n"));
  EXPECT_THAT(xml, HasSubstr("<affected symbols=\"23\" files=\"7\" tests=\"4\" "
                             "beyond_depth=\"true\">\n    <hop distance=\"0\" symbols=\"1\"/>\n"));
}

TEST(XmlEncode, LeavesOutGroupsThatAreEmpty) {
  const std::string xml = XmlText(OneSymbolPacked("a"));

  EXPECT_THAT(xml, Not(HasSubstr("related_symbols")));
  EXPECT_THAT(xml, Not(HasSubstr("<edges>")));
}

TEST(XmlEncode, IsNotRead) {
  EXPECT_THAT(CodecRegistry::BuiltIn().Decode("xml", XmlText(TwoSymbols())),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("can only be encoded")));
}

}  // namespace
}  // namespace waymark::wire
