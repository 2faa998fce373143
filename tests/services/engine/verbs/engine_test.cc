#include "services/engine.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shop_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"
#include "wire/codec.h"
#include "wire/content_root.h"

namespace waymark::services {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::IsOk;
using ::testing::Not;
using testing::StatusIs;
using testing::TempDir;
using ::testing::UnorderedElementsAre;

class EngineTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WM_ASSERT_OK_AND_ASSIGN(engine_,
                            Engine::Open({.store_directory = directory_.path() / "store"}));
  }

  void Index() { WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {})); }

  std::vector<std::string> Names(const wire::Payload& payload) {
    std::vector<std::string> names;
    for (const wire::Symbol& symbol : payload.symbols) names.push_back(symbol.qualified_name);
    return names;
  }

  static int HopOf(const wire::Payload& payload, const std::string& name) {
    for (const wire::Symbol& symbol : payload.symbols) {
      if (symbol.qualified_name == name) return symbol.distance;
    }
    return -1;
  }

  TempDir directory_;
  std::filesystem::path root_ = testing::WriteShopRepository(directory_);
  std::unique_ptr<Engine> engine_;
};

TEST_F(EngineTest, ContextNamesWhatTheTaskIsAbout) {
  Index();

  WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer answer,
                          engine_->Context({.root = root_, .task = "mail the receipt"}, {}));

  EXPECT_THAT(Names(answer.payload), Contains("shop.mail.send_receipt"));
  EXPECT_EQ(answer.payload.index->generation, 1U);
  EXPECT_EQ(answer.payload.index->files_differing, 0U);
  EXPECT_EQ(answer.payload.completeness.certainty, wire::Certainty::kComplete);
  EXPECT_EQ(answer.payload.pack_root, wire::ContentRoot(answer.payload));
}

TEST_F(EngineTest, ContextPrefersWhatSaysAQuotedTextInItsOrder) {
  directory_.WriteFile(root_ / "shop/messages.py",
                       "def first():\n    raise ValueError(\"open is not the shelf\")\n\n\n"
                       "def other():\n    raise ValueError(\"the shelf is not open\")\n");
  Index();

  WM_ASSERT_OK_AND_ASSIGN(
      const ContextAnswer answer,
      engine_->Context({.root = root_, .task = "it says \"The shelf is not open\""}, {}));

  ASSERT_FALSE(answer.payload.symbols.empty());
  EXPECT_EQ(answer.payload.symbols[0].qualified_name, "shop.messages.other");
}

TEST_F(EngineTest, BlastRadiusFollowsCallersHopByHop) {
  Index();

  WM_ASSERT_OK_AND_ASSIGN(const BlastRadiusAnswer answer,
                          engine_->BlastRadius({.root = root_, .symbol = "discount"}, {}));

  const std::vector<wire::Symbol>& symbols = answer.payload.symbols;
  ASSERT_GE(symbols.size(), 2U);
  EXPECT_EQ(symbols[0].qualified_name, "shop.pricing.discount");
  EXPECT_EQ(symbols[0].distance, 0);
  EXPECT_EQ(symbols[1].qualified_name, "shop.pricing.price_of");
  EXPECT_EQ(symbols[1].distance, 1);
  EXPECT_EQ(HopOf(answer.payload, "shop.cart.Cart.total"), 2);
  EXPECT_EQ(HopOf(answer.payload, "shop.checkout.checkout"), 3);
  const wire::Edge& call = answer.payload.edges.front();
  EXPECT_EQ(call.source, 1U);
  EXPECT_EQ(call.target, 0U);
  EXPECT_THAT(call.sites, ElementsAre(AllOf(Field(&wire::Site::path, "shop/pricing.py"),
                                            Field(&wire::Site::line, 3U))));
  ASSERT_TRUE(answer.payload.affected.has_value());
  const wire::Affected& affected = *answer.payload.affected;
  EXPECT_EQ(affected.symbols, answer.payload.symbols.size() - affected.hops[0]);
}

