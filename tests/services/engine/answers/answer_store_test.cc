// What a client that holds earlier answers is sent.
#include <chrono>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/hash.h"
#include "graph/store.h"
#include "services/engine.h"
#include "services/limits.h"
#include "shop_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"
#include "wire/content_root.h"
#include "wire/gcf_session.h"
#include "wire/tokens.h"

namespace waymark::services {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::IsOk;
using ::testing::Not;
using ::testing::StartsWith;
using testing::StatusIs;
using testing::TempDir;

constexpr char kHeldTask[] = "total of the cart with a discount, checkout and receipt";

class AnswerStoreTest : public ::testing::Test {
 protected:
  void SetUp() override {
    Open();
    WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {}));
  }

  // As another process does.
  void Open(bool read_only = false) {
    engine_.reset();
    WM_ASSERT_OK_AND_ASSIGN(engine_, Engine::Open({.store_directory = directory_.path() / "store",
                                                   .read_only = read_only}));
  }

  ContextAnswer Ask(const HeldAnswers& held, const std::string& task = kHeldTask,
                    const std::string& format = "gcf") {
    const absl::StatusOr<ContextAnswer> answer = engine_->Context(
        {.root = root_, .task = task, .encoding = {.format = format}, .held = held}, {});
    EXPECT_THAT(answer, IsOk());
    return answer.ok() ? *answer : ContextAnswer();
  }

  absl::Status Refusal(const HeldAnswers& held, const std::string& format = "gcf") {
    return engine_
        ->Context({.root = root_, .task = kHeldTask, .encoding = {.format = format}, .held = held},
                  {})
        .status();
  }

  static std::string RootOf(const ContextAnswer& answer) {
    return answer.payload.pack_root->ToHex();
  }

  // Thirty functions, the last with these parameters.
  void WriteSteps(const std::string& parameters) {
    std::ofstream file(root_ / "shop" / "steps.py");
    file << "def step_0(x):\n    return x\n";
    for (int i = 1; i < 30; ++i) {
      file << fmt::format("\n\ndef step_{}({}):\n    return step_{}(x)\n", i,
                          i == 29 ? parameters : "x", i - 1);
    }
    file.close();
    WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {}));
  }

  // One function of several lines, which returns this.
  void WriteBody(const std::string& result) {
    std::ofstream file(root_ / "shop" / "steps.py");
    file << "def step(x):\n    y = x\n    return " << result << "\n";
    file.close();
    WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {}));
  }

  // The root that a reader of the format sees.
  static std::string PrintedRoot(const ContextAnswer& answer, const std::string& format) {
    const wire::CodecRegistry codecs = wire::CodecRegistry::BuiltIn();
    const std::string text = *codecs.Encode(format, answer.payload, wire::kFullAnswer);
    const std::size_t at = text.find("pack_root=") + 10;
    return text.substr(at, text.find_first_of(" \n", at) - at);
  }

  ContextAnswer AskAboutSteps(const HeldAnswers& held, const std::string& format,
                              retrieval::Fidelity most_shown = retrieval::Fidelity::kBody) {
    const absl::StatusOr<ContextAnswer> answer = engine_->Context({.root = root_,
                                                                   .task = "step_20",
                                                                   .encoding = {.format = format},
                                                                   .most_shown = most_shown,
                                                                   .held = held},
                                                                  {});
    EXPECT_THAT(answer, IsOk());
    return answer.ok() ? *answer : ContextAnswer();
  }

  static std::string HandleOf(const ContextAnswer& answer) {
    const std::string& text = answer.sent->text;
    const std::size_t at = text.find("# session=");
    return at == std::string::npos ? "" : text.substr(at + 10, 32);
  }

  TempDir directory_;
  std::filesystem::path root_ = testing::WriteShopRepository(directory_);
  std::unique_ptr<Engine> engine_;
};

