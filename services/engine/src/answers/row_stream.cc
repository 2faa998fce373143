#include "answers/row_stream.h"

#include <memory>
#include <string_view>
#include <utility>
#include <variant>

#include "graph/status.h"
#include "services/line_chunks.h"
#include "text/payload_chunks.h"
#include "wire/codec.h"
#include "wire/gcf_stream.h"
#include "wire/utf8.h"

namespace waymark::services {
namespace {

class GcfRows final : public RowStream {
 public:
  GcfRows(std::string_view tool, const LinesSink& sink)
      : chunks_(sink),
        stream_(
            tool, 0, [this](std::string_view line) { return chunks_.Add(line); },
            wire::kFullAnswer) {}

  absl::Status AddSymbol(wire::Symbol symbol) override {
    WM_ASSIGN_OR_RETURN(const wire::Symbol row, CanonicalRow(std::move(symbol)));
    WM_RETURN_IF_ERROR(stream_.AddNode(row).status());
    return std::exchange(has_row_, true) ? absl::OkStatus() : chunks_.Flush();
  }

  absl::Status AddEdge(wire::Edge edge) override {
    for (wire::Site& site : edge.sites) site.path = wire::ReplaceInvalidUtf8(site.path);
    return stream_.AddEdge(edge);
  }

  absl::Status Flush() override { return chunks_.Flush(); }

  absl::Status Finish(wire::Payload answer) override {
    WM_RETURN_IF_ERROR(wire::Canonicalize(answer));
    WM_RETURN_IF_ERROR(stream_.Finish(answer));
    return chunks_.Flush();
  }

 private:
  LineChunks chunks_;
  wire::GcfStream stream_;
  bool has_row_ = false;
};

class PayloadRows final : public RowStream {
 public:
  PayloadRows(std::string_view tool, const RowsSink& sink) : chunks_(tool, sink) {}

  absl::Status AddSymbol(wire::Symbol symbol) override {
    return chunks_.AddSymbol(std::move(symbol));
  }

  absl::Status AddEdge(wire::Edge edge) override { return chunks_.AddEdge(std::move(edge)); }

  absl::Status Flush() override { return chunks_.Flush(); }

  absl::Status Finish(wire::Payload answer) override { return chunks_.Finish(std::move(answer)); }

 private:
  PayloadChunks chunks_;
};

}  // namespace

absl::StatusOr<wire::Symbol> CanonicalRow(wire::Symbol symbol) {
  wire::Payload row;
  row.symbols.push_back(std::move(symbol));
  WM_RETURN_IF_ERROR(wire::Canonicalize(row));
  return std::move(row.symbols.front());
}

std::unique_ptr<RowStream> RowStream::To(const StreamSink& sink, std::string_view tool) {
  if (const auto* rows = std::get_if<RowsSink>(&sink)) {
    return std::make_unique<PayloadRows>(tool, *rows);
  }
  return std::make_unique<GcfRows>(tool, std::get<LinesSink>(sink));
}

}  // namespace waymark::services
