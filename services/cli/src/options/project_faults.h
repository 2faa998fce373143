// Notes on faults of the project file of a checkout, for whoever goes on without it.
#pragma once

#include <span>
#include <string>

namespace waymark::services {

// Notes on standard error that what AddProject() found wrong is left out: one line, with the first
// fault. The same faults are told once in a process, however often a server reads the file.
// Thread-safe.
void NoteProjectFaults(std::span<const std::string> faults);

}  // namespace waymark::services