TEST_F(EngineTest, AFileAndLineNameTheSymbolAround) {
  Index();

  WM_ASSERT_OK_AND_ASSIGN(const SymbolAnswer answer,
                          engine_->Symbol({.root = root_, .name = "shop/cart.py:15"}, {}));

  ASSERT_EQ(answer.payload.symbols.size(), 1U);
  EXPECT_EQ(answer.payload.symbols[0].qualified_name, "shop.cart.Cart.total");
  EXPECT_EQ(answer.payload.symbols[0].kind, SymbolKind::kMethod);
  EXPECT_THAT(answer.payload.symbols[0].text, HasSubstr("Sum of the prices"));
}

TEST_F(EngineTest, DocumentationIsShownWithoutTheIndentationOfItsSource) {
  directory_.WriteFile("shop/shop/refund.py",
                       "class Refund:\n"
                       "    def pay(self):\n"
                       "        \"\"\"Give the money back.\n"
                       "\n"
                       "        In steps:\n"
                       "          - all of it\n"
                       "        \"\"\"\n");
  Index();

  WM_ASSERT_OK_AND_ASSIGN(const SymbolAnswer answer,
                          engine_->Symbol({.root = root_, .name = "Refund.pay"}, {}));

  EXPECT_THAT(answer.payload.symbols[0].text,
              HasSubstr("Give the money back.\n\nIn steps:\n  - all of it\n"));
}

TEST_F(EngineTest, AJudgementOfAnAmbiguousNameIsRefusedWithItsCandidates) {
  Index();

  const auto answer = engine_->Feedback({.root = root_,
                                         .action = FeedbackAction::kSay,
                                         .task = "mail the receipt",
                                         .symbols = {"render"}},
                                        {});

  EXPECT_THAT(
      answer,
      StatusIs(absl::StatusCode::kFailedPrecondition,
               AllOf(HasSubstr("'render' fits 2 symbols"),
                     HasSubstr("shop/mail.py#render  function shop.mail.render  shop/mail.py:1"),
                     HasSubstr("shop/page.py#render  function shop.page.render  shop/page.py:1"))));
}

TEST_F(EngineTest, CandidatesOfOneNameAreToldApartByTheirSignatures) {
  directory_.WriteFile("shop/shop/refund.py",
                       "def refund(cart):\n    pass\n\n\ndef refund(cart, reason):\n    pass\n");
  Index();

  const auto answer = engine_->Feedback(
      {.root = root_, .action = FeedbackAction::kSay, .task = "refund", .symbols = {"refund"}}, {});

  EXPECT_THAT(answer, StatusIs(absl::StatusCode::kFailedPrecondition,
                               AllOf(HasSubstr("shop/refund.py:1  def refund(cart)\n"),
                                     HasSubstr("shop/refund.py:5  def refund(cart, reason)"))));
}

TEST_F(EngineTest, AnUnknownNameIsRefusedWithNearOnes) {
  Index();

  const auto answer = engine_->BlastRadius({.root = root_, .symbol = "chekout"}, {});

  EXPECT_THAT(answer, StatusIs(absl::StatusCode::kNotFound,
                               AllOf(HasSubstr("'chekout'"), HasSubstr("shop.checkout.checkout"))));
}

TEST_F(EngineTest, ACheckoutThatWasNeverIndexedSaysHowToIndexIt) {
  const auto answer = engine_->Context({.root = root_, .task = "mail"}, {});

  EXPECT_THAT(answer, StatusIs(absl::StatusCode::kFailedPrecondition,
                               HasSubstr("run: waymark index " + root_.string())));
}