TEST_F(AnswerStoreTest, SaysUnchangedOfAPackThatAnotherProcessSent) {
  const ContextAnswer whole = Ask({});
  EXPECT_FALSE(whole.sent.has_value());
  Open();

  const ContextAnswer again = Ask({.pack_root = RootOf(whole)});

  ASSERT_TRUE(again.sent.has_value());
  EXPECT_EQ(again.sent->outcome, wire::PackOutcome::kUnchanged);
  EXPECT_THAT(again.sent->text,
              AllOf(StartsWith(fmt::format("unchanged pack_root={} symbols={}\n", RootOf(whole),
                                           whole.payload.symbols.size())),
                    HasSubstr("# index=shop generation=1 "), HasSubstr("# completeness=")));
  EXPECT_EQ(again.sent->tokens, wire::CountTokens(again.sent->text, wire::kDefaultTokenizer));
  EXPECT_THAT(again.session_note, IsEmpty());
}

TEST_F(AnswerStoreTest, SendsTheDifferenceAfterAnEditAndItGivesTheNewPack) {
  for (const char* format : {"gcf", "gcf3"}) {
    WriteSteps("x");
    // With texts, a difference has every line twice: in its function and in the file around it.
    constexpr auto kShown = retrieval::Fidelity::kSignature;
    const ContextAnswer whole = AskAboutSteps({}, format, kShown);
    WriteSteps("x, y");

    const ContextAnswer again = AskAboutSteps({.pack_root = RootOf(whole)}, format, kShown);

    ASSERT_TRUE(again.sent.has_value()) << format;
    EXPECT_EQ(again.sent->outcome, wire::PackOutcome::kDelta);
    EXPECT_LT(again.sent->tokens * 100, again.payload.tokens_used * wire::kDeltaPercent);
    EXPECT_EQ(again.sent->tokens, wire::CountTokens(again.sent->text, wire::kDefaultTokenizer));
    EXPECT_THAT(again.sent->text,
                AllOf(HasSubstr("\n# index=shop generation="), HasSubstr("def step_29(x, y)")));
    WM_ASSERT_OK_AND_ASSIGN(const wire::Payload applied,
                            wire::ApplyDelta(whole.payload, again.sent->text));
    EXPECT_EQ(applied.symbols.size(), again.payload.symbols.size());
    EXPECT_EQ(applied.edges.size(), again.payload.edges.size());
  }
}

TEST_F(AnswerStoreTest, SendsTheWholeToWhoHoldsAPackThatIsNotRemembered) {
  const ContextAnswer answer = Ask({.pack_root = std::string(64, 'a')});

  EXPECT_FALSE(answer.sent.has_value());
  EXPECT_THAT(answer.payload.symbols, Not(IsEmpty()));
}

TEST_F(AnswerStoreTest, SendsTheWholeInAFormatWithoutDifferences) {
  const ContextAnswer whole = Ask({}, kHeldTask, "json");

  const ContextAnswer again = Ask({.pack_root = RootOf(whole)}, kHeldTask, "json");

  EXPECT_FALSE(again.sent.has_value());
  EXPECT_EQ(again.payload.symbols, whole.payload.symbols);
}

// In gcf3 the pack root that a client sees is the published one.
TEST_F(AnswerStoreTest, KnowsAPackByItsPublishedRoot) {
  const ContextAnswer whole = Ask({}, kHeldTask, "gcf3");
  const wire::CodecRegistry codecs = wire::CodecRegistry::BuiltIn();
  const std::string text = *codecs.Encode("gcf3", whole.payload, wire::kFullAnswer);
  const std::size_t at = text.find("pack_root=") + 10;

  const ContextAnswer again =
      Ask({.pack_root = text.substr(at, text.find(' ', at) - at)}, kHeldTask, "gcf3");

  ASSERT_TRUE(again.sent.has_value());
  EXPECT_THAT(again.sent->text, HasSubstr(" unchanged=true pack_root=sha256:"));
}

