#include "daemon/methods/model/generated_answer.h"

#include <algorithm>
#include <utility>

#include "daemon/methods/ask/answer_json.h"
#include "daemon/methods/gathering/gathering_json.h"

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

namespace {

using engine::Contradiction;
using engine::Grounding;
using engine::GroundingVerdict;

GeneratedFate FateOf(GroundingVerdict verdict) {
  switch (verdict) {
    case GroundingVerdict::kGrounded:
      return GeneratedFate::kGiven;
    case GroundingVerdict::kWeak:
      return GeneratedFate::kWeak;
    case GroundingVerdict::kUngrounded:
      return GeneratedFate::kUngrounded;
    case GroundingVerdict::kContradicted:
      break;
  }
  return GeneratedFate::kContradicted;
}

std::string Contradicts(const Contradiction& found,
                        const CheckedAnswer& checked,
                        std::span<const GeneratedPassage> passages) {
  const engine::ContextPlace& place = found.context;
  return "It says \"" + std::string(Slice(checked.answer, found.answer)) +
         "\" where " + passages[place.passage].document + " says \"" +
         std::string(Slice(checked.context[place.passage], place.range)) +
         "\".";
}

std::string Explain(GeneratedFate fate, const Grounding& grounding,
                    const CheckedAnswer& checked,
                    std::span<const GeneratedPassage> passages) {
  switch (fate) {
    case GeneratedFate::kGiven:
      return {};
    case GeneratedFate::kNoAnswer:
      return "The model finds no answer in the documents.";
    case GeneratedFate::kWeak:
      return "Too little of what it says comes from the documents.";
    case GeneratedFate::kUngrounded:
      return "What it says does not come from the documents.";
    case GeneratedFate::kContradicted:
      return Contradicts(grounding.contradicted.front(), checked, passages);
    case GeneratedFate::kInventedCitation:
      break;
  }
  return "It cites a passage that does not say what the sentence says.";
}

// A mark of a passage that there is not. Precondition: `invented` is not empty.
std::string CitesNoPassage(std::span<const std::uint64_t> invented,
                           std::size_t passages) {
  const std::uint64_t number = invented.front();
  return "It cites passage " + std::to_string(number) +
         (number == kGreatestMark ? " or a later one" : "") +
         ", and there are " + std::to_string(passages) + ", from 1.";
}

std::string CitesFalsely(std::span<const std::uint32_t> cited,
                         std::span<const GeneratedPassage> passages) {
  if (cited.size() > 1) {
    return "It cites " + std::to_string(cited.size()) +
           " passages for a sentence that no passage says.";
  }
  return "It cites passage " + std::to_string(cited.front() + 1) + ", of " +
         passages[cited.front()].document +
         ", for a sentence that no passage says.";
}

// What is wrong with an answer; nothing is if it is kGiven.
struct Fault {
  GeneratedFate fate = GeneratedFate::kGiven;
  std::string message;  // Empty: that of the fate.
};

// Finds the passages that say a sentence, whether it cites them or not.
engine::Result<Fault> CiteSentence(const CheckedAnswer& checked,
                                   const SentenceSupport& support,
                                   std::span<const GeneratedPassage> passages,
                                   engine::Workspace& workspace,
                                   GeneratedSentence& sentence) {
  if (!sentence.is_cited_by_model) {
    if (!support.best) return Fault{GeneratedFate::kUngrounded, {}};
    sentence.passages = {*support.best};
    return Fault{
        support.is_covered ? GeneratedFate::kGiven : GeneratedFate::kWeak, {}};
  }
  auto said = CheckCitations(checked, sentence.range, sentence.passages,
                             support, workspace);
  if (!said) return said.error();
  if (said->empty()) {
    return Fault{GeneratedFate::kInventedCitation,
                 CitesFalsely(sentence.passages, passages)};
  }
  // Whoever cites nearly every passage cites none in particular. What the check
  // found is then not shown as the model's.
  sentence.is_cited_by_model =
      sentence.passages.size() <= kMaxCitedPassages &&
      std::ranges::find(sentence.passages, said->front()) !=
          sentence.passages.end();
  sentence.passages = std::move(*said);
  return Fault{};
}

// The fault of the first sentence that has one.
engine::Result<Fault> CiteSentences(const CheckedAnswer& checked,
                                    std::span<const GeneratedPassage> passages,
                                    engine::Workspace& workspace,
                                    std::vector<GeneratedSentence>& sentences) {
  std::vector<ByteRange> ranges;
  for (const GeneratedSentence& sentence : sentences) {
    ranges.push_back(sentence.range);
  }
  const auto supports = FindSupport(checked, ranges, workspace);
  if (!supports) return supports.error();
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    auto fault = CiteSentence(checked, (*supports)[i], passages, workspace,
                              sentences[i]);
    if (!fault || fault->fate != GeneratedFate::kGiven) return fault;
  }
  return Fault{};
}

