// Files in languages that are not indexed must keep an answer from passing for complete when they
// hold the name that was asked about, and only then.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "callers_fixture.h"

namespace waymark::services {
namespace {

TEST_F(CallersTest, MayBeInKotlinBesideJava) {
  Write("src/Pump.java", R"(package shop;
public class Pump {
  public Pump(int size) {}
  public void start() {}
  public void halt() {}
  public String getLabel() { return ""; }
  public void setDepth(int depth) {}
  public int spare() { return 1; }
}
)");
  Write("src/Lid.java", "package shop;\npublic class Lid {\n  public Lid(int size) {}\n}\n");
  Write("src/Main.kt", R"(package shop
fun main() {
  val pump = Pump(3)
  pump.start()
  pump.depth = 4
  println("${pump.label} $halt")
}
)");
  Index();

  EXPECT_FALSE(IsExact("Pump.java:2"));
  EXPECT_FALSE(IsExact("Pump.java:3"));
  EXPECT_FALSE(IsExact("Pump.start"));
  EXPECT_FALSE(IsExact("Pump.halt"));
  EXPECT_FALSE(IsExact("Pump.getLabel"));
  EXPECT_FALSE(IsExact("Pump.setDepth"));
  EXPECT_TRUE(IsExact("Pump.spare"));
  EXPECT_TRUE(IsExact("Lid.java:3"));
}

TEST_F(CallersTest, AreNotInALanguageThatCannotNameThem) {
  Write("pump.go", "package shop\n\nfunc Start() {}\n");
  Write("Main.kt", "fun main() { Start() }\n");
  Index();

  EXPECT_TRUE(IsExact("Start"));
}

TEST_F(CallersTest, MayBeInATemplateWhereItHoldsCode) {
  Write("views.py", R"(def shown():
    pass

def said():
    pass

def nested():
    pass

class Post:
    def __init__(self):
        pass
)");
  Write("templates/page.html", R"(<p class="page">said Post</p>
{% if shown() %}<a href="{{ url("x", nested) }}">here</a>{% endif %}
)");
  Index();

  EXPECT_FALSE(IsExact("shown"));
  EXPECT_FALSE(IsExact("nested"));
  EXPECT_TRUE(IsExact("said"));
  EXPECT_TRUE(IsExact("Post.__init__"));
}

TEST_F(CallersTest, MayBeInAssemblyBesideC) {
  Write("entry.c", "void enter(void) {}\nvoid leave(void) {}\n");
  Write("start.S", "_start:\n\tcall enter\n");
  Index();

  EXPECT_FALSE(IsExact("enter"));
  EXPECT_TRUE(IsExact("leave"));
}

TEST_F(CallersTest, MayBeInAComponentThatWritesItsPartsWithHyphens) {
  Write("parts.ts", "export function MyPart() {}\nexport function OtherPart() {}\n");
  Write("App.vue", "<template><my-part/></template>\n");
  Write("cards.ts",
        "export function Card() {}\nexport function Tag() {}\nexport function Text() {}\n");
  Write("doc.mdx", "# Card\nimport { Tag } from './cards'\n\n<Card/> Text\n");
  Index();

  EXPECT_FALSE(IsExact("MyPart"));
  EXPECT_TRUE(IsExact("OtherPart"));
  EXPECT_FALSE(IsExact("Card"));
  EXPECT_FALSE(IsExact("Tag"));
  EXPECT_TRUE(IsExact("Text"));
}

TEST_F(CallersTest, MayBeInATemplateOfRuby) {
  Write("post.rb", R"(class Post
  def draft?; end
  def title=(text); end
  def body; end
end
)");
  Write("show.html.erb", "<% if post.draft? %>body<% post.title = 'x' %><% end %>\n");
  Index();

  EXPECT_FALSE(IsExact("Post#draft?"));
  EXPECT_FALSE(IsExact("Post#title="));
  EXPECT_TRUE(IsExact("Post#body"));
}

TEST_F(CallersTest, OfATestMayBeInAForeignTest) {
  Write("src/test/java/Kit.java", "public class Kit {\n  public static void build() {}\n}\n");
  Write("src/test/kotlin/KitTest.kt", "fun check() { Kit.build() }\n");
  Index();

  EXPECT_FALSE(IsExact("Kit.build"));
}

TEST_F(CallersTest, AppearWithTheDefinitionThatAForeignFileNames) {
  Write("Main.kt", "fun main() { pump.label }\n");
  Write("Pump.java", "class Pump {}\n");
  Index();
  Write("Pump.java", "class Pump {\n  String getLabel() { return null; }\n}\n");
  WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {}));

  EXPECT_FALSE(IsExact("Pump.getLabel"));
}

}  // namespace
}  // namespace waymark::services
