// The program as its users meet it: exit codes, streams, formats.
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "program.h"
#include "services/version.h"
#include "shop_repository.h"
#include "testing/golden.h"

namespace waymark::testing {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

class CliTest : public ::testing::Test {
 protected:
  void SetUp() override { root_ = WriteShopRepository(home_.directory()); }

  ProgramResult Index() { return home_.Run({"index", root_.string(), "--store", Store()}); }

  // A query about the shop.
  ProgramResult Ask(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--repo", root_.string(), "--store", Store()});
    return home_.Run(arguments);
  }

  std::string Store() const { return home_.store().string(); }

  WaymarkHome home_;
  std::filesystem::path root_;
};

TEST_F(CliTest, VersionAndHelpGoToStandardOutput) {
  const ProgramResult version = home_.Run({"--version"});
  const ProgramResult help = home_.Run({"context", "--help"});

  EXPECT_EQ(version.exit_code, 0);
  EXPECT_THAT(version.out, StartsWith(std::string("waymark ") + services::kVersion + " ("));
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_THAT(help.out,
              AllOf(HasSubstr("--budget"), HasSubstr("Examples:"), HasSubstr("waymark context '")));
}

TEST_F(CliTest, WrongUsageExitsWithTwoAndSaysWhereHelpIs) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"frobnicate"},
                                             {"--frobnicate"},
                                             {"context"},
                                             {"context", ""},
                                             {"context", "  "},
                                             {"context", "x", "--no-such-option"},
                                             {"context", "x", "--format", "yaml"},
                                             {"context", "x", "--budget", "many"},
                                             {"symbol", "two", "names"},
                                             {"blast-radius", "x", "--depth", "65"},
                                             {"blast-radius", "x", "--edges", "hugs"},
                                             {"index", ".", "--memory", "1KiB"},
                                             {"encode"},
                                             {"decode", "--from", "nothing"}}) {
    const ProgramResult result = home_.Run(arguments);

    EXPECT_EQ(result.exit_code, 2) << ::testing::PrintToString(arguments);
    EXPECT_THAT(result.err, StartsWith("waymark: ")) << ::testing::PrintToString(arguments);
    EXPECT_THAT(result.out, IsEmpty()) << ::testing::PrintToString(arguments);
  }
}

TEST_F(CliTest, AnUnknownCommandIsNamed) {
  EXPECT_THAT(home_.Run({"frobnicate"}).err, HasSubstr("there is no command 'frobnicate'"));
}

TEST_F(CliTest, IndexReportsCountsInTextAndJson) {
  const ProgramResult text = Index();
  const ProgramResult again =
      home_.Run({"index", root_.string(), "--store", Store(), "--format", "json"});

  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(text.out, AllOf(HasSubstr("shop: generation 1"), HasSubstr("7 files")));
  EXPECT_EQ(again.exit_code, 0) << again.err;
  const json report = json::parse(again.out);
  EXPECT_EQ(report["unchanged"], true);
  EXPECT_EQ(report["files"], 7);
  EXPECT_EQ(report["skipped_total"], 0);
  EXPECT_EQ(report["root_path"], root_.string());
}

TEST_F(CliTest, ANameGivenOnceIsKept) {
  home_.Run({"index", root_.string(), "--store", Store(), "--name", "corner-shop"});
  const ProgramResult again =
      home_.Run({"index", root_.string(), "--store", Store(), "--format", "json"});

  EXPECT_EQ(json::parse(again.out)["repository"], "corner-shop");
}

TEST_F(CliTest, ContextIsTextAlsoInAPipe) {
  Index();

  const ProgramResult result = Ask({"context", "mail the receipt"});

  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("shop.mail.send_receipt"), Not(HasSubstr("GCF"))));
}

TEST_F(CliTest, ContextIsGcfWhereThatIsAskedFor) {
  Index();

  const ProgramResult result = Ask({"context", "mail the receipt", "--format", "gcf"});

  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, StartsWith("GCF tool=context_for_task budget=5000 tokens="));
  EXPECT_THAT(result.out, HasSubstr(" shop.mail.send_receipt "));
  EXPECT_THAT(result.err, IsEmpty());
}

