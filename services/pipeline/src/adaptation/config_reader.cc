// Reads a pipeline configuration from TOML.
#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "adaptation/config_fields.h"
#include "adaptation/toml_characters.h"
#include "adaptation/toml_parser.h"
#include "graph/status.h"
#include "retrieval/edit_distance.h"
#include "wire/utf8.h"

namespace waymark::services {
namespace {

std::string TomlPlaceOf(std::string_view name, const toml::source_region& source) {
  return fmt::format("{}:{}:{}", name, source.begin.line, source.begin.column);
}

// Reads tables into structs. The first error counts.
class ConfigReader {
 public:
  explicit ConfigReader(std::string_view name) : name_(name) {}

  const absl::Status& status() const { return status_; }

  void Refuse(const toml::source_region& source, std::string_view what) {
    if (!status_.ok()) return;
    status_ = absl::InvalidArgumentError(fmt::format("{}: {}", TomlPlaceOf(name_, source), what));
  }

  template <typename Struct>
  void ReadTable(const toml::table& table, const std::string& path, Struct& into) {
    std::vector<std::string> known;
    const auto visit = [&](std::string_view key, auto member, const ConfigLimits& limits = {}) {
      known.emplace_back(key);
      const toml::node* const node = table.get(key);
      if (node != nullptr) ReadNode(*node, Below(path, key), limits, into.*member);
    };
    VisitFields(visit, into);
    for (const auto& [key, node] : table) CheckKnown(key, path, known);
  }

 private:
  static std::string Below(const std::string& path, std::string_view key) {
    return path.empty() ? std::string(key) : fmt::format("{}.{}", path, key);
  }

  void CheckKnown(const toml::key& key, const std::string& path,
                  const std::vector<std::string>& known) {
    for (const std::string& one : known) {
      if (one == key.str()) return;
    }
    for (const std::string_view retired : kRetiredKeys) {
      if (retired == key.str()) return;
    }
    const std::optional<std::string> nearest = retrieval::NearestName(key.str(), known);
    Refuse(key.source(), fmt::format("there is no key {}{}", wire::VisibleLine(Below(path, key)),
                                     nearest ? fmt::format("; did you mean {}?", *nearest) : ""));
  }

  void RefuseType(const toml::node& node, const std::string& path, std::string_view wanted) {
    Refuse(node.source(), fmt::format("{} is {}", wire::VisibleLine(path), wanted));
  }

  void ReadNode(const toml::node& node, const std::string& path, const ConfigLimits& limits,
                int& into) {
    const auto number = node.value_exact<std::int64_t>();
    if (!number) return RefuseType(node, path, "a whole number");
    const auto value = static_cast<double>(*number);
    if (!(value >= limits.low && value <= limits.high)) {
      return Refuse(node.source(),
                    fmt::format("{} is from {} to {}, not {}", wire::VisibleLine(path), limits.low,
                                limits.high, *number));
    }
    into = static_cast<int>(*number);
  }

  void ReadNode(const toml::node& node, const std::string& path, const ConfigLimits& limits,
                double& into) {
    if (!node.is_number()) return RefuseType(node, path, "a number");
    const double value = node.value<double>().value_or(std::nan(""));
    if (!(value >= limits.low && value <= limits.high)) {
      return Refuse(node.source(),
                    fmt::format("{} is from {} to {}, not {}", wire::VisibleLine(path), limits.low,
                                limits.high, value));
    }
    into = value;
  }

  void ReadNode(const toml::node& node, const std::string& path, const ConfigLimits& /*limits*/,
                bool& into) {
    const auto value = node.value_exact<bool>();
    if (!value) return RefuseType(node, path, "true or false");
    into = *value;
  }

  void ReadNode(const toml::node& node, const std::string& path, const ConfigLimits& limits,
                std::string& into) {
    const auto value = node.value_exact<std::string>();
    if (!value) return RefuseType(node, path, "a text in quotes");
    const auto& words = limits.words;
    if (words.empty() || std::find(words.begin(), words.end(), *value) != words.end()) {
      into = *value;
      return;
    }
    Refuse(node.source(), fmt::format("{} is one of {}, not '{}'", wire::VisibleLine(path),
                                      fmt::join(limits.words, ", "), wire::VisibleLine(*value)));
  }

