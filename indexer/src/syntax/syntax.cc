// The copy reads tree-sitter's own representation instead of walking a TSTreeCursor, which costs
// twice as much (docs/decisions). The core is pinned by the lock file, and a test compares the copy
// with a cursor's walk.
#include "syntax/syntax.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

extern "C" {
#include <tree_sitter/api.h>
// After the public header: the core's private ones.
#include <language.h>
#include <subtree.h>
#include <tree.h>
}

#include "graph/status.h"
#include "resources/parse_memory.h"
#include "syntax/repair_run.h"
#include "syntax/syntax_repair.h"

namespace waymark::indexer {

namespace {

const char* ReadAll(void* payload, std::uint32_t byte, TSPoint, std::uint32_t* size) {
  const auto* bytes = static_cast<const std::string_view*>(payload);
  if (byte >= bytes->size()) {
    *size = 0;
    return "";
  }
  *size = static_cast<std::uint32_t>(bytes->size()) - byte;
  return bytes->data() + byte;
}

struct ParserDeleter {
  void operator()(TSParser* parser) const { ts_parser_delete(parser); }
};

// Bounds the cost of all parses of one text.
class BoundedParser : public TreeSource {
 public:
  explicit BoundedParser(const ParseMemoryScope& memory) : memory_(memory) {}

  absl::Status Begin(const TSLanguage* grammar, std::string_view bytes) {
    parser_.reset(ts_parser_new());
    max_large_bytes_ = kMaxLargeBytesFixed + bytes.size() * kMaxLargeBytesPerByte;
    left_ = kMaxParseStepsFixed + bytes.size() / kMinBytesPerParseStep;
    if (ts_parser_set_language(parser_.get(), grammar)) return absl::OkStatus();
    return absl::InternalError(
        "parse: the tree-sitter core does not support the version of this grammar");
  }

  void LimitRepairs() { left_ = kMaxRepairStepsFixed + kMaxRepairSteps * std::exchange(used_, 0); }

  TreePtr Parse(std::string_view text, const TSTree* edited) override {
    const TSInput input{&text, ReadAll, TSInputEncodingUTF8, nullptr};
    const TSParseOptions options{this, IsOutOfSteps};
    TreePtr tree(ts_parser_parse_with_options(parser_.get(), edited, input, options));
    if (tree == nullptr) ts_parser_reset(parser_.get());
    return tree;
  }

 private:
  static bool IsOutOfSteps(TSParseState* state) {
    auto* parser = static_cast<BoundedParser*>(state->payload);
    if (parser->left_ == 0 || parser->memory_.LargeBytes() > parser->max_large_bytes_) return true;
    --parser->left_;
    ++parser->used_;
    return false;
  }

  const ParseMemoryScope& memory_;
  std::unique_ptr<TSParser, ParserDeleter> parser_;
  std::uint64_t max_large_bytes_ = 0;
  std::uint64_t left_ = 0;
  std::uint64_t used_ = 0;
};

absl::Status OutOfStepsError(std::string_view bytes) {
  return absl::ResourceExhaustedError(fmt::format(
      "parse {} bytes: the limit of parser steps was hit; the file is skipped", bytes.size()));
}

// The data of a subtree that the copy needs, from either of its two representations.
struct Shape {
  TSSymbol symbol;
  bool visible;
  bool extra;
  bool missing;
  std::uint32_t padding;
  std::uint32_t size;
  std::uint32_t child_count;
};

inline Shape ShapeOf(Subtree subtree) {
  if (subtree.data.is_inline) {
    const SubtreeInlineData& data = subtree.data;
    return {data.symbol,        data.visible,    data.extra, data.is_missing,
            data.padding_bytes, data.size_bytes, 0};
  }
  const SubtreeHeapData& data = *subtree.ptr;
  return {data.symbol,        data.visible,    data.extra,      data.is_missing,
          data.padding.bytes, data.size.bytes, data.child_count};
}

// The copy mostly waits for nodes on the heap, so they are prefetched with their parent.
constexpr std::uint32_t kPrefetchedChildren = 8;

inline void Prefetch(const Subtree& subtree) {
  if (!subtree.data.is_inline) __builtin_prefetch(&subtree.ptr->child_count);
}

inline SymbolNumber PublicSymbol(const TSLanguage* grammar, TSSymbol symbol) {
  return symbol == ts_builtin_sym_error ? kErrorSymbol : grammar->public_symbol_map[symbol];
}

}  // namespace

struct Parser::Level {
  static constexpr NodeIndex kHidden = 0xFFFFFFFF;

  const Subtree* children;
  const TSSymbol* aliases;  // by structural index; may be null
  const TSFieldMapEntry* fields_begin;
  const TSFieldMapEntry* fields_end;
  std::uint32_t count;
  std::uint32_t index = 0;
  std::uint32_t structural_index = 0;  // counts children that are not extras
  std::uint32_t position;              // end of the last child, at first the beginning of the node
  NodeIndex node;                      // in the copy; kHidden for nodes that the grammar hides
  FieldNumber field;                   // of a hidden node, passed on to its children

