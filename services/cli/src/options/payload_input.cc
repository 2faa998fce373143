#include "options/payload_input.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "config/argument_checks.h"
#include "graph/status.h"
#include "output/exit_code.h"

namespace waymark::services {
namespace {

// Reads at most one byte more than a payload may have, so that the decoder rejects larger input.
absl::StatusOr<std::string> ReadStream(std::FILE* stream, const std::string& name) {
  constexpr std::size_t kChunkBytes = 64 << 10;
  std::string bytes;
  for (;;) {
    const std::size_t size = bytes.size();
    if (size > wire::kMaxPayloadBytes) return bytes;
    bytes.resize(size + kChunkBytes);
    const std::size_t count = std::fread(bytes.data() + size, 1, kChunkBytes, stream);
    bytes.resize(size + count);
    if (count == kChunkBytes) continue;
    if (std::ferror(stream) == 0) return bytes;
    return absl::InvalidArgumentError(fmt::format("read {}: {}", name, std::strerror(errno)));
  }
}

}  // namespace

std::vector<std::string> FormatNames(bool (*is_wanted)(const wire::Codec& codec)) {
  std::vector<std::string> names;
  const wire::CodecRegistry registry = wire::CodecRegistry::BuiltIn();
  for (const wire::Codec* codec : registry.All()) {
    if (!is_wanted(*codec)) continue;
    names.push_back(codec->name);
    names.insert(names.end(), codec->aliases.begin(), codec->aliases.end());
  }
  return names;
}

bool CanDecode(const wire::Codec& codec) { return codec.decode != nullptr; }

bool CanEncode(const wire::Codec& codec) { return codec.encode != nullptr; }

void AddPayloadFormat(CLI::App& app, const std::string& option, const std::string& description,
                      std::string& value, const std::string& default_name,
                      std::vector<std::string> names) {
  const std::string suffix =
      default_name.empty() ? "" : fmt::format(" (default: {})", default_name);
  CLI::Option* added = app.add_option(option, value, description + suffix);
  added->type_name(fmt::format("{}", fmt::join(names, "|")));
  added->check(OneOf(std::move(names)));
  value = default_name;
  if (default_name.empty()) added->required();
}

absl::StatusOr<std::string> ReadInput() { return ReadStream(stdin, "standard input"); }

absl::StatusOr<wire::Payload> ReadPayload(const wire::CodecRegistry& codecs,
                                          const std::string& format) {
  WM_ASSIGN_OR_RETURN(const std::string bytes, ReadInput());
  return codecs.Decode(format, bytes);
}

absl::StatusOr<std::string> ReadInputFile(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             std::fclose);
  if (file == nullptr) {
    return absl::NotFoundError(fmt::format("open {}: {}", path, std::strerror(errno)));
  }
  return ReadStream(file.get(), path);
}

absl::StatusOr<wire::Payload> ReadPayloadFile(const wire::CodecRegistry& codecs,
                                              const std::string& format, const std::string& path) {
  WM_ASSIGN_OR_RETURN(const std::string bytes, ReadInputFile(path));
  absl::StatusOr<wire::Payload> payload = codecs.Decode(format, bytes);
  if (payload.ok()) return payload;
  return absl::Status(payload.status().code(),
                      fmt::format("{}: {}", path, std::string(payload.status().message())));
}

int FailPayload(const absl::Status& status) {
  const bool refused = absl::IsDataLoss(status) || absl::IsResourceExhausted(status);
  const int code = Fail(status);
  return refused ? kExitRefused : code;
}

}  // namespace waymark::services
