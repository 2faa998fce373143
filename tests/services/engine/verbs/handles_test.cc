// The handles of symbols in real files: each leads back to its symbol, and survives edits.
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "services/engine.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::IsOk;
using testing::StatusIs;
using testing::TempDir;

struct NamedFile {
  std::string_view path;
  std::string_view text;
};

// Names that are hard to tell apart, in each language.
constexpr NamedFile kNamedFiles[] = {
    {"shop/cart.py", R"(import os

class Cart:
    def total(self):
        return os.environ["CURRENCY"]

    @property
    def size(self):
        return 1

    @size.setter
    def size(self, value):
        pass

def total():
    return Cart().total()

if os.name == "nt":
    def path(): return "nt"
else:
    def path(): return "posix"
)"},
    {"src/Cart.java", R"(package shop;

class Cart {
  int add() { return add(1); }
  int add(int count) { return count; }
  int add(int count, String name) { return add(count); }
  <T extends Comparable<T>> T add(java.util.List<T> items) { return null; }
  class Row { int add(int count) { return 0; } }
}
)"},
    {"src/box.h", R"(#pragma once
namespace ui {
class Box;
class Box {
 public:
  Box();
  explicit Box(int size);
  ~Box();
  int get() const;
  int get();
  bool operator==(const Box& other) const;
  operator bool() const;
};
template <typename T> struct Traits {};
template <> struct Traits<int> { static int kind(); };
}  // namespace ui
)"},
    {"src/box.cc", R"(#include "box.h"
namespace ui {
Box::Box() {}
Box::Box(int size) {}
Box::~Box() {}
int Box::get() const { return 1; }
int Box::get() { return 2; }
bool Box::operator==(const Box& other) const { return true; }
Box::operator bool() const { return true; }
#if defined(A)
int pick() { return 1; }
#else
int pick() { return 2; }
#endif
}  // namespace ui
)"},
    {"src/shape.ts", R"(export interface Shape { area(): number }
export const Shape = { area: () => 1 };
export function draw(x: string): void;
export function draw(x: number): void;
export function draw(x: any) { return x; }
export class Pen { #ink = 1; #dip() { return this.#ink; } get ink() { return this.#dip(); } }
)"},
    {"lib/cart.rb", R"(module Shop
  class Cart
    def ==(other) = true
    def [](index) = index
    def name=(value)
      @name = value
    end
    def empty?; end
    def self.empty?; end
    attr_accessor :first, :last
  end
end
)"},
    {"mux/router.go", R"(package mux

type Router struct{}

func (r *Router) Serve() { run() }
func run() {}
func init() {}
func init() { run() }
)"},
    {"src/lib.rs", R"(pub struct Cart;
impl Cart { pub fn new() -> Self { Cart } }
impl Default for Cart { fn default() -> Self { Cart::new() } }
impl From<i32> for Cart { fn from(_: i32) -> Self { Cart } }
impl From<u8> for Cart { fn from(_: u8) -> Self { Cart } }
)"},
    {"Form.cs", R"(namespace Ui {
  public partial class Form {
    public void Show() {}
    public void Show(int times) {}
    public int this[int i] => i;
    public static Form operator +(Form a, Form b) => a;
  }
}
)"},
    {"docs/guide.md",
     "# Guide\n\n## Run it (now)\n\n## Run it (now)\n\nText about `Cart.total`.\n"},
    {"web/a#b.js", "function run() {}\nrun();\n"},
};

class HandlesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const NamedFile& file : kNamedFiles) Write(file.path, file.text);
    WM_ASSERT_OK_AND_ASSIGN(engine_,
                            Engine::Open({.store_directory = directory_.path() / "store"}));
    Index();
  }

  void Write(std::string_view path, std::string_view text) {
    directory_.WriteFile(std::filesystem::path("tree") / path, text);
  }

  void Index() { WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {})); }

  FileSymbolsAnswer SymbolsIn(std::string_view path) {
    absl::StatusOr<FileSymbolsAnswer> answer =
        engine_->FileSymbols({.root = root_, .path = std::string(path)}, {});
    EXPECT_THAT(answer, IsOk()) << path;
    return answer.ok() ? *std::move(answer) : FileSymbolsAnswer();
  }

  absl::StatusOr<wire::Symbol> Found(const std::string& name) {
    absl::StatusOr<SymbolAnswer> answer = engine_->Symbol({.root = root_, .name = name}, {});
    if (!answer.ok()) return answer.status();
    return answer->payload.symbols.front();
  }

  TempDir directory_;
  std::filesystem::path root_ = directory_.path() / "tree";
  std::unique_ptr<Engine> engine_;
};

