#include "answers/row_stream.h"

#include <string_view>
#include <utility>

#include "graph/status.h"
#include "wire/codec.h"
#include "wire/utf8.h"

namespace waymark::services {

RowStream::RowStream(std::string_view tool, const LinesSink& sink)
    : chunks_(sink),
      stream_(
          tool, 0, [this](std::string_view line) { return chunks_.Add(line); }, wire::kFullAnswer) {
}

absl::Status RowStream::AddSymbol(wire::Symbol symbol) {
  wire::Payload row;
  row.symbols.push_back(std::move(symbol));
  WM_RETURN_IF_ERROR(wire::Canonicalize(row));
  WM_RETURN_IF_ERROR(stream_.AddNode(row.symbols.front()).status());
  return symbols_++ == 0 ? chunks_.Flush() : absl::OkStatus();
}

absl::Status RowStream::AddEdge(wire::Edge edge) {
  for (wire::Site& site : edge.sites) site.path = wire::ReplaceInvalidUtf8(site.path);
  return stream_.AddEdge(edge);
}

absl::Status RowStream::Finish(wire::Payload answer) {
  WM_RETURN_IF_ERROR(wire::Canonicalize(answer));
  WM_RETURN_IF_ERROR(stream_.Finish(answer));
  return chunks_.Flush();
}

}  // namespace waymark::services
