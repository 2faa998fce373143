// What the command line says to arguments it cannot work with, and the exit code of each outcome.
#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "config/argument_checks.h"
#include "program.h"
#include "services/visible_text.h"
#include "shop_repository.h"

namespace waymark::testing {
namespace {

using services::NearestName;
using services::NoneOf;
using services::VisibleLine;
using services::VisibleMessage;
using services::VisibleText;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

struct Outcome {
  std::vector<std::string> arguments;
  int exit_code;
  std::string said;  // part of standard error
};

class UsageTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(home_.Run({"index", root_.string(), "--store", Store()}).exit_code, 0);
  }

  // With --repo and --store where the command has them.
  ProgramResult Run(std::vector<std::string> arguments) {
    const std::vector<std::string> about_repository = {
        "context", "search",     "symbol",  "blast-radius", "export",  "doctor", "usages",
        "path",    "test-scope", "outline", "analyze",      "explain", "show"};
    const auto has = [](const std::vector<std::string>& words, const std::string& word) {
      return std::find(words.begin(), words.end(), word) != words.end();
    };
    if (!arguments.empty() && has(about_repository, arguments.front())) {
      const bool names_store = has(arguments, "--store");
      arguments.insert(arguments.begin() + 1, {"--repo", root_.string()});
      if (!names_store) arguments.insert(arguments.begin() + 1, {"--store", Store()});
    }
    return home_.Run(arguments);
  }

  void ExpectAll(std::span<const Outcome> outcomes) {
    for (const Outcome& outcome : outcomes) {
      const ProgramResult result = Run(outcome.arguments);
      const std::string command = ::testing::PrintToString(outcome.arguments);

      EXPECT_EQ(result.exit_code, outcome.exit_code) << command << result.err;
      EXPECT_THAT(result.err, HasSubstr(outcome.said)) << command;
      if (outcome.exit_code == 0) {
        EXPECT_THAT(result.err, IsEmpty()) << command;
      } else {
        EXPECT_THAT(result.err, StartsWith("waymark: ")) << command;
      }
    }
  }

  std::string Store() const { return home_.store().string(); }

  WaymarkHome home_;
  std::filesystem::path root_ = WriteShopRepository(home_.directory());
};

TEST_F(UsageTest, EveryOutcomeHasItsExitCodeAndReason) {
  const Outcome outcomes[] = {
      {{"context", "mail the receipt"}, 0, ""},
      {{"search", "receipt"}, 0, ""},
      {{"symbol", "Cart.total"}, 0, ""},
      {{"blast-radius", "Cart.total"}, 0, ""},
      {{"blast-radius", "--edges", "calls", "Cart.total"}, 0, ""},
      {{"usages", "price_of"}, 0, ""},
      {{"usages", "checkout", "--relation", "callees", "--depth", "2"}, 0, ""},
      {{"path", "checkout", "price_of", "--count", "2"}, 0, ""},
      {{"path", "checkout", "price_of", "--limit", "2"}, 0, ""},
      {{"test-scope", "price_of"}, 0, ""},
      {{"outline"}, 0, ""},
      {{"status", "--store", Store()}, 0, ""},
      {{"doctor"}, 0, ""},
      {{"--help"}, 0, ""},

      {{"context", "zzqqxx"}, 1, "nothing in the index matches this task"},
      {{"context", "--files", "zzqqxx.py"}, 1, "no file 'zzqqxx.py' is indexed"},
      {{"search", "zzqqxx"}, 1, "no name in the index is like 'zzqqxx'"},
      {{"symbol", "zzqqxx"}, 1, "no symbol is named 'zzqqxx'"},
      {{"blast-radius", "zzqqxx"}, 1, "no symbol is named 'zzqqxx'"},
      {{"blast-radius", "render"}, 0, ""},
      {{"blast-radius", "render(int,int)"}, 1, "takes the parameters of"},
      {{"context", "mail", "--budget", "10"}, 1, "the smallest budget that works is"},
      {{"context", "mail", "--budget", "200", "--format", "json"},
       1,
       "of json; the call for the rest has"},
      {{"index", "nowhere"}, 1, "No such file"},
      {{"status", "--repo", "/nowhere", "--store", Store()}, 1, "/nowhere: No such file"},
      {{"path", "price_of", "checkout"}, 1, "a path of 2 hops leads the other way round"},
      {{"test-scope", "send_receipt"}, 1, "no test in the index reaches what changes"},

      {{"search", "x", "--store", "/dev/null"}, 3, "/dev/null"},
  };
  ExpectAll(outcomes);
}

