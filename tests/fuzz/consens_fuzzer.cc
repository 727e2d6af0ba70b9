// Scores any answer with any question and context. Scores must be within their
// range, words and spans in order and within the answer.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "engine/ask/workspace.h"
#include "engine/grounding/consens/consens.h"
#include "engine/text/utf8.h"

namespace {

using namespace answerbox::engine;

void Check(bool condition) {
  if (!condition) std::abort();
}

void CheckScore(Q16 score) {
  Check(Q16::FromInteger(-1) <= score && score <= Q16::FromInteger(1));
}

void CheckShare(const std::optional<Q16>& share) {
  Check(!share || (Q16() <= *share && *share <= Q16::FromInteger(1)));
}

std::string_view TakeLine(std::string_view& rest) {
  const std::size_t end = std::min(rest.find('\n'), rest.size());
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return line;
}

template <typename A>
void CheckAnswer(const CheckedAnswer& answer, Workspace& workspace) {
  const auto consens = ScoreConsens<A>(answer, nullptr, workspace);
  if (!consens) {
    Check(consens.error().code == ErrorCode::kArenaExhausted);
    return;
  }
  CheckScore(consens->paper);
  CheckScore(consens->geometric);
  for (const Q16 score : consens->without) CheckScore(score);
  CheckShare(consens->context_relevance);
  CheckShare(consens->answer_relevance);
  std::uint32_t end = 0;
  std::size_t scored = 0;
  for (const ScoredWord& word : consens->words) {
    Check(end <= word.range.begin && word.range.begin < word.range.end);
    end = word.range.end;
    if (word.is_scored) ++scored;
  }
  Check(end <= answer.answer.size());
  Check(scored == consens->scored_words);
  for (const GroundedSentence& sentence : consens->sentences) {
    CheckScore(sentence.geometric);
    if (!sentence.support) continue;
    Check(sentence.support->passage < answer.context.size());
    Check(sentence.support->range.end <=
          answer.context[sentence.support->passage].size());
  }
  end = 0;
  for (const ByteRange span : Unsupported(*consens, workspace.arena())) {
    Check(end <= span.begin && span.begin < span.end);
    end = span.end;
  }
}

}  // namespace

// The question, two passages, and the answer, which has the rest; a line feed
// ends each of the others.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static Workspace workspace(std::size_t{1} << 20);
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  if (!ValidateUtf8(rest)) return 0;
  const std::string_view question = TakeLine(rest);
  const std::string_view first = TakeLine(rest);
  const std::string_view context[] = {first, TakeLine(rest)};
  CheckAnswer<FixedArithmetic>({context, question, rest}, workspace);
  CheckAnswer<FloatArithmetic>({context, question, rest}, workspace);
  return 0;
}
