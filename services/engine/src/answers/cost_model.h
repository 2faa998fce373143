// What a pack costs in the format and tokenizer it will be sent in.
//
// Single symbols and edges are measured once each, as the tokens that one more of them adds to an
// encoding; the last word has the count of the whole text, which CostModel::encode takes.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/history.h"
#include "graph/read_view.h"
#include "retrieval/context.h"
#include "retrieval/difference.h"
#include "services/verbs.h"
#include "wire/codec.h"
#include "wire/gcf_session.h"

namespace waymark::services {

// Adds to a payload that has its root what only the caller knows: tool, budget, index state,
// completeness, and what is left out.
using PayloadFinisher = std::function<void(wire::Payload&)>;

// The format whose text is counted for an encoding: itself, or GCF when it is binary. NotFound
// lists the known formats.
absl::StatusOr<std::string> CountedFormat(const wire::CodecRegistry& codecs,
                                          const std::string& format);

// Brings a payload to its final form for `encoding`: canonical, with content root and token count.
absl::Status FinishPayload(const wire::CodecRegistry& codecs, const Encoding& encoding,
                           wire::Payload& payload);

// A cost model, and the payloads that it has counted: Pack::encoding is the index of a pack's own,
// finished as FinishPayload does.
struct CountedPacks {
  retrieval::CostModel cost;
  std::shared_ptr<std::vector<wire::Payload>> payloads;
};

// How packs are sent. With a session they cost what they take in its next message.
struct Sending {
  const Encoding& encoding;
  const wire::GcfSession* session = nullptr;
};

// The arguments and what they refer to outlive the model. A null history is one that is not known;
// `text` reads what is shown of symbols.
absl::StatusOr<CountedPacks> MakeCostModel(const graph::ReadView& view,
                                           const graph::History* history,
                                           const retrieval::FileText& text,
                                           const wire::CodecRegistry& codecs,
                                           const Sending& sending, const PayloadFinisher& finish);

}  // namespace waymark::services