TEST_F(CliTest, ContextAsJsonHasTheDocumentedFields) {
  Index();

  const json answer = json::parse(Ask({"context", "mail the receipt", "--format", "json"}).out);

  EXPECT_EQ(answer["tool"], "context_for_task");
  EXPECT_EQ(answer["token_budget"], 5000);
  EXPECT_LE(answer["tokens_used"], 5000);
  EXPECT_EQ(answer["tokenizer"], "o200k_base");
  EXPECT_EQ(answer["index"]["repository"], "shop");
  EXPECT_EQ(answer["index"]["generation"], 1);
  const json& best = answer["symbols"][0];
  EXPECT_EQ(best["qualified_name"], "shop.mail.send_receipt");
  EXPECT_EQ(best["kind"], "function");
  EXPECT_EQ(best["path"], "shop/mail.py");
  EXPECT_EQ(best["start_line"], 5);
  EXPECT_EQ(best["end_line"], 7);
  EXPECT_EQ(best["score"], 1.0);
  EXPECT_EQ(best["id"], "shop/mail.py#send_receipt");
  EXPECT_EQ(std::string(best["identity"]).size(), 64U);
  const json& edge = answer["edges"][0];
  for (const char* field :
       {"source", "target", "source_id", "target_id", "edge_type", "provenance"}) {
    EXPECT_TRUE(edge.contains(field)) << field;
  }
}

TEST_F(CliTest, ExplainGoesToStandardErrorAndLeavesTheAnswerAlone) {
  Index();

  const ProgramResult plain = Ask({"context", "mail the receipt"});
  const ProgramResult explained = Ask({"context", "mail the receipt", "--explain"});

  EXPECT_EQ(plain.out, explained.out);
  EXPECT_THAT(explained.err, AllOf(HasSubstr("receipt"), HasSubstr("shop.mail.send_receipt")));
}

TEST_F(CliTest, BlastRadiusInTextGroupsByHopWithPlaces) {
  Index();

  const ProgramResult result = Ask({"blast-radius", "discount", "--format", "text"});

  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out,
              HasSubstr("\ntests: 0 surely, 1 possibly (waymark test-scope 'discount' "));
  EXPECT_THAT(result.out,
              HasSubstr("changed\n  function shop.pricing.discount  shop/pricing.py:6-7\n"));
  EXPECT_THAT(result.out,
              HasSubstr("hop 1: 1\n  function shop.pricing.price_of  shop/pricing.py:1-3\n"
                        "      calls shop.pricing.discount at line 3\n"));
  EXPECT_THAT(result.out, HasSubstr("  method shop.cart.Cart.total  shop/cart.py:13-15\n"
                                    "      calls shop.pricing.price_of at line 15\n"));
}

TEST_F(CliTest, EdgeTypesLimitABlastRadius) {
  Index();

  const ProgramResult result =
      Ask({"blast-radius", "discount", "--edges", "imports,extends", "--format", "json"});

  EXPECT_EQ(json::parse(result.out)["symbols"].size(), 1U);
}

TEST_F(CliTest, SearchAndSymbolAnswerInTextAndJson) {
  Index();

  EXPECT_THAT(Ask({"search", "receipt", "--format", "gcf"}).out,
              AllOf(StartsWith("GCF tool=search_symbols"), HasSubstr("shop.mail.send_receipt")));
  EXPECT_THAT(Ask({"search", "receipt"}).out, Not(HasSubstr("GCF")));
  EXPECT_EQ(json::parse(
                Ask({"search", "receipt", "--format", "json"}).out)["symbols"][0]["qualified_name"],
            "shop.mail.send_receipt");
  EXPECT_THAT(
      Ask({"symbol", "Cart.total", "--format", "text"}).out,
      AllOf(StartsWith("method shop.cart.Cart.total  shop/cart.py:13-15\n  def total(self)\n"),
            HasSubstr("\n  used by   2 callers, 1 test\n"),
            HasSubstr("Sum of the prices of all items")));
  const json symbol = json::parse(Ask({"symbol", "Cart.total", "--format", "json"}).out);
  EXPECT_EQ(symbol["symbols"][0]["start_line"], 13);
  EXPECT_EQ(symbol["profile"]["incoming"][0], json::parse(R"({"edge_type": "calls", "count": 2})"));
}

