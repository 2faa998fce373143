#include "answers/cost_model.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "answers/convert.h"
#include "answers/shown_edges.h"
#include "answers/shown_text.h"
#include "graph/status.h"
#include "retrieval/dependants.h"
#include "retrieval/symbol_commits.h"
#include "wire/content_root.h"
#include "wire/tokens.h"

namespace waymark::services {
namespace {

constexpr std::string_view kReadableFormat = "gcf";
// Section headers of GCF ("## targets" and so on), which exist only if their group has symbols.
constexpr std::uint32_t kSectionTokens = 16;

wire::GcfDialect DialectOf(const std::string& format) {
  return wire::GcfDialectOf(format).value_or(wire::GcfDialect::kGcf);
}

// Measures how much one more symbol or edge adds to an encoding. A symbol alone costs its own
// tokens and those of everything around it: header, section, brackets. The surrounding cost is
// known from a reference symbol, by measuring two of them against one.
class MarginalCost {
 public:
  MarginalCost(const wire::CodecRegistry& codecs, std::string format, wire::Tokenizer tokenizer,
               const wire::GcfSession* session)
      : codecs_(codecs), format_(std::move(format)), tokenizer_(tokenizer), session_(session) {
    widest_ = ReferenceSymbol(0);
  }

  // The smallest possible symbol.
  static wire::Symbol ReferenceSymbol(std::uint8_t distance) {
    wire::Symbol symbol;
    symbol.qualified_name = "x";
    symbol.kind = SymbolKind::kFunction;
    symbol.distance = distance;
    return symbol;
  }

  std::uint32_t OfSymbol(wire::Symbol symbol) {
    if (NameBytes(symbol) > NameBytes(widest_)) {
      widest_ = symbol;
      widest_.text.clear();
      widest_.source = {};
      edge_costs_.clear();
    }
    const std::uint32_t around = CostAround(symbol.distance);
    wire::Payload payload;
    payload.symbols.push_back(std::move(symbol));
    const std::uint32_t alone = Count(payload);
    return alone > around ? alone - around : 0;
  }

  // Formats that give the ends of an edge by name or id are charged with the longest ones measured
  // so far.
  std::uint32_t OfEdge(const retrieval::PackedEdge& edge) {
    const auto known = edge_costs_.find(edge.type);
    if (known != edge_costs_.end()) return known->second;
    wire::Payload payload;
    payload.symbols = {widest_, widest_};
    payload.symbols.back().handle += '2';  // ids differ
    wire::Edge measured;
    measured.target = 1;
    measured.type = edge.type;
    measured.provenance = ProvenanceOf(edge.rule);
    payload.edges = {measured};
    const std::uint32_t one = Count(payload);
    std::swap(measured.source, measured.target);  // some formats join the edges of a source
    payload.edges.push_back(measured);
    const std::uint32_t cost = Count(payload) - one;
    edge_costs_.emplace(edge.type, cost);
    return cost;
  }

 private:
  static std::size_t NameBytes(const wire::Symbol& symbol) {
    return symbol.qualified_name.size() + symbol.handle.size();
  }

  std::uint32_t CostAround(std::uint8_t distance) {
    const auto known = around_.find(distance);
    if (known != around_.end()) return known->second;
    wire::Payload payload;
    payload.symbols = {ReferenceSymbol(distance)};
    const std::uint32_t one = Count(payload);
    payload.symbols.push_back(payload.symbols.front());
    const std::uint32_t own = Count(payload) - one;
    return around_.emplace(distance, one - own).first->second;
  }

  absl::StatusOr<std::string> Encode(const wire::Payload& payload) const {
    if (session_ == nullptr) return codecs_.Encode(format_, payload, wire::kFullAnswer);
    WM_ASSIGN_OR_RETURN(wire::GcfSession::Message message,
                        session_->Encode(payload, wire::kFullAnswer, DialectOf(format_)));
    return std::move(message.text);
  }

  std::uint32_t Count(wire::Payload& payload) const {
    absl::StatusOr<std::string> text = Encode(payload);
    if (!text.ok() && wire::Canonicalize(payload).ok()) {  // text from a file that is not UTF-8
      text = Encode(payload);
    }
    // Text that cannot be encoded at all is reported when the pack is encoded.
    return text.ok() ? static_cast<std::uint32_t>(wire::CountTokens(*text, tokenizer_)) : 0;
  }

  const wire::CodecRegistry& codecs_;
  std::string format_;
  wire::Tokenizer tokenizer_;
  const wire::GcfSession* session_;
  wire::Symbol widest_;
  std::map<EdgeType, std::uint32_t> edge_costs_;
  std::map<std::uint8_t, std::uint32_t> around_;
};

// Packed symbols as they are sent. A symbol is read only once, because its identity is hashed and
// its signature decompressed, although it is measured at several fidelities and encoded several
// times.
class SentSymbols {
 public:
  SentSymbols(const graph::ReadView& view, const graph::History* history,
              const retrieval::FileText& text, TellingQuestion question)
      : view_(view),
        dependants_(view),
        ages_(view, history),
        texts_(view, text, std::move(question)) {}

  wire::Symbol Of(const retrieval::PackedSymbol& packed) {
    wire::Symbol symbol = Known(packed.ranked);
    if (packed.fidelity < retrieval::Fidelity::kSignature) symbol.signature.clear();
    ShownText shown = TextOf(packed);
    symbol.text = std::move(shown.text);
    symbol.source = std::move(shown.source);
    return symbol;
  }

