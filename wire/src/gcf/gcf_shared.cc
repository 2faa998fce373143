#include "gcf/gcf_shared.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

namespace waymark::wire {
namespace {

constexpr char kWholeName = '=';
constexpr std::string_view kSharedProvenance = "=";
constexpr std::string_view kEscapedEquals = "%3D";
constexpr std::string_view kBaseField = " base=";
constexpr std::string_view kProvenanceField = " provenance=";

// Whether a name may be cut after `at`.
bool IsSeparator(std::string_view name, std::size_t at) {
  return name[at] == '.' || name[at] == '/' || (name[at] == ':' && at > 0 && name[at - 1] == ':');
}

// Bytes saved if `sharing` of the `all` names leave out `size` bytes.
std::int64_t Savings(std::size_t size, std::size_t sharing, std::size_t all) {
  return static_cast<std::int64_t>(size * sharing) - static_cast<std::int64_t>(all - sharing) -
         static_cast<std::int64_t>(kBaseField.size() + size);
}

// Number of names from `first` on that begin with `base`; they are adjacent, because names are
// sorted.
std::size_t Sharing(const std::vector<std::string_view>& names, std::size_t first,
                    std::string_view base) {
  const auto begin = names.begin() + static_cast<std::ptrdiff_t>(first);
  const auto end = std::partition_point(
      begin, names.end(), [base](std::string_view name) { return name.starts_with(base); });
  return static_cast<std::size_t>(end - begin);
}

std::string_view FindBase(const Payload& payload) {
  std::vector<std::string_view> names;
  names.reserve(payload.symbols.size());
  for (const Symbol& symbol : payload.symbols) names.emplace_back(symbol.qualified_name);
  std::sort(names.begin(), names.end());

  std::string_view best;
  std::int64_t saved = 0;
  for (std::size_t first = 0; first < names.size(); ++first) {
    const std::string_view name = names[first];
    for (std::size_t size = 1; size < name.size() && size <= kMaxGcfSharedBytes; ++size) {
      const std::string_view base = name.substr(0, size);
      if (!IsSeparator(name, size - 1)) continue;
      if (first > 0 && LeavesOut(names[first - 1], base)) continue;  // was examined there
      const std::int64_t savings = Savings(size, Sharing(names, first, base), names.size());
      if (savings > saved) {
        saved = savings;
        best = base;
      }
    }
  }
  return best;
}

std::string_view FindProvenance(const Payload& payload) {
  std::map<std::string_view, std::int64_t> counts;
  for (const Symbol& symbol : payload.symbols) {
    if (symbol.provenance.is_present()) ++counts[TermName(payload, symbol.provenance)];
  }
  std::string_view best;
  std::int64_t saved = 0;
  for (const auto& [name, count] : counts) {
    if (name.size() > kMaxGcfSharedBytes) continue;
    const auto size = static_cast<std::int64_t>(name.size());
    const auto cost = static_cast<std::int64_t>(kProvenanceField.size()) + size;
    const auto shorter = size - static_cast<std::int64_t>(kSharedProvenance.size());
    if (count * shorter - cost <= saved) continue;
    saved = count * shorter - cost;
    best = name;
  }
  return best;
}

}  // namespace

bool LeavesOut(std::string_view name, std::string_view base) {
  return !base.empty() && name.size() > base.size() && name.starts_with(base);
}

GcfShared FindGcfShared(const Payload& payload) {
  return {.base = FindBase(payload), .provenance = FindProvenance(payload)};
}

void AppendGcfName(std::string& out, std::string_view name, std::string_view base,
                   GcfCharset charset) {
  if (!LeavesOut(name, base)) {
    if (!base.empty()) out += kWholeName;
    AppendGcfToken(out, name, charset);
    return;
  }
  const std::string_view rest = name.substr(base.size());
  const bool looks_whole = rest.front() == kWholeName;
  if (looks_whole) out += kEscapedEquals;
  if (!looks_whole || rest.size() > 1)
    AppendGcfToken(out, rest.substr(looks_whole ? 1 : 0), charset);
}

std::string DecodeGcfName(std::string_view token, std::string_view base) {
  if (token.starts_with(kWholeName)) return DecodeGcfToken(token.substr(1));
  return std::string(base) + DecodeGcfToken(token);
}

void AppendGcfProvenance(std::string& out, std::string_view provenance, std::string_view shared,
                         GcfCharset charset) {
  if (!shared.empty() && provenance == shared) {
    out += kSharedProvenance;
  } else if (!shared.empty() && provenance == kSharedProvenance) {
    out += kEscapedEquals;
  } else {
    AppendGcfToken(out, provenance, charset);
  }
}

std::string DecodeGcfProvenance(std::string_view token, std::string_view shared) {
  return token == kSharedProvenance ? std::string(shared) : DecodeGcfToken(token);
}

}  // namespace waymark::wire