TEST_F(HandlesTest, LeadBackToTheirSymbolsInEveryLanguage) {
  std::size_t symbols = 0;
  for (const NamedFile& file : kNamedFiles) {
    const FileSymbolsAnswer answer = SymbolsIn(file.path);
    for (std::size_t i = 0; i < answer.uses.size(); ++i) {
      const wire::Symbol& symbol = answer.payload.symbols[i];
      ++symbols;
      const absl::StatusOr<wire::Symbol> by_handle = Found(symbol.handle);
      ASSERT_THAT(by_handle, IsOk()) << symbol.handle;
      EXPECT_EQ(by_handle->handle, symbol.handle);
      // A declaration stands for its definition.
      if ((answer.uses[i].flags & kSymbolDeclaration) == 0) {
        EXPECT_EQ(by_handle->id, symbol.id) << symbol.handle;
      }
      const absl::StatusOr<wire::Symbol> by_hash = Found(symbol.id->ToHex());
      ASSERT_THAT(by_hash, IsOk()) << symbol.handle;
      EXPECT_EQ(by_hash->handle, symbol.handle);
    }
  }
  EXPECT_GT(symbols, 60U);
}

TEST_F(HandlesTest, NameOverloadsByTheirParameters) {
  for (const std::string handle :
       {"src/Cart.java#Cart.add()", "src/Cart.java#Cart.add(int)",
        "src/Cart.java#Cart.add(int,String)", "src/Cart.java#Cart.Row.add", "shop/cart.py#Cart",
        "shop/cart.py#Cart.total", "shop/cart.py#total", "shop/cart.py#path~1",
        "shop/cart.py#path~2"}) {
    WM_ASSERT_OK_AND_ASSIGN(const wire::Symbol symbol, Found(handle));
    EXPECT_EQ(symbol.handle, handle);
  }
  WM_ASSERT_OK_AND_ASSIGN(const SymbolAnswer of_several,
                          engine_->Symbol({.root = root_, .name = "src/Cart.java#Cart.add"}, {}));
  EXPECT_THAT(of_several.payload.name_note,
              AllOf(HasSubstr("fits 4 symbols"), HasSubstr("src/Cart.java#Cart.add(int,String)")));
  EXPECT_THAT(Found("src/Cart.java#Cart.add~9"), StatusIs(absl::StatusCode::kNotFound));
  EXPECT_THAT(Found("src/Cart.java#Cart.remove"),
              StatusIs(absl::StatusCode::kNotFound,
                       HasSubstr("src/Cart.java has no symbol called 'Cart.remove'")));
}

TEST_F(HandlesTest, SurviveEditsAboveAndInsideOfTheirSymbols) {
  for (const NamedFile& file : kNamedFiles) {
    const FileSymbolsAnswer before = SymbolsIn(file.path);
    const bool has_hash_comments = file.path.ends_with(".py") || file.path.ends_with(".rb");
    const std::string_view comment = has_hash_comments            ? "# x\n"
                                     : file.path.ends_with(".md") ? "\n"
                                                                  : "// x\n";
    Write(file.path, std::string(comment) + std::string(comment) + std::string(file.text));
    Index();
    const FileSymbolsAnswer after = SymbolsIn(file.path);

    ASSERT_EQ(after.payload.symbols.size(), before.payload.symbols.size()) << file.path;
    for (std::size_t i = 0; i < before.uses.size(); ++i) {
      EXPECT_EQ(after.payload.symbols[i].handle, before.payload.symbols[i].handle);
      EXPECT_EQ(after.payload.symbols[i].start_line, before.payload.symbols[i].start_line + 2);
    }
  }
}

}  // namespace
}  // namespace waymark::services
