// Writes a pipeline configuration as TOML.
#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>

#include <fmt/format.h>

#include "adaptation/config_fields.h"
#include "wire/utf8.h"

namespace waymark::services {
namespace {

constexpr std::uint32_t kDelete = 0x7f;
constexpr std::uint32_t kLastOfFourDigits = 0xffff;

// As a text of TOML in ASCII.
std::string QuotedToml(std::string_view text) {
  std::string out = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const wire::CodePoint point = wire::DecodeUtf8(text, at);
    const std::uint32_t value = point.size == 0 ? wire::kReplacementCharacter : point.value;
    at += std::max<std::uint32_t>(1, point.size);
    if (value == '"' || value == '\\') {
      out += '\\';
      out += static_cast<char>(value);
    } else if (value >= ' ' && value < kDelete) {
      out += static_cast<char>(value);
    } else {
      out += value > kLastOfFourDigits ? fmt::format("\\U{:08x}", value)
                                       : fmt::format("\\u{:04x}", value);
    }
  }
  return out + '"';
}

std::string TomlKey(std::string_view key) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  };
  for (const char c : key) {
    if (!is_plain(c)) return QuotedToml(key);
  }
  return key.empty() ? "\"\"" : std::string(key);
}

std::string ValueText(bool value) { return value ? "true" : "false"; }

std::string ValueText(int value) { return fmt::format("{}", value); }

// The shortest text that reads as the same number, with a point.
std::string ValueText(double value) {
  const std::string text = fmt::format("{}", value);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string ValueText(const std::string& value) { return QuotedToml(value); }

std::string ValueText(const std::vector<std::string>& value) {
  std::string out;
  for (const std::string& one : value)
    out += fmt::format("{}{}", out.empty() ? "" : ", ", QuotedToml(one));
  return fmt::format("[{}]", out);
}

// Writes what differs from `usual`: the values of a table, then its tables.
class TableWriter {
 public:
  explicit TableWriter(std::string path) : path_(std::move(path)) {}

  template <typename Struct>
  std::string Write(const Struct& value, const Struct& usual) {
    const auto visit = [&](std::string_view key, auto member, const ConfigLimits& /*limits*/ = {}) {
      WriteMember(key, value.*member, usual.*member);
    };
    VisitFields(visit, value);
    return Text();
  }

 private:
  std::string Text() const {
    if (values_.empty()) return tables_;
    const std::string head = path_.empty() ? "" : fmt::format("\n[{}]\n", path_);
    return head + values_ + tables_;
  }

  std::string Below(std::string_view key) const {
    return path_.empty() ? TomlKey(key) : fmt::format("{}.{}", path_, TomlKey(key));
  }

  template <typename Value>
  void WriteValue(std::string_view key, const Value& value) {
    values_ += fmt::format("{} = {}\n", TomlKey(key), ValueText(value));
  }

  template <typename Value>
  void WriteMember(std::string_view key, const std::optional<Value>& value,
                   const std::optional<Value>& usual) {
    if (value && value != usual) WriteValue(key, *value);
  }

  template <typename Value>
  void WriteMember(std::string_view key, const std::map<std::string, Value>& value,
                   const std::map<std::string, Value>& usual) {
    TableWriter table(Below(key));
    for (const auto& [name, one] : value) {
      const auto known = usual.find(name);
      table.WriteEntry(name, one, known == usual.end() ? nullptr : &known->second);
    }
    tables_ += table.Text();
  }

  // An entry that is not among the usual ones is written even if it says nothing.
  template <typename Value>
  void WriteEntry(std::string_view name, const Value& value, const Value* usual) {
    if (usual != nullptr) return WriteMember(name, value, *usual);
    if constexpr (requires { ValueText(value); }) {
      WriteValue(name, value);
    } else {
      const std::string text = TableWriter(Below(name)).Write(value, Value());
      tables_ += text.empty() ? fmt::format("\n[{}]\n", Below(name)) : text;
    }
  }

  template <typename Value>
  void WriteMember(std::string_view key, const Value& value, const Value& usual) {
    if constexpr (requires { ValueText(value); }) {
      if (value != usual) WriteValue(key, value);
    } else {
      tables_ += TableWriter(Below(key)).Write(value, usual);
    }
  }

  std::string path_;
  std::string values_;
  std::string tables_;
};

constexpr std::string_view kConfigHead =
    "# The response pipeline of Waymark: what differs from the defaults (docs/PIPELINE.md).\n";

}  // namespace

std::string WritePipelineConfig(const PipelineConfig& config) {
  return fmt::format("{}schema_version = {}\n", kConfigHead, kPipelineSchema) +
         TableWriter("").Write(config, PipelineConfig());
}

}  // namespace waymark::services
