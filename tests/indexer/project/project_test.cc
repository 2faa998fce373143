#include "project/project.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/repeated_text.h"

namespace waymark::indexer {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;
using testing::Repeat;

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

std::vector<std::string> UsingsIn(const CSharpProject& project,
                                  const std::vector<CSharpProject>& defaults = {}) {
  std::vector<std::string> usings;
  for (const CSharpUsing& used : UsingsOf(project, defaults)) {
    usings.push_back(used.alias.empty() ? used.name : used.alias + " = " + used.name);
  }
  return usings;
}

TEST(ProjectFiles, ProjectsOfCSharpImportForAllTheirFiles) {
  const ProjectFiles project = Read("a/a.csproj", R"xml(<Project>
    <!-- <Using Include="Gone" /> -->
    <Using Include="A.B; A.C" /><Using Alias='D' Include='A.D'/><Using Include="$(Named)" />
    <UsingTask Include="No" /></Project>)xml");

  ASSERT_EQ(project.csharp_projects.size(), 1u);
  EXPECT_EQ(project.csharp_projects[0].directory, "a");
  EXPECT_THAT(UsingsIn(project.csharp_projects[0]), ElementsAre("A.B", "A.C", "D = A.D"));
}

TEST(ProjectFiles, ProjectsOfCSharpTakeInWhatHoldsAroundThem) {
  ProjectFiles project;
  AddProjectFile("/", "Directory.Build.props", R"(<Using Include="Top" />)", project);
  AddProjectFile("/", "a/Directory.Build.targets",
                 "<ImplicitUsings>enable</ImplicitUsings><Using Include='Mid' />", project);
  AddProjectFile("/", "a/b/b.csproj", R"(<Using Remove="System.Net.Http" />)", project);
  const CSharpProject& deep = project.csharp_projects[0];
  EXPECT_THAT(UsingsIn(deep, project.csharp_defaults),
              ElementsAre("Mid", "System", "System.Collections.Generic", "System.IO", "System.Linq",
                          "System.Threading", "System.Threading.Tasks"));

  project.csharp_defaults[1].continues = true;
  EXPECT_THAT(UsingsIn(deep, project.csharp_defaults), Contains("Top"));
  AddProjectFile("/", "a/b/c/c.csproj", R"(<Using Remove="Top; Mid" /><Using Include="Mid" />)",
                 project);
  EXPECT_THAT(UsingsIn(project.csharp_projects[1], project.csharp_defaults),
              AllOf(Contains("Mid"), Contains("System"), Not(Contains("Top"))));
  CSharpProject other;
  other.directory = "ab";
  EXPECT_THAT(UsingsIn(other, project.csharp_defaults), ElementsAre("Top"));
}

TEST(ProjectFiles, ProjectsOfCSharpInOneDirectoryShareWhatTheyImport) {
  ProjectFiles project = Read("a/one.csproj", R"(<ImplicitUsings>Enable</ImplicitUsings>
      <Using Remove="System.IO" /><Using Remove="System.Linq" /><Using Include="One" />)");
  AddProjectFile("/", "a/two.csproj", R"(<Using Remove="System.IO" /><Using Include="Two" />)",
                 project);
  JoinByDirectory(project.csharp_projects);

  ASSERT_EQ(project.csharp_projects.size(), 1u);
  EXPECT_THAT(
      UsingsIn(project.csharp_projects[0]),
      AllOf(IsSupersetOf({"One", "Two", "System", "System.Linq"}), Not(Contains("System.IO"))));
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
