#include "client/convert/layout/lines/mended_runs.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/convert/layout/lines/characters.h"
#include "engine/text/character_class.h"

namespace answerbox::client::layout {
namespace {

constexpr Length kRounding = Pixels(3);  // Boxes of both programs differ by it.

std::vector<std::string_view> TokensOf(std::string_view text) {
  std::vector<std::string_view> tokens;
  while (!(text = Trim(text)).empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    tokens.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return tokens;
}

std::string WithoutBlanks(std::string_view text) {
  std::string letters(text);
  std::erase(letters, ' ');
  return letters;
}

// Moves a small run to where its word is drawn. Looks only at runs beside
// larger ones, so that cells keep the heights that pdftohtml gives.
void MoveRaised(const WordPage& words, const Run& beside, Run& run) {
  constexpr std::size_t kLongestMark = 12;
  if (run.font.size >= Percent(beside.font.size, 80) ||
      run.text.size() > kLongestMark ||
      Overlap(run.top, run.bottom, beside.top, beside.bottom) <= 0) {
    return;
  }
  const Length reach = beside.font.size / 2;
  // As many bytes as a few lines of words can have in so narrow a box.
  constexpr std::size_t kMostBytes = 64;
  const Word* nearest = nullptr;
  for (const Word* word :
       words.In(run.left - kRounding, run.right + kRounding, run.top - reach,
                run.bottom + reach, kMostBytes)) {
    if (word->text != run.text) continue;
    const auto distance = [&run](const Word* each) {
      return std::abs(each->middle - (run.top + run.height() / 2));
    };
    if (nearest == nullptr || distance(word) < distance(nearest)) {
      nearest = word;
    }
  }
  if (nearest == nullptr) return;
  run.top = nearest->top;
  run.bottom = std::max(nearest->bottom, nearest->top);
}

bool IsSingleLetters(const std::vector<std::string_view>& tokens) {
  return std::ranges::all_of(tokens, [](std::string_view token) {
    return CountCharacters(token) == 1;
  });
}

// "A B C D" names columns, or begins the sections of an index.
bool IsAlphabet(const std::vector<std::string_view>& tokens) {
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    if (FirstCharacter(tokens[i]) != FirstCharacter(tokens[i - 1]) + 1) {
      return false;
    }
  }
  return true;
}

// Returns the width of the blanks within a run of single letters; 0 for others.
Length LetterSpacing(const Run& run) {
  constexpr std::size_t kFewest = 4;
  const auto tokens = TokensOf(run.text);
  const bool is_spaced = tokens.size() >= kFewest && IsSingleLetters(tokens) &&
                         HasLetters(WithoutBlanks(run.text), 3) &&
                         !IsAlphabet(tokens);
  const auto gaps = static_cast<Length>(tokens.size());
  return is_spaced ? std::max(run.width() / gaps - run.font.size / 2, 1) : 0;
}

// Returns the words of a run of single letters: as pdftotext has them, or else
// divided at wider blanks.
std::string JoinLetters(const WordPage& words, const Run& run) {
  const auto found = words.In(run.left - kRounding, run.end + kRounding,
                              run.top, run.bottom, run.text.size());
  std::string text;
  for (const Word* word : found) text += word->text;
  if (text == WithoutBlanks(run.text) && found.size() * 2 <= text.size()) {
    text.clear();
    for (const Word* word : found) {
      if (!text.empty()) text += ' ';
      text += word->text;
    }
    return text;
  }
  // Fewer letters may be separate words, such as "N E S W" in a table's head.
  constexpr std::size_t kFewestLetters = 8;
  if (CountLetters(run.text) < kFewestLetters) return run.text;
  text.clear();
  for (std::size_t at = 0; at < run.text.size(); ++at) {
    const bool is_blank = run.text[at] == ' ';
    const bool is_wide = is_blank && run.text[at + 1] == ' ';
    if (!is_blank) text += run.text[at];
    if (is_wide && !text.empty() && text.back() != ' ') text += ' ';
  }
  return text;
}

// pdftohtml prints each letter-spaced word as a run, as their gaps are wider
// than between cells. Runs as far apart as their letters suggest become one.
void JoinSpacedRuns(const WordPage& words, std::vector<Run>& runs) {
  std::vector<Run> joined;
  joined.reserve(runs.size());
  Length last_spacing = 0;
  for (Run& run : runs) {
    const auto tokens = TokensOf(run.text);
    const bool is_short = tokens.size() <= 3 && IsSingleLetters(tokens);
    const Length own = LetterSpacing(run);
    const Length spacing = own > 0 || !is_short ? own : last_spacing;
    if (own > 0 || (spacing > 0 && is_short)) {
      run.text = JoinLetters(words, run);
      run.is_spaced = true;
    }
    Run* last = joined.empty() ? nullptr : &joined.back();
    const bool goes_on =
        last != nullptr && spacing > 0 && last_spacing > 0 &&
        last->font.size == run.font.size &&
        std::abs(last->top - run.top) < run.height() / 4 &&
        run.left > last->right &&
        run.left - last->right < Percent(run.font.size, 60) + 4 * spacing;
    last_spacing = goes_on || own > 0 ? std::max(spacing, own) : 0;
    if (!goes_on) {
      joined.push_back(std::move(run));
      continue;
    }
    last->text += ' ' + run.text;
    last->right = run.right;
    last->end = run.end;
  }
  runs = std::move(joined);
}

// Whether pdftotext has a different word for a run, rather than another
// spelling of the same word, or the word with a comma that is a run of its own.
bool IsOtherWord(std::string_view drawn, std::string_view word) {
  return !word.starts_with(drawn) && !word.ends_with(drawn) &&
         !drawn.starts_with(word) && WordKey(drawn) != WordKey(word);
}

// Takes the words of pdftotext if they fill the run and have the same number:
// the difference is then what the file says its drawing means.
void TakeWords(const WordPage& words, Run& run) {
  const auto tokens = TokensOf(run.text);
  if (tokens.empty()) return;
  const auto found = words.In(run.left - kRounding, run.end + kRounding,
                              run.top, run.bottom, 2 * run.text.size() + 16);
  if (found.size() != tokens.size() ||
      std::abs(found.front()->left - run.left) > kRounding ||
      std::abs(found.back()->right - run.right) > run.font.size / 2) {
    return;
  }
  std::string text;
  bool differs = false;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool is_other = IsOtherWord(tokens[i], found[i]->text);
    differs = differs || is_other;
    if (!text.empty()) text += ' ';
    text += is_other ? std::string_view(found[i]->text) : tokens[i];
  }
  if (differs) run.text = std::move(text);
}

// Latin letters that old programs compose of two signs: each accent with pairs
// of a plain letter and the accented one.
constexpr std::array<std::pair<char32_t, std::u32string_view>, 7> kAccents = {{
    {U'´', U"aáeéiíıíoóuúyýnńcćsśzźrŕlĺAÁEÉIÍOÓUÚYÝNŃCĆSŚZŹ"},
    {U'`', U"aàeèiìıìoòuùAÀEÈIÌOÒUÙ"},
    {U'¨', U"aäeëiïıïoöuüyÿAÄEËIÏOÖUÜ"},
    {U'ˆ', U"aâeêiîıîoôuûAÂEÊIÎOÔUÛ"},
    {U'˜', U"aãnñoõAÃNÑOÕ"},
    {U'ˇ', U"cčsšzžrřeěnňdďtťCČSŠZŽRŘEĚNŇDĎTŤ"},
    {U'˚', U"aåuůAÅUŮ"},
}};

char32_t Composed(char32_t accent, char32_t letter) {
  for (const auto& [sign, pairs] : kAccents) {
    if (sign != accent) continue;
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
      if (pairs[i] == letter) return pairs[i + 1];
    }
  }
  return 0;
}