// By the whole answer, then by its citations. The grounding of the whole answer
// is then in the workspace.
engine::Result<void> Decide(const CheckedAnswer& checked,
                            const CitedAnswer& cited,
                            std::span<const GeneratedPassage> passages,
                            engine::Workspace& workspace,
                            GeneratedAnswer& answer) {
  if (cited.refuses) {
    answer.message = Explain(answer.fate, answer.grounding, checked, passages);
    return {};
  }
  Fault fault{GeneratedFate::kInventedCitation, {}};
  // An answer that cites what there is not is refused: its other citations need
  // no check.
  if (cited.invented.empty()) {
    auto found = CiteSentences(checked, passages, workspace, answer.sentences);
    if (!found) return found.error();
    fault = std::move(*found);
  } else {
    fault.message = CitesNoPassage(cited.invented, passages.size());
  }
  // Last, as the sentences' checks use the same arena, and the reply shows this
  // one.
  const auto grounding = CheckGrounding(checked, nullptr, workspace);
  if (!grounding) return grounding.error();
  answer.grounding = *grounding;
  if (grounding->verdict != GroundingVerdict::kGrounded) {
    fault = {FateOf(grounding->verdict), {}};
  }
  answer.fate = fault.fate;
  answer.message = fault.message.empty()
                       ? Explain(answer.fate, *grounding, checked, passages)
                       : std::move(fault.message);
  return {};
}

std::string SentenceJson(const GeneratedAnswer& answer,
                         const GeneratedSentence& sentence,
                         std::span<const GeneratedPassage> passages) {
  JsonWriter json;
  json.BeginObject().Key("text").String(Slice(answer.text, sentence.range));
  json.Key("cited_by").String(sentence.is_cited_by_model ? "model" : "check");
  if (sentence.passages.size() > 1) {
    json.Key("also_in").BeginArray();
    for (const std::uint32_t passage :
         std::span(sentence.passages).subspan(1)) {
      json.Raw(passages[passage].place);
    }
    json.EndArray();
  }
  std::string text = json.EndObject().Take();
  // Its place's members follow its own.
  const std::string& place = passages[sentence.passages.front()].place;
  text.back() = ',';
  return text.append(place, 1);
}

}  // namespace

std::vector<GeneratedPassage> PassagesOf(const engine::Gathering& gathering) {
  std::vector<GeneratedPassage> passages;
  std::size_t bytes = 0;
  for (const engine::GatheredUnit& unit : gathering.units) {
    bytes += unit.place.sentence.size() + unit.place.document.size();
    // The best units come first, so what is left out matters least.
    if (bytes > kMaxPassageBytes) break;
    JsonWriter json;
    json.BeginObject();
    WritePlaceMembers(json, unit.place, unit.place.offsets);
    passages.push_back({std::string(unit.place.sentence),
                        json.EndObject().Take(),
                        std::string(unit.place.document), unit.place.offsets});
  }
  return passages;
}

std::vector<std::string_view> TextsOf(
    std::span<const GeneratedPassage> passages) {
  std::vector<std::string_view> texts;
  for (const GeneratedPassage& passage : passages) {
    texts.push_back(passage.text);
  }
  return texts;
}

std::string_view ToString(GeneratedFate fate) noexcept {
  switch (fate) {
    case GeneratedFate::kGiven:
      return "given";
    case GeneratedFate::kNoAnswer:
      return "no_answer";
    case GeneratedFate::kWeak:
      return "weak";
    case GeneratedFate::kUngrounded:
      return "ungrounded";
    case GeneratedFate::kContradicted:
      return "contradicted";
    case GeneratedFate::kInventedCitation:
      break;
  }
  return "invented_citation";
}

Result<GeneratedAnswer> Judge(std::string_view generated,
                              std::string_view question,
                              std::span<const GeneratedPassage> passages,
                              engine::Workspace& workspace) {
  CitedAnswer cited = ReadCitedAnswer(generated, passages.size());
  const std::vector<std::string_view> texts = TextsOf(passages);
  GeneratedAnswer answer;
  answer.text = cited.text;
  const CheckedAnswer checked{texts, question, answer.text};
  for (CitedSentence& sentence : cited.sentences) {
    const bool is_cited = !sentence.passages.empty();
    answer.sentences.push_back(
        {sentence.range, std::move(sentence.passages), is_cited});
  }
  if (!Decide(checked, cited, passages, workspace, answer)) {
    return Error{ErrorKind::kLimit,
                 "The generated answer is too long to be checked."};
  }
  return answer;
}

void WriteGenerated(JsonWriter& json, const GeneratedAnswer& answer,
                    std::string_view question,
                    std::span<const GeneratedPassage> passages) {
  json.Key("text").String(answer.text);
  json.Key("sentences").BeginArray();
  for (const GeneratedSentence& sentence : answer.sentences) {
    json.Raw(SentenceJson(answer, sentence, passages));
  }
  json.EndArray().Key("check").BeginObject();
  const std::vector<std::string_view> texts = TextsOf(passages);
  WriteGrounding(json, {texts, question, answer.text}, answer.grounding, {});
  json.EndObject();
}

}  // namespace answerbox::daemon
