// The options of commands against the tables of fields.
#include "options/field_options.h"

#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "other_values.h"

namespace waymark::services {
namespace {

using Texts = std::vector<std::string>;

bool HasPlace(const RequestField& field) { return !field.option.starts_with('-'); }

// --files adds to the list that --symbol fills.
bool IsBound(const RequestField& field) {
  return !field.option.empty() && field.option != "--files";
}

// As a shell gives it: "--depth", "3".
Texts ArgumentsOf(const RequestField& field, const FieldValue& value) {
  const std::string flag(field.option.substr(0, field.option.find(',')));
  Texts values;
  if (const auto* const text = std::get_if<std::string>(&value)) values = {*text};
  if (const auto* const texts = std::get_if<Texts>(&value)) values = *texts;
  if (const auto* const number = std::get_if<std::uint32_t>(&value)) {
    values = {fmt::format("{}", *number)};
  }
  if (const auto* const share = std::get_if<float>(&value)) values = {fmt::format("{}", *share)};
  if (field.value.type == FieldType::kWords) values = {fmt::format("{},{}", values[0], values[1])};
  Texts arguments;
  if (values.empty()) arguments.push_back(flag);
  for (const std::string& one : values) {
    const bool is_led = &one == values.data() || field.takes_one;
    if (is_led && !HasPlace(field)) arguments.push_back(flag);
    arguments.push_back(one);
  }
  return arguments;
}

template <typename Request>
class FieldOptionsTest : public ::testing::Test {};

TYPED_TEST_SUITE(FieldOptionsTest, RequestsWithFields);

TYPED_TEST(FieldOptionsTest, EveryOptionArrives) {
  const RequestFields fields = FieldsOf<TypeParam>();
  CLI::App app;
  TypeParam request;
  AddFieldOptions(app, request);
  Texts in_place;
  Texts options;
  for (const RequestField& field : fields.rows) {
    if (!IsBound(field)) continue;
    Texts& list = HasPlace(field) ? in_place : options;
    for (std::string& argument : ArgumentsOf(field, OtherValue(fields, field))) {
      list.push_back(std::move(argument));
    }
  }

  std::vector<const char*> words = {"waymark"};
  for (const Texts* const list : {&in_place, &options}) {
    for (const std::string& word : *list) words.push_back(word.c_str());
  }
  ASSERT_NO_THROW(app.parse(static_cast<int>(words.size()), words.data()));

  for (const RequestField& field : fields.rows) {
    if (!IsBound(field)) continue;
    EXPECT_EQ(field.value.get(&request), OtherValue(fields, field)) << field.option;
  }
}

}  // namespace
}  // namespace waymark::services
