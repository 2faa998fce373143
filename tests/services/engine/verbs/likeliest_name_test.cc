// Names that fit several symbols: a question is answered for the likeliest one, with a note.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "callers_fixture.h"
#include "services/sources_text.h"
#include "services/test_scope_text.h"

namespace waymark::services {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::StatusIs;

class LikeliestNameTest : public CallersTest {
 protected:
  void SetUp() override {
    Write("a/mail.py", "def send():\n    return 1\n\n\ndef _open():\n    return 2\n");
    Write("b/post.py",
          "def send():\n    return 3\n\n\ndef stamp():\n    return send()\n\n\ndef letter():\n"
          "    return send()\n");
    Write("tests/test_send.py",
          "def send():\n    return 4\n\n\ndef test_a():\n    assert send() == 4\n\n\n"
          "def test_b():\n    assert send() + send() == 8\n\n\n"
          "def test_c():\n    assert send() == 4\n");
    Index();
  }

  SymbolAnswer Symbol(const std::string& name) {
    const auto answer = engine_->Symbol({.root = root_, .name = name}, {});
    EXPECT_TRUE(answer.ok()) << answer.status();
    return answer.value_or(SymbolAnswer());
  }

  static constexpr char kNote[] =
      "'send' fits 3 symbols; this is b.post.send (b/post.py:1). Ask for another by its id: "
      "a/mail.py#send (line 1), tests/test_send.py#send (line 1).";
};

TEST_F(LikeliestNameTest, IsThatOfTheProductThatMostCodeUses) {
  const SymbolAnswer answer = Symbol("send");

  EXPECT_EQ(answer.payload.symbols.front().qualified_name, "b.post.send");
  EXPECT_EQ(answer.payload.name_note, kNote);
}

TEST_F(LikeliestNameTest, IsOneThatOtherCodeMayUse) {
  Write("door.c", "static int knock(void) { return 1; }\nint enter(void) { return knock(); }\n");
  Write("gate.c", "int knock(void) { return 2; }\n");
  Index();

  EXPECT_EQ(Symbol("knock").payload.symbols.front().path, "gate.c");
}

TEST_F(LikeliestNameTest, NeedsNoNoteIfTheNameIsComplete) {
  EXPECT_THAT(Symbol("a.mail.send").payload.name_note, IsEmpty());
  EXPECT_THAT(Symbol("tests/test_send.py#send").payload.name_note, IsEmpty());
  EXPECT_EQ(Symbol("tests/test_send.py#send").payload.symbols.front().path, "tests/test_send.py");
}

TEST_F(LikeliestNameTest, NamesAFewOthersAndCountsTheRest) {
  for (const char* file : {"c/c.py", "d/d.py", "e/e.py"}) Write(file, "def send():\n    pass\n");
  Index();

  EXPECT_THAT(Symbol("send").payload.name_note,
              AllOf(HasSubstr("'send' fits 6 symbols"), HasSubstr(", or 2 more.")));
}

TEST_F(LikeliestNameTest, IsTheSameForEveryQuestion) {
  WM_ASSERT_OK_AND_ASSIGN(const UsagesAnswer usages,
                          engine_->Usages({.root = root_, .symbol = "send"}, {}));
  EXPECT_EQ(usages.payload.name_note, kNote);
  EXPECT_EQ(usages.payload.symbols.front().qualified_name, "b.post.send");

  WM_ASSERT_OK_AND_ASSIGN(const BlastRadiusAnswer blast,
                          engine_->BlastRadius({.root = root_, .symbol = "send"}, {}));
  EXPECT_EQ(blast.payload.name_note, kNote);

  WM_ASSERT_OK_AND_ASSIGN(const TestScopeAnswer tests,
                          engine_->TestScope({.root = root_, .symbols = {"send"}}, {}));
  EXPECT_EQ(tests.name_note, kNote);
  EXPECT_THAT(TextOf(tests), HasSubstr(kNote));
  EXPECT_THAT(JsonOf(tests), HasSubstr("\"name_note\":\"'send' fits"));

  WM_ASSERT_OK_AND_ASSIGN(const PathAnswer path,
                          engine_->Path({.root = root_, .from = "letter", .to = "send"}, {}));
  EXPECT_EQ(path.payload.name_note, kNote);

  WM_ASSERT_OK_AND_ASSIGN(
      const ContextAnswer context,
      engine_->Context({.root = root_, .around = {"send"}, .explain = true, .explained = "send"},
                       {}));
  EXPECT_EQ(context.payload.name_note, kNote);
  EXPECT_EQ(context.explanation->symbol->name_note, kNote);

  WM_ASSERT_OK_AND_ASSIGN(const SourcesAnswer sources,
                          engine_->Sources({.root = root_, .symbols = {"send", "stamp"}}, {}));
  EXPECT_EQ(NameNoteOf(sources), kNote);
  EXPECT_THAT(sources.symbols[0].text, HasSubstr("return 3"));
}

TEST_F(LikeliestNameTest, OfAPathIsTheLikeliestBetweenWhichThereIsOne) {
  Write("c/c.py", "from a.mail import send\n\n\ndef post():\n    return send()\n");
  Index();

  WM_ASSERT_OK_AND_ASSIGN(const PathAnswer path,
                          engine_->Path({.root = root_, .from = "post", .to = "send"}, {}));
  ASSERT_EQ(path.payload.symbols.size(), 2U);
  EXPECT_EQ(path.payload.symbols.back().qualified_name, "a.mail.send");
  EXPECT_THAT(path.payload.name_note, HasSubstr("'send' fits 3 symbols; this is a.mail.send"));

  WM_ASSERT_OK_AND_ASSIGN(const PathAnswer from_test,
                          engine_->Path({.root = root_, .from = "test_a", .to = "send"}, {}));
  EXPECT_EQ(from_test.payload.symbols.back().path, "tests/test_send.py");
}

TEST_F(LikeliestNameTest, OfAPathIsNoneIfNoTwoAreConnected) {
  EXPECT_THAT(engine_->Path({.root = root_, .from = "_open", .to = "send"}, {}),
              StatusIs(absl::StatusCode::kNotFound,
                       HasSubstr("leads from _open to any of 3 symbols that are called send")));
}

TEST_F(LikeliestNameTest, OfSeveralNamesEachHasItsNote) {
  Write("c/c.py", "def stamp():\n    pass\n");
  Index();

  WM_ASSERT_OK_AND_ASSIGN(
      const BlastRadiusAnswer answer,
      engine_->BlastRadius({.root = root_, .symbol = "send", .also = {"letter", "stamp"}}, {}));

  EXPECT_THAT(
      answer.payload.name_note,
      AllOf(HasSubstr(kNote), HasSubstr(" 'stamp' fits 2 symbols"), Not(HasSubstr("'letter'"))));
}

TEST_F(LikeliestNameTest, IsNoneWhereSomethingIsRecorded) {
  EXPECT_THAT(
      engine_->Feedback(
          {.root = root_, .action = FeedbackAction::kSay, .task = "send mail", .symbols = {"send"}},
          {}),
      StatusIs(absl::StatusCode::kFailedPrecondition,
               AllOf(HasSubstr("'send' fits 3 symbols"),
                     HasSubstr("a/mail.py#send  function a.mail.send  a/mail.py:1"))));
}

}  // namespace
}  // namespace waymark::services
