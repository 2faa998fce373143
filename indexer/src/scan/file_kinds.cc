#include "scan/file_kinds.h"

#include <algorithm>
#include <iterator>

#include "text/paths.h"

namespace waymark::indexer {
namespace {

struct KindRow {
  std::string_view key;  // an extension with its dot, or a whole name
  std::string_view kind;
};

// In byte order of the keys, for the binary search. No row names a file of an indexed language.
constexpr KindRow kKinds[] = {
    {".R", "R"},
    {".S", "Assembly"},
    {".adb", "Ada"},
    {".ads", "Ada"},
    {".asm", "Assembly"},
    {".astro", "Astro"},
    {".axaml", "XAML"},
    {".bash", "Shell"},
    {".bat", "Batch"},
    {".bzl", "Bazel"},
    {".cbl", "COBOL"},
    {".cfg", "INI"},
    {".clj", "Clojure"},
    {".cljc", "Clojure"},
    {".cljs", "Clojure"},
    {".cmake", "CMake"},
    {".cmd", "Batch"},
    {".cob", "COBOL"},
    {".coffee", "CoffeeScript"},
    {".cr", "Crystal"},
    {".cshtml", "Razor"},
    {".css", "CSS"},
    {".d", "D"},
    {".dart", "Dart"},
    {".dockerfile", "Dockerfile"},
    {".ejs", "Templates"},
    {".el", "Emacs Lisp"},
    {".elm", "Elm"},
    {".erl", "Erlang"},
    {".ex", "Elixir"},
    {".exs", "Elixir"},
    {".f", "Fortran"},
    {".f03", "Fortran"},
    {".f90", "Fortran"},
    {".f95", "Fortran"},
    {".fish", "Shell"},
    {".frag", "Shaders"},
    {".fs", "F#"},
    {".fsi", "F#"},
    {".fsx", "F#"},
    {".ftl", "Templates"},
    {".glsl", "Shaders"},
    {".gohtml", "Templates"},
    {".gotmpl", "Templates"},
    {".gql", "GraphQL"},
    {".gradle", "Groovy"},
    {".graphql", "GraphQL"},
    {".groovy", "Groovy"},
    {".haml", "Haml"},
    {".hbs", "Templates"},
    {".hcl", "Terraform"},
    {".hlsl", "Shaders"},
    {".hrl", "Erlang"},
    {".hs", "Haskell"},
    {".htm", "HTML"},
    {".html", "HTML"},
    {".ini", "INI"},
    {".j2", "Templates"},
    {".jinja", "Templates"},
    {".jinja2", "Templates"},
    {".jl", "Julia"},
    {".json", "JSON"},
    {".json5", "JSON"},
    {".jsonc", "JSON"},
    {".jsp", "Templates"},
    {".jspx", "Templates"},
    {".kt", "Kotlin"},
    {".kts", "Kotlin"},
    {".l", "Lex"},
    {".less", "CSS"},
    {".lex", "Lex"},
    {".lisp", "Lisp"},
    {".ll", "Lex"},
    {".lua", "Lua"},
    {".m", "Objective-C"},
    {".mako", "Templates"},
    {".metal", "Shaders"},
    {".mk", "Make"},
    {".ml", "OCaml"},
    {".mli", "OCaml"},
    {".mm", "Objective-C"},
    {".mustache", "Templates"},
    {".nim", "Nim"},
    {".nix", "Nix"},
    {".njk", "Templates"},
    {".pas", "Pascal"},
    {".pl", "Perl"},
    {".pm", "Perl"},
    {".properties", "INI"},
    {".proto", "Protobuf"},
    {".ps1", "PowerShell"},
    {".psm1", "PowerShell"},
    {".pug", "Templates"},
    {".pxd", "Cython"},
    {".pxi", "Cython"},
    {".pyx", "Cython"},
    {".r", "R"},
    {".razor", "Razor"},
    {".rkt", "Lisp"},
    {".s", "Assembly"},
    {".sass", "CSS"},
    {".sc", "Scala"},
    {".scala", "Scala"},
    {".scm", "Lisp"},
    {".scss", "CSS"},
    {".sh", "Shell"},
    {".slim", "Slim"},
    {".sol", "Solidity"},
    {".sql", "SQL"},
    {".styl", "CSS"},
    {".svelte", "Svelte"},
    {".swift", "Swift"},
    {".tcl", "Tcl"},
    {".templ", "Templates"},
    {".tf", "Terraform"},
    {".tfvars", "Terraform"},
    {".thrift", "Thrift"},
    {".tmpl", "Templates"},
    {".toml", "TOML"},
    {".tpl", "Templates"},
    {".twig", "Templates"},
    {".vb", "Visual Basic"},
    {".vert", "Shaders"},
    {".vim", "Vim script"},
    {".vm", "Templates"},
    {".vue", "Vue"},
    {".wgsl", "Shaders"},
    {".xaml", "XAML"},
    {".xhtml", "HTML"},
    {".xml", "XML"},
    {".xsd", "XML"},
    {".xsl", "XML"},
    {".xslt", "XML"},
    {".y", "Yacc"},
    {".yaml", "YAML"},
    {".yml", "YAML"},
    {".ypp", "Yacc"},
    {".yy", "Yacc"},
    {".zig", "Zig"},
    {".zsh", "Shell"},
    {"BUILD.bazel", "Bazel"},
    {"CMakeLists.txt", "CMake"},
    {"Containerfile", "Dockerfile"},
    {"Dockerfile", "Dockerfile"},
    {"GNUmakefile", "Make"},
    {"Makefile", "Make"},
};

std::string_view FindKind(std::string_view key) {
  const auto* const row = std::lower_bound(
      std::begin(kKinds), std::end(kKinds), key,
      [](const KindRow& entry, std::string_view wanted) { return entry.key < wanted; });
  return row != std::end(kKinds) && row->key == key ? row->kind : std::string_view();
}

}  // namespace

std::string_view UnindexedKindOf(std::string_view path) {
  const std::string_view name = FileNameOf(path);
  const std::string_view of_name = FindKind(name);
  if (!of_name.empty()) return of_name;
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? std::string_view()
                                                   : FindKind(name.substr(dot));
}

void UnindexedCounter::Add(std::string_view kind) {
  if (!kind.empty()) ++counts_[kind];
}

std::vector<KindCount> UnindexedCounter::Counts() const {
  std::vector<KindCount> counts;
  counts.reserve(counts_.size());
  for (const auto& [kind, files] : counts_) counts.push_back({std::string(kind), files});
  std::stable_sort(counts.begin(), counts.end(),
                   [](const KindCount& a, const KindCount& b) { return a.files > b.files; });
  return counts;
}

}  // namespace waymark::indexer
