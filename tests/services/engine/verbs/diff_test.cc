// The difference between two states of a real repository.
#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "services/engine.h"
#include "shop_repository.h"
#include "testing/git_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;
using testing::StatusIs;
using testing::TempDir;
using ::testing::UnorderedElementsAre;

class DiffTest : public ::testing::Test {
 protected:
  void SetUp() override {
    repository_.Commit("begin");
    WM_ASSERT_OK_AND_ASSIGN(engine_,
                            Engine::Open({.store_directory = directory_.path() / "store"}));
    Index();
  }

  void Index() { WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {})); }

  // Lines "STATUS NAME behaviour=.. structure=.. metadata=.." of what differs.
  std::vector<std::string> Diff(DiffRequest request) {
    request.root = root_;
    absl::StatusOr<DiffAnswer> answer = engine_->Diff(request, {});
    EXPECT_THAT(answer, testing::IsOk());
    std::vector<std::string> lines;
    if (!answer.ok()) return lines;
    payload_ = std::move(answer->payload);
    for (const wire::Symbol& symbol : payload_.symbols) {
      if (!symbol.change.has_value()) continue;
      std::string line = fmt::format("{} {}", Name(symbol.change->status), symbol.qualified_name);
      const auto add = [&](const char* list, const std::vector<std::string>& entries) {
        if (!entries.empty()) line += fmt::format(" {}={}", list, fmt::join(entries, ","));
      };
      add("behaviour", symbol.change->behaviour);
      add("structure", symbol.change->structure);
      add("metadata", symbol.change->metadata);
      lines.push_back(line);
    }
    return lines;
  }

  // "added A calls B"
  std::vector<std::string> Edges() const {
    std::vector<std::string> lines;
    for (const wire::Edge& edge : payload_.edges) {
      lines.push_back(fmt::format("{} {} {} {}", TermName(payload_, edge.status),
                                  payload_.symbols[edge.source].qualified_name,
                                  TermName(payload_, edge.type),
                                  payload_.symbols[edge.target].qualified_name));
    }
    return lines;
  }

  const wire::SymbolChange& ChangeOf(const std::string& name) const {
    static const wire::SymbolChange kNone;
    for (const wire::Symbol& symbol : payload_.symbols) {
      if (symbol.qualified_name == name && symbol.change) return *symbol.change;
    }
    ADD_FAILURE() << name << " does not differ";
    return kNone;
  }

  TempDir directory_;
  std::filesystem::path root_ = testing::WriteShopRepository(directory_);
  testing::GitRepository repository_{root_};
  std::unique_ptr<Engine> engine_;
  wire::Payload payload_;
};

// The edge leads from the decorator, which is the same in both states.
TEST_F(DiffTest, ADecoratorIsOneOfWhatItDecorates) {
  repository_.Replace("shop/mail.py", "def render(",
                      "from shop.pricing import discount\n\n\n"
                      "@discount\ndef render(");
  Index();

  EXPECT_THAT(Diff({.base = "HEAD"}), Contains(HasSubstr("changed shop.mail.render behaviour=")));
  EXPECT_THAT(Edges(), Contains("added shop.pricing.discount decorates shop.mail.render"));
  EXPECT_THAT(ChangeOf("shop.mail.render").behaviour, Contains("decorates"));
}

TEST_F(DiffTest, ValuesAreBehaviourAndCommentsAreNot) {
  repository_.Write("shop/limits.py",
                    "LIMIT = 10\n\n\nclass Level:\n    HIGH = 3\n\n\n"
                    "def cut(amount, most=5):\n    return min(amount, most)\n\n\n"
                    "def keep(amount):\n    return amount\n");
  Index();
  repository_.Commit("limits");
  repository_.Write("shop/limits.py",
                    "import os\n\nLIMIT = 20\n\n\nclass Level:\n    HIGH = 4\n\n\n"
                    "def cut(amount, most=6):\n    return min(\n        amount, most)\n\n\n"
                    "def keep(amount):\n    # as it is\n    return amount\n");
  Index();

  EXPECT_THAT(Diff({.base = "HEAD"}),
              UnorderedElementsAre("changed shop/limits.py structure=imports",
                                   "changed shop.limits.LIMIT behaviour=value",
                                   "changed shop.limits.Level.HIGH behaviour=value",
                                   "changed shop.limits.cut behaviour=value metadata=layout",
                                   "changed shop.limits.keep metadata=layout"));
}

