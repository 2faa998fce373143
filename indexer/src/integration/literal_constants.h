// Constants of a file with one literal as value.
#pragma once

#include <optional>
#include <string_view>
#include <unordered_map>

namespace waymark::indexer {

// Reads the file at the first query. Views are into the file.
class LiteralConstants {
 public:
  explicit LiteralConstants(std::string_view file) : file_(file) {}

  // The literal of `NAME`, or of `Type.NAME` if the file has such a type. nullopt for a name that
  // gets several values, a value other than a literal, or one that may change. O(file) once.
  std::optional<std::string_view> Find(std::string_view path);

 private:
  void Read();
  void ReadAt(std::size_t equals);
  bool HasType(std::string_view name);

  std::string_view file_;
  bool is_read_ = false;
  std::unordered_map<std::string_view, std::optional<std::string_view>> constants_;
  std::unordered_map<std::string_view, bool> types_;
};

}  // namespace waymark::indexer
