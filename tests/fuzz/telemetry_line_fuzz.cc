// Lines of telemetry: whatever a line holds, it is refused or written and read again as the same.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "services/savings.h"
#include "services/telemetry.h"
#include "services/tuner.h"

namespace waymark::services {
namespace {

template <typename Line>
void Check(std::string_view text, absl::StatusOr<Line> (*read)(std::string_view),
           std::string (*write)(const Line&)) {
  const absl::StatusOr<Line> line = read(text);
  if (!line.ok()) return;
  const std::string written = write(*line);
  const absl::StatusOr<Line> again = read(written);
  if (!again.ok() || write(*again) != written) std::abort();
}

void CheckLine(std::string_view text) {
  Check<StoredEvent>(text, ReadEventLine, WriteEventLine);
  Check<SessionSummary>(text, ReadSummaryLine, WriteSummaryLine);
  Check<EndpointFingerprint>(text, ReadFingerprintLine, WriteFingerprintLine);
  const absl::StatusOr<StoredEvent> event = ReadEventLine(text);
  if (!event.ok()) return;
  TelemetryRecord record;
  record.events = {*event, *event};
  SavingsOf(record, SavingsBy::kServer);
  Observe(record.events, [](const StoredEvent& one) { return one.tool_name_anon; });
}

}  // namespace
}  // namespace waymark::services

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  waymark::services::CheckLine(text);
  return 0;
}
