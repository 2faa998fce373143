// GCF, the graph-compact text for language models, in two dialects. docs/WIRE_FORMAT.md gives
// grammars and escapes.
//
//   gcf    GCF tool=T ...                  the form in which the format was first published
//   gcf3   GCF profile=graph tool=T ...    its public graph profile of today
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "wire/codec.h"
#include "wire/gcf_session.h"

namespace waymark::wire {

absl::StatusOr<std::string> EncodeGcf(const Payload& payload, const EncodeOptions& options);
absl::StatusOr<std::string> EncodeGcf3(const Payload& payload, const EncodeOptions& options);
// The dialect `gcf` with names that leave out their common beginning, if that is shorter.
absl::StatusOr<std::string> EncodeGcfShort(const Payload& payload, const EncodeOptions& options);

// Reads the graph, in the dialect that its header names, and drops the comments. Errors begin with
// the published error code: "decode gcf: CODE (line L): WHAT".
absl::StatusOr<Payload> DecodeGcf(std::string_view text);

// The same for `gcf3` only: a header without a profile is an error.
absl::StatusOr<Payload> DecodeGcf3(std::string_view text);

// Follows the number of a symbol that was sent to the client in an earlier call.
inline constexpr std::string_view kGcfReference = "  # previously transmitted";

// The number of each symbol by index, whether it is only a reference, and whether a reference tells
// a new place. The flags are empty outside sessions.
struct GcfNumbering {
  std::vector<std::uint32_t> ids;
  std::vector<bool> is_known;
  std::vector<bool> is_moved;
};

// REQUIRES: Check(payload) is OK, and all lists have an entry for each symbol.
std::string EncodeGcfNumbered(const Payload& payload, const EncodeOptions& options,
                              GcfDialect dialect, GcfNumbering numbering);

// A symbol that an earlier call sent under a number; its kind and provenance are meant by name.
struct GcfNamed {
  const Symbol* symbol = nullptr;
  std::string_view kind;
  std::string_view provenance;
};

using GcfResolver = std::function<std::optional<GcfNamed>(std::uint32_t id)>;

struct GcfNumberedPayload {
  Payload payload;
  std::vector<std::uint32_t> ids;  // of its symbols
};

// DecodeGcf for a text with references.
absl::StatusOr<GcfNumberedPayload> DecodeGcfNumbered(std::string_view text,
                                                     const GcfResolver& resolve);

}  // namespace waymark::wire
