// Which namespaces and types the project files of C# import for every file of a project.
//
//   <Using Include="Shop.Core" />  <Using Include="Shop.Money" Static="true" />
//   <Using Include="Shop.Cart" Alias="Basket" />  <ImplicitUsings>enable</ImplicitUsings>
//
// Conditions are not evaluated: what any branch imports counts.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace waymark::indexer {

inline constexpr std::string_view kCSharpDefaults[] = {"Directory.Build.props",
                                                       "Directory.Build.targets"};

// `global using name;` or, with an alias, `global using alias = name;`.
struct CSharpUsing {
  std::string name;
  std::string alias;  // empty: its content

  auto operator<=>(const CSharpUsing&) const = default;
};

// The settings of the project files of one directory.
struct CSharpProject {
  std::string directory;  // relative to the root, "" for the root
  std::vector<CSharpUsing> usings;
  std::vector<std::string> removed;     // removes implicit imports and those from above
  std::optional<bool> implicit_usings;  // nullopt: not set
  bool continues = false;               // includes the defaults of the directories above
};

// Adds the settings in the text of a .csproj or of kCSharpDefaults, without a look at conditions.
// Ignores text that is no XML.
// Cost: linear in the bytes.
void AddCSharpProject(std::string_view text, CSharpProject& project);

// Orders projects by directory and merges those of one directory, which share its files: the
// imports of each apply.
void JoinByDirectory(std::vector<CSharpProject>& projects);

// All imports for the files of a project, with those of `defaults`, the kCSharpDefaults of
// the tree in order of directories: the nearest above the project, and those that it includes.
// Ordered, each once.
std::vector<CSharpUsing> UsingsOf(const CSharpProject& project,
                                  const std::vector<CSharpProject>& defaults);

}  // namespace waymark::indexer
