// What the file says of objects whose types nothing tells.
#include <algorithm>

#include "resolve/file_resolver.h"

namespace waymark::indexer {

// The name of the variable, the field or the property that an expression reads, where names are
// telling; else empty.
std::string_view FileResolver::VariableNamed(ExpressionIndex index) {
  if (!evaluator_.RulesOfFile(file_).sends_messages) return {};
  const Expression* read = &At(index);
  if (read->kind == ExpressionKind::kCall && read->operand != kNoIndex) read = &At(read->operand);
  const bool named = read->kind == ExpressionKind::kName || read->kind == ExpressionKind::kMember;
  if (!named || read->count > 0) return {};
  const std::string_view text = out_->facts.strings.at(read->name);
  return text.substr(std::min(text.find_first_not_of('@'), text.size()));
}

// What is sent to each variable, in the whole file and in each definition.
void FileResolver::CollectSent() {
  has_sent_ = true;
  for (const Reference& reference : out_->facts.references) {
    if (reference.role != ReferenceRole::kCall) continue;
    const Expression& call = At(reference.expression);
    if (call.kind != ExpressionKind::kCall || call.operand == kNoIndex) continue;
    const Expression& callee = At(call.operand);
    if (callee.kind != ExpressionKind::kMember || callee.operand == kNoIndex) continue;
    const std::string_view variable = VariableNamed(callee.operand);
    const Name name = evaluator_.ExpressionAt(file_, call.operand).name;
    if (variable.empty() || name == Name::kUnknown || name == Name::kEmpty) continue;
    for (const std::uint32_t owner : {kNoIndex, reference.owner}) {
      std::vector<Name>& sent = sent_[{owner, variable}];
      if (std::find(sent.begin(), sent.end(), name) == sent.end()) sent.push_back(name);
    }
  }
}

Receiver FileResolver::ReceiverNamed(std::string_view variable, std::uint32_t owner) {
  if (variable.empty()) return {};
  if (!has_sent_) CollectSent();
  return {variable, sent_[{kNoIndex, variable}], sent_[{owner, variable}]};
}

}  // namespace waymark::indexer