TEST_F(EngineTest, AnswersCountTheFilesThatDiffer) {
  Index();
  directory_.WriteFile("shop/shop/page.py", "def render(amount, currency):\n    return amount\n");
  directory_.WriteFile("shop/shop/refund.py", "def refund():\n    pass\n");

  WM_ASSERT_OK_AND_ASSIGN(const SearchAnswer answer,
                          engine_->Search({.root = root_, .query = "render"}, {}));

  EXPECT_EQ(answer.payload.index->files_differing, 2U);
}

TEST_F(EngineTest, ProgramsThatProjectFilesNameAreEntryPoints) {
  directory_.WriteFile("shop/pyproject.toml",
                       "[project]\nname = \"shop\"\nsell = \"shop.cart:Cart\"\n\n"
                       "[project.scripts]\n# old = \"shop.page:render\"\n"
                       "pay = \"shop.checkout:checkout\"\n\n[tool.poetry.scripts]\n"
                       "post = {reference = 'shop:post', type = 'console'}\n");
  directory_.WriteFile("shop/web/package.json",
                       "{\"bin\": {\"shop\": \"./dist/cli.js\", \"none\": \"none.js\"}}");
  directory_.WriteFile("shop/web/src/cli.ts", "console.log('shop');\n");
  Index();

  WM_ASSERT_OK_AND_ASSIGN(const OutlineAnswer outline, engine_->Outline({.root = root_}, {}));

  std::vector<std::string> names;
  for (const OutlineSymbol& symbol : outline.entry_points) names.push_back(symbol.name);
  EXPECT_THAT(names,
              UnorderedElementsAre("shop/__init__.py", "shop.checkout.checkout", "web/src/cli.ts"));
}

// They are members of what is around it, but change with it.
TEST_F(EngineTest, EnumeratorsOfAnUnscopedEnumerationGoWithIt) {
  directory_.WriteFile("shop/color.cc",
                       "enum Color { RED, GREEN };\nenum Other { BLUE };\n"
                       "int Paint(int color) { return color == RED; }\n"
                       "int Mix(int color) { return color == BLUE; }\n");
  Index();
  WM_ASSERT_OK_AND_ASSIGN(const BlastRadiusAnswer radius,
                          engine_->BlastRadius({.root = root_, .symbol = "Color"}, {}));
  EXPECT_THAT(Names(radius.payload), UnorderedElementsAre("Color", "RED", "GREEN", "Paint"));
  const auto users = engine_->Usages({.root = root_, .symbol = "Color"}, {});
  EXPECT_THAT(Names(users->payload), UnorderedElementsAre("Color", "RED", "Paint"));
  WM_ASSERT_OK_AND_ASSIGN(const AnalyzeAnswer dead, engine_->Analyze({.root = root_}, {}));
  for (const AnalyzedSymbol& symbol : dead.symbols) EXPECT_NE(symbol.name, "Color");
}

