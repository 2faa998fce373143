// The program of a version to come, in which nothing else has changed.
#include "services/command_line.h"
#include "services/version.h"

const char* const waymark::services::kVersion = "99.0.0";

int main(int argc, char** argv) { return waymark::services::RunCommandLine(argc, argv); }
