#include "page_files.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include <zlib.h>

// Made by page_files.S.in.
extern "C" const char waymark_page_index[];
extern "C" const char waymark_page_index_end[];
extern "C" const char waymark_page_script[];
extern "C" const char waymark_page_script_end[];
extern "C" const char waymark_page_worker[];
extern "C" const char waymark_page_worker_end[];
extern "C" const char waymark_page_style[];
extern "C" const char waymark_page_style_end[];

namespace waymark::services {
namespace {

std::string_view Between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

std::span<const PageFile> PageFiles() {
  static const PageFile rows[] = {
      {kIndexFile, "text/html; charset=utf-8", Between(waymark_page_index, waymark_page_index_end)},
      {"app.js", "text/javascript; charset=utf-8",
       Between(waymark_page_script, waymark_page_script_end)},
      {"worker.js", "text/javascript; charset=utf-8",
       Between(waymark_page_worker, waymark_page_worker_end)},
      {"app.css", "text/css; charset=utf-8", Between(waymark_page_style, waymark_page_style_end)},
  };
  return rows;
}

}  // namespace

const PageFile* FindPageFile(std::string_view name) {
  const std::span<const PageFile> files = PageFiles();
  const auto found = std::find_if(files.begin(), files.end(),
                                  [&](const PageFile& file) { return file.name == name; });
  return found == files.end() ? nullptr : &*found;
}

std::string Unzipped(const PageFile& file) {
  constexpr int kGzip = 16 + MAX_WBITS;
  z_stream stream{};
  std::string content;
  if (inflateInit2(&stream, kGzip) != Z_OK) return content;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(file.gzipped.data()));
  stream.avail_in = static_cast<uInt>(file.gzipped.size());
  std::array<char, 64 << 10> part{};
  int state = Z_OK;
  while (state == Z_OK) {
    stream.next_out = reinterpret_cast<Bytef*>(part.data());
    stream.avail_out = static_cast<uInt>(part.size());
    state = inflate(&stream, Z_NO_FLUSH);
    content.append(part.data(), part.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  return content;
}

}  // namespace waymark::services