// A file that was written since may hold another use.
TEST_F(EngineTest, NoAnswerIsExactWhereFilesDiffer) {
  Index();
  directory_.WriteFile("shop/shop/refund.py",
                       "from shop.pricing import price_of\n\n\ndef refund():\n    price_of(1)\n");
  const auto lags =
      AllOf(Field(&wire::Completeness::certainty, wire::Certainty::kIncomplete),
            Field(&wire::Completeness::reason, HasSubstr("1 file on disk differs from the index")));

  for (const retrieval::Relation relation : retrieval::AllRelations()) {
    const auto answer =
        engine_->Usages({.root = root_, .symbol = "price_of", .relation = relation}, {});
    WM_ASSERT_OK(answer);
    EXPECT_THAT(answer->payload.completeness, lags) << Name(relation);
  }
  std::string rows;
  const LinesSink sink = [&rows](std::string_view lines) {
    rows += lines;
    return absl::OkStatus();
  };
  WM_ASSERT_OK(engine_->StreamUsages({.root = root_, .symbol = "price_of"}, sink, {}));
  EXPECT_THAT(rows, HasSubstr("incomplete"));
  const auto radius = engine_->BlastRadius({.root = root_, .symbol = "price_of"}, {});
  const auto path = engine_->Path({.root = root_, .from = "checkout", .to = "price_of"}, {});
  const auto symbol = engine_->Symbol({.root = root_, .name = "price_of"}, {});
  const auto search = engine_->Search({.root = root_, .query = "refund"}, {});
  const auto tests = engine_->TestScope({.root = root_, .symbols = {"price_of"}}, {});
  const auto outline = engine_->Outline({.root = root_}, {});
  const auto cycles = engine_->Analyze({.root = root_, .analysis = Analysis::kCycles}, {});
  WM_ASSERT_OK(radius);
  WM_ASSERT_OK(path);
  WM_ASSERT_OK(symbol);
  WM_ASSERT_OK(search);
  WM_ASSERT_OK(tests);
  WM_ASSERT_OK(outline);
  WM_ASSERT_OK(cycles);
  EXPECT_THAT(radius->payload.completeness, lags);
  EXPECT_THAT(path->payload.completeness, lags);
  EXPECT_THAT(symbol->payload.completeness, lags);
  EXPECT_THAT(search->payload.completeness, lags);
  EXPECT_THAT(tests->completeness, lags);
  EXPECT_THAT(outline->completeness, lags);
  EXPECT_THAT(cycles->completeness, lags);
  EXPECT_THAT(engine_->Path({.root = root_, .from = "price_of", .to = "send_receipt"}, {}),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("differs from the index")));
}

TEST_F(EngineTest, ASymbolIsShownWithItsSourceWhereThatIsAskedFor) {
  Index();

  WM_ASSERT_OK_AND_ASSIGN(
      const SymbolAnswer answer,
      engine_->Symbol({.root = root_, .name = "Cart.total", .with_source = true}, {}));

  EXPECT_EQ(answer.payload.symbols.front().text,
            "    def total(self):\n"
            "        \"\"\"Sum of the prices of all items.\"\"\"\n"
            "        return sum(price_of(item) for item in self.items)\n");
}

TEST_F(EngineTest, SourceOfAChangedFileIsNotShown) {
  Index();
  directory_.WriteFile("shop/shop/mail.py", "def send_receipt():\n    pass\n");

  WM_ASSERT_OK_AND_ASSIGN(
      const SymbolAnswer answer,
      engine_->Symbol({.root = root_, .name = "send_receipt", .with_source = true}, {}));

  EXPECT_EQ(answer.payload.symbols.front().text, "");
  EXPECT_THAT(answer.payload.profile->text_note, HasSubstr("source: shop/mail.py has changed"));
}

TEST_F(EngineTest, DocumentationOfAChangedFileIsNotShown) {
  Index();
  directory_.WriteFile("shop/shop/mail.py", "# something else now\n");

  WM_ASSERT_OK_AND_ASSIGN(const SymbolAnswer answer,
                          engine_->Symbol({.root = root_, .name = "send_receipt"}, {}));

  EXPECT_THAT(answer.payload.symbols[0].text, IsEmpty());
  EXPECT_THAT(answer.payload.profile->text_note, HasSubstr("shop/mail.py has changed"));
}

TEST_F(EngineTest, IndexingAgainShowsTheNewState) {
  Index();
  directory_.WriteFile("shop/shop/refund.py",
                       "from shop.pricing import discount\n\n\ndef refund(cents):\n"
                       "    return discount(cents)\n");
  Index();

  WM_ASSERT_OK_AND_ASSIGN(const BlastRadiusAnswer answer,
                          engine_->BlastRadius({.root = root_, .symbol = "discount"}, {}));

  EXPECT_THAT(Names(answer.payload), Contains("shop.refund.refund"));
  EXPECT_EQ(answer.payload.index->generation, 2U);
}

