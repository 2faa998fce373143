// A format that a program adds in its main(), in use from the library, the command line and by an
// agent; nothing else of the program knows of it.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "program.h"
#include "shop_repository.h"
#include "testing/status_matchers.h"
#include "wire/added_codecs.h"

namespace waymark::testing {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;

constexpr char kGraph[] = R"({"tool":"t","symbols":[
    {"qualified_name":"a.f","kind":"function","score":1,"distance":0},
    {"qualified_name":"a.g","kind":"function","score":0.5,"distance":1}]})";

class AddedCodecTest : public ::testing::Test {
 protected:
  ProgramResult Run(const std::vector<std::string>& arguments, const std::string& input = "") {
    std::vector<std::string> argv = {WM_EXTENDED_PROGRAM};
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    Program program(argv, {.environment = home_.Environment(),
                           .working_directory = home_.directory().path(),
                           .input = input});
    return program.Wait();
  }

  WaymarkHome home_;
  std::filesystem::path root_ = WriteShopRepository(home_.directory());
};

TEST_F(AddedCodecTest, IsAFormatOfTheCommandLine) {
  const std::string store = home_.store().string();
  ASSERT_EQ(Run({"index", root_.string(), "--store", store}).exit_code, 0);

  EXPECT_EQ(Run({"encode", "--to", "names"}, kGraph).out, "a.f\na.g\n");
  EXPECT_EQ(Run({"encode", "--to", "list"}, kGraph).out, "a.f\na.g\n");
  const ProgramResult radius = Run({"blast-radius", "price_of", "--format", "names", "--repo",
                                    root_.string(), "--store", store});
  EXPECT_EQ(radius.exit_code, 0) << radius.err;
  EXPECT_THAT(radius.out, HasSubstr("\nshop.cart.Cart.total\n"));
  EXPECT_THAT(Run({"context", "--help-all"}).out, HasSubstr("|gcx1|adaptive|names|list"));
}

TEST_F(AddedCodecTest, IsAmongTheKnownNamesOfAnError) {
  const ProgramResult result = Run({"encode", "--to", "yaml"}, kGraph);

  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("gcf"), HasSubstr("names")));
}

TEST_F(AddedCodecTest, IsOfferedToAgents) {
  const ProgramResult result =
      Run({"mcp", "--toolset", "full", "--repo", root_.string(), "--store", home_.store().string()},
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n");

  ASSERT_EQ(result.exit_code, 0) << result.err;
  const json answer = json::parse(result.out);
  for (const json& tool : answer["result"]["tools"]) {
    if (tool["name"] != "context_for_task") continue;
    EXPECT_THAT(tool["inputSchema"]["properties"]["format"]["enum"], Contains("names"));
    return;
  }
  FAIL() << result.out;
}

TEST_F(AddedCodecTest, IsInEveryRegistryThatIsMadeAfterwards) {
  wire::Codec codec;
  codec.name = "size";
  codec.description = "the number of symbols";
  codec.encode = [](const wire::Payload& payload,
                    const wire::EncodeOptions&) -> absl::StatusOr<std::string> {
    return std::to_string(payload.symbols.size());
  };

  WM_ASSERT_OK(wire::AddCodec(codec));

  const wire::CodecRegistry codecs = wire::CodecRegistry::BuiltIn();
  EXPECT_THAT(codecs.Encode("size", *codecs.Decode("json", kGraph), wire::kGraphOnly),
              IsOkAndHolds("2"));
  EXPECT_THAT(wire::AddCodec(codec), StatusIs(absl::StatusCode::kAlreadyExists));
}

}  // namespace
}  // namespace waymark::testing
