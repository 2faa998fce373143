// Facts in words, as fixtures state them.
#pragma once

#include <string>
#include <vector>

#include "indexer/facts.h"

namespace waymark::indexer {

// "self.app.run(1)", "new Store(2)", "list[int]", "*p", "<str>"; "-" for none.
std::string ExpressionText(const FileFacts& facts, ExpressionIndex expression);

// Names of the enclosing definitions and the owner, joined with dots: "app.Flask.run".
std::string QualifiedName(const FileFacts& facts, DefinitionIndex definition);

// "method app.Flask.run static test": kind, qualified name, and the flags in alphabetical order.
// Exported is the rule and not named; "hidden" stands for its absence where nothing else explains
// it.
std::string DefinitionText(const FileFacts& facts, DefinitionIndex definition);

// One property of a definition as text: sig, doc, params, type, returns, value, bases, disc, lines,
// ordinal. `source` is the text of the file. Empty for an unknown key.
std::string PropertyText(const FileFacts& facts, DefinitionIndex definition, const std::string& key,
                         const std::string& source);

// "call run(1)", "field self.name"; a decorator names what it decorates: "decorator route(1) of
// index".
std::string ReferenceText(const FileFacts& facts, const Reference& reference);

// "import module=a.b name=c alias=d level=1 star reexport": what is empty is left out.
std::string ImportText(const FileFacts& facts, const Import& import);

// "binding assigned name = new Store(1)", by scope: "binding parameter Store.open.path = str".
std::string BindingText(const FileFacts& facts, const Binding& binding);

}  // namespace waymark::indexer
