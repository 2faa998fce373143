// `bundle`: writes the state of a commit into one file, takes it over, and shows it.
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "config/argument_checks.h"
#include "config/descriptor.h"
#include "graph/status.h"
#include "graph/store.h"
#include "options/command.h"
#include "options/query_options.h"
#include "options/team_option.h"
#include "output/exit_code.h"
#include "output/interrupt.h"
#include "output/notes.h"
#include "output/output.h"
#include "output/output_file.h"
#include "output/progress_meter.h"
#include "services/quantities.h"
#include "services/shared/bundles.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

enum class BundleAction : std::uint8_t { kExport, kImport, kShow };

constexpr std::string_view kStandardStream = "-";
constexpr std::size_t kShortCommit = 12;

std::string ShortCommit(const BundleSummary& bundle) {
  return VisibleLine(bundle.commit.substr(0, kShortCommit));
}

std::string ShareOfSource(const BundleSummary& bundle) {
  // A few small files take less than what there is once: the columns, and the history.
  if (bundle.source_bytes < bundle.file_bytes) return "";
  return fmt::format(", {:.2f} of the source", static_cast<double>(bundle.file_bytes) /
                                                   static_cast<double>(bundle.source_bytes));
}

std::string TextOf(const BundleSummary& bundle) {
  std::string text = fmt::format("repository  {}\n", VisibleLine(bundle.repository));
  if (!bundle.directory.empty()) {
    text += fmt::format("directory   {}\n", VisibleLine(bundle.directory));
  }
  text += fmt::format("commit      {}\n", VisibleLine(bundle.commit));
  text += fmt::format("root        {}\n", bundle.root.ToHex());
  text += fmt::format("files       {}, {} skipped, {} of source\n", Grouped(bundle.files),
                      Grouped(bundle.skipped), ByteSize(bundle.source_bytes));
  if (!bundle.unindexed.empty()) {
    text += fmt::format("not indexed {}\n", VisibleLine(KindsText(bundle.unindexed)));
  }
  text += fmt::format("history     {}\n", bundle.has_history ? "yes" : "no");
  text += fmt::format("size        {}{}; {} unpacked\n", ByteSize(bundle.file_bytes),
                      ShareOfSource(bundle), ByteSize(bundle.content_bytes));
  text += fmt::format("made by     waymark {}, rules {:08x}\n", VisibleLine(bundle.maker),
                      bundle.indexer_version);
  return text;
}

Json JsonOf(const BundleSummary& bundle) {
  Json kinds = Json::object();
  for (const KindCount& count : bundle.unindexed) kinds[count.kind] = count.files;
  return {{"repository", bundle.repository},
          {"directory", bundle.directory},
          {"commit", bundle.commit},
          {"root", bundle.root.ToHex()},
          {"files", bundle.files},
          {"skipped", bundle.skipped},
          {"source_bytes", bundle.source_bytes},
          {"content_bytes", bundle.content_bytes},
          {"file_bytes", bundle.file_bytes},
          {"history", bundle.has_history},
          {"not_indexed", std::move(kinds)},
          {"made_by", bundle.maker},
          {"rules", fmt::format("{:08x}", bundle.indexer_version)}};
}

std::string Dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

class BundleCommand final : public Command {
 public:
  void Describe(CLI::App& app) override {
    const std::map<std::string, BundleAction> actions = {{"export", BundleAction::kExport},
                                                         {"import", BundleAction::kImport},
                                                         {"show", BundleAction::kShow}};
    app.add_option("action", action_,
                   "export: index a commit and write it to FILE. import: add FILE to the index. "
                   "show: verify FILE and tell what it holds")
        ->type_name("export|import|show")
        ->transform(NameOf(actions))
        ->required();
    app.add_option("file", file_,
                   "The bundle; - is standard output for export, standard input otherwise")
        ->type_name("FILE")
        ->check(NotBlank("name a file, such as project.waymark"))
        ->required();
    app.add_option("--at", at_, "With export: branch, tag, HEAD~3 or id (default: HEAD)")
        ->type_name("REV")
        ->check(NotBlank("name a branch, a tag or a commit"));
    app.add_option("--name", name_,
                   "Name of the repository (default: its remote, else the directory)")
        ->type_name("NAME")
        ->check(NotBlank("give a name"));
    repository_.AddTo(app);
    format_.AddTo(app, {kTextFormat, kJsonFormat});
    store_.AddTo(app);
  }

  std::optional<std::string> asked_directory() const override { return repository_.path; }

  int Run(const Settings& settings) override {
    if (!at_.empty() && action_ != BundleAction::kExport) return FailUsage("--at goes with export");
    const bool names_repository = !name_.empty() || !repository_.path.empty();
    if (names_repository && action_ == BundleAction::kShow) {
      return FailUsage("--repo and --name go with export and import");
    }
    if (action_ == BundleAction::kShow) return End(Show(settings));
    const absl::StatusOr<fs::path> root = repository_.Resolve(settings);
    if (!root.ok()) return Fail(root.status());
    const absl::StatusOr<fs::path> directory = store_.Resolve(settings);
    if (!directory.ok()) return FailUsage(std::string(directory.status().message()));
    const absl::StatusOr<std::unique_ptr<graph::Store>> store =
        graph::Store::Open({.directory = *directory, .shared = ConfiguredTeamBlobs(settings)});
    if (!store.ok()) return Fail(store.status(), Phase::kOpening);
    return End(action_ == BundleAction::kExport ? Export(**store, *root, settings)
                                                : Import(**store, *root, settings));
  }

 private:
  static int End(const absl::Status& status) { return status.ok() ? kExitDone : Fail(status); }

  bool IsStandardStream() const { return file_ == kStandardStream; }

