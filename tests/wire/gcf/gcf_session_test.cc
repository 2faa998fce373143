#include "wire/gcf_session.h"

#include <set>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "random_payload.h"
#include "testing/status_matchers.h"
#include "wire/tokens.h"

namespace waymark::wire {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::IsOk;
using ::testing::Not;
using testing::StatusIs;

Symbol Function(std::string name, float score, std::uint8_t distance) {
  Symbol symbol;
  symbol.qualified_name = std::move(name);
  symbol.kind = SymbolKind::kFunction;
  symbol.score = score;
  symbol.provenance = Provenance::kAstResolved;
  symbol.distance = distance;
  return symbol;
}

Payload AnswerWith(std::vector<Symbol> symbols) {
  Payload payload;
  payload.tool = "context";
  payload.symbols = std::move(symbols);
  for (std::uint32_t i = 1; i < payload.symbols.size(); ++i) {
    Edge& edge = payload.edges.emplace_back();
    edge.source = i;
    edge.target = 0;
    edge.type = EdgeType::kCalls;
  }
  return payload;
}

std::string Send(GcfSession& session, const Payload& payload) {
  const absl::StatusOr<GcfSession::Message> message = session.Encode(payload, kGraphOnly);
  EXPECT_THAT(message, IsOk());
  if (!message.ok()) return "";
  session.Confirm(*message);
  return message->text;
}

TEST(GcfSession, NamesAKnownSymbolByItsNumberInTheGroupItHasNow) {
  GcfSession session;
  Send(session, AnswerWith({Function("a", 0.9F, 0), Function("b", 0.5F, 1)}));

  EXPECT_EQ(Send(session, AnswerWith({Function("c", 0.9F, 0), Function("b", 0.8F, 0),
                                      Function("a", 0.5F, 1)})),
            "GCF tool=context symbols=3 session=true\n"
            "## targets\n"
            "@2 fn c 0.90 ast_resolved\n"
            "@1  # previously transmitted\n"
            "## related\n"
            "@0  # previously transmitted\n"
            "## edges\n"
            "@2<@1 calls\n"
            "@2<@0 calls\n");
}

TEST(GcfSession, WritesASymbolWholeAgainWhoseShownTextIsAnother) {
  GcfSession session;
  Symbol signature = Function("a", 0.9F, 0);
  signature.path = "a.py";
  signature.start_line = signature.end_line = 3;
  signature.signature = "def a()";
  Symbol body = signature;
  body.text = "def a():\n    return 1";
  Symbol moved = body;
  moved.start_line = moved.end_line = 4;
  const auto send = [&](const Symbol& symbol) {
    const auto message = session.Encode(AnswerWith({symbol}), kFullAnswer);
    EXPECT_THAT(message, IsOk());
    if (message.ok()) session.Confirm(*message);
    return message.ok() ? message->text : "";
  };
  const auto whole = HasSubstr("@0 fn a 0.90");
  const auto reference = HasSubstr("@0  # previously transmitted\n");

  EXPECT_THAT(send(signature), whole);
  EXPECT_THAT(send(body), AllOf(whole, HasSubstr("#     return 1\n")));
  EXPECT_THAT(send(body), AllOf(reference, Not(HasSubstr("return 1"))));
  EXPECT_THAT(send(moved), HasSubstr("@0  # previously transmitted\n# a.py:4\n"));
  EXPECT_THAT(send(moved), Not(HasSubstr("a.py")));
  EXPECT_THAT(send(body), HasSubstr("@0  # previously transmitted\n# a.py:3\n"))
      << "the client has the later one";
  EXPECT_THAT(send(Function("a", 0.9F, 0)), reference) << "shows nothing that is not known";
}

TEST(GcfSession, TellsANewPlaceOfAKnownSymbolInBothDialects) {
  for (const GcfDialect dialect : {GcfDialect::kGcf, GcfDialect::kGcf3}) {
    GcfSession session;
    GcfSessionReader reader;
    Symbol symbol = Function("a", 0.9F, 0);
    symbol.path = "src/the cart.py";
    symbol.signature = "def a()";
    symbol.text = "def a():\n    return 1\n";
    for (const std::uint32_t line : {3U, 5U, 5U}) {
      symbol.start_line = line;
      symbol.end_line = line + 1;
      const auto message = session.Encode(AnswerWith({symbol}), kFullAnswer, dialect);
      ASSERT_THAT(message, IsOk());
      session.Confirm(*message);
      const absl::StatusOr<Payload> read = reader.Decode(message->text);

      ASSERT_THAT(read, IsOk()) << message->text;
      EXPECT_EQ(read->symbols[0].path, symbol.path);
      EXPECT_EQ(read->symbols[0].start_line, line);
      EXPECT_EQ(read->symbols[0].end_line, line + 1);
      EXPECT_EQ(read->symbols[0].signature, symbol.signature);
      EXPECT_EQ(read->symbols[0].text, symbol.text);
    }
  }
}

TEST(GcfSession, KnowsNothingOfAMessageThatWasLost) {
  GcfSession session;
  const Payload payload = AnswerWith({Function("a", 0.9F, 0)});
  ASSERT_THAT(session.Encode(payload, kGraphOnly), IsOk());

  EXPECT_THAT(Send(session, payload), HasSubstr("@0 fn a 0.90"));
}

TEST(GcfSession, AlwaysDeclaresSymbolsOfOneNameUnderNewNumbers) {
  GcfSession session;
  const Payload overloads = AnswerWith({Function("f", 0.9F, 0), Function("f", 0.8F, 0)});
  Send(session, overloads);

  EXPECT_THAT(Send(session, overloads), AllOf(HasSubstr("@2 fn f 0.90"), HasSubstr("@3 fn f 0.80"),
                                              Not(HasSubstr("previously"))));
}

TEST(GcfSession, EndsWhenItsNumbersAreGivenAway) {
  GcfSession session;
  std::vector<Symbol> symbols(kMaxSessionSymbols, Function("f", 0.5F, 0));
  for (std::size_t i = 0; i < symbols.size(); ++i)
    symbols[i].qualified_name = fmt::format("f{}", i);
  Send(session, AnswerWith(symbols));

  EXPECT_THAT(Send(session, AnswerWith({symbols[7]})), HasSubstr("@7  # previously"));
  EXPECT_THAT(session.Encode(AnswerWith({Function("new", 0.5F, 0)}), kGraphOnly),
              StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("start another")));
}

