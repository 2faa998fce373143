// Overloads of one name: a question about a set of symbols means all of them.
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "services/engine.h"
#include "testing/git_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::StatusIs;
using testing::TempDir;
using ::testing::UnorderedElementsAre;

class OverloadsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    repository_.Write(
        "box.h",
        "struct Box {\n  void Put(int count);\n  void Put(double weight, int count);\n};\n");
    repository_.Write("box.cc",
                      "#include \"box.h\"\n"
                      "void Box::Put(int count) {}\n"
                      "void Box::Put(double weight, int count) {}\n"
                      "void Fill(Box& box) { box.Put(1); }\n"
                      "void Load(Box& box) { box.Put(2.5, 1); }\n");
    repository_.Write("a.c", "static void start(void) {}\nvoid a(void) { start(); }\n");
    repository_.Write("b.c", "static void start(void) {}\nvoid b(void) { start(); }\n");
    repository_.Write("Form.cs", "public partial class Form { public void Show() {} }\n");
    repository_.Write("Form.Part.cs",
                      "public partial class Form { }\n"
                      "class App { Form Open() { return new Form(); } }\n");
    repository_.Write("till.rb",
                      "class Till\n"
                      "  def self.open\n    new.open\n  end\n"
                      "  def open\n  end\n"
                      "  def close\n    open\n  end\n"
                      "end\n");
    repository_.Commit("begin");
    WM_ASSERT_OK_AND_ASSIGN(engine_,
                            Engine::Open({.store_directory = directory_.path() / "store"}));
    WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {}));
  }

  static std::vector<std::string> NamesAt(const wire::Payload& payload, std::uint32_t distance) {
    std::vector<std::string> names;
    for (const wire::Symbol& symbol : payload.symbols) {
      if (symbol.distance == distance) names.push_back(symbol.qualified_name);
    }
    return names;
  }

  TempDir directory_;
  std::filesystem::path root_ = directory_.path() / "box";
  testing::GitRepository repository_{root_};
  std::unique_ptr<Engine> engine_;
};

TEST_F(OverloadsTest, BreakTogether) {
  WM_ASSERT_OK_AND_ASSIGN(const BlastRadiusAnswer answer,
                          engine_->BlastRadius({.root = root_, .symbol = "Box::Put"}, {}));

  EXPECT_THAT(NamesAt(answer.payload, 0), ElementsAre("Box::Put", "Box::Put"));
  EXPECT_THAT(NamesAt(answer.payload, 1), UnorderedElementsAre("Fill", "Load"));
}

TEST_F(OverloadsTest, AreUsedTogether) {
  WM_ASSERT_OK_AND_ASSIGN(const UsagesAnswer answer,
                          engine_->Usages({.root = root_, .symbol = "Box::Put"}, {}));

  EXPECT_THAT(NamesAt(answer.payload, 0), ElementsAre("Box::Put", "Box::Put"));
  EXPECT_THAT(NamesAt(answer.payload, 1), UnorderedElementsAre("Fill", "Load"));
}

TEST_F(OverloadsTest, AreShownTogetherWhereThatIsAskedFor) {
  WM_ASSERT_OK_AND_ASSIGN(
      const SourcesAnswer sources,
      engine_->Sources({.root = root_, .symbols = {"Box::Put", "a"}, .with_overloads = true}, {}));
  ASSERT_EQ(sources.symbols.size(), 3U);
  EXPECT_EQ(sources.symbols[0].text, "void Box::Put(int count) {}\n");
  EXPECT_EQ(sources.symbols[1].text, "void Box::Put(double weight, int count) {}\n");
  EXPECT_EQ(sources.symbols[0].name_note, "") << "there are no others";
  EXPECT_EQ(sources.symbols[2].asked, "a");

  WM_ASSERT_OK_AND_ASSIGN(
      const SymbolAnswer symbol,
      engine_->Symbol({.root = root_, .name = "Box::Put", .with_overloads = true}, {}));
  EXPECT_EQ(symbol.payload.symbols.front().start_line, 2U);
  ASSERT_EQ(symbol.overloads.size(), 1U);
  EXPECT_EQ(symbol.overloads.front().symbols.front().start_line, 3U);
  EXPECT_EQ(symbol.payload.name_note, "");
}

