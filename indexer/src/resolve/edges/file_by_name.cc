// Members that a string names (getattr), and accesses to any member of an object.
#include <string>
#include <utility>
#include <vector>

#include "graph/open_names.h"
#include "resolve/edges/file_resolver.h"

namespace waymark::indexer {
namespace {

// Any member may be meant.
Resolution Anything() {
  Resolution any;
  any.dynamic = true;
  return any;
}

}  // namespace

void FileResolver::AddByName(const Reference& reference) {
  const std::string_view name = NameOf(reference.expression);
  if (name == kAnyMember || name == kAnyLiteralMember) return AddAnyMember(reference);
  const Expression& member = At(reference.expression);
  const bool is_member = member.kind == ExpressionKind::kMember;
  if (is_member && member.count == kOfObject) return AddKey(reference);
  if (is_member && member.count == kUnconsumedIdentifier) return AddUnconsumedIdentifier(reference);
  if (IsPasted(name)) return AddAnyMember(reference);
  if (At(reference.expression).operand != kNoIndex) return AddValue(reference);
  if (!program_.IsMemberName(file_, program_.names.Find(name))) return;
  AddUnresolved(reference.owner, name, EdgeType::kReferences, reference.site, Anything());
}

// A name that is not known, or only in part.
void FileResolver::AddAnyMember(const Reference& reference) {
  const std::string_view name = NameOf(reference.expression);
  const Expression& member = At(reference.expression);
  if (member.count == kOfOwnFile) {
    const std::vector<Meant> own = {{{file_, 0}}};
    return AddAmbiguous(reference.owner, kAnyMember, EdgeType::kReferences, reference.site, own);
  }
  Resolution object;
  if (member.operand != kNoIndex) {
    object = evaluator_.AskValue(PlaceOf(reference), member.operand);
    const bool is_foreign = object.empty() && object.IsForeign() && !object.escaped;
    if (is_foreign && !object.dynamic) return;
  }
  std::vector<Meant> holders;
  for (const Entity& entity : object.entities()) {
    const bool has_members =
        (entity.kind == EntityKind::kInstance || entity.kind == EntityKind::kSymbol) &&
        IsTypeLike(entity.symbol);
    if (has_members) holders.push_back({entity.symbol});
    if (entity.kind == EntityKind::kModule) holders.push_back({{entity.index, 0}});
  }
  const bool all = !holders.empty() && holders.size() == object.size() && !object.more;
  if (all) {
    return AddAmbiguous(reference.owner, IsPasted(name) ? kAnyMember : name, EdgeType::kReferences,
                        reference.site, holders);
  }
  if (!IsPasted(name)) {
    return AddUnresolved(reference.owner, name, EdgeType::kReferences, reference.site, Anything());
  }
  for (std::string& key : KeysOfPasted(name)) {
    out_->texts.push_back(std::move(key));
    AddUnresolved(reference.owner, out_->texts.back(), EdgeType::kReferences, reference.site,
                  Anything());
  }
}

}  // namespace waymark::indexer
