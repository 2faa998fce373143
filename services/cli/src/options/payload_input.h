// Payloads that commands read: from standard input, or from a file.
#pragma once

#include <string>
#include <vector>

#include <absl/status/statusor.h>

#include "wire/codec.h"
#include "wire/payload.h"

namespace CLI {
class App;
}  // namespace CLI

namespace waymark::services {

// Names and aliases of the formats for which `is_wanted`.
std::vector<std::string> FormatNames(bool (*is_wanted)(const wire::Codec& codec));
bool CanDecode(const wire::Codec& codec);
bool CanEncode(const wire::Codec& codec);

// An option that takes the name of a format; without a default it is required.
void AddPayloadFormat(CLI::App& app, const std::string& option, const std::string& description,
                      std::string& value, const std::string& default_name,
                      std::vector<std::string> names);

// Standard input as a payload. Unavailable when it cannot be read, else what the codec says.
// All of it, up to one byte more than a payload may have.
absl::StatusOr<std::string> ReadInput();

absl::StatusOr<wire::Payload> ReadPayload(const wire::CodecRegistry& codecs,
                                          const std::string& format);

// The same from a file; NotFound when it cannot be opened. Errors name the file.
absl::StatusOr<wire::Payload> ReadPayloadFile(const wire::CodecRegistry& codecs,
                                              const std::string& format, const std::string& path);

// The exit code for an error about a payload, which is printed: bytes that are no payload are
// refused; they are not a failure of the store or the daemon.
int FailPayload(const absl::Status& status);

}  // namespace waymark::services
