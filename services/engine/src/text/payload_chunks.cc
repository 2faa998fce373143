#include "text/payload_chunks.h"

#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "services/limits.h"

namespace waymark::services {

absl::Status PayloadChunks::AddSymbol(wire::Symbol symbol) {
  places_.emplace(static_cast<std::uint32_t>(symbols_.size()),
                  static_cast<std::uint32_t>(chunk_.symbols.size()));
  std::string text = std::exchange(symbol.text, {});
  wire::SourceLines source = std::exchange(symbol.source, {});
  symbols_.push_back(symbol);
  symbol.text = std::move(text);
  symbol.source = std::move(source);
  chunk_.symbols.push_back(std::move(symbol));
  return symbols_.size() == 1 ? Flush() : FlushFull();
}

absl::Status PayloadChunks::AddEdge(wire::Edge edge) {
  for (const std::uint32_t end : {edge.source, edge.target}) {
    if (end < symbols_.size()) continue;
    return absl::InvalidArgumentError(
        fmt::format("an edge leads to symbol {} of {}", end, symbols_.size()));
  }
  edge.source = PlaceOf(edge.source);
  edge.target = PlaceOf(edge.target);
  chunk_.edges.push_back(std::move(edge));
  return FlushFull();
}

absl::Status PayloadChunks::Flush() {
  if (chunk_.symbols.empty()) return absl::OkStatus();
  return Send(std::exchange(chunk_, {}));
}

absl::Status PayloadChunks::Finish(wire::Payload answer) {
  answer.symbols = std::move(chunk_.symbols);
  answer.edges = std::move(chunk_.edges);
  chunk_ = {};
  return Send(std::move(answer));
}

// The place of a symbol in the chunk, which gets it if it was sent before.
std::uint32_t PayloadChunks::PlaceOf(std::uint32_t number) {
  const auto [place, is_new] =
      places_.emplace(number, static_cast<std::uint32_t>(chunk_.symbols.size()));
  if (is_new) chunk_.symbols.push_back(symbols_[number]);
  return place->second;
}

absl::Status PayloadChunks::FlushFull() {
  const bool is_full = chunk_.symbols.size() + chunk_.edges.size() >= kStreamChunkRows;
  return is_full ? Flush() : absl::OkStatus();
}

absl::Status PayloadChunks::Send(wire::Payload chunk) {
  places_.clear();
  chunk.tool = tool_;
  WM_RETURN_IF_ERROR(wire::Canonicalize(chunk));
  return sink_(chunk);
}

absl::Status StreamPayloads(const wire::Payload& payload, const RowsSink& sink) {
  PayloadChunks chunks(payload.tool, sink);
  for (const wire::Symbol& symbol : payload.symbols) {
    WM_RETURN_IF_ERROR(chunks.AddSymbol(symbol));
  }
  for (const wire::Edge& edge : payload.edges) WM_RETURN_IF_ERROR(chunks.AddEdge(edge));
  wire::Payload metadata = payload;
  return chunks.Finish(std::move(metadata));
}

}  // namespace waymark::services
