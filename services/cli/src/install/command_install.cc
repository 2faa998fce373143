// `install` and `uninstall`: show the change of each client's configuration, ask, then make it.
#include <algorithm>
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
#include "options/command.h"
#include "output/confirm.h"
#include "output/exit_code.h"
#include "output/output.h"
#include "services/visible_text.h"
#include "wire/utf8.h"

namespace waymark::services {
namespace {

constexpr char kThisProgram[] = "/proc/self/exe";

const ClientRow* FindClient(std::string_view name) {
  for (const ClientRow& client : AllClients()) {
    if (client.name == name) return &client;
  }
  return nullptr;
}

std::vector<std::string> ClientNames() {
  std::vector<std::string> names;
  for (const ClientRow& client : AllClients()) names.emplace_back(client.name);
  return names;
}

// The change of a client's file; `text` is the new content.
struct Change {
  const ClientRow* client = nullptr;
  ConfigFile file;
  std::string text;
  std::string inserted;       // for `install`: the new bytes
  bool removes_file = false;  // for `uninstall`: delete the file that `install` created
  std::vector<std::filesystem::path> removed_directories;
};

// The steps that both commands take for each client.
class ClientConfigCommand : public Command {
 public:
  void Describe(CLI::App& app) override {
    app.add_option("clients", names_, clients_help())
        ->type_name("CLIENT")
        ->check(OneOf(ClientNames()));
    auto* const yes = app.add_flag("-y,--yes", yes_, "Change without asking");
    app.add_flag("--dry-run", dry_run_, "Show the changes and make none")->excludes(yes);
    DescribeMore(app);
  }

  int Run(const Settings& settings) override {
    if (!settings.state_directory.has_value()) {
      return Fail(absl::FailedPreconditionError(
          "HOME is not set, so the configurations of agents cannot be found"));
    }
    absl::StatusOr<InstallRecord> record =
        InstallRecord::Read(*settings.state_directory / kInstallRecordPath);
    if (!record.ok()) return Fail(record.status());
    absl::StatusOr<std::vector<const ClientRow*>> clients = Clients(settings, *record);
    if (!clients.ok()) return Fail(clients.status());
    int exit_code = kExitDone;
    for (const ClientRow* const client : *clients) {
      const absl::Status status = Handle(*client, settings, *record);
      if (!status.ok()) {
        exit_code = Fail(absl::Status(
            status.code(), fmt::format("{}: {}", client->title, std::string(status.message()))));
      }
    }
    return exit_code;
  }

 protected:
  virtual std::string clients_help() const = 0;
  virtual void DescribeMore(CLI::App& app) = 0;
  // The clients if none is named.
  virtual bool IsMeant(const ClientRow& client, const Settings& settings,
                       const InstallRecord& record) const = 0;
  virtual std::string none_meant() const = 0;
  // Fills in the new text; an unchanged text means that there is nothing to do.
  virtual absl::Status Plan(const Settings& settings, const InstallRecord& record,
                            Change& change) const = 0;
  virtual absl::Status Remember(const Change& change, InstallRecord& record) const = 0;
  virtual std::string_view nothing_to_do() const = 0;
  virtual std::string_view done() const = 0;

 private:
  absl::StatusOr<std::vector<const ClientRow*>> Clients(const Settings& settings,
                                                        const InstallRecord& record) const {
    std::vector<const ClientRow*> clients;
    for (const std::string& name : names_) {
      const ClientRow* const client = FindClient(name);
      if (std::find(clients.begin(), clients.end(), client) == clients.end()) {
        clients.push_back(client);
      }
    }
    if (!clients.empty()) return clients;
    for (const ClientRow& client : AllClients()) {
      if (IsMeant(client, settings, record)) clients.push_back(&client);
    }
    if (clients.empty()) {
      return absl::NotFoundError(fmt::format("{}; name one to configure it anyway: {}",
                                             none_meant(), fmt::join(ClientNames(), ", ")));
    }
    return clients;
  }

