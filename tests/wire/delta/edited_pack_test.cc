// A small repository is edited at random; a client that applies what it is sent has the new pack,
// with the places of today.
#include <algorithm>
#include <array>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "testing/status_matchers.h"
#include "text/numbers.h"
#include "wire/content_root.h"
#include "wire/graph_pack_root.h"
#include "wire/pack_delta.h"

namespace waymark::wire {
namespace {

using testing::IsOk;

constexpr std::uint32_t kSeeds = 60;
constexpr std::uint32_t kEdits = 6;

struct EditedFunction {
  std::string name;
  std::vector<std::string> body;
  float score = 0.5F;
  std::uint8_t distance = 0;
};

struct EditedFile {
  std::string path;
  std::uint32_t comment_lines = 0;  // at the top
  std::vector<EditedFunction> functions;
};

// Files of functions; each function calls the one before it, at its first line.
class EditedRepository {
 public:
  explicit EditedRepository(std::uint32_t seed) : random_(seed) {
    for (int number = 0; number < 3; ++number) {
      EditedFile& file = files_.emplace_back();
      file.path = fmt::format("src/part {}.py", number);
      for (int i = 0; i < 12; ++i) AddFunction(file);
    }
  }

  void Edit() {
    EditedFile& file = files_[Below(files_.size())];
    const std::size_t at = Below(file.functions.size());
    switch (Below(5)) {
      case 0:
        ++file.comment_lines;
        break;
      case 1:
        file.functions[at].body.push_back(fmt::format("    edit_{}()", ++edits_));
        break;
      case 2:
        AddFunction(file);
        std::rotate(file.functions.begin() + static_cast<std::ptrdiff_t>(at),
                    std::prev(file.functions.end()), file.functions.end());
        break;
      case 3:
        if (file.functions.size() > 2) {
          file.functions.erase(file.functions.begin() + static_cast<std::ptrdiff_t>(at));
        }
        break;
      default:
        file.functions[at].score = 0.01F * static_cast<float>(Below(100));
    }
  }

  void EditBodies(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      EditedFile& file = files_[Below(files_.size())];
      file.functions[Below(file.functions.size())].body.push_back(
          fmt::format("    edit_{}()", ++edits_));
    }
  }

  Payload Pack() const {
    Payload pack;
    pack.tool = "context";
    pack.token_budget = 9000;
    IndexInfo& index = pack.index.emplace();
    index.repository = "shop";
    index.generation = edits_;
    index.files_differing = 0;
    pack.completeness.certainty = Certainty::kComplete;
    Truncation& truncation = pack.truncation.emplace();
    truncation.omitted = 3;
    truncation.next_call = fmt::format("waymark context x {}", edits_);
    for (const EditedFile& file : files_) AddFile(file, pack);
    EXPECT_THAT(Canonicalize(pack), IsOk());
    pack.pack_root = ContentRoot(pack);
    return pack;
  }

 private:
  std::size_t Below(std::size_t bound) { return random_() % bound; }

  void AddFunction(EditedFile& file) {
    EditedFunction& function = file.functions.emplace_back();
    function.name = fmt::format("shop.function_{}", ++functions_);
    function.distance = static_cast<std::uint8_t>(Below(3));
    const std::size_t lines = 1 + Below(6);
    for (std::size_t i = 0; i < lines; ++i) {
      function.body.push_back(i == 1 ? "" : fmt::format("    line({}, 'of the body')", i));
    }
  }

  static void AddFile(const EditedFile& file, Payload& pack) {
    std::uint32_t line = file.comment_lines + 1;
    for (const EditedFunction& function : file.functions) {
      const auto index = static_cast<std::uint32_t>(pack.symbols.size());
      Symbol& symbol = pack.symbols.emplace_back();
      symbol.kind = SymbolKind::kFunction;
      symbol.qualified_name = function.name;
      symbol.score = function.score;
      symbol.distance = function.distance;
      symbol.provenance = Provenance::kAstResolved;
      symbol.path = file.path;
      symbol.signature = fmt::format("def {}():", function.name.substr(5));
      symbol.text = fmt::format("{}\n{}\n", symbol.signature, fmt::join(function.body, "\n"));
      symbol.start_line = line;
      symbol.name_line = line;
      symbol.end_line = line + static_cast<std::uint32_t>(function.body.size());
      const bool is_first = &function == &file.functions.front();
      if (!is_first) {
        Edge& edge = pack.edges.emplace_back();
        edge.source = index;
        edge.target = index - 1;
        edge.type = EdgeType::kCalls;
        edge.sites.push_back({file.path, line + 1, 5});
      }
      line = symbol.end_line + 3;
    }
  }

