// `install` and `uninstall`: show the change of each client's file, ask, then make it.
#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "config/argument_checks.h"
#include "config/config_file.h"
#include "graph/status.h"
#include "install/install_clients.h"
#include "install/install_record.h"
#include "install/wrap_server.h"
#include "options/command.h"
#include "output/confirm.h"
#include "output/exit_code.h"
#include "output/output.h"
#include "services/shell_word.h"
#include "services/visible_text.h"
#include "wire/utf8.h"

namespace waymark::services {
namespace {

constexpr char kThisProgram[] = "/proc/self/exe";

// The names of clients that have a file in a scope that is asked for, each once.
std::vector<std::string> ClientNames(const std::function<bool(InstallScope)>& is_asked) {
  std::vector<std::string> names;
  for (const ClientRow& client : AllClients()) {
    const bool is_new = std::find(names.begin(), names.end(), client.name) == names.end();
    if (is_asked(client.scope) && is_new) names.emplace_back(client.name);
  }
  return names;
}

std::vector<std::string> AllClientNames() {
  return ClientNames([](InstallScope) { return true; });
}

// A client whose file is changed, and the file.
struct Target {
  const ClientRow* client = nullptr;
  std::filesystem::path path;
  std::string project = {};  // whose server is wrapped; empty: the server is for all of them
};

// "Claude Code", "Claude Code for /src/shop".
std::string TitleOf(const Target& target) {
  if (target.project.empty()) return std::string(target.client->title);
  return fmt::format("{} for {}", target.client->title, VisibleLine(target.project));
}

// The target and, where its file has servers of single projects, one for each of these.
std::vector<Target> WithProjects(const Target& target) {
  std::vector<Target> targets = {target};
  const absl::StatusOr<ConfigFile> file = ReadConfigFile(target.path);
  if (!file.ok()) return targets;
  for (std::string& project : ProjectsIn(file->text)) {
    targets.push_back({target.client, target.path, std::move(project)});
  }
  return targets;
}

// The change of a target's file; `text` is the new content.
struct Change {
  const ClientRow* client = nullptr;
  ConfigFile file;
  std::string text;
  std::string inserted;       // for `install`: the new bytes
  bool removes_file = false;  // for `uninstall`: delete the file that `install` created
  std::vector<std::filesystem::path> removed_directories;
};

// The steps that both commands take for each file.
class ClientConfigCommand : public Command {
 public:
  void Describe(CLI::App& app) override {
    app.add_option("clients", names_, clients_help())
        ->type_name("CLIENT")
        ->check(OneOf(AllClientNames()));
    auto* const yes = app.add_flag("-y,--yes", yes_, "Change without asking");
    app.add_flag("--dry-run", dry_run_, "Show the changes and make none")->excludes(yes);
    app.add_flag("--project", is_project_, project_help());
    auto* const instructions =
        app.add_flag("--instructions", is_instructions_, instructions_help());
    app.add_option("--wrap", wrapped_, wrap_help())
        ->type_name("SERVER")
        ->check(NotBlank("name a server of the configuration"))
        ->excludes(instructions);
    DescribeMore(app);
  }

  int Run(const Settings& settings) override {
    if (const std::string misuse = FindMisuse(); !misuse.empty()) return FailUsage(misuse);
    if (!settings.state_directory.has_value()) {
      return Fail(absl::FailedPreconditionError(
          "HOME is not set, so the configurations of agents cannot be found"));
    }
    absl::StatusOr<InstallRecord> record =
        InstallRecord::Read(*settings.state_directory / kInstallRecordPath);
    if (!record.ok()) return Fail(record.status());
    const absl::StatusOr<std::vector<Target>> targets = Targets(settings, *record);
    if (!targets.ok()) {
      const absl::Status told = WriteText(NextStep({}, settings));
      return Fail(told.ok() ? targets.status() : told);
    }
    int exit_code = kExitDone;
    std::vector<const ClientRow*> changed;
    for (const Target& target : *targets) {
      const absl::StatusOr<bool> is_changed = Handle(target, settings, *record);
      if (!is_changed.ok()) {
        exit_code = Fail(absl::Status(
            is_changed.status().code(),
            fmt::format("{}: {}", TitleOf(target), std::string(is_changed.status().message()))));
      } else if (*is_changed) {
        changed.push_back(target.client);
      }
    }
    if (const absl::Status told = WriteText(NextStep(changed, settings)); !told.ok()) {
      return Fail(told);
    }
    return exit_code;
  }

