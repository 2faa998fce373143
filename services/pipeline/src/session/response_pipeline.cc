#include "services/response_pipeline.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <utility>
#include <vector>

#include "graph/hash.h"
#include "services/pipeline_hints.h"
#include "session/known_tools.h"
#include "session/session_memory.h"
#include "wire/adaptive.h"
#include "wire/tokens.h"

namespace waymark::services {
namespace {

constexpr std::string_view kVerbatimFormat = "verbatim";
constexpr std::size_t kMaxCountedBytes = std::size_t{1} << 20;

std::size_t TokensIn(std::string_view text) {
  return wire::CountTokens(text, wire::kDefaultTokenizer);
}

// The same for a text that may be longer than what is worth the time: what follows the first bytes
// is taken to be like them.
std::size_t AboutTokensIn(std::string_view text) {
  const std::string_view counted = text.substr(0, kMaxCountedBytes);
  return counted.empty() ? 0 : TokensIn(counted) * text.size() / counted.size();
}

// Whether no token spans the beginning of a line that starts with this (wire/tokens.h).
bool BeginsTokens(char c) { return c > ' ' && c < '\x7f' && c != '/'; }

// Tokens of a text whose first `size` bytes have `tokens`: only its end is counted.
std::size_t TokensOfLonger(std::string_view text, std::size_t size, std::size_t tokens) {
  std::size_t line = text.substr(0, size).rfind('\n');
  while (line != std::string_view::npos && line > 0) {
    if (line + 1 < size && BeginsTokens(text[line + 1])) {
      const std::string_view rest = text.substr(line + 1);
      return tokens - TokensIn(rest.substr(0, size - line - 1)) + TokensIn(rest);
    }
    line = text.substr(0, line).rfind('\n');
  }
  return TokensIn(text);
}

// `ordinal` is 1 or more.
std::string IdLine(std::uint32_t ordinal) { return RenderHint(IdHint{ordinal}).value(); }

// The same for all calls of a tool with the same arguments.
Fingerprint FingerprintOfCall(const ToolText& text) {
  thread_local FieldHasher hasher("waymark.tool_call.v1");
  const auto whole =
      hasher.Add(text.server).Add(text.tool).Add(text.arguments).Finish<ContentHash>();
  Fingerprint prefix;
  std::copy_n(whole.bytes.begin(), prefix.size(), prefix.begin());
  return prefix;
}

// How many answers a context remembers: enough for the endpoint that wants most.
std::size_t RecentAnswersOf(const PipelineSettings& settings) {
  std::uint32_t most = std::max(1U, settings.references.recent_answers);
  for (const auto& [name, endpoint] : settings.endpoints) {
    most = std::max(most, endpoint.recent_answers.value_or(0));
  }
  return most;
}

// A template of an endpoint counts if it is among the active ones.
std::string TemplateOf(const PipelineSettings& settings, const EndpointSettings& endpoint) {
  const std::vector<std::string>& active = settings.encoder.templates;
  if (!endpoint.template_id.has_value() ||
      std::find(active.begin(), active.end(), *endpoint.template_id) == active.end()) {
    return "";
  }
  return *endpoint.template_id;
}

// A text on its way, and what holds for it.
struct TextUnderWay {
  const ToolText& text;
  std::size_t least_body_bytes = 0;
  std::string template_id;  // empty: none
  ToolTraits traits;
  std::vector<std::string> paths;
  bool may_refer = false;
  RecentAnswer answer;
  PipelineEvent event;
};

// The body of an answer that is sent whole.
struct ChosenBody {
  EncodedAnswer encoded;
  PipelineLayer layer = PipelineLayer::kVerbatim;
  std::size_t tokens = 0;
};

}  // namespace

class ResponsePipeline::State {
 public:
  State(PipelineSettings settings, EventSink* sink, TextEncoder encoder, std::size_t kept_bytes)
      : settings_(std::move(settings)),
        sink_(sink),
        encoder_(std::move(encoder)),
        memory_(settings_.references, RecentAnswersOf(settings_), kept_bytes) {}

  ShapedText Shape(const ToolText& text) {
    TextUnderWay shaped = Begin(text);
    if (shaped.traits.kind == ToolKind::kFileMutate) memory_.Invalidate(shaped.paths);
    memory_.InvalidateTools(text.server, shaped.traits.changes_answers_of);
    ShapedText sent = Send(shaped);
    memory_.Spend(text.context, sent.tokens_after);
    if (sink_ != nullptr) Tell(sent, shaped.event);
    return sent;
  }

  SessionMemory& memory() { return memory_; }

  const PipelineSettings& settings() const { return settings_; }

  bool is_idle() const {
    return !settings_.references.is_on && sink_ == nullptr && encoder_ == nullptr;
  }