  std::mt19937 random_;
  std::vector<EditedFile> files_;
  std::uint64_t edits_ = 0;
  int functions_ = 0;
};

// All that a client sees of a pack, in an order of its own. A plain `gcf` says nothing of a new
// ranking.
std::vector<std::string> SeenOf(const Payload& pack, bool with_rank) {
  std::vector<std::string> lines;
  for (const Symbol& symbol : pack.symbols) {
    std::string& line = lines.emplace_back(
        fmt::format("{} {} {} {}:{}-{} {} '{}'", TermName(pack, symbol.kind), symbol.qualified_name,
                    TermName(pack, symbol.provenance), symbol.path, symbol.start_line,
                    symbol.end_line, symbol.signature, symbol.text));
    if (!with_rank) continue;
    line += fmt::format(" {} ", symbol.distance);
    AppendTwoDecimals(line, symbol.score);
  }
  for (const Edge& edge : pack.edges) {
    std::string& line = lines.emplace_back(
        fmt::format("{} {} {}", pack.symbols[edge.source].qualified_name, TermName(pack, edge.type),
                    pack.symbols[edge.target].qualified_name));
    for (const Site& site : edge.sites) line += fmt::format(" {}:{}", site.path, site.line);
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

class EditedPack : public ::testing::TestWithParam<const char*> {
 protected:
  bool is_profile() const { return std::string_view(GetParam()) == "gcf3"; }

  // The pack as its reader has it.
  Payload Received(const Payload& pack) const {
    const absl::StatusOr<std::string> text = codecs_.Encode(GetParam(), pack, kFullAnswer);
    EXPECT_THAT(text, IsOk());
    const absl::StatusOr<Payload> read = codecs_.Decode(GetParam(), *text);
    EXPECT_THAT(read, IsOk());
    return read.ok() ? *read : Payload();
  }

  PackAnswer Answer(HeldPack held, Payload current) const {
    const absl::StatusOr<PackAnswer> answer = AnswerWithDelta(
        codecs_, GetParam(), std::move(held), current, kFullAnswer, kDefaultTokenizer);
    EXPECT_THAT(answer, IsOk());
    return answer.ok() ? *answer : PackAnswer();
  }

  // What a client has that held `base` and is answered.
  Payload Applied(const Payload& base, const PackAnswer& answer) const {
    const absl::StatusOr<Payload> applied = answer.outcome == PackOutcome::kFull
                                                ? codecs_.Decode(GetParam(), answer.text)
                                                : ApplyDelta(base, answer.text);
    EXPECT_THAT(applied, IsOk()) << answer.text;
    return applied.ok() ? *applied : Payload();
  }

  void ExpectSeen(const Payload& has, const Payload& sent, const std::string& text) const {
    ASSERT_EQ(SeenOf(has, is_profile()), SeenOf(Received(sent), is_profile())) << text;
    EXPECT_EQ(has.pack_root, sent.pack_root);
    EXPECT_EQ(ContentRoot(has), ContentRoot(sent));
    EXPECT_EQ(has.index, sent.index);
  }

  CodecRegistry codecs_ = CodecRegistry::BuiltIn();
};

TEST_P(EditedPack, IsWhatAClientHasThatAppliesOneAnswerAfterTheOther) {
  std::array<int, 3> outcomes = {};
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    SCOPED_TRACE(seed);
    EditedRepository repository(seed);
    Payload sent = repository.Pack();
    Payload has = Received(sent);
    for (std::uint32_t edit = 0; edit < kEdits; ++edit) {
      repository.Edit();
      const Payload current = repository.Pack();
      const PackAnswer answer = Answer({sent}, current);
      ++outcomes[static_cast<std::size_t>(answer.outcome)];
      has = Applied(has, answer);
      ASSERT_NO_FATAL_FAILURE(ExpectSeen(has, current, answer.text));
      sent = current;
    }
  }
  EXPECT_GT(outcomes[static_cast<std::size_t>(PackOutcome::kDelta)], 200);
}

TEST_P(EditedPack, IsToldWhicheverLinesTheClientHas) {
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    SCOPED_TRACE(seed);
    EditedRepository repository(seed);
    const Payload first = repository.Pack();
    const Payload second = [&first] {
      Payload moved = first;
      for (Symbol& symbol : moved.symbols) {
        if (symbol.path != "src/part 1.py") continue;
        for (std::uint32_t* line : {&symbol.start_line, &symbol.end_line, &symbol.name_line}) {
          *line += 4;
        }
      }
      for (Edge& edge : moved.edges) {
        if (edge.sites.front().path == "src/part 1.py") edge.sites.front().line += 4;
      }
      return moved;
    }();
    ASSERT_EQ(ContentRoot(first), ContentRoot(second)) << "code that moved keeps the root";
    repository.Edit();
    const Payload current = repository.Pack();
    const PackAnswer answer = Answer({second, FilesWithOtherPlaces(first, second)}, current);
    for (const Payload& held : {first, second}) {
      ASSERT_NO_FATAL_FAILURE(ExpectSeen(Applied(Received(held), answer), current, answer.text));
    }
  }
}

// The published root leaves out bodies: after an edit that is taken back, a client that names it
// may have either body.
TEST_P(EditedPack, IsToldWhicheverBodiesTheClientHas) {
  if (!is_profile()) return;
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    SCOPED_TRACE(seed);
    EditedRepository repository(seed);
    const Payload first = repository.Pack();
    repository.EditBodies(1 + seed % 4);
    const Payload second = repository.Pack();
    ASSERT_EQ(GraphPackRoot(first), GraphPackRoot(second));
    ASSERT_NE(ContentRoot(first), ContentRoot(second));
    HeldPack held{second};
    ASSERT_TRUE(AddAlternative({first}, held));
    for (const bool is_reverted : {true, false}) {
      if (!is_reverted) repository.Edit();
      const Payload current = is_reverted ? first : repository.Pack();
      const PackAnswer answer = Answer(held, current);
      EXPECT_NE(answer.outcome, PackOutcome::kUnchanged);
      for (const Payload& base : {first, second}) {
        ASSERT_NO_FATAL_FAILURE(ExpectSeen(Applied(Received(base), answer), current, answer.text));
      }
    }
    HeldPack smaller{first};
    smaller.payload.symbols.pop_back();
    smaller.payload.edges.clear();
    EXPECT_FALSE(AddAlternative({first}, smaller)) << "it has another root";
  }
}

