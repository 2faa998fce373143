#include "retrieval/missing_lines.h"

#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "file_places.h"
#include "frame_symbols.h"
#include "frames.h"
#include "question.h"

namespace waymark::retrieval {
namespace {

// Empty when the line is there.
std::string MissingLine(const graph::ReadView& view, const Frame& frame) {
  std::string_view path = frame.path;
  while (path.starts_with("./")) path.remove_prefix(2);
  std::vector<FileId> files = FilesAt(view, path);
  std::erase_if(files, [&](FileId file) { return view.File(file).language == Language::kProse; });
  if (files.size() != 1) return "";
  const FileRow file = view.File(files.front());
  if (frame.line <= file.line_count || !SymbolsAt(view, {frame}).symbols.empty()) return "";
  return fmt::format("{}:{} of {} line{}", file.path, frame.line, file.line_count,
                     file.line_count == 1 ? "" : "s");
}

}  // namespace

std::vector<std::string> MissingLines(const graph::ReadView& view, std::string_view task) {
  const std::string text = TextOfTask(view, task);
  std::vector<std::string> missing;
  for (const Frame& frame : FindFrames(text)) {
    std::string line = MissingLine(view, frame);
    if (!line.empty()) missing.push_back(std::move(line));
  }
  return missing;
}

}  // namespace waymark::retrieval
