// The program with one format more, as whoever embeds the library adds one: names, one a line.
#include <cstdlib>
#include <iostream>
#include <string>

#include "services/command_line.h"
#include "wire/added_codecs.h"

namespace waymark::wire {
namespace {

absl::StatusOr<std::string> EncodeNames(const Payload& payload, const EncodeOptions&) {
  std::string names;
  for (const Symbol& symbol : payload.symbols) names += symbol.qualified_name + '\n';
  return names;
}

Codec NamesCodec() {
  return {.name = "names",
          .description = "names, one a line",
          .aliases = {"list"},
          .medium = Medium::kText,
          .encode = EncodeNames,
          .decode = nullptr};
}

}  // namespace
}  // namespace waymark::wire

int main(int argc, char** argv) {
  const absl::Status status = waymark::wire::AddCodec(waymark::wire::NamesCodec());
  if (status.ok()) return waymark::services::RunCommandLine(argc, argv);
  std::cerr << status << "\n";
  return EXIT_FAILURE;
}
