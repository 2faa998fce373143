// Answers that leave row by row: what was found is sent before the rest is sought, and nothing of
// it is kept.
#include "answers/row_stream.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include "answers/convert.h"
#include "retrieval/blast_radius.h"
#include "retrieval/relations.h"
#include "retrieval/workspace.h"
#include "services/engine.h"
#include "services/line_chunks.h"
#include "shop_repository.h"
#include "testing/memory_view.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

using ::testing::HasSubstr;

constexpr std::uint32_t kFunctions = 4'000;
constexpr std::uint32_t kCallsEach = 50;

// Two hundred thousand calls between functions, and how many of them were looked at.
class CountedCalls : public testing::MemoryView {
 public:
  CountedCalls() {
    const FileId file = AddFile("a.py", Language::kPython);
    for (std::uint32_t i = 0; i < kFunctions; ++i) {
      testing::MemorySymbol symbol;
      symbol.name = "f" + std::to_string(i);
      symbol.file = file;
      functions_.push_back(AddSymbol(std::move(symbol)));
    }
    for (std::uint32_t i = 1; i < kFunctions; ++i) {
      for (std::uint32_t k = 1; k <= kCallsEach; ++k) {
        AddEdge(functions_[i], functions_[i / (k + 1)], EdgeType::kCalls);
      }
    }
    Finish();
  }

  void In(SymbolId symbol, std::vector<Neighbor>& out) const override {
    MemoryView::In(symbol, out);
    seen += out.size();
  }

  std::vector<SymbolId> roots() const { return {functions_[0]}; }

  mutable std::uint64_t seen = 0;

 private:
  std::vector<SymbolId> functions_;
};

const CountedCalls& Calls() {
  static const CountedCalls view;
  return view;
}

std::size_t BytesInUse() {
  const struct mallinfo2 info = ::mallinfo2();
  return info.uordblks + info.hblkhd;
}

// Takes lines and keeps none. Looks how much of the graph was seen before the first row, and how
// much memory the process has in use.
struct Reader {
  StreamSink sink = [this](std::string_view lines) {
    if (rows == 0) seen_before_first = Calls().seen;
    rows += static_cast<std::size_t>(std::count(lines.begin(), lines.end(), '@'));
    most = std::max(most, BytesInUse());
    return absl::OkStatus();
  };

  std::size_t rows = 0;  // and ends of edges
  std::uint64_t seen_before_first = 0;
  std::size_t most = 0;
};

struct BlastRows : retrieval::BlastVisitor {
  explicit BlastRows(const StreamSink& sink) : rows(RowStream::To(sink, "blast_radius")) {}

  absl::Status OnSymbol(const retrieval::BlastEntry& entry) override {
    return rows->AddSymbol(ToWireSymbol(Calls(), entry));
  }

  absl::Status AfterHop() override { return rows->Flush(); }

  absl::Status OnEdge(std::uint32_t number, const retrieval::BlastEntry& entry) override {
    return rows->AddEdge(ToWireEdge(Calls(), number, entry));
  }

  std::unique_ptr<RowStream> rows;
};

struct UsageRows : retrieval::RelationVisitor {
  explicit UsageRows(const StreamSink& sink) : rows(RowStream::To(sink, "find_usages")) {}

  absl::Status OnSymbol(const retrieval::RelatedSymbol& found) override {
    return rows->AddSymbol(ToWireSymbol(Calls(), found));
  }

  absl::Status AfterHop() override { return rows->Flush(); }

  absl::Status OnEdge(const retrieval::RelatedEdge& found) override {
    return rows->AddEdge(ToWireEdge(Calls(), found));
  }

  std::unique_ptr<RowStream> rows;
};

