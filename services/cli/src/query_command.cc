#include "query_command.h"

#include <memory>

#include <CLI/CLI.hpp>

#include "connect.h"
#include "exit_code.h"
#include "interrupt.h"
#include "services/limits.h"

namespace waymark::services {

void QueryCommand::Describe(CLI::App& app) {
  DescribeQuestion(app);
  Formats known = formats();
  format_.AddTo(app, std::move(known.names), known.terminal_default, known.pipe_default);
  repository_.AddTo(app);
  store_.AddTo(app);
}

int QueryCommand::Run(const Settings& settings) {
  const absl::StatusOr<std::filesystem::path> store = store_.Resolve(settings);
  if (!store.ok()) return FailUsage(std::string(store.status().message()));
  const absl::StatusOr<std::filesystem::path> root = repository_.Resolve(settings);
  if (!root.ok()) return Fail(root.status());
  const absl::StatusOr<std::unique_ptr<Verbs>> verbs = OpenVerbs(*store, Access::kRead);
  if (!verbs.ok()) return Fail(verbs.status(), Phase::kOpening);
  if (!has_time()) Interrupt::SetAfter(kMaxQuestionTime);
  const absl::Status status = Ask(
      {.verbs = **verbs, .root = *root, .format = format_.Resolve(settings), .settings = settings});
  return status.ok() ? kExitDone : Fail(status);
}

}  // namespace waymark::services