// The published root leaves bodies out, so it stays when one is edited.
TEST_F(AnswerStoreTest, NoFormatSaysUnchangedOfAnEditedBody) {
  for (const std::string format : {"gcf", "gcf3"}) {
    WriteBody("y + 1");
    const ContextAnswer first = AskAboutSteps({}, format);
    const std::string root = PrintedRoot(first, format);
    const auto is_unchanged = [&](const std::string& held) {
      const ContextAnswer answer = AskAboutSteps({.pack_root = held}, format);
      return answer.sent.has_value() && answer.sent->outcome == wire::PackOutcome::kUnchanged;
    };

    EXPECT_TRUE(is_unchanged(root)) << format;
    WriteBody("y + 2");
    const ContextAnswer second = AskAboutSteps({.pack_root = root}, format);
    EXPECT_FALSE(second.sent.has_value() && second.sent->outcome == wire::PackOutcome::kUnchanged)
        << format;
    EXPECT_FALSE(is_unchanged(root)) << format << ": whoever holds the first one";
    Open();
    EXPECT_FALSE(is_unchanged(root)) << format << ": another process";
    WriteBody("y + 1");
    EXPECT_TRUE(format == "gcf3" || is_unchanged(root)) << "gcf names the content";
  }
}

// Who names the published root may have the body before the edit or the one after it.
TEST_F(AnswerStoreTest, TellsLittleAfterAnEditThatIsTakenBack) {
  const auto write = [&](const std::string& result) {
    std::ofstream file(root_ / "shop" / "steps.py");
    file << "def step_0(x):\n    return x\n";
    for (int i = 1; i < 30; ++i) {
      file << fmt::format("\n\ndef step_{}(x):\n    y = step_{}(x)\n    return {}\n", i, i - 1,
                          i == 20 ? result : "y");
    }
    file.close();
    WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {}));
  };
  write("y + 1");
  const ContextAnswer first = AskAboutSteps({}, "gcf3");
  const std::string root = PrintedRoot(first, "gcf3");
  write("y + 2");
  const ContextAnswer second = AskAboutSteps({.pack_root = root}, "gcf3");
  ASSERT_EQ(PrintedRoot(second, "gcf3"), root);
  Open();
  write("y + 1");
  const ContextAnswer third = AskAboutSteps({.pack_root = root}, "gcf3");

  ASSERT_TRUE(third.sent.has_value());
  EXPECT_EQ(third.sent->outcome, wire::PackOutcome::kDelta);
  EXPECT_LT(third.sent->tokens * 100, third.payload.tokens_used * wire::kDeltaPercent);
  for (const wire::Payload& held : {first.payload, second.payload}) {
    WM_ASSERT_OK_AND_ASSIGN(const wire::Payload applied, wire::ApplyDelta(held, third.sent->text));
    EXPECT_EQ(wire::ContentRoot(applied), wire::ContentRoot(third.payload));
  }
}

