#include "lookup/tool_notation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace waymark::retrieval {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string NameIn(std::string_view text) {
  const std::optional<ToolName> read = ReadToolName(text);
  return read.has_value() ? read->name : "-";
}

TEST(ToolNotation, ReadsReceiversAndImportPathsOfGo) {
  EXPECT_EQ(NameIn("(*Router).ServeHTTP"), "Router.ServeHTTP");
  EXPECT_EQ(NameIn("mux.(*Router).ServeHTTP"), "mux.Router.ServeHTTP");
  EXPECT_EQ(NameIn("github.com/gorilla/mux.(*Router).ServeHTTP(0xc000, {0x1, 0x2})"),
            "mux.Router.ServeHTTP");
  EXPECT_EQ(NameIn("github.com/urfave/cli/v3.Command.Run"), "cli.Command.Run");
  EXPECT_EQ(NameIn("slices.Map[...].func1.2"), "slices.Map");
  EXPECT_EQ(NameIn("mux.(*Router).Walk-fm"), "mux.Router.Walk");
}

TEST(ToolNotation, ReadsBinaryNamesOfJavaAndDotNet) {
  EXPECT_EQ(NameIn("p.Outer$Inner"), "p.Outer.Inner");
  EXPECT_EQ(NameIn("p/Outer$1"), "p.Outer");
  EXPECT_EQ(NameIn("p.Outer.lambda$go$0"), "p.Outer.go");
  EXPECT_EQ(NameIn("p.Outer.<init>"), "p.Outer.Outer");
  EXPECT_EQ(NameIn("N.Outer+Inner.Go"), "N.Outer.Inner.Go");
  EXPECT_EQ(NameIn("N.Shop..ctor"), "N.Shop.Shop");
  EXPECT_EQ(NameIn("N.List`1.Add(System.Int32)"), "N.List.Add");
}

TEST(ToolNotation, ReadsPathsAndTypesOfRust) {
  EXPECT_EQ(NameIn("crate::walk::scan"), "walk.scan");
  EXPECT_EQ(NameIn("<Square as shapes::Shape>::area"), "Square.area");
  EXPECT_EQ(NameIn("<walker::Square>::new"), "walker.Square.new");
  EXPECT_EQ(NameIn("walker::walk::scan::{{closure}}"), "walker.walk.scan");
  EXPECT_EQ(NameIn("walker::scan::h0123456789abcdef<T>"), "walker.scan");
  EXPECT_EQ(NameIn("Box<T>::get"), "Box.get");
}

TEST(ToolNotation, DropsNoNameThatLooksLikeWhatToolsAdd) {
  EXPECT_EQ(NameIn("Server.handleRequestBody(int)"), "Server.handleRequestBody");
  EXPECT_EQ(NameIn("Server$Inner.handleRequestBody(int)"), "Server.Inner.handleRequestBody");
  EXPECT_EQ(NameIn("Server.lambda(int)"), "Server.lambda");
  EXPECT_EQ(NameIn("Server.crate(int)"), "Server.crate");
}

TEST(ToolNotation, ReadsFunctionsInsideOfFunctions) {
  EXPECT_EQ(NameIn("outer.<locals>.inner"), "outer.inner");
}

TEST(ToolNotation, LeavesOtherNamesAlone) {
  for (const std::string_view text :
       {"Flask.route", "a::B::c", "Site#render", "operator()", "A::operator<", "two words(x)",
        "src/app.py", "./src/app.py", "src/app.py:12", "src/app.py#L12"}) {
    EXPECT_EQ(NameIn(text), "-") << text;
  }
}

TEST(ToolNotation, KeepsParametersButNoValuesOfArguments) {
  EXPECT_THAT(*ReadToolName("Gson.toJson(java.lang.Object, Map<K, V>)")->parameters,
              ElementsAre("java.lang.Object", "Map<K, V>"));
  EXPECT_THAT(*ReadToolName("Box<int>::get() const")->parameters, IsEmpty());
  EXPECT_FALSE(ReadToolName("main.run(0xc00001, 0x2)")->parameters.has_value());
  EXPECT_FALSE(ReadToolName("main.run(...)")->parameters.has_value());
}

TEST(ToolNotation, ComparesParametersWithASignature) {
  EXPECT_TRUE(Takes("String toJson(Object src, Class<?> c)", {"java.lang.Object", "Class"}));
  EXPECT_FALSE(Takes("String toJson(Object src)", {"Object", "Class"}));
  EXPECT_FALSE(Takes("String toJson(Object src)", {"JsonElement"}));
  EXPECT_FALSE(Takes("int sum(int[] all)", {"int"}));
  EXPECT_TRUE(Takes("int sum(int... all)", {"int[]"}));
  EXPECT_TRUE(Takes("int get(const char* name) const", {"char const*"}));
  EXPECT_TRUE(Takes("void go()", {}));
}

}  // namespace
}  // namespace waymark::retrieval
