#include "uses/language_doubts.h"

#include <array>
#include <map>
#include <vector>

#include "graph/open_names.h"
#include "retrieval/incompleteness.h"
#include "traits/prose.h"

namespace waymark::retrieval {
namespace {

constexpr std::uint32_t kEveryGroup = 0xFFFFFFFF;

// The extension with its dot, or the whole name if there is none.
std::string_view ExtensionOf(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? name : name.substr(dot);
}

std::uint32_t GroupsOf(Language language) {
  if (language == Language::kNone) return kEveryGroup;
  return IsCode(language) ? BitOf(NameGroupOf(language)) : 0;
}

// The groups of the indexed files, by extension.
std::map<std::string_view, std::uint32_t> GroupsOfExtensions(const graph::ReadView& view) {
  std::map<std::string_view, std::uint32_t> groups;
  for (std::uint32_t i = 0; i < view.file_bound(); ++i) {
    if (!view.IsLive(FileId{i})) continue;
    const FileRow file = view.File(FileId{i});
    groups[ExtensionOf(file.path)] |= GroupsOf(file.language);
  }
  return groups;
}

// A binary file contains no references, and a submodule is a repository of its own.
bool MayHoldReferences(SkipReason reason) {
  return reason != SkipReason::kBinary && reason != SkipReason::kSubmodule;
}

std::uint32_t GroupsWithSymbols(const graph::ReadView& view) {
  std::uint32_t groups = 0;
  for (std::uint32_t i = 0; i < view.file_bound(); ++i) {
    if (view.IsLive(FileId{i})) groups |= BitOf(NameGroupOf(view.File(FileId{i}).language));
  }
  return groups & ~BitOf(NameGroup::kNone) & ~BitOf(kDocumentGroup);
}

}  // namespace

void VisitUnreadFiles(
    const graph::ReadView& view,
    const std::function<void(std::string_view path, std::uint32_t groups)>& visitor) {
  std::map<std::string_view, std::uint32_t> of_extension;
  for (const SkippedFile& skipped : view.Skipped()) {
    if (!MayHoldReferences(skipped.reason)) continue;
    if (of_extension.empty()) of_extension = GroupsOfExtensions(view);
    const auto known = of_extension.find(ExtensionOf(skipped.path));
    visitor(skipped.path, known == of_extension.end() ? kEveryGroup : known->second);
  }
  for (std::uint32_t i = 0; i < view.file_bound(); ++i) {
    const FileId file{i};
    if (!view.IsLive(file) || (view.FileFlags(file) & kFileTruncated) == 0) continue;
    const FileRow row = view.File(file);
    visitor(row.path, GroupsOf(row.language));
  }
}

std::vector<LanguageDoubts> FindLanguageDoubts(const graph::ReadView& view) {
  std::array<LanguageDoubts, kNameGroupCount> all;
  VisitUnreadFiles(view, [&all](std::string_view path, std::uint32_t groups) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      if ((groups & BitOf(NameGroup(i))) != 0) all[i].unread_files.push_back(path);
    }
  });
  std::vector<UnresolvedRow> rows;
  for (const std::string_view name : {kAnyMember, kAnyLiteralMember}) {
    view.UnresolvedWithName(name, rows);
    for (const UnresolvedRow& row : rows) {
      if (row.candidates_count != 0 || row.reason == UnresolvedReason::kExternal) continue;
      const NameGroup group = NameGroupOf(view.File(view.FileOf(row.source)).language);
      all[static_cast<std::size_t>(group)].computed_names.push_back(
          {.source = row.source, .site = row.site, .doubt = Doubt::kComputedName});
    }
  }
  const std::uint32_t with_symbols = GroupsWithSymbols(view);
  std::vector<LanguageDoubts> doubts;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool has_any = !all[i].unread_files.empty() || !all[i].computed_names.empty();
    if (!has_any || (with_symbols & BitOf(NameGroup(i))) == 0) continue;
    all[i].group = NameGroup(i);
    doubts.push_back(std::move(all[i]));
  }
  return doubts;
}

}  // namespace waymark::retrieval
