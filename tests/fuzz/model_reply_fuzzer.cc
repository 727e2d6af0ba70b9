// Reads any reply of a language model that was to grade a passage, or to write
// questions. A grade of a reply that was cut is that of the whole one; each
// question keeps its bounds, and stands on one line.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "daemon/generation/replies.h"
#include "engine/text/utf8.h"

namespace {

using namespace answerbox::daemon;

void Require(bool is_true) {
  if (!is_true) std::abort();
}

bool Steers(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view reply(reinterpret_cast<const char*>(data), size);
  const auto said = ReadRating(reply, RatingEnd::kSaid);
  const auto cut = ReadRating(reply, RatingEnd::kCut);
  Require(!said || *said <= 5);
  Require(!cut || cut == said);
  if (!answerbox::engine::ValidateUtf8(reply)) return 0;
  const WrittenQuestions written = ReadQuestions(reply);
  Require(written.texts.size() <= kMaxWrittenQuestions);
  for (const std::string& question : written.texts) {
    Require(question.size() >= kMinWrittenBytes &&
            question.size() <= kMaxWrittenBytes && question.ends_with('?'));
    Require(std::ranges::none_of(question, Steers));
    Require(std::ranges::count(written.texts, question) == 1);
    Require(answerbox::engine::ValidateUtf8(question).has_value());
  }
  return 0;
}
