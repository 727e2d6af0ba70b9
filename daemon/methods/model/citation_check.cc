#include "daemon/methods/model/citation_check.h"

#include <algorithm>
#include <span>
#include <string_view>

#include "daemon/methods/gathering/gathering_json.h"
#include "engine/grounding/grounding.h"

namespace answerbox::daemon {
namespace {

using engine::ByteRange;
using engine::CheckedAnswer;

// A passage that says a sentence has all of its words but less than a quarter.
constexpr std::size_t kLeastUnsupportedShare = 4;

// The words of an answer, or of a sentence of it, against passages.
struct WordCount {
  std::size_t scored = 0;
  std::size_t unsupported = 0;
  // The sum of ln p_C - ln p_E (consens.h), times 2^16. The greater, the better
  // the passages support the same words.
  std::int64_t sum = 0;
};

bool Overlap(ByteRange a, ByteRange b) {
  return a.begin < b.end && b.begin < a.end;
}

WordCount CountWords(const engine::Consens& consens, ByteRange range) {
  WordCount count;
  for (const engine::ScoredWord& word : consens.words) {
    if (!word.is_scored || !Overlap(word.range, range)) continue;
    ++count.scored;
    count.sum += word.score.raw();
    if (word.score.raw() <= engine::kUnsupportedLn.raw()) ++count.unsupported;
  }
  return count;
}

bool HasNearlyAllWords(const WordCount& words) {
  return words.scored == 0 ||
         words.unsupported * kLeastUnsupportedShare < words.scored;
}

// Whether a support of `part` is about as good as one of `whole`.
bool IsNear(std::int64_t part, std::int64_t whole) {
  // Two passages that share the words of a sentence would each fall below a
  // stricter bound, and neither be left out.
  return 4 * part >= 3 * whole;
}

// The passage that supports the sentence best, by the whole answer's scores.
std::optional<std::uint32_t> BestOf(const engine::Consens& consens,
                                    ByteRange sentence) {
  for (const engine::GroundedSentence& scored : consens.sentences) {
    if (Overlap(scored.range, sentence) && scored.support) {
      return scored.support->passage;
    }
  }
  return std::nullopt;
}

// Checks one sentence against some of the passages.
class SentenceCheck {
 public:
  struct Finding {
    WordCount words;
    bool is_said = false;
  };

  SentenceCheck(const CheckedAnswer& checked, ByteRange sentence,
                engine::Workspace& workspace)
      : checked_(checked), sentence_(sentence), workspace_(workspace) {}

  [[nodiscard]] engine::Result<Finding> Against(
      std::span<const std::uint32_t> passages) {
    texts_.clear();
    for (const std::uint32_t passage : passages) {
      texts_.push_back(checked_.context[passage]);
    }
    const std::string_view text = Slice(checked_.answer, sentence_);
    const auto grounding =
        // Without the question: its words are not scored, and a sentence that
        // only repeats them would count as said by any passage.
        CheckGrounding({texts_, {}, text}, nullptr, workspace_);
    if (!grounding) return grounding.error();
    Finding finding;
    finding.words = CountWords(grounding->consens,
                               {0, static_cast<std::uint32_t>(text.size())});
    finding.is_said =
        grounding->verdict == engine::GroundingVerdict::kGrounded &&
        HasNearlyAllWords(finding.words);
    return finding;
  }

 private:
  const CheckedAnswer& checked_;
  const ByteRange sentence_;
  engine::Workspace& workspace_;
  std::vector<std::string_view> texts_;
};

// Leaves out passages that neither say the sentence alone, nor are missed by
// the others.
engine::Result<CitedPassages> LeaveOutIdle(const CitedPassages& cited,
                                           std::int64_t sum,
                                           SentenceCheck& check) {
  CitedPassages kept = cited;
  for (const std::uint32_t passage : cited) {
    // A sentence that is said cites one passage at least.
    if (kept.size() == 1) break;
    const auto alone = check.Against({&passage, 1});
    if (!alone) return alone.error();
    if (IsNear(alone->words.sum, sum)) continue;
    CitedPassages others = kept;
    std::erase(others, passage);
    const auto without = check.Against(others);
    if (!without) return without.error();
    if (IsNear(without->words.sum, sum)) kept = std::move(others);
  }
  return kept;
}

void PutFirst(std::uint32_t passage, CitedPassages& passages) {
  const auto place = std::ranges::find(passages, passage);
  if (place != passages.end()) {
    std::rotate(passages.begin(), place, place + 1);
  }
}

}  // namespace

engine::Result<std::vector<SentenceSupport>> FindSupport(
    const CheckedAnswer& checked, const std::vector<ByteRange>& sentences,
    engine::Workspace& workspace) {
  const auto consens = engine::ScoreConsens(
      {checked.context, {}, checked.answer}, nullptr, workspace);
  if (!consens) return consens.error();
  std::vector<SentenceSupport> found;
  for (const ByteRange sentence : sentences) {
    found.push_back({BestOf(*consens, sentence),
                     HasNearlyAllWords(CountWords(*consens, sentence))});
  }
  return found;
}

engine::Result<CitedPassages> CheckCitations(const CheckedAnswer& checked,
                                             ByteRange sentence,
                                             const CitedPassages& cited,
                                             const SentenceSupport& support,
                                             engine::Workspace& workspace) {
  SentenceCheck check(checked, sentence, workspace);
  const std::uint32_t best = support.best.value_or(cited.front());
  const auto supported = check.Against({&best, 1});
  if (!supported) return supported.error();
  // A sentence of stop words alone is said by every passage.
  if (supported->words.scored == 0) return cited;
  // Each cited passage may cost two checks. Of a longer list, only the passage
  // that supports the sentence best is checked.
  if (cited.size() <= kMaxCitedPassages) {
    const auto together = check.Against(cited);
    if (!together) return together.error();
    if (together->is_said &&
        IsNear(together->words.sum, supported->words.sum)) {
      auto kept = LeaveOutIdle(cited, together->words.sum, check);
      if (kept) PutFirst(best, *kept);
      return kept;
    }
  }
  return supported->is_said ? CitedPassages{best} : CitedPassages{};
}

}  // namespace answerbox::daemon