  template <typename Value>
  void ReadNode(const toml::node& node, const std::string& path, const ConfigLimits& limits,
                std::optional<Value>& into) {
    ReadNode(node, path, limits, into.emplace());
  }

  void ReadNode(const toml::node& node, const std::string& path, const ConfigLimits& limits,
                std::vector<std::string>& into) {
    const toml::array* const array = node.as_array();
    if (array == nullptr) return RefuseType(node, path, "a list of texts");
    into.clear();
    for (const toml::node& element : *array) {
      ReadNode(element, fmt::format("each of {}", path), limits, into.emplace_back());
    }
  }

  // A variant of a built-in name keeps what the file does not say.
  template <typename Value>
  void ReadNode(const toml::node& node, const std::string& path, const ConfigLimits& limits,
                std::map<std::string, Value>& into) {
    const toml::table* const table = node.as_table();
    if (table == nullptr) return RefuseType(node, path, "a table");
    for (const auto& [key, element] : *table) {
      ReadNode(element, Below(path, key.str()), limits, into[std::string(key.str())]);
    }
  }

  template <typename Profile>
  void ReadNode(const toml::node& node, const std::string& path, const ConfigLimits& /*limits*/,
                ProfileAxis<Profile>& into) {
    const toml::table* const table = node.as_table();
    if (table == nullptr) return RefuseType(node, path, "a table");
    ReadTable(*table, path, into);
    const toml::node* const active = table->get("active");
    if (active != nullptr && into.active != kAutoProfile && !into.variants.contains(into.active)) {
      Refuse(active->source(), fmt::format("{}.active is '{}', of which there is no variant", path,
                                           wire::VisibleLine(into.active)));
    }
  }

  template <typename Struct>
  requires std::is_class_v<Struct>

  void ReadNode(const toml::node& node, const std::string& path, const ConfigLimits& /*limits*/,
                Struct& into) {
    const toml::table* const table = node.as_table();
    if (table == nullptr) return RefuseType(node, path, "a table");
    ReadTable(*table, path, into);
  }

