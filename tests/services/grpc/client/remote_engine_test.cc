// Client and service against each other, with answers that a test controls.
#include "services/remote_engine.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "connection/daemon_file.h"
#include "daemon/waymark_service.h"
#include "messages/status_map.h"
#include "scripted_service.h"
#include "services/explanation_text.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"
#include "testing/wait_for.h"
#include "wire/content_root.h"

namespace waymark::services {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::IsOk;
using testing::StatusIs;
using Clock = std::chrono::steady_clock;

using RemoteEngineTest = RemoteTest;

TEST_F(RemoteEngineTest, PayloadsArriveExactly) {
  verbs_.context.payload = SamplePayload();

  WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer context, remote_->Context({.root = "/r"}, {}));
  WM_ASSERT_OK_AND_ASSIGN(const SearchAnswer search, remote_->Search({.root = "/r"}, {}));

  EXPECT_EQ(context.payload, verbs_.context.payload);
  EXPECT_EQ(search.payload, verbs_.context.payload);
  EXPECT_FALSE(context.explanation.has_value());
}

TEST_F(RemoteEngineTest, AbsentFieldsStayAbsent) {
  verbs_.context.payload = SamplePayload();
  wire::Payload& payload = verbs_.context.payload;
  payload.tokenizer.reset();
  payload.pack_root.reset();
  payload.truncation->omitted.reset();
  payload.affected.reset();
  payload.profile.reset();
  payload.index->files_differing.reset();
  payload.symbols[0].id.reset();

  WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer answer, remote_->Context({.root = "/r"}, {}));

  EXPECT_EQ(answer.payload, payload);
}

TEST_F(RemoteEngineTest, RequestsArriveExactly) {
  const ContextRequest context{.root = "/a b/\xff",
                               .task = "caf\xe9 task",
                               .budget_tokens = 77,
                               .max_symbols = 3,
                               .commits = 4,
                               .encoding = {.format = "json",
                                            .tokenizer = wire::Tokenizer::kCl100kBase,
                                            .call_options = " --repo '\xff'"},
                               .explain = true,
                               .held = {.pack_root = "r", .session = "s", .exclude = {"a", "b"}},
                               .repositories = {{.name = "n", .root = "/\xff", .repository = "r"}}};
  const BlastRadiusRequest blast{.root = "/r",
                                 .symbol = "x",
                                 .also = {"y", "\xff"},
                                 .depth = 5,
                                 .limit = 6,
                                 .edge_types = {EdgeType::kCalls, EdgeType::kOverrides},
                                 .min_confidence = 0.25F};
  const IndexRequest index{
      .root = "/r", .repository_name = "n", .memory_bytes = 1 << 30, .force = true};
  verbs_.context.explanation = Explanation{};

  WM_ASSERT_OK(remote_->Context(context, {}));
  WM_ASSERT_OK(remote_->BlastRadius(blast, {}));
  WM_ASSERT_OK(remote_->Index(index, nullptr, {}));

  EXPECT_EQ(verbs_.seen_context.root, context.root);
  EXPECT_EQ(verbs_.seen_context.task, context.task);
  EXPECT_EQ(verbs_.seen_context.budget_tokens, context.budget_tokens);
  EXPECT_EQ(verbs_.seen_context.max_symbols, context.max_symbols);
  EXPECT_EQ(verbs_.seen_context.commits, context.commits);
  EXPECT_EQ(verbs_.seen_context.encoding.format, "json");
  EXPECT_EQ(verbs_.seen_context.encoding.tokenizer, wire::Tokenizer::kCl100kBase);
  EXPECT_TRUE(verbs_.seen_context.explain);
  EXPECT_EQ(verbs_.seen_context.held.pack_root, "r");
  EXPECT_EQ(verbs_.seen_context.held.session, "s");
  EXPECT_EQ(verbs_.seen_context.held.exclude, context.held.exclude);
  EXPECT_EQ(verbs_.seen_context.repositories, context.repositories);
  EXPECT_EQ(verbs_.seen_context.encoding.call_options, context.encoding.call_options);
  EXPECT_EQ(verbs_.seen_blast_radius.also, blast.also);
  EXPECT_EQ(verbs_.seen_blast_radius.min_confidence, 0.25F);
  EXPECT_EQ(verbs_.seen_blast_radius.depth, 5U);
  EXPECT_EQ(verbs_.seen_blast_radius.limit, 6U);
  EXPECT_EQ(verbs_.seen_blast_radius.edge_types, blast.edge_types);
  EXPECT_EQ(verbs_.seen_index.repository_name, "n");
  EXPECT_EQ(verbs_.seen_index.memory_bytes, index.memory_bytes);
  EXPECT_TRUE(verbs_.seen_index.force);
}

