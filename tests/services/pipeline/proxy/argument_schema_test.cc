#include "proxy/argument_schema.h"

#include <string>

#include <gtest/gtest.h>

namespace waymark::services {
namespace {

struct SchemaCase {
  const char* schema;
  const char* value;
  const char* fault;
};

TEST(ArgumentSchema, WhatIsWrongIsToldWithItsPlace) {
  for (const SchemaCase& test : {
           SchemaCase{R"({"type":"object"})", R"({"a":1})", ""},
           SchemaCase{R"({"type":"object"})", R"([])",
                      "arguments: \"object\" is wanted, not array"},
           SchemaCase{R"({"required":["a"]})", R"({"b":1})", "arguments: \"a\" is missing"},
           SchemaCase{R"({"properties":{"a":{"type":"integer"}}})", R"({"a":1.5})",
                      "arguments.a: \"integer\" is wanted, not number"},
           SchemaCase{R"({"properties":{"a":{"type":"integer"}}})", R"({"a":2.0})", ""},
           SchemaCase{R"({"properties":{"a":{"type":["string","null"]}}})", R"({"a":null})", ""},
           SchemaCase{R"({"properties":{"a":{}},"additionalProperties":false})", R"({"b":1})",
                      "arguments: there is no \"b\""},
           SchemaCase{R"({"patternProperties":{"^x-":{}},"additionalProperties":false})",
                      R"({"x-b":1})", ""},
           SchemaCase{R"({"properties":{"a":{"prefixItems":[{}],"items":{"type":"string"}}}})",
                      R"({"a":[1,2]})", "arguments.a[1]: \"string\" is wanted, not number"},
           SchemaCase{R"({"properties":{"a":{"enum":["x","y"]}}})", R"({"a":"z"})",
                      "arguments.a: one of [\"x\",\"y\"] is wanted"},
           SchemaCase{R"({"properties":{"a":{"const":1}}})", R"({"a":2})",
                      "arguments.a: 1 is wanted"},
           SchemaCase{R"({"properties":{"a":{"items":{"type":"string"}}}})", R"({"a":["x",1]})",
                      "arguments.a[1]: \"string\" is wanted, not number"},
           SchemaCase{R"({"anyOf":[{"required":["a"]},{"required":["b"]}]})", R"({"b":1})", ""},
           SchemaCase{R"({"oneOf":[{"required":["a"]},{"required":["b"]}]})", R"({})",
                      "arguments: \"a\" is missing"},
           SchemaCase{R"({"allOf":[{"required":["a"]},{"required":["b"]}]})", R"({"a":1})",
                      "arguments: \"b\" is missing"},
           SchemaCase{R"({"type":"no-type","$ref":"#/x","format":"uri"})", R"({"a":1})", ""},
           SchemaCase{"true", R"({"a":1})", ""},
       }) {
    EXPECT_EQ(FaultIn(nlohmann::json::parse(test.value), nlohmann::json::parse(test.schema)),
              test.fault)
        << test.schema << " " << test.value;
  }
}

}  // namespace
}  // namespace waymark::services
