// Runs every file of tests/fixtures/extract/: adding a case is adding a file or a line.
//
//   definition KIND QUALIFIED_NAME [FLAGS] [key=value ...]   keys: see PropertyText; last may hold
//   spaces ROLE EXPRESSION        a reference: call, value, type, decorator, raise, field import
//   ...             see ImportText binding ...            see BindingText; the place is only where
//   it is written nothing                no definition and no reference begins here
//
// A fixture is complete: every definition, every import, and on a line that states a reference
// every reference of it, must be stated.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "annotations.h"
#include "extract/extract.h"
#include "facts_text.h"

namespace waymark::indexer {
namespace {

namespace fs = std::filesystem;

const fs::path kFixtures = fs::path(WM_SOURCE_DIR) / "tests/fixtures/extract";

std::vector<std::string> FixtureNames() {
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(kFixtures)) {
    if (entry.is_regular_file()) names.push_back(fs::relative(entry.path(), kFixtures).string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

constexpr std::string_view kPropertyKeys[] = {"bases",  "disc",    "doc", "lines", "ordinal",
                                              "params", "returns", "sig", "type",  "value"};

// Where the properties of "function operator== params=2/2" begin.
std::size_t FindProperties(const std::string& text) {
  std::size_t first = text.size();
  for (const std::string_view key : kPropertyKeys) {
    first = std::min(first, text.find(fmt::format(" {}=", key)));
  }
  return std::min(first == text.size() ? first : first + 1, text.size());
}

// Whether the language of the file has comments that begin with #.
bool IsHashCommented(const std::string& path) {
  return path.ends_with(".py") || path.ends_with(".pyi") || path.ends_with(".rb");
}

class Fixture {
 public:
  explicit Fixture(const std::string& name) : path_((kFixtures / name).string()) {
    std::ifstream stream(path_, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    const std::string_view mark = IsHashCommented(path_) ? "#" : "//";
    source_ = ParseAnnotations(text, mark);
    const GrammarRow* grammar = DetectGrammar(path_, source_.source);
    EXPECT_NE(grammar, nullptr) << path_;
    if (grammar == nullptr) return;
    Extractor extractor;
    absl::StatusOr<FileFacts> facts = extractor.Extract(source_.source, *grammar);
    EXPECT_TRUE(facts.ok()) << facts.status();
    if (facts.ok()) facts_ = *std::move(facts);
  }

  void Check() {
    for (const Annotation& annotation : source_.annotations) {
      if (!CheckOne(annotation)) {
        ADD_FAILURE_AT(path_.c_str(), static_cast<int>(annotation.file_line))
            << "stated: " << annotation.text << "\nfound:\n"
            << FoundOn(annotation.line);
      }
    }
    CheckComplete();
  }

 private:
  bool CheckOne(const Annotation& annotation) {
    const std::string& text = annotation.text;
    if (text.starts_with("definition ")) return CheckDefinition(annotation);
    if (text.starts_with("import")) return CheckImport(annotation);
    if (text.starts_with("binding ")) return CheckBinding(annotation);
    if (text == "nothing") return CheckNothing(annotation);
    return CheckReference(annotation);
  }

  static Position PlaceOf(const Annotation& annotation) {
    return {annotation.line, annotation.column};
  }

  bool CheckDefinition(const Annotation& annotation) {
    const std::string stated = annotation.text.substr(std::string("definition ").size());
    const std::size_t properties = FindProperties(stated);
    std::string head = stated.substr(0, properties);
    while (head.ends_with(' ')) head.pop_back();
    for (DefinitionIndex i = 1; i < facts_.definitions.size(); ++i) {
      const Definition& definition = facts_.definitions[i];
      if (definition.name_position != PlaceOf(annotation) || DefinitionText(facts_, i) != head) {
        continue;
      }
      if (!CheckProperties(i, stated.substr(properties))) continue;
      stated_definitions_.insert(i);
      return true;
    }
    return false;
  }

  // "key=value key=value": a value ends before the next word with "=", or with the line.
  bool CheckProperties(DefinitionIndex definition, std::string text) {
    while (!text.empty()) {
      const std::size_t equals = text.find('=');
      if (equals == std::string::npos) return false;
      const std::string key = text.substr(0, equals);
      std::string value = text.substr(equals + 1);
      text.clear();
      if (key != "sig" && key != "doc" && key != "disc") {
        const std::size_t next = value.find(' ');
        if (next != std::string::npos) {
          text = value.substr(next + 1);
          value.resize(next);
        }
      }
      if (PropertyText(facts_, definition, key, source_.source) != value) return false;
    }
    return true;
  }

  bool CheckReference(const Annotation& annotation) {
    for (std::size_t i = 0; i < facts_.references.size(); ++i) {
      const Reference& reference = facts_.references[i];
      if (reference.site != PlaceOf(annotation) || stated_references_.contains(i)) continue;
      if (ReferenceText(facts_, reference) != annotation.text) continue;
      stated_references_.insert(i);
      lines_with_references_.insert(annotation.line);
      return true;
    }
    return false;
  }

  bool CheckImport(const Annotation& annotation) {
    for (std::size_t i = 0; i < facts_.imports.size(); ++i) {
      const Import& import = facts_.imports[i];
      if (import.site != PlaceOf(annotation)) continue;
      if (ImportText(facts_, import) != annotation.text) continue;
      stated_imports_.insert(i);
      return true;
    }
    return false;
  }

  bool CheckBinding(const Annotation& annotation) {
    return std::any_of(facts_.bindings.begin(), facts_.bindings.end(), [&](const Binding& binding) {
      return BindingText(facts_, binding) == annotation.text;
    });
  }

  bool CheckNothing(const Annotation& annotation) {
    const Position place = PlaceOf(annotation);
    for (const Reference& reference : facts_.references) {
      if (reference.site == place) return false;
    }
    for (const Definition& definition : facts_.definitions) {
      if (&definition != &facts_.definitions[0] && definition.name_position == place) return false;
    }
    return true;
  }

  void CheckComplete() {
    for (DefinitionIndex i = 1; i < facts_.definitions.size(); ++i) {
      if (stated_definitions_.contains(i)) continue;
      ADD_FAILURE() << path_ << ": not stated: " << DefinitionAt(i);
    }
    for (std::size_t i = 0; i < facts_.imports.size(); ++i) {
      if (stated_imports_.contains(i)) continue;
      ADD_FAILURE() << path_ << ": not stated: line " << facts_.imports[i].site.line << ": "
                    << ImportText(facts_, facts_.imports[i]);
    }
    for (std::size_t i = 0; i < facts_.references.size(); ++i) {
      const Reference& reference = facts_.references[i];
      if (stated_references_.contains(i) || !lines_with_references_.contains(reference.site.line)) {
        continue;
      }
      ADD_FAILURE() << path_ << ": not stated: line " << reference.site.line << " column "
                    << reference.site.column << ": " << ReferenceText(facts_, reference);
    }
  }

  std::string DefinitionAt(DefinitionIndex i) const {
    const Definition& definition = facts_.definitions[i];
    return fmt::format("line {} column {}: definition {}", definition.name_position.line,
                       definition.name_position.column, DefinitionText(facts_, i));
  }

  std::string FoundOn(std::uint32_t line) const {
    std::string text;
    for (DefinitionIndex i = 1; i < facts_.definitions.size(); ++i) {
      if (facts_.definitions[i].name_position.line != line) continue;
      text += "  " + DefinitionAt(i);
      for (const std::string_view key : kPropertyKeys) {
        text +=
            fmt::format(" {}={}", key, PropertyText(facts_, i, std::string(key), source_.source));
      }
      text += "\n";
    }
    for (const Reference& reference : facts_.references) {
      if (reference.site.line != line) continue;
      text +=
          fmt::format("  column {}: {}\n", reference.site.column, ReferenceText(facts_, reference));
    }
    for (const Import& import : facts_.imports) {
      if (import.site.line != line) continue;
      text += fmt::format("  column {}: {}\n", import.site.column, ImportText(facts_, import));
    }
    for (const Binding& binding : facts_.bindings) {
      text += "    " + BindingText(facts_, binding) + "\n";
    }
    return text;
  }

  std::string path_;
  AnnotatedSource source_;
  FileFacts facts_;
  std::set<DefinitionIndex> stated_definitions_;
  std::set<std::size_t> stated_references_;
  std::set<std::size_t> stated_imports_;
  std::set<std::uint32_t> lines_with_references_;
};

class AnnotatedTest : public testing::TestWithParam<std::string> {};

TEST_P(AnnotatedTest, FactsAreWhatTheSourceStates) { Fixture(GetParam()).Check(); }

INSTANTIATE_TEST_SUITE_P(Extract, AnnotatedTest, testing::ValuesIn(FixtureNames()),
                         [](const testing::TestParamInfo<std::string>& fixture) {
                           std::string name = fixture.param;
                           for (char& c : name) {
                             if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
                           }
                           return name;
                         });

}  // namespace
}  // namespace waymark::indexer
