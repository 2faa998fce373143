// Limits of one call, the same for every face. A request beyond a limit gets InvalidArgument with
// the limit's name.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace waymark::services {

inline constexpr std::size_t kMaxContextNames = 100;      // symbols and files in one question
inline constexpr std::uint32_t kMaxContextCommits = 50;   // that one answer tells
inline constexpr std::uint32_t kUsualContextCommits = 3;  // to a question about change
inline constexpr std::size_t kMaxTaskBytes = 64 << 10;
inline constexpr std::size_t kMaxTasks = 8;         // in one question
inline constexpr std::size_t kMaxNameBytes = 4096;  // a symbol, a query or FILE:LINE
inline constexpr std::size_t kMaxPathBytes = 4096;
inline constexpr std::uint32_t kDefaultBudgetTokens = 5000;
inline constexpr std::uint32_t kMaxBudgetTokens = 1'000'000;
inline constexpr std::uint32_t kMaxBlastLimit = 100'000;
// Rows that a tool shows by default; of a blast radius they are some 4,000 tokens.
inline constexpr std::uint32_t kDefaultToolLimit = 60;
inline constexpr std::uint32_t kDefaultSearchLimit = 20;
inline constexpr std::uint32_t kMaxSearchLimit = 1000;
inline constexpr std::uint32_t kDefaultGrepLimit = 1000;
inline constexpr std::uint32_t kMaxGrepLimit = 100'000;
// Paths and globs of one text search, most text that it shows, and callers of each symbol.
inline constexpr std::size_t kMaxGrepPaths = 100;
inline constexpr std::size_t kMaxGrepBytes = 16 << 20;
inline constexpr std::uint32_t kMaxGrepCallers = 20;
inline constexpr std::uint32_t kDefaultUsagesLimit = 100;
inline constexpr std::uint32_t kMaxUsagesLimit = 100'000;
// Bytes of a line of code in an answer about uses; of a longer line the part around the use.
inline constexpr std::size_t kMaxUseLineBytes = 160;
inline constexpr std::uint32_t kDefaultPathHops = 12;
inline constexpr std::uint32_t kMaxPaths = 32;
inline constexpr std::uint32_t kDefaultDiffLimit = 200;
inline constexpr std::uint32_t kMaxDiffLimit = 100'000;
inline constexpr std::uint32_t kDefaultTestLimit = 200;
inline constexpr std::uint32_t kMaxTestLimit = 100'000;
inline constexpr std::uint32_t kDefaultOutlineLimit = 10;
inline constexpr std::uint32_t kMaxOutlineLimit = 1000;
// Most symbols of a file that are listed for an editor.
inline constexpr std::size_t kMaxFileSymbols = 10'000;
inline constexpr std::uint32_t kDefaultAnalyzeLimit = 50;
inline constexpr std::uint32_t kMaxAnalyzeLimit = 100'000;
// Most symbols whose source one question can ask for, most lines around each, and most bytes of all
// together; text beyond is cut at a line end. A file is at most half as large, so one symbol is
// always whole.
inline constexpr std::size_t kMaxSourceSymbols = 100;
inline constexpr std::uint32_t kMaxContextLines = 500;
inline constexpr std::size_t kMaxSourceBytes = 8 << 20;
// Most symbols in one question about tests.
inline constexpr std::size_t kMaxScopeSymbols = 1000;

// Longest time for a question of the command line, with or without a daemon; indexing and export
// have no limit.
inline constexpr std::chrono::seconds kMaxQuestionTime{60};

// Most files of a tree that one answer compares with the index; a larger tree is reported as not
// compared.
inline constexpr std::uint64_t kMaxFreshnessFiles = 10'000;
// A question about an unindexed commit indexes it if at most this many files differ from an indexed
// state of the repository; otherwise `waymark index --at` has to be run.
inline constexpr std::uint64_t kMaxFilesOnDemand = 1000;
// Unsaved buffers of one question, and their bytes in total.
inline constexpr std::size_t kMaxBuffers = 64;
inline constexpr std::size_t kMaxBufferBytes = 8 << 20;
// Views with unsaved buffers that are kept for the next question about the same texts, and for how
// long after the last one.
inline constexpr std::size_t kMaxBufferedViews = 4;
inline constexpr std::chrono::seconds kBufferedViewPatience{60};
// Skipped files that a report lists; its count covers all.
inline constexpr std::size_t kMaxSkippedListed = 10'000;
// Damaged parts of a store that the report of a repair lists; one more line counts the rest.
inline constexpr std::size_t kMaxDamagedListed = 100;
// Files with syntax errors that `doctor` reads again to tell where.
inline constexpr std::size_t kMaxSyntaxErrorsListed = 100;
// Doubts of each kind and language that `doctor` lists.
inline constexpr std::size_t kMaxDoubtsListed = 100;
// Candidates that the error for an ambiguous name lists.
inline constexpr std::size_t kMaxCandidatesListed = 20;
// Packs whose symbols one question can exclude.
inline constexpr std::size_t kMaxExcludedPacks = 64;
// Judgements that are kept for one repository; beyond, the oldest is deleted.
inline constexpr std::size_t kMaxJudgements = 1000;
// Packs that wait to be written; beyond, the one that waited longest is not remembered.
inline constexpr std::size_t kMaxPacksWaiting = 16;
// A session ends this long after its last answer.
inline constexpr std::chrono::hours kSessionLifetime{8};
// A call for the rest of an answer repeats a question up to this length; for a longer one it only
// says which options to change.
inline constexpr std::size_t kMaxRepeatedBytes = 400;
// Export returns chunks of whole lines of about this size.
inline constexpr std::size_t kExportChunkBytes = 256 << 10;
// Streams are sent in chunks of about this size; the first row and each hop are sent at once.
inline constexpr std::size_t kStreamChunkBytes = 16 << 10;
// Streams of payloads are sent in chunks of this many symbols and edges, likewise.
inline constexpr std::size_t kStreamChunkRows = 256;
// Documentation longer than this is cut at a line end.
inline constexpr std::size_t kMaxDocumentationBytes = 16 << 10;
// An answer to a task shows at most this much text of a symbol, and none from a file beyond the
// second limit.
inline constexpr std::size_t kMaxShownBytes = 16 << 10;
inline constexpr std::size_t kMaxShownFileBytes = 1 << 20;

}  // namespace waymark::services
