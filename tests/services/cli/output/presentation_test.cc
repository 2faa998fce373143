// Answers as text for people, and the parts of the command line that no process is needed for.
#include <chrono>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/settings.h"
#include "output/exit_code.h"
#include "output/interrupt.h"
#include "output/progress_meter.h"
#include "render/render_payload.h"
#include "render/render_records.h"
#include "render/render_test_scope.h"
#include "render/render_usages.h"
#include "services/payload_text.h"
#include "services/quantities.h"
#include "services/shell_word.h"
#include "testing/golden.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

using ::testing::HasSubstr;
using testing::MatchesGolden;
using ::testing::Not;
using ::testing::StartsWith;
using testing::TempDir;

wire::Symbol MakeSymbol(const std::string& name, SymbolKind kind, float score, std::uint32_t line) {
  wire::Symbol symbol;
  symbol.qualified_name = name;
  symbol.kind = kind;
  symbol.score = score;
  symbol.path = "shop/cart.py";
  symbol.start_line = line;
  symbol.end_line = line + 2;
  return symbol;
}

wire::Edge MakeCall(std::uint32_t source, std::uint32_t target, std::vector<std::uint32_t> lines) {
  wire::Edge edge;
  edge.source = source;
  edge.target = target;
  edge.type = EdgeType::kCalls;
  for (const std::uint32_t line : lines) {
    edge.sites.push_back({.path = "shop/cart.py", .line = line, .column = 5});
  }
  return edge;
}

wire::IndexInfo MakeIndex() {
  wire::IndexInfo index;
  index.repository = "shop";
  index.generation = 3;
  index.commit = "0123456789abcdef0123456789abcdef01234567";
  index.files_differing = 2;
  return index;
}

TEST(ContextText, ShowsPlacesSignaturesAndSentences) {
  ContextAnswer answer;
  answer.payload.index = MakeIndex();
  answer.payload.tokens_used = 412;
  answer.payload.token_budget = 5000;
  answer.payload.tokenizer = wire::Tokenizer::kO200kBase;
  answer.payload.completeness.certainty = wire::Certainty::kComplete;
  answer.payload.truncation.emplace().omitted = 1234;
  answer.payload.symbols = {MakeSymbol("shop.cart.Cart.total", SymbolKind::kMethod, 1, 10),
                            MakeSymbol("shop.pricing.price_of", SymbolKind::kFunction, 0.456F, 4)};
  answer.payload.symbols[0].signature = "def total(self)";
  answer.payload.edges = {MakeCall(0, 1, {12})};
  answer.explanation = Explanation{};
  answer.explanation->question.terms = {
      {.term = "total", .as_written = "totals", .weight = 4.5F, .document_frequency = 1200}};
  answer.explanation->pack.shown[1] = 2;
  answer.explanation->symbols = {{.lexical = 0.7F, .cohesion = 0.2F, .walk = 0.1F},
                                 {.lexical = 0.4F, .cohesion = 0, .walk = 0.056F}};

  EXPECT_TRUE(MatchesGolden("services/context.txt", ContextText(answer.payload)));
  EXPECT_TRUE(MatchesGolden("services/explanation.txt", RenderExplanation(answer)));
}

TEST(ContextText, NumbersTheLinesOfSource) {
  wire::Payload payload;
  payload.symbols = {MakeSymbol("shop.total", SymbolKind::kFunction, 1, 9)};
  payload.symbols[0].signature = "def total(self)";
  payload.symbols[0].text = "def total(self):\n\n…\n    return 1\n";
  payload.symbols[0].source.numbers = {9, 10, 0, 14};

  EXPECT_EQ(ContextText(payload),
            "1 match\n"
            "\n"
            "  function  shop.total  shop/cart.py:9-11\n"
            "     9  def total(self):\n"
            "    10\n"
            "        …\n"
            "    14      return 1\n");
}

TEST(FreshnessText, TellsOnlyWhatDiffers) {
  wire::IndexInfo index = MakeIndex();
  EXPECT_EQ(FreshnessText(index),
            "2 files on disk differ from the index (waymark index brings it up to date)");
  index.files_differing = 0;
  EXPECT_EQ(FreshnessText(index), "");
  EXPECT_EQ(IndexLine(index),
            "shop, generation 3, commit 0123456789ab; up to date with the files on disk");
  index.files_differing.reset();
  EXPECT_EQ(FreshnessText(index), "not compared with the files on disk");
  index.shown = wire::ShownState::kBuffers;
  EXPECT_EQ(FreshnessText(index), "with unsaved buffers; not compared with the files on disk");
  index.shown = wire::ShownState::kCommit;
  EXPECT_EQ(FreshnessText(index), "at commit 0123456789ab");
}

