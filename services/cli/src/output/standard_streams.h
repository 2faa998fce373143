// Standard input, output and error as a program may find them: closed, full, or a pipe nobody
// reads.
#pragma once

#include <string_view>

namespace waymark::services {

// Opens /dev/null for those that are closed, so that no file that is opened later takes their place
// and is written to. Call before anything opens a file.
void OpenStandardStreams();

// To standard error; what cannot be written there is lost, which no caller could do anything about.
void PrintError(std::string_view text);

}  // namespace waymark::services
