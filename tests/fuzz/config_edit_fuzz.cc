// Changes of other programs' configuration: whatever a file holds, it is refused with a reason or
// gets the entry without losing a byte, has it once, and can be rid of it again. The first byte
// chooses between JSON and TOML.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "install/config_edit.h"

namespace waymark::services {
namespace {

constexpr ConfigPlace kPlace = {"mcpServers", "waymark"};

struct Editor {
  absl::StatusOr<TextInsertion> (*add)(std::string_view file, const ConfigPlace& place,
                                       std::string_view value);
  absl::StatusOr<std::string> (*remove)(std::string_view file, const ConfigPlace& place);
  std::string_view value;
};

constexpr Editor kJson = {AddJsonMember, RemoveJsonMember, R"({"command":"/bin/waymark"})"};
constexpr Editor kToml = {AddTomlTable, RemoveTomlTable, "command = \"/bin/waymark\"\n"};

void Require(bool holds) {
  if (!holds) std::abort();
}

void CheckRemoval(const Editor& editor, std::string_view file) {
  const absl::StatusOr<std::string> removed = editor.remove(file, kPlace);
  if (!removed.ok()) {
    Require(!removed.status().message().empty());
    return;
  }
  Require(removed->size() < file.size());
  Require(absl::IsNotFound(editor.remove(*removed, kPlace).status()));
}

void Check(const Editor& editor, std::string_view file) {
  CheckRemoval(editor, file);
  const absl::StatusOr<TextInsertion> insertion = editor.add(file, kPlace, editor.value);
  if (!insertion.ok()) {
    Require(!insertion.status().message().empty());
    return;
  }
  Require(insertion->offset <= file.size());
  const std::string changed = insertion->ApplyTo(file);
  if (insertion->text.empty()) {
    Require(changed == file);
    return;
  }
  // Every byte that was there is still there.
  Require(changed.size() == file.size() + insertion->text.size());
  Require(changed.substr(0, insertion->offset) == file.substr(0, insertion->offset));
  Require(changed.substr(insertion->offset + insertion->text.size()) ==
          file.substr(insertion->offset));
  const absl::StatusOr<TextInsertion> again = editor.add(changed, kPlace, editor.value);
  Require(again.ok() && again->text.empty());
  const absl::StatusOr<std::string> removed = editor.remove(changed, kPlace);
  Require(removed.ok() && absl::IsNotFound(editor.remove(*removed, kPlace).status()));
}

}  // namespace

void CheckInput(std::string_view input) {
  if (!input.empty()) Check(input[0] % 2 == 0 ? kJson : kToml, input.substr(1));
}

}  // namespace waymark::services

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  waymark::services::CheckInput({reinterpret_cast<const char*>(data), size});
  return 0;
}
