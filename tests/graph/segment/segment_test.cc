// Segments: columns and records over many blocks, and what a damaged one gives.
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lmdb/environment.h"
#include "segment/segment_reader.h"
#include "segment/segment_writer.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::graph {
namespace {

using ::testing::HasSubstr;
using waymark::testing::IsOk;
using waymark::testing::StatusIs;
using waymark::testing::TempDir;

constexpr SectionNumber kColumn = 1;
constexpr SectionNumber kRecords = 2;
constexpr std::uint32_t kElements = 150000;  // more than two blocks of 65,536

struct [[gnu::packed]] Odd {
  std::uint32_t number;
  std::uint8_t byte;
};

class SegmentTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto environment =
        Environment::Open(EnvironmentOptions{directory_.path(), false, std::uint64_t{1} << 30, 16});
    ASSERT_THAT(environment, IsOk());
    environment_ = *std::move(environment);
    ASSERT_THAT(environment_->OpenTables(kMetaFormat, "test"), IsOk());
    space_ = std::make_unique<SegmentSpace>(environment_, 1);
  }

  absl::StatusOr<std::unique_ptr<SegmentReader>> Open(SegmentId segment) {
    auto txn = environment_->BeginRead();
    EXPECT_THAT(txn, IsOk());
    return SegmentReader::Open(std::make_shared<const ReadTxn>(*std::move(txn)), segment,
                               SegmentKind::kBase);
  }

  // A segment with a column of the squares of its indices.
  SegmentId WriteSquares() {
    SegmentWriter segment(*space_, SegmentKind::kBase);
    ColumnWriter<std::uint32_t> column(segment, kColumn);
    for (std::uint32_t i = 0; i < kElements; ++i) column.Append(i * i);
    column.Close();
    EXPECT_THAT(segment.Finish(), IsOk());
    return segment.id();
  }

  void Change(Table table, const std::string& key, std::string_view value) {
    WM_ASSERT_OK_AND_ASSIGN(WriteTxn txn, environment_->BeginWrite());
    if (value.empty()) {
      WM_ASSERT_OK(txn.Delete(table, key));
    } else {
      WM_ASSERT_OK(txn.Put(table, key, value));
    }
    WM_ASSERT_OK(std::move(txn).Commit());
  }

  TempDir directory_;
  std::shared_ptr<Environment> environment_;
  std::unique_ptr<SegmentSpace> space_;
};

TEST_F(SegmentTest, ColumnsReadBackAcrossBlocks) {
  WM_ASSERT_OK_AND_ASSIGN(const auto reader, Open(WriteSquares()));
  Column<std::uint32_t> column;
  WM_ASSERT_OK(reader->Bind(kColumn, column));

  ASSERT_EQ(column.size(), kElements);
  for (std::uint32_t i = 0; i < kElements; ++i) ASSERT_EQ(column[i], i * i);
  EXPECT_EQ(reader->row().sections[1].block_bound, 3u);
  WM_EXPECT_OK(reader->Verify());
}

TEST_F(SegmentTest, RunsEndWithTheirBlock) {
  WM_ASSERT_OK_AND_ASSIGN(const auto reader, Open(WriteSquares()));
  Column<std::uint32_t> column;
  WM_ASSERT_OK(reader->Bind(kColumn, column));

  const auto run = column.RunAt(65530);
  EXPECT_EQ(run.count, 6u);
  EXPECT_EQ(run[5], 65535u * 65535u);
  EXPECT_EQ(column.RunAt(131072).count, kElements - 131072);
}

TEST_F(SegmentTest, ElementsOfOddSizeDoNotStraddleBlocks) {
  SegmentWriter segment(*space_, SegmentKind::kBase);
  ColumnWriter<Odd> writer(segment, kColumn);
  for (std::uint32_t i = 0; i < 100000; ++i) writer.Append(Odd{i, static_cast<std::uint8_t>(i)});
  writer.Close();
  WM_ASSERT_OK(segment.Finish());
  WM_ASSERT_OK_AND_ASSIGN(const auto reader, Open(segment.id()));
  Column<Odd> column;
  WM_ASSERT_OK(reader->Bind(kColumn, column));

  for (std::uint32_t i = 0; i < 100000; ++i) {
    const Odd odd = column[i];
    ASSERT_EQ(odd.number, i + 0);
    ASSERT_EQ(odd.byte, i % 256);
  }
}