// Appends a composed letter. All have two bytes (below U+0800).
void AppendTwoBytes(std::string& text, char32_t c) {
  text += static_cast<char>(0xc0u | (c >> 6u));
  text += static_cast<char>(0x80u | (c & 0x3fu));
}

// TeX's older fonts draw "á" as "´" and "a", the accent first.
void ComposeAccents(std::string& text) {
  std::string composed;
  for (std::size_t at = 0; at < text.size();) {
    const auto c = engine::Decode(text, at);
    const std::size_t next = at + c.bytes;
    const auto letter =
        next < text.size() ? engine::Decode(text, next) : decltype(c){};
    const char32_t whole =
        next < text.size() ? Composed(c.code_point, letter.code_point) : 0;
    if (whole != 0) {
      AppendTwoBytes(composed, whole);
      at = next + letter.bytes;
    } else {
      composed += std::string_view(text).substr(at, c.bytes);
      at = next;
    }
  }
  text = std::move(composed);
}

}  // namespace

void MendRuns(const WordPage& words, std::vector<Run>& runs) {
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (i > 0) MoveRaised(words, runs[i - 1], runs[i]);
    if (i + 1 < runs.size()) MoveRaised(words, runs[i + 1], runs[i]);
  }
  JoinSpacedRuns(words, runs);
  for (Run& run : runs) {
    TakeWords(words, run);
    ComposeAccents(run.text);
  }
}

void NoteLeftOut(std::uint32_t page, LeftOut why, std::uint32_t words,
                 std::vector<LeftOutWords>& left_out) {
  if (words == 0) return;
  // Notes come page by page, so those of the current page are at the end.
  for (auto each = left_out.rbegin();
       each != left_out.rend() && each->page == page; ++each) {
    if (each->why == why) {
      each->words += words;
      return;
    }
  }
  left_out.push_back({page, why, words});
}

std::uint32_t CountWords(std::string_view text) {
  std::uint32_t words = text.empty() ? 0 : 1;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i - 1] == ' ' && text[i] != ' ') ++words;
  }
  return words;
}

}  // namespace answerbox::client::layout