TEST_F(EngineTest, ACancelledCallReturnsCancelled) {
  Index();
  const std::atomic<bool> cancelled{true};

  EXPECT_THAT(engine_->Context({.root = root_, .task = "mail"}, {.cancelled = &cancelled}),
              StatusIs(absl::StatusCode::kCancelled));
  EXPECT_THAT(engine_->Index({.root = root_}, nullptr, {.cancelled = &cancelled}),
              StatusIs(absl::StatusCode::kCancelled));
}

TEST_F(EngineTest, APassedDeadlineEndsACall) {
  Index();

  const auto answer = engine_->Search(
      {.root = root_, .query = "render"},
      {.deadline = std::chrono::steady_clock::now() - std::chrono::milliseconds(1)});

  EXPECT_THAT(answer, StatusIs(absl::StatusCode::kDeadlineExceeded));
}

TEST_F(EngineTest, RequestsBeyondALimitNameIt) {
  Index();

  EXPECT_THAT(engine_->Context({.root = root_, .task = " \n"}, {}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("task is empty")));
  EXPECT_THAT(engine_->Context({.root = root_, .task = std::string(kMaxTaskBytes + 1, 'x')}, {}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("limit is 65536")));
  EXPECT_THAT(engine_->BlastRadius({.root = root_, .symbol = "discount", .depth = 65}, {}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("depth is 65")));
  EXPECT_THAT(engine_->Search({.root = root_, .query = "x", .limit = 0}, {}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("limit is 0")));
  EXPECT_THAT(engine_->Search({.root = "shop", .query = "x"}, {}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("must be absolute")));
}

TEST_F(EngineTest, AnUnknownFormatListsTheKnownOnes) {
  Index();

  EXPECT_THAT(engine_->Context({.root = root_, .task = "mail", .encoding = {.format = "yaml"}}, {}),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("gcf")));
}

TEST_F(EngineTest, ATruncatedBlastRadiusTellsTheCallThatShowsTheRest) {
  Index();

  WM_ASSERT_OK_AND_ASSIGN(
      const BlastRadiusAnswer part,
      engine_->BlastRadius({.root = root_,
                            .symbol = "discount",
                            .limit = 1,
                            .edge_types = {EdgeType::kCalls},
                            .encoding = {.call_options = " --repo 'a b' --format 'json'"}},
                           {}));
  ASSERT_TRUE(part.payload.truncation.has_value());
  ASSERT_TRUE(part.payload.truncation->omitted.has_value());
  const std::uint64_t omitted = *part.payload.truncation->omitted;
  WM_ASSERT_OK_AND_ASSIGN(const BlastRadiusAnswer whole,
                          engine_->BlastRadius({.root = root_,
                                                .symbol = "discount",
                                                .limit = static_cast<std::uint32_t>(1 + omitted),
                                                .edge_types = {EdgeType::kCalls}},
                                               {}));

  EXPECT_EQ(part.payload.truncation->next_call,
            "waymark blast-radius 'discount' --depth 3 --edges calls --limit 1 --cursor " +
                part.payload.truncation->cursor + " --repo 'a b' --format 'json'");
  EXPECT_EQ(whole.payload.symbols.size(), part.payload.symbols.size() + omitted);
  EXPECT_EQ(whole.payload.affected, part.payload.affected);
}

TEST_F(EngineTest, ABlastRadiusCutByItsDepthTellsADeeperCall) {
  Index();

  WM_ASSERT_OK_AND_ASSIGN(
      const BlastRadiusAnswer answer,
      engine_->BlastRadius({.root = root_, .symbol = "discount", .depth = 1}, {}));

  EXPECT_TRUE(answer.payload.affected->beyond_depth);
  ASSERT_TRUE(answer.payload.truncation.has_value());
  EXPECT_FALSE(answer.payload.truncation->omitted.has_value()) << "nobody has counted them";
  EXPECT_EQ(answer.payload.truncation->next_call,
            "waymark blast-radius 'discount' --depth 2 --limit 200");
}

