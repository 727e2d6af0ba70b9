#include "client/evaluate/judgement.h"

#include <algorithm>
#include <boost/regex.hpp>
#include <set>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "client/rpc/json_fields.h"

namespace answerbox::client {
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
