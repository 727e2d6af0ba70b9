#include "client/convert/lead_in.h"

#include <algorithm>
#include <cstddef>

namespace answerbox::client {
namespace {

constexpr std::size_t kMaxLeadInBytes = 512;
constexpr std::size_t kMaxUnfinishedWords = 12;
constexpr std::string_view kBlanks = " \t\r\n";

std::string_view WithoutBlanksAtTheEnd(std::string_view text) {
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

std::string_view LastSentence(std::string_view text) {
  for (std::size_t i = text.size(); i-- > 1;) {
    const char before = text[i - 1];
    if (text[i] == ' ' && (before == '.' || before == '!' || before == '?')) {
      return text.substr(i + 1);
    }
  }
  return text;
}

// "The following apply" leads in, "Following surgery, rest" does not.
bool SaysFollowing(std::string_view sentence) {
  return sentence.find(" following") != std::string_view::npos ||
         sentence.find(" follows") != std::string_view::npos;
}

}  // namespace

bool IsLeadIn(std::string_view paragraph) {
  const std::string_view text = WithoutBlanksAtTheEnd(paragraph);
  if (text.empty() || text.size() > kMaxLeadInBytes) return false;
  if (text.back() == ':' || SaysFollowing(LastSentence(text))) return true;
  if (std::string_view(".!?;").find(text.back()) != std::string_view::npos) {
    return false;
  }
  const auto blanks = std::count_if(text.begin(), text.end(), [](char c) {
    return kBlanks.find(c) != std::string_view::npos;
  });
  return static_cast<std::size_t>(blanks) < kMaxUnfinishedWords;
}

}  // namespace answerbox::client
