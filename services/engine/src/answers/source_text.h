// Source text, shown only if its content is the indexed one.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>

#include <absl/status/statusor.h>

#include "graph/records.h"
#include "indexer/source_reader.h"
#include "retrieval/difference.h"

namespace waymark::services {

inline constexpr std::uint32_t kEndOfFile = std::numeric_limits<std::uint32_t>::max();

// Bytes [begin, end) of the text of a file (indexer::DecodeText) of the view to which `sources`
// belong, after the hash of the whole file was compared with the indexed one. NotFound if the file
// is gone or something else (a link, a pipe) is in its place; FailedPrecondition if its content has
// changed.
absl::StatusOr<std::string> ReadVerified(const indexer::SourceReader& sources, const FileRow& file,
                                         std::uint32_t begin, std::uint32_t end);

// The same for text that is shown by itself: the indentation of its first line is removed from its
// other lines too, as far as they have it.
absl::StatusOr<std::string> ReadVerifiedUnindented(const indexer::SourceReader& sources,
                                                   const FileRow& file, std::uint32_t begin,
                                                   std::uint32_t end);

// The lines from `first` to `last`, counted from 1, with their line ends; those of them that there
// are.
std::string_view LinesOf(std::string_view text, std::uint32_t first, std::uint32_t last);

// Reads whole files of that view, verified.
retrieval::FileText TextFrom(std::shared_ptr<const indexer::SourceReader> sources);

}  // namespace waymark::services
