#include "uses/defined_again.h"

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
    Gather(name);
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

  std::vector<UsePlace> UsesOfOthers(const SymbolRow& row,
                                     const std::function<bool(SymbolId)>& known) {
    Gather(row.name);
    std::vector<UsePlace> uses;
    const auto asked = std::find_if(defined_.begin(), defined_.end(), [&](const Defined& defined) {
      return defined.row.id == row.id;
    });
    if (asked == defined_.end()) return uses;
    for (const Defined& other : defined_) {
      const bool is_other = other.row.id != row.id && other.row.scope == row.scope;
      const bool may_be_meant =
          is_other && other.is_used && !known(other.row.id) && AreAlternatives(*asked, other);
      if (may_be_meant) AddUses(other, uses);
    }
    for (const UnresolvedRow& outside : outside_rows_) {
      const bool is_asked = asked->leaves_file || view_.FileOf(outside.source) == row.file;
      if (IsConditional(row) && is_asked) uses.push_back({outside.source, outside.site});
    }
    return uses;
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

  // Finds the definitions of the name, and the uses of it as an external one.
  void Gather(std::string_view name) {
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
      if (!leaves || !HasBranches(TraitsOf(view_.File(file).language))) continue;
      outside_.push_back(file);
      outside_rows_.push_back(row);
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
    return std::any_of(edges_.begin(), edges_.end(),
                       [&](const Neighbor& edge) { return IsUse(edge, row, traits); });
  }

  bool IsUse(const Neighbor& edge, const SymbolRow& row, const LanguageTraits& traits) const {
    if (!TraitsOf(edge.type).carries_dependence) return false;
    if (HasBranches(traits)) return true;
    const SymbolRow user = view_.Symbol(edge.symbol);
    return user.name != row.name || user.parent != row.parent;
  }

  void AddUses(const Defined& defined, std::vector<UsePlace>& uses) {
    view_.In(defined.row.id, edges_);
    for (const Neighbor& edge : edges_) {
      if (!IsUse(edge, defined.row, defined.traits)) continue;
      view_.Sites(edge, sites_);
      if (sites_.empty()) sites_.push_back({});
      for (const Position site : sites_) uses.push_back({edge.symbol, site});
    }
  }

  const graph::ReadView& view_;
  const NameGroup group_;
  SymbolNotes& notes_;
  std::vector<Defined> defined_;
  std::vector<FileId> outside_;  // files of the rows below, in order
  std::vector<UnresolvedRow> outside_rows_;
  std::vector<Neighbor> edges_;
  std::vector<Position> sites_;
};

}  // namespace

void NoteDefinedAgain(const graph::ReadView& view, std::string_view name, NameGroup group,
                      SymbolNotes& notes) {
  RepeatedDefinitionFinder(view, group, notes).Note(name);
}

std::vector<UsePlace> UsesOfAlternatives(const graph::ReadView& view, SymbolId symbol,
                                         const std::function<bool(SymbolId)>& known,
                                         SymbolNotes& notes) {
  const SymbolRow row = view.Symbol(symbol);
  const NameGroup group = NameGroupOf(view.File(row.file).language);
  return RepeatedDefinitionFinder(view, group, notes).UsesOfOthers(row, known);
}

}  // namespace waymark::retrieval
