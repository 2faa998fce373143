#include "services/command_line.h"

int main(int argc, char** argv) { return waymark::services::RunCommandLine(argc, argv); }
