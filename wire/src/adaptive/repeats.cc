#include "adaptive/repeats.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string_view>
#include <unordered_set>

#include <fmt/format.h>

#include "adaptive/cell.h"

namespace waymark::wire {
namespace {

// A pointer costs about as much as a smaller value.
constexpr std::size_t kLeastBytesOfRepeat = 24;

// Where no place is.
constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

std::uint64_t MixHash(std::uint64_t hash, std::uint64_t value) {
  constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15U;
  return ((hash ^ (hash >> 29)) + value) * kMultiplier;
}

std::uint64_t HashOf(std::string_view text) { return std::hash<std::string_view>()(text); }

bool HasJson(const JsonValue& value) { return value.is_string() && !value.items.empty(); }

std::string Unescaped(std::string_view step) {
  std::string out;
  for (std::size_t i = 0; i < step.size(); ++i) {
    const bool is_escape = step[i] == '~' && i + 1 < step.size();
    if (is_escape) ++i;
    out += !is_escape ? step[i] : step[i] == '1' ? '/' : '~';
  }
  return out;
}

std::optional<std::size_t> IndexOf(std::string_view step) {
  constexpr std::size_t kMostDigits = 9;
  if (step.empty() || step.size() > kMostDigits) return std::nullopt;
  std::size_t index = 0;
  for (const char c : step) {
    if (c < '0' || c > '9') return std::nullopt;
    index = index * 10 + static_cast<std::size_t>(c - '0');
  }
  return index;
}

// Adds the fields that all objects in `value` have with the same text, but for those of the first
// object: a table writes them once.
void AddConstantFields(const JsonValue& value, std::unordered_set<const JsonValue*>& out) {
  if (value.items.size() < 2 || value.is_string() || !value.items.front().is_object()) return;
  const JsonValue& first = value.items.front();
  for (std::size_t field = 0; field < first.items.size(); ++field) {
    if (!first.items[field].is_string()) continue;
    const auto same_field = [&](const JsonValue& row) -> const JsonValue* {
      const bool is_there = field < row.keys.size() && row.keys[field] == first.keys[field];
      return is_there ? &row.items[field] : row.Find(first.keys[field]);
    };
    const auto is_same = [&](const JsonValue& row) {
      const JsonValue* const other = row.is_object() ? same_field(row) : nullptr;
      return other != nullptr && *other == first.items[field];
    };
    if (!std::all_of(value.items.begin() + 1, value.items.end(), is_same)) continue;
    for (std::size_t row = 1; row < value.items.size(); ++row) {
      out.insert(same_field(value.items[row]));
    }
  }
}

}  // namespace

std::string EscapedStep(std::string_view key) {
  std::string out;
  for (const char c : key) {
    if (c == '~') {
      out += "~0";
    } else if (c == '/') {
      out += "~1";
    } else {
      out += c;
    }
  }
  return out;
}

Repeats::Repeats(const JsonValue& root) {
  AddPlaces(root, kNowhere, 0);
  FindRepeats();
}

std::size_t Repeats::AddPlaces(const JsonValue& value, std::size_t parent, std::size_t index) {
  const std::size_t at = places_.size();
  places_.push_back({.value = &value, .parent = parent, .index = index});
  std::uint64_t hash = MixHash(static_cast<std::uint64_t>(value.kind), HashOf(value.text));
  std::size_t bytes = value.text.size() + 2;
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    const std::size_t item = AddPlaces(value.items[i], at, i);
    if (value.is_string()) continue;  // the characters say it all
    hash = MixHash(hash, places_[item].hash);
    bytes += places_[item].bytes + 1;
    if (!value.is_object()) continue;
    hash = MixHash(hash, HashOf(value.keys[i]));
    bytes += value.keys[i].size() + 3;
  }
  places_[at].hash = hash;
  places_[at].bytes = bytes;
  places_[at].end = places_.size();
  return at;
}

void Repeats::FindRepeats() {
  std::unordered_map<std::uint64_t, std::size_t> seen;
  for (std::size_t i = 0; i < places_.size();) {
    const Place& place = places_[i];
    const bool counts = place.bytes >= kLeastBytesOfRepeat &&
                        (place.value->is_string() || !place.value->items.empty());
    if (counts) {
      const auto [found, is_new] = seen.emplace(place.hash, i);
      if (!is_new && *places_[found->second].value == *place.value) {
        first_.emplace(place.value, found->second);
        i = place.end;
        continue;
      }
    }
    ++i;
  }
}

std::string Repeats::PointerTo(const JsonValue& value) const {
  const auto found = first_.find(&value);
  if (found == first_.end()) return {};
  std::vector<std::string> steps;
  for (std::size_t at = found->second; places_[at].parent != kNowhere; at = places_[at].parent) {
    const Place& place = places_[at];
    const JsonValue& parent = *places_[place.parent].value;
    if (HasJson(parent)) continue;
    if (parent.is_object() && !IsBareKey(parent.keys[place.index])) return {};
    steps.push_back(parent.is_object() ? EscapedStep(parent.keys[place.index])
                                       : std::to_string(place.index));
  }
  std::string pointer;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) pointer += "/" + *step;
  return pointer;
}

std::vector<const JsonValue*> Repeats::WrittenStrings() const {
  std::vector<const JsonValue*> strings;
  std::unordered_set<const JsonValue*> constant;
  for (std::size_t i = 0; i < places_.size();) {
    const Place& place = places_[i];
    const bool is_named = !place.value->is_string() && first_.contains(place.value);
    if (is_named || constant.contains(place.value)) {
      i = place.end;
      continue;
    }
    AddConstantFields(*place.value, constant);
    if (place.value->is_string() && !HasJson(*place.value)) strings.push_back(place.value);
    ++i;
  }
  return strings;
}

const JsonValue* Follow(const JsonValue& root, std::string_view pointer) {
  const JsonValue* value = &root;
  while (!pointer.empty()) {
    if (pointer.front() != '/') return nullptr;
    const std::size_t end = std::min(pointer.find('/', 1), pointer.size());
    const std::string step = Unescaped(pointer.substr(1, end - 1));
    pointer.remove_prefix(end);
    while (HasJson(*value)) value = &value->items.front();
    if (value->is_object()) {
      value = value->Find(step);
      if (value == nullptr) return nullptr;
      continue;
    }
    const std::optional<std::size_t> index = IndexOf(step);
    if (!value->is_array() || !index || *index >= value->items.size()) return nullptr;
    value = &value->items[*index];
  }
  return value;
}

}  // namespace waymark::wire