 private:
  TextUnderWay Begin(const ToolText& text) const {
    const EndpointSettings endpoint = EndpointOf(settings_, EndpointName(text.server, text.tool));
    TextUnderWay shaped{.text = text,
                        .least_body_bytes = endpoint.least_body_bytes.value_or(
                            settings_.references.least_body_bytes),
                        .template_id = TemplateOf(settings_, endpoint),
                        .traits = TraitsOfTool(text.tool),
                        .paths = {}};
    if (!text.path.empty()) {
      shaped.paths = {text.path};
    } else if (shaped.traits.kind != ToolKind::kOther) {
      shaped.paths = PathsIn(text.arguments);
    }
    const bool is_context_known = !text.context.empty() || settings_.references.has_one_context;
    shaped.may_refer =
        settings_.references.is_on && is_context_known && endpoint.has_references.value_or(true);
    shaped.answer = {.content = FingerprintOf(text.text),
                     .call = FingerprintOfCall(text),
                     .server = text.server,
                     .tool = text.tool,
                     .template_id = shaped.template_id,
                     .kind = shaped.traits.kind,
                     .paths = shaped.paths};
    BeginEvent(shaped);
    return shaped;
  }

  void BeginEvent(TextUnderWay& shaped) const {
    const ToolText& text = shaped.text;
    PipelineEvent& event = shaped.event;
    event.server = text.server;
    event.tool = text.tool;
    event.call_id = text.call_id;
    event.context = text.context;
    event.path = shaped.paths.empty() ? "" : shaped.paths.front();
    event.kind = shaped.traits.kind;
    event.is_sidechain = text.is_sidechain;
    event.partition = memory_.partition();
    event.bytes_before = text.text.size();
    event.tokenizer = Name(wire::kDefaultTokenizer);
    event.content = shaped.answer.content;
  }

  ShapedText Send(TextUnderWay& shaped) {
    const std::vector<std::uint32_t> quoted = QuotedOrdinals(shaped.text.text);
    memory_.Claim(quoted);
    if (shaped.text.is_fixed) {
      shaped.event.tokens_before = AboutTokensIn(shaped.text.text);
      return SendWhole(Verbatim(shaped), 0, shaped);
    }
    const bool is_long = shaped.text.text.size() >= shaped.least_body_bytes;
    if (is_long && shaped.may_refer) {
      const std::optional<FoundReference> found =
          memory_.Refer(shaped.text.context, shaped.answer, shaped.text.text);
      if (found.has_value()) return SendReference(*found, shaped);
    }
    if (!is_long) {
      // A short text is not encoded, but must not be taken for an encoding.
      const bool is_marked = shaped.text.text.starts_with(wire::kAdaptiveMark);
      return SendWhole(is_marked ? Choose(shaped) : Verbatim(shaped), 0, shaped);
    }
    if (!shaped.may_refer) {
      shaped.event.would_hit = memory_.Repeats(shaped.text.context, shaped.answer);
    }
    const ChosenBody body = Choose(shaped);
    const std::uint32_t ordinal = quoted.empty() ? Number(body, shaped) : 0;
    return SendWhole(body, ordinal, shaped);
  }

  static ShapedText SendReference(const FoundReference& found, TextUnderWay& shaped) {
    PipelineEvent& event = shaped.event;
    event.reference_age_tokens = found.age_tokens;
    // An equal text has as many; counting costs more than all the rest.
    event.tokens_before = found.is_near ? TokensIn(shaped.text.text) : found.named_tokens;
    return {.text = found.hint,
            .layer = found.is_near ? PipelineLayer::kNear : PipelineLayer::kExact,
            .format = found.is_near ? "hint_near" : "hint_exact",
            .refers_to = found.ordinal,
            .tokens_before = event.tokens_before,
            .tokens_after = TokensIn(found.hint)};
  }

  ShapedText SendWhole(const ChosenBody& body, std::uint32_t ordinal, const TextUnderWay& shaped) {
    ShapedText sent{.text = body.encoded.text,
                    .layer = body.layer,
                    .format = body.encoded.format,
                    .ordinal = ordinal,
                    .tokens_before = shaped.event.tokens_before,
                    .tokens_after = body.tokens};
    if (ordinal == 0) return sent;
    const absl::StatusOr<std::string> format = RenderHint(FormatHint{sent.format, ""});
    if (body.layer != PipelineLayer::kVerbatim && format.ok() && TakeFormatHint()) {
      sent.text = WithHint(sent.text, *format);
    }
    sent.text = WithHint(sent.text, IdLine(ordinal));
    sent.tokens_after = TokensOfLonger(sent.text, body.encoded.text.size(), body.tokens);
    return sent;
  }

  static ChosenBody Verbatim(TextUnderWay& shaped) {
    std::size_t& tokens = shaped.event.tokens_before;
    if (tokens == 0) tokens = TokensIn(shaped.text.text);
    return {.encoded = {.text = shaped.text.text, .format = std::string(kVerbatimFormat)},
            .layer = PipelineLayer::kVerbatim,
            .tokens = tokens};
  }

  // The template of the endpoint, if it saves tokens; otherwise the smallest encoding, if that
  // does.
  ChosenBody Choose(TextUnderWay& shaped) const {
    if (encoder_ == nullptr || shaped.traits.shows_file_text) return Verbatim(shaped);
    const auto begin = std::chrono::steady_clock::now();
    ChosenBody chosen = Encode(shaped, shaped.template_id);
    if (chosen.layer == PipelineLayer::kVerbatim && !shaped.template_id.empty()) {
      chosen = Encode(shaped, "");
    }
    const auto took = std::chrono::steady_clock::now() - begin;
    shaped.event.encode_nanoseconds = static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(took).count());
    return chosen;
  }

