#include "options/query_command.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "graph/status.h"
#include "options/asked_checkout.h"
#include "options/connect.h"
#include "options/first_question.h"
#include "output/exit_code.h"
#include "output/interrupt.h"
#include "output/notes.h"
#include "output/pager.h"
#include "output/place_links.h"
#include "services/limits.h"
#include "services/payload_text.h"
#include "services/shell_word.h"
#include "services/visible_text.h"

namespace waymark::services {

namespace {

// "" if the option is absent.
std::string Repeated(std::string_view option, std::string_view value) {
  return value.empty() ? "" : fmt::format(" {} {}", option, ShellWord(value));
}

}  // namespace

Encoding EncodingOf(const Asking& asking, const TokenizerOption& tokenizer) {
  const bool is_encoded = wire::CodecRegistry::BuiltIn().Find(asking.format).ok();
  Encoding encoding{.format = is_encoded ? asking.format : "gcf",
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

absl::Status WriteAbridged(const Asking& asking, const wire::Payload& payload,
                           const Encoding& encoding, const HeldOptions& held) {
  WM_ASSIGN_OR_RETURN(
      const SentAnswer answer,
      asking.verbs.Abridge({.payload = payload, .encoding = encoding, .held = held.held},
                           {.cancelled = Interrupt::flag()}));
  if (!answer.session_note.empty()) {
    PrintNote(fmt::format("waymark: {}\n", VisibleLine(answer.session_note)));
  }
  if (answer.sent.has_value()) {
    return asking.settings.stdout_is_terminal ? WriteText(answer.sent->text)
                                              : WriteOut(answer.sent->text);
  }
  return WritePayload(answer.payload, encoding.format, wire::kFullAnswer, asking.settings);
}

void TellIndex(const std::optional<wire::IndexInfo>& index) {
  if (index.has_value()) PrintDetail(fmt::format("waymark: {}\n", IndexLine(*index)));
}

absl::Status ShowAnswer(const Asking& asking, std::string_view text) {
  return ShowText(asking.screen, WithPlaceLinks(asking.screen.style, VisibleText(text)));
}

absl::Status ShowAnswer(const Asking& asking, const std::optional<wire::IndexInfo>& index,
                        std::string_view text) {
  TellIndex(index);
  return ShowAnswer(asking, text);
}

void QueryCommand::Describe(CLI::App& app) {
  DescribeQuestion(app);
  const std::vector<std::string> known = formats();
  const bool has_text = std::find(known.begin(), known.end(), kTextFormat) != known.end();
  format_.AddTo(app, known);
  if (has_text) style_.AddTo(app);
  repository_.AddTo(app);
  if (has_states()) state_.AddTo(app);
  place_.AddTo(app);
}

int QueryCommand::ExitOfAnswer() const { return kExitDone; }

int QueryCommand::Run(const Settings& settings) {
  if (const std::string misuse = FindMisuse(); !misuse.empty()) return FailUsage(misuse);
  const AskedCheckout asked = FindCheckout(place_, repository_, settings);
  if (asked.exit_code != kExitDone) return asked.exit_code;
  const Place& place = asked.place;
  if (const std::string misuse = state_.FindMisuse(); !misuse.empty()) return FailUsage(misuse);
  const absl::StatusOr<StateChoice> state = state_.Resolve(settings, asked.root);
  if (!state.ok()) return Fail(state.status());
  const std::string format = format_.Resolve(settings);
  const Screen screen = style_.Resolve(settings, asked.root);
  if (const absl::Status prepared = Prepare(place, format, settings); !prepared.ok()) {
    return Fail(prepared);
  }
  const Access access = state->at.empty() && !extends_store() ? Access::kRead : Access::kExtend;
  std::string call_options = Repeated("--repo", repository_.path) + Repeated("--at", state->at) +
                             Repeated("--format", format_.name);
  for (const auto& [name, value] : place_.Written(settings)) call_options += Repeated(name, value);
  for (const std::string& buffer : state_.buffers) call_options += Repeated("--buffer", buffer);
  const bool is_local = !place.daemon.has_value();
  const bool may_index = is_local && indexes_first() && state->at.empty();
  absl::StatusOr<std::unique_ptr<Verbs>> opened = OpenVerbs(place, access);
  absl::Status status = opened.status();
  std::unique_ptr<Verbs> verbs;
  if (opened.ok()) verbs = *std::move(opened);
  const auto ask = [&] {
    if (!has_time()) Interrupt::SetAfter(kMaxQuestionTime);
    return Ask({.verbs = *verbs,
                .root = asked.root,
                .format = format,
                .call_options = call_options,
                .state = *state,
                .settings = settings,
                .screen = screen});
  };
  if (verbs != nullptr) {
    if (is_local) WaitForFirstIndex(*verbs, place.store, asked.root);
    status = ask();
  }
  if (may_index && WantsIndex(status, verbs.get(), place.store, asked.root)) {
    Interrupt::SetAfter(std::chrono::milliseconds::zero());
    status = IndexFirst(place, asked.root, settings, verbs);
    const bool has_nothing = absl::IsFailedPrecondition(status) && verbs != nullptr;
    if (status.ok() || (has_nothing && !needs_index())) status = ask();
  } else if (verbs == nullptr) {
    return Fail(status, Phase::kOpening);
  }
  return status.ok() ? ExitOfAnswer() : Fail(status);
}

}  // namespace waymark::services