// Nothing of the graph stands for a type outside of the repository.
TEST_F(DiffTest, WhatIsThrownOfOutsideIsToldByName) {
  repository_.Write("shop/checks.py",
                    "import json\n\n\ndef read(text):\n    if not text:\n"
                    "        raise ValueError('x')\n    return text\n\n\n"
                    "def keep(text):\n    raise KeyError(text)\n\n\n"
                    "def load(text):\n    try:\n        return json.loads(text)\n"
                    "    except ValueError as error:\n        return None\n");
  repository_.Write("shop/Checks.java",
                    "package shop;\n\nclass Checks {\n  void check(int count) {\n"
                    "    throw new IllegalStateException();\n  }\n}\n");
  Index();
  repository_.Commit("checks");
  repository_.Replace("shop/checks.py", "raise ValueError('x')",
                      "raise json.JSONDecodeError('x', text, 0)");
  repository_.Replace("shop/checks.py", "    raise KeyError",
                      "    text = text\n    raise KeyError");
  repository_.Replace("shop/checks.py", "        return None", "        raise error");
  repository_.Replace("shop/Checks.java", "throw new IllegalStateException();",
                      "throw new UnsupportedOperationException();");
  Index();

  EXPECT_THAT(
      Diff({.base = "HEAD"}),
      UnorderedElementsAre("changed shop.checks.read "
                           "behaviour=body,throws:-ValueError,throws:+JSONDecodeError",
                           "changed shop.checks.keep behaviour=body",
                           "changed shop.checks.load behaviour=body",
                           HasSubstr("Checks.check behaviour=body,throws:-IllegalStateException,"
                                     "throws:+UnsupportedOperationException")));
}

TEST_F(DiffTest, WhatIsThrownStillIsNotGoneWithItsImport) {
  repository_.Write(
      "shop/checks.py",
      "from errors import TooMany\n\n\ndef check(count):\n    raise TooMany(count)\n");
  Index();
  repository_.Commit("checks");
  repository_.Replace("shop/checks.py", "from errors import TooMany\n\n\n", "");
  Index();

  EXPECT_THAT(Diff({.base = "HEAD"}), Not(Contains(HasSubstr("throws"))));
}

TEST_F(DiffTest, WhatIsThrownBeyondTheListIsCounted) {
  std::string raises;
  for (char letter = 'A'; letter <= 'T'; ++letter) {
    raises +=
        fmt::format("    if count == {}:\n        raise errors.{}Error()\n", letter - 'A', letter);
  }
  repository_.Write("shop/checks.py", "import errors\n\n\ndef check(count):\n    return 1\n");
  Index();
  repository_.Commit("checks");
  repository_.Write("shop/checks.py", "import errors\n\n\ndef check(count):\n" + raises);
  Index();

  EXPECT_THAT(Diff({.base = "HEAD"}),
              ElementsAre(AllOf(HasSubstr("throws:+PError"), HasSubstr("throws:4 more"),
                                Not(HasSubstr("QError")))));
}

TEST_F(DiffTest, WhatRunsIsBehaviour) {
  repository_.Replace("shop/pricing.py", "return cents * 9 // 10", "return cents * 8 // 10");
  repository_.Replace("shop/mail.py", "return address, render(amount)", "return address, amount");
  Index();

  EXPECT_THAT(Diff({.base = "HEAD"}),
              UnorderedElementsAre("changed shop.pricing.discount behaviour=body",
                                   "changed shop.mail.send_receipt behaviour=body,calls"));
  EXPECT_THAT(Edges(), ElementsAre("removed shop.mail.send_receipt calls shop.mail.render"));
  EXPECT_EQ(payload_.completeness.certainty, wire::Certainty::kComplete);
  EXPECT_EQ(payload_.difference->behaviour, (wire::ChangeCounts{.removed = 1}));
  EXPECT_EQ(payload_.difference->symbols, (wire::ChangeCounts{.changed = 2}));
  EXPECT_EQ(payload_.difference->base.shown, wire::ShownState::kCommit);
}

TEST_F(DiffTest, WhatASymbolSaysOfItselfIsMetadata) {
  repository_.Replace("shop/mail.py", "Mail a receipt to", "Mail a receipt in paper to");
  repository_.Replace("shop/page.py", "render(amount)", "render(price)");
  Index();

  EXPECT_THAT(Diff({.base = "HEAD"}),
              UnorderedElementsAre("changed shop.mail.send_receipt metadata=documentation",
                                   "changed shop.page.render metadata=signature"));
}

TEST_F(DiffTest, ADecoratorIsAChangeOfWhatItDecorates) {
  repository_.Replace("shop/mail.py", "def send_receipt", "@render\ndef send_receipt");
  Index();

  EXPECT_THAT(Diff({.base = "HEAD"}),
              ElementsAre("changed shop/mail.py behaviour=calls",
                          "changed shop.mail.send_receipt behaviour=body,references,decorates"));
  EXPECT_THAT(Edges(), ElementsAre("added shop/mail.py calls shop.mail.render",
                                   "added shop.mail.send_receipt references shop.mail.render",
                                   "added shop.mail.render decorates shop.mail.send_receipt"));
}

