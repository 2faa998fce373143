"""Each rule finds what it is for and leaves alone what it is not for."""

import os
import tempfile
import unittest

import classes
import definitions
import languages
import layering
import names
import rooms
import sizes
import sources
import texts
import threats
import traits


def function_of(lines):
    return "int F(int n) {\n" + "  n += 1;\n" * (lines - 2) + "}\n"


class Sizes(unittest.TestCase):
    def lengths(self, text):
        return [length for _, length in sizes.functions(text)]

    def test_measures_a_function_with_its_head(self):
        self.assertEqual(self.lengths(function_of(5)), [5])
        self.assertEqual(self.lengths("int\nF() {\n}\n"), [3])

    def test_measures_tests_members_constructors_and_trailing_types(self):
        self.assertEqual(self.lengths("TEST(Unit, Works) {\n  F(1);\n}\n"), [3])
        self.assertEqual(self.lengths("struct S {\n  int G() const {\n    return 1;\n  }\n};\n"), [3])
        self.assertEqual(self.lengths("S::S(int a)\n    : a_(a), b_{} {\n  F(a);\n}\n"), [4])
        self.assertEqual(self.lengths("S::S(int a) : a_(a), b_(a) {\n  F(a);\n}\n"), [3])
        self.assertEqual(self.lengths("auto F(int a) -> std::pair<int, int> {\n}\n"), [2])
        self.assertEqual(self.lengths("void F() WM_REQUIRES(mutex_) {\n}\n"), [2])

    def test_counts_a_lambda_with_the_function_around_it(self):
        self.assertEqual(self.lengths("void F() {\n  auto g = [&](int x) {\n    x;\n  };\n}\n"), [5])

    def test_leaves_types_namespaces_and_tables_alone(self):
        self.assertEqual(self.lengths("namespace a {\nstruct S {\n  int x = 1;\n};\n}\n"), [])
        self.assertEqual(self.lengths("constexpr Row kRows[] = {\n  {1, 2},\n  {3, F(4)},\n};\n"), [])

    def test_is_not_misled_by_braces_in_text(self):
        self.assertEqual(self.lengths("void F() {\n  G(\"{\", '{');  // {\n}\n"), [3])
        self.assertEqual(self.lengths('void F() {\n  G(R"({ " {)");\n}\n'), [3])
        self.assertEqual(self.lengths("int F() {\n  return 1'000'000;\n}\nint G() {\n}\n"), [3, 2])


class Classes(unittest.TestCase):
    def types(self, text):
        return list(classes.types(text))

    def test_counts_member_functions_and_not_fields(self):
        text = """class S : public B {
 public:
  explicit S(int a) : a_(a) {}
  ~S() override = default;
  int Sum(int b) const { return a_ + b; }
  template <typename T>
  void Add(const T& x) WM_REQUIRES(mutex_);
  bool operator==(const S& other) const = default;
  std::string_view (*hook)(int) = nullptr;

 private:
  friend class T;
  std::vector<int> list_ = {1, 2};
  int a_ = F(1);
};
"""
        self.assertEqual(self.types(text), [("S", 5, 0)])

    def test_a_struct_of_flags_has_its_fields_counted(self):
        flags = "".join(f"  bool f{i} = false;\n" for i in range(10))
        self.assertEqual(self.types("struct S {\n" + flags + "  int n = 0;\n};\n"), [("S", 0, 11)])
        self.assertEqual(self.types("struct S {\n  bool f = false;\n  int n = 0;\n};\n"), [("S", 0, 0)])

    def test_a_size_that_is_too_large_may_only_shrink(self):
        known = {("a.h S", "member functions"): 50}
        for size, told in ((50, 0), (51, 1), (49, 1), (40, 1)):
            self.assertEqual(len(list(classes.problems([("a.h S", size, 40, "member functions")], known))), told)
        self.assertTrue(list(classes.problems([("b.h T", 41, 40, "member functions")], {})))
        self.assertTrue(list(classes.problems([], known)))


class Definitions(unittest.TestCase):
    def problems(self, *texts):
        return list(definitions.clashes((f"{i}.h", text) for i, text in enumerate(texts)))

    def test_two_types_of_one_name_are_told(self):
        one = "namespace a {\nstruct S {\n  int x;\n};\n}  // namespace a\n"
        other = "namespace a {\n\nclass S final : public B {\n};\n\n}  // namespace a\n"
        self.assertTrue(self.problems(one, other))
        self.assertFalse(self.problems(one, other.replace("namespace a", "namespace b")))

    def test_unnamed_namespaces_members_and_declarations_are_left_alone(self):
        one = "namespace a {\nstruct S {\n  int x;\n};\n}  // namespace a\n"
        own = "namespace a {\nnamespace {\n\nstruct S {\n};\n\n}  // namespace\n}  // namespace a\n"
        member = "namespace a {\nstruct S::T {\n};\nstruct S;\n}  // namespace a\n"
        self.assertFalse(self.problems(one, own, member))


