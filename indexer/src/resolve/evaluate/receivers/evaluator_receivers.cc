// Receiver heuristics: an object of unknown type is of a type that its variable is named after, or
// of one that understands all messages to it. Variables of one name in one file mostly hold the
// same type.
#include <algorithm>

#include "resolve/evaluate/evaluator.h"
#include "text/sort_unique.h"

namespace waymark::indexer {
namespace {

constexpr std::size_t kMaxMessages = 24;   // messages to one receiver
constexpr std::size_t kMaxDeclaring = 48;  // types; a name that more types declare says nothing
constexpr std::size_t kMaxUsers = 8;       // users that stand in for a mixin
constexpr std::size_t kEnoughForeign =
    3;  // names that foreign values have too and that still count as evidence

// Whether `url_drop` is the usual variable name for a UrlDrop.
bool IsNamedAfter(std::string_view variable, std::string_view type) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < type.size(); ++i) {
    const bool capital = type[i] >= 'A' && type[i] <= 'Z';
    if (capital && i > 0 && (at >= variable.size() || variable[at++] != '_')) return false;
    const char lower = capital ? static_cast<char>(type[i] - 'A' + 'a') : type[i];
    if (at >= variable.size() || variable[at++] != lower) return false;
  }
  return at == variable.size();
}

}  // namespace

// A variable is often named after its type: of several types with the method, that one is meant.
// False if no type has the name.
bool Evaluator::KeepNamed(std::string_view receiver, std::vector<SymbolRef>& methods) const {
  const auto other = [&](SymbolRef method) {
    const SymbolRef type = program_.ParentOf(method);
    return !IsNamedAfter(receiver, program_.names.Text(program_.Definition(type).name));
  };
  if (receiver.empty() || std::all_of(methods.begin(), methods.end(), other)) return false;
  std::erase_if(methods, other);
  return true;
}

// The types with a method of that name that the file may mean. One file asks for the same name
// again and again. Valid until another file is resolved.
std::span<const SymbolRef> Evaluator::TypesDeclaring(FileIndex from, Name name) {
  if (from != declaring_from_) {
    declaring_.clear();
    declaring_from_ = from;
  }
  const auto [at, is_new] = declaring_.try_emplace(name);
  std::vector<SymbolRef>& types = at->second;
  if (!is_new) return types;
  for (const auto& pair : program_.methods.Find({program_.NamesOf(from), name})) {
    if (program_.IsApart(from, pair.value.file)) continue;
    if (program_.Definition(pair.value).Has(kSymbolStatic)) continue;
    types.push_back(program_.CanonicalOf(program_.ParentOf(pair.value)));
  }
  SortUnique(types);
  return types;
}

// Collects the messages with the types that declare them. False if no type of this repository
// understands one of them: then the object is foreign.
bool Evaluator::CollectMessages(FileIndex from, std::span<const Name> sent,
                                std::vector<Message>& out) {
  for (const Name name : sent.first(std::min(sent.size(), kMaxMessages))) {
    if (program_.IsPredeclared(from, name)) continue;  // every object understands it
    const Message message{name, TypesDeclaring(from, name)};
    if (message.types.empty() && program_.IsForeignMember(from, name)) return false;
    const bool tells = !message.types.empty() && message.types.size() <= kMaxDeclaring;
    if (tells) out.push_back(message);
  }
  return true;
}

// The types that declare or inherit all the messages. Of related types only the base counts. Its
// users stand in for a mixin.
std::vector<SymbolRef> Evaluator::TypesUnderstanding(std::span<const Message> messages) const {
  std::vector<SymbolRef> possible;
  for (const Message& message : messages) {
    for (const SymbolRef type : message.types) {
      possible.push_back(type);
      const auto users = program_.mixin_users.Find(type);
      if (users.size() > kMaxUsers) continue;
      for (const auto& pair : users) possible.push_back(pair.value);
    }
  }
  SortUnique(possible);
  std::erase_if(possible, [&](SymbolRef type) {
    const std::span<const SymbolRef> alone(&type, 1);
    std::span<const SymbolRef> lineage = program_.LineageOf(type);
    if (lineage.empty()) lineage = alone;
    return !std::all_of(messages.begin(), messages.end(), [&](const Message& message) {
      return std::any_of(lineage.begin(), lineage.end(), [&](SymbolRef ancestor) {
        return std::binary_search(message.types.begin(), message.types.end(), ancestor);
      });
    });
  });
  const std::vector<SymbolRef> all = possible;
  std::erase_if(possible, [&](SymbolRef type) {
    const auto lineage = program_.LineageOf(type);
    return std::any_of(lineage.begin(), lineage.end(), [&](SymbolRef ancestor) {
      return ancestor != type && std::binary_search(all.begin(), all.end(), ancestor);
    });
  });
  return possible;
}

// Keeps the methods that a message to objects of those types can run. False if there are none.
bool Evaluator::KeepOf(std::span<const SymbolRef> types, std::vector<SymbolRef>& methods) const {
  std::vector<SymbolRef> kept;
  for (const SymbolRef type : types) {
    const std::span<const SymbolRef> alone(&type, 1);
    std::span<const SymbolRef> lineage = program_.LineageOf(type);
    if (lineage.empty()) lineage = alone;
    for (const SymbolRef ancestor : lineage) {
      const std::size_t before = kept.size();
      for (const SymbolRef method : methods) {
        if (program_.CanonicalOf(program_.ParentOf(method)) == ancestor) kept.push_back(method);
      }
      if (kept.size() > before) break;
    }
  }
  if (kept.empty()) return false;
  SortUnique(kept);
  methods = std::move(kept);
  return true;
}

void Evaluator::KeepTelling(FileIndex from, const Receiver& receiver, Name name,
                            std::vector<SymbolRef>& methods) {
  if (methods.empty() || KeepNamed(receiver.name, methods)) return;
  const bool foreign = program_.IsForeignMember(from, name);
  for (const std::span<const Name> sent : {receiver.sent_in_file, receiver.sent_here}) {
    std::vector<Message> messages;
    if (!CollectMessages(from, sent, messages)) continue;
    const bool ours = std::any_of(messages.begin(), messages.end(), [&](const Message& message) {
      return !program_.IsForeignMember(from, message.name);
    });
    if (!ours && messages.size() < kEnoughForeign) continue;
    if (KeepOf(TypesUnderstanding(messages), methods)) return;
  }
  if (foreign) methods.clear();
}

}  // namespace waymark::indexer
