// `team work`: takes repositories from the queue of work, indexes and publishes them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include <absl/status/statusor.h>

#include "config/settings.h"
#include "services/team_program.h"
#include "services/worker.h"

namespace CLI {
class App;
}  // namespace CLI

namespace waymark::services {

class WorkAction {
 public:
  void AddTo(CLI::App& app);
  // Whether an option of it is given.
  bool is_given() const;

  // Works until it is interrupted, or the queue is empty if that is asked for. Writes a line for
  // each job that ended.
  absl::StatusOr<WorkReport> Run(const TeamOptions& team, const Settings& settings, bool is_json);

 private:
  absl::StatusOr<std::filesystem::path> Directory(const Settings& settings) const;

  std::optional<unsigned> jobs_;
  std::string directory_;
  std::optional<std::uint64_t> clone_bytes_;
  std::optional<std::uint64_t> memory_bytes_;
  bool until_empty_ = false;
};

}  // namespace waymark::services