class Layering(unittest.TestCase):
    def problems(self, path, text):
        return list(layering.check_text(path, text))

    def test_upper_modules_do_not_see_each_other(self):
        self.assertTrue(self.problems("retrieval/src/a.cc", '#include "indexer/facts.h"\n'))
        self.assertFalse(self.problems("services/src/a.cc", '#include "indexer/facts.h"\n'))
        self.assertFalse(self.problems("retrieval/src/a.cc", '#include "graph/read_view.h"\n'))

    def test_wire_sees_only_the_vocabulary(self):
        self.assertTrue(self.problems("wire/src/a.cc", '#include "graph/store.h"\n'))
        self.assertFalse(self.problems("wire/src/a.cc", '#include "graph/kinds.h"\n'))

    def test_foreign_headers_stay_in_their_corner(self):
        for path, header in (("graph/src/store/store.cc", "lmdb.h"), ("retrieval/src/a.cc", "tree_sitter/api.h"),
                             ("indexer/src/a.cc", "grpcpp/grpcpp.h"), ("wire/src/a.cc", "waymark.pb.h"),
                             ("graph/src/a.cc", "absl/strings/str_cat.h"),
                             ("services/engine/src/a.cc", "grpcpp/grpcpp.h"),
                             ("services/cli/src/a.cc", "waymark/v1/types.pb.h"),
                             ("services/engine/src/a.cc", "CLI/CLI.hpp"), ("services/engine/src/a.cc", "git2.h"),
                             ("retrieval/src/a.cc", "libstemmer.h")):
            self.assertTrue(self.problems(path, f"#include <{header}>\n"), header)
        for path, header in (("graph/src/lmdb/lmdb.cc", "lmdb.h"), ("indexer/src/a.cc", "tree_sitter/api.h"),
                             ("services/grpc/src/a.cc", "grpcpp/grpcpp.h"),
                             ("graph/src/a.cc", "libstemmer.h"), ("graph/src/a.cc", "absl/status/statusor.h"),
                             ("graph/src/a.cc", "graph/mutex.h")):
            self.assertFalse(self.problems(path, f"#include <{header}>\n"), header)

    def test_code_is_judged_without_comments_and_strings(self):
        self.assertTrue(self.problems("graph/src/a.cc", "std::mutex m;\n"))
        self.assertTrue(self.problems("graph/src/a.cc", "std::lock_guard lock(m);\n"))
        self.assertTrue(self.problems("graph/src/a.cc", "std::condition_variable ready;\n"))
        self.assertFalse(self.problems("graph/src/a.cc", '// std::mutex\nF("std::mutex");\n'))


class Rooms(unittest.TestCase):
    ORDER = ["text", "extract", "extract/imports", "languages"]

    def includes(self, path, include):
        return list(rooms.include_violations(self.ORDER, path, f'#include "{include}"\n'))

    def folders(self, *paths):
        return list(rooms.folder_violations(self.ORDER, paths))

    def test_the_list_has_a_room_a_line(self):
        self.assertEqual(rooms.parse("# lowest first\n\ntext    bytes\nextract the pass\n"), ["text", "extract"])

    def test_includes_point_down_or_stay(self):
        self.assertTrue(self.includes("text/words.h", "extract/pass.h"))
        self.assertTrue(self.includes("extract/pass.cc", "extract/imports/uses.h"))
        self.assertFalse(self.includes("extract/imports/uses.cc", "extract/pass.h"))
        self.assertFalse(self.includes("languages/go/go.cc", "languages/registry.h"))
        self.assertFalse(self.includes("text/words.cc", "graph/status.h"))

    def test_files_lie_in_a_room_with_a_stem_of_their_own(self):
        self.assertTrue(self.folders("loose.cc"))
        self.assertTrue(self.folders("text/words.cc", "extract/words.h"))
        self.assertFalse(self.folders("text/words.cc", "text/words.h", "languages/go/go.cc"))

    def test_rooms_have_few_units(self):
        self.assertFalse(self.folders(*(f"text/a{i}.cc" for i in range(rooms.MAX_UNITS))))
        self.assertTrue(self.folders(*(f"text/a{i}.cc" for i in range(rooms.MAX_UNITS + 1))))


