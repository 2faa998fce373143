#include "retrieval/missing_lines.h"

#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "graph/languages.h"
#include "lookup/file_places.h"
#include "question/frame_symbols.h"
#include "question/frames.h"
#include "question/question.h"

namespace waymark::retrieval {
namespace {

std::string Told(const FileRow& file, const Frame& frame) {
  const std::string place = PlaceText(file.path, frame.line);
  if (frame.line != 0 && frame.line <= file.line_count) {
    return fmt::format("{} outside of {}", place, frame.function);
  }
  return fmt::format("{} of {} line{}", place, file.line_count, file.line_count == 1 ? "" : "s");
}

// Empty if the line exists.
std::string MissingLine(const graph::ReadView& view, const Frame& frame) {
  const FrameSymbols found = SymbolsAt(view, {frame});
  if (!found.moved_in.empty()) return Told(view.File(found.moved_in.front()), frame);
  if (!found.symbols.empty()) return "";
  std::string_view path = frame.path;
  while (path.starts_with("./")) path.remove_prefix(2);
  std::vector<FileId> files = FilesAt(view, path);
  std::erase_if(files, [&](FileId file) { return !IsCode(view.File(file).language); });
  // At a line that the file has something would have been found.
  return files.size() == 1 ? Told(view.File(files.front()), frame) : "";
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
