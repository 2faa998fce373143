#include "indexer/random_tree.h"

#include <fstream>
#include <iterator>

#include <fmt/format.h>

namespace waymark::testing {

namespace fs = std::filesystem;

std::uint64_t Random::Next() {
  state_ += 0x9E3779B97F4A7C15;
  std::uint64_t x = state_;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

RandomTree::RandomTree(const TreeGrammar& grammar, std::uint64_t seed)
    : grammar_(grammar), random_(seed) {
  project_ = grammar_.ProjectFiles(random_);
  for (int i = 0; i < 5; ++i) AddFile();
}

std::string RandomTree::AnyFile() {
  auto file = files_.begin();
  std::advance(file, random_.Below(static_cast<int>(files_.size())));
  return file->first;
}

std::string RandomTree::AddFile() {
  const std::vector<std::string> paths = grammar_.Paths();
  const std::string path =
      paths[static_cast<std::size_t>(random_.Below(static_cast<int>(paths.size())))];
  File file;
  file.head = grammar_.Head(random_, path);
  const int units = 1 + random_.Below(5);
  for (int i = 0; i < units; ++i) file.units.push_back(grammar_.Unit(random_, path));
  files_[path] = std::move(file);
  return fmt::format("write {} anew", path);
}

std::string RandomTree::RenameFile(const std::string& path) {
  const std::vector<std::string> paths = grammar_.Paths();
  const std::string to =
      paths[static_cast<std::size_t>(random_.Below(static_cast<int>(paths.size())))];
  File file = std::move(files_[path]);
  files_.erase(path);
  files_[to] = std::move(file);
  return fmt::format("rename {} to {}", path, to);
}

std::string RandomTree::MoveUnit(const std::string& path, File& file) {
  if (file.units.empty()) return "nothing";
  const auto unit = file.units.begin() + random_.Below(static_cast<int>(file.units.size()));
  const std::string text = *unit;
  if (!random_.OneIn(3)) file.units.erase(unit);
  const std::string to = AnyFile();
  std::vector<std::string>& units = files_[to].units;
  units.insert(units.begin() + random_.Below(static_cast<int>(units.size()) + 1), text);
  return fmt::format("move from {} to {}: {}", path, to, text);
}

std::string RandomTree::EditFile(const std::string& path, File& file) {
  const int count = static_cast<int>(file.units.size());
  const int at = random_.Below(count + 1);
  if (at == count || random_.OneIn(3)) {
    file.units.insert(file.units.begin() + at, grammar_.Unit(random_, path));
    return fmt::format("add to {}: {}", path, file.units[static_cast<std::size_t>(at)]);
  }
  std::string& unit = file.units[static_cast<std::size_t>(at)];
  if (random_.OneIn(3)) {
    const std::string was = unit;
    file.units.erase(file.units.begin() + at);
    return fmt::format("delete from {}: {}", path, was);
  }
  if (random_.OneIn(3)) {
    // A broken moment of typing.
    unit = unit.substr(0, static_cast<std::size_t>(random_.Below(static_cast<int>(unit.size()))));
    unit += "\n";
    return fmt::format("cut in {}: {}", path, unit);
  }
  unit = grammar_.Unit(random_, path);
  return fmt::format("replace in {}: {}", path, unit);
}

std::string RandomTree::Edit() {
  if (files_.size() < 2) return AddFile();
  const std::string path = AnyFile();
  switch (random_.Below(12)) {
    case 0:
      return AddFile();
    case 1:
      files_.erase(path);
      return fmt::format("remove {}", path);
    case 2:
      return RenameFile(path);
    case 3:
      files_[path].head = grammar_.Head(random_, path);
      return fmt::format("new head of {}: {}", path, files_[path].head);
    case 4:
      if (random_.OneIn(3)) {
        project_ = grammar_.ProjectFiles(random_);
        return "new project files";
      }
      [[fallthrough]];
    case 5:
    case 6:
      return MoveUnit(path, files_[path]);
    default:
      return EditFile(path, files_[path]);
  }
}

std::vector<std::string> RandomTree::WriteTo(const fs::path& directory) {
  std::map<std::string, std::string> wanted = project_;
  for (const auto& [path, file] : files_) {
    std::string& text = wanted[path];
    text = file.head;
    for (const std::string& unit : file.units) text += unit;
  }
  std::vector<std::string> touched;
  for (const auto& [path, text] : written_) {
    if (wanted.count(path) != 0) continue;
    fs::remove(directory / path);
    touched.push_back(path);
  }
  for (const auto& [path, text] : wanted) {
    const auto before = written_.find(path);
    if (before != written_.end() && before->second == text) continue;
    fs::create_directories((directory / path).parent_path());
    std::ofstream(directory / path, std::ios::binary) << text;
    touched.push_back(path);
  }
  written_ = std::move(wanted);
  return touched;
}

}  // namespace waymark::testing
