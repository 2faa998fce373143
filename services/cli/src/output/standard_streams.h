// Standard input, output and error in unusual states: closed, full, or a pipe without a reader.
#pragma once

#include <string_view>

namespace waymark::services {

// Opens /dev/null for closed streams, so that no file opened later takes their descriptor and is
// written to. Call before anything opens a file.
void OpenStandardStreams();

// Writes to standard error. Text that cannot be written is lost, because no caller could handle it.
void PrintError(std::string_view text);

}  // namespace waymark::services
