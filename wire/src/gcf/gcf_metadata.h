// The comments below a header of GCF: what an answer tells beside its graph.
#pragma once

#include <string>

#include "text/gcf_token.h"
#include "wire/payload.h"

namespace waymark::wire {

// Tokenizer, index state, difference, completeness, affected, truncation and profile, a line or
// more each, as far as the payload has them.
void AppendGcfMetadata(std::string& out, const Payload& payload, GcfCharset charset);

// The same without the tokenizer.
void AppendGcfState(std::string& out, const Payload& payload, GcfCharset charset);

// The last line of what leaves something out: the call that returns it, as far as there is one.
void AppendGcfNextCall(std::string& out, const Payload& payload);

}  // namespace waymark::wire
