// Output to standard output.
#pragma once

#include <string>
#include <string_view>

#include <absl/status/status.h>

#include "config/settings.h"
#include "services/verbs.h"
#include "wire/codec.h"
#include "wire/payload.h"

namespace waymark::services {

// Unavailable if standard output accepts no more data; Cancelled if the reader has closed the pipe.
absl::Status WriteOut(std::string_view bytes);

// Whether anything was written.
bool HasWrittenOut();

// Whether the reader of standard output has closed the pipe, as `head` does.
bool IsReaderGone();

// Writes readable text, or JSON, without characters that could mislead a terminal
// (services/visible_text.h).
absl::Status WriteText(std::string_view text);

// Writes the lines of a stream; on a terminal, without characters that could mislead it.
LinesSink OutputSink(const Settings& settings);

// Encodes a payload for a format other than "text" and writes it. InvalidArgument for a binary
// format on a terminal.
absl::Status WritePayload(const wire::Payload& payload, const std::string& format,
                          const wire::EncodeOptions& options, const Settings& settings);

}  // namespace waymark::services