TEST_F(CliTest, ExportWritesOneJsonObjectALine) {
  Index();

  const ProgramResult result = Ask({"export", "--format", "jsonl"});

  EXPECT_EQ(result.exit_code, 0) << result.err;
  std::istringstream lines(result.out);
  int symbols = 0;
  for (std::string line; std::getline(lines, line);) {
    symbols += json::parse(line)["record"] == "symbol" ? 1 : 0;
  }
  EXPECT_GT(symbols, 12);
}

TEST_F(CliTest, StatusShowsTheCheckoutAndItsFreshness) {
  Index();
  home_.directory().WriteFile("shop/shop/refund.py", "def refund():\n    pass\n");

  const ProgramResult text = home_.Run({"status", "--store", Store()});
  const json status =
      json::parse(home_.Run({"status", "--store", Store(), "--format", "json"}).out);

  EXPECT_THAT(text.out, AllOf(HasSubstr(root_.string()), HasSubstr("1 file on disk differs")));
  EXPECT_EQ(status["views"][0]["files"], 7);
  EXPECT_EQ(status["views"][0]["files_differing"], 1);
  EXPECT_EQ(status["daemon_process"], nullptr);
}

TEST_F(CliTest, StatusOfOneCheckoutLeavesOutTheOthers) {
  Index();
  const std::filesystem::path other = WriteShopRepository(home_.directory(), "other");
  ASSERT_EQ(home_.Run({"index", other.string(), "--store", Store()}).exit_code, 0);

  const ProgramResult all = home_.Run({"status", "--store", Store()});
  const ProgramResult one =
      home_.Run({"status", "--store", Store(), "--repo", (other / "shop").string()});

  EXPECT_THAT(all.out, AllOf(HasSubstr(root_.string() + "\n"), HasSubstr(other.string() + "\n")));
  EXPECT_THAT(one.out,
              AllOf(Not(HasSubstr(root_.string() + "\n")), HasSubstr(other.string() + "\n")));
}

TEST_F(CliTest, WorkspacesAreMadeListedAndTakenBack) {
  Index();
  const std::vector<std::string> list = {"workspace", "list", "--store", Store()};
  EXPECT_THAT(home_.Run(list).out, HasSubstr("there are no workspaces"));

  const ProgramResult added =
      home_.Run({"workspace", "add", "w", "--as", "store", "--store", Store()}, "", root_);
  EXPECT_EQ(added.exit_code, 0) << added.err;
  const ProgramResult listed = home_.Run(list, "", root_);
  EXPECT_THAT(listed.out, AllOf(StartsWith("w (this checkout is inside)\n"), HasSubstr("store"),
                                HasSubstr(root_.string()), EndsWith("  shop\n")));
  const json told =
      json::parse(home_.Run({"workspace", "list", "--format", "json", "--store", Store()}).out);
  EXPECT_EQ(told["workspaces"][0]["members"][0]["name"], "store");
  EXPECT_EQ(told["active"], nullptr);

  const ProgramResult unknown = home_.Run({"workspace", "remove", "v", "--store", Store()});
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_THAT(unknown.err, HasSubstr("there is no workspace 'v'"));
  EXPECT_EQ(home_.Run({"workspace", "remove", "w", "store", "--store", Store()}).exit_code, 0);
  EXPECT_THAT(home_.Run(list).out, HasSubstr("there are no workspaces"));
  EXPECT_EQ(home_.Run({"workspace", "add", "--store", Store()}).exit_code, 2);
  EXPECT_EQ(home_.Run({"workspace", "list", "w", "x", "--store", Store()}).exit_code, 2);
}

