// GCX1: tables of text cells for language models, one or more sections to a document.
//
//   GCX1 tool=TOOL fields=A,B,C [KEY=VALUE ...]        keys in byte order
//   # COMMENT
//   CELL TAB CELL TAB CELL
//
// A cell escapes backslash, tab and line break as \\ \t \n, and a value of the header also blanks
// and
// '=', as "\ " and "\=". Sections of published tools have the
// fields of their published layout; encoder and decoder check that.
//
// Everything here is a pure function and safe from any thread.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "wire/payload.h"

namespace waymark::wire {

// Limits of one document. Decoders reject documents beyond them.
inline constexpr std::size_t kMaxGcxSections = 1024;
inline constexpr std::size_t kMaxGcxFields = 64;
inline constexpr std::size_t kMaxGcxCells = std::size_t{1} << 24;  // in all sections together

using GcxRow = std::vector<std::string>;

struct GcxSection {
  std::string tool;                         // "search_symbols", "get_callers.edges"
  std::vector<std::string> fields;          // at least one
  std::map<std::string, std::string> meta;  // other keys of the header than tool and fields
  std::vector<std::string> comments;        // written below the header; decoding drops them
  std::vector<GcxRow> rows;                 // one cell for each field
  // Comments below a row, by its number; likewise dropped.
  std::map<std::size_t, std::string> notes = {};

  bool operator==(const GcxSection&) const = default;
};

// InvalidArgument "encode gcx: SECTION: WHAT" for content that the format cannot carry: white
// space, '=' or ',' in a name of the header; cells without a field; no fields at
// all; a row of one empty cell (it would read as a blank line); sections that break a published
// layout. A carriage return in a cell is dropped, as the format requires.
absl::StatusOr<std::string> EncodeGcx(std::span<const GcxSection> sections);

// An answer to a client: sections with `rows` say how many there are in a comment, and the first
// header has `etag`, a hash of all sections without the number of tokens. The call for the rest, if
// there is one, is the last line.
absl::StatusOr<std::string> EncodeGcxAnswer(std::vector<GcxSection> sections,
                                            std::string_view next_call = {});

// The etag in the headers of a document; "" if there is none, or several.
std::string GcxEtag(std::string_view text);

// The completeness and the index of an answer, for the header of its first section.
void AddGcxCompleteness(const Completeness& completeness, std::map<std::string, std::string>& meta);
void AddGcxIndex(const IndexInfo& index, std::map<std::string, std::string>& meta);

// InvalidArgument "decode gcx: WHAT (line L)"; FailedPrecondition for another version of the
// format, whose sender may be asked for JSON instead. Short rows are filled up with empty cells.
absl::StatusOr<std::vector<GcxSection>> DecodeGcx(std::string_view text);

// The layout check of both; OK for sections of tools without a published layout.
absl::Status CheckGcxLayout(const GcxSection& section);

// Converts a tool's JSON response to sections:
//
//   a tool with a published layout   its rows, from an object or an array of objects whose keys are
//                                    fields of the layout; with several sections, from an object
//                                    that has each section's rows under its name
//   an object                        one row, its keys sorted
//   an array of objects              a row each, the union of their keys sorted
//   any other array                  the field "value", a row each
//   anything else                    the field "value", one row
//
// Values within cells are compact JSON, null is empty, numbers keep their digits. An array with a
// null or an empty string, which cannot be rows, becomes one row with the whole array.
// InvalidArgument "decode json: ..." for text that is not JSON.
absl::StatusOr<std::vector<GcxSection>> GcxFromJson(std::string_view tool, std::string_view json);

}  // namespace waymark::wire
