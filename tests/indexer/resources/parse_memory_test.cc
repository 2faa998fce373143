// What a thread that parsed leaves behind.
#include "resources/parse_memory.h"

#include <cstddef>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <tree_sitter/api.h>

namespace waymark::indexer {
namespace {

// Mappings of this process that are to consist of huge pages: "hg" is that flag in Linux's
// Documentation/filesystems/proc.rst.
std::ptrdiff_t HugeMappings() {
  std::ifstream maps("/proc/self/smaps");
  std::ptrdiff_t count = 0;
  for (std::string line; std::getline(maps, line);) {
    count += line.starts_with("VmFlags:") && line.find(" hg") != std::string::npos ? 1 : 0;
  }
  return count;
}

TEST(ParseMemory, GoesWithItsThreadAndLeavesNoMemoryOfHugePagesToMalloc) {
  constexpr std::size_t kLargeBytes = 16 << 20;
  constexpr std::size_t kBlockBytes = 3 << 20;
  const std::ptrdiff_t before = HugeMappings();

  // Once a large one was freed, malloc has what is smaller from its arenas.
  std::vector<std::vector<char>> blocks(8, std::vector<char>(kLargeBytes));
  for (std::vector<char>& block : blocks) {
    block = {};
    std::thread([&block] {
      const ParseMemoryScope scope;
      EXPECT_NE(ts_parser_new(), nullptr);
      // Lies behind what the parse may have from malloc, which cannot give that back then.
      block.resize(kBlockBytes);
    }).join();
  }

  EXPECT_EQ(HugeMappings(), before);
}

}  // namespace
}  // namespace waymark::indexer
