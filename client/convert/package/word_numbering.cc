#include "client/convert/package/word_numbering.h"

#include <algorithm>

#include "client/convert/package/word_elements.h"

namespace answerbox::client::package {
namespace {

Numerals NumeralsOf(std::string_view format) {
  if (format == "none") return Numerals::kNone;
  if (format == "decimalZero") return Numerals::kZero;
  if (format == "lowerLetter") return Numerals::kLower;
  if (format == "upperLetter") return Numerals::kUpper;
  if (format == "lowerRoman") return Numerals::kRoman;
  if (format == "upperRoman") return Numerals::kUpperRoman;
  return Numerals::kDecimal;
}

}  // namespace

WordNumbers::Level WordNumbers::ReadLevel(XmlNode node) {
  Level level;
  const std::string_view format = node.Child("w:numFmt")["w:val"];
  level.is_bullet = format == "bullet";
  level.numerals = NumeralsOf(format);
  level.start = NumberIn(node.Child("w:start"), "w:val").value_or(1);
  level.text = LabelPart(node.Child("w:lvlText")["w:val"]);
  level.is_legal = Switch(node, "w:isLgl").value_or(false);
  level.restarts = NumberIn(node.Child("w:lvlRestart"), "w:val") != 0;
  level.style = node.Child("w:pStyle")["w:val"];
  return level;
}

void WordNumbers::ReadList(XmlNode node) {
  const auto id = NumberIn(node, "w:abstractNumId");
  if (!id) return;
  List& list = lists_[*id];
  for (const XmlNode level : node) {
    const auto number = NumberIn(level, "w:ilvl");
    if (!level.Is("w:lvl") || !number || *number < 0) continue;
    const auto at = static_cast<std::size_t>(*number);
    if (at < kLevels) list.levels[at] = ReadLevel(level);
  }
}

void WordNumbers::ReadNumbering(XmlNode node) {
  const auto id = NumberIn(node, "w:numId");
  const auto list = NumberIn(node.Child("w:abstractNumId"), "w:val");
  if (!id || !list) return;
  Numbering& numbering = numberings_[*id];
  numbering.list = *list;
  for (const XmlNode change : node) {
    const auto level = NumberIn(change, "w:ilvl");
    if (!change.Is("w:lvlOverride") || !level || *level < 0) continue;
    const auto at = static_cast<std::size_t>(*level);
    if (at >= kLevels) continue;
    numbering.starts[at] = NumberIn(change.Child("w:startOverride"), "w:val");
    // The copy is a separate list, as the labels of another would change
    // otherwise.
    if (const XmlNode own = change.Child("w:lvl")) {
      const int copy = -1 - *id;
      lists_.try_emplace(copy, lists_[numbering.list]);
      numbering.list = copy;
      lists_[copy].levels[at] = ReadLevel(own);
    }
  }
}

WordNumbers::WordNumbers(XmlNode root) {
  for (const XmlNode node : root) {
    if (node.Is("w:abstractNum")) ReadList(node);
  }
  for (const XmlNode node : root) {
    if (node.Is("w:num")) ReadNumbering(node);
  }
  // A list may be defined by the list that a style names.
  std::map<std::string, int, std::less<>> by_style;
  for (const XmlNode node : root) {
    const auto id = NumberIn(node, "w:abstractNumId");
    if (node.Is("w:abstractNum") && id && node.Child("w:styleLink")) {
      by_style.emplace(node.Child("w:styleLink")["w:val"], *id);
    }
  }
  for (const XmlNode node : root) {
    const auto id = NumberIn(node, "w:abstractNumId");
    const auto found = by_style.find(node.Child("w:numStyleLink")["w:val"]);
    if (node.Is("w:abstractNum") && id && found != by_style.end()) {
      lists_[*id].levels = lists_[found->second].levels;
    }
  }
}

int WordNumbers::LevelOfStyle(int numbering, std::string_view style) const {
  const auto found = numberings_.find(numbering);
  if (found == numberings_.end()) return 0;
  const auto list = lists_.find(found->second.list);
  if (list == lists_.end()) return 0;
  for (std::size_t i = 0; i < kLevels; ++i) {
    if (list->second.levels[i].style == style) return static_cast<int>(i);
  }
  return 0;
}

// "%2" in the text of a level stands for the number of level 2.
std::string WordNumbers::LabelOf(const List& list, std::size_t level) {
  const Level& own = list.levels[level];
  std::string label;
  for (std::size_t i = 0; i < own.text.size(); ++i) {
    const char c = own.text[i];
    const bool is_number = c == '%' && i + 1 < own.text.size() &&
                           own.text[i + 1] >= '1' && own.text[i + 1] <= '9';
    if (!is_number) {
      label += c;
      continue;
    }
    const auto at = static_cast<std::size_t>(own.text[++i] - '1');
    const Level& named = list.levels[at];
    label += Numeral(list.counters[at].value_or(named.start),
                     own.is_legal ? Numerals::kDecimal : named.numerals);
  }
  return label;
}

std::optional<WordNumbers::Item> WordNumbers::Next(int numbering, int level) {
  const auto found = numberings_.find(numbering);
  if (found == numberings_.end()) return std::nullopt;
  const auto known = lists_.find(found->second.list);
  if (known == lists_.end()) return std::nullopt;
  List& list = known->second;
  const auto at = static_cast<std::size_t>(
      std::clamp(level, 0, static_cast<int>(kLevels) - 1));
  const Level& own = list.levels[at];
  std::optional<int>& counter = list.counters[at];
  std::optional<int>& start = found->second.starts[at];
  counter = start ? *start : counter ? *counter + 1 : own.start;
  start.reset();
  for (std::size_t i = at + 1; i < kLevels; ++i) {
    if (list.levels[i].restarts) list.counters[i].reset();
  }
  Item item{
      .list = found->second.list, .label = {}, .is_bullet = own.is_bullet};
  if (own.is_bullet) return item;
  item.label.text = LabelOf(list, at);
  if (item.label.text.empty() || item.label.text.size() > kMaxLabelBytes) {
    return std::nullopt;
  }
  const std::string bare = std::to_string(*counter);
  if (item.label.text == bare + "." || item.label.text == bare + ")" ||
      item.label.text == bare) {
    item.label.number = *counter;
  }
  return item;
}

}  // namespace answerbox::client::package
