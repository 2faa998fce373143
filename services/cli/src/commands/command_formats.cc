// `formats`: the formats of answers and payloads, and what each carries.
#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "options/command.h"
#include "options/query_options.h"
#include "output/exit_code.h"
#include "output/output.h"
#include "wire/codec.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;
using Codecs = std::vector<const wire::Codec*>;

std::string_view CarriedName(const wire::CarriedRow& row, const wire::Codec& codec) {
  const auto column = wire::CarriageOf(codec.name);
  return column == nullptr ? "unknown" : wire::Name(row.*column);
}

std::string WaysOf(const wire::Codec& codec) {
  const std::string_view ways = codec.decode == nullptr   ? "encode"
                                : codec.encode == nullptr ? "decode"
                                                          : "encode, decode";
  const std::string_view medium = codec.medium == wire::Medium::kBinary ? ", binary" : "";
  return fmt::format("{}{}", ways, medium);
}

std::string RenderFormats(const Codecs& codecs) {
  std::string text;
  auto out = std::back_inserter(text);
  std::size_t name_width = 0;
  for (const wire::Codec* codec : codecs) name_width = std::max(name_width, codec->name.size());
  for (const wire::Codec* codec : codecs) {
    const std::string aliases =
        codec->aliases.empty() ? "" : fmt::format("; also {}", fmt::join(codec->aliases, ", "));
    fmt::format_to(out, "{:{}}  {} ({}{})\n", codec->name, name_width, codec->description,
                   WaysOf(*codec), aliases);
  }
  constexpr std::string_view kTitle = "what each carries";
  std::size_t data_width = kTitle.size();
  for (const wire::CarriedRow& row : wire::CarriedRows()) {
    data_width = std::max(data_width, row.data.size());
  }
  fmt::format_to(out, "\n{:{}}", kTitle, data_width);
  for (const wire::Codec* codec : codecs) fmt::format_to(out, "  {:>{}}", codec->name, name_width);
  for (const wire::CarriedRow& row : wire::CarriedRows()) {
    fmt::format_to(out, "\n{:{}}", row.data, data_width);
    for (const wire::Codec* codec : codecs) {
      fmt::format_to(out, "  {:>{}}", CarriedName(row, *codec), name_width);
    }
  }
  return text + "\n\nyes: comes back when decoded; written: for readers alone\n";
}

std::string FormatsJson(const Codecs& codecs) {
  Json rows = Json::array();
  for (const wire::Codec* codec : codecs) {
    Json carries = Json::object();
    for (const wire::CarriedRow& row : wire::CarriedRows()) {
      carries[std::string(row.data)] = CarriedName(row, *codec);
    }
    rows.push_back({{"name", codec->name},
                    {"aliases", codec->aliases},
                    {"description", codec->description},
                    {"medium", codec->medium == wire::Medium::kBinary ? "binary" : "text"},
                    {"encode", codec->encode != nullptr},
                    {"decode", codec->decode != nullptr},
                    {"carries", std::move(carries)}});
  }
  const Json object = {{"formats", std::move(rows)}};
  return object.dump(2) + "\n";
}

class FormatsCommand final : public Command {
 public:
  void Describe(CLI::App& app) override { format_.AddTo(app, {kTextFormat, kJsonFormat}); }

  int Run(const Settings& settings) override {
    const wire::CodecRegistry registry = wire::CodecRegistry::BuiltIn();
    const bool json = format_.Resolve(settings) == kJsonFormat;
    const absl::Status written =
        WriteText(json ? FormatsJson(registry.All()) : RenderFormats(registry.All()));
    return written.ok() ? kExitDone : Fail(written);
  }

 private:
  FormatOption format_;
};

}  // namespace

std::unique_ptr<Command> MakeFormatsCommand() { return std::make_unique<FormatsCommand>(); }

}  // namespace waymark::services