  ChosenBody Encode(TextUnderWay& shaped, std::string_view template_id) const {
    EncodedAnswer encoded = encoder_(shaped.text.text, settings_.encoder, template_id);
    PipelineEvent& event = shaped.event;
    event.shape = encoded.shape;
    event.inner_formats = encoded.inner_formats;
    event.nested_depth = encoded.nested_depth;
    event.columns = encoded.columns;
    event.rows = encoded.rows;
    event.key_stability = encoded.key_stability;
    event.failed_round_trips += encoded.failed_round_trips;
    event.tokens_before = encoded.tokens_before;
    if (event.tokens_before == 0) event.tokens_before = TokensIn(shaped.text.text);
    const std::size_t tokens =
        encoded.tokens_after == 0 ? TokensIn(encoded.text) : encoded.tokens_after;
    // A verbatim text that would be taken for an encoding may have a line that says what it is.
    if (encoded.format == kVerbatimFormat) {
      return {.encoded = std::move(encoded), .tokens = tokens};
    }
    if (tokens >= event.tokens_before) return Verbatim(shaped);
    const bool is_template = !template_id.empty();
    if (is_template) event.template_id = template_id;
    return {.encoded = std::move(encoded),
            .layer = is_template ? PipelineLayer::kTemplate : PipelineLayer::kEncoder,
            .tokens = tokens};
  }

  // 0 for an answer that could not be referred to: a reference would not pay, the body quotes the
  // number of another answer, or could not be told from the lines that follow it.
  std::uint32_t Number(const ChosenBody& body, const TextUnderWay& shaped) {
    const std::string& text = body.encoded.text;
    const StampedText stamped = SplitStamp(WithHint(text, IdLine(1)));
    const std::vector<std::uint32_t> quoted = QuotedOrdinals(text);
    memory_.Claim(quoted);
    if (!shaped.may_refer || !quoted.empty() || stamped.body.size() != text.size()) return 0;
    if (kLeastReferenceTokens * settings_.references.safety_factor > body.tokens) return 0;
    RecentAnswer answer = shaped.answer;
    answer.original_tokens = shaped.event.tokens_before;
    answer.tokens = body.tokens;
    return memory_.Number(shaped.text.context, std::move(answer), shaped.text.text);
  }

  bool TakeFormatHint() {
    const std::uint32_t most = settings_.encoder.most_format_hints;
    return most > 0 && format_hints_.fetch_add(1) < most;
  }

  void Tell(const ShapedText& sent, PipelineEvent& event) const {
    event.bytes_after = sent.text.size();
    event.tokens_after = sent.tokens_after;
    event.layer = sent.layer;
    event.is_numbered = sent.ordinal != 0;
    event.format = sent.format;
    sink_->Add(event);
  }

  // Tokens of "> [ref: r1]".
  static constexpr std::size_t kLeastReferenceTokens = 7;

  const PipelineSettings settings_;
  EventSink* const sink_;
  const TextEncoder encoder_;
  SessionMemory memory_;
  std::atomic<std::uint32_t> format_hints_ = 0;
};

ResponsePipeline::ResponsePipeline(PipelineSettings settings, EventSink* sink, TextEncoder encoder,
                                   std::size_t kept_bytes)
    : state_(std::make_unique<State>(std::move(settings), sink, std::move(encoder), kept_bytes)) {}

ResponsePipeline::~ResponsePipeline() = default;

ShapedText ResponsePipeline::Shape(const ToolText& text) { return state_->Shape(text); }

void ResponsePipeline::Sent(std::uint32_t ordinal) { state_->memory().Sent(ordinal); }

absl::StatusOr<std::string> ResponsePipeline::Recall(std::string_view reference) const {
  return state_->memory().Recall(reference);
}

void ResponsePipeline::Compact() { state_->memory().Compact(); }

void ResponsePipeline::Invalidate(std::string_view path) {
  const std::string paths[] = {std::string(path)};
  state_->memory().Invalidate(paths);
}

bool ResponsePipeline::has_references() const { return state_->settings().references.is_on; }

bool ResponsePipeline::is_idle() const { return state_->is_idle(); }

void SessionPipeline::Begin(const std::string& client) {
  MutexLock lock(mutex_);
  if (pipeline_ == nullptr) {
    client_ = client;
  } else {
    pipeline_->Compact();
  }
}

ResponsePipeline& SessionPipeline::Get() {
  MutexLock lock(mutex_);
  if (pipeline_ == nullptr) {
    PipelineStart start = start_ == nullptr ? PipelineStart() : start_(client_);
    sink_ = std::move(start.sink);
    pipeline_ = std::make_unique<ResponsePipeline>(std::move(start.settings), sink_.get(), encoder_,
                                                   kept_bytes_);
  }
  return *pipeline_;
}

}  // namespace waymark::services