// One comment line at the top, then an edited body, then the comment goes.
TEST_F(AnswerStoreTest, TellsWhatMovedAndWhicheverLinesAClientHas) {
  for (const std::string format : {"gcf", "gcf3"}) {
    SCOPED_TRACE(format);
    const auto write = [&](const std::string& top, const std::string& result) {
      std::ofstream file(root_ / "shop" / "steps.py");
      file << top << "def step_0(x):\n    return x\n";
      for (int i = 1; i < 30; ++i) {
        file << fmt::format(
            "\n\ndef step_{}(x):\n    y = step_{}(x)\n    y = 2 * y\n    y = 3 + y\n    return "
            "{}\n",
            i, i - 1, i == 20 ? result : "y");
      }
      file.close();
      WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {}));
    };
    const auto ask = [&](const std::string& root) {
      const absl::StatusOr<ContextAnswer> answer = engine_->Context({.root = root_,
                                                                     .task = "step_20",
                                                                     .budget_tokens = 8000,
                                                                     .max_symbols = 12,
                                                                     .encoding = {.format = format},
                                                                     .held = {.pack_root = root}},
                                                                    {});
      EXPECT_THAT(answer, IsOk());
      return answer.ok() ? *answer : ContextAnswer();
    };
    const auto lines_of = [](const wire::Payload& payload) {
      std::set<std::string> lines;
      for (const wire::Symbol& symbol : payload.symbols) {
        lines.insert(fmt::format("{} {}:{}-{} {}", symbol.qualified_name, symbol.path,
                                 symbol.start_line, symbol.end_line, symbol.text.substr(0, 20)));
      }
      return lines;
    };
    // Another body, so that the store has sent no pack of the same content with other lines.
    const std::string body = format == "gcf" ? "y" : "y * 2";
    write("", body);
    const ContextAnswer first = ask("");
    wire::Payload has = first.payload;
    const std::string root = RootOf(first);

    write("# a comment\n", body);
    const ContextAnswer moved = ask(root);
    ASSERT_TRUE(moved.sent.has_value());
    EXPECT_THAT(moved.sent->text, ContainsRegex("\n# moved shop/steps.py [0-9]+:\\+1\n"));
    EXPECT_THAT(moved.sent->text, Not(HasSubstr("def step_"))) << "no code is sent again";
    EXPECT_EQ(RootOf(moved), root) << "code that moved keeps the root";
    WM_ASSERT_OK_AND_ASSIGN(const wire::Payload once, wire::ApplyDelta(has, moved.sent->text));
    EXPECT_EQ(lines_of(once), lines_of(moved.payload));

    write("# a comment\n", "y + 1");
    const ContextAnswer edited = ask(root);
    ASSERT_TRUE(edited.sent.has_value());
    EXPECT_THAT(edited.sent->text, HasSubstr("\n# lines shop/steps.py "));
    for (const wire::Payload& base : {first.payload, once}) {
      WM_ASSERT_OK_AND_ASSIGN(const wire::Payload applied,
                              wire::ApplyDelta(base, edited.sent->text));
      EXPECT_EQ(lines_of(applied), lines_of(edited.payload));
    }
    Open();
    EXPECT_THAT(ask(root).sent->text, HasSubstr("\n# lines shop/steps.py "))
        << "another process, whatever it was told before";
  }
}

TEST_F(AnswerStoreTest, AbridgesListsOfSymbols) {
  const auto ask = [&](const HeldAnswers& held) {
    const absl::StatusOr<UsagesAnswer> usages =
        engine_->Usages({.root = root_, .symbol = "price_of"}, {});
    EXPECT_THAT(usages, IsOk());
    EXPECT_FALSE(usages->payload.pack_root.has_value()) << "nobody asked for one";
    const absl::StatusOr<SentAnswer> sent =
        engine_->Abridge({.payload = usages->payload, .held = held}, {});
    EXPECT_THAT(sent, IsOk());
    return sent.ok() ? *sent : SentAnswer();
  };
  const SentAnswer whole = ask({.pack_root = std::string(kNewPack)});
  ASSERT_TRUE(whole.payload.pack_root.has_value());
  EXPECT_FALSE(whole.sent.has_value());
  const std::string root = whole.payload.pack_root->ToHex();
  EXPECT_THAT(ask({.pack_root = root}).sent->text, StartsWith("unchanged pack_root=" + root));

  const SentAnswer begun = ask({.session = std::string(kNewSession)});
  EXPECT_THAT(ask({.session = begun.session}).sent->text, HasSubstr("previously transmitted"));
  const ContextAnswer context = Ask({.session = begun.session}, "price_of");
  EXPECT_THAT(context.sent->text, HasSubstr("\n@0 fn shop.pricing.price_of "))
      << "a session is for answers of every verb; its numbers are shared";
  EXPECT_THAT(ask({.session = begun.session}).sent->text, HasSubstr("previously transmitted"));
  EXPECT_THAT(engine_->Abridge({.payload = whole.payload, .held = {.exclude = {root}}}, {}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("only a context")));
}

TEST_F(AnswerStoreTest, LeavesOutTheSymbolsOfAnExcludedPack) {
  const ContextAnswer first = Ask({}, "discount");
  std::set<std::string> known;
  for (const wire::Symbol& symbol : first.payload.symbols) known.insert(symbol.id->ToHex());

  const ContextAnswer rest = Ask({.exclude = {RootOf(first)}});

  for (const wire::Symbol& symbol : rest.payload.symbols) {
    EXPECT_EQ(known.count(symbol.id->ToHex()), 0U) << symbol.qualified_name;
  }
  EXPECT_THAT(Refusal({.exclude = {std::string(64, 'a')}}),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("not stored any more")));
}

