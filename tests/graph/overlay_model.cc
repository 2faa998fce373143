#include "overlay_model.h"

#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "graph/hash.h"
#include "graph/status.h"

namespace waymark::graph {
namespace {

constexpr EdgeType kTypes[] = {EdgeType::kCalls, EdgeType::kImports, EdgeType::kReferences,
                               EdgeType::kDeclares};
constexpr std::string_view kWords[] = {"request", "parse_url", "index", "Store",  "open",
                                       "größe",   "db",        "token", "HTTPGet"};

// Which targets of a file's references exist.
std::vector<bool> Bindings(const ModelState& state, const ModelFile& file) {
  std::vector<bool> exist;
  for (const ModelSymbol& symbol : file.symbols) {
    for (const ModelReference& reference : symbol.references) {
      for (const ModelTarget& target : reference.targets) {
        exist.push_back(PositionOf(state, target).has_value());
      }
    }
  }
  return exist;
}

std::vector<bool> Parents(const ModelState& state, const ModelFile& file) {
  std::vector<bool> exist;
  for (const ModelSymbol& symbol : file.symbols) {
    exist.push_back(PositionOf(state, symbol.parent).has_value());
  }
  return exist;
}

}  // namespace

std::optional<std::uint32_t> PositionOf(const ModelState& state, const ModelTarget& target) {
  const auto file = state.files.find(target.path);
  if (file == state.files.end()) return std::nullopt;
  const std::vector<ModelSymbol>& symbols = file->second.symbols;
  for (std::uint32_t i = 0; i < symbols.size(); ++i) {
    if (symbols[i].serial == target.serial) return i;
  }
  return std::nullopt;
}

ModelRepository::ModelRepository(std::uint64_t seed, std::uint32_t files) : random_(seed) {
  for (std::uint32_t i = 0; i < files; ++i) AddFile(NewPath());
  for (auto& [path, file] : state_.files) EditFile(path);
  state_.skipped = {{"a/long.js", SkipReason::kLineTooLong}, {"data.bin", SkipReason::kBinary}};
}

std::string ModelRepository::Word() {
  std::string word(kWords[Below(std::size(kWords))]);
  if (OneIn(2)) word += std::to_string(Below(20));
  return word;
}

std::string ModelRepository::NewPath() {
  constexpr std::string_view kDirectories[] = {"", "lib/", "lib/core/", "lib.old/", "src/a/b/c/"};
  for (;;) {
    std::string path(kDirectories[Below(std::size(kDirectories))]);
    path += Word() + ".py";
    if (!state_.files.contains(path)) return path;
  }
}

const std::string& ModelRepository::AnyPath() {
  return std::next(state_.files.begin(), Below(static_cast<std::uint32_t>(state_.files.size())))
      ->first;
}

ModelTarget ModelRepository::AnyTarget() {
  const std::string& path = AnyPath();
  return ModelTarget{path, Below(state_.files.at(path).next_serial + 1)};
}

void ModelRepository::AddReferences(ModelSymbol& symbol) {
  symbol.references.clear();
  for (std::uint32_t i = Below(5); i > 0; --i) {
    ModelReference reference;
    reference.targets.push_back(AnyTarget());
    while (OneIn(4) && reference.targets.size() < 4) reference.targets.push_back(AnyTarget());
    std::sort(reference.targets.begin(), reference.targets.end());
    reference.targets.erase(std::unique(reference.targets.begin(), reference.targets.end()),
                            reference.targets.end());
    reference.name = Word();
    reference.type = kTypes[Below(std::size(kTypes))];
    reference.rule = AllEdgeRules()[Below(static_cast<std::uint32_t>(AllEdgeRules().size()))];
    if (!OneIn(4)) reference.site = Position{1 + Below(100), i};
    symbol.references.push_back(reference);
  }
}

ModelSymbol ModelRepository::NewSymbol(ModelFile& file, const std::string& path) {
  ModelSymbol symbol;
  symbol.serial = file.next_serial++;
  symbol.data.name = Word();
  symbol.data.scope = Word();
  symbol.data.discriminator = "(" + std::to_string(symbol.serial) + ")";
  symbol.data.kind = OneIn(3) ? SymbolKind::kClass : SymbolKind::kMethod;
  symbol.data.signature = OneIn(4) ? "" : "def " + symbol.data.name + "(" + Word() + ")";
  if (OneIn(5)) symbol.data.flags = kSymbolTest;
  symbol.parent = OneIn(4) ? AnyTarget() : ModelTarget{path, 0};
  for (std::uint32_t i = Below(8); i > 0; --i) {
    symbol.terms.push_back(
        {0, static_cast<Field>(2 + Below(4)), Word(), OneIn(30) ? 70000 : 1 + Below(3)});
  }
  AddReferences(symbol);
  return symbol;
}

void ModelRepository::AddFile(const std::string& path) {
  ModelFile& file = state_.files[path];
  file.data.path = path;
  file.data.facts.grammar = 1;
  if (path.size() % 4 == 0) file.data.language = Language::kProse;  // the same in every state
  file.data.facts.extractor_version = 1;
  file.data.line_count = 500;
  if (OneIn(5)) file.data.flags = kFileTest;
  ModelSymbol own;
  own.data.kind = SymbolKind::kFile;
  own.data.name = path.substr(path.rfind('/') + 1);
  file.symbols.push_back(own);
}

void ModelRepository::EditFile(const std::string& path) {
  ModelFile& file = state_.files.at(path);
  file.data.facts.content = HashContent(std::to_string(random_()));
  file.data.size_bytes = Below(100000);
  for (std::uint32_t i = Below(4); i > 0; --i) {
    ModelSymbol symbol = NewSymbol(file, path);
    const std::uint32_t place = 1 + Below(static_cast<std::uint32_t>(file.symbols.size()));
    file.symbols.insert(file.symbols.begin() + place, std::move(symbol));
  }
  const auto count = static_cast<std::uint32_t>(file.symbols.size());
  if (count > 2 && OneIn(2)) file.symbols.erase(file.symbols.begin() + 1 + Below(count - 1));
  if (file.symbols.size() > 2 && OneIn(2)) {
    std::swap(file.symbols[1], file.symbols.back());
  }
  AddReferences(file.symbols[Below(static_cast<std::uint32_t>(file.symbols.size()))]);
  file.data.mentions.clear();
  for (std::uint32_t i = Below(10); i > 0; --i) file.data.mentions.push_back(MentionHash(Word()));
  std::sort(file.data.mentions.begin(), file.data.mentions.end());
  file.data.mentions.erase(std::unique(file.data.mentions.begin(), file.data.mentions.end()),
                           file.data.mentions.end());
}

ModelChange ModelRepository::Step() {
  const ModelState before = state_;
  std::set<std::string> replaced;
  std::set<std::string> removed;
  for (std::uint32_t i = 1 + Below(3); i > 0; --i) {
    if (OneIn(4)) {
      const std::string path = NewPath();
      AddFile(path);
      EditFile(path);
      replaced.insert(path);
      removed.erase(path);
    } else if (OneIn(4) && state_.files.size() > 2) {
      const std::string path = AnyPath();
      state_.files.erase(path);
      replaced.erase(path);
      removed.insert(path);
    } else {
      const std::string path = AnyPath();
      EditFile(path);
      replaced.insert(path);
    }
  }
  if (OneIn(3)) state_.skipped = {{"data" + std::to_string(Below(3)), SkipReason::kBinary}};
  ModelChange change;
  for (const auto& [path, file] : state_.files) {
    if (replaced.contains(path)) continue;
    if (Parents(before, file) != Parents(state_, file)) {
      replaced.insert(path);
    } else if (Bindings(before, file) != Bindings(state_, file) || OneIn(20)) {
      change.rebound.push_back(path);
    }
  }
  change.replaced.assign(replaced.begin(), replaced.end());
  change.removed.assign(removed.begin(), removed.end());
  return change;
}

FileData FileOf(const ModelState& state, const std::string& path,
                const std::function<std::uint32_t(const std::string&)>& first_symbol_of) {
  const ModelFile& model = state.files.at(path);
  FileData file = model.data;
  const auto id_of = [&](const ModelTarget& target) -> std::optional<SymbolId> {
    const std::optional<std::uint32_t> position = PositionOf(state, target);
    if (!position) return std::nullopt;
    return SymbolId{first_symbol_of(target.path) + *position};
  };
  for (std::uint32_t i = 0; i < model.symbols.size(); ++i) {
    const ModelSymbol& symbol = model.symbols[i];
    SymbolData& data = file.symbols.emplace_back(symbol.data);
    data.range = SourceRange{{10 * i + 1, 1}, {10 * i + (i % 5 == 0 ? 70000 : 5), 10}};
    data.name_position = Position{10 * i + 1, 5};
    if (i > 0) {
      data.parent = id_of(symbol.parent).value_or(SymbolId{first_symbol_of(path)});
      if (data.parent == SymbolId{first_symbol_of(path) + i}) {
        data.parent = SymbolId{first_symbol_of(path)};
      }
    }
    for (TermData term : symbol.terms) {
      term.symbol = i;
      file.terms.push_back(term);
    }
    for (const ModelReference& reference : symbol.references) {
      std::vector<SymbolId> found;
      for (const ModelTarget& target : reference.targets) {
        if (const std::optional<SymbolId> id = id_of(target)) found.push_back(*id);
      }
      if (found.size() == 1) {
        file.edges.push_back({i, found[0], reference.type, reference.rule, reference.site});
        continue;
      }
      // Candidates in canonical order: by path, then position.
      std::vector<std::pair<std::pair<std::string, std::uint32_t>, SymbolId>> ordered;
      for (const ModelTarget& target : reference.targets) {
        if (const std::optional<SymbolId> id = id_of(target)) {
          ordered.push_back({{target.path, *PositionOf(state, target)}, *id});
        }
      }
      std::sort(ordered.begin(), ordered.end());
      UnresolvedData unresolved{
          i,
          reference.name,
          reference.type,
          found.empty() ? UnresolvedReason::kUnknown : UnresolvedReason::kAmbiguous,
          reference.site,
          {}};
      for (const auto& [place, id] : ordered) unresolved.candidates.push_back(id);
      file.unresolved.push_back(unresolved);
    }
  }
  return file;
}

GraphData GraphOf(const ModelState& state) {
  std::map<std::string, std::uint32_t> first;
  std::uint32_t next = 0;
  for (const auto& [path, file] : state.files) {
    first[path] = next;
    next += static_cast<std::uint32_t>(file.symbols.size());
  }
  GraphData graph;
  for (const auto& [path, file] : state.files) {
    graph.files.push_back(
        FileOf(state, path, [&first](const std::string& of) { return first.at(of); }));
  }
  graph.skipped = state.skipped;
  return graph;
}

absl::Status BuildOverlay(OverlayBuilder& builder, const ModelState& state,
                          const ModelChange& change) {
  std::vector<PlannedFile> planned;
  for (const std::string& path : change.replaced) {
    planned.push_back({path, static_cast<std::uint32_t>(state.files.at(path).symbols.size())});
  }
  const std::vector<std::string_view> removed(change.removed.begin(), change.removed.end());
  WM_RETURN_IF_ERROR(builder.Plan(planned, removed));
  const auto first_symbol_of = [&builder](const std::string& path) {
    return ToIndex(builder.FirstSymbolOf(path).value_or(SymbolId::kNone));
  };
  for (const std::string& path : change.replaced) {
    const FileData file = FileOf(state, path, first_symbol_of);
    WM_RETURN_IF_ERROR(builder.AddFile(FileInputOf(file).input()));
  }
  for (const std::string& path : change.rebound) {
    const FileData file = FileOf(state, path, first_symbol_of);
    const FileInputOf input(file);
    WM_RETURN_IF_ERROR(
        builder.RebindFile(ReboundFile{path, input.input().edges, input.input().unresolved}));
  }
  std::vector<SkippedFile> skipped;
  for (const SkippedData& file : state.skipped) skipped.push_back({file.path, file.reason});
  builder.SetSkipped(skipped);
  return absl::OkStatus();
}

}  // namespace waymark::graph