class Languages(unittest.TestCase):
    def problems(self, path, text):
        return list(languages.violations(path, text))

    def test_literal_languages_are_found(self):
        for literal in ("Language::kGo", "Family::kC", "NameGroup::kJava", "Language::kNothing"):
            self.assertTrue(self.problems("retrieval/src/a.cc", f"if (x == {literal}) return;\n"), literal)

    def test_no_language_and_comments_are_left_alone(self):
        self.assertFalse(self.problems("retrieval/src/a.cc", "Language a = Language::kNone;  // Language::kGo\n"))

    def test_folders_of_languages_tables_and_tests_may_name_them(self):
        for path in ("indexer/src/languages/go/go.cc", languages.TABLES[0], "tests/graph/model/languages_test.cc"):
            self.assertFalse(self.problems(path, "Language::kGo\n"), path)


class Traits(unittest.TestCase):
    TABLE = """struct Rules {
      bool one = false;
      bool two = false;
      std::string_view none{};
      Name (*hook)(const Tree& tree) = nullptr;
      bool Asks() const { return one; }
    };"""

    def test_fields_and_hooks_are_counted_and_functions_are_not(self):
        self.assertEqual(list(traits.fields(self.TABLE, "Rules")), ["one", "two", "none", "hook"])

    def test_a_trait_counts_as_set_by_one_until_a_second_language_sets_it(self):
        texts = [("go", "Rules a = {.one = true, .two = true};"), ("go", "b = {\n  .one = true};"),
                 ("java", "Rules a = {.two = true};  // .one = true"), ("ruby", "if (rules.hook == x) f();")]
        self.assertEqual(traits.set_by_one(traits.fields(self.TABLE, "Rules"), texts), ["one"])


class Names(unittest.TestCase):
    def test_names_of_no_concept_are_refused(self):
        for name in ("util.h", "string_utils.cc", "common.h", "session_manager.cc", "base.h", "CamelCase.h"):
            self.assertTrue(names.name_violation("graph/src/" + name), name)
        for name in ("base_builder.h", "utility_function_index.cc", "README.md", "lmdb.cc"):
            self.assertFalse(names.name_violation("graph/src/" + name), name)


class Texts(unittest.TestCase):
    def test_machine_paths_and_registry_addresses_are_found(self):
        for text in ("/" + "work/main/x", "see /" + "root/.npmrc", "https://" + "registry.example.org/a",
                     "issue" + " #12", "TO" + "DO: later"):
            self.assertTrue(list(texts.banned_text("a.md", text)), text)
        self.assertFalse(list(texts.banned_text("a.md", "network/main, src/root/x, the issues of 2024 a")))

    def test_dead_links_and_headings_are_found(self):
        with tempfile.TemporaryDirectory() as root:
            for name, content in (("a.md", "[b](docs/b.md#the-one-rule)"), ("docs/b.md", "# The one `rule`\n")):
                os.makedirs(os.path.dirname(os.path.join(root, name)), exist_ok=True)
                with open(os.path.join(root, name), "w", encoding="utf-8") as stream:
                    stream.write(content)
            self.assertEqual(list(texts.dead_links(root, "a.md", sources.read(root, "a.md"))), [])
            self.assertTrue(list(texts.dead_links(root, "a.md", "[x](docs/c.md)")))
            self.assertTrue(list(texts.dead_links(root, "a.md", "[x](docs/b.md#none)")))
            self.assertFalse(list(texts.dead_links(root, "a.md", "`[x](y)` [w](https://example.org/)")))


class Threats(unittest.TestCase):
    HEAD = "| threat | what stands against it | held by |\n|---|---|---|\n"

    def problems(self, row):
        return list(threats.problems_of(self.HEAD + row, {"Suite.Works", "fuzz.decoder"}))

    def test_leaves_lines_alone_whose_tests_exist(self):
        self.assertEqual(self.problems("| a | b | `Suite.Works`, `fuzz.decoder` |\n"), [])

    def test_finds_lines_without_a_test_and_tests_that_are_gone(self):
        self.assertEqual(len(self.problems("| a | b | nothing |\n")), 1)
        self.assertEqual(len(self.problems("| a | `Suite.Works` |\n")), 1)
        self.assertEqual(len(self.problems("| a | b | `Suite.Works`, `Suite.Gone` |\n")), 1)


if __name__ == "__main__":
    unittest.main()
