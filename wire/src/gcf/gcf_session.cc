#include "wire/gcf_session.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "gcf/gcf_codec.h"
#include "gcf/gcf_lines.h"
#include "gcf/gcf_scan.h"
#include "graph/hash.h"
#include "graph/status.h"
#include "text/gcf_token.h"

namespace waymark::wire {
namespace {

// The key has exactly one blank, whatever the names contain.
std::string KeyOf(const Payload& payload, const Symbol& symbol) {
  std::string key;
  AppendGcfToken(key, TermName(payload, symbol.kind));
  key += ' ';
  AppendGcfToken(key, symbol.qualified_name);
  return key;
}

// Hash of the comments that the options show below a symbol's line; 0 if there are none.
std::uint32_t HashOfShown(const Symbol& symbol, const EncodeOptions& options) {
  std::string shown;
  AppendGcfNodeComments(shown, symbol, options, GcfCharset::kUtf8);
  if (shown.empty()) return 0;
  return std::max(static_cast<std::uint32_t>(HashContent(shown).Prefix64() >> 32), 1U);
}

// The hashes of what a message shows of a symbol, and of what its client has afterwards.
struct Shown {
  std::uint32_t content = 0;  // signature and text
  std::uint32_t place = 0;

  static Shown By(const Symbol& symbol, EncodeOptions options) {
    const bool places = std::exchange(options.places, false);
    return {.content = HashOfShown(symbol, options),
            .place = HashOfShown(symbol, {.places = places})};
  }

  static Shown Of(std::uint64_t known) {
    return {.content = static_cast<std::uint32_t>(known >> 32),
            .place = static_cast<std::uint32_t>(known)};
  }

  std::uint64_t After(const Shown& known) const {
    const std::uint64_t upper = content == 0 ? known.content : content;
    return upper << 32 | (place == 0 ? known.place : place);
  }
};

absl::Status Damaged(std::size_t line) {
  return absl::DataLossError(
      fmt::format("restore a session: line {} is damaged; start another session", line));
}

// Reads 16 hexadecimal digits in exactly the form that Save() writes.
std::optional<std::uint64_t> ReadHash(std::string_view text) {
  std::uint64_t hash = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), hash, 16);
  if (error != std::errc() || fmt::format("{:016x}", hash) != text) return std::nullopt;
  return hash;
}

bool IsToken(std::string_view text) {
  std::string written;
  AppendGcfToken(written, DecodeGcfToken(text));
  return written == text;
}

// Keys that belong to several symbols of the payload.
std::set<std::string> FindShared(const Payload& payload) {
  std::set<std::string> seen;
  std::set<std::string> shared;
  for (const Symbol& symbol : payload.symbols) {
    std::string key = KeyOf(payload, symbol);
    if (!seen.insert(key).second) shared.insert(std::move(key));
  }
  return shared;
}

}  // namespace

absl::StatusOr<GcfSession::Message> GcfSession::Encode(const Payload& payload,
                                                       const EncodeOptions& options,
                                                       GcfDialect dialect) const {
  WM_RETURN_IF_ERROR(Check(payload));
  const std::set<std::string> shared = FindShared(payload);
  const std::size_t count = payload.symbols.size();
  GcfNumbering numbering{std::vector<std::uint32_t>(count), std::vector<bool>(count),
                         std::vector<bool>(count)};
  Message message;
  message.next = next_;
  for (const std::uint32_t index : GcfOrder(payload)) {
    std::string key = KeyOf(payload, payload.symbols[index]);
    const auto known = known_.find(key);
    if (shared.count(key) != 0) {
      numbering.ids[index] = message.next++;
      continue;
    }
    const Shown shown = Shown::By(payload.symbols[index], options);
    const bool is_new = known == known_.end();
    const Shown before = is_new ? Shown() : Shown::Of(known->second.shown);
    numbering.ids[index] = is_new ? message.next++ : known->second.number;
    numbering.is_known[index] = !is_new && (shown.content == 0 || shown.content == before.content);
    numbering.is_moved[index] = shown.place != 0 && shown.place != before.place;
    if (!numbering.is_known[index] || numbering.is_moved[index]) {
      message.declared.emplace_back(std::move(key),
                                    Known{numbering.ids[index], shown.After(before)});
    }
  }
  if (message.next > kMaxSessionSymbols) {
    return absl::ResourceExhaustedError(
        fmt::format("the session has named {} symbols; the limit is {}; start another one", next_,
                    kMaxSessionSymbols));
  }
  message.text = EncodeGcfNumbered(payload, options, dialect, std::move(numbering));
  return message;
}

