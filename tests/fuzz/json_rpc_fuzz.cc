// Messages of a client: any line is a message or gets an error; the arguments of a call are taken
// whole or refused with a message.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "services/json_rpc.h"
#include "tools/tool.h"

namespace waymark::services {
namespace {

void CheckCall(const RpcMessage& message) {
  const Json arguments = message.params.value("arguments", Json::object());
  if (!arguments.is_object()) return;
  for (const ToolRow& tool : AllTools()) {
    const std::vector<ArgumentRow> rows = ArgumentsOf(tool);
    const absl::StatusOr<Arguments> checked = Arguments::Check(rows, arguments);
    if (!checked.ok()) {
      if (checked.status().message().empty()) std::abort();
      continue;
    }
    for (const ArgumentRow& row : rows) {
      switch (row.type) {
        case FieldType::kText:
        case FieldType::kWord:
          checked->Text(row.name);
          break;
        case FieldType::kTexts:
        case FieldType::kWords:
          checked->Texts(row.name);
          break;
        case FieldType::kNumber:
          if (checked->Number(row.name) > row.most) std::abort();
          break;
        case FieldType::kShare:
          if (!(checked->Confidence(row.name) <= 1)) std::abort();
          break;
        case FieldType::kFlag:
          checked->Flag(row.name);
          break;
        case FieldType::kRepositories:
          std::abort();  // no argument is
      }
    }
  }
}

void CheckLine(std::string_view line) {
  const ParsedMessage parsed = ParseMessage(line);
  if (!parsed.message.has_value()) {
    if (parsed.error.message.empty()) std::abort();
    ErrorLine(parsed.id, parsed.error);
    return;
  }
  CheckCall(*parsed.message);
  ResultLine(parsed.message->id, parsed.message->params);
}

}  // namespace
}  // namespace waymark::services

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  waymark::services::CheckLine({reinterpret_cast<const char*>(data), size});
  return 0;
}
