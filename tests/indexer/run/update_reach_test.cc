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

void WriteTo(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

// A tree with the files of one language, and one of C++ that includes nothing.
class UpdateReach : public ::testing::Test {
 protected:
  void SetUp() override {
    WriteTo(root_ / "other.cc", "int first() { return 1; }\n");
    WM_ASSERT_OK_AND_ASSIGN(store_, graph::Store::Open({.directory = directory_.path() / "store"}));
  }

  // What an update does once a function of this name was added to the file of C++.
  UpdateReport AddFunction(const std::string& name) {
    IndexOptions options;
    options.root = root_;
    options.repository_name = "tree";
    Updater updater(*store_, options);
    EXPECT_THAT(updater.Update(), testing::IsOk());
    WriteTo(root_ / "other.cc", "int first() { return 1; }\nint " + name + "() { return 2; }\n");
    absl::StatusOr<UpdateReport> report = updater.Update();
    EXPECT_THAT(report, testing::IsOk());
    return report.ok() ? *std::move(report) : UpdateReport();
  }

  const testing::TempDir directory_;
  const std::filesystem::path root_ = directory_.path() / "tree";
  std::unique_ptr<graph::Store> store_;
};

TEST_F(UpdateReach, ANewFunctionOfCppResolvesNoRuby) {
  // The names are of members in both languages, so that whatever reaches one reaches the other.
  WriteTo(root_ / "shop.rb",
          "class Shop\n  attr_accessor :total\n  def price\n    total\n  end\nend\n");
  WriteTo(root_ / "till.rb", "class Till < Shop\n  def ring(shop)\n    shop.price\n  end\nend\n");
  WriteTo(root_ / "cart.h", "struct Cart { int total(); int price(); };\n");
  WriteTo(root_ / "cart.cc", "#include \"cart.h\"\nint Cart::price() { return total(); }\n");

  const UpdateReport report = AddFunction("second");

  EXPECT_EQ(report.publication, Publication::kOverlay);
  EXPECT_EQ(report.files_resolved, 1U);
}

TEST_F(UpdateReach, ANewFunctionOfCppResolvesOnlyTheRustThatSaysItsName) {
  WriteTo(root_ / "src/main.rs", "mod store;\npub use crate::store::*;\n");
  WriteTo(root_ / "src/store.rs", "pub trait Keep {}\n");
  WriteTo(root_ / "src/apart.rs", "pub fn apart() {}\n");

  const UpdateReport report = AddFunction("store");

  EXPECT_EQ(report.publication, Publication::kOverlay);
  EXPECT_EQ(report.files_resolved, 2U);
}

}  // namespace
}  // namespace waymark::indexer
