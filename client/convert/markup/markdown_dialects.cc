#include "client/convert/markup/markdown_dialects.h"

#include <algorithm>
#include <utility>

#include "client/convert/markup/markup.h"
#include "client/convert/markup/protected_text.h"
#include "client/convert/markup/raised_signs.h"
#include "engine/text/ascii.h"

namespace answerbox::client {
namespace {

// Replaces each text between `open` and `close`, marks included, with the
// result of `replace(inside, before, after)`, or leaves it. Linear in the text.
template <typename Replace>
std::string WithPairs(std::string_view text, std::string_view open,
                      std::string_view close, Replace replace) {
  constexpr std::size_t kLongest = 1u << 12;
  std::string out;
  std::size_t end = 0;  // Of the last close that was found.
  while (true) {
    const std::size_t begin = text.find(open);
    if (begin == std::string_view::npos) break;
    const std::size_t inside = begin + open.size();
    if (end < inside) end = text.find(close, inside);
    if (end == std::string_view::npos) break;
    out += text.substr(0, begin);
    std::optional<std::string> put;
    if (end - inside <= kLongest) {
      put = replace(text.substr(inside, end - inside), std::string_view(out),
                    text.substr(end + close.size()));
    }
    const std::size_t done = put ? end + close.size() : inside;
    out += put ? *put : std::string(open);
    text.remove_prefix(done);
    end = put ? 0 : end - done;
    if (put) continue;
  }
  return out.append(text);
}

bool HasBlankEnds(std::string_view text) {
  return text.empty() || engine::IsOneOf(text.front(), engine::kAsciiSpace) ||
         engine::IsOneOf(text.back(), engine::kAsciiSpace);
}

using Put = std::optional<std::string>;

// Drops "{: .note}", "{:toc}", "{::nomarkdown}", "{:/}" of kramdown, "{{<
// figure >}}" and "{{% note %}}" of Hugo.
std::string WithoutDirectives(std::string words) {
  const auto nothing = [](auto, auto, auto) { return Put(std::string()); };
  if (words.find('{') == std::string::npos) return words;
  words = WithPairs(words, "{{<", ">}}", nothing);
  words = WithPairs(words, "{{%", "%}}", nothing);
  return WithPairs(words, "{:", "}", nothing);
}

// Whether text in braces consists of "#name", ".class" and "key=value", and
// begins with one of the first two.
bool IsAttributes(std::string_view text) {
  if (text.size() < 2 || !engine::IsOneOf(text[0], "#.")) return false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    if (!word.empty() && !engine::IsOneOf(word[0], "#.") &&
        word.find('=') == std::string_view::npos) {
      return false;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return true;
}

// Replaces Pandoc's spans, "[words]{.class}", and links to a heading of other
// programs, "[Heading][]", with their words.
std::string WithoutSpans(std::string words) {
  const auto has_bracket = [](std::string_view text) {
    return text.find_first_of("[]") != std::string_view::npos;
  };
  if (words.find('[') != std::string::npos) {
    words = WithPairs(
        words, "[", "][]", [&](auto inside, std::string_view before, auto) {
          const bool is_index =
              !before.empty() && engine::IsWordByte(before.back());
          return inside.empty() || is_index || has_bracket(inside)
                     ? Put()
                     : Put(std::string(inside));
        });
    words = WithPairs(words, "[", "}", [&](auto inside, auto, auto) -> Put {
      const std::size_t end = inside.find("]{");
      if (end == std::string_view::npos) return std::nullopt;
      const std::string_view attributes = inside.substr(end + 2);
      if (!IsAttributes(attributes) || has_bracket(attributes) ||
          has_bracket(inside.substr(0, end))) {
        return std::nullopt;
      }
      return std::string(inside.substr(0, end));
    });
  }
  return words;
}

// Formats formulas such as "$10^9$". As in Pandoc, no blank may be just within
// the dollars and no digit after them, so that "$40 and $25" are prices.
std::string WithFormulas(std::string words) {
  const auto formula = [](std::string_view tex, auto,
                          std::string_view after) -> Put {
    const bool is_price = !after.empty() && engine::IsDigit(after.front());
    constexpr std::size_t kLongestFormula = 512;
    if (HasBlankEnds(tex) || is_price || tex.size() > kLongestFormula) {
      return std::nullopt;
    }
    const std::string plain = PlainFormula(AsWritten(tex));
    if (plain.empty()) return std::nullopt;
    return Protected(plain);
  };
  if (words.find('$') == std::string::npos) return words;
  words = WithPairs(words, "$$", "$$", [&](auto tex, auto before, auto after) {
    return formula(engine::Trim(tex, engine::kAsciiSpace), before, after);
  });
  return WithPairs(words, "$", "$", formula);
}

// Replaces "[[page|words]]" and "![[picture.png]]" with their words.
std::string WithWikiLinks(std::string words) {
  const auto link = [](std::string_view target, auto, auto) -> Put {
    constexpr std::size_t kLongestLink = 512;
    if (HasBlankEnds(target) || target.size() > kLongestLink) {
      return std::nullopt;
    }
    const std::string plain = AsWritten(ProtectedText(target));
    if (plain.find_first_of("[]") != std::string::npos) return std::nullopt;
    const std::size_t bar = plain.rfind('|');
    std::string shown =
        bar == std::string::npos ? plain : plain.substr(bar + 1);
    // "[[#heading]]" links to a place in the same file.
    if (shown.starts_with('#')) shown.erase(0, 1);
    return Protected(shown);
  };
  if (words.find("[[") == std::string::npos) return words;
  words = WithPairs(words, "![[", "]]",
                    [](auto, auto, auto) { return Put(std::string()); });
  return WithPairs(words, "[[", "]]", link);
}

std::string WithNoteMarks(std::string words, const PreparedMarkdown& prepared) {
  return WithPairs(words, "[^", "]",
                   [&prepared](std::string_view label, auto, auto) -> Put {
                     if (label.size() > kLongestLabel) return std::nullopt;
                     const std::string plain = AsWritten(label);
                     if (!prepared.notes.contains(plain)) return std::nullopt;
                     return Protected("[" + plain + "]");
                   });
}

std::string WithoutStruck(std::string words, ReadingNotes& notes) {
  std::string struck;
  const auto strike = [&struck](std::string_view inside, auto, auto) -> Put {
    struck += inside;
    struck += ' ';
    return std::string();
  };
  words = WithPairs(words, kStruckBegin, kStruckEnd, strike);
  words = WithPairs(
      words, "~~", "~~", [&](std::string_view inside, auto before, auto after) {
        return HasBlankEnds(inside) ? Put() : strike(inside, before, after);
      });
  // GitHub also accepts a single tilde on either side, but only around words.
  words =
      WithPairs(words, "~", "~",
                [&](std::string_view inside, std::string_view before,
                    std::string_view after) {
                  const bool is_around_words =
                      (before.empty() || !engine::IsWordByte(before.back())) &&
                      (after.empty() || !engine::IsWordByte(after.front()));
                  return !is_around_words || HasBlankEnds(inside) ||
                                 inside.find('\n') != std::string_view::npos
                             ? Put()
                             : strike(inside, before, after);
                });
  NoteLeftOut(LeftOut::kStruck, struck, notes);
  return words;
}

// Replaces Pandoc's "10^9^" and "H~2~O": a few signs without a blank, after a
// word.
std::string WithRaised(std::string words) {
  constexpr std::size_t kLongest = 6;
  const auto is_sign = [](std::string_view inside, std::string_view before) {
    return !inside.empty() && inside.size() <= kLongest && !before.empty() &&
           engine::IsWordByte(before.back()) &&
           std::ranges::all_of(inside, [](char c) {
             return engine::Is(c, engine::kLetterByte | engine::kDigitByte) ||
                    c == '-' || c == '+';
           });
  };
  words = WithPairs(words, "^", "^", [&](auto inside, auto before, auto) {
    return is_sign(inside, before) ? Put(Raised(before, inside, false)) : Put();
  });
  return WithPairs(words, "~", "~", [&](auto inside, auto before, auto) {
    return is_sign(inside, before) ? Put(Lowered(inside)) : Put();
  });
}

// Cuts " ^rule" off, which names an Obsidian paragraph at its end.
void CutBlockName(std::string& words) {
  const std::size_t begin = words.rfind(" ^");
  if (begin == std::string::npos || begin + 3 >= words.size()) return;
  const std::string_view name = std::string_view(words).substr(begin + 2);
  const bool is_name =
      engine::IsLetter(name[0]) && std::ranges::all_of(name, [](char c) {
        return c == '-' ||
               (engine::IsWordByte(c) && static_cast<unsigned char>(c) < 0x80);
      });
  if (is_name) words.resize(begin);
}

}  // namespace

std::string Finished(std::string words, const PreparedMarkdown& prepared,
                     bool is_cell, ReadingNotes& notes) {
  words = WithoutDirectives(std::move(words));
  words = WithoutSpans(std::move(words));
  words = WithFormulas(std::move(words));
  words = WithWikiLinks(std::move(words));
  words = WithNoteMarks(std::move(words), prepared);
  words = WithoutStruck(std::move(words), notes);
  words = WithPairs(words, "==", "==", [](std::string_view inside, auto, auto) {
    return HasBlankEnds(inside) ? Put() : Put(std::string(inside));
  });
  words = WithRaised(std::move(words));
  CutBlockName(words);
  // Only the escaped bar in code is left.
  return is_cell ? Unprotected(words) : AsWritten(words);
}

std::optional<MarkdownNote> NoteOf(std::string_view paragraph) {
  if (!paragraph.starts_with(kNoteBegin)) return std::nullopt;
  const std::size_t end = paragraph.find(kNoteEnd);
  if (end == std::string_view::npos) return std::nullopt;
  return MarkdownNote{
      paragraph.substr(kNoteBegin.size(), end - kNoteBegin.size()),
      paragraph.substr(end + kNoteEnd.size())};
}

std::optional<std::string> TakeAlert(std::string& words) {
  if (!words.starts_with("[!")) return std::nullopt;
  const std::size_t close = words.find(']');
  if (close == std::string::npos || close < 3) return std::nullopt;
  std::string kind = words.substr(2, close - 2);
  if (!std::ranges::all_of(kind, engine::IsLetter)) return std::nullopt;
  std::size_t begin = close + 1;
  if (begin < words.size() && engine::IsOneOf(words[begin], "+-")) ++begin;
  const std::size_t line_end =
      std::min(words.find_first_of("\n\v"), words.size());
  std::string title(
      engine::Trim(std::string_view(words).substr(begin, line_end - begin),
                   engine::kAsciiSpace));
  words.erase(0, std::min(line_end + 1, words.size()));
  if (!title.empty()) return title + "\n";
  for (char& c : kind) c = engine::ToLowerAscii(c);
  kind[0] = static_cast<char>(kind[0] - 'a' + 'A');
  return kind + ": ";
}

std::string TakeCheckBox(std::string& words) {
  const bool is_open = words.starts_with("[ ] ");
  const bool is_done = words.starts_with("[x] ") || words.starts_with("[X] ");
  if (!is_open && !is_done) return {};
  words.erase(0, 4);
  return is_done ? "\xE2\x98\x91" : "\xE2\x98\x90";
}

std::string_view WithoutAttributes(std::string_view heading) {
  const std::string_view text = engine::TrimEnd(heading, engine::kAsciiSpace);
  const std::size_t open = text.rfind('{');
  if (open == std::string_view::npos || !text.ends_with('}') ||
      open + 1 >= text.size() || !engine::IsOneOf(text[open + 1], "#.:-")) {
    return heading;
  }
  return engine::TrimEnd(text.substr(0, open), engine::kAsciiSpace);
}

}  // namespace answerbox::client
