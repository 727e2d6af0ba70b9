#include "daemon/protocol/http/page/html.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "engine/text/utf8.h"

namespace answerbox::daemon::page {
namespace {

using protocol::TextRange;

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

std::string_view EscapedByte(const char& c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    case '\n':
      return "\n";
    default:
      break;
  }
  const bool is_control = static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
  return is_control ? std::string_view(" ") : std::string_view(&c, 1);
}

std::string_view EscapedCharacter(std::string_view character) {
  // U+0080 to U+009F.
  if (character[0] == '\xC2' && character[1] < '\xA0') return " ";
  // U+202A to U+202E, and U+2066 to U+2069.
  const auto is_between = [character](std::string_view lead, char first,
                                      char last) {
    return character.starts_with(lead) && character[2] >= first &&
           character[2] <= last;
  };
  const bool turns_direction = is_between("\xE2\x80", '\xAA', '\xAE') ||
                               is_between("\xE2\x81", '\xA6', '\xA9');
  return turns_direction ? kReplacement : character;
}

TextRange Within(TextRange range, TextRange outer) {
  const std::size_t begin = std::clamp(range.begin, outer.begin, outer.end);
  return {begin, std::clamp(range.end, begin, outer.end)};
}

}  // namespace

std::string Escape(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      out += EscapedByte(text[at++]);
      continue;
    }
    const std::size_t length = engine::SequenceLength(text, at);
    out +=
        length == 0 ? kReplacement : EscapedCharacter(text.substr(at, length));
    at += std::max<std::size_t>(length, 1);
  }
  return out;
}

std::string Isolated(std::string_view text) {
  return Element("bdi", Escape(text));
}

std::string Element(std::string_view tag, std::string_view inner) {
  std::string out = "<";
  out += tag;
  out += '>';
  out += inner;
  out += "</";
  out += tag.substr(0, tag.find(' '));
  return out + '>';
}

std::string MarkedText(std::string_view text, TextRange range,
                       std::span<const Mark> marks) {
  range = Within(range, {0, text.size()});
  std::vector<std::size_t> cuts = {range.begin, range.end};
  for (const Mark& mark : marks) {
    const TextRange covered = Within(mark.range, range);
    cuts.insert(cuts.end(), {covered.begin, covered.end});
  }
  std::ranges::sort(cuts);
  std::string out;
  for (std::size_t i = 1; i < cuts.size(); ++i) {
    const std::size_t begin = cuts[i - 1];
    if (begin == cuts[i]) continue;
    std::string piece = Escape(text.substr(begin, cuts[i] - begin));
    for (auto mark = marks.rbegin(); mark != marks.rend(); ++mark) {
      const TextRange covered = Within(mark->range, range);
      if (covered.begin <= begin && begin < covered.end) {
        piece = Element(mark->tag, piece);
      }
    }
    out += piece;
  }
  return out;
}

std::string QueryText(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
  std::string out;
  for (const char c : text) {
    if (kPlain.find(c) != std::string_view::npos) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
  }
  return out;
}

}  // namespace answerbox::daemon::page