TEST_F(AnswerStoreTest, KnowsAHeldPackByTheFirstDigitsOfItsRoot) {
  const std::string root = RootOf(Ask({}, "discount"));

  for (const std::size_t digits : {12U, 40U, 64U}) {
    const ContextAnswer again = Ask({.pack_root = root.substr(0, digits)}, "discount");
    ASSERT_TRUE(again.sent.has_value());
    EXPECT_EQ(again.sent->outcome, wire::PackOutcome::kUnchanged);
  }
  EXPECT_THAT(
      Refusal({.pack_root = root.substr(0, 11)}),
      StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("is not a pack root; copy 12 to 64")));
}

TEST_F(AnswerStoreTest, KnowsAnExcludedPackByTheFirstDigitsOfItsRoot) {
  const ContextAnswer first = Ask({}, "discount");
  const std::string root = RootOf(first);
  const ContextAnswer rest = Ask({.exclude = {root}});

  for (const std::size_t digits : {12U, 20U, 63U}) {
    EXPECT_EQ(Ask({.exclude = {root.substr(0, digits)}}).payload.symbols, rest.payload.symbols);
  }
  EXPECT_THAT(
      Refusal({.exclude = {root.substr(0, 11)}}),
      StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("is not a pack root; copy 12 to 64")));
  EXPECT_THAT(Refusal({.exclude = {root.substr(0, 12) + "xyz"}}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("is not a pack root")));
  const std::string other = root.substr(0, 12) + (root[12] == '0' ? "1" : "0");
  EXPECT_THAT(Refusal({.exclude = {other}}), Not(IsOk())) << "all digits that are told count";
  EXPECT_THAT(Refusal({.exclude = {std::string(12, 'a')}}),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("not stored any more")));
}

TEST_F(AnswerStoreTest, LeavesOutPackAfterPackUntilAllOfTheRankingIsShown) {
  const auto ask = [&](std::uint32_t budget, std::uint32_t limit, const HeldAnswers& held) {
    const absl::StatusOr<ContextAnswer> answer = engine_->Context({.root = root_,
                                                                   .task = kHeldTask,
                                                                   .budget_tokens = budget,
                                                                   .max_symbols = limit,
                                                                   .held = held},
                                                                  {});
    EXPECT_THAT(answer, IsOk());
    return answer.ok() ? *answer : ContextAnswer();
  };
  const auto put = [](const ContextAnswer& answer, std::multiset<std::string>& ids) {
    for (const wire::Symbol& symbol : answer.payload.symbols) ids.insert(symbol.id->ToHex());
  };
  const ContextAnswer whole = ask(50'000, 0, {});
  std::multiset<std::string> all;
  put(whole, all);
  for (const std::uint32_t limit : {0U, 2U}) {
    HeldAnswers held;
    std::multiset<std::string> shown;
    ContextAnswer part;
    do {
      part = ask(limit == 0 ? 400 : 5000, limit, held);
      ASSERT_THAT(part.payload.symbols, Not(IsEmpty()));
      put(part, shown);
      held.exclude.push_back(RootOf(part));
    } while (part.payload.truncation && !part.payload.truncation->next_call.empty());
    EXPECT_EQ(shown, all) << "each once, whatever a pack is bounded by";
    EXPECT_GE(held.exclude.size(), 2U);
    EXPECT_FALSE(part.payload.truncation.has_value()) << "nothing is left";
    EXPECT_EQ(part.payload.completeness, whole.payload.completeness)
        << "what is not ranked is counted";
  }
}

// One more would be refused.
TEST_F(AnswerStoreTest, AsksForTwiceAsMuchWhereNoFurtherPackCanBeLeftOut) {
  ContextRequest request{.root = root_, .task = kHeldTask, .budget_tokens = 1500, .max_symbols = 1};
  const auto next_call = [&] {
    const absl::StatusOr<ContextAnswer> answer = engine_->Context(request, {});
    EXPECT_THAT(answer, IsOk());
    const bool has_rest = answer.ok() && answer->payload.truncation.has_value();
    return has_rest ? answer->payload.truncation->next_call : std::string();
  };
  WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer one, engine_->Context(request, {}));
  request.held.exclude.assign(kMaxExcludedPacks - 1, RootOf(one).substr(0, 12));
  EXPECT_THAT(next_call(), AllOf(HasSubstr(" --budget 1500 --limit 1 "), HasSubstr(" --exclude ")));

  request.held.exclude.push_back(RootOf(one).substr(0, 12));
  EXPECT_THAT(next_call(), AllOf(HasSubstr(" --budget 3000 --limit 2 "), HasSubstr(" --exclude ")));
  request.task = std::string(500, 'x') + " " + kHeldTask;
  EXPECT_EQ(next_call(), "the same command with --budget 3000 --limit 2");
  request.max_symbols = 0;
  request.budget_tokens = 200;
  EXPECT_EQ(next_call(), "the same command with --budget 400");
}

