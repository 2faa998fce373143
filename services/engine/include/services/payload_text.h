// Text for people: parts of payloads, and whole contexts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "wire/codec.h"
#include "wire/payload.h"

namespace waymark::services {

// "flask, generation 3, commit 0123456789ab; 2 files on disk differ from the index".
std::string IndexLine(const wire::IndexInfo& index);

// Kind and name of a symbol, in one line.
std::string NameText(const wire::Symbol& symbol);

// "src/app.py:10-14", "src/app.py:10"
std::string PlaceText(std::string_view path, std::uint32_t first_line, std::uint32_t last_line);

// " at line 12, 40 and 3 more"; without duplicate lines.
std::string SitesOf(const wire::Edge& edge);

// "1,234 more" or "more", followed by the call that shows them, if there is one.
std::string MoreText(const wire::Truncation& truncation);

// Payload::name_note with a line end; empty if there is none.
std::string NoteLine(std::string_view name_note);

// "complete", "likely complete", "incomplete: 3 possible uses (3 unresolved references)".
std::string CompletenessLine(const wire::Completeness& completeness);
// The possible uses of an answer, one line each below a title; empty if there are none.
std::string PossibleText(const wire::Payload& payload);

// Indents every line of `text` and ends each with a line break.
void AppendIndented(std::string& out, std::string_view text, std::string_view indentation = "  ");

// The symbols of a payload with score and place; below each, indented, its signature and text.
void AppendScoredSymbols(std::string& out, const wire::Payload& payload);

// The answer to `context`, without characters that could mislead a terminal (visible_text.h).
std::string ContextText(const wire::Payload& payload);

// ContextText() as the format "text", so that an engine can count its tokens. Encode only.
wire::Codec TextCodec();

}  // namespace waymark::services
