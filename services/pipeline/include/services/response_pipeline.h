// The response pipeline of one session: makes the answers of tools smaller on their way to a model,
// without the loss of a value.
//
// An answer that the model was sent before becomes a reference, "> [ref: r17]". Any other one is
// re-encoded if that takes fewer tokens, and ends with its own number, "> [id: r17]", if it may be
// referred to later. services/pipeline_hints.h has the grammar of these lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <absl/status/statusor.h>

#include "graph/mutex.h"
#include "services/pipeline_event.h"
#include "services/pipeline_settings.h"

namespace waymark::services {

// One text of a tool's answer.
struct ToolText {
  std::string server;     // that has the tool; empty: unknown
  std::string tool;       // as the server calls it
  std::string arguments;  // JSON of the call; the same call has the same bytes
  std::string context;    // which context of a model it goes to; empty: unknown
  std::string text;
  // The file that the call reads or writes, where the caller knows it; otherwise the arguments of
  // well-known tools tell.
  std::string path = {};
  std::string call_id = {};  // for the event alone
  bool is_sidechain = false;
  bool is_fixed = false;  // to be sent as it is, and never referred to
};

// The text to send instead.
struct ShapedText {
  std::string text;
  PipelineLayer layer = PipelineLayer::kVerbatim;
  std::string format;           // as in PipelineEvent
  std::uint32_t ordinal = 0;    // for Sent(); 0: the text will not be referred to
  std::uint32_t refers_to = 0;  // for L0: the number of the answer that the hint names
  std::size_t tokens_before = 0;
  std::size_t tokens_after = 0;
};

// The form that the encoder gives a text, and the facts that events tell of the text.
struct EncodedAnswer {
  std::string text;
  std::string format;  // "verbatim": the text is as it was
  // Tokens of the input and of `text`, in o200k_base; 0: the encoder has not counted them.
  std::size_t tokens_before = 0;
  std::size_t tokens_after = 0;
  std::string shape = {};
  std::vector<std::string> inner_formats = {};
  std::uint32_t nested_depth = 0;
  std::uint32_t columns = 0;
  std::uint32_t rows = 0;
  double key_stability = 0;
  std::uint64_t failed_round_trips = 0;
};

// Encodes a text without loss, with the template of that name, or "" for the smallest encoding.
// Pure and thread-safe; every text has an encoding, at least itself.
using TextEncoder = std::function<EncodedAnswer(
    std::string_view text, const EncoderSettings& settings, std::string_view template_id)>;

// The encoder of wire/adaptive.h, with the formats, the depth and the thresholds of the settings.
// An unknown template gives the text as it is.
EncodedAnswer EncodeAdaptively(std::string_view text, const EncoderSettings& settings,
                               std::string_view template_id);

// Thread-safe. Holds up to kKeptBytes of originals.
class ResponsePipeline {
 public:
  // Bytes of originals that a session keeps for Recall(). When they are reached, the oldest that
  // no hint refers to are dropped; when all are referred to, further answers get no number.
  static constexpr std::size_t kKeptBytes = std::size_t{16} << 20;

  // `sink` may be null; otherwise it outlives the pipeline. With a null encoder, texts that are no
  // reference stay as they are.
  ResponsePipeline(PipelineSettings settings, EventSink* sink,
                   TextEncoder encoder = EncodeAdaptively, std::size_t kept_bytes = kKeptBytes);
  ~ResponsePipeline();
  ResponsePipeline(const ResponsePipeline&) = delete;
  ResponsePipeline& operator=(const ResponsePipeline&) = delete;

  // Returns the text to send for a text of an answer; never fails. A call of a tool that writes
  // files invalidates what was read of them. Costs a hash, a look-up, a count of tokens and, unless
  // there is a reference, the encoder's work.
  ShapedText Shape(const ToolText& text);

  // The answer with this number was written to the transport: from now on it may be referred to,
  // before those that were written earlier. 0 and unknown numbers are ignored.
  void Sent(std::uint32_t ordinal);

  // The original text of an answer, by "r17". Whatever a hint refers to is there until the next
  // Compact(); other answers are there as long as the bound allows. InvalidArgument for another
  // word, NotFound for a number without a text; the messages say what to do.
  absl::StatusOr<std::string> Recall(std::string_view reference) const;

  // The client has shortened its context: no answer before this is referred to any more.
  void Compact();

  // The file or directory has changed: answers that read it are not referred to any more.
  void Invalidate(std::string_view path);

  // Whether references are on, so that the client should see the tool `recall`.
  bool has_references() const;

  // Whether every text stays as it is and nothing is recorded, so that no text need be shown.
  bool is_idle() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

// The start of a session.
struct PipelineStart {
  PipelineSettings settings;
  std::shared_ptr<EventSink> sink;  // null: nothing is recorded
};

// Gives what a session with a client begins with. The client is known by the name that it gives
// itself; "": it is unknown. Called from any thread.
using PipelineStarter = std::function<PipelineStart(const std::string& client)>;

// The pipeline of a session that begins with the handshake of its client. Thread-safe.
class SessionPipeline {
 public:
  // A null `start` gives the default settings, and nothing is recorded. The others are for the
  // pipeline.
  explicit SessionPipeline(PipelineStarter start, TextEncoder encoder = EncodeAdaptively,
                           std::size_t kept_bytes = ResponsePipeline::kKeptBytes)
      : start_(std::move(start)), encoder_(std::move(encoder)), kept_bytes_(kept_bytes) {}

  // The client has shaken hands. A further handshake begins a conversation without earlier answers,
  // with the settings of the first one.
  void Begin(const std::string& client);

  // Starts it, if nobody has: sessions in which no tool is called cost nothing.
  ResponsePipeline& Get();

 private:
  const PipelineStarter start_;
  const TextEncoder encoder_;
  const std::size_t kept_bytes_;
  Mutex mutex_;
  std::string client_ WM_GUARDED_BY(mutex_);
  std::shared_ptr<EventSink> sink_ WM_GUARDED_BY(mutex_);  // outlives the pipeline
  std::unique_ptr<ResponsePipeline> pipeline_ WM_GUARDED_BY(mutex_);
};

}  // namespace waymark::services