TEST_F(OverloadsTest, OneIsShownWithANoteWhereOneIsAskedFor) {
  WM_ASSERT_OK_AND_ASSIGN(const SymbolAnswer symbol,
                          engine_->Symbol({.root = root_, .name = "Box::Put"}, {}));

  EXPECT_TRUE(symbol.overloads.empty());
  EXPECT_THAT(symbol.payload.name_note, HasSubstr("'Box::Put' fits 2 symbols"));
}

TEST_F(OverloadsTest, AMethodOfAClassIsNoOverloadOfOneOfItsInstances) {
  WM_ASSERT_OK_AND_ASSIGN(const UsagesAnswer of_instances,
                          engine_->Usages({.root = root_, .symbol = "Till#open"}, {}));
  EXPECT_THAT(NamesAt(of_instances.payload, 0), ElementsAre("Till#open"));
  WM_ASSERT_OK_AND_ASSIGN(const UsagesAnswer of_class,
                          engine_->Usages({.root = root_, .symbol = "Till.open"}, {}));
  EXPECT_THAT(NamesAt(of_class.payload, 0), ElementsAre("Till.open"));
  WM_ASSERT_OK_AND_ASSIGN(const UsagesAnswer of_either,
                          engine_->Usages({.root = root_, .symbol = "Till::open"}, {}));
  EXPECT_THAT(NamesAt(of_either.payload, 0), ElementsAre("Till#open"));
  EXPECT_EQ(of_either.payload.name_note,
            "'Till::open' fits 2 symbols; this is Till#open (till.rb:5). Ask for another by its "
            "id: till.rb#Till.open (line 2).");
  WM_ASSERT_OK_AND_ASSIGN(const UsagesAnswer alone,
                          engine_->Usages({.root = root_, .symbol = "Till::close"}, {}));
  EXPECT_THAT(NamesAt(alone.payload, 0), ElementsAre("Till#close"));
}

TEST_F(OverloadsTest, AreToldApartByTheirPlaces) {
  WM_ASSERT_OK_AND_ASSIGN(const BlastRadiusAnswer answer,
                          engine_->BlastRadius({.root = root_, .symbol = "box.cc:3"}, {}));

  EXPECT_THAT(NamesAt(answer.payload, 0), ElementsAre("Box::Put"));
  EXPECT_THAT(NamesAt(answer.payload, 1), ElementsAre("Load"));
}

TEST_F(OverloadsTest, AreToldWhereNoneTakesTheParametersThatWereWritten) {
  EXPECT_THAT(
      engine_->Usages({.root = root_, .symbol = "Box::Put(char*)"}, {}),
      StatusIs(absl::StatusCode::kFailedPrecondition,
               AllOf(HasSubstr("none of the 2 symbols that are called so takes the "
                               "parameters of 'Box::Put(char*)'"),
                     HasSubstr("\n  box.cc#Box::Put(double,int)  method Box::Put  box.cc:3"))));
}

TEST_F(OverloadsTest, PartsOfATypeAreMeantTogether) {
  WM_ASSERT_OK_AND_ASSIGN(const UsagesAnswer answer,
                          engine_->Usages({.root = root_, .symbol = "Form"}, {}));

  EXPECT_THAT(NamesAt(answer.payload, 0), ElementsAre("Form", "Form"));
  EXPECT_THAT(NamesAt(answer.payload, 1), ElementsAre("App.Open"));
}

TEST_F(OverloadsTest, AreNotFunctionsOfTwoFiles) {
  WM_ASSERT_OK_AND_ASSIGN(const BlastRadiusAnswer answer,
                          engine_->BlastRadius({.root = root_, .symbol = "start"}, {}));

  EXPECT_THAT(NamesAt(answer.payload, 1), ElementsAre("a"));
  EXPECT_THAT(answer.payload.name_note,
              AllOf(HasSubstr("'start' fits 2 symbols"), HasSubstr("b.c#start (line 1)")));
}

}  // namespace
}  // namespace waymark::services