TEST_F(UsageTest, ErrorsAreJsonWhereJsonIsAskedFor) {
  const Outcome outcomes[] = {
      {{"symbol", "zzqqxx"}, 1, "no symbol is named"},
      {{"usages", "zzqqxx"}, 1, "no symbol is named"},
      {{"blast-radius", "zzqqxx"}, 1, "no symbol is named"},
      {{"test-scope", "zzqqxx"}, 1, "no symbol is named"},
      {{"path", "zzqqxx", "checkout"}, 1, "no symbol is named"},
      {{"context", "mail", "--budget", "10"}, 1, "the smallest budget"},
      {{"status", "--repo", "/nowhere", "--store", Store()}, 1, "No such file"},
      {{"index", "nowhere"}, 1, "No such file"},
      {{"search"}, 2, "QUERY is missing"},
      {{"analyze", "cyles"}, 2, "is none of"},
      {{"outline", "--limt", "3"}, 2, "no option '--limt'"},
      {{"search", "x", "--store", "/dev/null"}, 3, "/dev/null"},
  };
  for (Outcome outcome : outcomes) {
    outcome.arguments.insert(outcome.arguments.end(), {"--format", "json"});
    const ProgramResult result = Run(outcome.arguments);
    EXPECT_EQ(result.exit_code, outcome.exit_code) << outcome.arguments[0];
    EXPECT_THAT(result.err, HasSubstr(outcome.said));
    const nlohmann::json error = nlohmann::json::parse(result.out, nullptr, false);
    ASSERT_TRUE(error.is_object()) << outcome.arguments[0] << ": " << result.out;
    EXPECT_THAT(error["error"]["message"], HasSubstr(outcome.said));
    EXPECT_FALSE(error["error"]["code"].empty());
  }
}

TEST_F(UsageTest, ErrorsHaveTheFormOfTheFormatThatWasAskedFor) {
  const std::string gcx = Run({"usages", "zzqqxx", "--format", "gcx"}).out;
  EXPECT_THAT(gcx, AllOf(HasSubstr("GCX1 tool=error"), HasSubstr("not_found\tno symbol is named")));
  const std::string xml = Run({"usages", "zzqqxx", "--format", "xml"}).out;
  EXPECT_THAT(xml, AllOf(HasSubstr("<error code=\"not_found\">"),
                         HasSubstr("<message>no symbol is named 'zzqqxx'")));
  EXPECT_EQ(Run({"usages", "zzqqxx", "--format", "gcf"}).out, "") << "GCF has no errors";

  const auto fix = [this](std::vector<std::string> arguments) -> std::string {
    arguments.insert(arguments.end(), {"--format", "json"});
    return nlohmann::json::parse(Run(arguments).out)["error"]["fix"];
  };
  EXPECT_EQ(fix({"symbol", "render(int,int)"}), "name one of them by its id");
  EXPECT_EQ(fix({"search"}), "see: waymark search --help");
  EXPECT_THAT(fix({"usages", "zzqqxx; run: sh"}), StartsWith("waymark outline "))
      << "no name is like it";
}

