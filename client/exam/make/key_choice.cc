#include "client/exam/make/key_choice.h"

#include <algorithm>

#include "client/exam/make/english.h"
#include "protocol/exam/bank.h"

namespace answerbox::client {
namespace {

bool LeadsToAnAnswer(std::string_view word) {
  return IsPreposition(word) ||
         IsOneOf(word, {"every", "each", "least", "most", "about", "around",
                        "up", "approximately"});
}

std::string_view WithoutLead(std::string_view phrase) {
  while (true) {
    const std::size_t blank = phrase.find(' ');
    if (blank == std::string_view::npos ||
        !LeadsToAnAnswer(SmallLetters(phrase.substr(0, blank)))) {
      return phrase;
    }
    phrase.remove_prefix(blank + 1);
  }
}

// Bytes above 127 are parts of letters, or of signs such as a degree's.
bool IsWordByte(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) > 127;
}

bool IsPartOf(std::string_view phrase, std::string_view answer) {
  for (std::size_t at = phrase.find(answer); at != std::string_view::npos;
       at = phrase.find(answer, at + 1)) {
    const std::size_t end = at + answer.size();
    const bool begins =
        at == 0 || !IsWordByte(phrase[at - 1]) || !IsWordByte(answer.front());
    const bool ends = end == phrase.size() || !IsWordByte(phrase[end]) ||
                      !IsWordByte(answer.back());
    if (begins && ends) return true;
  }
  return false;
}

}  // namespace

bool FitsBank(std::string_view key) {
  return key.size() <= protocol::kMaxBankKeyBytes &&
         std::ranges::any_of(key, [](char c) { return c != ' '; }) &&
         std::ranges::none_of(key, [](char c) {
           return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
         });
}

std::vector<std::string> KeyVariants(const std::vector<std::string>& phrases) {
  std::vector<std::string> variants;
  for (const std::string& phrase : phrases) {
    for (const std::string_view text :
         {std::string_view(phrase), WithoutLead(phrase)}) {
      if (FitsBank(text) && std::ranges::find(variants, text) == variants.end())
        variants.emplace_back(text);
    }
  }
  return variants;
}

bool LiesWithin(std::string_view answer,
                const std::vector<std::string>& phrases) {
  return !answer.empty() &&
         std::ranges::any_of(phrases, [answer](const std::string& phrase) {
           return IsPartOf(phrase, answer);
         });
}

}  // namespace answerbox::client