 protected:
  virtual std::string clients_help() const = 0;
  virtual std::string project_help() const = 0;
  virtual std::string instructions_help() const = 0;
  virtual std::string wrap_help() const = 0;
  virtual void DescribeMore(CLI::App& app) = 0;

  // Fills in the new text for --wrap.
  virtual absl::Status PlanWrap(const EntryForm& form, const ConfigPlace& place,
                                Change& change) const = 0;

  // The error in the combination of options; empty if there is none.
  virtual std::string FindMisuse() const { return ""; }

  // The targets if no client is named; an error if there are none.
  virtual absl::StatusOr<std::vector<Target>> MeantTargets(const Settings& settings,
                                                           const InstallRecord& record) const = 0;
  // Fills in the new text; an unchanged text means that there is nothing to do.
  virtual absl::Status Plan(const Settings& settings, const InstallRecord& record,
                            Change& change) const = 0;
  virtual absl::Status Remember(const Change& change, InstallRecord& record) const = 0;

  // Called instead of Remember if there is nothing to do.
  virtual absl::Status RememberUnchanged(const Change& /*change*/,
                                         InstallRecord& /*record*/) const {
    return absl::OkStatus();
  }

  // What follows the title of a target.
  virtual std::string_view nothing_to_do() const = 0;
  // What precedes it.
  virtual std::string_view done() const = 0;

  // Lines that tell what to do after the changes; may be empty.
  virtual std::string NextStep(const std::vector<const ClientRow*>& /*changed*/,
                               const Settings& /*settings*/) const {
    return "";
  }

  bool asks_for_scope() const { return is_project_ || is_instructions_; }

  bool is_project() const { return is_project_; }

  // Whether the command is about another server, of this name.
  bool wraps() const { return !wrapped_.empty(); }

  const std::string& wrapped() const { return wrapped_; }

  bool IsAsked(InstallScope scope) const {
    switch (scope) {
      case InstallScope::kUser:
        return !asks_for_scope();
      case InstallScope::kProject:
        return is_project_;
      case InstallScope::kInstructions:
        return is_instructions_;
    }
    return false;
  }

  // The names of clients that have a file in an asked scope.
  std::string AskedNames() const {
    return fmt::format(
        "{}", fmt::join(ClientNames([this](InstallScope scope) { return IsAsked(scope); }), ", "));
  }

  // The rows of the asked scopes that `is_meant`.
  absl::StatusOr<std::vector<Target>> TargetsOf(
      const Settings& settings, const std::function<bool(const ClientRow&)>& is_meant) const {
    std::vector<Target> targets;
    for (const ClientRow& client : AllClients()) {
      if (!IsAsked(client.scope) || !is_meant(client)) continue;
      WM_ASSIGN_OR_RETURN(std::filesystem::path path, ConfigPathOf(client, settings));
      targets.push_back({&client, std::move(path)});
    }
    return targets;
  }

 private:
  absl::StatusOr<std::vector<Target>> Targets(const Settings& settings,
                                              const InstallRecord& record) const {
    if (names_.empty()) return wraps() ? WrapTargets(settings) : MeantTargets(settings, record);
    WM_ASSIGN_OR_RETURN(std::vector<Target> named, NamedTargets(settings));
    if (!wraps()) return named;
    std::vector<Target> holders = Holders(named);
    // Each one tells that it has no such server.
    return holders.empty() ? named : holders;
  }