TEST(EdgeWords, EveryPublishedTypeReadsAsAVerbBothWays) {
  const wire::Payload payload;
  for (const EdgeType type : AllEdgeTypes()) {
    if (!IsPublished(type)) continue;
    EXPECT_THAT(VerbOf(payload, type), Not(HasSubstr("_")));
    EXPECT_THAT(ReverseVerbOf(payload, type), Not(HasSubstr(", from"))) << Name(type);
  }
  EXPECT_EQ(SourcesText(payload, {.type = EdgeType::kCalls, .count = 1}), "1 caller");
  EXPECT_EQ(SourcesText(payload, {.type = EdgeType::kTests, .count = 1200}), "1,200 tests");
  EXPECT_EQ(SourcesText(payload, {.type = EdgeType::kContains, .count = 1}), "");
  EXPECT_EQ(TargetsText(payload, {.type = EdgeType::kExtends, .count = 1}), "extends 1");
}

TEST(RenderSearch, ShowsNoScoresAndNamesEachMatchOnce) {
  SearchAnswer answer;
  answer.payload.index = MakeIndex();
  answer.payload.index->files_differing = 0;
  answer.payload.completeness.certainty = wire::Certainty::kComplete;
  answer.payload.symbols = {MakeSymbol("shop.Cart", SymbolKind::kClass, 0.85F, 1),
                            MakeSymbol("shop.pay", SymbolKind::kFunction, 0.5F, 9)};
  answer.payload.symbols[1].signature = "def pay(cart)";

  EXPECT_EQ(RenderSearch(answer),
            "shop: 2 matches\n"
            "\n"
            "  class     shop.Cart  shop/cart.py:1-3\n"
            "  function  shop.pay  shop/cart.py:9-11\n"
            "      def pay(cart)\n");
}

TEST(RenderPath, ReadsFromSymbolToSymbol) {
  PathAnswer answer;
  answer.payload.index = MakeIndex();
  answer.payload.index->files_differing = 0;
  answer.payload.completeness.certainty = wire::Certainty::kComplete;
  answer.payload.symbols = {MakeSymbol("shop.pay", SymbolKind::kFunction, 1, 9),
                            MakeSymbol("shop.Cart", SymbolKind::kClass, 1, 1)};
  answer.payload.edges = {MakeCall(0, 1, {10})};
  answer.payload.edges[0].provenance = Provenance::kAstInferred;

  EXPECT_EQ(RenderPath(answer),
            "2 symbols; complete\n"
            "\n"
            "  function  shop.pay  shop/cart.py:9-11\n"
            "      calls shop.Cart at line 10 (probably)\n"
            "  class     shop.Cart  shop/cart.py:1-3\n");
}

TEST(RenderExplanation, TellsNothingToShowFromNothingThatFits) {
  ContextAnswer answer;
  answer.explanation = Explanation{};
  EXPECT_THAT(RenderExplanation(answer), HasSubstr("pack: nothing to show;"));

  answer.payload.truncation = wire::Truncation{.omitted = 3, .next_call = "waymark context more"};
  EXPECT_THAT(RenderExplanation(answer), HasSubstr("pack: nothing fits;"));
}

TEST(RenderBlastRadius, GroupsByHopWithSites) {
  BlastRadiusAnswer answer;
  answer.payload.index = MakeIndex();
  answer.payload.index->files_differing.reset();
  answer.payload.completeness = {.certainty = wire::Certainty::kIncomplete,
                                 .possible_uses = 2,
                                 .reason = "2 unresolved references by this name"};
  answer.payload.symbols = {MakeSymbol("shop.Cart", SymbolKind::kClass, 1, 1),
                            MakeSymbol("shop.Cart.total", SymbolKind::kMethod, 1, 3),
                            MakeSymbol("shop.checkout", SymbolKind::kFunction, 0.9F, 20)};
  answer.payload.symbols[2].distance = 1;
  wire::Edge contains;
  contains.source = 0;
  contains.target = 1;
  contains.type = EdgeType::kContains;
  answer.payload.edges = {contains, MakeCall(2, 1, {21, 22, 23, 24, 25, 26, 27})};
  answer.payload.truncation = wire::Truncation{};
  answer.payload.truncation->omitted = 40;
  answer.payload.truncation->next_call = "waymark blast-radius 'shop.Cart' --depth 3 --limit 41";
  answer.payload.affected = wire::Affected{.symbols = 41, .files = 1, .tests = 7, .hops = {2, 41}};
  wire::Affected& affected = *answer.payload.affected;
  affected.packages = wire::AffectedList{.count = 3, .names = {"shop", "tests"}};
  affected.routes = wire::AffectedList{.count = 0};
  affected.owners = wire::AffectedList{.count = 1, .names = {"@acme/shop"}};
  affected.risk =
      wire::Risk{.level = wire::RiskLevel::kMedium,
                 .score = 0.42F,
                 .reasons = {{.factor = "reach", .share = 0.7F, .text = "34 symbols depend on it"},
                             {.factor = "history", .share = std::nullopt, .text = "not known"}}};

  EXPECT_TRUE(MatchesGolden("services/blast_radius.txt",
                            RenderBlastRadius(answer, "tests: 3 surely, 4 possibly (list)")));
}