bool GcfSession::Names(const Payload& payload, const Symbol& symbol) const {
  return known_.count(KeyOf(payload, symbol)) != 0;
}

absl::StatusOr<GcfSession::Message> GcfSession::EncodeCounted(Payload& payload,
                                                              const EncodeOptions& options,
                                                              Tokenizer tokenizer,
                                                              std::string_view note,
                                                              GcfDialect dialect) const {
  payload.tokenizer = tokenizer;
  for (int round = 0; round < kMaxCountingRounds; ++round) {
    WM_ASSIGN_OR_RETURN(Message message, Encode(payload, options, dialect));
    if (!note.empty()) {
      message.text.insert(message.text.find('\n') + 1, fmt::format("# {}\n", note));
    }
    const std::size_t count = CountTokens(message.text, tokenizer);
    if (count == payload.tokens_used) return message;
    payload.tokens_used = count;
  }
  return absl::InternalError("count the tokens of a session's message: the count did not settle");
}

std::string GcfSession::Save() const {
  std::string text = fmt::format("{}\n", next_);
  for (const auto& [key, known] : known_) {
    text += fmt::format("{} {:016x} {}\n", known.number, known.shown, key);
  }
  return text;
}

absl::StatusOr<GcfSession> GcfSession::Restore(std::string_view text) {
  GcfSession session;
  GcfLines lines(text);
  std::string_view line;
  if (!lines.Next(line)) return Damaged(1);
  const std::optional<std::uint32_t> next = ParseInteger<std::uint32_t>(line);
  if (!next || *next > kMaxSessionSymbols) return Damaged(1);
  session.next_ = *next;
  std::set<std::uint32_t> given;
  while (lines.Next(line)) {
    const Halves halves = SplitAt(line, " ");
    const std::optional<std::uint32_t> number = ParseInteger<std::uint32_t>(halves.first);
    const Halves rest = SplitAt(halves.second.value_or(""), " ");
    const std::optional<std::uint64_t> shown = ReadHash(rest.first);
    const std::string_view key = rest.second.value_or("");
    const Halves names = SplitAt(key, " ");
    const bool is_key = !names.first.empty() && IsToken(names.first) && names.second &&
                        !names.second->empty() && IsToken(*names.second);
    if (!number || *number >= *next || !shown || !is_key || !given.insert(*number).second ||
        !session.known_.emplace(key, Known{*number, *shown}).second) {
      return Damaged(lines.number());
    }
  }
  return session;
}

void GcfSession::Confirm(const Message& message) {
  for (const auto& [key, known] : message.declared) known_.insert_or_assign(key, known);
  next_ = message.next;
}

absl::StatusOr<Payload> GcfSessionReader::Decode(std::string_view text) {
  const GcfResolver resolve = [this](std::uint32_t id) -> std::optional<GcfNamed> {
    const auto found = known_.find(id);
    if (found == known_.end()) return std::nullopt;
    const Known& known = found->second;
    return GcfNamed{&known.symbol, known.kind, known.provenance};
  };
  WM_ASSIGN_OR_RETURN(GcfNumberedPayload numbered, DecodeGcfNumbered(text, resolve));
  const Payload& payload = numbered.payload;
  for (std::size_t i = 0; i < payload.symbols.size(); ++i) {
    const Symbol& symbol = payload.symbols[i];
    const std::string_view provenance =
        symbol.provenance.is_present() ? TermName(payload, symbol.provenance) : std::string_view();
    known_[numbered.ids[i]] = {symbol, std::string(TermName(payload, symbol.kind)),
                               std::string(provenance)};
  }
  return std::move(numbered.payload);
}

}  // namespace waymark::wire