  absl::StatusOr<std::vector<Target>> NamedTargets(const Settings& settings) const {
    for (const std::string& name : names_) {
      const bool is_known = std::any_of(
          AllClients().begin(), AllClients().end(),
          [&](const ClientRow& client) { return client.name == name && IsAsked(client.scope); });
      if (is_known) continue;
      return absl::InvalidArgumentError(
          fmt::format("'{}' has no file for this; name one of: {}", name, AskedNames()));
    }
    return TargetsOf(settings, [&](const ClientRow& client) {
      return std::find(names_.begin(), names_.end(), client.name) != names_.end();
    });
  }

  absl::StatusOr<std::vector<Target>> WrapTargets(const Settings& settings) const {
    WM_ASSIGN_OR_RETURN(const std::vector<Target> clients,
                        TargetsOf(settings, [](const ClientRow& client) {
                          return client.form->unwrap != nullptr;
                        }));
    std::vector<Target> holders = Holders(clients);
    if (!holders.empty()) return holders;
    return absl::NotFoundError(
        fmt::format("no configuration of an agent here has a server '{}'", wrapped_));
  }

  // The targets whose place in the file has the server to wrap, or whose file cannot be read, which
  // is told then.
  std::vector<Target> Holders(const std::vector<Target>& clients) const {
    std::vector<Target> holders;
    for (const Target& client : clients) {
      for (Target& target : WithProjects(client)) {
        if (MayHold(target)) holders.push_back(std::move(target));
      }
    }
    return holders;
  }

  bool MayHold(const Target& target) const {
    const EntryForm& form = *target.client->form;
    const absl::StatusOr<ConfigFile> file = ReadConfigFile(target.path);
    if (!file.ok() || form.unwrap == nullptr) return true;
    return file->exists && !absl::IsNotFound(form.unwrap(file->text, PlaceOf(target)).status());
  }

  ConfigPlace PlaceOf(const Target& target) const {
    return {target.client->place.parent, wrapped_, target.project};
  }

  absl::Status PlanWrapIn(const Target& target, Change& change) const {
    const EntryForm& form = *target.client->form;
    if (form.wrap != nullptr) return PlanWrap(form, PlaceOf(target), change);
    return absl::FailedPreconditionError(
        "the words of a command in this form of file are not changed; write `waymark proxy "
        "--name SERVER --` before the command by hand");
  }

  // Whether the file was changed.
  absl::StatusOr<bool> Handle(const Target& target, const Settings& settings,
                              InstallRecord& record) const {
    Change change{.client = target.client};
    WM_ASSIGN_OR_RETURN(change.file, ReadConfigFile(target.path));
    const absl::Status planned =
        wraps() ? PlanWrapIn(target, change) : Plan(settings, record, change);
    if (!planned.ok()) {
      return absl::Status(planned.code(),
                          fmt::format("{}: {}; it is left as it is", change.file.path.string(),
                                      std::string(planned.message())));
    }
    const std::string shown_path = VisibleLine(change.file.path.string());
    if (change.text == change.file.text && !change.removes_file) {
      if (!dry_run_ && !wraps()) WM_RETURN_IF_ERROR(RememberUnchanged(change, record));
      WM_RETURN_IF_ERROR(
          WriteText(fmt::format("{} {} ({}).\n", TitleOf(target), nothing_to_do(), shown_path)));
      return false;
    }
    WM_RETURN_IF_ERROR(
        WriteText(UnifiedDiff(change.file.path.string(), change.file.text, change.text)));
    if (change.removes_file) WM_RETURN_IF_ERROR(WriteText("The file is removed.\n"));
    if (dry_run_) return false;
    if (!yes_) {
      WM_RETURN_IF_ERROR(Confirm(fmt::format("Change {}?", change.file.path.string()),
                                 "use --yes to change it, or --dry-run to only look", settings));
    }
    WM_RETURN_IF_ERROR(change.removes_file
                           ? RemoveConfigFile(change.file, change.removed_directories)
                           : ReplaceConfigFile(change.file, change.text));
    // A wrapped server is recognised by its words, so it needs no record.
    if (!wraps()) WM_RETURN_IF_ERROR(Remember(change, record));
    WM_RETURN_IF_ERROR(
        WriteText(fmt::format("{} {} ({}).\n", done(), TitleOf(target), shown_path)));
    return true;
  }