TEST(RowStream, OfManyEdgesBeginsBeforeAnyIsSeenAndTakesNoMemoryForThem) {
  retrieval::Workspace workspace;
  const retrieval::BlastOptions options{
      .depth = retrieval::kMaxBlastDepth, .limit = kFunctions, .workspace = &workspace};
  const std::uint64_t seen = Calls().seen;
  Reader first;
  BlastRows warm_up(first.sink);
  WM_ASSERT_OK(VisitBlastRadius(Calls(), Calls().roots(), options, warm_up));
  EXPECT_EQ(first.seen_before_first, seen);
  EXPECT_GT(Calls().seen, seen + 180'000);
  const std::size_t before = BytesInUse();
  Reader second;
  BlastRows visitor(second.sink);

  WM_ASSERT_OK(VisitBlastRadius(Calls(), Calls().roots(), options, visitor));
  WM_ASSERT_OK(visitor.rows->Finish({}));

  EXPECT_EQ(second.rows, kFunctions + 2 * (kFunctions - 1));
  EXPECT_LT(second.most, before + (std::size_t{1} << 20));
}

TEST(RowStream, OfManyUsesBeginsBeforeAnyIsSeen) {
  const std::uint64_t seen = Calls().seen;
  Reader reader;
  UsageRows visitor(reader.sink);

  WM_ASSERT_OK(VisitRelated(Calls(), Calls().roots(),
                            {.depth = retrieval::kMaxBlastDepth, .limit = kFunctions}, visitor));
  WM_ASSERT_OK(visitor.rows->Finish({}));

  EXPECT_EQ(reader.seen_before_first, seen);
  EXPECT_GT(Calls().seen, seen + 180'000);
  EXPECT_GT(reader.rows, 300'000U);
}

// The symbols in the order in which a reader of the chunks meets them first.
std::vector<std::string> NamesIn(const std::vector<wire::Payload>& chunks) {
  std::vector<std::string> names;
  for (const wire::Payload& chunk : chunks) {
    for (const wire::Symbol& symbol : chunk.symbols) {
      if (std::find(names.begin(), names.end(), symbol.handle) == names.end()) {
        names.push_back(symbol.handle);
      }
    }
  }
  return names;
}

std::multiset<std::string> EdgesIn(const std::vector<wire::Payload>& chunks) {
  std::multiset<std::string> edges;
  for (const wire::Payload& chunk : chunks) {
    for (const wire::Edge& edge : chunk.edges) {
      edges.insert(fmt::format("{} {} {} {}", chunk.symbols[edge.source].handle,
                               wire::TermName(chunk, edge.type), chunk.symbols[edge.target].handle,
                               edge.sites.size()));
    }
  }
  return edges;
}

class StreamUsagesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WM_ASSERT_OK_AND_ASSIGN(engine_,
                            Engine::Open({.store_directory = directory_.path() / "store"}));
    WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {}));
  }

  std::string Streamed(const UsagesRequest& request) {
    std::string text;
    WM_EXPECT_OK(engine_->StreamUsages(request,
                                       [&](std::string_view lines) {
                                         text += lines;
                                         return absl::OkStatus();
                                       },
                                       {}));
    return text;
  }

  std::string Whole(const UsagesRequest& request) {
    std::string text;
    absl::StatusOr<UsagesAnswer> answer = engine_->Usages(request, {});
    WM_EXPECT_OK(answer);
    if (!answer.ok()) return text;
    WM_EXPECT_OK(StreamRows(answer->payload, [&](std::string_view lines) {
      text += lines;
      return absl::OkStatus();
    }));
    return text;
  }

  std::vector<wire::Payload> Chunks(const UsagesRequest& request) {
    std::vector<wire::Payload> chunks;
    WM_EXPECT_OK(engine_->StreamUsages(request,
                                       [&](const wire::Payload& rows) {
                                         chunks.push_back(rows);
                                         return absl::OkStatus();
                                       },
                                       {}));
    return chunks;
  }

  testing::TempDir directory_;
  std::filesystem::path root_ = testing::WriteShopRepository(directory_);
  std::unique_ptr<Engine> engine_;
};

TEST_F(StreamUsagesTest, PayloadsJoinToTheWholeAnswer) {
  for (const retrieval::Relation relation : retrieval::AllRelations()) {
    const UsagesRequest request{
        .root = root_, .symbol = "discount", .relation = relation, .depth = 3, .limit = 100};
    WM_ASSERT_OK_AND_ASSIGN(const UsagesAnswer whole, engine_->Usages(request, {}));

    const std::vector<wire::Payload> chunks = Chunks(request);

    ASSERT_GT(chunks.size(), 1U) << Name(relation);
    EXPECT_EQ(chunks.front().symbols.size(), 1U) << Name(relation);
    EXPECT_EQ(NamesIn(chunks), NamesIn({whole.payload})) << Name(relation);
    EXPECT_EQ(EdgesIn(chunks), EdgesIn({whole.payload})) << Name(relation);
    EXPECT_EQ(chunks.back().completeness, whole.payload.completeness) << Name(relation);
    EXPECT_EQ(chunks.back().index, whole.payload.index) << Name(relation);
  }
}

TEST_F(StreamUsagesTest, SaysWhatTheWholeAnswerSays) {
  for (const retrieval::Relation relation : retrieval::AllRelations()) {
    for (const std::uint32_t limit : {1U, 100U}) {
      const UsagesRequest request{
          .root = root_, .symbol = "discount", .relation = relation, .depth = 3, .limit = limit};
      EXPECT_EQ(Streamed(request), Whole(request)) << Name(relation);
    }
  }
}

TEST_F(StreamUsagesTest, OfALaterPageIsThatPage) {
  UsagesRequest request{.root = root_, .symbol = "discount", .depth = 3, .limit = 1};
  WM_ASSERT_OK_AND_ASSIGN(const UsagesAnswer first, engine_->Usages(request, {}));
  ASSERT_TRUE(first.payload.truncation.has_value());
  request.cursor = first.payload.truncation->cursor;

  EXPECT_EQ(Streamed(request), Whole(request));
  EXPECT_THAT(Streamed(request), HasSubstr("\n## _summary "));
}

}  // namespace
}  // namespace waymark::services
