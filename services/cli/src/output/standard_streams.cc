#include "output/standard_streams.h"

#include <cstdio>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace waymark::services {

void OpenStandardStreams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    struct stat info = {};
    // An open descriptor without a file type belongs to a library that was loaded while the stream
    // was closed. For example, gRPC leaves an eventfd open from its check for support.
    if (fstat(descriptor, &info) == 0 && (info.st_mode & S_IFMT) != 0) continue;
    // Answers must not be lost without an error: a write to the stand-in for standard output fails.
    const int null = open("/dev/null", descriptor == STDOUT_FILENO ? O_RDONLY : O_RDWR);
    if (null == -1 || null == descriptor) continue;
    dup2(null, descriptor);
    close(null);
  }
}

void PrintError(std::string_view text) {
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
}

}  // namespace waymark::services
