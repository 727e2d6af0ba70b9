// Searches any bytes for a short answer, as a question and a sentence. The
// result must lie within the sentence, on character boundaries if the sentence
// is UTF-8, and every feature must be within its range.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "engine/answer/model/answer_model.h"
#include "engine/answer/spans/short_answer.h"
#include "engine/text/utf8.h"

namespace {

using namespace answerbox::engine;

void Check(bool condition) {
  if (!condition) std::abort();
}

bool IsCharacterBoundary(std::string_view text, std::size_t offset) {
  return offset == text.size() ||
         (static_cast<unsigned char>(text[offset]) & 0xc0u) != 0x80u;
}

class SpanChecker final : public SpanObserver {
 public:
  explicit SpanChecker(std::string_view sentence)
      : sentence_(sentence), is_text_(ValidateUtf8(sentence).has_value()) {}

  void CheckRange(const ShortAnswer& span) const {
    Check(span.range.begin < span.range.end);
    Check(span.range.end <= sentence_.size());
    if (!is_text_) return;
    Check(IsCharacterBoundary(sentence_, span.range.begin));
    Check(IsCharacterBoundary(sentence_, span.range.end));
  }

  void OnSpan(const ShortAnswer& span, WordSpan words,
              const SpanFeatureRow& row) override {
    CheckRange(span);
    Check(words.begin < words.end && words.end <= kMaxSpanWords);
    for (const std::int16_t value : row) Check(value >= -31 && value <= 255);
  }

 private:
  std::string_view sentence_;
  bool is_text_;
};

constexpr std::size_t kArenaBytes = std::size_t{1} << 20;

}  // namespace

// The question ends at the first line feed.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static TermNormalizer normalizer(Profile::kDefault);
  static const auto storage = std::make_unique<std::byte[]>(kArenaBytes);
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t end = bytes.find('\n');
  const std::string_view question = bytes.substr(0, end);
  if (end == std::string_view::npos || !ValidateUtf8(question)) return 0;
  const std::string_view sentence = bytes.substr(end + 1);
  Arena arena({storage.get(), kArenaBytes});
  const QuestionTerms terms = AnalyzeQuestion(question, normalizer, arena);
  if (terms.distinct.empty()) return 0;
  const ShortAnswers answers(terms, ShippedModel().lexicon(), normalizer,
                             arena);
  SpanChecker checker(sentence);
  answers.Observe(sentence, checker);
  const auto found = answers.Find({sentence, question}, ShippedSpanModel());
  if (found) checker.CheckRange(*found);
  return 0;
}
