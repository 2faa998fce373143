// How far an edit reaches: files that nothing of it concerns are not resolved again.
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "indexer/updater.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::indexer {
namespace {

void Write(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

TEST(UpdateReach, ANewFunctionOfCppResolvesNoRuby) {
  const testing::TempDir directory;
  const std::filesystem::path root = directory.path() / "tree";
  // The names are of members in both languages, so that whatever reaches one reaches the other.
  Write(root / "shop.rb",
        "class Shop\n  attr_accessor :total\n  def price\n    total\n  end\nend\n");
  Write(root / "till.rb", "class Till < Shop\n  def ring(shop)\n    shop.price\n  end\nend\n");
  Write(root / "cart.h", "struct Cart { int total(); int price(); };\n");
  Write(root / "cart.cc", "#include \"cart.h\"\nint Cart::price() { return total(); }\n");
  Write(root / "other.cc", "int first() { return 1; }\n");
  WM_ASSERT_OK_AND_ASSIGN(const std::unique_ptr<graph::Store> store,
                          graph::Store::Open({.directory = directory.path() / "store"}));
  IndexOptions options;
  options.root = root;
  options.repository_name = "tree";
  Updater updater(*store, options);
  WM_ASSERT_OK(updater.Update());

  Write(root / "other.cc", "int first() { return 1; }\nint second() { return 2; }\n");
  WM_ASSERT_OK_AND_ASSIGN(const UpdateReport report, updater.Update());

  EXPECT_EQ(report.publication, Publication::kOverlay);
  EXPECT_EQ(report.files_resolved, 1U);
}

}  // namespace
}  // namespace waymark::indexer
