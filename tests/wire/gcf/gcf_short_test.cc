// `gcf-short`: what most symbols share stands in the header.
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

class GcfShort : public ::testing::Test {
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

  // Named provenances, one symbol each; an empty one is absent.
  static Payload Found(const std::vector<std::string>& provenances) {
    Payload payload = Named(std::vector<std::string>(provenances.size(), "x"));
    for (std::size_t i = 0; i < provenances.size(); ++i) {
      payload.symbols[i].provenance = ProvenanceTerm(payload, provenances[i]).value();
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

TEST_F(GcfShort, LeavesOutWhatMostSymbolsShare) {
  EXPECT_EQ(Short({"shop.cart.pay", "shop.cart.add", "shop.cart.Line.total", "tax.rate"}),
            "GCF tool=context symbols=4 base=shop.cart. provenance=ast_resolved\n"
            "## targets\n"
            "@0 fn pay 0.00 =\n"
            "@1 fn add 0.00 =\n"
            "@2 fn Line.total 0.00 =\n"
            "@3 fn =tax.rate 0.00 =\n");
}

TEST_F(GcfShort, EndsABeginningAtASeparatorOfAnyLanguage) {
  EXPECT_THAT(Short({"leveldb::DBImpl::Get", "leveldb::DBImpl::Put", "leveldb::DBImpl::Write"}),
              HasSubstr(" base=leveldb::DBImpl:: "));
  EXPECT_THAT(Short({"src/app/main", "src/app/mail", "src/app/mark"}),
              HasSubstr(" base=src/app/ "));
}

TEST_F(GcfShort, TellsNothingThatSavesNothing) {
  const std::vector<std::string> names = {"shop.pay", "tax.rate"};

  EXPECT_EQ(Short(names), *codecs_.Encode("gcf", Named(names), kGraphOnly));
}

TEST_F(GcfShort, ProvenancesComeBackAsTheyWere) {
  const std::vector<std::string> provenances = {
      "ast_resolved", "ast_resolved", "ast_resolved", "ast_resolved", "=", "%3D", "", "-",
      "=x",           "lsp_resolved"};
  const absl::StatusOr<std::string> text =
      codecs_.Encode("gcf-short", Found(provenances), kGraphOnly);
  ASSERT_THAT(text, testing::IsOk());
  ASSERT_THAT(*text, HasSubstr(" provenance=ast_resolved\n"));

  const absl::StatusOr<Payload> read = codecs_.Decode("gcf-short", *text);

  ASSERT_THAT(read, testing::IsOk());
  std::vector<std::string> names;
  for (const Symbol& symbol : read->symbols) {
    names.emplace_back(symbol.provenance.is_present() ? TermName(*read, symbol.provenance) : "");
  }
  EXPECT_THAT(names, ElementsAreArray(provenances));
}

TEST_F(GcfShort, NamesThatLookLikeOtherNamesComeBackAsTheyWere) {
  const std::vector<std::string> names = {"common.path.=",   "common.path.=-",
                                          "common.path.-",   "common.path.%3D",
                                          "common.path.",    "=",
                                          "common.path.a b", "-",
                                          "=common.path.x",  "common.path.=%41",
                                          "common.path.x"};
  const std::string text = Short(names);

  ASSERT_THAT(text, HasSubstr(" base=common.path. provenance=ast_resolved\n"));
  EXPECT_THAT(NamesIn(text), ElementsAreArray(names));
}

TEST_F(GcfShort, IsRefusedWhereTheHeaderSaysNothingOrTooMuch) {
  for (const std::string field : {"base", "provenance"}) {
    for (const std::string& shared : {std::string("-"), std::string(), std::string(129, 'x')}) {
      EXPECT_THAT(
          codecs_.Decode("gcf", "GCF tool=context symbols=0 " + field + "=" + shared + "\n"),
          StatusIs(absl::StatusCode::kInvalidArgument,
                   HasSubstr("malformed_header_field (line 1): '" + field + "' has")));
    }
  }
}

TEST_F(GcfShort, ItsFieldsAreUnknownToThePublicProfile) {
  EXPECT_THAT(NamesIn("GCF profile=graph tool=context symbols=1 base=a. provenance=x\n"
                      "## targets\n@0 fn =b 0.50 =\n"),
              ElementsAreArray({"=b"}));
}

}  // namespace
}  // namespace waymark::wire