TEST_F(DiffTest, AMethodIsNoChangeOfItsClass) {
  repository_.Replace("shop/cart.py", "self.items.append(item)", "self.items.insert(0, item)");
  Index();

  EXPECT_THAT(Diff({.base = "HEAD"}), ElementsAre("changed shop.cart.Cart.add behaviour=body"));
}

TEST_F(DiffTest, ImportsAndContainmentAreStructure) {
  repository_.Replace("shop/page.py", "def render",
                      "import shop.mail\n\n\ndef draw():\n    pass\n\n\ndef render");
  Index();

  EXPECT_THAT(
      Diff({.base = "HEAD"}),
      IsSupersetOf({"added shop.page.draw", "changed shop/page.py structure=imports,contains"}));
}

TEST_F(DiffTest, AFileThatWasRenamedMovedWithAllItHolds) {
  repository_.Git("mv shop/page.py shop/sheet.py");
  repository_.Git("mv shop/mail.py shop/post.py");
  repository_.Replace("shop/post.py", "You paid", "You have paid");
  repository_.Replace("shop/checkout.py", "shop.mail", "shop.post");
  Index();

  const std::vector<std::string> lines = Diff({.base = "HEAD"});

  EXPECT_THAT(lines, IsSupersetOf({"moved shop/sheet.py metadata=place",
                                   "moved shop.sheet.render metadata=place",
                                   "moved shop.post.send_receipt metadata=place"}));
  EXPECT_THAT(lines, Contains("changed shop.post.render behaviour=body metadata=place"));
  EXPECT_EQ(payload_.difference->symbols.removed, 0U);
  EXPECT_EQ(payload_.difference->symbols.added, 0U);
  // Who calls what moved calls it still.
  EXPECT_EQ(payload_.difference->behaviour, wire::ChangeCounts());
  EXPECT_EQ(ChangeOf("shop.sheet.render").old_name, "shop.page.render");
  EXPECT_EQ(ChangeOf("shop.sheet.render").old_place->path, "shop/page.py");
  EXPECT_LT(ChangeOf("shop.sheet.render").certainty, 1);
}

TEST_F(DiffTest, AFunctionThatMovedToAnotherFileIsTheSame) {
  repository_.Replace("shop/mail.py",
                      "def render(amount):\n    return f\"You paid {amount}\"\n\n\n",
                      "from shop.text import render\n\n\n");
  repository_.Write("shop/text.py", "def render(amount):\n    return f\"You paid {amount}\"\n");
  Index();

  EXPECT_THAT(Diff({.base = "HEAD"}),
              IsSupersetOf({"moved shop.text.render metadata=place", "added shop/text.py"}));
  // It is called as before, though found through an import now, which names it once more.
  EXPECT_EQ(payload_.difference->behaviour, (wire::ChangeCounts{.added = 1, .changed = 1}));
}

TEST_F(DiffTest, TwoCommitsAreComparedWhateverIsOnDisk) {
  repository_.Replace("shop/mail.py", "return address, render(amount)", "return address, amount");
  repository_.Commit("mail");
  repository_.Replace("shop/pricing.py", "return cents * 9 // 10", "return cents * 8 // 10");
  Index();

  EXPECT_THAT(Diff({.base = "HEAD~1", .state = {.at = "HEAD"}}),
              ElementsAre("changed shop.mail.send_receipt behaviour=body,calls"));
  EXPECT_EQ(payload_.index->shown, wire::ShownState::kCommit);
  // And backwards.
  EXPECT_THAT(Diff({.base = "HEAD", .state = {.at = "HEAD~1"}}),
              ElementsAre("changed shop.mail.send_receipt behaviour=body,calls"));
  EXPECT_THAT(Edges(), ElementsAre("added shop.mail.send_receipt calls shop.mail.render"));
}

TEST_F(DiffTest, UnsavedBuffersAreAState) {
  EXPECT_THAT(Diff({.base = "HEAD",
                    .state = {.buffers = {{.path = "shop/page.py",
                                           .text = "def render(amount):\n    return 1\n"}}}}),
              ElementsAre("changed shop.page.render behaviour=body"));
}

TEST_F(DiffTest, NothingThatDiffersIsAnEmptyAnswer) {
  EXPECT_THAT(Diff({.base = "HEAD"}), IsEmpty());
  EXPECT_EQ(payload_.completeness.certainty, wire::Certainty::kComplete);
}

TEST_F(DiffTest, AnIndexThatLagsMakesTheAnswerALowerBound) {
  repository_.Replace("shop/pricing.py", "return cents * 9 // 10", "return cents * 8 // 10");

  EXPECT_THAT(Diff({.base = "HEAD"}), IsEmpty());
  EXPECT_EQ(payload_.completeness.certainty, wire::Certainty::kIncomplete);
  EXPECT_THAT(payload_.completeness.reason, HasSubstr("1 file on disk differs from the index"));
}

