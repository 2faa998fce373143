#include "buffer_rules.h"

#include "indexer/buffers.h"
#include "services/lsp.h"

namespace waymark::services {
namespace {

// How long a result is reused: ignore rules seldom change while a file is open.
constexpr std::chrono::seconds kVerdictLasts{20};

}  // namespace

bool BufferRules::Allow(const std::filesystem::path& root, const std::string& path) {
  // A root may lie in another root, so the path alone is not enough.
  const std::string key = root.string() + '\0' + path;
  const Clock::time_point now = Clock::now();
  {
    MutexLock lock(mutex_);
    const auto found = verdicts_.find(key);
    if (found != verdicts_.end() && now < found->second.until) return found->second.allows;
  }
  const bool allows = indexer::CheckBuffer(root, path).ok();
  MutexLock lock(mutex_);
  if (verdicts_.size() >= kMaxLspDocuments) verdicts_.clear();
  verdicts_[key] = {.allows = allows, .until = now + kVerdictLasts};
  return allows;
}

}  // namespace waymark::services
