// Stores whose file was changed, cut off or removed: nothing wrong is read, no signal ends the
// process, and a repair leads to a store like a fresh one.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/store.h"
#include "graph_data.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"
#include "view_description.h"

namespace waymark::graph {
namespace {

using ::testing::HasSubstr;
using waymark::testing::IsOk;
using waymark::testing::StatusIs;
using waymark::testing::TempDir;

constexpr std::uint64_t kRepairMapBytes = std::uint64_t{1} << 30;
constexpr std::size_t kPage = 4096;
constexpr int kMutations = 120;
constexpr char kLessons[] = "waymark lessons 1\n{}\n";

const ViewKey kOtherView = {"example.org/other", "work:2"};
const RootHash kRow = {{1, 2, 3}};

FactsKey KeyOf(std::uint8_t number) {
  FactsKey key{.grammar = 1, .extractor_version = 2, .content = {}};
  key.content.bytes[0] = number;
  return key;
}

std::string TextOf(std::uint8_t number) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += "fact " + std::to_string(number * i) + ";";
  return text;
}

class RepairTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WM_ASSERT_OK_AND_ASSIGN(const auto store, Store::Open(Options()));
    Publish(*store, kOtherView, "/other");
    Publish(*store, kKey, "/checkout");
    WM_ASSERT_OK(store->Remember(SessionRowKind::kJudgements, kRow, Lessons));
    WM_ASSERT_OK_AND_ASSIGN(const auto view, store->OpenView(kKey));
    description_ = Describe(*view, {});
  }

  StoreOptions Options() const {
    StoreOptions options;
    options.directory = directory_.path() / "store";
    options.map_bytes = kRepairMapBytes;
    return options;
  }

  std::filesystem::path File() const { return Options().directory / "data.mdb"; }

  static absl::StatusOr<std::string> Lessons(const std::optional<std::string>&) {
    return std::string(kLessons);
  }

  // A graph and a pack of facts.
  static void Publish(Store& store, const ViewKey& key, const std::string& root) {
    WM_ASSERT_OK_AND_ASSIGN(const auto writer, store.BeginWrite());
    WM_ASSERT_OK_AND_ASSIGN(const auto pack, writer->NewFactsPack());
    for (std::uint8_t i = 0; i < 100; ++i) {
      WM_ASSERT_OK(pack->Append(KeyOf(i), TextOf(i), TextOf(i) + "body"));
    }
    WM_ASSERT_OK_AND_ASSIGN(const auto record, writer->FindView(key));
    PublishRequest request;
    request.key = key;
    WM_ASSERT_OK_AND_ASSIGN(const SegmentId facts, pack->Finish());
    request.packs = {facts};
    WM_ASSERT_OK_AND_ASSIGN(const auto builder, writer->NewBase());
    WM_ASSERT_OK_AND_ASSIGN(const BaseSummary base, Build(*builder, SmallGraph()));
    request.base = base.segment;
    request.root = base.root;
    request.root_path = root;
    request.file_states.emplace_back().path = "app.py";
    request.expected_generation = record.has_value() ? record->generation : 0;
    WM_ASSERT_OK(writer->Publish(request));
    WM_ASSERT_OK(writer->CollectGarbage());
  }

  std::string Bytes() const {
    std::ifstream in(File(), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }

  void Write(const std::string& bytes) const {
    std::ofstream(File(), std::ios::binary | std::ios::trunc) << bytes;
  }

  // A row is read as it was written, or not at all.
  void ExpectNothingWrong(Store& store) const {
    const auto view = store.OpenView(kKey);
    if (view.ok()) {
      EXPECT_EQ(Describe(**view, {}), description_);
    }
    const auto facts = store.OpenFacts();
    if (!facts.ok()) return;
    for (std::uint8_t i = 0; i < 100; ++i) {
      const auto header = (*facts)->ReadHeader(KeyOf(i));
      if (header.ok()) {
        EXPECT_EQ(*header, TextOf(i));
      }
      const auto body = (*facts)->ReadBody(KeyOf(i));
      if (body.ok()) {
        EXPECT_EQ(*body, TextOf(i) + "body");
      }
    }
    const auto states = store.FileStates(kKey);
    if (states.ok()) {
      ASSERT_EQ(states->size(), 1U);
      EXPECT_EQ(states->front().path, "app.py");
    }
  }

  absl::Status RepairAndPublish() const {
    auto store = Store::Open(Options());
    if (!store.ok()) return store.status();
    const auto left_out = (*store)->Repair(kKey.view);
    if (!left_out.ok()) return left_out.status();
    Publish(**store, kKey, "/checkout");
    return (*store)->Verify([] { return absl::OkStatus(); }).status();
  }

  TempDir directory_;
  std::vector<std::string> description_;
};

