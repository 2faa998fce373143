// Ruby: `require` finds a file by its path below some directory of the search path, mostly `lib`;
// `require_relative` starts at the file's own directory.
#include <string>
#include <vector>

#include <fmt/format.h>

#include "languages/ruby/ruby_language.h"
#include "resolve/program/module_rules.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kRubyExtension = ".rb";

void PrepareRuby(Program&, const ProjectFiles&) {}

// The file nearest to the importer among files whose path ends with `path`; none if two are equally
// near.
Target NearestRubyFile(const Program& program, FileIndex from, std::string_view path) {
  std::vector<FileIndex> found;
  program.paths.EndingWith(path, found);
  Target best{TargetKind::kExternal, kNoIndex};
  std::size_t best_shared = 0;
  for (const FileIndex file : found) {
    const std::size_t shared =
        SharedDirectories(program.paths.Path(from), program.paths.Path(file));
    if (best.kind == TargetKind::kFile && shared <= best_shared) {
      if (shared == best_shared) best.kind = TargetKind::kUnknown;
      continue;
    }
    if (best.kind == TargetKind::kUnknown && shared <= best_shared) continue;
    best = {TargetKind::kFile, file};
    best_shared = shared;
  }
  return best.kind == TargetKind::kUnknown ? Target{} : best;
}

ImportLink LinkRubyImport(const Program& program, const ProjectFiles&, FileIndex from,
                          const ModelImport& import) {
  const std::string_view written = program.names.Text(import.module);
  std::string path(written);
  if (!written.ends_with(kRubyExtension)) path += kRubyExtension;
  ImportLink link;
  const bool from_here =
      import.level > 0 || written.starts_with("./") || written.starts_with("../");
  if (from_here) {
    const auto joined = JoinPath(DirectoryOf(program.paths.Path(from)), path);
    const auto file = joined.has_value() ? program.paths.File(*joined) : std::nullopt;
    if (file.has_value()) link.module = {TargetKind::kFile, *file};
  } else {
    for (const std::string_view root : {"lib/", ""}) {
      const auto file = program.paths.File(fmt::format("{}{}", root, path));
      if (!file.has_value()) continue;
      link.module = {TargetKind::kFile, *file};
      break;
    }
    if (link.module.kind != TargetKind::kFile) {
      link.module = NearestRubyFile(program, from, fmt::format("lib/{}", path));
    }
    if (link.module.kind == TargetKind::kExternal && path.find('/') != std::string::npos) {
      link.module = NearestRubyFile(program, from, path);
    }
  }
  link.bound = link.module;
  return link;
}

}  // namespace

const ModuleRule kRubyModuleRule = {.prepare = PrepareRuby,
                                    .link = LinkRubyImport,
                                    .link_spaces = LinkOpenTypesOf,
                                    .link_parts = LinkOpenTypes};

}  // namespace waymark::indexer
