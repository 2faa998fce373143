#include "testing/edited_tree.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

namespace waymark::testing {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxLinesMoved = 24;
constexpr std::size_t kMaxEditedFiles = 24;  // then all are put back
constexpr std::size_t kMutations = 16;
constexpr std::size_t kProjectEvery = 24;   // edits, about
constexpr std::size_t kLatestCommits = 40;  // that are checked out
constexpr std::array<std::string_view, 5> kProjectFiles = {
    "go.mod", "tsconfig.json", "jsconfig.json", "package.json", "compile_commands.json"};
constexpr std::array<std::string_view, 6> kImportStarts = {"import ",  "from ", "#include",
                                                           "export *", "use ",  "require"};

bool EndsWith(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

std::vector<std::string> LinesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line + "\n");
  return lines;
}

std::string Joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

bool IsWordByte(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Identifiers of a text, in order, repeated ones too.
std::vector<std::string> WordsOf(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && IsWordByte(text[end])) ++end;
    const bool word = end > i + 2 && std::isdigit(static_cast<unsigned char>(text[i])) == 0;
    if (word) words.push_back(text.substr(i, end - i));
    i = std::max(end, i + 1);
  }
  return words;
}

bool IsImport(const std::string& line) {
  return std::any_of(kImportStarts.begin(), kImportStarts.end(),
                     [&](std::string_view start) { return line.rfind(start, 0) == 0; });
}

std::vector<std::size_t> ImportsOf(const std::vector<std::string>& lines) {
  std::vector<std::size_t> imports;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (IsImport(lines[i])) imports.push_back(i);
  }
  return imports;
}

// Lines that begin something at the left margin.
std::vector<std::size_t> DefinitionsOf(const std::vector<std::string>& lines) {
  std::vector<std::size_t> begins;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (IsWordByte(lines[i][0]) && !IsImport(lines[i])) begins.push_back(i);
  }
  return begins;
}

// What a command prints, by lines; nothing when it fails.
std::vector<std::string> OutputOf(const std::string& command) {
  const auto close = [](std::FILE* pipe) { pclose(pipe); };
  const std::unique_ptr<std::FILE, decltype(close)> pipe(popen(command.c_str(), "r"), close);
  std::string text;
  std::array<char, 4096> buffer;
  while (pipe != nullptr) {
    const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe.get());
    if (got == 0) break;
    text.append(buffer.data(), got);
  }
  std::vector<std::string> lines = LinesOf(text);
  for (std::string& line : lines) line.pop_back();
  return lines;
}

}  // namespace

