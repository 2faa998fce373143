#include "retrieval/file_tests.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "graph/tokenize.h"
#include "impact/test_units.h"
#include "text/name_bytes.h"
#include "traits/constants.h"

namespace waymark::retrieval {
namespace {

// Words that mark names of test files.
constexpr std::string_view kTestAffixes[] = {"test",  "tests",    "testcase", "spec",
                                             "specs", "unittest", "unittests"};
// Names of files that stand for their directories.
constexpr std::string_view kFrontSubjects[] = {"index", "init", "mod", "lib", "main"};

// The words of a name in lower case as one, without the test words at its ends.
std::string SubjectOfName(std::string_view name) {
  std::string identifier(name);
  std::replace_if(
      identifier.begin(), identifier.end(), [](unsigned char c) { return std::isalnum(c) == 0; },
      '_');
  std::vector<std::string_view> parts;
  graph::SplitIdentifier(identifier, parts);
  std::vector<std::string> words;
  for (const std::string_view part : parts) {
    std::string& word = words.emplace_back(part);
    std::transform(word.begin(), word.end(), word.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  }
  while (!words.empty() && IsOneOf(kTestAffixes, words.back())) words.pop_back();
  while (!words.empty() && IsOneOf(kTestAffixes, words.front())) words.erase(words.begin());
  std::string subject;
  for (const std::string& word : words) subject += word;
  return subject;
}

// The subject of a file by its name, or by its directory's name if its own says nothing.
std::string SubjectOf(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  name = name.substr(0, name.rfind('.'));
  std::string subject = SubjectOfName(name);
  const bool is_front = subject.empty() || IsOneOf(kFrontSubjects, subject);
  if (!is_front || slash == std::string_view::npos) return subject;
  const std::string_view directory = path.substr(0, slash);
  return SubjectOfName(directory.substr(directory.rfind('/') + 1));
}

std::vector<std::string_view> DirectoriesOf(std::string_view path) {
  std::vector<std::string_view> names;
  for (std::size_t slash = 0; (slash = path.find('/')) != std::string_view::npos;) {
    names.push_back(path.substr(0, slash));
    path.remove_prefix(slash + 1);
  }
  std::sort(names.begin(), names.end());
  return names;
}

// Number of directory names that two paths share, in any position.
std::size_t Nearness(std::string_view a, std::string_view b) {
  const std::vector<std::string_view> of_a = DirectoriesOf(a);
  const std::vector<std::string_view> of_b = DirectoriesOf(b);
  std::vector<std::string_view> shared;
  std::set_intersection(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(),
                        std::back_inserter(shared));
  return shared.size();
}

class FileTestFinder {
 public:
  FileTestFinder(const graph::ReadView& view, std::span<const FileId> changed) : view_(view) {
    for (const FileId file : changed) {
      if ((view.FileFlags(file) & kFileTest) == 0) changed_.push_back(file);
    }
  }

  void AddNamedAfter();
  void AddChangedWith(const graph::History& history);
  std::vector<FileTest> Sorted() &&;

 private:
  void Add(FileId test_file, const FileTest& found);

  const graph::ReadView& view_;
  std::vector<FileId> changed_;
  TestUnits units_{view_};
  std::vector<SymbolId> scratch_;
  std::unordered_map<SymbolId, FileTest> best_;
};

void FileTestFinder::Add(FileId test_file, const FileTest& found) {
  scratch_.clear();
  units_.OfFile(test_file, scratch_);
  for (const SymbolId unit : scratch_) {
    FileTest& best = best_[unit];
    if (best.confidence >= found.confidence) continue;
    best = found;
    best.symbol = unit;
  }
}

void FileTestFinder::AddNamedAfter() {
  std::map<std::string, std::vector<FileId>> test_files;
  for (const FileId file : view_.Files()) {
    if ((view_.FileFlags(file) & kFileTest) == 0) continue;
    test_files[SubjectOf(view_.File(file).path)].push_back(file);
  }
  for (const FileId file : changed_) {
    const FileTest found{.changed = file, .confidence = kNamedAfterConfidence};
    Add(file, found);  // a file may hold its tests
    const std::string_view path = view_.File(file).path;
    const std::string subject = SubjectOf(path);
    const auto named = test_files.find(subject);
    if (subject.empty() || named == test_files.end()) continue;
    std::size_t nearest = 0;
    for (const FileId test_file : named->second) {
      nearest = std::max(nearest, Nearness(path, view_.File(test_file).path));
    }
    for (const FileId test_file : named->second) {
      if (Nearness(path, view_.File(test_file).path) == nearest) Add(test_file, found);
    }
  }
}

void FileTestFinder::AddChangedWith(const graph::History& history) {
  std::unordered_map<std::string_view, FileId> changed;
  for (const FileId file : changed_) changed.emplace(view_.File(file).path, file);
  std::map<FileId, std::uint32_t> commits;                           // by changed file
  std::map<std::pair<FileId, std::uint32_t>, std::uint32_t> shared;  // by it and a path's number
  std::vector<FileId> touched;
  for (std::uint32_t commit = 0; commit < history.commit_count(); ++commit) {
    const std::uint32_t count = history.touch_count(commit);
    touched.clear();
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto file = changed.find(history.Path(history.TouchOf(commit, i).path));
      if (file != changed.end()) touched.push_back(file->second);
    }
    for (const FileId file : touched) {
      ++commits[file];
      for (std::uint32_t i = 0; i < count; ++i) {
        ++shared[{file, history.TouchOf(commit, i).path}];
      }
    }
  }
  for (const auto& [pair, count] : shared) {
    const float share = static_cast<float>(count) / static_cast<float>(commits[pair.first]);
    if (count < kLeastSharedChanges || share < kLeastSharedChange) continue;
    const std::optional<FileId> file = view_.FindFile(history.Path(pair.second));
    if (!file.has_value() || (view_.FileFlags(*file) & kFileTest) == 0) continue;
    Add(*file, {.changed = pair.first,
                .confidence = share * kChangedWithConfidence,
                .evidence = TestEvidence::kChangedWith});
  }
}

std::vector<FileTest> FileTestFinder::Sorted() && {
  std::vector<FileTest> tests;
  tests.reserve(best_.size());
  for (const auto& [unit, test] : best_) tests.push_back(test);
  std::sort(tests.begin(), tests.end(), [this](const FileTest& a, const FileTest& b) {
    if (a.confidence != b.confidence) return a.confidence > b.confidence;
    return view_.CompareCanonical(a.symbol, b.symbol) < 0;
  });
  return tests;
}

}  // namespace

std::string_view Name(TestEvidence evidence) {
  constexpr std::array<std::string_view, 4> kNames = {"reaches", "may_reach", "named_after",
                                                      "changed_with"};
  return kNames[static_cast<std::size_t>(evidence)];
}

std::vector<FileTest> FindTestsOfFiles(const graph::ReadView& view, const graph::History* history,
                                       std::span<const FileId> changed) {
  FileTestFinder finder(view, changed);
  finder.AddNamedAfter();
  if (history != nullptr) finder.AddChangedWith(*history);
  return std::move(finder).Sorted();
}

}  // namespace waymark::retrieval