TEST_F(UsageTest, JsonIsShortForItsFormat) {
  for (const std::vector<std::string>& question :
       std::vector<std::vector<std::string>>{{"symbol", "Cart.total"},
                                             {"usages", "price_of"},
                                             {"outline"},
                                             {"analyze", "cycles"},
                                             {"status", "--store", Store()},
                                             {"config"},
                                             {"formats"}}) {
    std::vector<std::string> shortly = question;
    shortly.emplace_back("--json");
    std::vector<std::string> in_full = question;
    in_full.insert(in_full.end(), {"--format", "json"});
    const ProgramResult result = Run(shortly);

    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.out, Run(in_full).out);
    EXPECT_FALSE(nlohmann::json::parse(result.out, nullptr, false).is_discarded());
  }
  const nlohmann::json error = nlohmann::json::parse(Run({"symbol", "zzqqxx", "--json"}).out);
  EXPECT_THAT(error["error"]["message"], HasSubstr("no symbol is named"));
}

TEST_F(UsageTest, ATaskNeedsNoQuotes) {
  EXPECT_EQ(Run({"context", "mail", "the", "receipt", "--limit", "1"}).out,
            Run({"context", "mail the receipt", "--limit", "1"}).out);
  EXPECT_EQ(Run({"search", "send", "receipt", "--json"}).out,
            Run({"search", "send receipt", "--json"}).out);
}

TEST_F(UsageTest, WordsAreTakenWithDashesAndWithUnderscores) {
  EXPECT_EQ(Run({"analyze", "dead-code"}).out, Run({"analyze", "dead_code"}).out);
  EXPECT_EQ(Run({"usages", "price_of", "--relation", "co-changed"}).exit_code,
            Run({"usages", "price_of", "--relation", "co_changed"}).exit_code);
  EXPECT_EQ(Run({"path", "checkout", "price_of", "--depth", "3"}).exit_code, 0);
}

TEST_F(UsageTest, NotesAreLeftOutAndDetailsAdded) {
  const ProgramResult quiet = Run({"symbol", "Cart.total", "-q"});
  const ProgramResult verbose = Run({"symbol", "Cart.total", "-v"});

  EXPECT_THAT(quiet.err, IsEmpty());
  EXPECT_EQ(verbose.out, quiet.out);
  EXPECT_THAT(verbose.err, AllOf(HasSubstr("reading the store " + Store() + " in this process\n"),
                                 HasSubstr("waymark: took ")));
  EXPECT_EQ(Run({"symbol", "Cart.total", "-q", "-v"}).exit_code, 2);
}

TEST_F(UsageTest, AnUnknownCheckoutIsToldTogetherWithTheKnownOnes) {
  const ProgramResult result =
      home_.Run({"usages", "checkout", "--repo", "/nowhere", "--store", Store()});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("repository /nowhere: No such file or directory; indexed are "),
                    HasSubstr("name one of them, or run: waymark index PATH")));
}

TEST_F(UsageTest, AProgramCanReadTheCandidatesOfAName) {
  const std::vector<std::string> judgement = {"feedback", "useful",       "render",       "--task",
                                              "mail",     "--repo",       root_.string(), "--store",
                                              Store(),    "--format=json"};
  for (const std::vector<std::string>& asked :
       {std::vector<std::string>{"symbol", "render(int,int)", "--format=json"}, judgement}) {
    const ProgramResult result = Run(asked);
    const nlohmann::json error = nlohmann::json::parse(result.out)["error"];
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_EQ(error["code"], "failed_precondition");
    ASSERT_EQ(error["candidates"].size(), 2U);
    EXPECT_EQ(error["candidates"][0]["kind"], "function");
    EXPECT_EQ(error["candidates"][0]["path"], "shop/mail.py");
    EXPECT_EQ(error["candidates"][0]["line"], 1);
    for (const nlohmann::json& candidate : error["candidates"]) {
      EXPECT_EQ(Run({"symbol", candidate["id"]}).exit_code, 0);
    }
  }
}

