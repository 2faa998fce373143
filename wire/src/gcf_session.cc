#include "wire/gcf_session.h"

#include <set>

#include <fmt/format.h>

#include "gcf_codec.h"
#include "gcf_lines.h"
#include "graph/status.h"

namespace waymark::wire {
namespace {

std::string KeyOf(const Payload& payload, const Symbol& symbol) {
  return fmt::format("{} {}", TermName(payload, symbol.kind), symbol.qualified_name);
}

// Keys that several symbols of the payload have.
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
                                                       const EncodeOptions& options) const {
  WM_RETURN_IF_ERROR(Check(payload));
  const std::set<std::string> shared = FindShared(payload);
  const std::size_t count = payload.symbols.size();
  GcfNumbering numbering{std::vector<std::uint32_t>(count), std::vector<bool>(count)};
  Message message;
  message.next = next_;
  for (const std::uint32_t index : GcfOrder(payload)) {
    std::string key = KeyOf(payload, payload.symbols[index]);
    const auto known = numbers_.find(key);
    const bool is_shared = shared.count(key) != 0;
    numbering.is_known[index] = known != numbers_.end() && !is_shared;
    numbering.ids[index] = numbering.is_known[index] ? known->second : message.next++;
    if (known == numbers_.end() && !is_shared) {
      message.declared.emplace_back(std::move(key), numbering.ids[index]);
    }
  }
  if (message.next > kMaxSessionSymbols) {
    return absl::ResourceExhaustedError(
        fmt::format("the session has named {} symbols; the limit is {}; begin another", next_,
                    kMaxSessionSymbols));
  }
  message.text = EncodeGcfNumbered(payload, options, std::move(numbering));
  return message;
}

void GcfSession::Confirm(const Message& message) {
  numbers_.insert(message.declared.begin(), message.declared.end());
  next_ = message.next;
}

absl::StatusOr<Payload> GcfSessionReader::Decode(std::string_view text) {
  const GcfResolver resolve = [this](std::uint32_t id, Payload& payload, Symbol& symbol) {
    const auto found = known_.find(id);
    if (found == known_.end()) return false;
    const absl::StatusOr<Term<SymbolKind>> kind = KindTerm(payload, found->second.kind);
    const absl::StatusOr<Term<Provenance>> provenance =
        ProvenanceTerm(payload, found->second.provenance);
    if (!kind.ok() || !provenance.ok()) return false;
    symbol = found->second.symbol;
    symbol.kind = *kind;
    symbol.provenance = *provenance;
    return true;
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
