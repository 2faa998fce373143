// Settings of malloc for this process.
#pragma once

namespace waymark::services {

// Limits malloc to one arena per processor; glibc would use eight. Memory that a thread frees stays
// in its arena. With many arenas a daemon would hold the free memory of as many calls, and grow
// until each arena had seen the largest call. Call before there is a second thread.
void LimitArenas();

}  // namespace waymark::services