// Sizes around the ends of blocks, and records of several blocks.
TEST_F(SegmentTest, RecordsReadBackByAddress) {
  const std::vector<std::size_t> sizes = {0,      1,       127,    128,     200000, 62127,
                                          62128,  262119,  262125, 262126,  262127, 262128,
                                          262144, 3000000, 5,      1000000, 262130, 0};
  SegmentWriter segment(*space_, SegmentKind::kBase);
  RecordWriter writer(segment, kRecords);
  std::vector<std::uint32_t> addresses;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    addresses.push_back(writer.Append(std::string(sizes[i], static_cast<char>('a' + i))));
  }
  writer.Close();
  WM_ASSERT_OK(segment.Finish());
  WM_ASSERT_OK_AND_ASSIGN(const auto reader, Open(segment.id()));
  Records records;
  WM_ASSERT_OK(reader->Bind(kRecords, records));

  for (std::size_t i = 0; i < sizes.size(); ++i) {
    ASSERT_EQ(records.at(addresses[i]), std::string(sizes[i], static_cast<char>('a' + i))) << i;
  }
  WM_EXPECT_OK(reader->Verify());
}

TEST_F(SegmentTest, AddressesThatLeadNowhereGiveEmptyRecords) {
  SegmentWriter segment(*space_, SegmentKind::kBase);
  RecordWriter writer(segment, kRecords);
  writer.Append(std::string(600000, 'x'));
  writer.Append("end");
  writer.Close();
  WM_ASSERT_OK(segment.Finish());
  WM_ASSERT_OK_AND_ASSIGN(const auto reader, Open(segment.id()));
  Records records;
  WM_ASSERT_OK(reader->Bind(kRecords, records));

  EXPECT_EQ(records.at(262144), "");      // inside the long record
  EXPECT_EQ(records.at(786432 + 4), "");  // past the last one
  EXPECT_EQ(records.at(0xFFFFFFFF), "");
  EXPECT_EQ(records.at(786432), "end");
}

TEST_F(SegmentTest, EmptySectionsAreSections) {
  SegmentWriter segment(*space_, SegmentKind::kBase);
  ColumnWriter<std::uint64_t> column(segment, kColumn);
  RecordWriter records(segment, kRecords);
  column.Close();
  records.Close();
  WM_ASSERT_OK(segment.Finish());
  WM_ASSERT_OK_AND_ASSIGN(const auto reader, Open(segment.id()));
  Column<std::uint64_t> read_column;
  Records read_records;

  WM_ASSERT_OK(reader->Bind(kColumn, read_column));
  WM_ASSERT_OK(reader->Bind(kRecords, read_records));
  EXPECT_EQ(read_column.size(), 0u);
  EXPECT_EQ(read_records.at(0), "");
}

// Sixty sections of a few bytes are one block.
TEST_F(SegmentTest, SmallSectionsShareTheirBlocks) {
  SegmentWriter segment(*space_, SegmentKind::kBase);
  for (SectionNumber section = 1; section <= 60; ++section) {
    ColumnWriter<std::uint32_t> column(segment, section);
    column.Append(section);
    column.Close();
  }
  WM_ASSERT_OK(segment.Finish());
  WM_ASSERT_OK_AND_ASSIGN(const auto reader, Open(segment.id()));

  EXPECT_EQ(reader->row().sections.front().section, kTails);
  EXPECT_EQ(reader->row().sections.front().bytes, 60 * sizeof(std::uint32_t));
  EXPECT_EQ(reader->row().bytes, 60 * sizeof(std::uint32_t));
  for (SectionNumber section = 1; section <= 60; ++section) {
    Column<std::uint32_t> column;
    WM_ASSERT_OK(reader->Bind(section, column));
    ASSERT_EQ(column[0], section);
  }
  WM_EXPECT_OK(reader->Verify());
}

