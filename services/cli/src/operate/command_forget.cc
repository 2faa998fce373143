#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "config/argument_checks.h"
#include "options/command.h"
#include "options/connect.h"
#include "options/daemon_option.h"
#include "options/known_checkouts.h"
#include "options/query_options.h"
#include "output/confirm.h"
#include "output/exit_code.h"
#include "output/interrupt.h"
#include "output/output.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::string TextOf(const PruneAnswer& answer) {
  std::string text;
  for (const std::string& path : answer.removed) {
    text += fmt::format("removed {} from the index\n", VisibleLine(path));
  }
  return text;
}

std::string JsonOf(const PruneAnswer& answer) {
  const Json json = {{"removed", answer.removed}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

class ForgetCommand final : public Command {
 public:
  void Describe(CLI::App& app) override {
    app.add_option("path", path_,
                   "Checkout to remove from the index; it need not exist any more (default: the "
                   "checkout around the current directory)")
        ->type_name("PATH")
        ->check(NotBlank("name a checkout; `waymark status` lists those that are indexed"));
    repository_.AddTo(app);
    app.get_option("--repo")->description("Another way to name PATH, as with the other commands");
    app.add_flag("-y,--yes", yes_, "Remove without asking");
    format_.AddTo(app, {kTextFormat, kJsonFormat});
    place_.AddTo(app);
  }

  int Run(const Settings& settings) override {
    if (!path_.empty() && !repository_.path.empty()) {
      return FailUsage("PATH and --repo both name the checkout; leave out one of them");
    }
    if (path_.empty()) path_ = repository_.path;
    const absl::StatusOr<Place> place = place_.Resolve(settings);
    if (!place.ok()) return FailUsage(std::string(place.status().message()));
    const absl::StatusOr<fs::path> named = Root(settings);
    if (!named.ok()) return Fail(named.status());
    const fs::path& root = *named;
    const absl::StatusOr<std::unique_ptr<Verbs>> verbs = OpenVerbs(*place, Access::kExtend);
    if (!verbs.ok()) return Fail(verbs.status(), Phase::kOpening);
    if (!yes_) {
      const absl::Status confirmed =
          Confirm(fmt::format("Remove the index of {}? Its files stay.", root.string()),
                  "use --yes to remove it", settings);
      if (!confirmed.ok()) return Fail(confirmed);
    }
    const absl::StatusOr<PruneAnswer> answer =
        (*verbs)->Prune({.root = root}, {.cancelled = Interrupt::flag()});
    if (absl::IsNotFound(answer.status())) {
      return Fail(WithKnownCheckouts(answer.status(), **verbs, path_));
    }
    if (!answer.ok()) return Fail(answer.status());
    const bool json = format_.Resolve(settings) == kJsonFormat;
    const absl::Status told = WriteText(json ? JsonOf(*answer) : TextOf(*answer));
    return told.ok() ? kExitDone : Fail(told);
  }

 private:
  // The checkout that PATH names, whether or not it exists.
  absl::StatusOr<fs::path> Root(const Settings& settings) const {
    if (path_.empty()) return repository_.Resolve(settings);
    std::error_code error;
    const fs::path written = settings.working_directory / path_;
    fs::path root = fs::weakly_canonical(written, error);
    if (error) root = written.lexically_normal();
    if (!root.has_filename()) root = root.parent_path();  // behind a slash at the end
    return root;
  }

  std::string path_;
  RepositoryOption repository_;
  bool yes_ = false;
  FormatOption format_;
  PlaceOption place_;
};

}  // namespace

std::unique_ptr<Command> MakeForgetCommand() { return std::make_unique<ForgetCommand>(); }

}  // namespace waymark::services
