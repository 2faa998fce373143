// How this process has its memory from malloc.
#pragma once

namespace waymark::services {

// As many arenas as there are processors, where glibc would have eight times as many. What a thread
// frees stays in its arena, so that a daemon held free memory of as many calls as it has arenas,
// and grew until each had seen the largest. Call before there is a second thread.
void LimitArenas();

}  // namespace waymark::services
