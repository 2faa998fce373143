// Results of an impact analysis so far: names with another meaning, modules with another default
// export, files to resolve again.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "resolve/incremental/file_interface.h"
#include "resolve/program/names.h"

namespace waymark::indexer {

class ImpactMarks {
 public:
  ImpactMarks(std::uint32_t name_bound, std::size_t file_count)
      : aspects_(name_bound), affected_(file_count), modules_(file_count) {}

  void MarkName(Name name, std::uint8_t aspects) {
    if (name == Name::kEmpty || name == Name::kUnknown) return;
    std::uint8_t& known = aspects_[static_cast<std::uint32_t>(name)];
    if ((known | aspects) == known) return;
    if (known == 0) names_.push_back(name);
    known |= aspects;
    grew_ = true;
  }

  void MarkFile(FileIndex file) {
    if (affected_[file]) return;
    affected_[file] = true;
    ++affected_count_;
  }

  // Marks a module whose default export has another meaning.
  void MarkModule(FileIndex file) {
    if (modules_[file]) return;
    modules_[file] = true;
    module_list_.push_back(file);
    grew_ = true;
  }

  std::uint8_t AspectsOf(Name name) const {
    const auto i = static_cast<std::uint32_t>(name);
    return i < aspects_.size() ? aspects_[i] : std::uint8_t{0};
  }

  // Whether something was marked since the last call.
  bool TakeGrew() { return std::exchange(grew_, false); }

  void GiveUp() { everything_ = true; }

  bool everything() const { return everything_; }

  const std::vector<Name>& names() const { return names_; }

  const std::vector<FileIndex>& modules() const { return module_list_; }

  const std::vector<bool>& affected() const { return affected_; }

  std::size_t affected_count() const { return affected_count_; }

 private:
  std::vector<std::uint8_t> aspects_;  // by Name
  std::vector<bool> affected_;         // by FileIndex of the new state
  std::vector<bool> modules_;          // likewise
  std::vector<Name> names_;
  std::vector<FileIndex> module_list_;
  std::size_t affected_count_ = 0;
  bool grew_ = false;
  bool everything_ = false;
};

}  // namespace waymark::indexer