TEST_F(SegmentTest, ManyTailsFillSeveralBlocks) {
  SegmentWriter segment(*space_, SegmentKind::kBase);
  for (SectionNumber section = 1; section <= 10; ++section) {
    RecordWriter records(segment, section);
    records.Append(std::string(60000, static_cast<char>('a' + section)));
    records.Close();
  }
  WM_ASSERT_OK(segment.Finish());
  WM_ASSERT_OK_AND_ASSIGN(const auto reader, Open(segment.id()));

  EXPECT_EQ(reader->row().sections.front().block_bound, 3u);
  for (SectionNumber section = 1; section <= 10; ++section) {
    Records records;
    WM_ASSERT_OK(reader->Bind(section, records));
    ASSERT_EQ(records.at(0), std::string(60000, static_cast<char>('a' + section)));
  }
}

TEST_F(SegmentTest, AMissingTailIsDataLoss) {
  SegmentWriter segment(*space_, SegmentKind::kBase);
  ColumnWriter<std::uint32_t> column(segment, kColumn);
  column.Append(1);
  column.Close();
  WM_ASSERT_OK(segment.Finish());
  Change(Table::kBlock, BlockKey(segment.id(), kTails, 0), "");

  EXPECT_THAT(Open(segment.id()), StatusIs(absl::StatusCode::kDataLoss));
}

TEST_F(SegmentTest, AnUnfinishedSegmentDoesNotExist) {
  SegmentWriter segment(*space_, SegmentKind::kBase);
  ColumnWriter<std::uint32_t> column(segment, kColumn);
  for (std::uint32_t i = 0; i < kElements; ++i) column.Append(i);
  segment.Flush();

  EXPECT_THAT(Open(segment.id()), StatusIs(absl::StatusCode::kNotFound));
}

TEST_F(SegmentTest, BindingChecksTheElementSize) {
  WM_ASSERT_OK_AND_ASSIGN(const auto reader, Open(WriteSquares()));
  Column<std::uint64_t> wrong;
  Records records;

  EXPECT_THAT(reader->Bind(kColumn, wrong), StatusIs(absl::StatusCode::kDataLoss));
  EXPECT_THAT(reader->Bind(kColumn, records), StatusIs(absl::StatusCode::kDataLoss));
  EXPECT_THAT(reader->Bind(77, wrong), StatusIs(absl::StatusCode::kDataLoss));
}

TEST_F(SegmentTest, AMissingBlockIsDataLoss) {
  const SegmentId segment = WriteSquares();
  Change(Table::kBlock, BlockKey(segment, kColumn, 1), "");

  EXPECT_THAT(Open(segment), StatusIs(absl::StatusCode::kDataLoss, HasSubstr("block 2")));
}

TEST_F(SegmentTest, AMissingLastBlockIsDataLoss) {
  const SegmentId segment = WriteSquares();
  Change(Table::kBlock, BlockKey(segment, kColumn, 2), "");

  EXPECT_THAT(Open(segment), StatusIs(absl::StatusCode::kDataLoss, HasSubstr("2 of 3 blocks")));
}

TEST_F(SegmentTest, AnExtraBlockIsDataLoss) {
  const SegmentId segment = WriteSquares();
  Change(Table::kBlock, BlockKey(segment, kColumn, 3), "more");

  EXPECT_THAT(Open(segment), StatusIs(absl::StatusCode::kDataLoss, HasSubstr("block 3")));
}

TEST_F(SegmentTest, VerifyFindsAChangedByte) {
  const SegmentId segment = WriteSquares();
  std::string block;
  {
    WM_ASSERT_OK_AND_ASSIGN(const ReadTxn txn, environment_->BeginRead());
    WM_ASSERT_OK_AND_ASSIGN(const auto bytes,
                            txn.Get(Table::kBlock, BlockKey(segment, kColumn, 1)));
    block = *bytes;
  }
  block[1000] ^= 1;
  Change(Table::kBlock, BlockKey(segment, kColumn, 1), block);

  WM_ASSERT_OK_AND_ASSIGN(const auto reader, Open(segment));
  EXPECT_THAT(reader->Verify(), StatusIs(absl::StatusCode::kDataLoss, HasSubstr("section 1")));
}

