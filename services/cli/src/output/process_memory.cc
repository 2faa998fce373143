#include "output/process_memory.h"

#include <algorithm>
#include <thread>

#include <malloc.h>

namespace waymark::services {

void LimitArenas() {
  mallopt(M_ARENA_MAX, static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
}

}  // namespace waymark::services