TEST(RenderBlastRadius, SaysFirstWhatMayBeMissingWhereNothingIsFound) {
  BlastRadiusAnswer answer;
  answer.payload.index = MakeIndex();
  answer.payload.completeness = {.certainty = wire::Certainty::kIncomplete,
                                 .possible_uses = 2,
                                 .reason = ".scala files, which are not parsed, may use it"};
  answer.payload.affected = wire::Affected{};

  EXPECT_THAT(RenderBlastRadius(answer, ""),
              StartsWith("incomplete: 2 possible uses (.scala files, which are not parsed, may use "
                         "it)\n0 dependent symbols in 0 files\n"));
  answer.payload.completeness = {.certainty = wire::Certainty::kComplete};
  EXPECT_THAT(RenderBlastRadius(answer, ""),
              StartsWith("0 dependent symbols in 0 files\ncomplete\n"));
}

ScopeTest MakeTest(const std::string& path, std::uint32_t line, bool is_sure,
                   const std::string& evidence) {
  return {.name = "test_" + std::to_string(line),
          .place = {.path = path, .start_line = line},
          .is_sure = is_sure,
          .evidence = evidence,
          .chain = {"test", "shop.pay", "shop.Cart.total"}};
}

TEST(RenderTestScope, GroupsTestsByFileAndEndsWithTheCommands) {
  TestScopeAnswer answer;
  answer.tests = {MakeTest("b.py", 9, true, "reaches"), MakeTest("a.py", 4, true, "reaches"),
                  MakeTest("b.py", 2, true, "reaches"), MakeTest("c.py", 7, false, "named_after")};
  answer.sure = 3;
  answer.possible = 12;
  answer.omitted = 11;
  answer.cursor = "4-ab";
  answer.completeness.certainty = wire::Certainty::kComplete;
  answer.index = MakeIndex();
  answer.runners = {
      {.runner = "pytest", .arguments = "a.py::test_4"},
      {.runner = "GoogleTest", .arguments = "--gtest_filter=A.B", .is_command = false}};

  EXPECT_TRUE(MatchesGolden("services/test_scope.txt", RenderTestScope(answer)));
}

// Finds files from the top of the repository.
std::string FromTop(const std::string& path) { return path; }

UsagesAnswer MakeUses() {
  UsagesAnswer answer;
  answer.payload.index = MakeIndex();
  answer.payload.symbols = {MakeSymbol("shop.Cart", SymbolKind::kClass, 1, 1)};
  answer.lines = {{.site = {.path = "a.py", .line = 3, .column = 5},
                   .kind = "call",
                   .around = "shop.pay",
                   .code = "Cart()"}};
  answer.all_lines = 1;
  answer.files_of_lines = 1;
  return answer;
}

TEST(RenderUsages, TellsThatAFileDiffersAndShowsNoControls) {
  UsagesAnswer answer;
  answer.payload.index = MakeIndex();
  answer.payload.symbols = {MakeSymbol("shop.Cart", SymbolKind::kClass, 1, 1)};
  answer.lines = {{.site = {.path = "a\x1b.py", .line = 3, .column = 5},
                   .kind = "call",
                   .around = "shop.pay",
                   .code = "Cart(\"\x1b[2J\")"},
                  {.site = {.path = "b.py", .line = 1, .column = 1}, .kind = "import"}};

  EXPECT_THAT(RenderUsages({}, answer, FromTop, Screen()),
              HasSubstr("\na\\u001b.py:3:5: Cart(\"\\u001b[2J\")  (call, in shop.pay)\n"
                        "b.py:1:1:   (import; the file differs from the index)\n"));
}

