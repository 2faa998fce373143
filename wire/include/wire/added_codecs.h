// Registers further codecs for the whole program.
#pragma once

#include <absl/status/status.h>

#include "wire/codec.h"

namespace waymark::wire {

// Adds a codec to CodecRegistry::BuiltIn(), so that every face of the program that is opened
// afterwards offers it as a format. Call it first in main(), before services::RunCommandLine() or
// Engine::Open(). Safe from any thread.
//
// Errors: those of CodecRegistry::Register().
absl::Status AddCodec(Codec codec);

}  // namespace waymark::wire
