// Changes of other programs' configuration: whatever a file holds, it is refused with a reason or
// gets the entry without losing a byte, has it once, and can be rid of it again. The first byte
// chooses the form of the file.
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

absl::StatusOr<std::string> RemoveElement(std::string_view file, const ConfigPlace& place) {
  return RemoveJsonElement(file, place, R"({"command":"/bin/waymark"})");
}

constexpr Editor kElement = {AddJsonElement, RemoveElement, R"({"command":"/bin/waymark"})"};
constexpr Editor kYaml = {AddYamlMember, RemoveYamlMember, "cmd: \"/bin/waymark\"\n"};
constexpr Editor kSection = {AddMarkedSection, RemoveMarkedSection, "Ask first.\n"};
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
  // The first two are chosen by the same bytes as ever, for the sake of the corpus.
  constexpr const Editor* kEditors[] = {&kJson, &kToml, &kElement, &kYaml, &kSection};
  if (input.empty()) return;
  const auto first = static_cast<unsigned char>(input[0]);
  constexpr unsigned char kFirstNew = 0xf8;
  const std::size_t chosen = first < kFirstNew ? first % 2 : 2 + (first - kFirstNew) % 3;
  Check(*kEditors[chosen], input.substr(1));
}

}  // namespace waymark::services

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  waymark::services::CheckInput({reinterpret_cast<const char*>(data), size});
  return 0;
}