  absl::Status Handle(const ClientRow& client, const Settings& settings,
                      InstallRecord& record) const {
    WM_ASSIGN_OR_RETURN(const std::filesystem::path path, ConfigPathOf(client, settings));
    Change change{.client = &client};
    WM_ASSIGN_OR_RETURN(change.file, ReadConfigFile(path));
    const absl::Status planned = Plan(settings, record, change);
    if (!planned.ok()) {
      return absl::Status(planned.code(),
                          fmt::format("{}: {}; it is left as it is", change.file.path.string(),
                                      std::string(planned.message())));
    }
    if (change.text == change.file.text && !change.removes_file) {
      return WriteText(fmt::format("{}: {} {}\n", client.title, nothing_to_do(),
                                   VisibleLine(change.file.path.string())));
    }
    WM_RETURN_IF_ERROR(
        WriteText(UnifiedDiff(change.file.path.string(), change.file.text, change.text)));
    if (change.removes_file) WM_RETURN_IF_ERROR(WriteText("the file is removed\n"));
    if (dry_run_) return absl::OkStatus();
    if (!yes_) {
      WM_RETURN_IF_ERROR(Confirm(fmt::format("Change {}?", change.file.path.string()),
                                 "use --yes to change it, or --dry-run to only look", settings));
    }
    WM_RETURN_IF_ERROR(change.removes_file
                           ? RemoveConfigFile(change.file, change.removed_directories)
                           : ReplaceConfigFile(change.file, change.text));
    WM_RETURN_IF_ERROR(Remember(change, record));
    return WriteText(
        fmt::format("{}: {} {}\n", client.title, done(), VisibleLine(change.file.path.string())));
  }

  std::vector<std::string> names_;
  bool yes_ = false;
  bool dry_run_ = false;
};

class InstallCommand final : public ClientConfigCommand {
 protected:
  std::string clients_help() const override {
    return fmt::format("Any of: {} (default: those that were used here)",
                       fmt::join(ClientNames(), ", "));
  }

  void DescribeMore(CLI::App& app) override {
    app.add_option("--toolset", toolset_, "Tools that the server offers, as with waymark mcp")
        ->type_name("default|full")
        ->check(OneOf({"default", "full"}));
    app.add_option("--store", store_, "Directory of the store that the server uses")
        ->type_name("DIR")
        ->check(NotBlank("name a directory"));
  }

  bool IsMeant(const ClientRow& client, const Settings& settings,
               const InstallRecord&) const override {
    return IsPresent(client, settings);
  }

  std::string none_meant() const override { return "no supported agent is in your home directory"; }

  absl::Status Plan(const Settings& settings, const InstallRecord&, Change& change) const override {
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink(kThisProgram, error);
    if (error) return absl::UnavailableError("cannot find the path of this program");
    ServerCommand command{.program = program.string(), .arguments = {"mcp"}};
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
                        AddServer(*change.client, command, change.file.text));
    change.inserted = insertion.text;
    change.text = insertion.ApplyTo(change.file.text);
    return absl::OkStatus();
  }

  absl::Status Remember(const Change& change, InstallRecord& record) const override {
    return record.Put({.client = std::string(change.client->name),
                       .path = change.file.path.string(),
                       .inserted = change.inserted,
                       .made_file = !change.file.exists,
                       .made_directories = change.file.missing_directories});
  }

  std::string_view nothing_to_do() const override { return "the server is already in"; }

  std::string_view done() const override { return "the server is now in"; }

 private:
  std::string toolset_ = "default";
  std::string store_;
};

class UninstallCommand final : public ClientConfigCommand {
 protected:
  std::string clients_help() const override {
    return fmt::format("Any of: {} (default: those that install changed)",
                       fmt::join(ClientNames(), ", "));
  }

  void DescribeMore(CLI::App&) override {}

  bool IsMeant(const ClientRow& client, const Settings&,
               const InstallRecord& record) const override {
    return std::any_of(record.entries().begin(), record.entries().end(),
                       [&](const InstallEntry& entry) { return entry.client == client.name; });
  }

  std::string none_meant() const override { return "install changed nothing here"; }

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
    absl::StatusOr<std::string> text = RemoveServer(*change.client, file);
    if (absl::IsNotFound(text.status())) text = file;
    WM_RETURN_IF_ERROR(text.status());
    change.text = *std::move(text);
    return absl::OkStatus();
  }

  absl::Status Remember(const Change& change, InstallRecord& record) const override {
    return record.Remove(change.client->name, change.file.path.string());
  }

  std::string_view nothing_to_do() const override { return "the server is not in"; }

  std::string_view done() const override { return "the server is no longer in"; }
};

}  // namespace

std::unique_ptr<Command> MakeInstallCommand() { return std::make_unique<InstallCommand>(); }

std::unique_ptr<Command> MakeUninstallCommand() { return std::make_unique<UninstallCommand>(); }

}  // namespace waymark::services