  bool IsJson(const Settings& settings) const { return format_.Resolve(settings) == kJsonFormat; }

  fs::path Path(const Settings& settings) const { return settings.working_directory / file_; }

  absl::Status Export(graph::Store& store, const fs::path& root, const Settings& settings) const {
    if (IsStandardStream() && settings.stdout_is_terminal) {
      return absl::InvalidArgumentError(
          "a bundle is binary and standard output is a terminal; name a file, or redirect it");
    }
    std::unique_ptr<OutputFile> file;
    if (!IsStandardStream()) {
      WM_ASSIGN_OR_RETURN(file, OutputFile::Create(Path(settings)));
    }
    absl::StatusOr<BundleExport> exported = WriteTo(store, root, file.get(), settings);
    WM_RETURN_IF_ERROR(exported.status());
    if (!exported->history_trouble.empty()) {
      PrintNote(fmt::format("waymark: the bundle has no history: {}\n",
                            VisibleMessage(exported->history_trouble)));
    }
    if (file == nullptr) return absl::OkStatus();
    WM_RETURN_IF_ERROR(file->Keep());
    const BundleSummary& bundle = exported->summary;
    if (IsJson(settings)) return WriteText(Dump(JsonOf(bundle)));
    if (IsQuiet()) return absl::OkStatus();
    return WriteText(fmt::format("exported {} at {}: {}, {}{}\n", VisibleLine(bundle.repository),
                                 ShortCommit(bundle), Counted(bundle.files, "file", "files"),
                                 ByteSize(bundle.file_bytes), ShareOfSource(bundle)));
  }

  absl::StatusOr<BundleExport> WriteTo(graph::Store& store, const fs::path& root, OutputFile* file,
                                       const Settings& settings) const {
    ProgressMeter meter(settings);
    BundleExportRequest request{.root = root, .repository_name = name_};
    if (!at_.empty()) request.at = at_;
    return ExportBundle(
        store, request,
        [file](std::string_view bytes) {
          return file == nullptr ? WriteOut(bytes) : file->Write(bytes);
        },
        [&meter](const indexer::Progress& progress) { meter.Show(progress); },
        [&meter](std::uint64_t done, std::uint64_t total) {
          meter.ShowBytes("compressing", done, total);
        },
        {.cancelled = Interrupt::flag()});
  }

  absl::Status Import(graph::Store& store, const fs::path& root, const Settings& settings) const {
    const auto work = [&](const graph::BundleSource& source, const BundleProgress& progress,
                          const CallControl& control) {
      return ImportBundle(store, {.root = root, .repository_name = name_}, source, progress,
                          control);
    };
    WM_ASSIGN_OR_RETURN(const BundleImport imported, Read<BundleImport>(settings, work));
    if (IsJson(settings)) {
      Json json = JsonOf(imported.summary);
      json["view"] = imported.view;
      json["generation"] = imported.generation;
      json["unchanged"] = imported.unchanged;
      return WriteText(Dump(json));
    }
    if (IsQuiet()) return absl::OkStatus();
    return WriteText(fmt::format(
        "{} {} at {}: {}; `waymark index` parses only what differs from it\n",
        imported.unchanged ? "had" : "imported", VisibleLine(imported.summary.repository),
        ShortCommit(imported.summary), Counted(imported.summary.files, "file", "files")));
  }

  absl::Status Show(const Settings& settings) const {
    WM_ASSIGN_OR_RETURN(const BundleSummary bundle, Read<BundleSummary>(settings, ReadBundle));
    return WriteText(IsJson(settings) ? Dump(JsonOf(bundle)) : TextOf(bundle));
  }

  // Calls `work` with the bytes of FILE. A damaged file is a wrong argument.
  template <typename Result, typename Work>
  absl::StatusOr<Result> Read(const Settings& settings, const Work& work) const {
    const std::string name = IsStandardStream() ? "standard input" : Path(settings).string();
    const int descriptor =
        IsStandardStream() ? ::dup(STDIN_FILENO) : ::open(name.c_str(), O_RDONLY | O_CLOEXEC);
    const Descriptor open_file(descriptor);
    if (descriptor < 0) {
      return absl::NotFoundError(fmt::format("read {}: {}", name, std::strerror(errno)));
    }
    ProgressMeter meter(settings);
    const auto source = [&](char* out, std::size_t size) {
      return ReadSome(open_file.number(), out, size);
    };
    const auto progress = [&meter](std::uint64_t done, std::uint64_t total) {
      meter.ShowBytes("unpacking", done, total);
    };
    absl::StatusOr<Result> result = work(source, progress, {.cancelled = Interrupt::flag()});
    if (result.ok() || absl::IsCancelled(result.status())) return result;
    const std::string message =
        fmt::format("read {}: {}", name, std::string(result.status().message()));
    return absl::IsDataLoss(result.status()) ? absl::InvalidArgumentError(message)
                                             : absl::Status(result.status().code(), message);
  }

  static absl::StatusOr<std::size_t> ReadSome(int descriptor, char* out, std::size_t size) {
    for (;;) {
      const ssize_t count = ::read(descriptor, out, size);
      if (count >= 0) return static_cast<std::size_t>(count);
      if (errno == EINTR && !*Interrupt::flag()) continue;
      if (errno == EINTR) return absl::CancelledError("cancelled");
      return absl::InvalidArgumentError(std::strerror(errno));
    }
  }

  BundleAction action_ = BundleAction::kShow;
  std::string file_;
  std::string at_;
  std::string name_;
  RepositoryOption repository_;
  FormatOption format_;
  StoreOption store_;
};

}  // namespace

std::unique_ptr<Command> MakeBundleCommand() { return std::make_unique<BundleCommand>(); }

}  // namespace waymark::services