TEST_F(EngineTest, AContextTellsWhatItLeavesOutAndTheCallThatShowsIt) {
  Index();

  WM_ASSERT_OK_AND_ASSIGN(
      const ContextAnswer limited,
      engine_->Context({.root = root_, .task = "total price", .max_symbols = 1}, {}));
  WM_ASSERT_OK_AND_ASSIGN(
      const ContextAnswer small,
      engine_->Context({.root = root_, .task = "total price", .budget_tokens = 300}, {}));
  WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer whole,
                          engine_->Context({.root = root_, .task = "total price"}, {}));

  EXPECT_EQ(limited.payload.truncation->next_call,
            "waymark context 'total price' --budget 5000 --limit 1 --exclude " +
                limited.payload.pack_root->ToHex().substr(0, 12));
  EXPECT_EQ(small.payload.truncation->next_call,
            "waymark context 'total price' --budget 300 --exclude " +
                small.payload.pack_root->ToHex().substr(0, 12));
  const auto found = [](const ContextAnswer& answer) {
    const auto& truncation = answer.payload.truncation;
    return answer.payload.symbols.size() + (truncation ? truncation->omitted.value_or(0) : 0);
  };
  EXPECT_EQ(found(limited), found(whole));
  EXPECT_EQ(found(small), found(whole));
}

TEST_F(EngineTest, ASearchCountsEveryMatchThatItDoesNotShow) {
  Index();

  WM_ASSERT_OK_AND_ASSIGN(const SearchAnswer part,
                          engine_->Search({.root = root_, .query = "e", .limit = 2}, {}));
  WM_ASSERT_OK_AND_ASSIGN(const SearchAnswer whole,
                          engine_->Search({.root = root_, .query = "e", .limit = 1000}, {}));

  ASSERT_TRUE(part.payload.truncation.has_value());
  EXPECT_EQ(2 + *part.payload.truncation->omitted, whole.payload.symbols.size());
  EXPECT_EQ(part.payload.truncation->next_call,
            "waymark search 'e' --limit 2 --cursor " + part.payload.truncation->cursor);
  EXPECT_FALSE(whole.payload.truncation.has_value());
  EXPECT_EQ(whole.payload.completeness.certainty, wire::Certainty::kComplete);
}

TEST_F(EngineTest, StatusDescribesEveryView) {
  Index();
  const std::filesystem::path second = testing::WriteShopRepository(directory_, "copy");
  WM_ASSERT_OK(engine_->Index({.root = second, .repository_name = "second"}, nullptr, {}));

  WM_ASSERT_OK_AND_ASSIGN(const StatusAnswer status, engine_->Status({}));

  EXPECT_THAT(status.views,
              UnorderedElementsAre(Field(&StatusView::root_path, root_.string()),
                                   AllOf(Field(&StatusView::root_path, second.string()),
                                         Field(&StatusView::repository, "second"))));
  EXPECT_EQ(status.views[0].files, 7U);
  EXPECT_EQ(status.views[0].files_differing, 0U);
  EXPECT_THAT(status.parts, Not(IsEmpty()));
}

// The budget is that of the whole text, whatever the format and the tokenizer.
TEST_F(EngineTest, PruningRemovesTheViewsOfCheckoutsThatAreGone) {
  Index();
  const std::filesystem::path second = testing::WriteShopRepository(directory_, "second");
  WM_ASSERT_OK(engine_->Index({.root = second}, nullptr, {}));
  std::filesystem::remove_all(second);

  WM_ASSERT_OK_AND_ASSIGN(const PruneAnswer answer, engine_->Prune({}, {}));

  EXPECT_THAT(answer.removed, ElementsAre(second.string()));
  WM_ASSERT_OK_AND_ASSIGN(const StatusAnswer status, engine_->Status({}));
  ASSERT_EQ(status.views.size(), 1U);
  EXPECT_EQ(status.views.front().root_path, root_.string());
}

