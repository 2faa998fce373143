// `waymark bundle`: from one checkout to another through a file or a pipe, and what is refused.
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "program.h"
#include "shop_repository.h"
#include "testing/git_repository.h"
#include "testing/golden.h"

namespace waymark::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;

class BundleCommandTest : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = WriteShopRepository(home_.directory());
    const GitRepository git(root_);
    git.Git("remote add origin https://example.org/acme/shop.git");
    commit_ = git.Commit("Sell things");
    file_ = home_.directory().path() / "shop.waymark";
    other_store_ = home_.directory().path() / "other-store";
  }

  ProgramResult Export() {
    return home_.Run({"bundle", "export", file_.string(), "--repo", root_.string()});
  }

  // Into a store that has nothing.
  ProgramResult Import(std::vector<std::string> more = {}) {
    std::vector<std::string> arguments = {"bundle",       "import",  file_.string(),       "--repo",
                                          root_.string(), "--store", other_store_.string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return home_.Run(arguments);
  }

  WaymarkHome home_;
  fs::path root_;
  std::string commit_;
  fs::path file_;
  fs::path other_store_;
};

TEST_F(BundleCommandTest, CarriesTheIndexToAnotherStore) {
  const ProgramResult exported = Export();
  ASSERT_EQ(exported.exit_code, 0) << exported.err;
  EXPECT_THAT(exported.out,
              HasSubstr("exported example.org/acme/shop at " + commit_.substr(0, 12)));

  const json imported = json::parse(Import({"--json"}).out);
  const ProgramResult again = Import();
  const ProgramResult indexed =
      home_.Run({"index", root_.string(), "--json", "--store", other_store_.string()});

  EXPECT_EQ(imported["commit"], commit_);
  EXPECT_EQ(imported["unchanged"], false);
  EXPECT_THAT(again.out, HasSubstr("had example.org/acme/shop at "));
  EXPECT_EQ(json::parse(indexed.out)["files_parsed"], 0);
}

TEST_F(BundleCommandTest, ShowsAndComparesAFile) {
  ASSERT_EQ(Export().exit_code, 0);

  const ProgramResult text = home_.Run({"bundle", "show", file_.string()});
  const json shown = json::parse(home_.Run({"bundle", "show", file_.string(), "--json"}).out);

  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(text.out,
              AllOf(HasSubstr("repository  example.org/acme/shop\n"),
                    HasSubstr("commit      " + commit_ + "\n"), HasSubstr("history     yes\n")));
  EXPECT_EQ(shown["commit"], commit_);
  EXPECT_EQ(shown["file_bytes"], fs::file_size(file_));
}

TEST_F(BundleCommandTest, ADamagedFileIsRefusedAndNothingIsImported) {
  ASSERT_EQ(Export().exit_code, 0);
  std::string bytes = ReadFile(file_);
  bytes[bytes.size() / 2] ^= 0x10;
  std::ofstream(file_, std::ios::binary) << bytes;

  const ProgramResult imported = Import();

  EXPECT_EQ(imported.exit_code, 1);
  EXPECT_THAT(imported.err, AllOf(HasSubstr(file_.string()), HasSubstr("copy the file again")));
  const json status =
      json::parse(home_.Run({"status", "--json", "--store", other_store_.string()}).out);
  EXPECT_TRUE(status["views"].empty()) << status;
}

TEST_F(BundleCommandTest, AnExportThatFailsLeavesTheFileAsItWas) {
  std::ofstream(file_) << "earlier";

  const ProgramResult exported =
      home_.Run({"bundle", "export", file_.string(), "--at", "nowhere", "--repo", root_.string()});

  EXPECT_EQ(exported.exit_code, 1);
  EXPECT_EQ(ReadFile(file_), "earlier");
  const fs::directory_iterator entries(file_.parent_path());
  for (const fs::directory_entry& entry : entries) {
    EXPECT_EQ(entry.path().filename().string().find(".waymark-"), std::string::npos)
        << entry.path();
  }
}

TEST_F(BundleCommandTest, AFullDiskIsTold) {
  const ProgramResult exported =
      home_.Run({"bundle", "export", "/dev/full", "--repo", root_.string()});

  EXPECT_EQ(exported.exit_code, 3);
  EXPECT_THAT(exported.err, HasSubstr("make room, or choose another place"));
}

TEST_F(BundleCommandTest, OptionsThatDoNotGoWithTheActionAreWrongUsage) {
  EXPECT_EQ(home_.Run({"bundle", "show", "x", "--at", "HEAD"}).exit_code, 2);
  EXPECT_EQ(home_.Run({"bundle", "show", "x", "--name", "n"}).exit_code, 2);
  EXPECT_EQ(home_.Run({"bundle", "pack", "x"}).exit_code, 2);
  EXPECT_EQ(home_.Run({"bundle", "export"}).exit_code, 2);
}

}  // namespace
}  // namespace waymark::testing