TEST_F(RemoteEngineTest, EachPartOfAScoreArrives) {
  retrieval::ScoreParts parts;
  float value = 0;
  for (const retrieval::ScorePartRow& row : retrieval::kScoreParts) parts.*row.part = ++value;
  verbs_.context.payload = SamplePayload();
  const std::size_t count = verbs_.context.payload.symbols.size();
  Explanation explanation;
  explanation.symbols.assign(count, parts);
  explanation.symbol.emplace().ranking.scores.parts = parts;
  explanation.symbol->ranking.rank = 1;
  verbs_.context.explanation = explanation;

  WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer answer,
                          remote_->Context({.root = "/r", .task = "t"}, {}));

  ASSERT_TRUE(answer.explanation.has_value() && answer.explanation->symbol.has_value());
  ASSERT_EQ(answer.explanation->symbols.size(), count);
  ASSERT_GT(count, 0U);
  for (const retrieval::ScorePartRow& row : retrieval::kScoreParts) {
    EXPECT_EQ(answer.explanation->symbols[0].*row.part, parts.*row.part) << row.name;
    EXPECT_EQ(answer.explanation->symbol->ranking.scores.parts.*row.part, parts.*row.part);
  }
}

TEST_F(RemoteEngineTest, WhyASymbolIsWhereItIsArrives) {
  SymbolExplanation symbol{.name = "shop.\xff",
                           .name_note = "'near' fits 2 symbols",
                           .packed = 2,
                           .pack_size = 3,
                           .shown = retrieval::Fidelity::kElided,
                           .last_rank = 4,
                           .last_score = 0.25F};
  retrieval::SymbolRanking& ranking = symbol.ranking;
  ranking.rank = 5;
  ranking.ranked = 6;
  ranking.is_asked_about = true;
  ranking.part_ranks = {{&retrieval::kScoreParts[1], 7}, {&retrieval::kScoreParts[2], 8}};
  ranking.rankings = {{.task = "t\xff", .rank = 9, .ranked = 10, .static_prior = 0.5, .named = 1.5},
                      {.rank = 11}};
  ranking.path = {{"a", EdgeType::kOverrides, "b"}, {"c", EdgeType::kCalls, "b"}};
  ranking.alone = {{retrieval::Part::kProse, 12}};
  ranking.without = {{retrieval::Part::kHubs, 0}};
  verbs_.context.explanation.emplace().symbol = symbol;

  WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer answer,
                          remote_->Context({.root = "/r", .task = "t"}, {}));

  EXPECT_EQ(JsonOf(answer.explanation->symbol.value()), JsonOf(symbol));
}

TEST_F(RemoteEngineTest, WhatIsNotKnownOfAPlaceInARankingDoesNotArrive) {
  SymbolExplanation ranked{.name = "near"};
  ranked.ranking.rank = 1;
  ranked.ranking.scores.distance = 0;
  SymbolExplanation far = ranked;
  far.ranking.scores.distance = kFar;
  for (const SymbolExplanation& symbol : {ranked, far, SymbolExplanation{.name = "none"}}) {
    verbs_.context.explanation.emplace().symbol = symbol;
    WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer answer,
                            remote_->Context({.root = "/r", .task = "t"}, {}));
    EXPECT_EQ(JsonOf(answer.explanation->symbol.value()), JsonOf(symbol));
  }
}

TEST_F(RemoteEngineTest, OtherFormatsAreNotStreamed) {
  const LinesSink sink = [](std::string_view) { return absl::OkStatus(); };
  const auto is_refused =
      StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("gcf and gcb1 can be streamed"));
  const BlastRadiusRequest blast{.root = "/r", .symbol = "x", .encoding = {.format = "json"}};
  const UsagesRequest usages{.root = "/r", .symbol = "x", .encoding = {.format = "text"}};

  EXPECT_THAT(remote_->StreamBlastRadius(blast, sink, {}), is_refused);
  EXPECT_THAT(remote_->StreamUsages(usages, sink, {}), is_refused);
}

