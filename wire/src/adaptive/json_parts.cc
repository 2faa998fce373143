#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "adaptive/cut_levels.h"
#include "adaptive/parts.h"
#include "adaptive/repeats.h"
#include "wire/adaptive.h"
#include "wire/utf8.h"

namespace waymark::wire {
namespace {

// A larger object or array is more than one part.
constexpr std::size_t kMostBytesOfPart = 200;
// The worth of a field beside the object or array that it is in.
constexpr double kWorthOfInner = 0.85;
// The worth of values, by what they tell a reader.
constexpr double kWorthOfNothing = 0.1;  // null, false, and what is empty
constexpr double kWorthOfMark = 0.5;     // addresses, hashes and times
constexpr double kWorthOfWord = 1;
constexpr double kWorthOfWords = 2;
// Places that are named where something is missing, and the bytes of such a name.
constexpr std::size_t kMostPlaces = 12;
constexpr std::size_t kMostBytesOfPlace = 120;

bool IsPart(const JsonValue& value) {
  return value.is_scalar() || value.items.empty() ||
         BytesOf(value, kMostBytesOfPart) < kMostBytesOfPart;
}

// A string is measured as its characters, as a cell has them.
std::string TextOfPart(const JsonValue& value) {
  return value.is_string() ? value.text : CompactJson(value);
}

// Whether a string without blanks is an address, or has more digits than a name has.
bool IsMark(std::string_view text) {
  constexpr std::size_t kMostDigitsOfName = 3;  // one in so many characters
  const auto digits =
      std::count_if(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  return text.find("://") != std::string_view::npos ||
         static_cast<std::size_t>(digits) * kMostDigitsOfName > text.size();
}

double WorthOf(const JsonValue& value) {
  if (!value.is_scalar() && !value.items.empty()) {
    double sum = 0;
    for (const JsonValue& item : value.items) sum += WorthOf(item);
    return sum;
  }
  if (value.kind == JsonKind::kNumber || value.kind == JsonKind::kTrue) return kWorthOfWord;
  if (value.text.empty()) return kWorthOfNothing;
  if (value.text.find(' ') != std::string::npos) return kWorthOfWords;
  return IsMark(value.text) ? kWorthOfMark : kWorthOfWord;
}

// Where something is missing: a JSON pointer with "*" for any index, and what became of it.
struct Missing {
  std::string place;
  bool is_cut = false;

  bool operator==(const Missing&) const = default;
};

class Keeper {
 public:
  explicit Keeper(std::span<const std::uint8_t> levels) : levels_(levels) {}

  // The part of `value` that is kept; false if nothing is.
  bool Keep(const JsonValue& value, const std::string& place, JsonValue& out) {
    if (IsPart(value)) return KeepPart(value, levels_[next_++], place, out);
    out.kind = value.kind;
    const std::size_t known = missing_.size();
    for (std::size_t i = 0; i < value.items.size(); ++i) {
      const std::string inner =
          place + "/" + (value.is_object() ? EscapedStep(value.keys[i]) : "*");
      JsonValue item;
      if (!Keep(value.items[i], inner, item)) continue;
      if (value.is_object()) out.keys.push_back(value.keys[i]);
      out.items.push_back(std::move(item));
    }
    if (!out.items.empty()) return true;
    missing_.resize(known);
    missing_.push_back({place, false});
    return false;
  }

  const std::vector<Missing>& missing() const { return missing_; }

 private:
  bool KeepPart(const JsonValue& value, std::uint8_t level, const std::string& place,
                JsonValue& out) {
    if (level == 0) {
      missing_.push_back({place, false});
      return false;
    }
    out = value;
    if (value.is_string() && IsCut(value.text, level)) {
      out.text = AtLevel(value.text, level);
      missing_.push_back({place, true});
    }
    return true;
  }

  std::span<const std::uint8_t> levels_;
  std::size_t next_ = 0;
  std::vector<Missing> missing_;
};

// "> [left out: 27 of /items/*, /total; cut: 50 of /items/*/body; and 3 places]".
std::string DescribeMissing(const std::vector<Missing>& missing) {
  struct Group {
    const Missing* what = nullptr;
    std::size_t count = 0;
  };

  std::vector<Group> groups;
  std::size_t others = 0;
  for (const Missing& one : missing) {
    const auto known = std::find_if(groups.begin(), groups.end(),
                                    [&](const Group& group) { return *group.what == one; });
    if (known != groups.end()) {
      ++known->count;
    } else if (groups.size() < kMostPlaces && one.place.size() <= kMostBytesOfPlace) {
      groups.push_back({&one, 1});
    } else {
      ++others;
    }
  }
  std::stable_sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) {
    return !a.what->is_cut && b.what->is_cut;
  });
  std::string out = "> [";
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const auto& [what, count] = groups[i];
    const bool begins = i == 0 || groups[i - 1].what->is_cut != what->is_cut;
    if (begins) out += fmt::format("{}{}: ", i == 0 ? "" : "; ", what->is_cut ? "cut" : "left out");
    if (!begins) out += ", ";
    if (what->place.find('*') != std::string::npos) out += fmt::format("{} of ", count);
    out += what->place.empty() ? "everything" : VisibleLine(what->place);
  }
  if (others > 0) out += fmt::format("{}{} other places", groups.empty() ? "" : "; ", others);
  return out + "]\n";
}

}  // namespace

JsonParts::JsonParts(const JsonValue& root) : root_(root) { AddParts(root, 1); }

void JsonParts::AddParts(const JsonValue& value, double weight) {
  if (IsPart(value)) {
    items_.push_back(ItemOf(TextOfPart(value), weight * WorthOf(value), value.is_string()));
    return;
  }
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    const double rank = value.is_array() ? std::log2(static_cast<double>(i + 2)) : 1;
    AddParts(value.items[i], kWorthOfInner * weight / rank);
  }
}

KeptText JsonParts::Keep(std::span<const std::uint8_t> levels) const {
  Keeper keeper(levels);
  JsonValue kept;
  if (!keeper.Keep(root_, "", kept)) kept.kind = root_.kind;
  KeptText out;
  // The first line of the text says that this is a part.
  out.text = ShrinkText(CompactJson(kept), {.least_bytes = 0}).text;
  if (out.text.starts_with(kAdaptiveMark)) out.text.erase(0, out.text.find('\n') + 1);
  out.text += '\n';
  out.missing = keeper.missing().size();
  if (out.missing > 0) out.text += DescribeMissing(keeper.missing());
  return out;
}

}  // namespace waymark::wire
