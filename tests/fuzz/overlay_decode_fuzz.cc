// An overlay whose bytes were changed: opening refuses it, or every answer stays within bounds. The
// input is a list of changes, each a block (1 byte), a place in it (2 bytes) and the new byte.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <unistd.h>

#include "graph/store.h"
#include "graph_data.h"
#include "lmdb/environment.h"
#include "overlay/overlay_view.h"
#include "segment/segment_format.h"

namespace waymark::graph {
namespace {

constexpr std::uint64_t kMapBytes = std::uint64_t{1} << 30;

void Require(bool condition) {
  if (!condition) std::abort();
}

// A store with a base and an overlay over it, in a directory of its own.
class Fixture {
 public:
  Fixture() {
    std::string name = (std::filesystem::temp_directory_path() / "waymark-fuzz-XXXXXX").string();
    Require(mkdtemp(name.data()) != nullptr);
    directory_ = name;
    Fill();
    environment_ =
        *Environment::Open(EnvironmentOptions{directory_ / "store", false, kMapBytes, 8});
    Require(environment_->OpenTables("", "").ok());
    txn_ = std::make_shared<const ReadTxn>(*environment_->BeginRead());
    ReadOverlay();
  }

  ~Fixture() {
    std::error_code ignored;
    std::filesystem::remove_all(directory_, ignored);
  }

  const MemorySegment& overlay() const { return overlay_; }

  std::shared_ptr<const GraphPart> Base() const {
    auto segment = SegmentReader::Open(txn_, base_, SegmentKind::kBase);
    return *GraphPart::Open(*std::move(segment), {});
  }

 private:
  void Fill() {
    StoreOptions options;
    options.directory = directory_ / "store";
    options.map_bytes = kMapBytes;
    const auto store = *Store::Open(options);
    RandomGraphOptions graph_options;
    graph_options.files = 6;
    graph_options.symbols_per_file = 6;
    const GraphData graph = RandomGraph(graph_options);
    Require(PublishGraph(*store, kKey, graph).ok());
    const auto writer = *store->BeginWrite();
    base_ = (*writer->FindView(kKey))->base;
    const auto builder = *writer->NewOverlay(kKey);
    FileData edited = graph.files[1];
    const PlannedFile replaced[] = {
        {edited.path, static_cast<std::uint32_t>(edited.symbols.size())}};
    const std::string_view removed[] = {graph.files[4].path};
    Require(builder->Plan(replaced, removed).ok());
    const SymbolId first = *builder->FirstSymbolOf(edited.path);
    for (SymbolData& symbol : edited.symbols) symbol.parent = first;
    for (EdgeInput& edge : edited.edges) edge.target = first;
    edited.unresolved.clear();
    Require(builder->AddFile(FileInputOf(edited).input()).ok());
    const EdgeInput edge{0, first, EdgeType::kCalls, EdgeRule::kUniqueGlobal, {1, 1}};
    Require(builder->RebindFile(ReboundFile{graph.files[2].path, {&edge, 1}, {}}).ok());
    PublishRequest request;
    request.key = kKey;
    request.base = base_;
    request.overlay = overlay_id_ = builder->Finish()->segment;
    request.expected_generation = 1;
    Require(writer->Publish(request).ok());
  }

  void ReadOverlay() {
    const auto row = txn_->Get(Table::kSegment, SegmentKey(overlay_id_));
    overlay_.row = *DecodeCatalogueRow(**row);
    auto cursor = *Cursor::Open(*txn_, Table::kBlock);
    for (bool found = *cursor.SeekAtLeast(BlockKey(overlay_id_, 0, 0)); found;
         found = *cursor.Next()) {
      const BlockAddress address = ParseBlockKey(cursor.key());
      if (address.segment != overlay_id_) break;
      overlay_.blocks.push_back(
          SegmentBlock{address.section, address.block, std::string(cursor.value())});
    }
  }

  std::filesystem::path directory_;
  SegmentId base_ = SegmentId::kNone;
  SegmentId overlay_id_ = SegmentId::kNone;
  MemorySegment overlay_;
  std::shared_ptr<Environment> environment_;
  std::shared_ptr<const ReadTxn> txn_;
};

void ReadSymbol(const ReadView& view, SymbolId symbol) {
  std::vector<Neighbor> neighbors;
  std::vector<Position> sites;
  std::vector<SymbolId> named;
  for (const bool incoming : {false, true}) {
    incoming ? view.In(symbol, neighbors) : view.Out(symbol, neighbors);
    for (const Neighbor& neighbor : neighbors) {
      Require(ToIndex(neighbor.symbol) < view.symbol_bound());
      view.Sites(neighbor, sites);
    }
  }
  view.OutDegree(symbol);
  view.InDegree(symbol);
  view.FieldLengths(symbol);
  view.Signature(symbol);
  view.Identity(symbol);
  view.WithName(view.Symbol(symbol).name, named);
}

void ReadEverything(const ReadView& view) {
  for (std::uint32_t i = 0; i < view.symbol_bound(); ++i) {
    if (view.IsLive(SymbolId{i})) ReadSymbol(view, SymbolId{i});
  }
  for (const FileId file : view.Files()) view.FindFile(view.File(file).path);
  view.VisitNames("", [](std::string_view) { return true; });
  std::vector<SymbolId> candidates;
  view.VisitUnresolved([&](std::string_view, const UnresolvedRow& row) {
    view.Candidates(row, candidates);
    return true;
  });
  std::vector<Posting> postings;
  std::vector<FileId> files;
  for (const std::string_view term : {"request", "index", "db", "1", "dir"}) {
    view.Term(term);
    view.Postings(term, postings);
    for (const Posting& posting : postings) Require(view.IsLive(posting.symbol));
    view.FilesWithPathTerm(term, files);
    view.FilesMentioning(MentionHash(term), files);
  }
}

void ReadChanged(const Fixture& fixture, std::string_view changes) {
  auto changed = std::make_shared<MemorySegment>(fixture.overlay());
  for (; changes.size() >= 4; changes.remove_prefix(4)) {
    const auto byte = [&changes](std::size_t i) { return static_cast<std::uint8_t>(changes[i]); };
    std::string& block = changed->blocks[byte(0) % changed->blocks.size()].bytes;
    block[(byte(1) * 256U + byte(2)) % block.size()] = changes[3];
  }
  auto segment = SegmentReader::OpenInMemory(changed);
  if (!segment.ok()) return;
  std::shared_ptr<const GraphPart> base = fixture.Base();
  auto overlay = OverlayPart::Open(*std::move(segment), *base);
  if (overlay.ok()) ReadEverything(OverlayView(std::move(base), *std::move(overlay), ViewRecord()));
}

}  // namespace
}  // namespace waymark::graph

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const waymark::graph::Fixture fixture;
  waymark::graph::ReadChanged(fixture, {reinterpret_cast<const char*>(data), size});
  return 0;
}
