#include "adaptive/sections.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "wire/tokens.h"
#include "wire/utf8.h"

namespace waymark::wire {
namespace {

// A larger object or array is not tried as JSON in one line: its keys alone cost more.
constexpr std::size_t kMostBytesInline = 120;

Section Counted(std::string text) {
  const std::size_t tokens = CountTokens(text, kDefaultTokenizer);
  return {std::move(text), tokens};
}

void Append(Section& to, const Section& section) {
  to.text += section.text;
  to.tokens += section.tokens;
}

// Keeps the cheapest of the forms that are offered, of equals the first.
class Cheapest {
 public:
  void Offer(std::optional<Section> section) {
    if (section && (!best_ || section->tokens < best_->tokens)) best_ = std::move(section);
  }

  std::optional<Section> Take() { return std::move(best_); }

 private:
  std::optional<Section> best_;
};

bool HasOnlyScalars(const JsonValue& value) {
  return std::all_of(value.items.begin(), value.items.end(),
                     [](const JsonValue& item) { return item.is_scalar(); });
}

class SectionWriter {
 public:
  explicit SectionWriter(const SectionContext& context) : context_(context) {}

  // `value` behind `lead`, and the line break. Total lines.
  Section Value(const JsonValue& value, std::string_view lead) const {
    Cheapest cheapest;
    if (context_.repeats != nullptr) {
      std::optional<Section> reference = Reference(value, lead);
      if (reference && !value.is_scalar()) return *std::move(reference);
      cheapest.Offer(std::move(reference));
    }
    if (value.is_string()) {
      OfferString(value, lead, cheapest);
    } else {
      if (Has(AdaptiveFormat::kTable)) {
        std::optional<Section> table = WriteTable(value, lead, context_);
        if (table && table->is_flat_table) return *std::move(table);
        cheapest.Offer(std::move(table));
      }
      if (Has(AdaptiveFormat::kLines)) {
        cheapest.Offer(value.is_object() ? Object(value, lead) : Array(value, lead));
      }
    }
    if (value.is_scalar() || value.items.empty() ||
        BytesOf(value, kMostBytesInline) < kMostBytesInline ||
        (value.is_array() && HasOnlyScalars(value)) || !Has(AdaptiveFormat::kLines)) {
      std::string line(lead);
      AppendCell(line, value, context_.prefixes, "");
      cheapest.Offer(Counted(std::move(line) + "\n"));
    }
    return *cheapest.Take();
  }

  Section Fields(const JsonValue& object) const {
    Section section;
    for (std::size_t i = 0; i < object.items.size();) {
      std::string keys;
      AppendKey(keys, object.keys[i]);
      std::size_t next = i + 1;
      // Neighbours with one value share a line.
      for (; object.items[i].is_scalar() && next < object.items.size() &&
             object.items[next] == object.items[i];
           ++next) {
        keys += ',';
        AppendKey(keys, object.keys[next]);
      }
      Append(section, Counted(std::move(keys)));
      Append(section, Value(object.items[i], " "));
      i = next;
    }
    return section;
  }

 private:
  bool Has(AdaptiveFormat format) const { return context_.formats.Has(format); }

  std::optional<Section> Reference(const JsonValue& value, std::string_view lead) const {
    const std::string pointer = context_.repeats->PointerTo(value);
    if (pointer.empty()) return std::nullopt;
    return Counted(std::string(lead) + kPointerMark + pointer + "\n");
  }

  void OfferString(const JsonValue& value, std::string_view lead, Cheapest& cheapest) const {
    if (!value.items.empty()) {
      Section inner = Counted(fmt::format("{}{}{}", lead, kInnerMark, NameOf(value.layout)));
      Append(inner, Value(value.items.front(), " "));
      cheapest.Offer(std::move(inner));
    }
    if (!Has(AdaptiveFormat::kFence)) return;
    const std::string& text = value.text;
    if (text.find('\n') == std::string::npos) return;
    for (std::size_t at = FindControl(text); at < text.size(); at = FindControl(text, at + 1)) {
      if (text[at] != '\n' && text[at] != '\t') return;
    }
    const std::string fence(std::max(kFence.size(), LongestRunOfBackticks(text) + 1), '`');
    cheapest.Offer(Counted(std::string(lead) + fence + "\n" + text + "\n" + fence + "\n"));
  }

  std::optional<Section> Object(const JsonValue& object, std::string_view lead) const {
    if (object.items.empty()) return std::nullopt;
    Section section = Counted(std::string(lead) + "{\n");
    Append(section, Fields(object));
    Append(section, Counted("}\n"));
    return section;
  }

  std::optional<Section> Array(const JsonValue& array, std::string_view lead) const {
    if (array.items.empty()) return std::nullopt;
    const auto is_lines = [](const JsonValue& item) {
      return item.is_object() && !item.items.empty();
    };
    const bool all_objects = std::all_of(array.items.begin(), array.items.end(), is_lines);
    Section section = Counted(std::string(lead) + (all_objects ? "[{\n" : "[\n"));
    for (const JsonValue& item : array.items) {
      if (all_objects && &item != array.items.data()) Append(section, Counted("},{\n"));
      Append(section, all_objects ? Fields(item) : Value(item, ""));
    }
    Append(section, Counted(all_objects ? "}]\n" : "]\n"));
    return section;
  }

  const SectionContext& context_;
};

}  // namespace

std::optional<Section> WriteRoot(const JsonValue& root, const SectionContext& context) {
  if (root.is_scalar() || root.items.empty()) return std::nullopt;
  const SectionWriter writer(context);
  if (!root.is_object()) return writer.Value(root, "");
  Cheapest cheapest;
  if (context.formats.Has(AdaptiveFormat::kTable)) {
    cheapest.Offer(WriteTable(root, "", context));
  }
  if (context.formats.Has(AdaptiveFormat::kLines)) cheapest.Offer(writer.Fields(root));
  return cheapest.Take();
}

}  // namespace waymark::wire