// --- Catalogue rows

CatalogueRow SomeRow() {
  CatalogueRow row;
  row.kind = SegmentKind::kBase;
  row.version = CurrentVersion(row.kind);
  row.sections.push_back(SectionRow{kTails, 0, 1, 2, 104, 0, 0, {}});
  row.sections.push_back(SectionRow{1, 4, 2, 65537, 65537 * 4, 0, 4, {}});
  row.sections.push_back(SectionRow{2, 0, 1, 3, 100, 4, 100, {}});
  row.bytes = 65537 * 4 + 100;
  row.hash = HashOfSegment(row);
  return row;
}

TEST(CatalogueRow, RoundTrips) {
  WM_ASSERT_OK_AND_ASSIGN(const CatalogueRow row,
                          DecodeCatalogueRow(EncodeCatalogueRow(SomeRow())));

  EXPECT_EQ(EncodeCatalogueRow(row), EncodeCatalogueRow(SomeRow()));
}

TEST(CatalogueRow, EveryTruncationIsDataLoss) {
  const std::string bytes = EncodeCatalogueRow(SomeRow());

  for (std::size_t size = 0; size < bytes.size(); ++size) {
    ASSERT_THAT(DecodeCatalogueRow(bytes.substr(0, size)), StatusIs(absl::StatusCode::kDataLoss));
  }
  EXPECT_THAT(DecodeCatalogueRow(bytes + "x"), StatusIs(absl::StatusCode::kDataLoss));
}

TEST(CatalogueRow, EveryChangedBitIsAnError) {
  const std::string bytes = EncodeCatalogueRow(SomeRow());

  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string changed = bytes;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ 1 << bit % 8);
    ASSERT_FALSE(DecodeCatalogueRow(changed).ok()) << bit;
  }
}

TEST(CatalogueRow, ANewerVersionIsFailedPrecondition) {
  CatalogueRow row = SomeRow();
  row.version = 2;

  EXPECT_THAT(DecodeCatalogueRow(EncodeCatalogueRow(row)),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("newer build")));
}

TEST(CatalogueRow, ContradictingNumbersAreDataLoss) {
  std::vector<CatalogueRow> rows(9, SomeRow());
  rows[0].sections[1].block_bound = 3;
  rows[1].sections[1].bytes += 1;
  rows[2].sections[2].bytes = kBlockBytes + 1;
  rows[3].bytes += 1;
  std::swap(rows[4].sections[1], rows[4].sections[2]);
  rows[5].sections[1].tail_bytes = 8;  // not the rest of the column
  rows[6].sections[2].tail_bytes = 101;
  rows[7].sections[2].tail_address = kRecordBlockBytes - 99;  // straddles
  rows[8].sections[0].tail_bytes = 1;                         // tails have no tail

  for (CatalogueRow& row : rows) {
    row.hash = HashOfSegment(row);
    EXPECT_THAT(DecodeCatalogueRow(EncodeCatalogueRow(row)), StatusIs(absl::StatusCode::kDataLoss));
  }
}

TEST(BlockKey, SortsAsItsNumbers) {
  EXPECT_LT(BlockKey(SegmentId{1}, 2, 300), BlockKey(SegmentId{1}, 3, 0));
  EXPECT_LT(BlockKey(SegmentId{255}, 9, 9), BlockKey(SegmentId{256}, 0, 0));
  const BlockAddress address = ParseBlockKey(BlockKey(SegmentId{70000}, 80, 9));
  EXPECT_EQ(address.segment, SegmentId{70000});
  EXPECT_EQ(address.section, 80);
  EXPECT_EQ(address.block, 9u);
}

}  // namespace
}  // namespace waymark::graph