TEST_F(RemoteEngineTest, WhatIsSentInPlaceOfAPayloadArrivesExactly) {
  verbs_.context.sent = SentText{wire::PackOutcome::kDelta, "GCF \xc3\xa9\n", 7};
  verbs_.context.session_note = "disk full";
  verbs_.context.session = "0123";

  WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer answer,
                          remote_->Context({.root = "/r", .task = "t"}, {}));

  ASSERT_TRUE(answer.sent.has_value());
  EXPECT_EQ(answer.sent->outcome, wire::PackOutcome::kDelta);
  EXPECT_EQ(answer.sent->text, "GCF \xc3\xa9\n");
  EXPECT_EQ(answer.sent->tokens, 7U);
  EXPECT_EQ(answer.session_note, "disk full");
  EXPECT_EQ(answer.session, "0123");
}

TEST_F(RemoteEngineTest, AnAnswerIsAbridged) {
  verbs_.abridged.payload = SamplePayload();
  verbs_.abridged.sent = SentText{wire::PackOutcome::kFull, "GCF tool=t\n", 5};
  verbs_.abridged.session = "0123";
  WM_ASSERT_OK_AND_ASSIGN(const SentAnswer answer,
                          remote_->Abridge({.payload = SamplePayload(),
                                            .encoding = {.format = "gcf3"},
                                            .held = {.pack_root = "r", .session = "new"}},
                                           {}));

  EXPECT_EQ(verbs_.seen_abridge.payload, SamplePayload());
  EXPECT_EQ(verbs_.seen_abridge.encoding.format, "gcf3");
  EXPECT_EQ(verbs_.seen_abridge.held.pack_root, "r");
  EXPECT_EQ(verbs_.seen_abridge.held.session, "new");
  EXPECT_EQ(answer.sent->text, "GCF tool=t\n");
  EXPECT_EQ(answer.session, "0123");
}

TEST_F(RemoteEngineTest, TheEndOfASessionArrives) {
  WM_EXPECT_OK(remote_->EndSession("0123", {}));

  EXPECT_EQ(verbs_.ended_session, "0123");
}

TEST_F(RemoteEngineTest, StreamsArriveChunkByChunk) {
  verbs_.chunks = {"GCF tool=t\n", "## _summary symbols=0 edges=0\n"};
  std::vector<std::string> seen;
  const LinesSink sink = [&](std::string_view lines) {
    seen.emplace_back(lines);
    return absl::OkStatus();
  };

  WM_ASSERT_OK(remote_->StreamBlastRadius({.root = "/r", .symbol = "x"}, sink, {}));

  EXPECT_EQ(seen, verbs_.chunks);
  EXPECT_EQ(verbs_.seen_blast_radius.symbol, "x");

  seen.clear();
  WM_ASSERT_OK(remote_->StreamUsages({.root = "/r", .symbol = "y"}, sink, {}));

  EXPECT_EQ(seen, verbs_.chunks);
  EXPECT_EQ(verbs_.seen_usages.symbol, "y");
}

TEST_F(RemoteEngineTest, AStreamedContextArrivesWithItsAnswer) {
  verbs_.context.payload = SamplePayload();
  std::string seen;
  const LinesSink sink = [&](std::string_view lines) {
    seen += lines;
    return absl::OkStatus();
  };

  WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer answer,
                          remote_->StreamContext({.root = "/r", .task = "t"}, sink, {}));

  EXPECT_THAT(seen, HasSubstr("## _summary symbols="));
  EXPECT_EQ(answer.payload.symbols.size(), SamplePayload().symbols.size());
}

TEST_F(RemoteEngineTest, StreamsOfPayloadsArriveChunkByChunk) {
  verbs_.context.payload = SamplePayload();
  std::vector<wire::Payload> seen;
  const RowsSink sink = [&](const wire::Payload& rows) {
    seen.push_back(rows);
    return absl::OkStatus();
  };
  std::vector<wire::Payload> sent;
  WM_ASSERT_OK(StreamRows(SamplePayload(), [&](const wire::Payload& rows) {
    sent.push_back(rows);
    return absl::OkStatus();
  }));

  WM_ASSERT_OK(remote_->StreamBlastRadius(
      {.root = "/r", .symbol = "x", .encoding = {.format = "gcb1"}}, sink, {}));

  EXPECT_EQ(seen, sent);

  seen.clear();
  WM_ASSERT_OK(remote_->StreamUsages({.root = "/r", .symbol = "y", .encoding = {.format = "gcb1"}},
                                     sink, {}));

  EXPECT_EQ(seen, sent);
}

