#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "options/command.h"
#include "options/query_options.h"
#include "output/exit_code.h"
#include "output/output.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;

std::string_view OriginName(ConfigurationOrigin origin) {
  switch (origin) {
    case ConfigurationOrigin::kUsual:
      return "default";
    case ConfigurationOrigin::kFile:
      return "file";
    case ConfigurationOrigin::kEnvironment:
      return "environment";
  }
  return "";
}

std::string KeyOptionText(const ConfigurationKey& key) {
  return key.command.empty() ? std::string(key.option)
                             : fmt::format("{} {}", key.command, key.option);
}

std::string Render(const Configuration& configuration) {
  std::string text;
  auto out = std::back_inserter(text);
  if (configuration.file.empty()) {
    fmt::format_to(out, "there is no place for a file: neither XDG_CONFIG_HOME nor HOME is set\n");
  } else {
    fmt::format_to(out, "file  {}{}\n", VisibleLine(configuration.file.string()),
                   configuration.file_exists ? "" : " (not there)");
  }
  std::size_t key_width = 0;
  std::size_t value_width = 0;
  for (const ConfiguredValue& value : configuration.values) {
    key_width = std::max(key_width, value.key->name.size());
    value_width = std::max(value_width, VisibleLine(value.value).size());
  }
  for (const ConfiguredValue& value : configuration.values) {
    fmt::format_to(out, "{:{}}  {:{}}  {}\n", value.key->name, key_width, VisibleLine(value.value),
                   value_width, value.place.empty() ? "default" : VisibleLine(value.place));
  }
  return text;
}

std::string ToJson(const Configuration& configuration) {
  Json keys = Json::array();
  for (const ConfiguredValue& value : configuration.values) {
    keys.push_back({{"key", value.key->name},
                    {"value", value.value},
                    {"origin", OriginName(value.origin)},
                    {"place", value.place},
                    {"environment", EnvironmentName(*value.key)},
                    {"option", KeyOptionText(*value.key)},
                    {"type", NameOf(value.key->type)},
                    {"default", value.key->usual},
                    {"meaning", value.meaning}});
  }
  const Json object = {{"file", configuration.file.string()},
                       {"file_exists", configuration.file_exists},
                       {"keys", std::move(keys)}};
  return object.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

class ConfigCommand final : public Command {
 public:
  void Describe(CLI::App& app) override {
    format_.AddTo(app, {kTextFormat, kJsonFormat}, kTextFormat, kTextFormat);
  }

  int Run(const Settings& settings) override {
    const Configuration& configuration = settings.configuration;
    const bool json = format_.Resolve(settings) == kJsonFormat;
    const absl::Status written = WriteText(json ? ToJson(configuration) : Render(configuration));
    return written.ok() ? kExitDone : Fail(written);
  }

 private:
  FormatOption format_;
};

}  // namespace

std::unique_ptr<Command> MakeConfigCommand() { return std::make_unique<ConfigCommand>(); }

}  // namespace waymark::services
