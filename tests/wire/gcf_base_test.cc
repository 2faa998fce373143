// `gcf-short`: the beginning that names share stands in the header.
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/status_matchers.h"
#include "wire/codec.h"

namespace waymark::wire {
namespace {

using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using testing::StatusIs;

class GcfBase : public ::testing::Test {
 protected:
  static Payload Named(const std::vector<std::string>& names) {
    Payload payload;
    payload.tool = "context";
    for (const std::string& name : names) {
      Symbol& symbol = payload.symbols.emplace_back();
      symbol.qualified_name = name;
      symbol.kind = SymbolKind::kFunction;
      symbol.provenance = Provenance::kAstResolved;
    }
    return payload;
  }

  std::string Short(const std::vector<std::string>& names) {
    return codecs_.Encode("gcf-short", Named(names), kGraphOnly).value_or("refused");
  }

  std::vector<std::string> NamesIn(std::string_view text) {
    std::vector<std::string> names;
    const absl::StatusOr<Payload> payload = codecs_.Decode("gcf", text);
    EXPECT_THAT(payload, testing::IsOk());
    if (!payload.ok()) return names;
    for (const Symbol& symbol : payload->symbols) names.push_back(symbol.qualified_name);
    return names;
  }

  CodecRegistry codecs_ = CodecRegistry::BuiltIn();
};

TEST_F(GcfBase, LeavesOutWhatMostNamesBeginWith) {
  EXPECT_EQ(Short({"shop.cart.pay", "shop.cart.add", "shop.cart.Line.total", "tax.rate"}),
            "GCF tool=context symbols=4 base=shop.cart.\n"
            "## targets\n"
            "@0 fn pay 0.00 ast_resolved\n"
            "@1 fn add 0.00 ast_resolved\n"
            "@2 fn Line.total 0.00 ast_resolved\n"
            "@3 fn =tax.rate 0.00 ast_resolved\n");
}

TEST_F(GcfBase, EndsAtASeparatorOfAnyLanguage) {
  EXPECT_THAT(Short({"leveldb::DBImpl::Get", "leveldb::DBImpl::Put", "leveldb::DBImpl::Write"}),
              HasSubstr(" base=leveldb::DBImpl::\n"));
  EXPECT_THAT(Short({"src/app/main", "src/app/mail", "src/app/mark"}),
              HasSubstr(" base=src/app/\n"));
}

TEST_F(GcfBase, IsNotToldWhereItSavesNothing) {
  const std::vector<std::string> names = {"shop.pay", "tax.rate"};

  EXPECT_EQ(Short(names), *codecs_.Encode("gcf", Named(names), kGraphOnly));
}

TEST_F(GcfBase, NamesThatLookLikeOtherNamesComeBackAsTheyWere) {
  const std::vector<std::string> names = {"common.path.=",   "common.path.=-",
                                          "common.path.-",   "common.path.%3D",
                                          "common.path.",    "=",
                                          "common.path.a b", "-",
                                          "=common.path.x",  "common.path.=%41",
                                          "common.path.x"};
  const std::string text = Short(names);

  ASSERT_THAT(text, HasSubstr(" base=common.path.\n"));
  EXPECT_THAT(NamesIn(text), ElementsAreArray(names));
}

TEST_F(GcfBase, IsRefusedWhereItSaysNothingOrTooMuch) {
  for (const std::string& base : {std::string("-"), std::string(), std::string(129, 'x')}) {
    EXPECT_THAT(codecs_.Decode("gcf", "GCF tool=context symbols=0 base=" + base + "\n"),
                StatusIs(absl::StatusCode::kInvalidArgument,
                         HasSubstr("malformed_header_field (line 1): 'base' has")));
  }
}

TEST_F(GcfBase, OfThePublicProfileIsAnUnknownField) {
  EXPECT_THAT(NamesIn("GCF profile=graph tool=context symbols=1 base=a.\n## targets\n"
                      "@0 fn =b 0.50 ast_resolved\n"),
              ElementsAreArray({"=b"}));
}

}  // namespace
}  // namespace waymark::wire
