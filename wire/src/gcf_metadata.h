// The comments below a header of GCF: what an answer tells beside its graph.
#pragma once

#include <string>
#include <string_view>

#include "gcf_token.h"
#include "wire/payload.h"

namespace waymark::wire {

// Names the tokenizer that the header's number of tokens is by.
inline constexpr std::string_view kGcfTokenizerComment = "# tokenizer=";

// Tokenizer, index state, difference, completeness, affected, truncation and profile, a line or
// more each, as far as the payload has them.
void AppendGcfMetadata(std::string& out, const Payload& payload, GcfCharset charset);

}  // namespace waymark::wire
