// Codecs beyond those of this module, for the whole program.
#pragma once

#include <absl/status/status.h>

#include "wire/codec.h"

namespace waymark::wire {

// Makes a codec one of CodecRegistry::BuiltIn(), and with that a format of every face of the
// program that is opened afterwards: call it first in main(), before services::RunCommandLine() or
// Engine::Open(). Safe from any thread.
//
// Errors: those of CodecRegistry::Register().
absl::Status AddCodec(Codec codec);

}  // namespace waymark::wire