TEST_F(UsageTest, NamesLikeAnUnknownOneAreCandidatesToo) {
  for (const std::string command : {"symbol", "usages", "show", "test-scope"}) {
    const ProgramResult result = Run({command, "price_off", "--json"});
    const nlohmann::json error = nlohmann::json::parse(result.out)["error"];
    EXPECT_EQ(result.exit_code, 1) << command;
    EXPECT_EQ(error["code"], "not_found");
    EXPECT_EQ(error["candidates"][0]["id"], "shop/pricing.py#price_of") << result.out;
  }
}

TEST_F(UsageTest, AnErrorAmongAnswersHasTheFieldsOfAnError) {
  const ProgramResult result = Run({"show", "price_of", "render(int,int)", "--json"});
  const nlohmann::json symbols = nlohmann::json::parse(result.out)["symbols"];

  EXPECT_EQ(result.exit_code, 1);
  EXPECT_FALSE(symbols[0].contains("error"));
  EXPECT_EQ(symbols[1]["asked"], "render(int,int)");
  EXPECT_EQ(symbols[1]["error"]["code"], "failed_precondition");
  EXPECT_EQ(symbols[1]["error"]["candidates"].size(), 2U);
}

TEST_F(UsageTest, SharedOptionsMayStandBeforeTheCommand) {
  const auto run = [this](const std::vector<std::string>& arguments) {
    return home_.Run(arguments, "", root_);
  };

  EXPECT_EQ(run({"--store", Store(), "--json", "search", "total"}).out,
            run({"search", "total", "--store", Store(), "--json"}).out);
  EXPECT_EQ(home_.Run({"--repo=" + root_.string(), "--store", Store(), "usages", "price_of"}).out,
            home_.Run({"usages", "price_of", "--repo", root_.string(), "--store", Store()}).out);
  EXPECT_THAT(run({"-q", "index", "--store", Store()}).out, IsEmpty());
  const ProgramResult wrong = run({"--json", "serch", "total"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(nlohmann::json::parse(wrong.out)["error"]["message"], HasSubstr("'search'"));
  EXPECT_THAT(run({"--limit", "3", "search", "total"}).err,
              HasSubstr("options follow the command: waymark COMMAND --limit"));
  EXPECT_EQ(run({"-q", "--help"}).out, run({"--help"}).out);
  EXPECT_EQ(run({"--repo", ".", "--version"}).out, run({"--version"}).out);
  EXPECT_EQ(run({"--color", "never", "--help-all"}).out, run({"--help-all"}).out);
}

TEST_F(UsageTest, AnAmbiguousNameIsAnsweredWithANoteInEveryFormat) {
  constexpr char kNote[] =
      "'render' fits 2 symbols; this is shop.mail.render (shop/mail.py:1). Ask for another by its "
      "id: shop/page.py#render (line 1).";
  for (const std::string command : {"symbol", "usages", "blast-radius"}) {
    EXPECT_THAT(Run({command, "render", "--format", "text"}).out, StartsWith(kNote)) << command;
    EXPECT_THAT(Run({command, "render", "--format", "gcf"}).out,
                HasSubstr(fmt::format("\n# name_note: {}\n", kNote)));
    EXPECT_EQ(nlohmann::json::parse(Run({command, "render", "--format", "json"}).out)["name_note"],
              kNote);
    EXPECT_EQ(Run({command, "render", "--format", "text"}).err, "") << "agents do not read it";
  }
  EXPECT_THAT(Run({"test-scope", "render", "--format", "text"}).out, StartsWith(kNote));
  EXPECT_THAT(Run({"explain", "render", "--task", "mail"}).out, StartsWith(kNote));
  EXPECT_THAT(Run({"usages", "render", "--format", "quickfix"}).err, HasSubstr(kNote));
  EXPECT_THAT(Run({"usages", "shop.page.render", "--format", "text"}).out,
              Not(HasSubstr("fits 2 symbols")));
}

TEST_F(UsageTest, UsagesAreLinesOfCodeByFile) {
  EXPECT_THAT(
      Run({"usages", "price_of", "--format", "text"}).out,
      AllOf(StartsWith("2 uses of shop.pricing.price_of in 1 file; "),
            HasSubstr("\n\nshop/shop/cart.py:1:26: from shop.pricing import price_of  (import)\n"
                      "shop/shop/cart.py:15:20: return sum(price_of(item) for item in "
                      "self.items)  (call, in shop.cart.Cart.total)\n")));
  EXPECT_THAT(Run({"usages", "Cart.total", "--format", "text"}).out,
              HasSubstr("\nin tests, examples and generated code:\n"
                        "shop/tests/test_cart.py:7:17: assert cart.total() == 0  (call, in "
                        "tests.test_cart.test_total)\n"));
  EXPECT_THAT(Run({"usages", "checkout", "--relation", "callees", "--format", "text"}).out,
              AllOf(StartsWith("2 calls in shop.checkout.checkout in 1 file; "),
                    HasSubstr("amount = cart.total()  (call of shop.cart.Cart.total)\n")));
  EXPECT_THAT(Run({"usages", "checkout", "--format", "text"}).out,
              StartsWith("no use of shop.checkout.checkout is known; "));
}

TEST_F(UsageTest, TestsAreToldByFileWithTheCommandThatRunsThem) {
  EXPECT_THAT(
      Run({"test-scope", "price_of", "--format", "text"}).out,
      AllOf(StartsWith("tests: 1 surely, 0 possibly; "),
            HasSubstr("\nsurely:\n  tests/test_cart.py\n"
                      "        4  tests.test_cart.test_total  (over shop.cart.Cart.total)\n"),
            HasSubstr("\nto run them:\n  pytest tests/test_cart.py::test_total\n")));
}

TEST_F(UsageTest, AnEmptyAnswerInJsonIsAnAnswer) {
  const ProgramResult result = Run({"search", "zzqqxx", "--format", "json"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(nlohmann::json::parse(result.out).contains("symbols"));
}

TEST_F(UsageTest, HeadersCountAllPages) {
  EXPECT_THAT(
      Run({"usages", "price_of", "--limit", "1", "--format", "text"}).out,
      AllOf(HasSubstr("2 uses of shop.pricing.price_of in 1 file, 1 shown; "),
            HasSubstr("\n1 more: waymark usages 'price_of' --depth 1 --limit 1 --cursor ")));
  EXPECT_THAT(Run({"test-scope", "price_of", "--limit", "1"}).out, StartsWith("tests: 1 surely, "));
}

TEST_F(UsageTest, WrongArgumentsAreToldWithWhatIsRight) {
  const Outcome outcomes[] = {
      {{"--repo", "."}, 2, "name a command: waymark --repo . COMMAND"},
      {{"-q"}, 2, "name a command: waymark -q COMMAND"},
      {{"-q", "--repo"}, 2, "name a command: waymark -q --repo VALUE COMMAND"},
      {{"-q", "--limit", "3"}, 2, "options follow the command: waymark COMMAND --limit"},
      {{"contxt", "x"}, 2, "there is no command 'contxt'; did you mean 'context'?"},
      {{"context"}, 2, "say what it is about: TASK, or else --symbol"},
      {{"context", ""}, 2, "task: it is empty"},
      {{"context", "x", "--also", "y", "--also", " "}, 2, "--also: task 3 of 3 is empty"},
      {{"feedback", "list", "--at", "HEAD"}, 2, "no option '--at'"},
      {{"search", " \t"}, 2, "query: it is empty"},
      {{"symbol", ""}, 2, "name: it is empty"},
      {{"blast-radius", ""}, 2, "symbols: it is empty"},
      {{"blast-radius"}, 2, "name what changes: either NAME or FILE:LINE, or --diff REV"},
      {{"test-scope"}, 2, "name what changes: either NAME or FILE:LINE, or --diff REV"},
      {{"usages", "x", "--relation", "friends"}, 2, "'friends' is none of: callees, callers, "},
      {{"path"}, 2, "FROM is missing"},
      {{"path", "x"}, 2, "TO is missing"},
      {{"index", ""}, 2, "path: it is empty"},
      {{"index", ".", "--at", ""}, 2, "--at: it is empty"},
      {{"index", ".", "--name", " "}, 2, "--name: it is empty"},
      {{"symbol", "two", "names"}, 2, "unexpected argument 'names'; an argument with blanks"},
      {{"symbol", "--", "x", "--store"}, 2, "unexpected argument '--store'; options must stand"},
      {{"context", "x", "-B", "5"}, 2, "no option '-B'; if it is an argument, write -- before it"},
      {{"search", "x", "-l", "5"}, 2, "no option '-l'; did you mean '--limit'?"},
      {{"context", "x", "--json", "--format", "xml"},
       2,
       "--format asks for xml, and --json for json; leave out"},
      {{"install", "claude"}, 2, "did you mean 'claude-code'?"},
      {{"daemon", "stauts"}, 2, "did you mean 'status'?"},
      {{"config", "get", "formt"}, 2, "there is no key 'formt'; did you mean 'format'?"},
      {{"--versoin"}, 2, "did you mean '--version'?"},
      {{"context", "x", "--frmat", "json"}, 2, "no option '--frmat'; did you mean '--format'?"},
      {{"context", "x", "--zzz"}, 2, "no option '--zzz'; if it is an argument, write -- before it"},
      {{"context", "x", "--format", "jsn"}, 2, "did you mean 'json'?"},
      {{"context", "x", "--tokenizer", "none"}, 2, "none of: cl100k_base, o200k_base"},
      {{"context", "x", "--budget", "-5"}, 2, "'-5' is not a whole number from 0 to 1000000"},
      {{"context", "x", "--budget"}, 2, "--budget needs a value, N: Tokens that"},
      {{"context", "x", "--limit", "0"}, 2, "'0' is not a whole number from 1"},
      {{"search", "x", "--limit", "1", "--limit", "2"}, 2, "--limit is given more than once"},
      {{"search", "x", "--store", ""}, 2, "--store: it is empty"},
      {{"status", "--repo", ""}, 2, "--repo: it is empty"},
      {{"search", "x", "--limit", "0"}, 2, "'0' is not a whole number from 1 to 1000"},
      {{"blast-radius", "x", "--depth", "65"}, 2, "'65' is not a whole number from 1 to 64"},
      {{"blast-radius", "x", "--edges"}, 2, "--edges needs a value, TYPES: "},
      {{"blast-radius", "x", "--min-confidence", "2"}, 2, "'2' is not a number from 0 to 1"},
      {{"test-scope", "x", "--min-confidence", "nan"}, 2, "'nan' is not a number from 0 to 1"},
      {{"blast-radius", "x", "--edges", "hugs"}, 2, "'hugs' is none of: accesses-field, "},
      {{"index", ".", "--memory", "-5"}, 2, "'-5' is not a size; write one such as 512MiB"},
      {{"index", ".", "--memory", "99999999999999999999"}, 2, "is not a size"},
      {{"index", ".", "--memory", "20000000T"}, 2, "is not a size"},
      {{"index", ".", "--memory", "1k"}, 2, "at least 96MiB are needed"},
  };
  ExpectAll(outcomes);
}

// A program that reads the answer gets one, and the exit code tells that it is empty.
TEST_F(UsageTest, AnAnswerThatFindsNothingIsStillAnAnswer) {
  EXPECT_THAT(Run({"context", "zzqqxx", "--format", "gcf"}).out, StartsWith("GCF tool=context"));
  EXPECT_THAT(Run({"search", "zzqqxx", "--format", "json"}).out, HasSubstr("\"symbols\""));
}

TEST_F(UsageTest, AnalysesAnswerInEachFormat) {
  const ProgramResult text = Run({"analyze", "dead_code"});
  const ProgramResult as_json = Run({"analyze", "dead_code", "--format", "json"});
  const ProgramResult gcx = Run({"analyze", "hotspots", "--format", "gcx"});

  EXPECT_THAT(text.out, HasSubstr("nothing used in the repository refers to it\n"
                                  "  function shop.checkout.checkout  shop/checkout.py:5\n"));
  EXPECT_THAT(as_json.out, HasSubstr("\"name\":\"shop.checkout.checkout\""));
  EXPECT_THAT(gcx.out, HasSubstr("GCX1 tool=analyze.hotspots "
                                 "fields=id,name,path,line,fan_in,fan_out,cross_cut,score"));
  EXPECT_THAT(gcx.out, HasSubstr(" completeness="));
  EXPECT_EQ(Run({"analyze", "cycles"}).exit_code, 0);
  EXPECT_THAT(Run({"analyze"}).err, HasSubstr("KIND is missing"));
  EXPECT_THAT(
      Run({"analyze", "dead-cod"}).err,
      HasSubstr("is none of: contracts, cycles, dead-code, hotspots; did you mean 'dead-code'?"));
}

TEST_F(UsageTest, AnOutlineHasASectionForEachOfItsLists) {
  const ProgramResult gcx = Run({"outline", "--format", "gcx"});

  for (const std::string part : {"languages", "communities", "hotspots", "most_imported",
                                 "entry_points", "areas", "layers"}) {
    EXPECT_THAT(gcx.out, HasSubstr("GCX1 tool=get_repo_outline." + part + " fields="));
  }
  EXPECT_THAT(Run({"outline"}).out, HasSubstr("shop"));
}

TEST_F(UsageTest, PagesOfAnOutlineAreTheWholeOutline) {
  using nlohmann::json;
  const auto ask = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"outline", "--format", "json"});
    return json::parse(Run(options).out);
  };
  const json whole = ask({"--limit", "1000"});
  EXPECT_FALSE(whole.contains("cursor"));
  json page = ask({"--limit", "1"});
  json areas = page["areas"];
  json hubs = page["hubs"];
  while (page.contains("cursor") && hubs.size() <= whole["hubs"].size()) {
    page = ask({"--limit", "1", "--cursor", page["cursor"]});
    areas.insert(areas.end(), page["areas"].begin(), page["areas"].end());
    hubs.insert(hubs.end(), page["hubs"].begin(), page["hubs"].end());
  }
  EXPECT_GT(hubs.size(), 1U);
  EXPECT_EQ(areas, whole["areas"]);
  EXPECT_EQ(hubs, whole["hubs"]);
  EXPECT_THAT(Run({"outline", "--limit", "1"}).out,
              HasSubstr("\nmore: waymark outline --limit 1 --cursor 1-"));
  EXPECT_NE(Run({"outline", "--cursor", "1-00000000"}).exit_code, 0);
}

TEST_F(UsageTest, TestsAreTablesInGcx) {
  const ProgramResult gcx = Run({"test-scope", "Cart.total", "--format", "gcx"});

  EXPECT_THAT(gcx.out, HasSubstr("GCX1 tool=test_scope.tests fields="));
  EXPECT_THAT(gcx.out, HasSubstr("GCX1 tool=test_scope.runners fields=arguments,runner"));
  EXPECT_THAT(gcx.out, HasSubstr(" truncated=false\n"));
}

TEST_F(UsageTest, FormatsTellWhatEachCarries) {
  const ProgramResult text = home_.Run({"formats"});
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_THAT(text.out,
              AllOf(HasSubstr("gcb1"), HasSubstr("encode, decode, binary; also gcb, binary"),
                    HasSubstr("\nsignatures ")));
  const nlohmann::json formats =
      nlohmann::json::parse(home_.Run({"formats", "--format", "json"}).out)["formats"];
  ASSERT_EQ(formats.size(), 9U);
  EXPECT_EQ(formats[0]["name"], "gcf");
  EXPECT_EQ(formats[0]["carries"]["exact scores"], "no");
  EXPECT_EQ(formats[0]["carries"]["signatures"], "yes");
}

TEST_F(UsageTest, EveryCommandHasHelpWithAnExample) {
  for (const char* command :
       {"index",      "context", "blast-radius", "search", "symbol", "usages",     "path",
        "test-scope", "outline", "analyze",      "export", "status", "doctor",     "encode",
        "decode",     "root",    "delta",        "serve",  "mcp",    "completion", "help",
        "version",    "formats", "daemon",       "forget", "config", "shrink",     "expand"}) {
    const ProgramResult help = home_.Run({command, "--help"});

    EXPECT_EQ(help.exit_code, 0);
    EXPECT_THAT(help.out, AllOf(HasSubstr("\nOptions:\n"), HasSubstr("Examples:\n  waymark ")));
  }
}

TEST_F(UsageTest, WhatIsWrittenToAScreenCannotSteerIt) {
  const std::string hostile = "a\x1b[31mb\xff";

  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"symbol", hostile},
                                             {"context", "x", "--tokenizer", hostile},
                                             {hostile},
                                             {"index", hostile}}) {
    const ProgramResult result = Run(arguments);

    EXPECT_NE(result.exit_code, 0);
    EXPECT_THAT(result.err, AllOf(HasSubstr("a\\u001b[31mb\\xff"), Not(HasSubstr("\x1b"))));
  }
}

