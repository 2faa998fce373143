#include "impact/defined_again.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <tuple>
#include <vector>

#include "graph/languages.h"
#include "retrieval/reach.h"
#include "traits/constants.h"
#include "traits/edge_traits.h"

namespace waymark::retrieval {
namespace {

struct Defined {
  SymbolRow row;
  std::reference_wrapper<const LanguageTraits> traits;
  bool is_used = false;
  bool leaves_file = false;
};

bool IsConditional(const SymbolRow& row) { return (row.flags & kSymbolConditional) != 0; }

bool IsDefinedAsCode(const SymbolRow& row) {
  if ((row.flags & kSymbolDeclaration) != 0) return false;
  return row.kind == SymbolKind::kFunction || row.kind == SymbolKind::kMethod ||
         (row.flags & kSymbolMacro) != 0;
}

bool HasBranches(const LanguageTraits& traits) {
  return traits.alternatives == Alternatives::kBranches;
}

std::string_view DirectoryOfFile(const graph::ReadView& view, FileId file) {
  const std::string_view path = view.File(file).path;
  return path.substr(0, path.rfind('/') + 1);
}

// Whether #if decides which of two definitions a name in their scope means.
bool AreBranches(const Defined& a, const Defined& b) {
  const bool is_same_file = a.row.file == b.row.file;
  const bool is_same_list = a.row.discriminator == b.row.discriminator;
  if (is_same_file && is_same_list) return true;
  const bool has_macro = ((a.row.flags | b.row.flags) & kSymbolMacro) != 0;
  const bool meet = is_same_file || (a.leaves_file && b.leaves_file);
  return (IsConditional(a.row) || IsConditional(b.row)) && (is_same_list || has_macro) && meet;
}

class RepeatedDefinitionFinder {
 public:
  RepeatedDefinitionFinder(const graph::ReadView& view, NameGroup group, SymbolNotes& notes)
      : view_(view), group_(group), notes_(notes) {}

  void Note(std::string_view name) {
    std::vector<SymbolId> named;
    view_.WithName(name, named);
    bool is_any_conditional = false;
    for (const SymbolId symbol : named) {
      const SymbolRow row = view_.Symbol(symbol);
      const Language language = view_.File(row.file).language;
      if (!IsDefinedAsCode(row) || NameGroupOf(language) != group_) continue;
      const LanguageTraits& traits = TraitsOf(language);
      defined_.push_back({row, traits, IsUsed(row, traits), LeavesFile(view_, row)});
      is_any_conditional |= IsConditional(row);
    }
    if (is_any_conditional) FindUsesOutside(name);
    std::sort(defined_.begin(), defined_.end(), [](const Defined& a, const Defined& b) {
      return std::tie(a.row.scope, a.row.id) < std::tie(b.row.scope, b.row.id);
    });
    for (auto first = defined_.begin(); first != defined_.end();) {
      const auto last = std::find_if(first, defined_.end(), [&](const Defined& other) {
        return other.row.scope != first->row.scope;
      });
      NoteOfScope(std::span(first, last));
      first = last;
    }
  }

 private:
  // Whether one definition replaces the other: in a branch, as an accessor of the same property, or
  // for another platform.
  bool AreAlternatives(const Defined& a, const Defined& b) const {
    const LanguageTraits& traits = a.traits;
    if (HasBranches(traits)) return AreBranches(a, b);
    const bool is_same_side = ((a.row.flags ^ b.row.flags) & kSymbolStatic) == 0;
    const bool is_same_list = a.row.discriminator == b.row.discriminator;
    if (!is_same_side || (traits.parameters_distinguish && !is_same_list)) return false;
    // What conditions leave one of, they leave with the module around it, in whichever file.
    if (traits.alternatives == Alternatives::kAnywhere) return true;
    if (a.row.file == b.row.file) return a.row.parent == b.row.parent;
    return traits.alternatives == Alternatives::kDirectory &&
           DirectoryOfFile(view_, a.row.file) == DirectoryOfFile(view_, b.row.file);
  }

  void NoteOfScope(std::span<const Defined> named) {
    for (const Defined& asked : named) {
      const auto may_mean = [&](const Defined& other) {
        return other.is_used && other.row.id != asked.row.id && AreAlternatives(asked, other);
      };
      const bool is_bound = named.size() <= kMaxAlternatives;
      const bool is_again =
          (is_bound && std::any_of(named.begin(), named.end(), may_mean)) || IsUsedOutside(asked);
      if (is_again) notes_.Of(asked.row.id).facts |= SymbolNotes::kDefinedAgain;
    }
  }

  // Finds files in which the name is an external one.
  void FindUsesOutside(std::string_view name) {
    std::vector<UnresolvedRow> rows;
    view_.UnresolvedWithName(name, rows);
    for (const UnresolvedRow& row : rows) {
      const bool leaves = row.reason == UnresolvedReason::kExternal;
      const FileId file = view_.FileOf(row.source);
      if (leaves && HasBranches(TraitsOf(view_.File(file).language))) outside_.push_back(file);
    }
    std::sort(outside_.begin(), outside_.end());
  }

  // Whether a branch of #if defines a name that is used as an external one.
  bool IsUsedOutside(const Defined& asked) const {
    if (!IsConditional(asked.row)) return false;
    if (asked.leaves_file) return !outside_.empty();
    return std::binary_search(outside_.begin(), outside_.end(), asked.row.file);
  }

  // By others: `@name.setter` names the property that it belongs to.
  bool IsUsed(const SymbolRow& row, const LanguageTraits& traits) {
    view_.In(row.id, edges_);
    return std::any_of(edges_.begin(), edges_.end(), [&](const Neighbor& edge) {
      if (!TraitsOf(edge.type).carries_dependence) return false;
      if (HasBranches(traits)) return true;
      const SymbolRow user = view_.Symbol(edge.symbol);
      return user.name != row.name || user.parent != row.parent;
    });
  }

  const graph::ReadView& view_;
  const NameGroup group_;
  SymbolNotes& notes_;
  std::vector<Defined> defined_;
  std::vector<FileId> outside_;
  std::vector<Neighbor> edges_;
};

}  // namespace

void NoteDefinedAgain(const graph::ReadView& view, std::string_view name, NameGroup group,
                      SymbolNotes& notes) {
  RepeatedDefinitionFinder(view, group, notes).Note(name);
}

}  // namespace waymark::retrieval