std::string Mutate(std::string bytes, std::mt19937& random) {
  const std::size_t pages = bytes.size() / kPage;
  const std::size_t page = random() % pages * kPage;
  switch (random() % 6) {
    case 0:
      bytes.replace(page, kPage, kPage, '\0');
      break;
    case 1: {
      const std::size_t other = random() % pages * kPage;
      for (std::size_t i = 0; i < kPage; ++i) std::swap(bytes[page + i], bytes[other + i]);
      break;
    }
    case 2:
      bytes.resize(random() % bytes.size());
      break;
    case 3: {  // a meta page, or the header of another one
      const std::size_t at = (random() % 2 == 0 ? random() % 2 * kPage : page) + random() % 152;
      bytes[at] = static_cast<char>(bytes[at] ^ 1 << random() % 8);
      break;
    }
    default: {
      const std::size_t at = random() % bytes.size();
      bytes[at] = static_cast<char>(bytes[at] ^ 1 << random() % 8);
    }
  }
  return bytes;
}

TEST_F(RepairTest, WhateverChangedNothingWrongIsReadAndARepairLeadsToAFreshStore) {
  const std::string intact = Bytes();
  std::mt19937 random(3);
  int replaced = 0;
  for (int i = 0; i < kMutations; ++i) {
    SCOPED_TRACE(i);
    Write(Mutate(intact, random));
    {
      const auto store = Store::Open(Options());
      if (store.ok()) ExpectNothingWrong(**store);
    }
    absl::Status repaired = RepairAndPublish();
    if (!repaired.ok()) {
      ++replaced;
      WM_ASSERT_OK(Store::Replace(Options().directory));
      repaired = RepairAndPublish();
    }
    ASSERT_THAT(repaired, IsOk());
    WM_ASSERT_OK_AND_ASSIGN(const auto store, Store::Open(Options()));
    WM_ASSERT_OK_AND_ASSIGN(const auto view, store->OpenView(kKey));
    ASSERT_EQ(Describe(*view, {}), description_);
  }
  EXPECT_LT(replaced, kMutations * 3 / 4);
}

TEST_F(RepairTest, AnOpenStoreIsComparedAgainWhenItsFileWasChanged) {
  WM_ASSERT_OK_AND_ASSIGN(const auto store, Store::Open(Options()));
  WM_ASSERT_OK(store->OpenView(kKey));
  std::string bytes = Bytes();
  for (std::size_t at = 0; (at = bytes.find("App", at)) != std::string::npos; ++at) bytes[at] = 'B';
  std::fstream(File(), std::ios::binary | std::ios::in | std::ios::out) << bytes;

  EXPECT_THAT(store->OpenView(kKey), StatusIs(absl::StatusCode::kDataLoss));
}

TEST_F(RepairTest, NothingIsReadFromOrWrittenToARemovedFile) {
  WM_ASSERT_OK_AND_ASSIGN(const auto store, Store::Open(Options()));
  std::filesystem::remove(File());

  EXPECT_THAT(store->OpenView(kKey),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("removed or replaced")));
  EXPECT_THAT(store->BeginWrite(), StatusIs(absl::StatusCode::kDataLoss));
  EXPECT_THAT(store->Remember(SessionRowKind::kJudgements, kRow, Lessons),
              StatusIs(absl::StatusCode::kDataLoss));
}

TEST_F(RepairTest, FeedbackIsRescuedFromAFileWithoutHeader) {
  std::string bytes = Bytes();
  bytes.replace(0, 2 * kPage, 2 * kPage, '\0');
  Write(bytes);
  ASSERT_FALSE(Store::Open(Options()).ok());

  WM_ASSERT_OK_AND_ASSIGN(const ReplacedStore replaced, Store::Replace(Options().directory));

  EXPECT_EQ(replaced.rows_rescued, 1U);
  EXPECT_TRUE(std::filesystem::exists(replaced.kept_as));
  WM_ASSERT_OK_AND_ASSIGN(const auto store, Store::Open(Options()));
  WM_ASSERT_OK_AND_ASSIGN(const auto text, store->Recall(SessionRowKind::kJudgements, kRow));
  EXPECT_EQ(text, kLessons);
}

TEST_F(RepairTest, TheFileOfAnotherProgramIsNotReplaced) {
  const TempDir other;
  std::ofstream(other.path() / "data.mdb") << "of another program";

  EXPECT_THAT(Store::Replace(other.path()), StatusIs(absl::StatusCode::kFailedPrecondition));
}

}  // namespace
}  // namespace waymark::graph
