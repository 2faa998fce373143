// docs/STORAGE_FORMAT.md against the code: its tables of sections, its example bytes, its version.
#include <filesystem>
#include <map>
#include <memory>
#include <regex>
#include <sstream>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/edge_rows.h"
#include "facts/remote_facts.h"
#include "graph/hash.h"
#include "graph/store.h"
#include "graph_data.h"
#include "lmdb/catalogue.h"
#include "lmdb/environment.h"
#include "lmdb/tables.h"
#include "model/bytes.h"
#include "segment/segment_format.h"
#include "segment/segment_queue.h"
#include "testing/golden.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::graph {
namespace {

using ::testing::HasSubstr;
using waymark::testing::TempDir;

constexpr std::uint64_t kFormatMapBytes = std::uint64_t{1} << 30;

// Element bytes by section number, 0 for records.
using Sections = std::map<int, int>;

std::string Document() {
  return waymark::testing::ReadFile(std::filesystem::path(WM_SOURCE_DIR) / "docs" /
                                    "STORAGE_FORMAT.md");
}

// The rows "| number | name | bytes or records |" under a heading of the second level.
Sections DocumentedSections(const std::string& heading) {
  const std::string document = Document();
  const std::size_t begin = document.find("\n## " + heading);
  EXPECT_NE(begin, std::string::npos) << heading;
  const std::string text = document.substr(begin, document.find("\n## ", begin + 1) - begin);
  const std::regex row(R"(\| (\d+) \| [^|]+ \| (\d+|records) \|)");
  Sections sections;
  for (std::sregex_iterator match(text.begin(), text.end(), row), end; match != end; ++match) {
    sections[std::stoi((*match)[1])] = (*match)[2] == "records" ? 0 : std::stoi((*match)[2]);
  }
  return sections;
}

// The sections that a store with one published view has, by kind.
std::map<SegmentKind, Sections> WrittenSections() {
  const TempDir directory;
  StoreOptions options;
  options.directory = directory.path() / "store";
  options.map_bytes = kFormatMapBytes;
  {
    const auto store = Store::Open(options);
    const auto writer = (*store)->BeginWrite();
    const auto pack = (*writer)->NewFactsPack();
    PublishRequest request;
    request.packs.push_back(*(*pack)->Finish());
    const auto builder = (*writer)->NewBase();
    request.base = Build(**builder, SmallGraph())->segment;
    EXPECT_THAT((*writer)->Publish(request), waymark::testing::IsOk());
    const auto overlay = (*writer)->NewOverlay(request.key);
    EXPECT_THAT((*overlay)->Plan({}, {}), waymark::testing::IsOk());
    request.overlay = (*overlay)->Finish()->segment;
    request.expected_generation = 1;
    EXPECT_THAT((*writer)->Publish(request), waymark::testing::IsOk());
  }
  std::map<SegmentKind, Sections> written;
  const auto environment =
      Environment::Open(EnvironmentOptions{options.directory, false, kFormatMapBytes, 8});
  EXPECT_THAT((*environment)->OpenTables("", ""), waymark::testing::IsOk());
  const auto txn = (*environment)->BeginRead();
  auto cursor = Cursor::Open(*txn, Table::kSegment);
  for (bool found = *cursor->SeekAtLeast(SegmentKey(SegmentId::kNone)); found;
       found = *cursor->Next()) {
    const auto row = DecodeCatalogueRow(cursor->value());
    for (const SectionRow& section : row->sections) {
      if (section.section == kTails) continue;
      written[row->kind][section.section] = section.element_bytes;
    }
  }
  return written;
}

TEST(StorageFormat, DescribesEverySectionThatIsWritten) {
  std::map<SegmentKind, Sections> written = WrittenSections();

  EXPECT_EQ(DocumentedSections("Facts pack"), written[SegmentKind::kFactsPack]);
  EXPECT_EQ(DocumentedSections("Base"), written[SegmentKind::kBase]);
  EXPECT_EQ(DocumentedSections("File states"), written[SegmentKind::kFileStates]);
  EXPECT_EQ(DocumentedSections("Overlay"), written[SegmentKind::kOverlay]);
}

TEST(StorageFormat, DescribesTheSectionsOfRemoteFacts) {
  MemorySink sink;
  ASSERT_THAT(WriteRemoteFacts(sink, {.repository = "r", .keys = {}, .chunks = {}}).status(),
              waymark::testing::IsOk());
  const std::shared_ptr<const MemorySegment> segment = sink.Take();
  Sections written;
  for (const SectionRow& section : segment->row.sections) {
    if (section.section != kTails) written[section.section] = section.element_bytes;
  }
  EXPECT_EQ(DocumentedSections("Remote facts"), written);
}

TEST(StorageFormat, NamesEveryTable) {
  for (const TableRow& row : kTables) {
    EXPECT_THAT(Document(), HasSubstr("| `" + std::string(row.name) + "` |"));
  }
}

TEST(StorageFormat, NamesTheVersion) {
  EXPECT_THAT(Document(),
              HasSubstr("# Storage format, version " + std::to_string(kStoreFormatVersion) + "\n"));
}

TEST(StorageFormat, ShowsARealIdentity) {
  IdentityFields fields;
  fields.language = Language::kPython;
  fields.repository = "github.com/pallets/flask";
  fields.path = "src/flask/app.py";
  fields.scope = "flask.app.Flask";
  fields.name = "dispatch_request";
  fields.kind = SymbolKind::kMethod;

  EXPECT_THAT(Document(), HasSubstr("    " + ComputeIdentity(fields).ToHex() + "\n"));
}

// The view row in the order of the page, by hand.
TEST(StorageFormat, DescribesTheViewRow) {
  ViewRow row;
  row.record.key = ViewKey{"r", "v"};
  row.record.generation = 2;
  row.record.base = SegmentId{7};
  row.record.overlay = SegmentId{4};
  row.record.packs = {SegmentId{5}};
  row.record.commit = "ab";
  row.record.root_path = "/c";
  row.record.indexed_unix_seconds = 9;
  row.record.indexer_version = 6;
  row.record.unindexed = {{"SQL", 3}};
  row.file_states = SegmentId{8};
  row.state_changes = SegmentId{3};

  std::string expected("\x03", 1);
  AppendLittle(expected, std::uint64_t{2});
  AppendLittle(expected, std::uint64_t{7});
  AppendLittle(expected, std::uint64_t{4});
  AppendLittle(expected, std::uint64_t{8});
  AppendLittle(expected, std::uint64_t{3});
  AppendLittle(expected, std::uint64_t{9});
  AppendLittle(expected, std::uint32_t{6});
  expected.append(64, '\0');
  expected.append("\x01r\x01v\x02").append("ab\x02/c\x01");
  AppendLittle(expected, std::uint64_t{5});
  expected.append("\x01\x03SQL\x03");
  AppendLittle(expected, FieldHasher("waymark.view_row.v1").Add(expected).Finish<RootHash>().bytes);
  EXPECT_EQ(EncodeViewRow(row), expected);
}

TEST(StorageFormat, ReadsAViewRowOfVersion1WithoutKinds) {
  ViewRow row;
  row.record.key = ViewKey{"r", "v"};
  std::string bytes = EncodeViewRow(row);
  bytes.resize(bytes.size() - sizeof(RootHash));
  ASSERT_EQ(bytes.back(), '\0');  // the number of kinds
  bytes.pop_back();
  bytes.front() = '\x01';

  WM_ASSERT_OK_AND_ASSIGN(const ViewRow read, DecodeViewRow(bytes));

  EXPECT_EQ(read.record.key, row.record.key);
  EXPECT_THAT(read.record.unindexed, ::testing::IsEmpty());
}

// "... is 02 07 00 04 09": count, edge, and the two numbers of its site.
TEST(StorageFormat, ShowsARealEdge) {
  LabelNumbers labels;
  std::string row;
  EdgeEncoder(7, labels, row).Append(5, ToLabel(EdgeType::kCalls, EdgeRule::kSelfMember));

  EXPECT_EQ(row, std::string("\x07\x00", 2));
  EXPECT_THAT(Document(), HasSubstr("`02 07 00 04 09`"));
}

// "A term that occurs once in the name of symbol 3 and five times in its comments is 30 0B 03."
TEST(StorageFormat, ShowsARealPostingList) {
  EXPECT_THAT(Document(), HasSubstr("`30 0B 03`"));
  const TempDir directory;
  StoreOptions options;
  options.directory = directory.path() / "store";
  options.map_bytes = kFormatMapBytes;
  GraphData graph = SmallGraph();
  graph.files[0].symbols[3].name = "zebra";
  graph.files[0].symbols[3].signature = "";
  graph.files[0].terms.push_back({3, Field::kComments, "zebra", 5});
  {
    const auto store = Store::Open(options);
    WM_ASSERT_OK(PublishGraph(**store, ViewKey{"r", "v"}, graph));
  }
  const std::string data = waymark::testing::ReadFile(options.directory / "data.mdb");
  EXPECT_THAT(data, HasSubstr(std::string("\x03\x30\x0B\x03", 4)));  // a record: length, list
}

}  // namespace
}  // namespace waymark::graph