TEST(GcfSession, IsReadBackSymbolBySymbol) {
  GcfSession session;
  GcfSessionReader reader;
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    // Every payload shares its even symbols with the one before.
    Payload payload = RandomGraph(seed);
    for (std::size_t i = 0; i < payload.symbols.size(); ++i) {
      payload.symbols[i].qualified_name += fmt::format("{}", i % 2 == 0 ? i : i + 1000 * seed);
      payload.symbols[i].kind = SymbolKind::kMethod;
    }
    const absl::StatusOr<Payload> read = reader.Decode(Send(session, payload));

    ASSERT_THAT(read, IsOk()) << "seed " << seed;
    ASSERT_EQ(read->symbols.size(), payload.symbols.size());
    ASSERT_EQ(read->edges.size(), payload.edges.size());
    std::multiset<std::string> sent;
    std::multiset<std::string> received;
    for (const Symbol& symbol : payload.symbols) {
      sent.insert(fmt::format("{} {}", symbol.distance, symbol.qualified_name));
    }
    for (const Symbol& symbol : read->symbols) {
      received.insert(fmt::format("{} {}", symbol.distance, symbol.qualified_name));
    }
    EXPECT_EQ(received, sent) << "seed " << seed;
  }
}

TEST(GcfSession, CostsLessThanHalfForAnAnswerThatIsKnown) {
  GcfSession session;
  std::vector<Symbol> symbols;
  for (int i = 0; i < 30; ++i) {
    symbols.push_back(Function(fmt::format("github.com/shop/cart/internal.Step{}", i), 0.5F, 0));
  }
  Payload answer = AnswerWith(symbols);
  answer.edges.clear();
  const std::string first = Send(session, answer);
  const std::string second = Send(session, answer);

  EXPECT_LT(2 * CountTokens(second, kDefaultTokenizer), CountTokens(first, kDefaultTokenizer));
}

