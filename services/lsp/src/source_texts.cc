#include "source_texts.h"

#include <fstream>
#include <utility>

#include "indexer/read_file.h"
#include "method.h"
#include "services/limits.h"
#include "workspace.h"

namespace waymark::services {

std::optional<std::string> ReadSource(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
  const std::uintmax_t bytes = std::filesystem::file_size(path, error);
  if (error || bytes > kMaxBufferBytes) return std::nullopt;
  std::ifstream stream(path, std::ios::binary);
  std::string text(bytes, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (stream.bad()) return std::nullopt;
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return indexer::DecodeText(std::move(text));
}

const EncodedText& SourceTexts::Of(const std::string& path) {
  std::unique_ptr<Text>& text = texts_[path];
  if (text == nullptr) {
    text = std::make_unique<Text>();
    const Document* const document = workspace_.Find(root_ / path);
    if (document == nullptr) text->own = ReadSource(root_ / path).value_or("");
    text->encoded.emplace(document == nullptr ? text->own : document->text, units_);
  }
  return *text->encoded;
}

std::string SourceTexts::UriOf(const std::string& path) const {
  return workspace_.UriOf(root_, path);
}

ClientRange SourceTexts::RangeOf(const wire::Symbol& symbol) {
  return Of(symbol.path)
      .ToClient(SourceRange{.begin = {symbol.start_line, symbol.start_column},
                            .end = {symbol.end_line, symbol.end_column}});
}

ClientRange SourceTexts::NameOf(const wire::Symbol& symbol) {
  if (symbol.kind == SymbolKind::kFile) return {};
  return Of(symbol.path).NameAt({symbol.name_line, symbol.name_column}, ShortName(symbol));
}

ClientRange SourceTexts::SiteOf(const wire::Site& site, const wire::Symbol& used) {
  return Of(site.path).NameAt({site.line, site.column}, ShortName(used));
}

}  // namespace waymark::services
