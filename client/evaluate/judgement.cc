#include "client/evaluate/judgement.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <boost/regex.hpp>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <set>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "client/rpc/message.h"
#include "engine/text/character_class.h"

namespace answerbox::client {
namespace {

constexpr utf8proc_int32_t kSoftHyphen = 0xAD;
constexpr utf8proc_int32_t kHyphen = 0x2010;
constexpr utf8proc_int32_t kFixedHyphen = 0x2011;

bool IsBlank(utf8proc_int32_t character) {
  return engine::IsSpace(static_cast<char32_t>(character));
}

// Agrees with \w of regular expressions, so that keys and texts are reduced in
// the same way.
bool IsWordCharacter(utf8proc_int32_t character) {
  return character == '_' ||
         engine::IsAlphanumeric(static_cast<char32_t>(character));
}

struct Freed {
  void operator()(utf8proc_uint8_t* text) const { std::free(text); }
};

// Replaces ligatures, full-width letters and superscripts by plain characters:
// PDFs have them where a person types "fi", "A" and "2".
std::string Nfkc(std::string_view text) {
  utf8proc_uint8_t* mapped = nullptr;
  const auto size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                   static_cast<utf8proc_ssize_t>(text.size()), &mapped,
                   static_cast<utf8proc_option_t>(
                       UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT));
  const std::unique_ptr<utf8proc_uint8_t, Freed> owned(mapped);
  if (size < 0) return std::string(text);
  return {reinterpret_cast<const char*>(mapped),
          static_cast<std::size_t>(size)};
}

void Append(utf8proc_int32_t character, std::string& text) {
  std::array<utf8proc_uint8_t, 4> bytes{};
  const auto size = utf8proc_encode_char(character, bytes.data());
  text.append(reinterpret_cast<const char*>(bytes.data()),
              static_cast<std::size_t>(size));
}

// Calls `with` for each character.
template <typename With>
void EachCharacter(std::string_view text, With with) {
  for (std::size_t at = 0; at < text.size();) {
    const engine::Character character = engine::Decode(text, at);
    with(static_cast<utf8proc_int32_t>(character.code_point));
    at += character.bytes;
  }
}

}  // namespace

std::string PlainText(std::string_view text) {
  std::string single;
  EachCharacter(Nfkc(text), [&single](utf8proc_int32_t character) {
    if (character == kSoftHyphen) return;
    if (character == kHyphen || character == kFixedHyphen) character = '-';
    if (!IsBlank(character)) {
      Append(character, single);
    } else if (!single.ends_with(' ')) {
      single += ' ';
    }
  });
  // "clean- body" was one word at a line's end; "2 - 8" and "X- Ray" were not.
  std::string plain;
  for (std::size_t i = 0; i < single.size(); ++i) {
    const bool is_line_end = single[i] == '-' && i + 2 < single.size() &&
                             single[i + 1] == ' ' &&
                             engine::Is(single[i + 2], engine::kLowerByte);
    if (is_line_end) {
      ++i;  // Skips the blank, too.
    } else {
      plain += single[i];
    }
  }
  return plain;
}

std::string TightText(std::string_view text) {
  std::string tight;
  EachCharacter(PlainText(text), [&tight](utf8proc_int32_t character) {
    character = utf8proc_tolower(character);
    if (IsWordCharacter(character)) Append(character, tight);
  });
  return tight;
}

// Only ASCII counts: an accent that a PDF lost must not make another word.
std::vector<std::string> PlainWords(std::string_view text) {
  std::vector<std::string> words;
  bool is_in_word = false;
  EachCharacter(PlainText(text), [&](utf8proc_int32_t character) {
    character = utf8proc_tolower(character);
    const bool is_word = (character >= 'a' && character <= 'z') ||
                         (character >= '0' && character <= '9');
    if (is_word && !is_in_word) words.emplace_back();
    if (is_word) words.back() += static_cast<char>(character);
    is_in_word = is_word;
  });
  return words;
}