  Level(const TSLanguage* grammar, const Subtree& parent, std::uint32_t begin, NodeIndex copy,
        FieldNumber own_field)
      : children(ts_subtree_children(parent)),
        aliases(ts_language_alias_sequence(grammar, parent.ptr->production_id)),
        count(parent.ptr->child_count),
        position(begin),
        node(copy),
        field(own_field) {
    ts_language_field_map(grammar, parent.ptr->production_id, &fields_begin, &fields_end);
    for (std::uint32_t i = 0; i < std::min(count, kPrefetchedChildren); ++i) Prefetch(children[i]);
  }

  // Moves to the next child, applies its alias, and returns its field.
  FieldNumber Advance(Shape& shape) {
    position += shape.size + (index == 0 ? 0 : shape.padding);
    ++index;
    if (shape.extra) return 0;
    const std::uint32_t structural = structural_index++;
    if (aliases != nullptr && aliases[structural] != 0) {
      shape.symbol = aliases[structural];
      shape.visible = true;
    }
    if (!shape.visible && shape.child_count == 0) return 0;
    for (const TSFieldMapEntry* entry = fields_begin; entry < fields_end; ++entry) {
      if (entry->child_index == structural && !entry->inherited)
        return static_cast<FieldNumber>(entry->field_id);
    }
    return field;
  }
};

Parser::Parser() = default;

Parser::~Parser() = default;
Parser::Parser(Parser&&) noexcept = default;
Parser& Parser::operator=(Parser&&) noexcept = default;

absl::Status Parser::Parse(const TSLanguage* grammar, std::string_view bytes,
                           std::span<const std::uint8_t> kept, SyntaxTree& tree) {
  const ParseMemoryScope memory;  // frees the tree
  BoundedParser parser(memory);
  WM_RETURN_IF_ERROR(parser.Begin(grammar, bytes));
  TreePtr source = parser.Parse(bytes, nullptr);
  if (source == nullptr) return OutOfStepsError(bytes);
  Copy(*source.release(), kept, tree);
  return absl::OkStatus();
}

absl::Status Parser::ParseAndRepair(const TSLanguage* grammar, std::string_view& bytes,
                                    std::span<const std::uint8_t> kept, RepairAdvisor& advisor,
                                    std::string& buffer, SyntaxTree& tree) {
  const ParseMemoryScope memory;
  BoundedParser parser(memory);
  WM_RETURN_IF_ERROR(parser.Begin(grammar, bytes));
  TreePtr source = parser.Parse(bytes, nullptr);
  if (source == nullptr) return OutOfStepsError(bytes);
  if (ts_subtree_error_cost(source->root) == 0) {
    Copy(*source.release(), kept, tree);
    return absl::OkStatus();
  }
  parser.LimitRepairs();
  if (buffer.data() != bytes.data()) buffer.assign(bytes);
  bytes = buffer;
  RepairRun run(parser, advisor, buffer, std::move(source));
  source = run.Run();
  Copy(*source.release(), kept, tree);
  tree.error_count = static_cast<std::uint32_t>(run.errors().size());
  if (tree.error_count > 0) tree.first_error = run.errors().front().begin;
  return absl::OkStatus();
}

void Parser::Copy(const TSTree& source, std::span<const std::uint8_t> kept, SyntaxTree& tree) {
  tree.nodes.clear();
  tree.error_count = 0;
  tree.first_error = 0;
  const TSLanguage* grammar = source.language;
  const Shape root = ShapeOf(source.root);
  const bool has_errors = ts_subtree_error_cost(source.root) > 0;
  tree.nodes.push_back(
      {PublicSymbol(grammar, root.symbol), 0, false, root.padding, root.padding + root.size, 1});
  levels_.clear();
  if (root.child_count > 0)
    levels_.emplace_back(grammar, source.root, root.padding, 0, FieldNumber{0});
  while (!levels_.empty()) {
    Level& level = levels_.back();
    if (level.index == level.count) {
      if (level.node != Level::kHidden)
        tree.nodes[level.node].next = static_cast<NodeIndex>(tree.nodes.size());
      levels_.pop_back();
      continue;
    }
    const Subtree& child = level.children[level.index];
    Shape shape = ShapeOf(child);
    const FieldNumber field = level.Advance(shape);
    const std::uint32_t begin = level.position - shape.size;
    if (!shape.visible) {
      if (shape.child_count > 0 && child.ptr->visible_child_count > 0) {
        levels_.emplace_back(grammar, child, begin, Level::kHidden, field);
      }
      continue;
    }
    const SymbolNumber symbol = PublicSymbol(grammar, shape.symbol);
    if (has_errors && (symbol == kErrorSymbol || shape.missing)) {
      if (tree.error_count == 0) tree.first_error = begin;
      ++tree.error_count;
    }
    if (shape.child_count == 0 && (symbol == kErrorSymbol || kept[symbol] == 0)) continue;
    const auto copy = static_cast<NodeIndex>(tree.nodes.size());
    tree.nodes.push_back({symbol, field, shape.missing, begin, level.position, copy + 1});
    if (shape.child_count > 0) levels_.emplace_back(grammar, child, begin, copy, FieldNumber{0});
  }
}

}  // namespace waymark::indexer