TEST(VisibleText, ShowsWhatHasNoShape) {
  EXPECT_EQ(VisibleText("plain \u00e9 \u5e97\tx\n"), "plain \u00e9 \u5e97\tx\n");
  EXPECT_EQ(VisibleText("line\r\nforged\rline"), "line\nforged\\u000dline");
  EXPECT_EQ(VisibleText("\x1b[2J\x7f"), "\\u001b[2J\\u007f");
  EXPECT_EQ(VisibleText("\u009b31m \u202eterces"), "\\u009b31m \\u202eterces");
  EXPECT_EQ(VisibleText("\xff\xc3"), "\\xff\\xc3");
  EXPECT_EQ(VisibleText(std::string_view("\0", 1)), "\\u0000");
  EXPECT_EQ(VisibleLine("a\tb\r\nc\x1b.py"), "a\\u0009b\\u000d\\u000ac\\u001b.py");
}

TEST(VisibleMessage, KeepsTheLinesOfAListAlone) {
  EXPECT_EQ(VisibleMessage("'a\nwaymark: b\u2028' fits 2:\n  x\n  y"),
            "'a\\u000awaymark: b\\u2028' fits 2:\n  x\n  y");
}

TEST(NearestName, IsTheOneWithTheFewestSlips) {
  const std::vector<std::string> names = {"calls", "contains", "imports"};

  EXPECT_EQ(NearestName("cals", names), "calls");
  EXPECT_EQ(NearestName("import", names), "imports");
  EXPECT_EQ(NearestName("hugs", names), std::nullopt);
  EXPECT_EQ(NearestName("", names), std::nullopt);
  EXPECT_EQ(NearestName("Cont", names), "contains") << "it begins so";
  EXPECT_EQ(NearestName("importsfrom", names), "imports");
  EXPECT_EQ(NearestName("co", names), std::nullopt) << "too short to say";
  EXPECT_EQ(NoneOf("cals", names),
            "'cals' is none of: calls, contains, imports; did you mean 'calls'?");
}

}  // namespace
}  // namespace waymark::testing
