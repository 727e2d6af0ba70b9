#include "daemon/protocol/http/page/texts.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <utility>
#include <vector>

#include "daemon/protocol/http/page/html.h"
#include "daemon/protocol/http/page/page.h"
#include "engine/embedded_file.h"

ANSWERBOX_EMBED_FILE(answerbox_page_texts, ANSWERBOX_PAGE_FOLDER "/texts.tsv");

namespace answerbox::daemon::page {
namespace {

struct Table {
  std::vector<std::string_view> languages;
  std::vector<std::string_view> names;                // Sorted.
  std::vector<std::vector<std::string_view>> values;  // Of each name.
};

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    pieces.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return pieces;
}

std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

// The table is a part of the program, so that a fault in it is one of the
// program: tests find it.
Table ReadTable() {
  Table table;
  auto rows = Split(
      engine::EmbeddedText(answerbox_page_texts, answerbox_page_texts_end),
      '\n');
  table.languages = Split(rows.front(), '\t');
  table.languages.erase(table.languages.begin());
  rows.erase(rows.begin());
  std::ranges::sort(rows);
  for (const std::string_view row : rows) {
    auto cells = Split(row, '\t');
    table.names.push_back(cells.front());
    cells.erase(cells.begin());
    table.values.push_back(std::move(cells));
  }
  return table;
}

const Table& TheTable() {
  static const Table table = ReadTable();
  return table;
}

}  // namespace

std::string_view ChooseLanguage(std::string_view lang,
                                std::string_view accept_language) {
  const auto languages = Languages();
  if (std::ranges::find(languages, lang) != languages.end()) {
    return *std::ranges::find(languages, lang);
  }
  std::string_view chosen = languages.front();
  std::string_view greatest = "0";
  for (const std::string_view range : Split(accept_language, ',')) {
    const auto parts = Split(range, ';');
    if (parts.empty()) continue;
    std::string_view tag = Trimmed(parts.front());
    tag = tag.substr(0, tag.find('-'));
    // Weights have one digit before the point, so they compare as texts.
    std::string_view weight = "1";
    if (parts.size() > 1) {
      weight = Trimmed(parts[1]);
      weight.remove_prefix(std::min<std::size_t>(2, weight.size()));  // q=
    }
    const auto found = std::ranges::find(languages, tag);
    if (found == languages.end() || weight <= greatest) continue;
    chosen = *found;
    greatest = weight;
  }
  return chosen;
}

std::span<const std::string_view> Languages() { return TheTable().languages; }

std::span<const std::string_view> TextNames() { return TheTable().names; }

Texts::Texts(std::string_view language) {
  const auto languages = Languages();
  const auto found = std::ranges::find(languages, language);
  if (found != languages.end()) {
    column_ = static_cast<std::size_t>(found - languages.begin());
  }
}

std::string_view Texts::language() const { return Languages()[column_]; }

std::string_view Texts::At(std::string_view name) const {
  const Table& table = TheTable();
  const auto found = std::ranges::lower_bound(table.names, name);
  assert(found != table.names.end() && *found == name);
  return table
      .values[static_cast<std::size_t>(found - table.names.begin())][column_];
}

std::string Texts::Html(std::string_view name,
                        std::initializer_list<std::string_view> values) const {
  std::string html = Escape(At(name));
  std::size_t at = 0;
  // A value may have braces, too: the search goes on after it.
  while ((at = html.find('{', at)) != std::string::npos) {
    const auto number = static_cast<std::size_t>(html[at + 1] - '1');
    assert(number < values.size());
    const std::string_view value = values.begin()[number];
    html.replace(at, std::string_view("{1}").size(), value);
    at += value.size();
  }
  return html;
}

}  // namespace answerbox::daemon::page
