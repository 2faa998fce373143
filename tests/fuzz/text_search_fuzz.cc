// Patterns and texts of strangers. The first byte has the options, the first line is the pattern,
// the rest the text: each line that is found is a line of the text, in order, and a search ends.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include "indexer/read_file.h"
#include "indexer/search/text_search.h"

namespace {

class OneFile final : public waymark::indexer::SourceReader {
 public:
  explicit OneFile(std::string_view text) : text_(text) {}

  absl::StatusOr<std::string> Read(const std::string&, std::uint64_t) const override {
    return text_;
  }

 private:
  const std::string text_;
};

// The line with a number from 1, without its end.
std::string_view LineOf(std::string_view text, std::uint32_t number) {
  for (; number > 1; --number) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) std::abort();
    text.remove_prefix(end + 1);
  }
  return text.substr(0, text.find('\n'));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view input(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::size_t pattern_end = std::min(input.find('\n'), input.size());
  const OneFile source(input.substr(std::min(pattern_end + 1, input.size())));
  const waymark::indexer::SearchableFile files[] = {{"f", 0}};
  const auto result =
      waymark::indexer::SearchText(files, source,
                                   {.pattern = {.text = std::string(input.substr(0, pattern_end)),
                                                .is_literal = (data[0] & 1) != 0,
                                                .ignores_case = (data[0] & 2) != 0,
                                                .whole_words = (data[0] & 4) != 0},
                                    .lines_before = (data[0] & 8) != 0 ? 1U : 0U,
                                    .lines_after = (data[0] & 16) != 0 ? 1U : 0U,
                                    .limit = 100,
                                    .max_bytes = 1 << 16,
                                    .threads = 1});
  if (!result.ok()) {
    if (result.status().message().empty()) std::abort();
    return 0;
  }
  const std::string text = waymark::indexer::DecodeText(*source.Read("f", size));
  std::uint32_t last = 0;
  for (const waymark::indexer::FoundFile& file : result->files) {
    for (const waymark::indexer::FoundLine& line : file.lines) {
      const std::string_view whole = LineOf(text, line.line);
      if (line.line <= last || line.column > whole.size() + 1) std::abort();
      if (whole.substr(line.from_column - 1, line.text.size()) != line.text) std::abort();
      last = line.line;
    }
  }
  return 0;
}
