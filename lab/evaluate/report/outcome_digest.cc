#include "lab/evaluate/report/outcome_digest.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/text/content_id.h"

namespace answerbox::lab {
namespace {

void AppendLittleEndian(std::uint64_t value, std::size_t bytes,
                        std::string& out) {
  for (std::size_t i = 0; i < bytes; ++i) {
    out += static_cast<char>(static_cast<unsigned char>(value >> (8 * i)));
  }
}

std::string HexSha256(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  for (const std::byte byte : engine::ComputeSha256(bytes)) {
    hex += kDigits[std::to_integer<unsigned>(byte) >> 4];
    hex += kDigits[std::to_integer<unsigned>(byte) & 15u];
  }
  return hex;
}

std::string HashAnswers(std::span<const QuestionOutcome> outcomes) {
  // Lengths stand before strings, so that different lists of answers never give
  // the same bytes.
  std::string bytes;
  for (const QuestionOutcome& outcome : outcomes) {
    AppendLittleEndian(outcome.id.size(), 4, bytes);
    bytes += outcome.id;
    AppendLittleEndian(outcome.answer.size(), 4, bytes);
    bytes += outcome.answer;
    if (outcome.short_answer) {
      AppendLittleEndian(outcome.short_answer->size(), 4, bytes);
      bytes += *outcome.short_answer;
    }
    AppendLittleEndian(outcome.score_bits, 8, bytes);
  }
  return HexSha256(bytes);
}

std::string HashConfidences(std::span<const QuestionOutcome> outcomes) {
  std::string bytes;
  for (const QuestionOutcome& outcome : outcomes) {
    AppendLittleEndian(std::bit_cast<std::uint64_t>(outcome.confidence), 8,
                       bytes);
  }
  return HexSha256(bytes);
}

}  // namespace

OutcomeDigest DigestOutcomes(std::span<const QuestionOutcome> outcomes) {
  return {HashAnswers(outcomes), HashConfidences(outcomes)};
}

}  // namespace answerbox::lab
