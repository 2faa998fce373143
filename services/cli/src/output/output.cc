#include "output/output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fmt/format.h>

#include "graph/status.h"
#include "services/visible_text.h"
#include "wire/codec.h"

namespace waymark::services {

namespace {

bool has_written_out = false;
bool is_reader_gone = false;

}  // namespace

bool HasWrittenOut() { return has_written_out; }

bool IsReaderGone() { return is_reader_gone; }

absl::Status WriteOut(std::string_view bytes) {
  has_written_out = has_written_out || !bytes.empty();
  if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size() &&
      std::fflush(stdout) == 0) {
    return absl::OkStatus();
  }
  is_reader_gone = errno == EPIPE;
  const std::string message = fmt::format("write to standard output: {}", std::strerror(errno));
  return is_reader_gone ? absl::CancelledError(message) : absl::UnavailableError(message);
}

absl::Status WriteText(std::string_view text) { return WriteOut(VisibleText(text)); }

LinesSink OutputSink(const Settings& settings) {
  return settings.stdout_is_terminal ? WriteText : WriteOut;
}

absl::Status WritePayload(const wire::Payload& payload, const std::string& format,
                          const wire::EncodeOptions& options, const Settings& settings) {
  const wire::CodecRegistry registry = wire::CodecRegistry::BuiltIn();
  WM_ASSIGN_OR_RETURN(const wire::Codec* codec, registry.Find(format));
  if (codec->medium == wire::Medium::kBinary && settings.stdout_is_terminal) {
    return absl::InvalidArgumentError(fmt::format(
        "{} is binary and standard output is a terminal; redirect it to a file", codec->name));
  }
  WM_ASSIGN_OR_RETURN(const std::string bytes, registry.Encode(format, payload, options));
  return settings.stdout_is_terminal ? WriteText(bytes) : WriteOut(bytes);
}

}  // namespace waymark::services
