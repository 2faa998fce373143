#include "services/line_chunks.h"

#include "graph/status.h"
#include "wire/gcf_stream.h"

namespace waymark::services {

absl::Status StreamRows(const wire::Payload& payload, const LinesSink& sink) {
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

}  // namespace waymark::services