std::uint64_t EditRandom::Next() {
  state_ += 0x9E3779B97F4A7C15;
  std::uint64_t x = state_;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

bool CopyTree(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::create_directories(to, error);
  fs::copy(from, to, fs::copy_options::recursive | fs::copy_options::copy_symlinks, error);
  return !error;
}

EditedTree::EditedTree(fs::path root, std::vector<std::string> paths, std::uint64_t seed)
    : root_(std::move(root)), paths_(std::move(paths)), random_(seed) {
  FindProjectFiles();
}

void EditedTree::FindProjectFiles() {
  project_paths_.clear();
  for (fs::recursive_directory_iterator at(root_), end; at != end; ++at) {
    if (at->path().filename() == ".git" || at->path().filename() == "node_modules") {
      at.disable_recursion_pending();
    }
    const std::string name = at->path().filename().string();
    if (std::find(kProjectFiles.begin(), kProjectFiles.end(), name) != kProjectFiles.end()) {
      project_paths_.push_back(fs::relative(at->path(), root_).string());
    }
  }
  std::sort(project_paths_.begin(), project_paths_.end());  // directories have no order
}

std::string EditedTree::Read(const std::string& path) const {
  std::ifstream file(root_ / path, std::ios::binary);
  return std::string((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
}

void EditedTree::Write(const std::string& path, const std::string& text) {
  originals_.try_emplace(path, Read(path));
  fs::create_directories((root_ / path).parent_path());
  std::ofstream(root_ / path, std::ios::binary) << text;
}

void EditedTree::AddComment(const std::string& path) {
  std::vector<std::string> lines = LinesOf(Read(path));
  const std::string mark = EndsWith(path, ".py") ? "# " : "// ";
  const auto at = static_cast<std::ptrdiff_t>(random_.Below(lines.size() + 1));
  lines.insert(lines.begin() + at, mark + std::to_string(++count_) + "\n");
  Write(path, Joined(lines));
}

void EditedTree::AddFunction(const std::string& path, const std::string& name) {
  std::string text = Read(path);
  if (EndsWith(path, ".py")) {
    text += "\ndef " + name + "(a, b, c):\n    return a\n";
  } else if (EndsWith(path, ".go")) {
    text += "\nfunc " + name + "(a int, b int, c int) int { return a }\n";
  } else if (EndsWith(path, ".ts") || EndsWith(path, ".tsx") || EndsWith(path, ".js")) {
    text += "\nexport function " + name + "(a: number, b: number, c: number) { return a }\n";
  } else {
    text += "\nint " + name + "(int a, int b, int c) { return a; }\n";
  }
  Write(path, text);
}

EditedTree::Edit EditedTree::Mutate() {
  if (originals_.size() > kMaxEditedFiles) return RestoreAll();
  if (random_.Below(kProjectEvery) == 0 && !project_paths_.empty()) return EditProject();
  const std::string path = AnyPath();
  switch (random_.Below(kMutations)) {
    case 0:
      return RemoveOrRestore(path);
    case 1:
    case 2:
      return Move(path, AnyPath());
    case 3:
    case 4:
      return CutOrDouble(path, true);
    case 5:
      return CutOrDouble(path, false);
    case 6:
      AddFunction(path, "added_" + std::to_string(random_.Below(3)));
      return {"add a function to " + path, {path}};
    case 7:
    case 8:
      AddComment(path);
      return {"comment in " + path, {path}};
    case 9:
    case 10:
      return MoveDefinition(path, AnyPath());
    case 11:
    case 12:
      return ChangeImport(path, AnyPath());
    default:
      return Rename(path);
  }
}

EditedTree::Edit EditedTree::Rename(const std::string& path) {
  const std::string text = Read(path);
  const std::vector<std::string> words = WordsOf(text);
  if (words.empty()) return {"nothing", {}};
  const std::string from = words[random_.Below(words.size())];
  // To a new name, or to another of the file.
  const std::string to = random_.Below(2) == 0 ? from + "_x" : words[random_.Below(words.size())];
  const bool everywhere = random_.Below(2) == 0;
  std::string out;
  std::size_t skip = everywhere ? 0 : random_.Below(4);
  bool done = false;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && IsWordByte(text[end])) ++end;
    if (end == i) {
      out += text[i++];
      continue;
    }
    const bool here = !done && text.compare(i, end - i, from) == 0 && (skip == 0 || skip-- == 0);
    out += here ? to : text.substr(i, end - i);
    done = here && !everywhere;
    i = end;
  }
  Write(path, out);
  return {"rename " + from + " to " + to + " in " + path, {path}};
}

EditedTree::Edit EditedTree::CutOrDouble(const std::string& path, bool cut) {
  std::vector<std::string> lines = LinesOf(Read(path));
  if (lines.empty()) return {"nothing", {}};
  const std::size_t begin = random_.Below(lines.size());
  const std::size_t end = std::min(lines.size(), begin + 1 + random_.Below(kMaxLinesMoved));
  const auto first = lines.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto last = lines.begin() + static_cast<std::ptrdiff_t>(end);
  if (cut) {
    lines.erase(first, last);
  } else {
    const std::vector<std::string> copy(first, last);
    lines.insert(last, copy.begin(), copy.end());
  }
  Write(path, Joined(lines));
  return {(cut ? "cut lines from " : "double lines in ") + path, {path}};
}

EditedTree::Edit EditedTree::Move(const std::string& from, const std::string& to) {
  std::vector<std::string> lines = LinesOf(Read(from));
  if (lines.empty() || from == to) return {"nothing", {}};
  const std::size_t begin = random_.Below(lines.size());
  const std::size_t end = std::min(lines.size(), begin + 1 + random_.Below(kMaxLinesMoved));
  const auto first = lines.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto last = lines.begin() + static_cast<std::ptrdiff_t>(end);
  const std::vector<std::string> moved(first, last);
  lines.erase(first, last);
  std::vector<std::string> target = LinesOf(Read(to));
  const auto at = static_cast<std::ptrdiff_t>(random_.Below(target.size() + 1));
  target.insert(target.begin() + at, moved.begin(), moved.end());
  Write(from, Joined(lines));
  Write(to, Joined(target));
  return {"move lines from " + from + " to " + to, {from, to}};
}

EditedTree::Edit EditedTree::MoveDefinition(const std::string& from, const std::string& to) {
  std::vector<std::string> lines = LinesOf(Read(from));
  const std::vector<std::size_t> begins = DefinitionsOf(lines);
  if (begins.empty() || from == to) return {"nothing", {}};
  const std::size_t which = random_.Below(begins.size());
  const std::size_t end = which + 1 < begins.size() ? begins[which + 1] : lines.size();
  const auto first = lines.begin() + static_cast<std::ptrdiff_t>(begins[which]);
  const auto last = lines.begin() + static_cast<std::ptrdiff_t>(end);
  const std::string moved = Joined({first, last});
  lines.erase(first, last);
  Write(from, Joined(lines));
  Write(to, Read(to) + "\n" + moved);
  return {"move a definition from " + from + " to " + to, {from, to}};
}

// Drops an import, adds one of the other file, or puts that in place of one.
EditedTree::Edit EditedTree::ChangeImport(const std::string& path, const std::string& other) {
  std::vector<std::string> lines = LinesOf(Read(path));
  const std::vector<std::string> others = LinesOf(Read(other));
  const std::vector<std::size_t> own = ImportsOf(lines);
  const std::vector<std::size_t> theirs = ImportsOf(others);
  const bool drop = !own.empty() && random_.Below(2) == 0;
  const bool add = !theirs.empty() && random_.Below(2) == 0;
  if (!drop && !add) return {"nothing", {}};
  const std::size_t at = own.empty() ? 0 : own[random_.Below(own.size())];
  const auto place = lines.begin() + static_cast<std::ptrdiff_t>(at);
  const auto next = drop ? lines.erase(place) : place;
  if (add) lines.insert(next, others[theirs[random_.Below(theirs.size())]]);
  Write(path, Joined(lines));
  return {"change an import of " + path, {path}};
}

EditedTree::Edit EditedTree::EditProject() {
  const std::string path = project_paths_[random_.Below(project_paths_.size())];
  switch (random_.Below(4)) {
    case 0:
      return RemoveOrRestore(path);
    case 1:
      return CutOrDouble(path, true);
    default:
      return Rename(path);
  }
}

void EditedTree::ListCommits() {
  commits_ = OutputOf("git -C '" + root_.string() + "' rev-list -n " +
                      std::to_string(kLatestCommits) + " HEAD 2>/dev/null");
}

bool EditedTree::CheckOut() {
  if (commits_.empty()) ListCommits();
  if (commits_.empty()) return false;
  const std::string git = "git -C '" + root_.string() + "' ";
  OutputOf(git + "checkout -q -f --detach " + commits_[random_.Below(commits_.size())] +
           " 2>&1 && " + git + "clean -q -f -d");
  originals_.clear();
  std::erase_if(paths_, [&](const std::string& path) { return !fs::exists(root_ / path); });
  FindProjectFiles();
  return !paths_.empty();
}

EditedTree::Edit EditedTree::RemoveOrRestore(const std::string& path) {
  if (fs::exists(root_ / path)) {
    originals_.try_emplace(path, Read(path));
    fs::remove(root_ / path);
    return {"remove " + path, {path}};
  }
  Write(path, originals_[path]);
  return {"bring back " + path, {path}};
}

EditedTree::Edit EditedTree::RestoreAll() {
  Edit edit{"put everything back", {}};
  for (const auto& [path, text] : originals_) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path, std::ios::binary) << text;
    edit.touched.push_back(path);
  }
  originals_.clear();
  return edit;
}

}  // namespace waymark::testing
