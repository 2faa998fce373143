// `root` and `delta`: the hash of a payload, and the difference between two payloads. They use no
// store.
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "graph/status.h"
#include "options/command.h"
#include "options/payload_input.h"
#include "options/query_options.h"
#include "output/exit_code.h"
#include "output/output.h"
#include "wire/codec.h"
#include "wire/content_root.h"
#include "wire/graph_pack_root.h"
#include "wire/pack_delta.h"

namespace waymark::services {
namespace {

constexpr char kPlain[] = "gcf";
constexpr char kProfiled[] = "gcf3";

class RootCommand final : public Command {
 public:
  void Describe(CLI::App& app) override {
    AddPayloadFormat(app, "--from", "Format of standard input", from_, kJsonFormat,
                     FormatNames(CanDecode));
    AddPayloadFormat(app, "--for", "The pack root of gcf3, or the content root of all others", for_,
                     kPlain, FormatNames(CanEncode));
  }

  int Run(const Settings&) override {
    const absl::Status status = Write();
    return status.ok() ? kExitDone : FailPayload(status);
  }

 private:
  absl::Status Write() {
    WM_ASSIGN_OR_RETURN(wire::Payload payload, ReadPayload(wire::CodecRegistry::BuiltIn(), from_));
    WM_RETURN_IF_ERROR(wire::Canonicalize(payload));
    return WriteOut(for_ == kProfiled
                        ? fmt::format("sha256:{}\n", wire::GraphPackRoot(payload).ToHex())
                        : fmt::format("{}\n", wire::ContentRoot(payload).ToHex()));
  }

  std::string from_;
  std::string for_;
};

class DeltaCommand final : public Command {
 public:
  void Describe(CLI::App& app) override {
    app.add_option("base", base_, "File with the payload that the client has")
        ->type_name("BASE")
        ->required();
    app.add_option("new", new_, "File with the new payload")->type_name("NEW")->required();
    AddPayloadFormat(app, "--from", "Format of both files", from_, kJsonFormat,
                     FormatNames(CanDecode));
    AddPayloadFormat(app, "--to", "Dialect of the difference", to_, kPlain, {kPlain, kProfiled});
    tokenizer_.AddTo(app);
  }

  int Run(const Settings& settings) override {
    const absl::Status status = Write(settings);
    return status.ok() ? kExitDone : FailPayload(status);
  }

 private:
  absl::Status Write(const Settings& settings) {
    const wire::CodecRegistry codecs = wire::CodecRegistry::BuiltIn();
    WM_ASSIGN_OR_RETURN(wire::Payload base, ReadPayloadFile(codecs, from_, base_));
    WM_ASSIGN_OR_RETURN(wire::Payload current, ReadPayloadFile(codecs, from_, new_));
    WM_ASSIGN_OR_RETURN(const wire::PackAnswer answer,
                        wire::AnswerWithDelta(codecs, to_, {std::move(base)}, current,
                                              wire::kGraphOnly, tokenizer_.tokenizer));
    return settings.stdout_is_terminal ? WriteText(answer.text) : WriteOut(answer.text);
  }

  std::string base_;
  std::string new_;
  std::string from_;
  std::string to_;
  TokenizerOption tokenizer_;
};

}  // namespace

std::unique_ptr<Command> MakeRootCommand() { return std::make_unique<RootCommand>(); }

std::unique_ptr<Command> MakeDeltaCommand() { return std::make_unique<DeltaCommand>(); }

}  // namespace waymark::services