  // Whether that fidelity shows anything beyond the signature.
  bool HasText(const retrieval::PackedSymbol& packed) {
    const std::string text = TextOf(packed).text;
    return !text.empty() && text != Known(packed.ranked).signature;
  }

 private:
  const wire::Symbol& Known(const retrieval::RankedSymbol& ranked) {
    const auto [at, is_new] = known_.try_emplace(ranked.symbol);
    if (is_new) at->second = ToWireSymbol(view_, dependants_, ages_, ranked);
    return at->second;
  }

  ShownText TextOf(const retrieval::PackedSymbol& packed) {
    return packed.most_lines == 0 ? texts_.Of(packed.ranked.symbol, packed.fidelity)
                                  : texts_.MostTelling(packed.ranked.symbol, packed.most_lines);
  }

  const graph::ReadView& view_;
  retrieval::DependantCounter dependants_;
  retrieval::TouchAges ages_;
  ShownTexts texts_;
  std::unordered_map<SymbolId, wire::Symbol> known_;
};

// Brings the payload to its final form except for the token count.
absl::Status GiveRootAndFinish(const PayloadFinisher& finish, wire::Payload& payload) {
  WM_RETURN_IF_ERROR(wire::Canonicalize(payload));
  payload.pack_root = wire::ContentRoot(payload);
  finish(payload);
  return wire::Canonicalize(payload);
}

}  // namespace

absl::StatusOr<std::string> CountedFormat(const wire::CodecRegistry& codecs,
                                          const std::string& format) {
  WM_ASSIGN_OR_RETURN(const wire::Codec* codec, codecs.Find(format));
  return codec->medium == wire::Medium::kText ? codec->name : std::string(kReadableFormat);
}

absl::Status FinishPayload(const wire::CodecRegistry& codecs, const Encoding& encoding,
                           wire::Payload& payload) {
  WM_ASSIGN_OR_RETURN(const std::string format, CountedFormat(codecs, encoding.format));
  WM_RETURN_IF_ERROR(wire::Canonicalize(payload));
  if (payload.pack_root) payload.pack_root = wire::ContentRoot(payload);
  return codecs.EncodeCounted(format, payload, wire::kFullAnswer, encoding.tokenizer).status();
}

absl::StatusOr<CountedPacks> MakeCostModel(const graph::ReadView& view,
                                           const graph::History* history,
                                           const ShownSources& sources,
                                           const wire::CodecRegistry& codecs,
                                           const Sending& sending, const PayloadFinisher& finish) {
  const Encoding& encoding = sending.encoding;
  const wire::GcfSession* const session = sending.session;
  WM_ASSIGN_OR_RETURN(const std::string format, CountedFormat(codecs, encoding.format));
  const auto count = [&codecs, &encoding, format](wire::Payload& payload) {
    return codecs.EncodeCounted(format, payload, wire::kFullAnswer, encoding.tokenizer).status();
  };
  wire::Payload smallest;
  smallest.symbols.push_back(MarginalCost::ReferenceSymbol(0));
  WM_RETURN_IF_ERROR(GiveRootAndFinish(finish, smallest));
  WM_RETURN_IF_ERROR(count(smallest));

  const auto sent = std::make_shared<SentSymbols>(view, history, sources.text, sources.question);
  const auto marginal = std::make_shared<MarginalCost>(codecs, format, encoding.tokenizer, session);
  const auto payloads = std::make_shared<std::vector<wire::Payload>>();
  retrieval::CostModel model;
  model.fixed_bound = static_cast<std::uint32_t>(smallest.tokens_used) -
                      marginal->OfSymbol(smallest.symbols.front()) + kSectionTokens;
  const auto bound =
      [sent, marginal](const retrieval::PackedSymbol& packed) -> std::optional<std::uint32_t> {
    if (packed.fidelity > retrieval::Fidelity::kSignature && !sent->HasText(packed)) {
      return std::nullopt;
    }
    return marginal->OfSymbol(sent->Of(packed));
  };
  model.symbol_bound = [sent, bound,
                        session](retrieval::PackedSymbol packed) -> std::optional<std::uint32_t> {
    std::optional<std::uint32_t> least = bound(packed);
    if (session == nullptr || !least || !session->Names({}, sent->Of(packed))) return least;
    // Text that the session already shows costs a reference, and lower fidelities cost no more.
    for (std::size_t i = static_cast<std::size_t>(packed.fidelity) + 1;
         i < retrieval::kFidelityCount; ++i) {
      packed.fidelity = static_cast<retrieval::Fidelity>(i);
      least = std::min(*least, bound(packed).value_or(*least));
    }
    return least;
  };
  model.edge_bound = [marginal](const retrieval::PackedEdge& edge) {
    return marginal->OfEdge(edge);
  };
  model.encode = [sent, payloads, session, count, format, &encoding,
                  &finish](const retrieval::Pack& pack) -> absl::StatusOr<std::uint32_t> {
    wire::Payload& payload = payloads->emplace_back(
        ToPayload(pack, [&](const retrieval::PackedSymbol& packed) { return sent->Of(packed); }));
    if (wire::GcfDialectOf(encoding.format)) DropShownEdges(payload);
    WM_RETURN_IF_ERROR(GiveRootAndFinish(finish, payload));
    if (session == nullptr) {
      WM_RETURN_IF_ERROR(count(payload));
    } else {
      WM_RETURN_IF_ERROR(
          session
              ->EncodeCounted(payload, wire::kFullAnswer, encoding.tokenizer, "", DialectOf(format))
              .status());
    }
    return static_cast<std::uint32_t>(payload.tokens_used);
  };
  return CountedPacks{.cost = std::move(model), .payloads = payloads};
}

}  // namespace waymark::services
