// Text for people: parts of payloads, and whole contexts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "wire/codec.h"
#include "wire/payload.h"

namespace waymark::services {

// "flask, generation 3, commit 0123456789ab; 2 files on disk differ from the index": the state that
// was asked about, in full.
std::string IndexLine(const wire::IndexInfo& index);

// What a reader must know of that state: "2 files on disk differ from the index", "at commit
// 0123456789ab". Empty if the files on disk were asked about and are those of the index.
std::string FreshnessText(const wire::IndexInfo& index);

// What to read between the source of an edge and its target: "calls", "is typed with". A type
// without words is its name, with blanks.
std::string VerbOf(const wire::Payload& payload, wire::Term<EdgeType> type);

// What to read between the target of an edge and its source: "called by", "type of".
std::string ReverseVerbOf(const wire::Payload& payload, wire::Term<EdgeType> type);

// The sources of a symbol's edges of a type: "8 callers". Empty for the symbol around it, which its
// name tells.
std::string SourcesText(const wire::Payload& payload, const wire::EdgeCount& count);

// The targets of a symbol's edges of a type, to be read after the symbol: "calls 5".
std::string TargetsText(const wire::Payload& payload, const wire::EdgeCount& count);

// The text with a line end, unless it is empty.
std::string LineOf(std::string text);

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

// The notes of the names in a question, some of which are empty, in one line; of many those of the
// first ones.
std::string JoinedNotes(const std::vector<std::string>& notes);

// "complete", "likely complete", "incomplete: 3 possible uses (3 unresolved references)".
std::string CompletenessLine(const wire::Completeness& completeness);
// "may miss something: 3 possible uses (...)"; empty if nothing speaks against the answer.
std::string DoubtText(const wire::Completeness& completeness);
// The possible uses of an answer, one line each below a title; empty if there are none.
std::string PossibleText(const wire::Payload& payload);

// The commits of an answer, two lines each below a title; empty if there are none.
std::string CommitsText(const wire::Payload& payload);

// Indents every line of `text` and ends each with a line break.
void AppendIndented(std::string& out, std::string_view text, std::string_view indentation = "  ");

// "flask: the best 20 of 233 matches; 2 files on disk differ from the index".
std::string MatchesText(const wire::Payload& payload);

// The text of a symbol: source with line numbers; documentation indented.
std::string SymbolText(const wire::Symbol& symbol, std::string_view indentation = "  ");

// Width of the longest kind among the symbols.
std::size_t KindColumns(const wire::Payload& payload);

// A symbol with its kind, padded, its name and place; below, its signature and text. Source, which
// has line numbers, stands for the signature too.
std::string SymbolEntry(const wire::Payload& payload, const wire::Symbol& symbol,
                        std::size_t kind_columns);
// All symbols, with kinds of one width.
std::string SymbolEntries(const wire::Payload& payload);

// The answer to `context`, without characters that could mislead a terminal (visible_text.h).
std::string ContextText(const wire::Payload& payload);

// ContextText() as the format "text", so that an engine can count its tokens. Encode only.
wire::Codec TextCodec();

}  // namespace waymark::services
