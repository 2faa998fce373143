// Reads payloads from standard input or from a file.
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

// Adds an option for the name of a format; without a default it is required.
void AddPayloadFormat(CLI::App& app, const std::string& option, const std::string& description,
                      std::string& value, const std::string& default_name,
                      std::vector<std::string> names);

// Standard input, up to one byte more than a payload may have. Unavailable if it cannot be read.
absl::StatusOr<std::string> ReadInput();

// Reads a payload from standard input. Errors are those of ReadInput() and of the codec.
absl::StatusOr<wire::Payload> ReadPayload(const wire::CodecRegistry& codecs,
                                          const std::string& format);

// The bytes of a file, up to one byte more than a payload may have. NotFound if it cannot be
// opened.
absl::StatusOr<std::string> ReadInputFile(const std::string& path);

// Reads a payload from a file. NotFound if the file cannot be opened. Errors name the file.
absl::StatusOr<wire::Payload> ReadPayloadFile(const wire::CodecRegistry& codecs,
                                              const std::string& format, const std::string& path);

// Prints an error about a payload and returns the exit code. Input that is not a payload is an
// error of the caller, not a failure of the store or the daemon.
int FailPayload(const absl::Status& status);

}  // namespace waymark::services
