#include "messages/field_messages.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <google/protobuf/reflection.h>

#include "graph/status.h"
#include "waymark/v1/waymark.pb.h"

namespace waymark::services {
namespace {

using google::protobuf::EnumDescriptor;
using google::protobuf::EnumValueDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;
using Texts = std::vector<std::string>;

const FieldDescriptor& FieldIn(const Message& message, const RequestField& field) {
  return *message.GetDescriptor()->FindFieldByName(std::string(field.name));
}

// "edge types"
std::string SpokenName(const RequestField& field) {
  std::string name(field.name);
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

absl::Status RefuseWord(const RequestField& field, std::string_view word) {
  return absl::InvalidArgumentError(fmt::format("{} '{}' is unknown; it is {}", SpokenName(field),
                                                word, ListOf(field.value.words())));
}

// ANALYSIS_DEAD_CODE stands for "dead_code", and so does DEAD_CODE in an enum inside a message.
bool StandsFor(const EnumValueDescriptor& value, std::string_view word) {
  std::string name(word);
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return value.name() == name || value.name().ends_with('_' + name);
}

const EnumValueDescriptor* ValueOf(const FieldDescriptor& field, std::string_view word) {
  const EnumDescriptor& values = *field.enum_type();
  for (int i = 0; i < values.value_count(); ++i) {
    if (StandsFor(*values.value(i), word)) return values.value(i);
  }
  return nullptr;  // a test ensures that every word has a value
}

std::string WordOf(const RequestField& row, const EnumValueDescriptor& value) {
  for (const std::string_view word : row.value.words()) {
    if (StandsFor(value, word)) return std::string(word);
  }
  return "";
}

void WriteRepositories(const std::vector<WorkspaceMember>& members, const FieldDescriptor& field,
                       Message& message) {
  const auto repositories =
      message.GetReflection()->GetMutableRepeatedFieldRef<v1::Workspace::Member>(&message, &field);
  for (const WorkspaceMember& member : members) {
    v1::Workspace::Member added;
    added.set_name(member.name);
    added.set_root_path(member.root.native());
    added.set_repository(member.repository);
    repositories.Add(added);
  }
}

std::vector<WorkspaceMember> ReadRepositories(const Message& message,
                                              const FieldDescriptor& field) {
  std::vector<WorkspaceMember> members;
  for (const v1::Workspace::Member& member :
       message.GetReflection()->GetRepeatedFieldRef<v1::Workspace::Member>(message, &field)) {
    members.push_back(
        {.name = member.name(), .root = member.root_path(), .repository = member.repository()});
  }
  return members;
}

void WriteField(const RequestField& row, FieldValue value, Message& message) {
  const FieldDescriptor& field = FieldIn(message, row);
  const Reflection& to = *message.GetReflection();
  switch (row.value.type) {
    case FieldType::kWord:
      if (field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
        to.SetEnum(&message, &field, ValueOf(field, std::get<std::string>(value)));
        return;
      }
      [[fallthrough]];
    case FieldType::kText:
      to.SetString(&message, &field, std::get<std::string>(std::move(value)));
      return;
    case FieldType::kTexts:
    case FieldType::kWords:
      for (std::string& text : std::get<Texts>(value)) {
        to.AddString(&message, &field, std::move(text));
      }
      return;
    case FieldType::kNumber:
      to.SetUInt32(&message, &field, std::get<std::uint32_t>(value));
      return;
    case FieldType::kShare:
      to.SetFloat(&message, &field, std::get<float>(value));
      return;
    case FieldType::kFlag:
      to.SetBool(&message, &field, std::get<bool>(value));
      return;
    case FieldType::kRepositories:
      WriteRepositories(std::get<std::vector<WorkspaceMember>>(value), field, message);
      return;
  }
}

Texts ReadTexts(const Message& message, const FieldDescriptor& field) {
  const auto texts = message.GetReflection()->GetRepeatedFieldRef<std::string>(message, &field);
  return {texts.begin(), texts.end()};
}

absl::Status ReadWord(const Message& message, const RequestField& row, void* request) {
  const FieldDescriptor& field = FieldIn(message, row);
  const Reflection& from = *message.GetReflection();
  std::string word;
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
    word = WordOf(row, *from.GetEnum(message, &field));
    if (word.empty()) {
      return absl::InvalidArgumentError(
          fmt::format("the {}: name one of {}", SpokenName(row), ListOf(row.value.words())));
    }
  } else {
    word = from.GetString(message, &field);
    if (word.empty()) return absl::OkStatus();
    if (!KnowsWord(row, word)) return RefuseWord(row, word);
  }
  row.value.set(request, std::move(word));
  return absl::OkStatus();
}

absl::Status ReadField(const Message& message, const RequestField& row, void* request) {
  const FieldDescriptor& field = FieldIn(message, row);
  const Reflection& from = *message.GetReflection();
  switch (row.value.type) {
    case FieldType::kWord:
      return ReadWord(message, row, request);
    case FieldType::kText:
      row.value.set(request, from.GetString(message, &field));
      break;
    case FieldType::kWords: {
      Texts words = ReadTexts(message, field);
      for (const std::string& word : words) {
        if (!KnowsWord(row, word)) return RefuseWord(row, word);
      }
      row.value.set(request, std::move(words));
      break;
    }
    case FieldType::kTexts:
      row.value.set(request, ReadTexts(message, field));
      break;
    case FieldType::kNumber:
      if (const std::uint32_t number = from.GetUInt32(message, &field);
          number != 0 || row.least == 0) {
        row.value.set(request, number);
      }
      break;
    case FieldType::kShare:
      row.value.set(request, from.GetFloat(message, &field));
      break;
    case FieldType::kFlag:
      row.value.set(request, from.GetBool(message, &field));
      break;
    case FieldType::kRepositories:
      row.value.set(request, ReadRepositories(message, field));
      break;
  }
  return absl::OkStatus();
}

}  // namespace

void WriteFields(const RequestFields& fields, const void* request, Message& message) {
  for (const RequestField& row : fields.rows) {
    if (!row.name.empty()) WriteField(row, row.value.get(request), message);
  }
}

absl::Status ReadFields(const Message& message, const RequestFields& fields, void* request) {
  for (const RequestField& row : fields.rows) {
    if (!row.name.empty()) WM_RETURN_IF_ERROR(ReadField(message, row, request));
  }
  return absl::OkStatus();
}

}  // namespace waymark::services
