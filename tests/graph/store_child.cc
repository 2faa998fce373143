// A process that works on a store until it is killed or done, for tests that need more than one:
//
//   store_child write STORE     publishes generation after generation, each the random graph of its
//                               number with a facts pack
//   store_child read STORE MS   opens views and checks them for MS milliseconds
//   store_child stay STORE      opens a view and keeps it
//   store_child hold STORE      is the writer and writes nothing
//
// Exit status 0, or 1 with a message on standard error.
#include "store_child.h"

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <absl/status/status.h>

#include "graph/hash.h"
#include "graph/status.h"

namespace waymark::graph {
namespace {

absl::Status PublishNext(Store& store) {
  WM_ASSIGN_OR_RETURN(const std::unique_ptr<Writer> writer, store.BeginWrite());
  WM_ASSIGN_OR_RETURN(const std::optional<ViewRecord> previous, writer->FindView(ChildKey()));
  const std::uint64_t generation = previous ? previous->generation : 0;
  WM_ASSIGN_OR_RETURN(const std::unique_ptr<FactsPackBuilder> pack, writer->NewFactsPack());
  WM_RETURN_IF_ERROR(
      pack->Append(ChildFactsKey(generation + 1), "header", ChildFacts(generation + 1)));
  PublishRequest request;
  WM_ASSIGN_OR_RETURN(const SegmentId pack_id, pack->Finish());
  request.packs.push_back(pack_id);
  WM_ASSIGN_OR_RETURN(const std::unique_ptr<BaseBuilder> builder, writer->NewBase());
  WM_ASSIGN_OR_RETURN(const BaseSummary summary, Build(*builder, ChildGraph(generation + 1)));
  request.key = ChildKey();
  request.base = summary.segment;
  request.root = summary.root;
  request.expected_generation = generation;
  WM_RETURN_IF_ERROR(writer->Publish(request).status());
  return writer->CollectGarbage();
}

// Whether a view is whole: every symbol, edge and name of it can be read and belongs to one graph.
absl::Status CheckView(const ReadView& view) {
  std::uint64_t edges = 0;
  std::vector<Neighbor> neighbors;
  std::vector<SymbolId> named;
  for (std::uint32_t i = 0; i < view.symbol_bound(); ++i) {
    view.Out(SymbolId{i}, neighbors);
    edges += neighbors.size();
    if (view.Identity(SymbolId{i}).Prefix64() != view.Symbol(SymbolId{i}).identity_prefix) {
      return absl::InternalError("identity of a symbol differs");
    }
    view.WithName(view.Symbol(SymbolId{i}).name, named);
  }
  if (edges != view.info().edge_count) return absl::InternalError("edges are missing");
  return absl::OkStatus();
}

absl::Status Read(Store& store, std::chrono::milliseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  std::uint64_t last_generation = 0;
  while (std::chrono::steady_clock::now() < end) {
    WM_ASSIGN_OR_RETURN(const std::shared_ptr<const ReadView> view, store.OpenView(ChildKey()));
    if (view->info().generation < last_generation) return absl::InternalError("went back in time");
    last_generation = view->info().generation;
    WM_RETURN_IF_ERROR(CheckView(*view));
  }
  return absl::OkStatus();
}

absl::Status Run(const std::vector<std::string>& arguments) {
  StoreOptions options;
  options.directory = arguments.at(1);
  options.map_bytes = kChildMapBytes;
  options.read_only = arguments.at(0) == "read";
  WM_ASSIGN_OR_RETURN(const std::unique_ptr<Store> store, Store::Open(options));
  if (arguments.at(0) == "stay") {
    WM_ASSIGN_OR_RETURN(const auto view, store->OpenView(ChildKey()));
    for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  if (options.read_only) return Read(*store, std::chrono::milliseconds(std::stoi(arguments.at(2))));
  if (arguments.at(0) == "hold") {
    WM_ASSIGN_OR_RETURN(const std::unique_ptr<Writer> writer, store->BeginWrite());
    for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  for (;;) WM_RETURN_IF_ERROR(PublishNext(*store));
}

}  // namespace
}  // namespace waymark::graph

int main(int argc, char** argv) {
  const absl::Status status = waymark::graph::Run(std::vector<std::string>(argv + 1, argv + argc));
  if (!status.ok()) std::cerr << status << '\n';
  return status.ok() ? 0 : 1;
}
