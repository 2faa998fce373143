// The layout of facts records. Each function lists the fields of one part in order, and serves both
// writing and reading.
#include <algorithm>

#include <fmt/format.h>

#include "facts/facts_stream.h"

namespace waymark::indexer {

// Reads and writes the parts of a StringTable: count, lengths, bytes.
class FactsCodec {
 public:
  static void Strings(FactsWriter& stream, const FileFacts& facts, std::uint32_t begin,
                      std::uint32_t end) {
    const StringTable& strings = facts.strings;
    stream.Number(end - begin);
    for (StringId id = begin; id < end; ++id) stream.Number(strings.at(id).size());
    const std::uint32_t first = strings.ends_[begin - 1];
    stream.Bytes(std::string_view(strings.bytes_).substr(first, strings.ends_[end - 1] - first));
  }

  static void Strings(FactsReader& stream, FileFacts& facts, std::uint32_t, std::uint32_t) {
    StringTable& strings = facts.strings;
    std::uint32_t count = 0;
    stream.Number(count);
    if (count > stream.left()) return stream.Fail();
    strings.ends_.reserve(strings.ends_.size() + count);
    const std::size_t before = strings.bytes_.size();
    std::uint64_t end = before;
    for (std::uint32_t i = 0; i < count && stream.ok(); ++i) {
      std::uint32_t size = 0;
      stream.Number(size);
      end += size;
      if (end - before > stream.left()) return stream.Fail();
      strings.ends_.push_back(static_cast<std::uint32_t>(end));
    }
    if (stream.ok()) strings.bytes_.append(stream.Bytes(static_cast<std::size_t>(end) - before));
  }
};

namespace {

// Flags in the first byte of an expression, above its kind.
constexpr std::uint8_t kExpressionKindMask = 0x0F;
constexpr std::uint8_t kHasOperand = 1 << 4;
constexpr std::uint8_t kHasSecond = 1 << 5;
constexpr std::uint8_t kHasName = 1 << 6;
constexpr std::uint8_t kHasCount = 1 << 7;

// Flags in the first byte of a reference, above its role, whose numbers begin with 1.
constexpr std::uint8_t kReferenceRoleMask = 0x0F;
constexpr std::uint8_t kOtherScope = 1 << 4;
constexpr std::uint8_t kOtherOwner = 1 << 5;
constexpr std::uint8_t kOtherLine = 1 << 6;
constexpr std::uint8_t kHasSubject = 1 << 7;

std::uint8_t HeadOf(const Expression& expression) {
  auto head = static_cast<std::uint8_t>(expression.kind);
  if (expression.operand != kNoIndex) head |= kHasOperand;
  if (expression.second != kNoIndex) head |= kHasSecond;
  if (expression.name != 0) head |= kHasName;
  if (expression.count != 0) head |= kHasCount;
  return head;
}

// An operand is stored as its distance before its user.
template <typename Stream, typename Index>
void CodeOperand(Stream& stream, Index& operand, std::size_t user) {
  std::uint32_t distance = Stream::kReads ? 0 : static_cast<std::uint32_t>(user) - operand;
  stream.Number(distance);
  if constexpr (Stream::kReads) {
    if (distance == 0 || distance > user) return stream.Fail();
    operand = static_cast<std::uint32_t>(user) - distance;
  }
}

template <typename Stream, typename Facts>
void CodeExpressions(Stream& stream, Facts& facts, std::size_t begin, std::size_t end,
                     std::uint32_t& next_string) {
  for (std::size_t i = begin; i < end; ++i) {
    auto& expression = facts.expressions[i];
    std::uint8_t head = HeadOf(expression);
    stream.Number(head);
    if constexpr (Stream::kReads) {
      expression.kind = static_cast<ExpressionKind>(head & kExpressionKindMask);
      if (expression.kind < ExpressionKind::kName || expression.kind > ExpressionKind::kTypeOf)
        return stream.Fail();
    }
    if ((head & kHasOperand) != 0) CodeOperand(stream, expression.operand, i);
    if ((head & kHasSecond) != 0) CodeOperand(stream, expression.second, i);
    if ((head & kHasName) != 0) stream.Fresh(expression.name, next_string, facts.strings.size());
    if ((head & kHasCount) != 0) stream.Number(expression.count);
  }
}

template <typename Stream, typename Position>
void CodePosition(Stream& stream, Position& position, std::uint32_t& line) {
  stream.Delta(position.line, line);
  stream.Number(position.column);
}

template <typename Stream, typename Facts>
void CodeScopes(Stream& stream, Facts& facts) {
  std::uint32_t parent = 0;
  std::uint32_t definition = 0;
  for (std::size_t i = 0; i < facts.scopes.size(); ++i) {
    auto& scope = facts.scopes[i];
    stream.Optional(scope.parent, parent, i);  // before its children
    stream.Enumerator(scope.kind, ScopeKind::kFile, ScopeKind::kBlock);
    stream.Optional(scope.definition, definition, facts.definitions.size());
  }
}

template <typename Stream, typename Facts>
void CodeDefinitions(Stream& stream, Facts& facts, std::uint32_t& next_string) {
  const std::size_t strings = facts.strings.size();
  const std::size_t expressions = facts.header_expression_count;
  std::uint32_t line = 0;
  std::uint32_t base = 0;
  std::uint32_t doc = 0;
  std::uint32_t scope = 0;
  std::uint32_t inner_scope = 0;
  std::uint32_t expression = 0;
  for (auto& definition : facts.definitions) {
    stream.Fresh(definition.name, next_string, strings);
    stream.Fresh(definition.signature, next_string, strings);
    stream.Fresh(definition.discriminator, next_string, strings);
    stream.Enumerator(definition.kind, SymbolKind::kFunction, SymbolKind::kProcess);
    stream.Number(definition.flags);
    stream.Delta(definition.scope, scope);
    stream.Optional(definition.inner_scope, inner_scope, facts.scopes.size());
    stream.Optional(definition.owner, expression, expressions);
    stream.Optional(definition.declared_type, expression, expressions);
    stream.Optional(definition.return_type, expression, expressions);
    stream.Optional(definition.return_value, expression, expressions);
    stream.Number(definition.bases_count);
    if (definition.bases_count > 0) stream.Delta(definition.bases_begin, base);
    if constexpr (Stream::kReads) {
      if (std::uint64_t{definition.bases_begin} + definition.bases_count > facts.bases.size() ||
          definition.scope >= facts.scopes.size()) {
        return stream.Fail();
      }
    }
    stream.Number(definition.parameter_count);
    stream.Number(definition.required_count);
    stream.Number(definition.ordinal);
    CodePosition(stream, definition.range.begin, line);
    std::uint32_t inner_line = line;
    CodePosition(stream, definition.name_position, inner_line);
    inner_line = line;
    CodePosition(stream, definition.range.end, inner_line);
    std::uint32_t has_doc = definition.doc_end > definition.doc_begin ? 1 : 0;
    stream.Number(has_doc);
    if (has_doc != 0) {
      stream.Delta(definition.doc_begin, doc);
      stream.Delta(definition.doc_end, doc);
    }
  }
}

// The relation in the low bits, the flags above it.
template <typename Stream, typename BaseRecord>
void CodeBaseKind(Stream& stream, BaseRecord& base) {
  constexpr int kRelationBits = 7;
  auto kind = static_cast<std::uint16_t>(static_cast<unsigned>(base.relation) |
                                         static_cast<unsigned>(base.flags) << kRelationBits);
  stream.Number(kind);
  if constexpr (Stream::kReads) {
    const auto relation = static_cast<EdgeType>(kind & ((1 << kRelationBits) - 1));
    const int flags = kind >> kRelationBits;
    if (relation < EdgeType::kCalls || relation > EdgeType::kDeclares || flags > kBaseFlags) {
      return stream.Fail();
    }
    base.relation = relation;
    base.flags = static_cast<std::uint8_t>(flags);
  }
}

template <typename Stream, typename Facts>
void CodeDeclarations(Stream& stream, Facts& facts, std::uint32_t& next_string) {
  const std::size_t strings = facts.strings.size();
  const std::size_t expressions = facts.header_expression_count;
  std::uint32_t line = 0;
  std::uint32_t expression = 0;
  for (auto& base : facts.bases) {
    stream.Optional(base.type, expression, expressions);
    CodeBaseKind(stream, base);
    CodePosition(stream, base.site, line);
  }
  line = 0;
  for (auto& import : facts.imports) {
    stream.Index(import.scope, facts.scopes.size());
    stream.Fresh(import.module, next_string, strings);
    stream.Fresh(import.name, next_string, strings);
    stream.Fresh(import.alias, next_string, strings);
    stream.Number(import.level);
    stream.Number(import.flags);
    CodePosition(stream, import.site, line);
  }
  std::uint32_t scope = 0;
  expression = 0;
  for (auto& binding : facts.bindings) {
    stream.Delta(binding.scope, scope);
    stream.Fresh(binding.name, next_string, strings);
    stream.Enumerator(binding.kind, BindingKind::kAssigned, BindingKind::kStored);
    stream.Optional(binding.value, expression, expressions);
    std::uint32_t value_scope = scope;
    stream.Delta(binding.value_scope, value_scope);
    if constexpr (Stream::kReads) {
      if (binding.scope >= facts.scopes.size() || binding.value_scope >= facts.scopes.size())
        return stream.Fail();
    }
  }
}

template <typename Stream, typename Facts>
void CodeHeader(Stream& stream, Facts& facts) {
  stream.Number(facts.line_count);
  stream.Number(facts.syntax_error_count);
  std::uint8_t truncated = facts.truncated ? 1 : 0;
  stream.Number(truncated);
  FactsCodec::Strings(stream, facts, 1, facts.header_string_count);
  stream.Count(facts.scopes);
  stream.Count(facts.definitions);
  stream.Count(facts.bases);
  stream.Count(facts.imports);
  stream.Count(facts.bindings);
  std::uint32_t expression_count = facts.header_expression_count;
  stream.Number(expression_count);
  if constexpr (Stream::kReads) {
    if (!stream.ok() || expression_count > stream.left()) return stream.Fail();
    facts.truncated = truncated != 0;
    facts.expressions.resize(expression_count);
    facts.header_expression_count = expression_count;
    facts.header_string_count = facts.strings.size();
  }
  // In the order in which the extractor numbers strings.
  std::uint32_t next_string = 1;
  CodeScopes(stream, facts);
  CodeDefinitions(stream, facts, next_string);
  CodeDeclarations(stream, facts, next_string);
  stream.Fresh(facts.package_clause, next_string, facts.strings.size());
  CodeExpressions(stream, facts, 0, expression_count, next_string);
}

template <typename Stream, typename Facts>
void CodeReferences(Stream& stream, Facts& facts) {
  Reference previous;
  previous.expression = 0;
  for (auto& reference : facts.references) {
    auto head = static_cast<std::uint8_t>(static_cast<std::uint8_t>(reference.role) - 1);
    if (reference.scope != previous.scope) head |= kOtherScope;
    if (reference.owner != previous.owner) head |= kOtherOwner;
    if (reference.site.line != previous.site.line) head |= kOtherLine;
    if (reference.subject != kNoIndex) head |= kHasSubject;
    stream.Number(head);
    if constexpr (Stream::kReads) {
      const std::uint8_t role = (head & kReferenceRoleMask) + 1;
      if (role > static_cast<std::uint8_t>(ReferenceRole::kByName)) return stream.Fail();
      reference = previous;
      reference.subject = kNoIndex;
      reference.role = static_cast<ReferenceRole>(role);
    }
    stream.Delta(reference.expression, previous.expression);
    if ((head & kOtherScope) != 0) stream.Delta(reference.scope, previous.scope);
    if ((head & kOtherOwner) != 0) stream.Delta(reference.owner, previous.owner);
    if ((head & kOtherLine) != 0) stream.Delta(reference.site.line, previous.site.line);
    stream.Number(reference.site.column);
    if ((head & kHasSubject) != 0) stream.Index(reference.subject, facts.definitions.size());
    if constexpr (Stream::kReads) {
      if (reference.expression >= facts.expressions.size() ||
          reference.scope >= facts.scopes.size() || reference.owner >= facts.definitions.size()) {
        return stream.Fail();
      }
    }
  }
}

std::uint32_t GroupSize(const std::vector<TermCount>& terms, std::size_t begin) {
  std::size_t end = begin + 1;
  while (end < terms.size() && terms[end].definition == terms[begin].definition &&
         terms[end].field == terms[begin].field) {
    ++end;
  }
  return static_cast<std::uint32_t>(end - begin);
}

// Words ascend inside a definition and field, so that differences are small; a low bit of 1
// announces a count.
template <typename Stream, typename Facts>
void CodeTermGroup(Stream& stream, Facts& facts, std::size_t begin, std::size_t end) {
  const auto& first = facts.terms[begin];
  std::uint32_t word = 0;
  for (std::size_t i = begin; i < end; ++i) {
    auto& term = facts.terms[i];
    std::uint64_t head = std::uint64_t{term.word - word} << 1 | (term.count > 1 ? 1 : 0);
    stream.Number(head);
    if constexpr (Stream::kReads) {
      const std::uint64_t next = word + (head >> 1);
      if (next >= facts.strings.size()) return stream.Fail();
      term = {first.definition, first.field, static_cast<StringId>(next), 1};
    }
    if ((head & 1) != 0) stream.Number(term.count);
    word = term.word;
  }
}

template <typename Stream, typename Facts>
void CodeTerms(Stream& stream, Facts& facts) {
  std::uint32_t definition = 0;
  for (std::size_t begin = 0; begin < facts.terms.size();) {
    auto& first = facts.terms[begin];
    stream.Delta(first.definition, definition);
    stream.Enumerator(first.field, Field::kName, Field::kComments);
    std::uint32_t size = Stream::kReads ? 0 : GroupSize(facts.terms, begin);
    stream.Number(size);
    if constexpr (Stream::kReads) {
      if (size == 0 || size > facts.terms.size() - begin || definition >= facts.definitions.size())
        return stream.Fail();
    }
    CodeTermGroup(stream, facts, begin, begin + size);
    begin += size;
  }
}

template <typename Stream, typename Facts>
void CodeLiterals(Stream& stream, Facts& facts) {
  std::uint32_t line = 0;
  std::uint32_t callee = 0;
  for (auto& literal : facts.literals) {
    stream.Enumerator(literal.role, LiteralRole::kRoute, kLastLiteralRole);
    stream.Index(literal.named, facts.definitions.size());
    stream.Index(literal.owner, facts.definitions.size());
    CodePosition(stream, literal.site, line);
    stream.Optional(literal.callee, callee, facts.expressions.size());
    if (literal.callee == kNoIndex) continue;
    stream.Index(literal.scope, facts.scopes.size());
    std::uint32_t has_function = literal.has_function ? 1 : 0;
    stream.Index(has_function, 2);
    if constexpr (Stream::kReads) literal.has_function = has_function != 0;
  }
}

template <typename Stream, typename Facts>
void CodeBody(Stream& stream, Facts& facts) {
  FactsCodec::Strings(stream, facts, facts.header_string_count, facts.strings.size());
  std::uint32_t expression_count =
      static_cast<std::uint32_t>(facts.expressions.size()) - facts.header_expression_count;
  stream.Number(expression_count);
  stream.Count(facts.references);
  stream.Count(facts.literals);
  stream.Count(facts.terms);
  if constexpr (Stream::kReads) {
    if (!stream.ok() || expression_count > stream.left()) return stream.Fail();
    facts.expressions.resize(facts.header_expression_count + std::size_t{expression_count});
  }
  std::uint32_t next_string = facts.header_string_count;
  CodeExpressions(stream, facts, facts.header_expression_count, facts.expressions.size(),
                  next_string);
  CodeReferences(stream, facts);
  CodeLiterals(stream, facts);
  CodeTerms(stream, facts);
}

// Enclosed definitions follow the enclosing one, so that walks to the root end.
bool ScopesNest(const FileFacts& facts) {
  if (facts.scopes.empty() || facts.definitions.empty() || facts.definitions[0].scope != 0) {
    return false;
  }
  for (ScopeIndex scope = 1; scope < facts.scopes.size(); ++scope) {
    const DefinitionIndex definition = facts.scopes[scope].definition;
    if (facts.scopes[scope].parent == kNoIndex) return false;
    if (definition != kNoIndex && facts.definitions[definition].scope >= scope) return false;
  }
  return facts.scopes[0].definition == 0 && facts.scopes[0].parent == kNoIndex;
}

absl::Status CheckRead(const FactsReader& stream, std::string_view what) {
  if (stream.ok() && stream.left() == 0) return absl::OkStatus();
  return absl::DataLossError(
      fmt::format("decode facts: byte {} does not begin a {} record; index the repository again",
                  stream.offset(), what));
}

}  // namespace

std::string EncodeHeader(const FileFacts& facts) {
  FactsWriter stream;
  CodeHeader(stream, facts);
  return std::move(stream).Take();
}

std::string EncodeBody(const FileFacts& facts) {
  FactsWriter stream;
  CodeBody(stream, facts);
  return std::move(stream).Take();
}

absl::StatusOr<FileFacts> DecodeHeader(std::string_view bytes) {
  FactsReader stream(bytes);
  FileFacts facts;
  CodeHeader(stream, facts);
  if (stream.ok() && !ScopesNest(facts)) stream.Fail();
  if (absl::Status status = CheckRead(stream, "header"); !status.ok()) return status;
  return facts;
}

absl::Status DecodeBody(std::string_view bytes, FileFacts& facts) {
  FactsReader stream(bytes);
  CodeBody(stream, facts);
  return CheckRead(stream, "body");
}

}  // namespace waymark::indexer
