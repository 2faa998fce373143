// What the store holds of judgements: what is read is written again as the same judgements.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "answers/judgement_store.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using waymark::services::ReadJudgements;
  using waymark::services::WriteJudgements;
  const auto judgements = ReadJudgements({reinterpret_cast<const char*>(data), size});
  if (!judgements.ok()) return 0;
  const auto again = ReadJudgements(WriteJudgements(*judgements));
  if (!again.ok() || *again != *judgements) std::abort();
  return 0;
}
