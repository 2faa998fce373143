// docs/BUNDLE_FORMAT.md against a bundle that is written: each field in the order of the page.
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/hash.h"
#include "graph/shared/bundle.h"
#include "model/bytes.h"
#include "testing/golden.h"
#include "testing/status_matchers.h"
#include "text/zstd_frame.h"

namespace waymark::graph {
namespace {

using ::testing::HasSubstr;
using waymark::testing::IsOk;

// A state with one of each list, and its blobs.
class WrittenByHand : public PortableReader {
 public:
  WrittenByHand() {
    state_.indexer_version = 9;
    state_.key = {"r", "commit:ab"};
    state_.commit = "ab";
    state_.root.bytes.fill(5);
    state_.unindexed = {{"SQL", 300}};
    state_.files = {{"p", 300, HashContent("source"), 2}};
    state_.base = {"row", {{40, 3, RefOf(blobs_[0])}}};
    state_.facts = {{7, RefOf(blobs_[1])}};
    state_.history = RefOf(blobs_[2]);
  }

  const PortableState& state() const override { return state_; }

  absl::StatusOr<std::string> Read(std::size_t blob) const override { return blobs_[blob]; }

 private:
  static BlobRef RefOf(const std::string& bytes) { return {HashContent(bytes), bytes.size()}; }

  const std::vector<std::string> blobs_ = {"block", "facts", "history"};
  PortableState state_;
};

std::string BundlePage() {
  return waymark::testing::ReadFile(std::filesystem::path(WM_SOURCE_DIR) / "docs" /
                                    "BUNDLE_FORMAT.md");
}

void ExpectBlob(ByteReader& state, const std::string& bytes) {
  EXPECT_EQ(state.Varint(), bytes.size());
  EXPECT_EQ(state.Little<decltype(ContentHash::bytes)>(), HashContent(bytes).bytes);
}

TEST(BundleFormat, NamesTheVersion) {
  EXPECT_THAT(BundlePage(),
              HasSubstr("# Bundle format, version " + std::to_string(kBundleVersion) + "\n"));
}

TEST(BundleFormat, DescribesTheFileAndTheState) {
  std::string bundle;
  ASSERT_THAT(WriteBundle(WrittenByHand(), "1.2", {},
                          [&bundle](std::string_view part) {
                            bundle += part;
                            return absl::OkStatus();
                          }),
              IsOk());

  ByteReader file(bundle);
  const std::string head(file.Bytes(8 + 4 + 1 + 3));
  EXPECT_EQ(head, std::string("\x89WMB\r\n\x1A\n\x01\0\0\0\x03"
                              "1.2",
                              16));
  const std::string state_frame(file.Bytes(file.Little<std::uint32_t>()));
  const std::string blob_frame(file.Bytes(file.Little<std::uint32_t>()));
  const auto end = file.Little<decltype(RootHash::bytes)>();
  EXPECT_TRUE(file.AtEnd());
  EXPECT_EQ(end, FieldHasher("waymark.bundle.v1")
                     .Add(head)
                     .Add(state_frame)
                     .Add(blob_frame)
                     .Finish<RootHash>()
                     .bytes);
  WM_ASSERT_OK_AND_ASSIGN(const std::string blobs, Decompress(blob_frame, 1 << 20));
  EXPECT_EQ(blobs, "blockfactshistory");

  WM_ASSERT_OK_AND_ASSIGN(const std::string bytes, Decompress(state_frame, 1 << 20));
  ByteReader state(bytes);
  EXPECT_EQ(state.Little<std::uint8_t>(), 1);
  EXPECT_EQ(state.Little<std::uint32_t>(), kStoreFormatVersion);
  EXPECT_EQ(state.Little<std::uint32_t>(), 9U);
  EXPECT_EQ(state.Text(), "r");
  EXPECT_EQ(state.Text(), "commit:ab");
  EXPECT_EQ(state.Text(), "ab");
  EXPECT_EQ(state.Bytes(32), std::string(32, '\x05'));
  EXPECT_EQ(state.Varint(), 1U);
  EXPECT_EQ(state.Text(), "SQL");
  EXPECT_EQ(state.Varint(), 300U);
  EXPECT_EQ(state.Varint(), 1U);
  EXPECT_EQ(state.Text(), "p");
  EXPECT_EQ(state.Varint(), 300U);
  EXPECT_EQ(state.Little<decltype(ContentHash::bytes)>(), HashContent("source").bytes);
  EXPECT_EQ(state.Little<std::uint8_t>(), 2);
  EXPECT_EQ(state.Text(), "row");
  EXPECT_EQ(state.Varint(), 1U);
  EXPECT_EQ(state.Little<std::uint16_t>(), 40);
  EXPECT_EQ(state.Little<std::uint32_t>(), 3U);
  ExpectBlob(state, "block");
  EXPECT_EQ(state.Text(), "");
  EXPECT_EQ(state.Varint(), 0U);
  EXPECT_EQ(state.Varint(), 1U);
  EXPECT_EQ(state.Varint(), 7U);
  ExpectBlob(state, "facts");
  EXPECT_EQ(state.Varint(), 1U);
  ExpectBlob(state, "history");
  EXPECT_TRUE(state.AtEnd());
}

}  // namespace
}  // namespace waymark::graph
