#include "standard_streams.h"

#include <cstdio>

#include <fcntl.h>
#include <unistd.h>

namespace waymark::services {

void OpenStandardStreams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    // The lowest free descriptor is the one that is given out.
    if (fcntl(descriptor, F_GETFD) == -1 && open("/dev/null", O_RDWR) == -1) return;
  }
}

void PrintError(std::string_view text) {
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
}

}  // namespace waymark::services