TEST_F(CliTest, TheRepositoryOfTheCurrentDirectoryIsTheDefault) {
  Index();
  std::filesystem::create_directories(root_ / ".git");

  const ProgramResult result =
      home_.Run({"search", "receipt", "--store", Store()}, "", root_ / "shop");

  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("shop.mail.send_receipt"));
}

TEST_F(CliTest, TheStoreLiesInTheUsersDataDirectoryByDefault) {
  const ProgramResult result = home_.Run({"index", root_.string()});

  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(std::filesystem::exists(home_.directory().path() / ".local/share/waymark"));
}

TEST_F(CliTest, EveryQueryAnswersInEveryTextFormat) {
  Index();
  const std::vector<std::vector<std::string>> questions = {{"context", "mail the receipt"},
                                                           {"blast-radius", "send_receipt"},
                                                           {"search", "send_receipt"},
                                                           {"symbol", "send_receipt"}};
  const std::vector<std::pair<std::string, std::string>> beginnings = {
      {"gcf", "GCF tool="}, {"json", "{\"tool\":"}, {"xml", "<context tool="}, {"markdown", "# "}};
  for (std::vector<std::string> question : questions) {
    for (const auto& [format, beginning] : beginnings) {
      std::vector<std::string> arguments = question;
      arguments.insert(arguments.end(), {"--format", format});

      const ProgramResult result = Ask(arguments);

      EXPECT_EQ(result.exit_code, 0) << question[0] << " " << format << ": " << result.err;
      EXPECT_THAT(result.out, AllOf(StartsWith(beginning), HasSubstr("send_receipt")))
          << question[0];
    }
  }
}

TEST_F(CliTest, DecodesAMessageOfASessionWithTheEarlierOnes) {
  const std::string base = (home_.directory().path() / "earlier.gcf").string();
  home_.directory().WriteFile("earlier.gcf",
                              "GCF profile=graph tool=t symbols=1 session=true\n## targets\n"
                              "@0 fn a 0.90 x\n"
                              "GCF profile=graph tool=t symbols=2 session=true\n## targets\n"
                              "@0  # previously transmitted\n@1 fn b 0.70 x\n");
  const std::string message =
      "GCF profile=graph tool=t symbols=2 edges=1 session=true\n## targets\n"
      "@1  # previously transmitted\n## related\n@0  # previously transmitted\n"
      "## edges [1]\n@1<@0 calls\n";

  const json whole =
      json::parse(home_.Run({"decode", "--from", "gcf3", "--base", base}, message).out);
  EXPECT_EQ(whole["symbols"][0]["qualified_name"], "b");
  EXPECT_EQ(whole["symbols"][1]["qualified_name"], "a");
  EXPECT_EQ(whole["edges"][0]["source"], "a");
  const json alone = json::parse(home_.Run({"decode", "--from", "gcf3"}, message).out);
  EXPECT_EQ(alone["symbols"].size(), 0U);
  EXPECT_EQ(alone["completeness_reason"], "2 of the symbols sent earlier in the session");
}

TEST_F(CliTest, CallsOfToolsPassThroughEncodeAndDecodeUnharmed) {
  for (const auto& [value, section] : std::vector<std::pair<std::string, std::string>>{
           {R"({"tool":"get_symbol","scope":"repo","repo":"shop"})",
            "GCX1 tool=tool_request fields=tool,scope,repo\nget_symbol\trepo\tshop\n"},
           {R"({"tool":"search_symbols","scope":"fan-out","repo":["*"]})",
            "GCX1 tool=tool_request fields=tool,scope,repo\nsearch_symbols\tfan-out\t[\"*\"]\n"},
           {R"({"tool":"index_status","scope":"workspace"})",
            "GCX1 tool=tool_request fields=tool,scope,repo\nindex_status\tworkspace\t\n"},
           {R"({"code":"missing_repo","message":"m","detail":""})",
            "GCX1 tool=error fields=code,message,detail\nmissing_repo\tm\t\n"}}) {
    EXPECT_EQ(home_.Run({"encode", "--to", "gcx"}, value).out, section);
    EXPECT_EQ(home_.Run({"decode", "--from", "gcx"}, section).out, value + "\n");
  }
  EXPECT_THAT(home_.Run({"encode", "--to", "gcx"}, R"({"tool":"t","scope":"galaxy"})").err,
              HasSubstr("the scope 'galaxy'"));
}

