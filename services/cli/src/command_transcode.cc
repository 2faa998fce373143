// `encode` and `decode`: payloads between standard input and output, through the codecs alone. They
// touch no store.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "argument_checks.h"
#include "command.h"
#include "exit_code.h"
#include "graph/status.h"
#include "output.h"
#include "query_options.h"
#include "wire/codec.h"

namespace waymark::services {
namespace {

std::vector<std::string> NamesWhere(bool (*is_wanted)(const wire::Codec&)) {
  std::vector<std::string> names;
  const wire::CodecRegistry registry = wire::CodecRegistry::BuiltIn();
  for (const wire::Codec* codec : registry.All()) {
    if (!is_wanted(*codec)) continue;
    names.push_back(codec->name);
    names.insert(names.end(), codec->aliases.begin(), codec->aliases.end());
  }
  return names;
}

// At most one byte more than a payload may have, which the decoder then refuses.
absl::StatusOr<std::string> ReadStandardInput() {
  constexpr std::size_t kChunkBytes = 64 << 10;
  std::string bytes;
  for (;;) {
    const std::size_t size = bytes.size();
    if (size > wire::kMaxPayloadBytes) return bytes;
    bytes.resize(size + kChunkBytes);
    const std::size_t count = std::fread(bytes.data() + size, 1, kChunkBytes, stdin);
    bytes.resize(size + count);
    if (count == kChunkBytes) continue;
    if (std::ferror(stdin) == 0) return bytes;
    return absl::UnavailableError(fmt::format("read standard input: {}", std::strerror(errno)));
  }
}

class TranscodeCommand final : public Command {
 public:
  struct Defaults {
    std::string from;  // empty: the option is required
    std::string to;
    wire::EncodeOptions options;
  };

  explicit TranscodeCommand(Defaults defaults) : defaults_(std::move(defaults)) {}

  void Describe(CLI::App& app) override {
    AddFormat(app, "--from", "Format of standard input", from_, defaults_.from,
              NamesWhere([](const wire::Codec& codec) { return codec.decode != nullptr; }));
    AddFormat(app, "--to", "Format of standard output", to_, defaults_.to,
              NamesWhere([](const wire::Codec& codec) { return codec.encode != nullptr; }));
  }

  int Run(const Settings& settings) override {
    const absl::Status status = Transcode(settings);
    if (status.ok()) return kExitDone;
    // Bytes that are no payload are refused; they are not a failure of the store or the daemon.
    const bool refused = absl::IsDataLoss(status) || absl::IsResourceExhausted(status);
    const int code = Fail(status);
    return refused ? kExitRefused : code;
  }

 private:
  static void AddFormat(CLI::App& app, const std::string& option, const std::string& description,
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

  absl::Status Transcode(const Settings& settings) {
    const wire::CodecRegistry registry = wire::CodecRegistry::BuiltIn();
    WM_ASSIGN_OR_RETURN(const std::string input, ReadStandardInput());
    WM_ASSIGN_OR_RETURN(const wire::Payload payload, registry.Decode(from_, input));
    return WritePayload(payload, to_, defaults_.options, settings);
  }

  Defaults defaults_;
  std::string from_;
  std::string to_;
};

}  // namespace

std::unique_ptr<Command> MakeEncodeCommand() {
  return std::make_unique<TranscodeCommand>(
      TranscodeCommand::Defaults{.from = "json", .to = "", .options = wire::kGraphOnly});
}

std::unique_ptr<Command> MakeDecodeCommand() {
  return std::make_unique<TranscodeCommand>(
      TranscodeCommand::Defaults{.from = "", .to = "json", .options = wire::kFullAnswer});
}

}  // namespace waymark::services
