// Where memory of this process lies.
#pragma once

namespace waymark::testing {

// Whether the address is in a mapped file rather than in anonymous memory (/proc/self/maps).
bool LiesInAFile(const void* address);

}  // namespace waymark::testing