  std::vector<std::string> names_;
  bool yes_ = false;
  bool dry_run_ = false;
  bool is_project_ = false;
  bool is_instructions_ = false;
  std::string wrapped_;
};

// The path of the running program.
absl::StatusOr<std::filesystem::path> ThisProgram() {
  std::error_code error;
  std::filesystem::path program = std::filesystem::read_symlink(kThisProgram, error);
  if (error) return absl::UnavailableError("cannot find the path of this program");
  return program;
}

// The program as the file of a client names it.
absl::StatusOr<std::string> ProgramFor(const ClientRow& client) {
  if (client.scope != InstallScope::kUser) return std::string(kProgramName);
  WM_ASSIGN_OR_RETURN(const std::filesystem::path program, ThisProgram());
  return program.string();
}

class InstallCommand final : public ClientConfigCommand {
 protected:
  std::string clients_help() const override {
    return fmt::format("Any of: {} (default: those that were used here)",
                       fmt::join(AllClientNames(), ", "));
  }

  std::string project_help() const override {
    const auto is_project_scope = [](InstallScope scope) {
      return scope == InstallScope::kProject;
    };
    return fmt::format(
        "Change the files of this checkout instead of yours, to share with others "
        "who work in it; for {}",
        fmt::join(ClientNames(is_project_scope), ", "));
  }

  std::string instructions_help() const override {
    return "Tell agents in this checkout when to ask: a section in AGENTS.md (agents-md); for "
           "claude-code also in CLAUDE.md, two skills, and a hook that adds the blast radius to "
           "each edit";
  }

  std::string wrap_help() const override {
    return "Put `waymark proxy` around another server of the configuration, so that its answers "
           "get smaller; uninstall --wrap takes it off again";
  }

  void DescribeMore(CLI::App& app) override {
    auto* const wrap = app.get_option("--wrap");
    app.add_option("--toolset", toolset_, "Tools that the server offers, as with waymark mcp")
        ->type_name("default|full")
        ->check(OneOf({"default", "full"}))
        ->excludes(wrap);
    app.add_option("--store", store_, "Directory of the store that the server uses")
        ->type_name("DIR")
        ->check(NotBlank("name a directory"))
        ->excludes(wrap);
  }

  absl::Status PlanWrap(const EntryForm& form, const ConfigPlace& place,
                        Change& change) const override {
    WM_ASSIGN_OR_RETURN(const std::string program, ProgramFor(*change.client));
    WM_ASSIGN_OR_RETURN(change.text, form.wrap(change.file.text, place, program));
    return absl::OkStatus();
  }

  std::string FindMisuse() const override {
    if (store_.empty() || !is_project()) return "";
    return "a store is a directory of this machine, and --project writes for others too: leave "
           "out --store";
  }

  absl::StatusOr<std::vector<Target>> MeantTargets(const Settings& settings,
                                                   const InstallRecord&) const override {
    WM_ASSIGN_OR_RETURN(
        std::vector<Target> targets,
        TargetsOf(settings, [&](const ClientRow& client) { return IsPresent(client, settings); }));
    if (!targets.empty()) return targets;
    return absl::NotFoundError(fmt::format(
        "no supported agent was found here; name one to configure it anyway: {}", AskedNames()));
  }