TEST_F(RemoteEngineTest, ReportsAndProgressArriveExactly) {
  indexer::IndexReport& report = verbs_.index.report;
  report.key = {.repository = "shop", .view = "work:1"};
  report.root_path = "/\xff";
  report.generation = 4;
  report.unchanged = true;
  report.symbols = 12;
  report.languages = {{.language = Language::kCpp, .files = 2, .bytes = 3}};
  report.skipped = {{.path = "big\xff.py", .reason = SkipReason::kTooLarge}};
  report.damaged = {"view 'work:1' of /", "2 rows of 'history'"};
  report.remote_facts_error = "no route to db.example.org";
  report.resolve_seconds = 0.25;
  verbs_.index.skipped_total = 11;
  std::vector<indexer::Progress> progress;

  WM_ASSERT_OK_AND_ASSIGN(
      const IndexAnswer answer,
      remote_->Index({.root = "/r"},
                     [&](const indexer::Progress& seen) { progress.push_back(seen); }, {}));

  EXPECT_EQ(answer.report.key, report.key);
  EXPECT_EQ(answer.report.root_path, report.root_path);
  EXPECT_TRUE(answer.report.unchanged);
  EXPECT_EQ(answer.report.symbols, 12U);
  ASSERT_EQ(answer.report.languages.size(), 1U);
  EXPECT_EQ(answer.report.languages[0].language, Language::kCpp);
  ASSERT_EQ(answer.report.skipped.size(), 1U);
  EXPECT_EQ(answer.report.skipped[0].path, "big\xff.py");
  EXPECT_EQ(answer.report.skipped[0].reason, SkipReason::kTooLarge);
  EXPECT_EQ(answer.report.damaged, report.damaged);
  EXPECT_EQ(answer.report.remote_facts_error, report.remote_facts_error);
  EXPECT_EQ(answer.report.resolve_seconds, 0.25);
  EXPECT_EQ(answer.skipped_total, 11U);
  ASSERT_EQ(progress.size(), 1U);
  EXPECT_EQ(progress[0].stage, indexer::Stage::kResolving);
  EXPECT_EQ(progress[0].files_total, 7U);
}

TEST_F(RemoteEngineTest, WhatTheDoctorFoundArrivesExactly) {
  StatusView view{.root_path = "/\xff", .note = "gone"};
  view.watch = WatchStatus{.mode = "polling",
                           .watches = 7,
                           .reason = "large",
                           .updates = 2,
                           .last_update_unix_seconds = 3,
                           .last_update_seconds = 0.5,
                           .trouble = "no disk"};
  view.unindexed = {{"Kotlin", 14}};
  verbs_.doctor.status.views = {view};
  verbs_.doctor.languages = {{.language = "go",
                              .files = 1,
                              .bytes = 2,
                              .symbols = 3,
                              .files_with_syntax_errors = 4,
                              .resolved = 5,
                              .unresolved = {{.reason = "unknown", .count = 6}},
                              .unresolved_rate = 0.25}};
  verbs_.doctor.skipped = {{.path = "big\xff.py", .reason = SkipReason::kTooLarge}};
  verbs_.doctor.skipped_reasons = {{.reason = "too large", .count = 1}};
  verbs_.doctor.syntax_errors = {{"bad\xff.py", {15, 16}}};
  verbs_.doctor.store_format = 1;
  verbs_.doctor.store_source_bytes = 8;
  verbs_.doctor.readers = {.slots = 9, .active = 10, .stale_freed = 11};
  verbs_.doctor.verified = graph::VerifiedStore{.segments = 12, .bytes = 13};

  WM_ASSERT_OK_AND_ASSIGN(const DoctorAnswer answer, remote_->Doctor({.root = "/r"}, {}));

  ASSERT_EQ(answer.status.views.size(), 1U);
  ASSERT_TRUE(answer.status.views[0].watch.has_value());
  EXPECT_EQ(answer.status.views[0].watch->mode, "polling");
  EXPECT_EQ(answer.status.views[0].watch->watches, 7U);
  EXPECT_EQ(answer.status.views[0].watch->reason, "large");
  EXPECT_EQ(answer.status.views[0].watch->last_update_seconds, 0.5);
  EXPECT_EQ(answer.status.views[0].watch->trouble, "no disk");
  EXPECT_EQ(answer.status.views[0].unindexed, view.unindexed);
  ASSERT_EQ(answer.syntax_errors.size(), 1U);
  EXPECT_EQ(answer.syntax_errors[0].path, "bad\xff.py");
  EXPECT_EQ(answer.syntax_errors[0].place, (Position{15, 16}));
  ASSERT_EQ(answer.languages.size(), 1U);
  EXPECT_EQ(answer.languages[0].language, "go");
  EXPECT_EQ(answer.languages[0].files_with_syntax_errors, 4U);
  EXPECT_EQ(answer.languages[0].resolved, 5U);
  ASSERT_EQ(answer.languages[0].unresolved.size(), 1U);
  EXPECT_EQ(answer.languages[0].unresolved[0].count, 6U);
  EXPECT_EQ(answer.languages[0].unresolved_rate, 0.25);
  ASSERT_EQ(answer.skipped.size(), 1U);
  EXPECT_EQ(answer.skipped[0].path, "big\xff.py");
  ASSERT_EQ(answer.skipped_reasons.size(), 1U);
  EXPECT_EQ(answer.store_format, 1U);
  EXPECT_EQ(answer.store_source_bytes, 8U);
  ASSERT_TRUE(answer.verified.has_value());
  EXPECT_EQ(answer.verified->segments, 12U);
  EXPECT_EQ(answer.verified->bytes, 13U);
  EXPECT_EQ(answer.readers.slots, 9U);
  EXPECT_EQ(answer.readers.active, 10U);
  EXPECT_EQ(answer.readers.stale_freed, 11U);
}

