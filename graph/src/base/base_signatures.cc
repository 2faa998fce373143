#include "base/base_signatures.h"

#include "model/bytes.h"

namespace waymark::graph {

void BaseSignatures::Append(std::string_view signature) {
  AppendText(texts_, signature);
  is_empty_ = is_empty_ && signature.empty();
  ++in_chunk_;
  if (in_chunk_ == kSymbolsPerSignatureChunk) CloseChunk();
}

void BaseSignatures::CloseChunk() {
  std::uint32_t address = kNoString;
  if (!is_empty_) {
    const std::string_view frame = compressor_.Compress(texts_);
    if (frame.empty()) {
      segment_.Fail(absl::ResourceExhaustedError("compress signatures: no memory"));
    }
    address = frames_.Append(frame);
  }
  chunks_.Append(address);
  texts_.clear();
  in_chunk_ = 0;
  is_empty_ = true;
}

void BaseSignatures::Close() {
  if (in_chunk_ > 0) CloseChunk();
  chunks_.Close();
  frames_.Close();
}

}  // namespace waymark::graph
