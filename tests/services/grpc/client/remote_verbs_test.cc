// Questions about relations, paths and tests through client and service.
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scripted_service.h"
#include "services/analyze_text.h"
#include "services/outline_text.h"
#include "services/sources_text.h"

namespace waymark::services {
namespace {

using RemoteVerbsTest = RemoteTest;

TEST_F(RemoteVerbsTest, QuestionsAboutRelationsPathsAndTestsArriveExactly) {
  const UsagesRequest usages{
      .root = "/r",
      .symbol = "x",
      .relation = retrieval::Relation::kCallees,
      .depth = 4,
      .limit = 9,
      .encoding = {.call_style = CallStyle::kTool, .call_options = ",\"at\":1"}};
  const PathRequest path{.root = "/r", .from = "a", .to = "b", .max_hops = 7, .count = 3};
  const TestScopeRequest tests{
      .root = "/r", .symbols = {"a", "b\xff"}, .depth = 5, .limit = 8, .min_confidence = 0.5F};
  verbs_.usages.payload = SamplePayload();
  verbs_.path.payload = SamplePayload();

  WM_ASSERT_OK_AND_ASSIGN(const UsagesAnswer usages_answer, remote_->Usages(usages, {}));
  WM_ASSERT_OK_AND_ASSIGN(const PathAnswer path_answer, remote_->Path(path, {}));
  WM_ASSERT_OK(remote_->TestScope(tests, {}));

  EXPECT_EQ(usages_answer.payload, SamplePayload());
  EXPECT_EQ(path_answer.payload, SamplePayload());
  EXPECT_EQ(verbs_.seen_usages.symbol, "x");
  EXPECT_EQ(verbs_.seen_usages.relation, retrieval::Relation::kCallees);
  EXPECT_EQ(verbs_.seen_usages.depth, 4U);
  EXPECT_EQ(verbs_.seen_usages.limit, 9U);
  EXPECT_EQ(verbs_.seen_usages.encoding.call_style, CallStyle::kTool);
  EXPECT_EQ(verbs_.seen_usages.encoding.call_options, ",\"at\":1");
  EXPECT_EQ(verbs_.seen_path.from, "a");
  EXPECT_EQ(verbs_.seen_path.to, "b");
  EXPECT_EQ(verbs_.seen_path.max_hops, 7U);
  EXPECT_EQ(verbs_.seen_path.count, 3U);
  EXPECT_EQ(verbs_.seen_test_scope.symbols, tests.symbols);
  EXPECT_EQ(verbs_.seen_test_scope.depth, 5U);
  EXPECT_EQ(verbs_.seen_test_scope.limit, 8U);
  EXPECT_EQ(verbs_.seen_test_scope.min_confidence, 0.5F);
}

TEST_F(RemoteVerbsTest, LinesOfUsesArriveExactly) {
  verbs_.usages.payload = SamplePayload();
  verbs_.usages.all_lines = 12;
  verbs_.usages.files_of_lines = 3;
  verbs_.usages.lines = {{.site = {.path = "a.py", .line = 3, .column = 5},
                          .kind = "call",
                          .around = "a.f",
                          .used = "a.g",
                          .code = "g(1)",
                          .is_aside = true,
                          .name_begin = 2,
                          .name_end = 3},
                         {.site = {.path = "b.py", .line = 1, .column = 1}, .kind = "import"}};

  WM_ASSERT_OK_AND_ASSIGN(const UsagesAnswer answer,
                          remote_->Usages({.root = "/r", .symbol = "x", .with_lines = true}, {}));

  EXPECT_TRUE(verbs_.seen_usages.with_lines);
  EXPECT_FALSE(verbs_.seen_usages.with_first_lines);
  ASSERT_EQ(answer.lines.size(), 2U);
  EXPECT_EQ(answer.lines[0].site, verbs_.usages.lines[0].site);
  EXPECT_EQ(answer.lines[0].kind, "call");
  EXPECT_EQ(answer.lines[0].around, "a.f");
  EXPECT_EQ(answer.lines[0].used, "a.g");
  EXPECT_EQ(answer.lines[0].code, "g(1)");
  EXPECT_TRUE(answer.lines[0].is_aside);
  EXPECT_EQ(answer.lines[0].name_begin, 2U);
  EXPECT_EQ(answer.lines[0].name_end, 3U);
  EXPECT_EQ(answer.lines[1].code, std::nullopt);
  EXPECT_EQ(answer.all_lines, 12U);
  EXPECT_EQ(answer.files_of_lines, 3U);
}

TEST_F(RemoteVerbsTest, OverloadsOfASymbolArriveExactly) {
  verbs_.symbol.payload = SamplePayload();
  verbs_.symbol.overloads = {SamplePayload(), SamplePayload()};
  verbs_.symbol.overloads[1].symbols[0].qualified_name = "other";

  WM_ASSERT_OK_AND_ASSIGN(const SymbolAnswer answer,
                          remote_->Symbol({.root = "/r", .name = "x", .with_overloads = true}, {}));

  EXPECT_EQ(answer.payload, verbs_.symbol.payload);
  EXPECT_EQ(answer.overloads, verbs_.symbol.overloads);
}

TEST_F(RemoteVerbsTest, SourcesOfSymbolsArriveExactly) {
  const SourcesRequest asked{
      .root = "/r", .symbols = {"a", "b\xff"}, .with_text = false, .context_lines = 3};
  absl::Status unknown = absl::NotFoundError("unknown b\xff");
  unknown.SetPayload("candidates", absl::Cord("[{\"name\":\"a\"}]"));
  verbs_.sources = {.symbols = {{.asked = "a",
                                 .error = absl::FailedPreconditionError("no text"),
                                 .id = "12",
                                 .kind = "function",
                                 .name = "m.a",
                                 .path = "m\xff.py",
                                 .start_line = 4,
                                 .end_line = 6,
                                 .from_line = 1,
                                 .signature = "def a()",
                                 .text = "\xff\n",
                                 .lines_omitted = 2,
                                 .etag = "34",
                                 .name_note = "'a' fits 2 symbols",
                                 .summary = "What it does.",
                                 .member_lines = {4, 6}},
                                {.asked = "b\xff", .error = unknown}},
                    .index = *SamplePayload().index};

  WM_ASSERT_OK_AND_ASSIGN(const SourcesAnswer answer, remote_->Sources(asked, {}));

  EXPECT_EQ(verbs_.seen_sources.symbols, asked.symbols);
  EXPECT_FALSE(verbs_.seen_sources.with_text);
  EXPECT_EQ(verbs_.seen_sources.context_lines, 3U);
  ASSERT_EQ(answer.symbols.size(), 2U);
  EXPECT_EQ(answer.symbols[1].asked, "b\xff");
  EXPECT_EQ(answer.symbols[1].error, unknown);
  EXPECT_EQ(answer.symbols[0].path, "m\xff.py");
  EXPECT_EQ(answer.symbols[0].summary, "What it does.");
  EXPECT_EQ(answer.symbols[0].member_lines, (std::vector<std::uint32_t>{4, 6}));
  EXPECT_EQ(JsonOf(answer), JsonOf(verbs_.sources));
  EXPECT_EQ(TextOf(answer), TextOf(verbs_.sources));
}

TEST_F(RemoteVerbsTest, WhatASearchAndAnAnalysisAreLimitedToArrives) {
  WM_ASSERT_OK(remote_->Search({.root = "/r", .query = "shop.", .by_prefix = true}, {}));
  WM_ASSERT_OK(
      remote_->Analyze({.root = "/r", .analysis = Analysis::kContracts, .only_orphans = true}, {}));

  EXPECT_TRUE(verbs_.seen_search.by_prefix);
  EXPECT_TRUE(verbs_.seen_analyze.only_orphans);
}

TEST_F(RemoteVerbsTest, TheScopeOfTestsArrivesExactly) {
  verbs_.test_scope = {
      .tests = {{.name = "t",
                 .place = {.path = "t.py", .start_line = 1, .end_line = 2, .name_line = 1},
                 .language = "python",
                 .hop = 2,
                 .confidence = 0.5F,
                 .is_sure = true,
                 .evidence = "named_after",
                 .chain = {"t", "f"}}},
      .sure = 5,
      .possible = 6,
      .omitted = 3,
      .runners = {{.runner = "pytest", .arguments = "t.py::t"},
                  {.runner = "GoogleTest", .arguments = "-x", .is_command = false}},
      .name_note = "'f' fits 2 symbols",
      .completeness = {.certainty = wire::Certainty::kIncomplete,
                       .possible_uses = 4,
                       .reason = "four"},
      .index = *SamplePayload().index};

  WM_ASSERT_OK_AND_ASSIGN(const TestScopeAnswer answer,
                          remote_->TestScope({.root = "/r", .symbols = {"f"}}, {}));

  ASSERT_EQ(answer.tests.size(), 1U);
  EXPECT_EQ(answer.tests[0].name, "t");
  EXPECT_EQ(answer.tests[0].place, verbs_.test_scope.tests[0].place);
  EXPECT_TRUE(answer.tests[0].is_sure);
  EXPECT_EQ(answer.tests[0].evidence, "named_after");
  EXPECT_EQ(answer.tests[0].language, "python");
  EXPECT_EQ(answer.tests[0].hop, 2U);
  EXPECT_EQ(answer.tests[0].confidence, 0.5F);
  EXPECT_EQ(answer.tests[0].chain, (std::vector<std::string>{"t", "f"}));
  EXPECT_EQ(answer.sure, 5U);
  EXPECT_EQ(answer.possible, 6U);
  EXPECT_EQ(answer.omitted, 3U);
  ASSERT_EQ(answer.runners.size(), 2U);
  EXPECT_EQ(answer.runners[0].arguments, "t.py::t");
  EXPECT_TRUE(answer.runners[0].is_command);
  EXPECT_FALSE(answer.runners[1].is_command);
  EXPECT_EQ(answer.name_note, "'f' fits 2 symbols");
  EXPECT_EQ(answer.completeness, verbs_.test_scope.completeness);
  EXPECT_EQ(answer.index, verbs_.test_scope.index);
}

TEST_F(RemoteVerbsTest, DifferencesArriveExactly) {
  wire::Payload payload = SamplePayload();
  payload.symbols[0].change = {
      .status = SymbolStatus::kMoved,
      .behaviour = {"body", "calls"},
      .structure = {"extends"},
      .metadata = {"place"},
      .old_name = "before",
      .old_place = {{.path = "old.py", .start_line = 3, .end_line = 5, .name_line = 4}},
      .certainty = 0.75F};
  payload.difference = {.base = *payload.index,
                        .symbols = {.added = 1, .removed = 2, .changed = 3, .moved = 4},
                        .behaviour = {.added = 5},
                        .structure = {.removed = 6},
                        .metadata = {.changed = 7}};
  payload.difference->base.shown = wire::ShownState::kCommit;
  verbs_.diff.payload = payload;
  const DiffRequest request{
      .root = "/r", .base = "main", .limit = 7, .encoding = {}, .state = {.at = "HEAD~2"}};

  WM_ASSERT_OK_AND_ASSIGN(const DiffAnswer answer, remote_->Diff(request, {}));

  EXPECT_EQ(answer.payload, payload);
  EXPECT_EQ(verbs_.seen_diff.base, "main");
  EXPECT_EQ(verbs_.seen_diff.limit, 7U);
  EXPECT_EQ(verbs_.seen_diff.state.at, "HEAD~2");
}

TEST_F(RemoteVerbsTest, AnalysesArriveExactly) {
  verbs_.analyze = {
      .analysis = Analysis::kHotspots,
      .symbols = {{.id = "ab",
                   .kind = "function",
                   .name = "shop.total",
                   .path = "shop.py",
                   .line = 7,
                   .reason = "why",
                   .fan_in = 4,
                   .fan_out = 3,
                   .cross_cut = 2,
                   .score = 61.25F}},
      .cycles = {{.severity = "low", .nodes = {"a.py", "b.py"}, .edges = {{0, 1}, {1, 0}}}},
      .contracts = {{.id = "http GET /a",
                     .type = "http",
                     .method = "GET",
                     .path = "/a",
                     .service = "src",
                     .providers = {{.name = "f", .path = "a.py", .line = 3}},
                     .consumers = {{.name = "g", .path = "b.py", .line = 4}},
                     .is_orphan = true}},
      .total = 9,
      .considered = 11,
      .index = *SamplePayload().index};
  const AnalyzeRequest request{.root = "/r", .analysis = Analysis::kHotspots, .limit = 6};

  WM_ASSERT_OK_AND_ASSIGN(const AnalyzeAnswer answer, remote_->Analyze(request, {}));

  EXPECT_EQ(verbs_.seen_analyze.analysis, Analysis::kHotspots);
  EXPECT_EQ(verbs_.seen_analyze.limit, 6U);
  EXPECT_EQ(JsonOf(answer), JsonOf(verbs_.analyze));
  EXPECT_EQ(answer.cycles[0].edges, verbs_.analyze.cycles[0].edges);
  EXPECT_THAT(JsonOf(answer), ::testing::HasSubstr("\"score\":61.25"));
}

TEST_F(RemoteVerbsTest, OutlinesArriveExactly) {
  const OutlineSymbol symbol{.name = "shop.Cart",
                             .kind = "class",
                             .path = "shop/cart.py",
                             .line = 3,
                             .fan_in = 7,
                             .fan_out = 2};
  verbs_.outline = {
      .files = 9,
      .symbols = 80,
      .test_cases = 4,
      .languages = {{.language = "python", .files = 9, .bytes = 4000, .symbols = 80}},
      .areas = {{.path = "shop", .files = 6, .symbols = 50, .test_files = 1}},
      .entry_points = {symbol},
      .hubs = {symbol},
      .most_imported = {{.path = "shop/cart.py", .importers = 5}},
      .communities =
          {{.name = "shop", .files = 3, .symbols = 40, .cohesion = 0.75, .central = {symbol}}},
      .layers = {{"util", "wire"}, {"shop"}},
      .map = {.files = {{.path = "shop/cart.py",
                         .language = "python",
                         .lines = 40,
                         .bytes = 900,
                         .symbols = 7,
                         .commits = 3,
                         .age_days = 12,
                         .owner = "@shop",
                         .testable = 5,
                         .tested = 4,
                         .depends_in = 2,
                         .depends_out = 1},
                        {.path = "new.py", .commits = 0}},
              .dependences = {{.from = "shop", .to = "", .count = 6}},
              .cycles = {{"shop/a.py", "shop/b.py"}}},
      .area_count = 3,
      .entry_point_count = 5,
      .hub_count = 70,
      .imported_count = 8,
      .community_count = 12,
      .completeness = {.certainty = wire::Certainty::kIncomplete,
                       .possible_uses = 4,
                       .reason = "why"},
      .index = *SamplePayload().index};

  WM_ASSERT_OK_AND_ASSIGN(const OutlineAnswer answer,
                          remote_->Outline({.root = "/r", .as_map = true}, {}));

  EXPECT_TRUE(verbs_.seen_outline.as_map);
  EXPECT_EQ(answer.map, verbs_.outline.map);
  EXPECT_EQ(JsonOf(answer), JsonOf(verbs_.outline));
  EXPECT_EQ(TextOf(answer), TextOf(verbs_.outline));
  EXPECT_THAT(TextOf(answer),
              ::testing::HasSubstr("groups of files that use each other most (1 of 12)\n"
                                   "  shop: 3 files, 40 symbols; around shop.Cart\n"
                                   "\nmay miss something: 4 possible uses (why)\n"));
  EXPECT_THAT(TextOf(answer), ::testing::HasSubstr("  shop: 6 files, 50 symbols, 1 test file\n"));
  EXPECT_THAT(TextOf(answer), ::testing::HasSubstr("layers, each using some below it\n"
                                                   "  shop\n  util, wire\n\n"
                                                   "entry points (1 of 5)\n"));
}

TEST_F(RemoteVerbsTest, MatchesArriveExactly) {
  verbs_.grep = {.root_path = "/r\xff",
                 .files = {{.path = "a\xff.py",
                            .matching_lines = 7,
                            .is_changed = true,
                            .lines = {{.found = {.line = 3,
                                                 .column = 2500,
                                                 .from_column = 2300,
                                                 .text = "x = 1",
                                                 .is_cut = true},
                                       .symbol = 1},
                                      {.found = {.line = 4, .text = "y"}}}}},
                 .symbols = {{.id = "a.py#f",
                              .kind = "function",
                              .name = "a.f",
                              .callers = {{.name = "b.g", .path = "b.py", .line = 9}},
                              .callers_omitted = 2}},
                 .matching_lines = 8,
                 .matching_files = 2,
                 .files_searched = 40,
                 .skipped = {{"large.txt", SkipReason::kTooLarge}},
                 .skipped_total = 5,
                 .index = *SamplePayload().index};
  const GrepRequest request{.root = "/r", .pattern = "a\xff", .state = {.at = "HEAD"}};

  WM_ASSERT_OK_AND_ASSIGN(const GrepAnswer answer, remote_->Grep(request, {}));

  EXPECT_EQ(verbs_.seen_grep.pattern, request.pattern);
  EXPECT_EQ(verbs_.seen_grep.state.at, "HEAD");
  EXPECT_EQ(answer.root_path, "/r\xff");
  ASSERT_EQ(answer.files.size(), 1U);
  const GrepFile& file = answer.files[0];
  EXPECT_EQ(file.path, "a\xff.py");
  EXPECT_EQ(file.matching_lines, 7U);
  EXPECT_TRUE(file.is_changed);
  ASSERT_EQ(file.lines.size(), 2U);
  const GrepLine& line = file.lines[0];
  EXPECT_EQ(std::tie(line.found.line, line.found.column, line.found.from_column, line.symbol),
            std::make_tuple(3U, 2500U, 2300U, 1U));
  EXPECT_EQ(line.found.text, "x = 1");
  EXPECT_TRUE(line.found.is_cut);
  EXPECT_EQ(file.lines[1].found.column, 0U);
  ASSERT_EQ(answer.symbols.size(), 1U);
  const GrepSymbol& symbol = answer.symbols[0];
  EXPECT_EQ(std::tie(symbol.id, symbol.kind, symbol.name, symbol.callers_omitted),
            std::make_tuple("a.py#f", "function", "a.f", 2U));
  ASSERT_EQ(symbol.callers.size(), 1U);
  EXPECT_EQ(symbol.callers[0].name, "b.g");
  EXPECT_EQ(symbol.callers[0].path, "b.py");
  EXPECT_EQ(symbol.callers[0].line, 9U);
  EXPECT_EQ(std::tie(answer.matching_lines, answer.matching_files, answer.files_searched,
                     answer.skipped_total),
            std::make_tuple(8U, 2U, 40U, 5U));
  ASSERT_EQ(answer.skipped.size(), 1U);
  EXPECT_EQ(answer.skipped[0].reason, SkipReason::kTooLarge);
  EXPECT_EQ(answer.index, verbs_.grep.index);
}

TEST_F(RemoteVerbsTest, WhatAFileDefinesArrivesExactly) {
  verbs_.file_symbols.payload = SamplePayload();
  verbs_.file_symbols.uses = {{.flags = 5, .users = 4, .tests = 3, .files = 2, .is_exact = true},
                              {.users = 1}};
  const FileSymbolsRequest request{
      .root = "/r", .path = "a\xff.py", .state = {.buffers = {{.path = "a.py", .text = "x"}}}};

  WM_ASSERT_OK_AND_ASSIGN(const FileSymbolsAnswer answer, remote_->FileSymbols(request, {}));

  EXPECT_EQ(verbs_.seen_file_symbols.path, request.path);
  ASSERT_EQ(verbs_.seen_file_symbols.state.buffers.size(), 1U);
  EXPECT_EQ(verbs_.seen_file_symbols.state.buffers[0].text, "x");
  EXPECT_EQ(answer.payload, SamplePayload());
  ASSERT_EQ(answer.uses.size(), 2U);
  EXPECT_EQ(answer.uses[0].flags, 5U);
  EXPECT_EQ(answer.uses[0].users, 4U);
  EXPECT_EQ(answer.uses[0].tests, 3U);
  EXPECT_EQ(answer.uses[0].files, 2U);
  EXPECT_TRUE(answer.uses[0].is_exact);
  EXPECT_FALSE(answer.uses[1].is_exact);
}

TEST_F(RemoteVerbsTest, TheGenerationOfACheckoutArrivesExactly) {
  WM_ASSERT_OK_AND_ASSIGN(const GenerationAnswer answer,
                          remote_->Generation({.root = "/r\xff"}, {}));

  EXPECT_EQ(answer.generation, 7U);
  EXPECT_EQ(verbs_.seen_generation.root, "/r\xff");
}

TEST_F(RemoteVerbsTest, WhatIsSaidOfAnswersArrivesExactly) {
  const FeedbackRequest request{.root = "/r",
                                .action = FeedbackAction::kSay,
                                .task = "login \xff",
                                .symbols = {"a", "b"},
                                .useful = false,
                                .source = retrieval::JudgementSource::kImplicit};
  verbs_.feedback = {.judgements = {{.task = "t",
                                     .symbol = "s",
                                     .useful = false,
                                     .source = retrieval::JudgementSource::kImplicit,
                                     .holds = false}},
                     .kept = 7};

  WM_ASSERT_OK_AND_ASSIGN(const FeedbackAnswer answer, remote_->Feedback(request, {}));

  const FeedbackRequest& seen = verbs_.seen_feedback;
  EXPECT_EQ(seen.action, FeedbackAction::kSay);
  EXPECT_EQ(seen.task, request.task);
  EXPECT_EQ(seen.symbols, request.symbols);
  EXPECT_FALSE(seen.useful);
  EXPECT_EQ(seen.source, retrieval::JudgementSource::kImplicit);
  ASSERT_EQ(answer.judgements.size(), 1U);
  EXPECT_EQ(answer.judgements[0].symbol, "s");
  EXPECT_FALSE(answer.judgements[0].useful);
  EXPECT_FALSE(answer.judgements[0].holds);
  EXPECT_EQ(answer.kept, 7U);
}

TEST_F(RemoteVerbsTest, WorkspacesArriveExactly) {
  const WorkspacesRequest request{
      .action = WorkspaceAction::kRemove, .name = "w", .root = "/r\xff", .member = "m"};
  const WorkspaceRecord marked{.name = "v",
                               .marker = "/a/.waymark-workspace",
                               .members = {{.name = "m", .root = "/a/m\xff"}}};
  verbs_.workspaces = {
      .workspaces = {{.name = "w",
                      .members = {{.name = "m", .root = "/r", .repository = "host/m"}}}},
      .active = marked};

  WM_ASSERT_OK_AND_ASSIGN(const WorkspacesAnswer answer, remote_->Workspaces(request, {}));

  EXPECT_EQ(verbs_.seen_workspaces.action, request.action);
  EXPECT_EQ(verbs_.seen_workspaces.name, "w");
  EXPECT_EQ(verbs_.seen_workspaces.root, request.root);
  EXPECT_EQ(verbs_.seen_workspaces.member, "m");
  EXPECT_EQ(answer.workspaces, verbs_.workspaces.workspaces);
  EXPECT_EQ(answer.active, marked);
}

}  // namespace
}  // namespace waymark::services
