// `encode` and `decode`: convert a payload from standard input to standard output through the
// codecs. They use no store.
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "config/argument_checks.h"
#include "graph/status.h"
#include "options/command.h"
#include "options/payload_input.h"
#include "options/protocol_text.h"
#include "options/query_options.h"
#include "output/exit_code.h"
#include "output/notes.h"
#include "output/output.h"
#include "wire/codec.h"
#include "wire/gcf_session.h"
#include "wire/pack_delta.h"

namespace waymark::services {
namespace {

constexpr std::string_view kDifferenceFormat = "gcf";
constexpr std::string_view kMessage = "GCF ";

// Whether a text of GCF is a message of a session, which refers to symbols of earlier ones.
bool IsOfSession(std::string_view text) {
  const std::string_view header = text.substr(0, text.find('\n'));
  return header.starts_with(kMessage) && header.find(" session=true") != std::string_view::npos;
}

// The last message of a session; `earlier` has the ones before, one after the other.
absl::StatusOr<wire::Payload> ReadSession(std::string_view earlier, std::string_view last) {
  wire::GcfSessionReader reader;
  while (!earlier.empty()) {
    const std::size_t next = earlier.find(fmt::format("\n{}", kMessage));
    const std::size_t end = next == std::string_view::npos ? earlier.size() : next + 1;
    WM_RETURN_IF_ERROR(reader.Decode(earlier.substr(0, end)).status());
    earlier.remove_prefix(end);
  }
  return reader.Decode(last);
}

bool IsGcx(std::string_view format) { return format == "gcx" || format == "gcx1"; }

class TranscodeCommand final : public Command {
 public:
  struct Defaults {
    std::string from;  // empty: the option is required
    std::string to;
    wire::EncodeOptions options;
    bool has_base = false;  // the input may be a difference
  };

  explicit TranscodeCommand(Defaults defaults) : defaults_(std::move(defaults)) {}

  void Describe(CLI::App& app) override {
    AddPayloadFormat(app, "--from", "Format of standard input", from_, defaults_.from,
                     FormatNames(CanDecode));
    AddPayloadFormat(app, "--to", "Format of standard output", to_, defaults_.to,
                     FormatNames(CanEncode));
    if (!defaults_.has_base) return;
    app.add_option("--base", base_,
                   "File with an earlier payload in the format of --from; standard input is then "
                   "the difference from it, 'unchanged', or a whole payload. For a message of a "
                   "session, the file with the messages before it")
        ->type_name("FILE")
        ->check(NotBlank("name a file"));
  }

  int Run(const Settings& settings) override {
    const absl::Status status = Transcode(settings);
    return status.ok() ? kExitDone : FailPayload(status);
  }

 private:
  absl::Status Transcode(const Settings& settings) {
    const wire::CodecRegistry codecs = wire::CodecRegistry::BuiltIn();
    WM_ASSIGN_OR_RETURN(const std::string text, ReadInput());
    if (from_ == kJsonFormat && IsGcx(to_)) {
      if (const auto section = ProtocolFromJson(text)) {
        WM_RETURN_IF_ERROR(section->status());
        return WriteText(**section);
      }
    }
    if (IsGcx(from_) && to_ == kJsonFormat) {
      if (const auto json = ProtocolToJson(text)) return WriteText(*json);
    }
    WM_ASSIGN_OR_RETURN(const wire::Payload payload,
                        base_.empty() ? codecs.Decode(from_, text) : ReadDifference(codecs, text));
    return WritePayload(payload, to_, defaults_.options, settings);
  }

  absl::StatusOr<wire::Payload> ReadDifference(const wire::CodecRegistry& codecs,
                                               const std::string& text) const {
    if (IsOfSession(text)) {
      WM_ASSIGN_OR_RETURN(const std::string earlier, ReadInputFile(base_));
      return ReadSession(earlier, text);
    }
    WM_ASSIGN_OR_RETURN(const wire::Payload base, ReadPayloadFile(codecs, from_, base_));
    absl::StatusOr<wire::Payload> outcome = wire::ApplyDelta(base, text);
    if (outcome.ok()) return outcome;
    // A sender of differences sends the whole payload if that is shorter or if it does not know the
    // root: in GCF like the differences, or in the format of the base.
    for (const std::string& format : {from_, std::string(kDifferenceFormat)}) {
      absl::StatusOr<wire::Payload> whole = codecs.Decode(format, text);
      if (!whole.ok()) continue;
      PrintNote("waymark: standard input is a whole payload; no base was needed\n");
      return whole;
    }
    return outcome;
  }

  Defaults defaults_;
  std::string from_;
  std::string to_;
  std::string base_;
};

}  // namespace

std::unique_ptr<Command> MakeEncodeCommand() {
  return std::make_unique<TranscodeCommand>(
      TranscodeCommand::Defaults{.from = "json", .to = "", .options = wire::kGraphOnly});
}

std::unique_ptr<Command> MakeDecodeCommand() {
  return std::make_unique<TranscodeCommand>(TranscodeCommand::Defaults{
      .from = "", .to = "json", .options = wire::kFullAnswer, .has_base = true});
}

}  // namespace waymark::services