TEST_P(EditedPack, IsUnchangedOnlyIfNothingThatIsSentDiffers) {
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    EditedRepository repository(seed);
    const Payload before = repository.Pack();
    repository.Edit();
    const Payload after = repository.Pack();
    const bool is_same =
        SeenOf(Received(before), is_profile()) == SeenOf(Received(after), is_profile());

    EXPECT_EQ(Answer({before}, after).outcome == PackOutcome::kUnchanged, is_same) << seed;
  }
}

TEST_P(EditedPack, NoticesEveryLineThatIsLost) {
  EditedRepository repository(4);
  const Payload base = repository.Pack();
  for (std::uint32_t edit = 0; edit < kEdits; ++edit) repository.Edit();
  std::string text = Answer({base}, repository.Pack()).text;
  const std::size_t tokens = text.find(" tokens=");
  text.erase(tokens, text.find('\n') - tokens);  // so that only the roots tell
  ASSERT_THAT(ApplyDelta(Received(base), text), IsOk());
  for (std::size_t begin = text.find("\n## ") + 1; begin < text.size();) {
    const std::size_t end = text.find('\n', begin) + 1;
    const std::string line = text.substr(begin, end - begin);
    const bool is_place = line.starts_with("# at ") || line.starts_with("# rest: ");
    if (!is_place) {
      EXPECT_FALSE(ApplyDelta(Received(base), std::string(text).erase(begin, end - begin)).ok())
          << line;
    }
    begin = end;
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, EditedPack, ::testing::Values("gcf", "gcf3"));

}  // namespace
}  // namespace waymark::wire
