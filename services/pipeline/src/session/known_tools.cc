#include "session/known_tools.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include <nlohmann/json.hpp>

namespace waymark::services {
namespace {

struct KnownTool {
  std::string_view name;
  ToolTraits traits;
};

constexpr ToolTraits kReadsFiles = {ToolKind::kFileRead};
constexpr ToolTraits kShowsFiles = {ToolKind::kFileRead, "", true};
constexpr ToolTraits kWritesFiles = {ToolKind::kFileMutate};
constexpr ToolTraits kWritesNotes = {ToolKind::kOther, "read_graph search_nodes open_nodes"};
constexpr ToolTraits kWritesTables = {ToolKind::kOther, "read_query list_tables describe_table"};
constexpr std::string_view kRepositoryTools =
    "git_status git_diff git_diff_unstaged git_diff_staged git_log git_show git_branch";
constexpr ToolTraits kWritesCommits = {ToolKind::kOther, kRepositoryTools};
// These write files whose paths no argument names.
constexpr ToolTraits kWritesCheckout = {ToolKind::kFileMutate, kRepositoryTools};
constexpr ToolTraits kWritesIssues = {ToolKind::kOther,
                                      "get_issue issue_read list_issues search_issues"};
constexpr ToolTraits kWritesPullRequests = {
    ToolKind::kOther,
    "get_pull_request pull_request_read list_pull_requests search_pull_requests "
    "get_pull_request_status get_pull_request_files get_pull_request_comments"};

// Sorted by name.
constexpr KnownTool kTools[] = {
    {"Edit", kWritesFiles},
    {"Glob", kReadsFiles},
    {"Grep", kShowsFiles},
    {"MultiEdit", kWritesFiles},
    {"NotebookEdit", kWritesFiles},
    {"NotebookRead", kShowsFiles},
    {"Read", kShowsFiles},
    {"Write", kWritesFiles},
    {"add_issue_comment", kWritesIssues},
    {"add_observations", kWritesNotes},
    {"append_insight", kWritesTables},
    {"apply_patch", kWritesFiles},
    {"create_directory", kWritesFiles},
    {"create_entities", kWritesNotes},
    {"create_issue", kWritesIssues},
    {"create_pull_request", kWritesPullRequests},
    {"create_relations", kWritesNotes},
    {"create_table", kWritesTables},
    {"delete_entities", kWritesNotes},
    {"delete_observations", kWritesNotes},
    {"delete_relations", kWritesNotes},
    {"directory_tree", kReadsFiles},
    {"edit", kWritesFiles},
    {"edit_file", kWritesFiles},
    {"get_file_contents", kShowsFiles},
    {"get_file_info", kReadsFiles},
    {"git_add", kWritesCommits},
    {"git_checkout", kWritesCheckout},
    {"git_commit", kWritesCommits},
    {"git_create_branch", kWritesCommits},
    {"git_reset", kWritesCheckout},
    {"glob", kReadsFiles},
    {"grep", kShowsFiles},
    {"issue_write", kWritesIssues},
    {"list", kReadsFiles},
    {"list_directory", kReadsFiles},
    {"list_directory_with_sizes", kReadsFiles},
    {"merge_pull_request", kWritesPullRequests},
    {"move_file", kWritesFiles},
    {"multiedit", kWritesFiles},
    {"patch", kWritesFiles},
    {"read", kShowsFiles},
    {"read_file", kShowsFiles},
    {"read_media_file", kReadsFiles},
    {"read_multiple_files", kShowsFiles},
    {"read_text_file", kShowsFiles},
    {"replace", kWritesFiles},
    {"replace_in_file", kWritesFiles},
    {"search_files", kReadsFiles},
    {"update_issue", kWritesIssues},
    {"update_pull_request", kWritesPullRequests},
    {"write", kWritesFiles},
    {"write_file", kWritesFiles},
    {"write_query", kWritesTables},
    {"write_to_file", kWritesFiles},
};

static_assert(std::is_sorted(std::begin(kTools), std::end(kTools),
                             [](const KnownTool& a, const KnownTool& b) {
                               return a.name < b.name;
                             }));

constexpr const char* kPathArguments[] = {"file_path",     "path",          "paths",
                                          "filePath",      "notebook_path", "target_file",
                                          "absolute_path", "source",        "destination"};

void AddPaths(const nlohmann::json& value, std::vector<std::string>& paths) {
  if (value.is_string()) paths.push_back(value.get<std::string>());
  if (!value.is_array()) return;
  for (const nlohmann::json& item : value) {
    if (item.is_string()) paths.push_back(item.get<std::string>());
  }
}

// Without "." and "..", and without a separator at the end.
std::string NormalPath(std::string_view path) {
  std::string normal = std::filesystem::path(path).lexically_normal().generic_string();
  if (normal.size() > 1 && normal.ends_with('/')) normal.pop_back();
  return normal;
}

bool IsPartOf(std::string_view inner, std::string_view outer) {
  if (outer == "." || outer == "/" || inner == outer) return true;
  return inner.starts_with(outer) && inner[outer.size()] == '/';
}

// Whether the parts of a relative path stand one after the other somewhere in an absolute one.
bool HoldsParts(std::string_view absolute, std::string_view relative) {
  const std::string parts = '/' + std::string(relative);
  for (std::size_t at = absolute.find(parts); at != std::string_view::npos;
       at = absolute.find(parts, at + 1)) {
    const std::size_t end = at + parts.size();
    if (end == absolute.size() || absolute[end] == '/') return true;
  }
  return false;
}

}  // namespace

ToolTraits TraitsOfTool(std::string_view tool) {
  const auto* const row = std::lower_bound(
      std::begin(kTools), std::end(kTools), tool,
      [](const KnownTool& known, std::string_view name) { return known.name < name; });
  return row != std::end(kTools) && row->name == tool ? row->traits : ToolTraits();
}

std::vector<std::string> PathsIn(std::string_view arguments) {
  std::vector<std::string> paths;
  const nlohmann::json given = nlohmann::json::parse(arguments, nullptr, false);
  if (!given.is_object()) return paths;
  for (const char* const name : kPathArguments) {
    const auto value = given.find(name);
    if (value != given.end()) AddPaths(*value, paths);
  }
  return paths;
}

bool Touches(std::string_view changed, std::string_view read) {
  const std::string one = NormalPath(changed);
  const std::string other = NormalPath(read);
  const bool is_absolute = one.starts_with('/');
  if (is_absolute == other.starts_with('/')) return IsPartOf(one, other) || IsPartOf(other, one);
  const std::string& absolute = is_absolute ? one : other;
  const std::string& relative = is_absolute ? other : one;
  return relative == "." || relative.starts_with("..") || HoldsParts(absolute, relative);
}

}  // namespace waymark::services
