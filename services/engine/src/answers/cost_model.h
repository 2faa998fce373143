// The cost of a pack in the format and tokenizer in which it will be sent.
//
// Single symbols and edges are measured once each, as the tokens that one more of them adds to an
// encoding. The exact count of the whole text, by CostModel::encode, decides.
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
#include "services/telling_lines.h"
#include "services/verbs.h"
#include "wire/codec.h"
#include "wire/gcf_session.h"

namespace waymark::services {

// Adds to a payload with a root the data that only the caller knows: tool, budget, index state,
// completeness and truncation.
using PayloadFinisher = std::function<void(wire::Payload&)>;

// The format whose text is counted for an encoding: the format itself, or GCF for a binary one.
// NotFound lists the known formats.
absl::StatusOr<std::string> CountedFormat(const wire::CodecRegistry& codecs,
                                          const std::string& format);

// Brings a payload to its final form for `encoding`: canonical, with its token count, and with its
// content root if it has a root.
absl::Status FinishPayload(const wire::CodecRegistry& codecs, const Encoding& encoding,
                           wire::Payload& payload);

// A cost model with the payloads that it has counted. Pack::encoding is the index of a pack's
// payload, which is finished as by FinishPayload and has a root.
struct CountedPacks {
  retrieval::CostModel cost;
  std::shared_ptr<std::vector<wire::Payload>> payloads;
};

// How packs are sent. With a session, costs are those of its next message.
struct Sending {
  const Encoding& encoding;
  const wire::GcfSession* session = nullptr;
};

// Where the shown text of symbols is read, and which of its lines tell most.
struct ShownSources {
  const retrieval::FileText& text;
  TellingQuestion question;
};

// The arguments and everything they refer to must outlive the model. A null history is unknown.
absl::StatusOr<CountedPacks> MakeCostModel(const graph::ReadView& view,
                                           const graph::History* history,
                                           const ShownSources& sources,
                                           const wire::CodecRegistry& codecs,
                                           const Sending& sending, const PayloadFinisher& finish);

}  // namespace waymark::services
