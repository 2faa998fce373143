// The files of the page, which the program carries in itself.
#pragma once

#include <string>
#include <string_view>

namespace waymark::services {

struct PageFile {
  std::string_view name;     // "app.js"
  std::string_view type;     // of its content
  std::string_view gzipped;  // in the format of RFC 1952; valid as long as the process
};

inline constexpr std::string_view kIndexFile = "index.html";

// Null if there is no such file.
const PageFile* FindPageFile(std::string_view name);

// The content of a file. Cost: linear in its size.
std::string Unzipped(const PageFile& file);

}  // namespace waymark::services
