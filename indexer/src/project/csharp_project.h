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

inline constexpr std::string_view kCSharpDefaults = "Directory.Build.props";

// `global using name;` or, with an alias, `global using alias = name;`.
struct CSharpUsing {
  std::string name;
  std::string alias;  // empty: all that it holds

  auto operator<=>(const CSharpUsing&) const = default;
};

// What one or several files of a directory say.
struct CSharpProject {
  std::string directory;  // relative to the root, "" for the root
  std::vector<CSharpUsing> usings;
  std::vector<std::string> removed;     // of those of others: the implicit ones, and from above
  std::optional<bool> implicit_usings;  // none: not said
  bool continues = false;  // takes in the Directory.Build.props of the directories above
};

// Adds what the text of a .csproj or Directory.Build.props says. What is no XML says nothing. Cost:
// linear in the bytes.
void AddCSharpProject(std::string_view text, CSharpProject& project);

// Orders them by directory and makes one of those of one directory, which share its files: what any
// of them imports counts.
void JoinByDirectory(std::vector<CSharpProject>& projects);

// All that the files of a project import, those of `defaults`, the Directory.Build.props of the
// tree in order of directories, among them: the nearest above the project, and those that it takes
// in. Ordered, each once.
std::vector<CSharpUsing> UsingsOf(const CSharpProject& project,
                                  const std::vector<CSharpProject>& defaults);

}  // namespace waymark::indexer