TEST_F(RemoteEngineTest, PrunedPathsArriveExactly) {
  WM_ASSERT_OK_AND_ASSIGN(const PruneAnswer answer, remote_->Prune({.root = "/one\xfe"}, {}));

  EXPECT_EQ(verbs_.seen_prune.root, "/one\xfe");
  EXPECT_EQ(answer.removed, std::vector<std::string>{"/gone\xff"});
}

TEST_F(RemoteEngineTest, AnExportArrivesChunkByChunk) {
  verbs_.chunks = {"{\"a\":1}\n", std::string(kExportChunkBytes, 'x') + "\n"};
  std::vector<std::string> chunks;

  WM_ASSERT_OK(remote_->Export({.root = "/r"},
                               [&](std::string_view chunk) {
                                 chunks.emplace_back(chunk);
                                 return absl::OkStatus();
                               },
                               {}));

  EXPECT_EQ(chunks, verbs_.chunks);
}

TEST_F(RemoteEngineTest, AReaderThatFailsEndsTheExport) {
  verbs_.chunks.assign(100, std::string(kExportChunkBytes, 'x') + "\n");

  const absl::Status status = remote_->Export(
      {.root = "/r"}, [](std::string_view) { return absl::UnavailableError("disk full"); }, {});

  EXPECT_THAT(status, StatusIs(absl::StatusCode::kUnavailable, "disk full"));
}

TEST_F(RemoteEngineTest, EveryStatusArrivesWithItsCodeAndMessage) {
  for (int code = 1; code <= static_cast<int>(absl::StatusCode::kUnauthenticated); ++code) {
    verbs_.status =
        absl::Status(static_cast<absl::StatusCode>(code), "first line\n  second: caf\u00e9 100%");

    EXPECT_EQ(remote_->Symbol({.root = "/r"}, {}).status(), verbs_.status);
  }
}

TEST_F(RemoteEngineTest, ALongMessageIsCutNotLost) {
  verbs_.status = absl::NotFoundError(std::string(1 << 20, 'm'));

  EXPECT_THAT(remote_->Symbol({.root = "/r"}, {}),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("mmmm")));
}

TEST_F(RemoteEngineTest, TheCallersFlagReachesTheVerb) {
  verbs_.waits_for_cancel = true;
  std::atomic<bool> cancelled{false};
  std::thread caller([&] {
    EXPECT_TRUE(testing::WaitFor([this] { return verbs_.is_waiting.load(); }));
    cancelled = true;
  });

  const auto answer = remote_->Context({.root = "/r"}, {.cancelled = &cancelled});
  caller.join();
  server_->Shutdown();

  EXPECT_THAT(answer, StatusIs(absl::StatusCode::kCancelled));
  EXPECT_TRUE(verbs_.saw_cancel);
}