TEST_F(AnswerStoreTest, NamesSymbolsOfASessionByNumber) {
  const ContextAnswer first = Ask({.session = std::string(kNewSession)});
  ASSERT_TRUE(first.sent.has_value());
  const std::string handle = HandleOf(first);
  wire::GcfSessionReader reader;
  WM_ASSERT_OK(reader.Decode(first.sent->text));
  Open();

  const ContextAnswer second = Ask({.session = handle});

  ASSERT_TRUE(second.sent.has_value());
  EXPECT_THAT(second.sent->text,
              AllOf(HasSubstr("@0  # previously transmitted\n"), Not(HasSubstr("# session="))));
  EXPECT_LT(second.sent->tokens, first.sent->tokens);
  EXPECT_EQ(second.sent->tokens, wire::CountTokens(second.sent->text, wire::kDefaultTokenizer));
  WM_ASSERT_OK_AND_ASSIGN(const wire::Payload read, reader.Decode(second.sent->text));
  EXPECT_EQ(read.symbols.size(), second.payload.symbols.size());
}

TEST_F(AnswerStoreTest, FillsTheBudgetOfASessionWithWhatIsNew) {
  WriteSteps("x");
  const auto ask = [&](std::uint32_t budget, const std::string& session) {
    const absl::StatusOr<ContextAnswer> answer = engine_->Context(
        {.root = root_, .task = "step_20", .budget_tokens = budget, .held = {.session = session}},
        {});
    EXPECT_THAT(answer, IsOk());
    return answer.ok() ? *answer : ContextAnswer();
  };
  const ContextAnswer first = ask(500, std::string(kNewSession));
  const ContextAnswer second = ask(500, first.session);
  const ContextAnswer whole = ask(4000, first.session);

  EXPECT_GT(second.payload.symbols.size(), first.payload.symbols.size());
  EXPECT_LE(second.sent->tokens, 500U);
  EXPECT_GE(second.sent->tokens, 450U);
  EXPECT_THAT(first.sent->text, Not(HasSubstr("    return x\n")));
  EXPECT_THAT(whole.sent->text, HasSubstr("    return x\n"))
      << "what was shown of a symbol before was less than its text";
  EXPECT_THAT(whole.sent->text, HasSubstr("previously"))
      << "other symbols were shown with their text before";
}

TEST_F(AnswerStoreTest, KeepsASessionWithinTheBudget) {
  for (const std::uint32_t budget : {250U, 300U, 400U}) {
    WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer answer,
                            engine_->Context({.root = root_,
                                              .task = kHeldTask,
                                              .budget_tokens = budget,
                                              .held = {.session = std::string(kNewSession)}},
                                             {}));
    ASSERT_TRUE(answer.sent.has_value());
    EXPECT_LE(answer.sent->tokens, budget);
  }
}

