#include "testing/mapped_memory.h"

#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>

namespace waymark::testing {

bool LiesInAFile(const void* address) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::istringstream fields(line);
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    char dash = 0;
    std::string mode;
    std::string offset;
    std::string device;
    std::uint64_t inode = 0;
    fields >> std::hex >> begin >> dash >> end >> mode >> offset >> device >> std::dec >> inode;
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    if (begin <= at && at < end) return inode != 0;
  }
  return false;
}

}  // namespace waymark::testing