  absl::Status Plan(const Settings& settings, const InstallRecord&, Change& change) const override {
    ServerCommand command{.arguments = {"mcp"}};
    WM_ASSIGN_OR_RETURN(command.program, ProgramFor(*change.client));
    if (toolset_ == "full")
      command.arguments.insert(command.arguments.end(), {"--toolset", "full"});
    if (!store_.empty()) {
      command.arguments.insert(command.arguments.end(),
                               {"--store", (settings.working_directory / store_).string()});
    }
    for (const std::string& word : command.arguments) {
      if (!wire::IsUtf8(word) || !wire::IsUtf8(command.program)) {
        return absl::InvalidArgumentError("the path of the program or of the store is not UTF-8");
      }
    }
    WM_ASSIGN_OR_RETURN(const TextInsertion insertion,
                        AddEntry(*change.client, command, change.file.text));
    change.inserted = insertion.text;
    change.text = insertion.ApplyTo(change.file.text);
    return absl::OkStatus();
  }

  absl::Status Remember(const Change& change, InstallRecord& record) const override {
    return record.Put({.client = std::string(change.client->name),
                       .path = change.file.path.string(),
                       .inserted = change.inserted,
                       .scope = std::string(NameOf(change.client->scope)),
                       .made_file = !change.file.exists,
                       .made_directories = change.file.missing_directories});
  }

  std::string_view nothing_to_do() const override {
    return wraps() ? "has it wrapped already" : "has it already";
  }

  std::string_view done() const override { return wraps() ? "Wrapped in" : "Added to"; }

  std::string NextStep(const std::vector<const ClientRow*>& changed,
                       const Settings& settings) const override {
    std::vector<std::string_view> agents;
    bool is_instructed = false;
    bool is_shared = false;
    for (const ClientRow* const client : changed) {
      is_shared = is_shared || client->scope != InstallScope::kUser;
      if (client->scope == InstallScope::kInstructions) {
        is_instructed = true;
      } else if (std::find(agents.begin(), agents.end(), client->title) == agents.end()) {
        agents.push_back(client->title);
      }
    }
    std::string text;
    if (!agents.empty() && wraps()) {
      text += fmt::format("\nNext: restart {}.\n", fmt::join(agents, ", "));
    } else if (!agents.empty()) {
      text += fmt::format(
          "\nNext: restart {}, then ask: \"What breaks if I change NAME? Use waymark.\"\n",
          fmt::join(agents, ", "));
    }
    if (is_instructed) {
      text +=
          "\nNext: begin a new session of your agent in this checkout; it is told when to ask "
          "Waymark.\n";
    }
    if (is_shared && !IsOnPath(settings, kProgramName)) {
      text += fmt::format(
          "\nThe files of a checkout start '{}' from the PATH, and no directory of "
          "yours has it: add that of this program to PATH.\n",
          kProgramName);
    }
    return text;
  }

 private:
  std::string toolset_ = "default";
  std::string store_;
};

// The row that made an entry of the record; null if this version has none.
const ClientRow* RowOf(const InstallEntry& entry) {
  for (const ClientRow& client : AllClients()) {
    const bool is_file = client.scope == InstallScope::kUser ||
                         entry.path.ends_with(fmt::format("/{}", client.path));
    if (client.name == entry.client && NameOf(client.scope) == entry.scope && is_file) {
      return &client;
    }
  }
  return nullptr;
}

class UninstallCommand final : public ClientConfigCommand {
 protected:
  std::string clients_help() const override {
    return fmt::format("Any of: {} (default: everything that install changed)",
                       fmt::join(AllClientNames(), ", "));
  }

  std::string project_help() const override {
    return "Undo install --project in this checkout, and nothing else";
  }

  std::string instructions_help() const override {
    return "Undo install --instructions in this checkout, and nothing else";
  }

  std::string wrap_help() const override {
    return "Take `waymark proxy` off a server that install --wrap put it around, and nothing else";
  }

  void DescribeMore(CLI::App&) override {}