TEST_F(CliTest, PayloadsPassThroughEncodeAndDecodeUnharmed) {
  Index();
  const std::string graph = Ask({"context", "mail the receipt", "--format", "json"}).out;

  const ProgramResult binary = home_.Run({"encode", "--to", "gcb1"}, graph);
  const ProgramResult decoded = home_.Run({"decode", "--from", "gcb1"}, binary.out);
  const ProgramResult again = home_.Run({"encode", "--to", "gcb1"}, decoded.out);

  EXPECT_THAT(binary.out, StartsWith("GCB1"));
  EXPECT_EQ(decoded.exit_code, 0) << decoded.err;
  EXPECT_EQ(json::parse(decoded.out)["symbols"].size(), json::parse(graph)["symbols"].size());
  EXPECT_EQ(again.out, binary.out);
}

TEST_F(CliTest, ADifferenceIsSentToWhoHasAnEarlierAnswer) {
  Index();
  const std::string before =
      Ask({"blast-radius", "discount", "--pack-root", "new", "--format", "json"}).out;
  json changed = json::parse(before);
  changed["symbols"].back()["signature"] = "def anew()";
  const std::filesystem::path base = home_.directory().WriteFile("before.json", before);
  const std::filesystem::path now = home_.directory().WriteFile("now.json", changed.dump());

  const ProgramResult root = home_.Run({"root"}, before);
  const ProgramResult same = home_.Run({"delta", base.string(), base.string()});
  const ProgramResult delta = home_.Run({"delta", base.string(), now.string()});
  const ProgramResult missing = home_.Run({"delta", base.string(), "/no/such/file"});

  EXPECT_EQ(root.out, json::parse(before)["pack_root"].get<std::string>() + "\n");
  EXPECT_THAT(same.out, StartsWith("unchanged pack_root=" + root.out.substr(0, 64)));
  EXPECT_EQ(delta.exit_code, 0) << delta.err;
  EXPECT_THAT(delta.out, HasSubstr(home_.Run({"root"}, changed.dump()).out.substr(0, 64)));
  EXPECT_EQ(missing.exit_code, 1);
  EXPECT_THAT(missing.err, HasSubstr("/no/such/file"));
  EXPECT_THAT(home_.Run({"root", "--for", "gcf3"}, before).out, StartsWith("sha256:"));
}

TEST_F(CliTest, ShrinkAndExpandGiveBackTheValueOfAText) {
  std::string text = R"({"total":3,"items":[)";
  for (int i = 1; i <= 3; ++i) {
    text +=
        fmt::format(R"({}{{"number":{},"state":"open","url":"https://forge.example/issues/{}"}})",
                    i > 1 ? "," : "", i, i);
  }
  text += "]}";

  const ProgramResult shrunk = home_.Run({"shrink", "--explain"}, text);
  const ProgramResult expanded = home_.Run({"expand"}, shrunk.out);
  const ProgramResult wrong = home_.Run({"expand"}, "adaptive/v1\nitems [3,]\nnumber\n1\n");

  EXPECT_EQ(shrunk.out,
            "adaptive/v1\ntotal 3\nitems [3,]\n"
            "number,state=open,url:=https://forge.example/issues/<number>\n1\n2\n3\n");
  EXPECT_THAT(shrunk.err, AllOf(HasSubstr("nested_object"), HasSubstr("% saved")));
  EXPECT_EQ(expanded.out, text + "\n");
  for (const char* const number : {"> [id: r17]", "> [encoded: adaptive/v1]\n> [id: r17]\n"}) {
    EXPECT_EQ(home_.Run({"expand"}, shrunk.out + number).out, text + "\n") << number;
  }
  EXPECT_EQ(home_.Run({"expand"}, "as it is\n> [id: r17]").out, "as it is");
  EXPECT_EQ(wrong.exit_code, 1);
  EXPECT_THAT(wrong.err, HasSubstr("expand: line 4: the table has 1 rows of 3"));
}

