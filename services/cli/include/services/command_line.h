// The program `waymark`: one process, one command.
#pragma once

namespace waymark::services {

// Runs the command that the arguments name and returns the exit code:
//
//   0    done
//   1    refused, or not found; the reason is on standard error
//   2    wrong usage
//   3    the store or the daemon failed
//   130  interrupted (128 + the number of the signal)
int RunCommandLine(int argc, char** argv);

}  // namespace waymark::services
