#include "project.h"

#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace waymark::indexer {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

ProjectFiles Read(std::string_view path, std::string_view text) {
  ProjectFiles project;
  AddProjectFile("/project", path, text, project);
  return project;
}

TEST(ProjectFiles, GoModNamesItsModule) {
  const ProjectFiles project =
      Read("sub/go.mod", "// x\nmodule example.com/m/v2 // y\n\ngo 1.21\n");

  ASSERT_EQ(project.go_modules.size(), 1u);
  EXPECT_EQ(project.go_modules[0].directory, "sub");
  EXPECT_EQ(project.go_modules[0].path, "example.com/m/v2");
}

TEST(ProjectFiles, TsconfigHasCommentsAndTrailingCommas) {
  const ProjectFiles project = Read("app/tsconfig.json", R"({
    // comment
    "compilerOptions": { /* inline */
      "baseUrl": "./src",
      "paths": { "@/*": ["lib/*",], "url": ["http://x//y"], },
    },
  })");

  ASSERT_EQ(project.script_configs.size(), 1u);
  EXPECT_EQ(project.script_configs[0].base_url, "app/src");
  ASSERT_EQ(project.script_configs[0].paths.size(), 2u);
  EXPECT_EQ(project.script_configs[0].paths[0].first, "@/*");
  EXPECT_THAT(project.script_configs[0].paths[0].second, ElementsAre("app/src/lib/*"));
}

TEST(ProjectFiles, PackageJsonNamesItsEntries) {
  const ProjectFiles project = Read("packages/a/package.json", R"({
    "name": "@scope/a", "main": "dist/index.js", "exports": {".": {"import": "./src/index.ts"}}
  })");

  ASSERT_EQ(project.script_packages.size(), 1u);
  EXPECT_EQ(project.script_packages[0].name, "@scope/a");
  EXPECT_THAT(project.script_packages[0].entries, ElementsAre("dist/index.js", "./src/index.ts"));
}

TEST(ProjectFiles, CompileCommandsGiveDirectoriesInsideTheTree) {
  const ProjectFiles project = Read("build/compile_commands.json", R"([
    {"directory": "/project/build", "command": "c++ -I../include -isystem /usr/include -I '/project/a b' x.cc"},
    {"directory": "/project", "arguments": ["c++", "-I", "include", "x.cc"]}
  ])");

  EXPECT_THAT(project.include_directories, ElementsAre("include", "a b"));
}

TEST(ProjectFiles, NonsenseIsLeftOut) {
  for (const char* path : {"go.mod", "tsconfig.json", "package.json", "compile_commands.json"}) {
    for (const char* text : {"", "{", "[1, 2]", "{\"compilerOptions\": 3}", "[{\"directory\": 1}]",
                             "{\"name\": []}", "\xFF\xFE"}) {
      const ProjectFiles project = Read(path, text);
      EXPECT_THAT(project.go_modules, IsEmpty());
      EXPECT_THAT(project.script_configs, IsEmpty());
      EXPECT_THAT(project.script_packages, IsEmpty());
      EXPECT_THAT(project.include_directories, IsEmpty());
    }
  }
}

std::string Repeat(std::string_view text, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += text;
  return out;
}

std::string NestedPackage(int depth) {
  return R"({"name": "a", "exports": )" + Repeat("[", depth) + R"("./a.ts")" + Repeat("]", depth) +
         "}";
}

TEST(ProjectFiles, NestingIsReadAsDeepAsConfigurationGoes) {
  const ProjectFiles project = Read("package.json", NestedPackage(60));

  ASSERT_EQ(project.script_packages.size(), 1u);
  EXPECT_THAT(project.script_packages[0].entries, ElementsAre("./a.ts"));
}

TEST(ProjectFiles, TsconfigTellsWhereTheBuildWrites) {
  const auto source_of = [](std::string_view config) {
    const ProjectFiles project = Read("app/tsconfig.json", config);
    EXPECT_EQ(project.script_configs.size(), 1u) << config;
    if (project.script_configs.empty()) return std::string("none");
    return project.script_configs[0].output + " of " + project.script_configs[0].source;
  };

  EXPECT_EQ(source_of(R"({"compilerOptions": {"outDir": "dist", "rootDir": "src"}})"),
            "app/dist of app/src");
  EXPECT_EQ(source_of(R"({"include": ["lib/**/*"], "compilerOptions": {"outDir": "./out"}})"),
            "app/out of app/lib");
  EXPECT_EQ(source_of(R"({"include": ["lib", "main.ts"], "compilerOptions": {"outDir": "out"}})"),
            "app/out of app");
  EXPECT_EQ(source_of(R"({"compilerOptions": {"outDir": "../out"}})"), "out of app");
}

TEST(ProjectFiles, EndlessNestingIsLeftOut) {
  constexpr int kDepth = 200'000;
  const std::string lists = Repeat("[", kDepth) + Repeat("]", kDepth);
  const std::string objects = Repeat(R"({"a":)", kDepth) + "1" + Repeat("}", kDepth);

  EXPECT_THAT(Read("package.json", NestedPackage(kDepth)).script_packages, IsEmpty());
  EXPECT_THAT(Read("package.json", R"({"name": "a", "exports": )" + objects + "}").script_packages,
              IsEmpty());
  EXPECT_THAT(
      Read("compile_commands.json", R"([{"directory": "/project", "arguments": )" + lists + "}]")
          .include_directories,
      IsEmpty());
  EXPECT_THAT(
      Read("tsconfig.json", R"({"compilerOptions": {"baseUrl": "."}, "x": )" + objects + "}")
          .script_configs,
      IsEmpty());
  EXPECT_THAT(Read("package.json", Repeat("[", kDepth)).script_packages, IsEmpty());
  EXPECT_THAT(Read("package.json", Repeat("}", kDepth)).script_packages, IsEmpty());
}

TEST(ProjectFiles, IncludeDirectoriesAreKeptUpToTheLimit) {
  std::string arguments = R"("-Ifirst", "-Ifirst")";
  for (std::size_t i = 0; i < 2 * kMaxIncludeDirectories; ++i) {
    arguments += fmt::format(R"(, "-Id{}")", i);
  }

  const ProjectFiles project = Read(
      "compile_commands.json", R"([{"directory": "/project", "arguments": [)" + arguments + "]}]");

  ASSERT_EQ(project.include_directories.size(), kMaxIncludeDirectories);
  EXPECT_EQ(project.include_directories[0], "first");
  EXPECT_EQ(project.include_directories[1], "d0");
}

}  // namespace
}  // namespace waymark::indexer
