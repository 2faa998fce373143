// Comments below a header of GCF, with the data of an answer besides its graph.
#pragma once

#include <string>
#include <string_view>

#include "text/gcf_token.h"
#include "wire/payload.h"

namespace waymark::wire {

// Begins the comment with Payload::name_note.
inline constexpr std::string_view kGcfNameNote = "name_note: ";

// Appends tokenizer, note about a name, index state, difference, completeness, commits, affected,
// truncation and profile, one or more lines each, as far as the payload has them.
void AppendGcfMetadata(std::string& out, const Payload& payload, GcfCharset charset);

// The same without the tokenizer.
void AppendGcfState(std::string& out, const Payload& payload, GcfCharset charset);

// Commits, difference, affected and profile alone.
void AppendGcfDetails(std::string& out, const Payload& payload, GcfCharset charset);

// The last line of a truncated answer: the call that returns the rest, if there is one.
inline constexpr std::string_view kGcfNextCall = "rest: ";
void AppendGcfNextCall(std::string& out, const Payload& payload);

}  // namespace waymark::wire
