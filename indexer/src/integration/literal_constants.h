// Constants of a file that stand for one literal.
#pragma once

#include <optional>
#include <string_view>
#include <unordered_map>

namespace waymark::indexer {

// Reads the file when it is first asked. Views are into the file.
class LiteralConstants {
 public:
  explicit LiteralConstants(std::string_view file) : file_(file) {}

  // The literal of `NAME`, or of `Type.NAME` where the file has such a type. Nothing where a name
  // is given several values, another than a literal, or one that it may not keep. O(file) once.
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