TEST_F(CliTest, ShrinkKeepsAPartUnderABudgetAndExpandRefusesIt) {
  std::string text = R"({"name":"page","body":")";
  for (int i = 0; i < 500; ++i) text += "word" + std::to_string(i) + " ";
  text += R"("})";
  const ProgramResult part = home_.Run({"shrink", "--budget", "100", "--explain"}, text);
  const ProgramResult expanded = home_.Run({"expand"}, part.out);
  const ProgramResult refused = home_.Run({"shrink", "--budget", "3"}, text);

  EXPECT_THAT(part.out, AllOf(StartsWith("adaptive/v1 part\n"), HasSubstr("page"),
                              EndsWith("> [cut: /body]\n> [+1 more. call waymark shrink]\n")));
  EXPECT_THAT(part.err, AllOf(HasSubstr("format  part"), HasSubstr("a gap of ")));
  EXPECT_EQ(expanded.exit_code, 1);
  EXPECT_THAT(expanded.err, HasSubstr("without a budget"));
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.err, HasSubstr("3 tokens are too few; the smallest part"));
}

TEST_F(CliTest, BytesThatAreNoPayloadAreRefusedWithTheirOffset) {
  const ProgramResult binary = home_.Run({"decode", "--from", "gcb1"},
                                         "GCB1\x01\x03"
                                         "ab");
  const ProgramResult text = home_.Run({"encode", "--to", "gcf"}, "{\"tool\": 7}");
  const ProgramResult directory = home_.Run({"delta", "/", "/"});

  EXPECT_EQ(binary.exit_code, 1);
  EXPECT_THAT(binary.err, AllOf(StartsWith("waymark: "), HasSubstr("offset 6")));
  EXPECT_EQ(text.exit_code, 1);
  EXPECT_THAT(text.err, AllOf(StartsWith("waymark: "), EndsWith("\n"), Not(IsEmpty())));
  EXPECT_EQ(directory.exit_code, 1);
  EXPECT_THAT(directory.err, HasSubstr("read /: Is a directory"));
}

TEST_F(CliTest, AnswersDoNotDependOnTheRun) {
  Index();
  const ProgramResult first = Ask({"context", "total price at checkout", "--format", "json"});
  const ProgramResult second = Ask({"context", "total price at checkout", "--format", "json"});

  EXPECT_EQ(first.out, second.out);
}

TEST_F(CliTest, ContextSendsLessToWhoHoldsAnEarlierAnswer) {
  Index();
  const ProgramResult whole = Ask({"context", "total of the cart", "--format", "gcf"});
  const std::size_t at = whole.out.find("pack_root=") + 10;
  const std::string root = whole.out.substr(at, 64);

  const ProgramResult again = Ask({"context", "total of the cart", "--pack-root", root});
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_THAT(again.out, StartsWith("unchanged pack_root=" + root));
  EXPECT_THAT(again.err, IsEmpty());

  const ProgramResult session = Ask({"context", "total of the cart", "--session", "new"});
  EXPECT_THAT(session.out, AllOf(HasSubstr(" session=true"), HasSubstr("# session=")));
  const std::string handle = session.out.substr(session.out.find("# session=") + 10, 32);
  const auto daemon = home_.StartDaemon();
  EXPECT_THAT(Ask({"context", "total of the cart", "--session", handle}).out,
              HasSubstr("@0  # previously transmitted"));
  EXPECT_THAT(Ask({"context", "total of the cart", "--pack-root", root}).out,
              StartsWith("unchanged pack_root=" + root));

  const std::string usages = Ask({"usages", "discount", "--session", handle}).out;
  EXPECT_THAT(usages, AllOf(StartsWith("GCF tool=find_usages"), HasSubstr(" session=true")))
      << "a session is for every question";

  const ProgramResult rest = Ask({"context", "total of the cart", "--exclude", root});
  EXPECT_THAT(rest.out, Not(HasSubstr("shop.cart.Cart.total ")));
  EXPECT_EQ(Ask({"context", "x", "--exclude", std::string(64, '0')}).exit_code, 1);
}

