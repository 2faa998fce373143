// The encoder of wire/adaptive.h as the pipeline is set to use it.
#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "services/response_pipeline.h"
#include "wire/adaptive.h"

namespace waymark::services {
namespace {

using wire::AdaptiveFormat;
using wire::AdaptiveFormats;
using wire::ShrunkText;
using wire::TextShape;

// The formats that a template may choose from.
struct TemplateRow {
  std::string_view id;
  AdaptiveFormats formats;
};

constexpr TemplateRow kTemplates[] = {
    {"csv_from_md", {AdaptiveFormat::kMarkdown}},
    {"pipeline_deep_mckp",
     {AdaptiveFormat::kLines, AdaptiveFormat::kTable, AdaptiveFormat::kJson, AdaptiveFormat::kFence,
      AdaptiveFormat::kInner, AdaptiveFormat::kPrefixes, AdaptiveFormat::kReferences}},
    {"mr_diff_fence", {AdaptiveFormat::kLines, AdaptiveFormat::kTable, AdaptiveFormat::kFence}},
};

constexpr AdaptiveFormat kEveryFormat[] = {AdaptiveFormat::kLines,    AdaptiveFormat::kTable,
                                           AdaptiveFormat::kJson,     AdaptiveFormat::kMarkdown,
                                           AdaptiveFormat::kFence,    AdaptiveFormat::kInner,
                                           AdaptiveFormat::kPrefixes, AdaptiveFormat::kReferences};

// A format that a text of this shape is not to have when it is small.
struct ShapeThreshold {
  std::string_view shape;
  AdaptiveFormat format;
  bool (*is_below)(const TextShape& shape, const EncoderSettings& settings);
};

constexpr ShapeThreshold kThresholds[] = {
    {"markdown_table", AdaptiveFormat::kMarkdown,
     [](const TextShape& shape, const EncoderSettings& settings) {
       return shape.columns < settings.least_table_columns;
     }},
    {"array_of_objects", AdaptiveFormat::kTable,
     [](const TextShape& shape, const EncoderSettings& settings) {
       return shape.rows < settings.least_array_items ||
              shape.key_stability < settings.least_key_stability;
     }},
    {"flat_object", AdaptiveFormat::kLines,
     [](const TextShape& shape, const EncoderSettings& settings) {
       return shape.columns < settings.least_flat_fields;
     }},
};

// The formats of a template; all without one, none for one that is unknown.
AdaptiveFormats FormatsOf(std::string_view template_id) {
  if (template_id.empty()) return wire::kAllAdaptiveFormats;
  const auto* const row =
      std::find_if(std::begin(kTemplates), std::end(kTemplates),
                   [template_id](const TemplateRow& any) { return any.id == template_id; });
  return row == std::end(kTemplates) ? AdaptiveFormats() : row->formats;
}

// The formats of the template that are enabled.
AdaptiveFormats EnabledFormats(const EncoderSettings& settings, std::string_view template_id) {
  AdaptiveFormats formats = FormatsOf(template_id);
  if (settings.formats.empty()) return formats;
  AdaptiveFormats disabled = wire::kAllAdaptiveFormats;
  for (const std::string& name : settings.formats) {
    const std::optional<AdaptiveFormat> enabled = wire::AdaptiveFormatFromName(name);
    if (enabled.has_value()) disabled.Remove(*enabled);
  }
  for (const AdaptiveFormat format : kEveryFormat) {
    if (disabled.Has(format)) formats.Remove(format);
  }
  return formats;
}

AdaptiveFormats Without(AdaptiveFormats formats, const TextShape& shape,
                        const EncoderSettings& settings) {
  for (const ShapeThreshold& threshold : kThresholds) {
    if (threshold.shape == shape.shape && threshold.is_below(shape, settings)) {
      formats.Remove(threshold.format);
    }
  }
  return formats;
}

}  // namespace

EncodedAnswer EncodeAdaptively(std::string_view text, const EncoderSettings& settings,
                               std::string_view template_id) {
  const AdaptiveFormats enabled = EnabledFormats(settings, template_id);
  const wire::ShrinkOptions options{
      .inner_depth = settings.recursion_depth,
      .formats = enabled,
      .formats_of = [&](const TextShape& shape) { return Without(enabled, shape, settings); },
      .least_bytes = 0};
  ShrunkText shrunk = wire::ShrinkText(text, options);
  const TextShape& shape = shrunk.shape;
  return {.text = std::move(shrunk.text),
          .format = std::string(shrunk.format),
          .tokens_before = shrunk.tokens_before,
          .tokens_after = shrunk.tokens_after,
          .shape = std::string(shape.shape),
          .inner_formats = {shape.inner.begin(), shape.inner.end()},
          .nested_depth = static_cast<std::uint32_t>(shape.depth),
          .columns = static_cast<std::uint32_t>(shape.columns),
          .rows = static_cast<std::uint32_t>(shape.rows),
          .key_stability = shape.key_stability,
          .failed_round_trips = shrunk.failed_round_trips};
}

}  // namespace waymark::services