  absl::Status PlanWrap(const EntryForm& form, const ConfigPlace& place,
                        Change& change) const override {
    WM_ASSIGN_OR_RETURN(change.text, form.unwrap(change.file.text, place));
    return absl::OkStatus();
  }

  absl::StatusOr<std::vector<Target>> MeantTargets(const Settings& settings,
                                                   const InstallRecord& record) const override {
    std::vector<Target> targets;
    if (asks_for_scope()) {
      WM_ASSIGN_OR_RETURN(targets, TargetsOf(settings, [](const ClientRow&) { return true; }));
      std::erase_if(targets, [&](const Target& target) {
        std::error_code ignored;
        return record.Find(target.client->name,
                           std::filesystem::weakly_canonical(target.path, ignored).string()) ==
               nullptr;
      });
    } else {
      for (const InstallEntry& entry : record.entries()) {
        if (const ClientRow* const client = RowOf(entry)) targets.push_back({client, entry.path});
      }
    }
    if (!targets.empty()) return targets;
    return absl::NotFoundError(
        fmt::format("install changed nothing here; name one of: {}", AskedNames()));
  }

  // Removes the inserted bytes if they are still there unchanged; otherwise the entry as it is now.
  absl::Status Plan(const Settings&, const InstallRecord& record, Change& change) const override {
    const std::string& file = change.file.text;
    const InstallEntry* const entry = record.Find(change.client->name, change.file.path.string());
    if (entry != nullptr && !entry->inserted.empty()) {
      const std::size_t at = file.find(entry->inserted);
      if (at != std::string::npos && file.find(entry->inserted, at + 1) == std::string::npos) {
        change.text = file.substr(0, at) + file.substr(at + entry->inserted.size());
        change.removes_file = entry->made_file && change.text.empty();
        change.removed_directories = entry->made_directories;
        return absl::OkStatus();
      }
    }
    absl::StatusOr<std::string> text = RemoveEntry(*change.client, file);
    if (absl::IsNotFound(text.status())) text = file;
    WM_RETURN_IF_ERROR(text.status());
    change.text = *std::move(text);
    return absl::OkStatus();
  }

  absl::Status Remember(const Change& change, InstallRecord& record) const override {
    return record.Remove(change.client->name, change.file.path.string());
  }

  // An entry that is gone needs no record: its file may be gone, with its checkout.
  absl::Status RememberUnchanged(const Change& change, InstallRecord& record) const override {
    return Remember(change, record);
  }

  // Wrapped servers stay, and are started by a program that may be removed next.
  std::string NextStep(const std::vector<const ClientRow*>& /*changed*/,
                       const Settings& settings) const override {
    std::string text;
    const absl::StatusOr<std::vector<Target>> clients = TargetsOf(
        settings, [](const ClientRow& client) { return client.form->wrapped != nullptr; });
    if (wraps() || !clients.ok()) return text;
    for (const Target& client : *clients) {
      const absl::StatusOr<ConfigFile> file = ReadConfigFile(client.path);
      if (!file.ok()) continue;
      for (const Target& target : WithProjects(client)) {
        const ConfigPlace place = {target.client->place.parent, "", target.project};
        for (const std::string& server : target.client->form->wrapped(file->text, place)) {
          text += fmt::format(
              "The server {} of {} is still behind `waymark proxy`; take it off: "
              "waymark uninstall --wrap {}\n",
              VisibleLine(server), TitleOf(target), ShellWord(server));
        }
      }
    }
    return text;
  }

  std::string_view nothing_to_do() const override {
    return wraps() ? "does not have it wrapped" : "does not have it";
  }

  std::string_view done() const override { return wraps() ? "Unwrapped in" : "Removed from"; }
};

}  // namespace

std::unique_ptr<Command> MakeInstallCommand() { return std::make_unique<InstallCommand>(); }

std::unique_ptr<Command> MakeUninstallCommand() { return std::make_unique<UninstallCommand>(); }

}  // namespace waymark::services
