// The record that the response pipeline gives of each text that it shaped.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace waymark::services {

// Which part of the pipeline decided what is sent. The first two are L0.
enum class PipelineLayer : std::uint8_t {
  kExact,     // L0: a reference to an equal answer
  kNear,      // L0: a reference to an answer that differs in a few values
  kTemplate,  // L1: the template that the endpoint is set to
  kEncoder,   // L2: the smallest lossless encoding
  kVerbatim,  // L3: the text as it is
};

// "L0", "L1", "L2", "L3".
std::string_view LevelOf(PipelineLayer layer);

// The effect of a tool on files, as far as its name tells.
enum class ToolKind : std::uint8_t { kFileRead, kFileMutate, kOther };

// "file-read", "file-mutate", "other".
std::string_view Name(ToolKind kind);

// 128-bit prefix of SHA-256.
using Fingerprint = std::array<std::uint8_t, 16>;

// One text. Nothing of its content, but names and a path: a sink that stores events replaces these
// and the fingerprint by keyed hashes. The time, the session and its sampling are the sink's.
struct PipelineEvent {
  std::string server;   // empty: unknown
  std::string tool;     // as the server calls it
  std::string call_id;  // empty: unknown
  std::string context;  // empty: unknown
  std::string path;     // of the file that the call reads or writes; empty: none
  ToolKind kind = ToolKind::kOther;
  bool is_sidechain = false;
  std::uint32_t partition = 0;  // compactions of the session so far

  std::uint64_t bytes_before = 0;
  std::uint64_t bytes_after = 0;
  // Counted with `tokenizer`. `tokens_after` includes the lines that the pipeline adds, so it may
  // be the larger one. Of a text that had to stay as it is, only the first MiB is counted, and what
  // follows taken to be like it.
  std::uint64_t tokens_before = 0;
  std::uint64_t tokens_after = 0;
  std::string_view baseline = "raw";  // what `tokens_before` counts: the text of the server
  std::string_view tokenizer;

  Fingerprint content{};  // of the server's text
  PipelineLayer layer = PipelineLayer::kVerbatim;
  std::string format;        // "hint_exact", "hint_near", "verbatim", or the encoding
  std::string template_id;   // for kTemplate; otherwise empty
  bool is_numbered = false;  // ends with a number, for references to it
  // References are off for this endpoint, but an equal answer was sent a short time ago.
  bool would_hit = false;
  std::uint64_t reference_age_tokens = 0;  // for L0: tokens of tools sent since that answer

  // Facts about the text, as far as the encoder looked; empty and 0 otherwise.
  std::string shape;
  std::vector<std::string> inner_formats;
  std::uint32_t nested_depth = 0;
  std::uint32_t columns = 0;
  std::uint32_t rows = 0;
  double key_stability = 0;
  std::uint64_t failed_round_trips = 0;
  std::uint64_t encode_nanoseconds = 0;
};

// Thread-safe. An error of a sink is its own: it never fails an answer.
class EventSink {
 public:
  virtual ~EventSink() = default;
  virtual void Add(const PipelineEvent& event) = 0;
};

}  // namespace waymark::services
