// What goes to standard output.
#pragma once

#include <string>
#include <string_view>

#include <absl/status/status.h>

#include "config/settings.h"
#include "services/verbs.h"
#include "wire/codec.h"
#include "wire/payload.h"

namespace waymark::services {

// Unavailable when standard output takes no more; a reader that has gone away (a closed pipe) gives
// Cancelled.
absl::Status WriteOut(std::string_view bytes);

// Text for people, or JSON: without what could mislead a terminal (services/visible_text.h).
absl::Status WriteText(std::string_view text);

// Takes the lines of a stream. On a terminal without what could mislead it.
LinesSink OutputSink(const Settings& settings);

// A payload as GCF in the form of streams.
absl::Status WriteStream(const wire::Payload& payload, const Settings& settings);

// Encodes a payload for a format other than "text" and writes it. InvalidArgument for a binary
// format on a terminal.
absl::Status WritePayload(const wire::Payload& payload, const std::string& format,
                          const wire::EncodeOptions& options, const Settings& settings);

}  // namespace waymark::services