TEST_F(DiffTest, TheRestIsOnFurtherPages) {
  std::filesystem::remove(root_ / "shop/checkout.py");
  std::filesystem::remove(root_ / "shop/mail.py");
  Index();

  Diff({.base = "HEAD", .limit = 2});
  EXPECT_EQ(std::count_if(payload_.symbols.begin(), payload_.symbols.end(),
                          [](const wire::Symbol& symbol) { return symbol.distance == 0; }),
            2);

  const wire::Truncation truncation = *payload_.truncation;
  EXPECT_EQ(truncation.next_call,
            fmt::format("waymark diff 'HEAD' --limit 2 --cursor {}", truncation.cursor));
  const std::vector<std::string> rest =
      Diff({.base = "HEAD", .limit = 1000, .cursor = truncation.cursor});
  EXPECT_EQ(rest.size(), *truncation.omitted);
  EXPECT_EQ(rest.size() + 2,
            payload_.difference->symbols.removed + payload_.difference->symbols.changed);
  EXPECT_FALSE(payload_.truncation.has_value());
}

TEST_F(DiffTest, WhatIsWrongWithTheQuestionIsSaid) {
  EXPECT_THAT(engine_->Diff({.root = root_, .base = "no-such"}, {}),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("no-such")));
  EXPECT_THAT(engine_->Diff({.root = root_}, {}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("the revision is empty")));
  EXPECT_THAT(engine_->Diff({.root = root_, .base = "HEAD", .limit = 0}, {}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("the limit is 0")));
}

// Symbols and edges of a state, as `export` writes them.
struct ExportedGraph {
  std::set<std::string> symbols;
  std::set<std::tuple<std::string, std::string, std::string>> edges;
};

ExportedGraph Export(Engine& engine, const std::filesystem::path& root, const std::string& at) {
  ExportedGraph graph;
  std::string text;
  const ExportSink sink = [&text](std::string_view chunk) {
    text += chunk;
    return absl::OkStatus();
  };
  EXPECT_THAT(engine.Export({.root = root, .state = {.at = at}}, sink, {}), testing::IsOk());
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const json record = json::parse(line);
    if (record["record"] == "symbol") {
      graph.symbols.insert(record["id"].get<std::string>());
    } else {
      graph.edges.insert({record["source"].get<std::string>(),
                          record["edge_type"].get<std::string>(),
                          record["target"].get<std::string>()});
    }
  }
  return graph;
}

// Where nothing moves, the difference is that of the two exports.
TEST_F(DiffTest, IsTheDifferenceOfTheTwoExports) {
  repository_.Replace("shop/pricing.py", "def discount(cents)", "def rebate(cents, rate=9)");
  repository_.Replace("shop/pricing.py", "return discount(", "return rebate(");
  repository_.Replace("shop/checkout.py", "    send_receipt(address, amount)\n", "");
  repository_.Write("shop/gift.py",
                    "from shop.cart import Cart\n\n\ndef wrap(cart: Cart):\n"
                    "    return cart.total() + len(cart.items)\n");
  std::filesystem::remove(root_ / "shop/page.py");
  Index();
  const ExportedGraph before = Export(*engine_, root_, "HEAD");
  const ExportedGraph after = Export(*engine_, root_, "");

  Diff({.base = "HEAD"});

  ExportedGraph added;
  ExportedGraph removed;
  const auto id = [&](std::uint32_t index) { return payload_.symbols[index].handle; };
  for (const wire::Symbol& symbol : payload_.symbols) {
    if (!symbol.change) continue;
    ASSERT_NE(symbol.change->status, SymbolStatus::kMoved);
    if (symbol.change->status == SymbolStatus::kAdded) added.symbols.insert(symbol.handle);
    if (symbol.change->status == SymbolStatus::kRemoved) removed.symbols.insert(symbol.handle);
  }
  for (const wire::Edge& edge : payload_.edges) {
    if (edge.status == EdgeStatus::kUnchanged) continue;
    ExportedGraph& graph = edge.status == EdgeStatus::kAdded ? added : removed;
    graph.edges.insert(
        {id(edge.source), std::string(TermName(payload_, edge.type)), id(edge.target)});
  }
  const auto without = [](const auto& all, const auto& others) {
    auto rest = all;
    for (const auto& other : others) rest.erase(other);
    return rest;
  };
  EXPECT_EQ(added.symbols, without(after.symbols, before.symbols));
  EXPECT_EQ(removed.symbols, without(before.symbols, after.symbols));
  EXPECT_EQ(added.edges, without(after.edges, before.edges));
  EXPECT_EQ(removed.edges, without(before.edges, after.edges));
  EXPECT_FALSE(added.edges.empty());
  EXPECT_FALSE(removed.edges.empty());
}

}  // namespace
}  // namespace waymark::services