namespace {

constexpr auto kSyntax =
    boost::regex_constants::perl | boost::regex_constants::icase;

std::size_t CountWords(const std::string& text) {
  std::istringstream words(text);
  std::size_t count = 0;
  for (std::string word; words >> word;) ++count;
  return count;
}

// Returns the share of an answer's words that are shown, for the known answer
// of which most is shown. A repeated word of the answer counts each time, and
// showing it once shows all of them.
double ShareOf(const KnownQuestion& question, const std::string& shown) {
  const auto words = PlainWords(shown);
  const std::set<std::string> there(words.begin(), words.end());
  double best = 0.0;
  for (const auto& texts : question.golds) {
    std::size_t all = 0;
    std::size_t found = 0;
    for (const std::string& text : texts) {
      for (const std::string& word : PlainWords(text)) {
        ++all;
        found += there.contains(word) ? 1 : 0;
      }
    }
    if (all == 0) continue;
    best =
        std::max(best, static_cast<double>(found) / static_cast<double>(all));
  }
  return best;
}

// Items are compared without blanks and marks, which tables and line ends may
// drop.
bool HoldsItems(const std::vector<std::string>& items,
                const std::string& shown) {
  const std::string text = TightText(shown);
  const auto found =
      std::ranges::count_if(items, [&text](const std::string& item) {
        return text.find(TightText(item)) != std::string::npos;
      });
  return static_cast<double>(found) >=
         kEnoughShown * static_cast<double>(items.size());
}

// Items are tried first, then keys, then words: the more a file says about the
// right answer, the less depends on the share of words.
bool SaysIt(const KnownQuestion& question, const Judgement& judgement) {
  if (!question.items.empty()) {
    return HoldsItems(question.items, judgement.shown);
  }
  if (question.keys.empty()) return judgement.share >= kEnoughShown;
  return std::ranges::all_of(question.keys, [&](const std::string& key) {
    return HasKey(judgement.shown, key);
  });
}

// An answer from another page may use the same words by chance, or about
// another thing.
bool IsThere(const KnownQuestion& question, const Judgement& judgement) {
  if (judgement.shown.empty() || judgement.document != question.document) {
    return false;
  }
  return question.pages.empty() ||
         (judgement.page &&
          std::ranges::find(question.pages, *judgement.page) !=
              question.pages.end());
}

}  // namespace

// Checked when the file is read: a key that can't be compiled would make every
// answer to its question wrong.
std::optional<std::string> KeyFault(const std::string& key) {
  try {
    const boost::regex expression(key, kSyntax);
    return std::nullopt;
  } catch (const boost::regex_error& error) {
    return error.what();
  }
}

bool HasKey(std::string_view text, const std::string& key) {
  try {
    const boost::regex expression(key, kSyntax);
    if (boost::regex_search(PlainText(text), expression)) return true;
  } catch (const std::runtime_error&) {
    // Boost.Regex stops where matching would take very many steps.
  }
  // Both are compared without marks, because a document may write "2-8 °C" or
  // "2 - 8°C". But "\\d+" must not become "d".
  if (key.find('\\') != std::string::npos) return false;
  const std::string tight = TightText(key);
  return !tight.empty() && TightText(text).find(tight) != std::string::npos;
}

Judgement Judge(const KnownQuestion& question,
                const boost::json::object& reply) {
  Judgement judgement;
  // The question was asked without a threshold, so a refusal means that nothing
  // was found at all.
  judgement.confidence = RealAt(reply, "confidence");
  if (!FlagAt(reply, "answered")) return judgement;
  const boost::json::object& answer = ObjectAt(reply, "answer");
  judgement.shown = TextAt(answer, "text");
  if (judgement.shown.empty()) judgement.shown = TextAt(answer, "sentence");
  judgement.document = TextAt(answer, "document");
  if (const auto page = NumberAt(answer, "page"); page > 0) {
    judgement.page = page;
  }
  judgement.words = CountWords(judgement.shown);
  // Any answer to an unanswerable question is wrong.
  if (!question.is_answerable) return judgement;
  judgement.share = ShareOf(question, judgement.shown);
  judgement.is_page_right = IsThere(question, judgement);
  judgement.is_right = judgement.is_page_right && SaysIt(question, judgement);
  return judgement;
}

}  // namespace answerbox::client
