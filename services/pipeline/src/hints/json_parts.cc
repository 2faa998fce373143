#include "hints/json_parts.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

namespace waymark::services {
namespace {

constexpr std::string_view kJsonBlanks = " \t\r\n";

// Walks over JSON text. A position that is npos means that the text is no JSON there.
class JsonCutter {
 public:
  explicit JsonCutter(std::string_view text) : text_(text) {}

  bool failed() const { return at_ == std::string_view::npos; }

  // Steps over blanks and over `c`, if it is next.
  bool Take(char c) {
    SkipBlanks();
    if (failed() || at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  bool IsAtEnd() {
    SkipBlanks();
    return at_ == text_.size();
  }

  // The next value, without the blanks around it; empty after a failure.
  std::string_view TakeValue() {
    SkipBlanks();
    if (failed() || at_ >= text_.size()) return Fail();
    const std::size_t begin = at_;
    const char first = text_[at_];
    if (first == '"') {
      SkipString();
    } else if (first == '{' || first == '[') {
      SkipNested();
    } else {
      at_ = std::min(text_.find_first_of(",:]}{[\" \t\r\n", at_), text_.size());
    }
    if (failed() || at_ == begin) return Fail();
    return text_.substr(begin, at_ - begin);
  }

 private:
  std::string_view Fail() {
    at_ = std::string_view::npos;
    return {};
  }

  void SkipBlanks() {
    if (!failed()) at_ = std::min(text_.find_first_not_of(kJsonBlanks, at_), text_.size());
  }

  // From an opening quote to behind the closing one.
  void SkipString() {
    for (at_ = text_.find_first_of("\"\\", at_ + 1); !failed();
         at_ = text_.find_first_of("\"\\", at_)) {
      if (text_[at_] == '"') {
        ++at_;
        return;
      }
      at_ += 2;
    }
  }

  // From an opening bracket to behind the one that closes it.
  void SkipNested() {
    std::string open;
    do {
      const char c = text_[at_];
      if (c == '"') {
        SkipString();
      } else {
        if (c == '{' || c == '[') {
          open += c == '{' ? '}' : ']';
        } else if (open.back() == c) {
          open.pop_back();
        } else {
          Fail();
          return;
        }
        ++at_;
      }
      if (open.empty() || failed()) return;
      at_ = text_.find_first_of("\"{}[]", at_);
    } while (!failed());
  }

  const std::string_view text_;
  std::size_t at_ = 0;
};

bool HasRepeatedKey(const std::vector<JsonField>& fields) {
  std::vector<std::string_view> keys;
  keys.reserve(fields.size());
  for (const JsonField& field : fields) keys.push_back(field.key);
  std::sort(keys.begin(), keys.end());
  return std::adjacent_find(keys.begin(), keys.end()) != keys.end();
}

}  // namespace

std::optional<std::vector<JsonField>> ObjectFields(std::string_view text) {
  JsonCutter cutter(text);
  std::vector<JsonField> fields;
  if (!cutter.Take('{')) return std::nullopt;
  if (!cutter.Take('}')) {
    do {
      const std::string_view written = cutter.TakeValue();
      std::optional<std::string> key = DecodedString(written);
      if (!key.has_value() || !cutter.Take(':')) return std::nullopt;
      fields.push_back({.key = *std::move(key),
                        .written_key = written.substr(1, written.size() - 2),
                        .value = cutter.TakeValue()});
      if (cutter.failed()) return std::nullopt;
    } while (cutter.Take(','));
    if (!cutter.Take('}')) return std::nullopt;
  }
  if (!cutter.IsAtEnd() || HasRepeatedKey(fields)) return std::nullopt;
  return fields;
}

std::vector<JsonField> FieldsOf(std::string_view text) {
  return ObjectFields(text).value_or(std::vector<JsonField>());
}

std::optional<std::vector<std::string_view>> ArrayElements(std::string_view text) {
  JsonCutter cutter(text);
  std::vector<std::string_view> elements;
  if (!cutter.Take('[')) return std::nullopt;
  if (!cutter.Take(']')) {
    do {
      elements.push_back(cutter.TakeValue());
      if (cutter.failed()) return std::nullopt;
    } while (cutter.Take(','));
    if (!cutter.Take(']')) return std::nullopt;
  }
  if (!cutter.IsAtEnd()) return std::nullopt;
  return elements;
}

std::optional<std::string> DecodedString(std::string_view value) {
  if (!value.starts_with('"')) return std::nullopt;
  const nlohmann::json text = nlohmann::json::parse(value, nullptr, /*allow_exceptions=*/false);
  if (!text.is_string()) return std::nullopt;
  return text.get<std::string>();
}

std::string JsonStringOf(std::string_view text) { return nlohmann::json(text).dump(); }

std::string Edited(std::string_view text, const std::vector<TextEdit>& edits) {
  std::string result;
  std::size_t at = 0;
  for (const TextEdit& edit : edits) {
    const auto begin = static_cast<std::size_t>(edit.replaced.data() - text.data());
    result += text.substr(at, begin - at);
    result += edit.text;
    at = begin + edit.replaced.size();
  }
  result += text.substr(at);
  return result;
}

const JsonField* FindField(const std::vector<JsonField>& fields, std::string_view key) {
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [&](const JsonField& field) { return field.key == key; });
  return found == fields.end() ? nullptr : &*found;
}

std::string_view ValueOf(const std::vector<JsonField>& fields, std::string_view key) {
  const JsonField* const field = FindField(fields, key);
  return field == nullptr ? std::string_view() : field->value;
}

std::string StringOf(const std::vector<JsonField>& fields, std::string_view key) {
  return DecodedString(ValueOf(fields, key)).value_or("");
}

}  // namespace waymark::services
