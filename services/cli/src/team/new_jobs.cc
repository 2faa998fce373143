#include "team/new_jobs.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <istream>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "services/visible_text.h"
#include "services/work_source.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

struct IntervalUnit {
  char sign;
  std::int64_t seconds;
};

constexpr IntervalUnit kIntervalUnits[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86'400}};
// The most lines of a list.
constexpr std::size_t kMaxListedJobs = 1'000'000;
constexpr std::size_t kMaxListLineBytes = kMaxJobSourceBytes + kMaxRevisionBytes + 64;
constexpr std::string_view kBlanks = " \t\r";

bool IsGitRepository(const fs::path& directory) {
  std::error_code error;
  if (fs::exists(directory / ".git", error)) return true;
  return fs::is_regular_file(directory / "HEAD", error) &&
         fs::is_directory(directory / "objects", error) &&
         fs::is_directory(directory / "refs", error);
}

// URLs name a repository of another machine; everything else is a path.
bool IsRemote(std::string_view source) {
  const std::size_t colon = source.find(':');
  return colon != std::string_view::npos && colon < source.find('/');
}

absl::StatusOr<std::string> SourceOf(const std::string& written, const Settings& settings,
                                     bool is_for_removal) {
  // An option that was misspelt, perhaps.
  if (IsRemote(written) || written.starts_with('-')) {
    WM_RETURN_IF_ERROR(CheckSource(written));
    return written;
  }
  std::error_code error;
  const fs::path path = fs::weakly_canonical(settings.working_directory / written, error);
  if (!is_for_removal && (error || !IsGitRepository(path))) {
    return absl::InvalidArgumentError(fmt::format(
        "'{}' is neither a URL nor the directory of a git repository", VisibleLine(written)));
  }
  WM_RETURN_IF_ERROR(CheckSource(path.string()));
  return path.string();
}

std::string RevisionOf(const std::string& written) { return written == "HEAD" ? "" : written; }

// The words of a line; "#" at the begin of one ends the line.
std::vector<std::string> WordsOf(std::string_view line) {
  std::vector<std::string> words;
  while (true) {
    line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
    if (line.empty() || line.front() == '#') return words;
    words.emplace_back(line.substr(0, line.find_first_of(kBlanks)));
    line.remove_prefix(words.back().size());
  }
}

class JobList {
 public:
  JobList(const Settings& settings, bool is_for_removal)
      : settings_(settings), is_for_removal_(is_for_removal) {}

  absl::Status Add(const std::string& source, const std::string& revision) {
    JobKey key;
    WM_ASSIGN_OR_RETURN(key.source, SourceOf(source, settings_, is_for_removal_));
    key.revision = RevisionOf(revision);
    WM_RETURN_IF_ERROR(CheckRevision(key.revision));
    if (seen_.emplace(key.source, key.revision).second) jobs_.push_back(std::move(key));
    return absl::OkStatus();
  }

  absl::Status AddLines(std::istream& lines, const std::string& name, const std::string& revision) {
    std::string line;
    for (std::size_t number = 1; std::getline(lines, line); ++number) {
      const std::vector<std::string> words = WordsOf(line);
      absl::Status added;
      if (line.size() > kMaxListLineBytes || number > kMaxListedJobs || words.size() > 2) {
        added = absl::InvalidArgumentError(
            fmt::format("write one repository a line, and perhaps a revision, in at most {} lines "
                        "of {} bytes",
                        kMaxListedJobs, kMaxListLineBytes));
      } else if (!words.empty()) {
        added = Add(words[0], words.size() > 1 ? words[1] : revision);
      }
      if (!added.ok()) {
        return {added.code(), fmt::format("{}:{}: {}", name, number, std::string(added.message()))};
      }
    }
    return absl::OkStatus();
  }

  std::vector<JobKey> Take() { return std::move(jobs_); }

 private:
  const Settings& settings_;
  const bool is_for_removal_;
  std::vector<JobKey> jobs_;
  std::set<std::pair<std::string, std::string>> seen_;
};

}  // namespace

std::optional<std::chrono::seconds> ParseInterval(std::string_view text) {
  for (const IntervalUnit& unit : kIntervalUnits) {
    if (text.size() < 2 || text.back() != unit.sign) continue;
    std::uint32_t count = 0;
    const char* const end = text.data() + text.size() - 1;
    const auto [at, error] = std::from_chars(text.data(), end, count);
    if (error != std::errc() || at != end) return std::nullopt;
    const std::chrono::seconds interval(count * unit.seconds);
    const bool is_possible = interval >= kMinInterval && interval <= kMaxInterval;
    return is_possible ? std::optional(interval) : std::nullopt;
  }
  return std::nullopt;
}

absl::StatusOr<std::vector<JobKey>> NamedJobs(const EnqueueArguments& arguments,
                                              const Settings& settings) {
  JobList jobs(settings, arguments.is_for_removal);
  for (const std::string& source : arguments.sources) {
    WM_RETURN_IF_ERROR(jobs.Add(source, arguments.revision));
  }
  if (arguments.list == "-") {
    WM_RETURN_IF_ERROR(jobs.AddLines(std::cin, "standard input", arguments.revision));
  } else if (!arguments.list.empty()) {
    std::ifstream file(settings.working_directory / arguments.list);
    if (!file) {
      return absl::NotFoundError(
          fmt::format("read {}: {}", VisibleLine(arguments.list), std::strerror(errno)));
    }
    WM_RETURN_IF_ERROR(jobs.AddLines(file, VisibleLine(arguments.list), arguments.revision));
  }
  return jobs.Take();
}

}  // namespace waymark::services
