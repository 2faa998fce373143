// Limits of one call, whichever face it comes through. A request beyond one is InvalidArgument and
// names it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace waymark::services {

inline constexpr std::size_t kMaxContextNames = 100;  // symbols and files of one question
inline constexpr std::size_t kMaxTaskBytes = 64 << 10;
inline constexpr std::size_t kMaxTasks = 8;         // of one question
inline constexpr std::size_t kMaxNameBytes = 4096;  // a symbol, a query, FILE:LINE
inline constexpr std::size_t kMaxPathBytes = 4096;
inline constexpr std::uint32_t kDefaultBudgetTokens = 5000;
inline constexpr std::uint32_t kMaxBudgetTokens = 1'000'000;
inline constexpr std::uint32_t kMaxBlastLimit = 100'000;
// Symbols of a blast radius that a tool shows unless it is asked for more: some 4,000 tokens.
inline constexpr std::uint32_t kDefaultToolLimit = 60;
inline constexpr std::uint32_t kDefaultSearchLimit = 20;
inline constexpr std::uint32_t kMaxSearchLimit = 1000;
inline constexpr std::uint32_t kDefaultUsagesLimit = 100;
inline constexpr std::uint32_t kMaxUsagesLimit = 100'000;
inline constexpr std::uint32_t kDefaultPathHops = 12;
inline constexpr std::uint32_t kMaxPaths = 32;
inline constexpr std::uint32_t kDefaultDiffLimit = 200;
inline constexpr std::uint32_t kMaxDiffLimit = 100'000;
inline constexpr std::uint32_t kDefaultTestLimit = 200;
inline constexpr std::uint32_t kMaxTestLimit = 100'000;
inline constexpr std::uint32_t kDefaultOutlineLimit = 10;
inline constexpr std::uint32_t kMaxOutlineLimit = 1000;
// Symbols of a file that are listed for an editor.
inline constexpr std::size_t kMaxFileSymbols = 10'000;
inline constexpr std::uint32_t kDefaultAnalyzeLimit = 50;
inline constexpr std::uint32_t kMaxAnalyzeLimit = 100'000;
// Symbols whose source one question wants, the lines it wants around each, and the bytes it is
// given of all together: what is beyond is cut at a line end. A file has half as many at most, so
// that one symbol is always whole.
inline constexpr std::size_t kMaxSourceSymbols = 100;
inline constexpr std::uint32_t kMaxContextLines = 500;
inline constexpr std::size_t kMaxSourceBytes = 8 << 20;
// Symbols that one question about tests names.
inline constexpr std::size_t kMaxScopeSymbols = 1000;

// Longest time that a question of the command line may take, with a daemon or without; indexing and
// export have no limit.
inline constexpr std::chrono::seconds kMaxQuestionTime{60};

// Files of a tree that one answer compares with the index; a larger tree is reported as not
// compared.
inline constexpr std::uint64_t kMaxFreshnessFiles = 10'000;
// A question about a commit that is not indexed indexes it when no more files than this differ from
// what is indexed of the repository; beyond, `waymark index --at` has to be run.
inline constexpr std::uint64_t kMaxFilesOnDemand = 1000;
// Unsaved buffers of one question, and their bytes together.
inline constexpr std::size_t kMaxBuffers = 64;
inline constexpr std::size_t kMaxBufferBytes = 8 << 20;
// Views with unsaved buffers that are kept for the next question about the same texts, and how long
// after the last one.
inline constexpr std::size_t kMaxBufferedViews = 4;
inline constexpr std::chrono::seconds kBufferedViewPatience{60};
// Skipped files that a report lists; it counts all.
inline constexpr std::size_t kMaxSkippedListed = 10'000;
// Candidates that the refusal of an ambiguous name lists.
inline constexpr std::size_t kMaxCandidatesListed = 20;
// Packs whose symbols one question leaves out.
inline constexpr std::size_t kMaxExcludedPacks = 64;
// What was said of answers about one repository; beyond, the oldest is forgotten.
inline constexpr std::size_t kMaxLessons = 1000;
// Packs that wait to be written; beyond, the one that waited longest is not remembered.
inline constexpr std::size_t kMaxPacksWaiting = 16;
// A session ends this long after its last answer.
inline constexpr std::chrono::hours kSessionLifetime{8};
// Bytes of a question that a call for the rest of its answer repeats; of a longer one it is told
// what to change.
inline constexpr std::size_t kMaxRepeatedBytes = 400;
// Export hands out chunks of whole lines of about this size.
inline constexpr std::size_t kExportChunkBytes = 256 << 10;
// Streams are handed out in chunks of about this size, the first row and each hop at once.
inline constexpr std::size_t kStreamChunkBytes = 16 << 10;
// Documentation longer than this is cut at a line end.
inline constexpr std::size_t kMaxDocumentationBytes = 16 << 10;
// Of a symbol in the answer to a task no longer text is shown, and none out of a larger file.
inline constexpr std::size_t kMaxShownBytes = 16 << 10;
inline constexpr std::size_t kMaxShownFileBytes = 1 << 20;

}  // namespace waymark::services