TEST_F(EngineTest, PruningANamedCheckoutRemovesItAlone) {
  Index();
  const std::filesystem::path second = testing::WriteShopRepository(directory_, "second");
  WM_ASSERT_OK(engine_->Index({.root = second}, nullptr, {}));

  WM_ASSERT_OK_AND_ASSIGN(const PruneAnswer answer, engine_->Prune({.root = second}, {}));

  EXPECT_THAT(answer.removed, ElementsAre(second.string()));
  WM_ASSERT_OK_AND_ASSIGN(const StatusAnswer status, engine_->Status({}));
  ASSERT_EQ(status.views.size(), 1U);
  EXPECT_EQ(status.views.front().root_path, root_.string());
  EXPECT_THAT(engine_->Prune({.root = second}, {}),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("is not in the index")));
}

TEST_F(EngineTest, ASecondCheckoutOfTheSameFilesParsesNothing) {
  Index();
  const std::filesystem::path second = testing::WriteShopRepository(directory_, "second");

  WM_ASSERT_OK_AND_ASSIGN(const IndexAnswer answer,
                          engine_->Index({.root = second, .repository_name = "shop"}, nullptr, {}));

  EXPECT_EQ(answer.report.files_parsed, 0U);
  EXPECT_GT(answer.report.files_indexed, 0U);
  WM_ASSERT_OK_AND_ASSIGN(const StatusAnswer status, engine_->Status({}));
  ASSERT_EQ(status.views.size(), 2U);
  EXPECT_EQ(status.views[0].root, status.views[1].root);
}

TEST_F(EngineTest, APathFollowsAMessageToWhatSubscribesInAnotherFile) {
  directory_.WriteFile("shop/shop/orders.py",
                       "def order(bus, item):\n"
                       "    bus.publish('orders.made', item)\n\n\n"
                       "def cancel(bus, item):\n"
                       "    bus.publish('orders.cancelled', item)\n");
  directory_.WriteFile("shop/shop/ship.py",
                       "def start(bus):\n"
                       "    bus.subscribe('orders.made', send)\n\n\n"
                       "def send(item):\n"
                       "    return pack(item)\n\n\n"
                       "def pack(item):\n"
                       "    return item\n");
  Index();
  const auto ask = [&](const char* from, const char* to) {
    return engine_->Path({.root = root_, .from = from, .to = to}, {});
  };
  WM_ASSERT_OK_AND_ASSIGN(const PathAnswer way, ask("shop.orders.order", "shop.ship.pack"));
  EXPECT_THAT(Names(way.payload),
              ElementsAre("shop.orders.order", "topic://orders.made", "shop.ship.start",
                          "shop.ship.send", "shop.ship.pack"));
  EXPECT_EQ(way.payload.edges[0].type, EdgeType::kPublishes);
  EXPECT_EQ(way.payload.edges[1].type, EdgeType::kSubscribes);
  EXPECT_THAT(ask("shop.orders.cancel", "shop.ship.pack"), StatusIs(absl::StatusCode::kNotFound))
      << "another topic";
  EXPECT_THAT(ask("shop.ship.start", "shop.orders.order"), StatusIs(absl::StatusCode::kNotFound))
      << "a message goes one way";
}

TEST_F(EngineTest, WithoutAPathItTellsWhereOneMayLeaveTheRepository) {
  directory_.WriteFile("shop/shop/server.py",
                       "import json\n"
                       "from werkzeug.serving import run_simple\n\n\n"
                       "def run(app):\n"
                       "    prepare()\n"
                       "    run_simple('localhost', 80, app)\n\n\n"
                       "def prepare():\n"
                       "    json.dumps({})\n");
  Index();

  EXPECT_THAT(engine_->Path({.root = root_, .from = "shop.server.run", .to = "send_receipt"}, {}),
              StatusIs(absl::StatusCode::kNotFound,
                       HasSubstr("it may continue in werkzeug.serving (run_simple at "
                                 "shop/server.py:7), json (dumps at shop/server.py:11)")));
}

}  // namespace
}  // namespace waymark::services