TEST_F(RemoteEngineTest, AServerThatStopsCancelsWhatRunsOn) {
  verbs_.waits_for_cancel = true;
  std::thread stopper([&] {
    EXPECT_TRUE(testing::WaitFor([this] { return verbs_.is_waiting.load(); }));
    server_->Shutdown(std::chrono::system_clock::now() + std::chrono::milliseconds(50));
  });

  const auto answer = remote_->Index({.root = "/r"}, nullptr, {});
  stopper.join();

  EXPECT_THAT(answer, StatusIs(absl::StatusCode::kUnavailable, HasSubstr("the daemon ")));
  EXPECT_TRUE(verbs_.saw_cancel);
}

TEST_F(RemoteEngineTest, TheCallersDeadlineEndsACall) {
  verbs_.waits_for_cancel = true;

  const auto answer = remote_->Context(
      {.root = "/r"},
      {.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(50)});
  server_->Shutdown();

  EXPECT_THAT(answer, StatusIs(absl::StatusCode::kDeadlineExceeded));
}

TEST(StatusMap, WhatGrpcSaysBecomesWhatAUserCanDo) {
  const auto meaning = [](grpc::StatusCode code) {
    return FromGrpc(grpc::Status(code, "Socket closed"));
  };

  EXPECT_THAT(
      meaning(grpc::StatusCode::UNAVAILABLE),
      StatusIs(absl::StatusCode::kUnavailable, AllOf(HasSubstr("the daemon ended before"),
                                                     HasSubstr("ask again: another one answers"))));
  EXPECT_THAT(meaning(grpc::StatusCode::CANCELLED),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("the daemon stopped before")));
  EXPECT_THAT(meaning(grpc::StatusCode::RESOURCE_EXHAUSTED),
              StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("less (limit, budget)")));
  EXPECT_THAT(meaning(grpc::StatusCode::UNIMPLEMENTED),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("another version")));
  EXPECT_THAT(meaning(grpc::StatusCode::INTERNAL),
              StatusIs(absl::StatusCode::kInternal, HasSubstr("Socket closed")));
}

TEST(RemoteEngine, WithoutADaemonThereIsNoConnection) {
  const testing::TempDir directory;

  EXPECT_THAT(RemoteEngine::Connect(directory.path(), kDaemonAnswerTime),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("no daemon serves")));
}

TEST(RemoteEngine, ASilentListenerIsGivenUpInTime) {
  const testing::TempDir directory;
  const std::filesystem::path socket = directory.path() / "s";
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  socket.string().copy(address.sun_path, sizeof address.sun_path - 1);
  const int listener = ::socket(AF_UNIX, SOCK_STREAM, 0);
  ASSERT_EQ(::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  ASSERT_EQ(::listen(listener, 8), 0);
  WM_ASSERT_OK_AND_ASSIGN(DaemonFile file, DaemonFile::Lock(directory.path()));
  WM_ASSERT_OK(file.Announce({.process = ::getpid(), .socket = socket}));

  const Clock::time_point start = Clock::now();
  const auto remote = RemoteEngine::Connect(directory.path(), kDaemonAnswerTime);
  const auto waited = Clock::now() - start;
  ::close(listener);

  // gRPC would give it up by itself after 20 s.
  EXPECT_FALSE(remote.ok());
  EXPECT_LT(waited, std::chrono::seconds(15));
}

TEST(DaemonFile, OnlyOneHoldsIt) {
  const testing::TempDir directory;
  {
    WM_ASSERT_OK_AND_ASSIGN(DaemonFile first, DaemonFile::Lock(directory.path()));
    WM_ASSERT_OK(first.Announce({.process = 42, .socket = "/run/a b"}));

    EXPECT_THAT(
        DaemonFile::Lock(directory.path()),
        StatusIs(absl::StatusCode::kUnavailable, HasSubstr("process 42 serves it already")));
    EXPECT_EQ(ReadDaemonFile(directory.path())->socket, "/run/a b");
    EXPECT_TRUE(IsDaemonFileHeld(directory.path()));
    first.Withdraw();
    EXPECT_FALSE(ReadDaemonFile(directory.path()).has_value());
  }
  EXPECT_FALSE(IsDaemonFileHeld(directory.path()));
  EXPECT_THAT(DaemonFile::Lock(directory.path()), IsOk());
}

}  // namespace
}  // namespace waymark::services
