#include "overlay/overlay_content.h"

namespace waymark::graph {

void KeepBindings(std::span<const EdgeInput> edges, std::span<const UnresolvedInput> unresolved,
                  TextKeeper& texts, FileBindings& kept) {
  kept.edges.assign(edges.begin(), edges.end());
  kept.unresolved.assign(unresolved.begin(), unresolved.end());
  kept.candidates.clear();
  for (UnresolvedInput& reference : kept.unresolved) {
    reference.name = texts.Keep(reference.name);
    if (reference.candidates.empty()) continue;
    kept.candidates.emplace_back(reference.candidates.begin(), reference.candidates.end());
    reference.candidates = kept.candidates.back();
  }
}

void KeepFile(const FileInput& input, TextKeeper& texts, OverlayFile& kept) {
  kept.input = input;
  kept.input.path = texts.Keep(input.path);
  kept.symbols.assign(input.symbols.begin(), input.symbols.end());
  for (SymbolInput& symbol : kept.symbols) {
    symbol.name = texts.Keep(symbol.name);
    symbol.scope = texts.Keep(symbol.scope);
    symbol.signature = texts.Keep(symbol.signature);
    symbol.discriminator = texts.Keep(symbol.discriminator);
  }
  kept.terms.assign(input.terms.begin(), input.terms.end());
  for (TermInput& term : kept.terms) term.word = texts.Keep(term.word);
  kept.mentions.assign(input.mentions.begin(), input.mentions.end());
  KeepBindings(input.edges, input.unresolved, texts, kept.bindings);
  kept.Bind();
}

}  // namespace waymark::graph
