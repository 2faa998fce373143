#include "services/line_chunks.h"

#include <variant>

#include "graph/status.h"
#include "text/payload_chunks.h"
#include "wire/gcf_stream.h"

namespace waymark::services {

namespace {

absl::Status StreamLines(const wire::Payload& payload, const LinesSink& sink) {
  LineChunks chunks(sink);
  bool has_row = false;
  const absl::Status sent =
      wire::StreamGcf(payload, wire::kFullAnswer, [&](std::string_view line) -> absl::Status {
        WM_RETURN_IF_ERROR(chunks.Add(line));
        const bool is_first_row = !has_row && line.starts_with('@');
        has_row = has_row || is_first_row;
        return is_first_row ? chunks.Flush() : absl::OkStatus();
      });
  return sent.ok() ? chunks.Flush() : sent;
}

}  // namespace

absl::Status StreamRows(const wire::Payload& payload, const StreamSink& sink) {
  if (const auto* rows = std::get_if<RowsSink>(&sink)) return StreamPayloads(payload, *rows);
  return StreamLines(payload, std::get<LinesSink>(sink));
}

absl::Status StreamAnswer(const ContextAnswer& answer, const StreamSink& sink) {
  const auto* lines = std::get_if<LinesSink>(&sink);
  if (answer.sent.has_value() && lines != nullptr) return (*lines)(answer.sent->text);
  return StreamRows(answer.payload, sink);
}

}  // namespace waymark::services