TEST_F(AnswerStoreTest, SharesNoSession) {
  const std::string first = HandleOf(Ask({.session = std::string(kNewSession)}));
  const std::string second = HandleOf(Ask({.session = std::string(kNewSession)}));

  EXPECT_EQ(first.size(), 32U);
  EXPECT_NE(first, second);
  EXPECT_THAT(Ask({.session = second}).sent->text, HasSubstr("previously transmitted"));
  EXPECT_THAT(Refusal({.session = std::string(32, '0')}),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("unknown or has expired")));
}

TEST_F(AnswerStoreTest, KnowsAnEndedSessionNoMore) {
  const ContextAnswer first = Ask({.session = std::string(kNewSession)});
  const ContextAnswer other = Ask({.session = std::string(kNewSession)});
  EXPECT_EQ(first.session, HandleOf(first));

  WM_EXPECT_OK(engine_->EndSession(first.session, {}));

  const auto unknown = StatusIs(absl::StatusCode::kNotFound, HasSubstr("unknown or has expired"));
  EXPECT_THAT(Refusal({.session = first.session}), unknown);
  EXPECT_THAT(engine_->EndSession(first.session, {}), unknown);
  EXPECT_EQ(Ask({.session = other.session}).session, other.session);
  EXPECT_THAT(engine_->EndSession("mine", {}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("32 hexadecimal digits")));
}

// The clock is the row's: it is moved instead of it.
TEST_F(AnswerStoreTest, KnowsNoSessionAfterItsLastAnswerIsTooOld) {
  const std::string session = Ask({.session = std::string(kNewSession)}).session;
  const RootHash key = FieldHasher("waymark.session.v2").Add(session).Finish<RootHash>();
  const auto end_after = [&](std::chrono::seconds left) {
    engine_.reset();
    std::int64_t end = 0;
    {
      const auto store = graph::Store::Open({.directory = directory_.path() / "store"});
      ASSERT_THAT(store, IsOk());
      WM_ASSERT_OK_AND_ASSIGN(const std::optional<std::string> row,
                              (*store)->Recall(graph::SessionRowKind::kSession, key));
      ASSERT_TRUE(row.has_value());
      end = std::stoll(*row);
      const auto until = std::chrono::system_clock::now() + left;
      const std::string moved = std::to_string(std::chrono::system_clock::to_time_t(until)) +
                                row->substr(row->find('\n'));
      WM_ASSERT_OK(
          (*store)->Remember(graph::SessionRowKind::kSession, key,
                             [&](const auto&) -> absl::StatusOr<std::string> { return moved; }));
    }
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    EXPECT_NEAR(static_cast<double>(end - now), 3600.0 * kSessionLifetime.count(), 60);
    Open();
  };

  end_after(std::chrono::seconds(60));
  EXPECT_THAT(Ask({.session = session}).sent->text, HasSubstr("previously transmitted"));
  end_after(std::chrono::seconds(-2));
  EXPECT_THAT(Refusal({.session = session}),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("unknown or has expired")));
}

TEST_F(AnswerStoreTest, NeverFailsAQuestionForAStoreThatCannotBeWritten) {
  const ContextAnswer whole = Ask({});
  Open(true);

  const ContextAnswer again = Ask({.pack_root = RootOf(whole)});
  EXPECT_TRUE(again.sent.has_value());
  EXPECT_THAT(again.session_note, HasSubstr("cannot be written by this process"));

  const ContextAnswer session = Ask({.session = std::string(kNewSession)});
  EXPECT_FALSE(session.sent.has_value());
  EXPECT_EQ(session.payload.tokens_used, whole.payload.tokens_used);
  EXPECT_THAT(session.session_note, HasSubstr("cannot be written by this process"));
}

TEST_F(AnswerStoreTest, RefusesWhatItCannotUnderstand) {
  EXPECT_THAT(Refusal({.pack_root = "12"}),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("12 to 64 of its hexadecimal digits")));
  EXPECT_THAT(Refusal({.session = "new"}, "json"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("no sessions")));
  EXPECT_THAT(Refusal({.session = "mine"}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("32 hexadecimal digits")));
}

}  // namespace
}  // namespace waymark::services
