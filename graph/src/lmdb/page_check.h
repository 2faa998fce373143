// Checks the pages of LMDB's file before LMDB is trusted with them.
//
// LMDB has no checksums and believes what its pages say: a wrong page number ends the process or
// makes the file grow to its largest size. These functions read the file with pread() and follow
// every page that a state refers to. They find all damage that LMDB could stumble over; wrong bytes
// in values are found by the hashes of the values.
//
// Layout: LMDB 0.9 on a 64-bit machine.
#pragma once

#include <cstdint>
#include <filesystem>

#include <absl/status/status.h>

namespace waymark::graph {

// Checks both meta pages, so that LMDB may open the file. An empty file is in order. Cost: two
// reads. Errors: DataLoss; FailedPrecondition when the file is none of LMDB's.
absl::Status CheckMetaPages(int file, const std::filesystem::path& directory);

// Checks every page of the state that commit number `commit` made, and the list of free pages. A
// reading transaction must protect the state. Aborted if a later commit took the place of its meta
// page: check a later state. Cost: one read for each branch, leaf and large value, some 1 us each.
absl::Status CheckPages(int file, std::uint64_t commit, const std::filesystem::path& directory);

}  // namespace waymark::graph
