#include "query_command.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "connect.h"
#include "exit_code.h"
#include "interrupt.h"
#include "render_quickfix.h"
#include "services/index_run.h"
#include "services/limits.h"
#include "services/shell_word.h"
#include "services/visible_text.h"
#include "standard_streams.h"

namespace waymark::services {

namespace {

// How long a question waits for the first index of a checkout that another process makes.
constexpr std::chrono::seconds kFirstIndexPatience{10};

// "" when it was not given.
std::string Repeated(std::string_view option, std::string_view value) {
  return value.empty() ? "" : fmt::format(" {} {}", option, ShellWord(value));
}

// Of a checkout that another process is indexing for the first time there is an answer soon; when
// it takes longer, the question is refused with how far that is.
void WaitForFirstIndex(Verbs& verbs, const std::filesystem::path& store,
                       const std::filesystem::path& root) {
  constexpr std::chrono::milliseconds kLook{50};
  const auto end = std::chrono::steady_clock::now() + kFirstIndexPatience;
  bool is_told = false;
  while (const std::optional<IndexRun> run = FindIndexRun(store, root)) {
    const CallControl control{.cancelled = Interrupt::flag()};
    const bool is_indexed = !absl::IsFailedPrecondition(verbs.Generation({root}, control).status());
    if (is_indexed || *Interrupt::flag() || std::chrono::steady_clock::now() >= end) return;
    if (!is_told) {
      PrintError(
          VisibleText(fmt::format("waiting for the first index of {}, which process {} makes\n",
                                  root.string(), run->process)));
    }
    is_told = true;
    std::this_thread::sleep_for(kLook);
  }
}

}  // namespace

Encoding EncodingOf(const Asking& asking, const TokenizerOption& tokenizer) {
  const bool is_for_people = asking.format == kTextFormat || asking.format == kQuickfixFormat;
  Encoding encoding{.format = is_for_people ? "gcf" : asking.format,
                    .tokenizer = tokenizer.tokenizer,
                    .call_options = asking.call_options};
  if (encoding.tokenizer != wire::kDefaultTokenizer) {
    encoding.call_options += Repeated("--tokenizer", wire::Name(encoding.tokenizer));
  }
  return encoding;
}

absl::Status CheckStreams(const Asking& asking) {
  if (asking.format == "gcf" || asking.format == kTextFormat) return absl::OkStatus();
  return absl::InvalidArgumentError(fmt::format(
      "only gcf can be streamed, not {}; leave out --stream or --format", asking.format));
}

void QueryCommand::Describe(CLI::App& app) {
  DescribeQuestion(app);
  Formats known = formats();
  format_.AddTo(app, std::move(known.names), known.terminal_default, known.pipe_default);
  repository_.AddTo(app);
  if (has_states()) state_.AddTo(app);
  place_.AddTo(app);
}

int QueryCommand::Run(const Settings& settings) {
  if (const std::string misuse = FindMisuse(); !misuse.empty()) return FailUsage(misuse);
  const absl::StatusOr<Place> place = place_.Resolve(settings);
  if (!place.ok()) return FailUsage(std::string(place.status().message()));
  const absl::StatusOr<std::filesystem::path> root = repository_.Resolve(settings);
  if (!root.ok()) return Fail(root.status());
  if (const std::string misuse = state_.FindMisuse(); !misuse.empty()) return FailUsage(misuse);
  const absl::StatusOr<StateChoice> state = state_.Resolve(settings, *root);
  if (!state.ok()) return Fail(state.status());
  const std::string format = format_.Resolve(settings);
  if (const absl::Status prepared = Prepare(*place, format, settings); !prepared.ok()) {
    return Fail(prepared);
  }
  const absl::StatusOr<std::unique_ptr<Verbs>> verbs =
      OpenVerbs(*place, state->at.empty() && !extends_store() ? Access::kRead : Access::kExtend);
  if (!verbs.ok()) return Fail(verbs.status(), Phase::kOpening);
  if (!has_time()) Interrupt::SetAfter(kMaxQuestionTime);
  std::string call_options = Repeated("--repo", repository_.path) + Repeated("--at", state->at) +
                             Repeated("--format", format_.name);
  for (const auto& [name, value] : place_.Written(settings)) call_options += Repeated(name, value);
  for (const std::string& buffer : state_.buffers) call_options += Repeated("--buffer", buffer);
  if (!place->daemon.has_value()) WaitForFirstIndex(**verbs, place->store, *root);
  const absl::Status status = Ask({.verbs = **verbs,
                                   .root = *root,
                                   .format = format,
                                   .call_options = call_options,
                                   .state = *state,
                                   .settings = settings});
  return status.ok() ? kExitDone : Fail(status);
}

}  // namespace waymark::services