TEST_F(CliTest, StreamsHaveTheSymbolsOfTheAnswerAndTheCountsLast) {
  Index();
  const std::vector<std::vector<std::string>> questions = {
      {"blast-radius", "discount"}, {"usages", "discount"}, {"context", "total of the cart"}};
  for (const std::vector<std::string>& question : questions) {
    std::vector<std::string> streamed = question;
    streamed.emplace_back("--stream");
    const ProgramResult stream = Ask(streamed);
    ASSERT_EQ(stream.exit_code, 0) << stream.err;
    EXPECT_THAT(stream.out, AllOf(HasSubstr("\n# completeness="), HasSubstr("\n## _summary ")));

    const json one =
        json::parse(home_.Run({"decode", "--from", "gcf", "--to", "json"}, stream.out).out);
    std::vector<std::string> at_once = question;
    at_once.insert(at_once.end(), {"--format", "gcf"});
    const json other =
        json::parse(home_.Run({"decode", "--from", "gcf", "--to", "json"}, Ask(at_once).out).out);
    EXPECT_EQ(one["symbols"].size(), other["symbols"].size());
    EXPECT_EQ(one["edges"].size(), other["edges"].size());
  }
  const std::string direct = Ask({"blast-radius", "discount", "--stream"}).out;
  const auto daemon = home_.StartDaemon();
  EXPECT_EQ(Ask({"blast-radius", "discount", "--stream"}).out, direct);
  const ProgramResult json_stream =
      Ask({"blast-radius", "discount", "--stream", "--format", "json"});
  EXPECT_EQ(json_stream.exit_code, 1);
  EXPECT_THAT(json_stream.err, HasSubstr("only gcf can be streamed"));
}

TEST_F(CliTest, DecodeAppliesADifference) {
  const std::string base = home_.directory().WriteFile("base.json", R"({"tool":"t","symbols":[
      {"qualified_name":"a","kind":"function","score":0.5,"distance":0},
      {"qualified_name":"b","kind":"function","score":0.5,"distance":0}],"edges":[]})");
  const std::string root = home_.Run({"root", "--for", "gcf3"}, ReadFile(base)).out;
  const std::string difference =
      "GCF profile=graph tool=t delta=true base_root=" + root.substr(0, root.size() - 1) +
      " new_root=" + root.substr(0, root.size() - 1) + " tokens=9 savings=10%\n";

  const ProgramResult same =
      home_.Run({"decode", "--from", "json", "--base", base, "--to", "gcf"}, difference);
  EXPECT_EQ(same.exit_code, 0) << same.err;
  EXPECT_THAT(same.out, AllOf(HasSubstr("@0 fn a 0.50"), HasSubstr("@1 fn b 0.50")));

  const ProgramResult other =
      home_.Run({"decode", "--from", "json", "--base", base}, difference + "## removed\nfn a\n");
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_THAT(other.err, HasSubstr("apply delta: root_mismatch (line 3)"));

  // Where a difference would be no shorter, the whole comes.
  const std::string json_text = ReadFile(base);
  for (const std::string& whole :
       {home_.Run({"encode", "--to", "gcf"}, json_text).out, json_text}) {
    const ProgramResult decoded =
        home_.Run({"decode", "--from", "json", "--base", base, "--to", "gcf"}, whole);
    EXPECT_EQ(decoded.exit_code, 0) << decoded.err;
    EXPECT_THAT(decoded.out, HasSubstr("@0 fn a 0.50"));
    EXPECT_THAT(decoded.err, HasSubstr("no base was needed"));
  }
}

}  // namespace
}  // namespace waymark::testing