  std::string name_;
  absl::Status status_;
};

// Lines and columns as the parser counts them, of an offset up to which the text is UTF-8.
std::string PlaceAt(std::string_view name, std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const std::string_view line = before.substr(before.rfind('\n') + 1);
  const auto characters = std::count_if(line.begin(), line.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  });
  return fmt::format("{}:{}:{}", name, lines + 1, characters + 1);
}

absl::StatusOr<toml::table> ParseToml(std::string_view name, std::string_view text) {
  if (text.size() > kMaxPipelineConfigBytes) {
    return absl::InvalidArgumentError(
        fmt::format("{} has more than {} KiB", name, kMaxPipelineConfigBytes >> 10));
  }
  if (const std::size_t at = wire::FindInvalidUtf8(text); at != text.size()) {
    return absl::InvalidArgumentError(
        fmt::format("{}: there is a byte that is no UTF-8", PlaceAt(name, text, at)));
  }
  const AsciiToml ascii = AsciiTomlOf(text);
  if (ascii.stray != text.size()) {
    return absl::InvalidArgumentError(
        fmt::format("{}: outside of comments write characters beyond ASCII as escapes in quotes, "
                    "such as \"\\u00e9\"",
                    PlaceAt(name, text, ascii.stray)));
  }
  toml::parse_result result = toml::parse(ascii.text);
  if (result.succeeded()) return std::move(result).table();
  const toml::parse_error& error = result.error();
  return absl::InvalidArgumentError(fmt::format("{}: {}", TomlPlaceOf(name, error.source()),
                                                wire::VisibleLine(error.description())));
}

absl::Status CheckSchema(std::string_view name, const toml::table& table) {
  const toml::node* const node = table.get("schema_version");
  const auto version = node == nullptr ? std::nullopt : node->value_exact<std::int64_t>();
  if (!version || *version <= kPipelineSchema) return absl::OkStatus();
  return absl::FailedPreconditionError(
      fmt::format("{}: schema_version {} is newer than {}, the newest that this program reads; "
                  "take a newer waymark, or another file",
                  TomlPlaceOf(name, node->source()), *version, kPipelineSchema));
}

// The tokenizers that models name are those of the file.
void CheckTokenizers(const toml::table& table, const PipelineConfig& config, ConfigReader& reader) {
  for (const auto& [name, model] : config.profiles.llm.variants) {
    const auto node = table["profiles"]["llm"]["variants"][name];
    if (!node || config.profiles.tokenizer.variants.contains(model.tokenizer)) continue;
    reader.Refuse(node.node()->source(),
                  fmt::format("profiles.llm.variants.{}.tokenizer is '{}', of which there is no "
                              "variant",
                              wire::VisibleLine(name), wire::VisibleLine(model.tokenizer)));
  }
}

// The offset of a position, whose column counts characters.
std::size_t OffsetOf(std::string_view text, const toml::source_position& position) {
  std::size_t at = 0;
  for (std::uint32_t line = 1; line < position.line && at < text.size(); ++line) {
    at = std::min(text.find('\n', at), text.size() - 1) + 1;
  }
  for (std::uint32_t column = 1; column < position.column && at < text.size(); ++column) {
    at += wire::DecodeUtf8(text, at).size;
  }
  return at;
}

// The text with the key set in the forms that people write: [telemetry], telemetry = {} and none.
std::string SetEnabled(std::string_view text, const toml::table& table, bool enabled) {
  const std::string value = enabled ? "true" : "false";
  std::string out(text);
  const toml::node* const section = table.get("telemetry");
  if (section == nullptr) {
    if (!out.empty() && !out.ends_with('\n')) out += '\n';
    return out + fmt::format("{}[telemetry]\nenabled = {}\n", out.empty() ? "" : "\n", value);
  }
  const toml::table& keys = *section->as_table();
  if (const toml::node* const node = keys.get("enabled"); node != nullptr) {
    const std::size_t length = *node->value<bool>() ? 4 : 5;
    return out.replace(OffsetOf(text, node->source().begin), length, value);
  }
  const std::size_t begin = OffsetOf(text, section->source().begin);
  if (keys.is_inline()) {
    return out.insert(std::min(begin + 1, out.size()),
                      fmt::format(" enabled = {}{}", value, keys.empty() ? "" : ","));
  }
  const std::size_t end = std::min(out.find(']', begin), out.size() - 1) + 1;
  return out.insert(end, fmt::format("\nenabled = {}", value));
}

}  // namespace

absl::StatusOr<PipelineConfig> ReadPipelineConfig(std::string_view name, std::string_view text) {
  WM_ASSIGN_OR_RETURN(const toml::table table, ParseToml(name, text));
  WM_RETURN_IF_ERROR(CheckSchema(name, table));
  PipelineConfig config;
  ConfigReader reader(name);
  reader.ReadTable(table, "", config);
  CheckTokenizers(table, config, reader);
  if (!reader.status().ok()) return reader.status();
  config.schema_version = kPipelineSchema;
  return config;
}

absl::StatusOr<std::string> WithTelemetryEnabled(std::string_view name, std::string_view text,
                                                 bool enabled) {
  WM_ASSIGN_OR_RETURN(PipelineConfig wanted, ReadPipelineConfig(name, text));
  WM_ASSIGN_OR_RETURN(const toml::table table, ParseToml(name, text));
  wanted.telemetry.enabled = enabled;
  std::string edited = SetEnabled(text, table, enabled);
  const absl::StatusOr<PipelineConfig> outcome = ReadPipelineConfig(name, edited);
  if (outcome.ok() && WritePipelineConfig(*outcome) == WritePipelineConfig(wanted)) return edited;
  return absl::FailedPreconditionError(
      fmt::format("{} writes [telemetry] in a form that cannot be changed; set telemetry.enabled = "
                  "{} in it by hand",
                  name, enabled));
}

}  // namespace waymark::services
