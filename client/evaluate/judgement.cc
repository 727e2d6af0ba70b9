#include "client/evaluate/judgement.h"

#include <algorithm>
#include <set>
#include <sstream>
#include <vector>

#include "client/evaluate/key_pattern.h"
#include "client/evaluate/plain_text.h"
#include "client/rpc/json_fields.h"

namespace answerbox::client {
namespace {

std::size_t CountWords(const std::string& text) {
  std::istringstream words(text);
  std::size_t count = 0;
  for (std::string word; words >> word;) ++count;
  return count;
}

// The share of the words of an answer that are shown, of the answer that is
// shown best.
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

bool SaysIt(const KnownQuestion& question, const Judgement& judgement) {
  if (!question.items.empty()) {
    return HoldsItems(question.items, judgement.shown);
  }
  if (question.keys.empty()) return judgement.share >= kEnoughShown;
  return std::ranges::all_of(question.keys, [&](const std::string& key) {
    return HasKey(judgement.shown, key);
  });
}

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

Judgement Judge(const KnownQuestion& question,
                const boost::json::object& reply) {
  Judgement judgement;
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
  if (!question.is_answerable) return judgement;
  judgement.share = ShareOf(question, judgement.shown);
  judgement.is_page_right = IsThere(question, judgement);
  judgement.is_right = judgement.is_page_right && SaysIt(question, judgement);
  return judgement;
}

}  // namespace answerbox::client