TEST(GcfSessionReader, RefusesANumberThatWasNeverSentAndStaysAsItWas) {
  GcfSessionReader reader;
  EXPECT_THAT(reader.Decode("GCF tool=t symbols=2 session=true\n## targets\n@0 fn a 1.00 x\n"
                            "@7  # previously transmitted\n"),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("unresolved_session_reference (line 4)")));
  EXPECT_THAT(reader.Decode("GCF tool=t symbols=1 session=true\n## targets\n"
                            "@0  # previously transmitted\n"),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("unresolved_session_reference (line 3)")));
}

TEST(GcfSessionReader, RefusesANumberThatIsGivenToAnotherSymbol) {
  const auto message = [](std::string_view node) {
    return fmt::format("GCF tool=t symbols=1 session=true\n## targets\n{}\n", node);
  };
  GcfSessionReader reader;
  ASSERT_THAT(reader.Decode(message("@3 fn a 1.00 x")), IsOk());
  for (const char* node : {"@3 fn b 1.00 x", "@3 method a 1.00 x"}) {
    EXPECT_THAT(reader.Decode(message(node)),
                StatusIs(absl::StatusCode::kInvalidArgument,
                         HasSubstr("duplicate_symbol_id (line 3): '@3' is function 'a' in")));
  }
  ASSERT_THAT(reader.Decode(message("@3 fn a 0.50 y")), IsOk());

  const absl::StatusOr<Payload> read = reader.Decode(message("@3  # previously transmitted"));
  ASSERT_THAT(read, IsOk());
  EXPECT_EQ(read->symbols[0].qualified_name, "a");
  EXPECT_EQ(TermName(*read, read->symbols[0].provenance), "y");
}

TEST(GcfSession, GoesOnInAnotherProcess) {
  GcfSession session;
  Send(session, AnswerWith({Function("a b", 0.9F, 0), Function("operator<", 0.5F, 1)}));
  absl::StatusOr<GcfSession> restored = GcfSession::Restore(session.Save());
  ASSERT_THAT(restored, IsOk());

  const Payload next = AnswerWith({Function("operator<", 0.9F, 0), Function("c", 0.5F, 1)});
  EXPECT_EQ(Send(*restored, next), Send(session, next));
}

TEST(GcfSession, RefusesWhatItDidNotSave) {
  for (const char* text :
       {"", "x\n", "70000\n", "1\n0 fn a\n", "1\n0 0 fn a\n", "1\n0 00000000000000000 fn a\n",
        "1\n0 0000000000000000 fn\n", "1\n1 0000000000000000 fn a\n",
        "2\n0 0000000000000000 fn a\n0 0000000000000000 fn b\n",
        "2\n0 0000000000000000 fn a\n1 0000000000000000 fn a\n", "1\n0 0000000000000000 fn a b\n",
        "1\n0 0000000000000000 fn \n", "1\n0 0000000000000000  a\n",
        "1\n0 0000000000000000 fn a\r\r\n"}) {
    EXPECT_THAT(GcfSession::Restore(text),
                StatusIs(absl::StatusCode::kDataLoss, HasSubstr("start another session")))
        << text;
  }
}

TEST(GcfSession, CountsTheTokensOfTheVeryText) {
  GcfSession session;
  Payload payload = AnswerWith({Function("a", 0.9F, 0), Function("b", 0.5F, 1)});

  const auto message =
      session.EncodeCounted(payload, kFullAnswer, kDefaultTokenizer, "session=0123 hours=8");

  ASSERT_THAT(message, IsOk());
  EXPECT_EQ(payload.tokens_used, CountTokens(message->text, kDefaultTokenizer));
  EXPECT_THAT(message->text,
              AllOf(HasSubstr(fmt::format(" tokens={} ", payload.tokens_used)),
                    HasSubstr(" session=true\n# session=0123 hours=8\n# tokenizer=o200k_base\n")));
}

}  // namespace
}  // namespace waymark::wire