TEST(RenderUsages, ShowsPathsAsTheReaderFindsTheFiles) {
  const UsagesAnswer answer = MakeUses();

  EXPECT_THAT(RenderUsages({}, answer, [](const std::string& path) { return "/here/" + path; }, {}),
              HasSubstr("\n/here/a.py:3:5: Cart()  (call, in shop.pay)\n"));
}

TEST(RenderUsages, UsesOverSeveralHopsAreNotCalledUsesOfTheSymbol) {
  const UsagesAnswer answer = MakeUses();
  UsagesAnswer none;
  none.payload = answer.payload;

  EXPECT_THAT(RenderUsages({.depth = 1}, answer, FromTop, {}),
              StartsWith("1 use of shop.Cart in 1 file; "));
  EXPECT_THAT(RenderUsages({.depth = 2}, answer, FromTop, {}),
              StartsWith("1 use within 2 hops of shop.Cart in 1 file; "));
  EXPECT_THAT(RenderUsages({.depth = 2}, none, FromTop, {}),
              StartsWith("no use within 2 hops of shop.Cart is known; "));
}

TEST(RenderSymbol, ShowsWhatItIsAndWhoUsesItWithItsOverloads) {
  SymbolAnswer answer;
  answer.payload.symbols = {MakeSymbol("Db::Get", SymbolKind::kMethod, 1, 2)};
  answer.payload.symbols[0].handle = "shop/cart.py#Db::Get";
  answer.payload.symbols[0].signature = "int Db::Get(int key)";
  answer.payload.symbols[0].text = "Reads one value.\n\nReturns 0 when there is none.";
  answer.payload.profile =
      wire::Profile{.language = "cpp",
                    .flags = {"exported", "static"},
                    .declarations = {{.path = "db.h", .start_line = 3, .end_line = 3}},
                    .outgoing = {{.type = EdgeType::kCalls, .count = 3}},
                    .incoming = {{.type = EdgeType::kCalls, .count = 1200},
                                 {.type = EdgeType::kTests, .count = 1}}};
  answer.payload.completeness.certainty = wire::Certainty::kComplete;
  answer.payload.index = MakeIndex();

  wire::Symbol author;
  author.qualified_name = "author://Ada";
  author.signature = "12 commits";
  answer.payload.symbols.push_back(author);
  answer.payload.edges = {{.source = 0, .target = 1, .type = EdgeType::kAuthoredBy}};
  answer.overloads = {answer.payload};
  answer.overloads[0].symbols[0].signature = "int Db::Get(std::string_view key)";

  EXPECT_TRUE(MatchesGolden("services/symbol.txt", RenderSymbol(answer)));
}

TEST(RenderStatus, TellsWhichViewIsDamagedAndDescribesTheOthers) {
  StatusAnswer answer;
  answer.views = {{.repository = "broken", .root_path = "/b", .damage = "read segment 3: torn"},
                  {.repository = "shop", .root_path = "/s", .files = 7, .files_differing = 0}};

  const std::string text = Render(answer);

  EXPECT_THAT(text, HasSubstr("  damaged     read segment 3: torn\n"));
  EXPECT_THAT(text, HasSubstr("7 files"));
  EXPECT_THAT(ToJson(answer), HasSubstr("\"damage\": \"read segment 3: torn\""));
}

