// `encode` and `decode`: payloads between standard input and output, through the codecs alone. They
// touch no store.
#include <memory>
#include <string>
#include <utility>

#include "command.h"
#include "exit_code.h"
#include "graph/status.h"
#include "output.h"
#include "payload_input.h"
#include "wire/codec.h"

namespace waymark::services {
namespace {

class TranscodeCommand final : public Command {
 public:
  struct Defaults {
    std::string from;  // empty: the option is required
    std::string to;
    wire::EncodeOptions options;
  };

  explicit TranscodeCommand(Defaults defaults) : defaults_(std::move(defaults)) {}

  void Describe(CLI::App& app) override {
    AddPayloadFormat(app, "--from", "Format of standard input", from_, defaults_.from,
                     FormatNames(CanDecode));
    AddPayloadFormat(app, "--to", "Format of standard output", to_, defaults_.to,
                     FormatNames(CanEncode));
  }

  int Run(const Settings& settings) override {
    const absl::Status status = Transcode(settings);
    return status.ok() ? kExitDone : FailPayload(status);
  }

 private:
  absl::Status Transcode(const Settings& settings) {
    WM_ASSIGN_OR_RETURN(const wire::Payload payload,
                        ReadPayload(wire::CodecRegistry::BuiltIn(), from_));
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
