#include "answers/source_text.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "graph/hash.h"
#include "graph/status.h"
#include "indexer/read_file.h"

namespace waymark::services {
namespace {

// Text that starts further to the right keeps its indentation.
constexpr std::uint32_t kMaxIndentBytes = 256;

// White space at the start of the last line of `text`.
std::string_view IndentationAtEnd(std::string_view text) {
  const std::string_view line = text.substr(text.rfind('\n') + 1);  // npos + 1 is the beginning
  return line.substr(0, line.find_first_not_of(" \t"));
}

// Offset of line `line`, counted from 1; the end if there are fewer lines.
std::size_t BeginOfLine(std::string_view text, std::uint32_t line) {
  std::size_t at = 0;
  for (std::uint32_t i = 1; i < line && at < text.size(); ++i) {
    at = std::min(text.find('\n', at), text.size() - 1) + 1;
  }
  return at;
}

// Number of bytes of `indentation` with which a line starts.
std::size_t CommonBytes(std::string_view line, std::string_view indentation) {
  const std::size_t limit = std::min(line.size(), indentation.size());
  std::size_t common = 0;
  while (common < limit && line[common] == indentation[common]) ++common;
  return common;
}

}  // namespace

absl::StatusOr<std::string> ReadVerified(const indexer::SourceReader& sources, const FileRow& file,
                                         std::uint32_t begin, std::uint32_t end) {
  absl::StatusOr<std::string> bytes = sources.Read(std::string(file.path), file.size_bytes);
  const bool has_grown = absl::IsResourceExhausted(bytes.status());
  if (!bytes.ok() && !has_grown) {
    return absl::NotFoundError(
        fmt::format("{} cannot be read any more; run: waymark index", file.path));
  }
  if (has_grown || bytes->size() != file.size_bytes || HashContent(*bytes) != file.content) {
    return absl::FailedPreconditionError(
        fmt::format("{} has changed since it was indexed; run: waymark index", file.path));
  }
  const std::string text = indexer::DecodeText(*std::move(bytes));
  const std::size_t first = std::min<std::size_t>(begin, text.size());
  const std::size_t last = std::clamp<std::size_t>(end, first, text.size());
  return text.substr(first, last - first);
}

absl::StatusOr<std::string> ReadVerifiedUnindented(const indexer::SourceReader& sources,
                                                   const FileRow& file, std::uint32_t begin,
                                                   std::uint32_t end) {
  const std::uint32_t before = std::min(begin, kMaxIndentBytes);
  WM_ASSIGN_OR_RETURN(const std::string text, ReadVerified(sources, file, begin - before, end));
  const std::size_t start = std::min<std::size_t>(before, text.size());
  const std::string_view indentation = IndentationAtEnd(std::string_view(text).substr(0, start));
  std::string result;
  for (std::string_view rest = std::string_view(text).substr(start); !rest.empty();) {
    const std::size_t line_bytes = std::min(rest.find('\n'), rest.size() - 1) + 1;
    result += rest.substr(0, line_bytes);
    rest.remove_prefix(line_bytes);
    rest.remove_prefix(CommonBytes(rest, indentation));
  }
  return result;
}

std::string_view LinesOf(std::string_view text, std::uint32_t first, std::uint32_t last) {
  const std::size_t begin = BeginOfLine(text, first);
  return text.substr(begin, BeginOfLine(text, last + 1) - begin);
}

retrieval::FileText TextFrom(std::shared_ptr<const indexer::SourceReader> sources) {
  return [sources = std::move(sources)](const FileRow& file) -> std::optional<std::string> {
    absl::StatusOr<std::string> text = ReadVerified(*sources, file, 0, kEndOfFile);
    return text.ok() ? std::optional(*std::move(text)) : std::nullopt;
  };
}

}  // namespace waymark::services