TEST(Interrupt, TheTimeOfAQuestionEnds) {
  Interrupt::Install();
  Interrupt::SetAfter(std::chrono::milliseconds(20));
  const auto start = std::chrono::steady_clock::now();
  while (!*Interrupt::flag() &&
         std::chrono::steady_clock::now() - start < std::chrono::minutes(1)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

  EXPECT_TRUE(Interrupt::is_late());
  EXPECT_EQ(Fail(absl::CancelledError("cancelled")), kExitFailure);
}

TEST(RenderIndex, CapsTheListOfSkippedFiles) {
  IndexAnswer answer;
  answer.report.key = {.repository = "shop", .view = "work:0"};
  answer.report.generation = 2;
  answer.report.files_indexed = 100;
  answer.report.bytes_indexed = 1'500'000;
  answer.report.extract_seconds = 0.5;
  answer.report.languages = {{.language = Language::kPython, .files = 100, .bytes = 1'500'000}};
  for (std::size_t i = 0; i < kMaxSkippedShown + 5; ++i) {
    answer.report.skipped.push_back(
        {.path = "big" + std::to_string(i) + ".py", .reason = SkipReason::kTooLarge});
  }
  answer.skipped_total = answer.report.skipped.size();

  const std::string text = Render(answer);

  EXPECT_THAT(text, HasSubstr("big19.py"));
  EXPECT_THAT(text, Not(HasSubstr("big20.py")));
  EXPECT_THAT(text, HasSubstr("and 5 more"));
  EXPECT_THAT(text, HasSubstr("\n  too_large means: more than 4 MiB"));
  EXPECT_THAT(text, Not(HasSubstr("binary means")));
  EXPECT_THAT(text, HasSubstr("200 files/s, 3.0 MB/s"));
}

TEST(ProgressBar, ShowsFilesRateAndTimeLeftWithinTheWidth) {
  const indexer::Progress progress{.stage = indexer::Stage::kExtracting,
                                   .files_done = 1500,
                                   .files_total = 3000,
                                   .bytes_done = 10,
                                   .bytes_total = 40};

  EXPECT_EQ(ProgressBar(progress, 3.0, 200),
            "extracting [############            ] 1,500/3,000 files  500 files/s  9.00 s left");
  EXPECT_EQ(ProgressBar(progress, 3.0, 20).size(), 19U);
}

TEST(Quantities, ReadLikePeopleWriteThem) {
  EXPECT_EQ(Grouped(0), "0");
  EXPECT_EQ(Grouped(999), "999");
  EXPECT_EQ(Grouped(1000), "1,000");
  EXPECT_EQ(Grouped(1234567), "1,234,567");
  EXPECT_EQ(ByteSize(999), "999 B");
  EXPECT_EQ(ByteSize(1500), "1.5 kB");
  EXPECT_EQ(ByteSize(2'500'000'000), "2.5 GB");
  EXPECT_EQ(Duration(0.5), "0.50 s");
  EXPECT_EQ(Duration(75), "75 s");
  EXPECT_EQ(Duration(600), "10 min");
  EXPECT_EQ(Counted(1, "file", "files"), "1 file");
}

TEST(ShellQuoted, LeavesNothingToTheShell) {
  EXPECT_EQ(ShellQuoted("a b$c"), "'a b$c'");
  EXPECT_EQ(ShellQuoted("it's"), "'it'\\''s'");
}

TEST(ExitCodeOf, DependsOnTheCodeAndOnWhatWasDone) {
  EXPECT_EQ(ExitCodeOf(absl::NotFoundError(""), Phase::kAsking), kExitRefused);
  EXPECT_EQ(ExitCodeOf(absl::InvalidArgumentError(""), Phase::kAsking), kExitRefused);
  EXPECT_EQ(ExitCodeOf(absl::FailedPreconditionError(""), Phase::kAsking), kExitRefused);
  EXPECT_EQ(ExitCodeOf(absl::FailedPreconditionError(""), Phase::kOpening), kExitFailure);
  EXPECT_EQ(ExitCodeOf(absl::InvalidArgumentError(""), Phase::kOpening), kExitFailure);
  EXPECT_EQ(ExitCodeOf(absl::NotFoundError(""), Phase::kOpening), kExitRefused);
  EXPECT_EQ(ExitCodeOf(absl::DataLossError(""), Phase::kAsking), kExitFailure);
  EXPECT_EQ(ExitCodeOf(absl::UnavailableError(""), Phase::kAsking), kExitFailure);
  EXPECT_EQ(ExitCodeOf(absl::InvalidArgumentError(""), Phase::kServing), kExitFailure);
  EXPECT_EQ(ExitCodeOf(absl::OkStatus(), Phase::kServing), kExitDone);
}

TEST(EnclosingRepository, IsTheNearestDirectoryWithGit) {
  const TempDir directory;
  directory.WriteFile("outer/.git/HEAD", "");
  directory.WriteFile("outer/worktree/.git", "gitdir: elsewhere\n");
  directory.WriteFile("outer/worktree/src/a.py", "");
  directory.WriteFile("outer/lib/b.py", "");
  directory.WriteFile("plain/c.py", "");

  EXPECT_EQ(EnclosingRepository(directory.path() / "outer/lib"), directory.path() / "outer");
  EXPECT_EQ(EnclosingRepository(directory.path() / "outer/worktree/src"),
            directory.path() / "outer/worktree");
  EXPECT_EQ(EnclosingRepository(directory.path() / "plain"), directory.path() / "plain");
}

}  // namespace
}  // namespace waymark::services
