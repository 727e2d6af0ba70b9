#include "daemon/methods/generated_answer.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "daemon/methods/grounding_json.h"
#include "daemon/methods/place_json.h"

namespace answerbox::daemon {
namespace {

using engine::ByteRange;
using engine::CheckedAnswer;
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
  return "It says \"" + std::string(PartOf(checked.answer, found.answer)) +
         "\" where " + passages[place.passage].document + " says \"" +
         std::string(PartOf(checked.context[place.passage], place.range)) +
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
  return "It cites a passage that does not say what it says.";
}

// The index of the passage that supports the sentence best, as the check of the
// whole answer found.
std::optional<std::uint32_t> SupportOf(ByteRange sentence,
                                       const Grounding& grounding) {
  for (const engine::GroundedSentence& scored : grounding.consens.sentences) {
    if (scored.range.begin < sentence.end &&
        sentence.begin < scored.range.end && scored.support) {
      return scored.support->passage;
    }
  }
  return std::nullopt;
}

// Whether the passages that a sentence cites say it. A sentence without a word
// that counts, such as "Yes.", says nothing else.
engine::Result<bool> IsSaid(const GeneratedSentence& sentence,
                            const CheckedAnswer& checked,
                            engine::Workspace& workspace) {
  std::vector<std::string_view> cited;
  for (const std::uint32_t passage : sentence.passages) {
    cited.push_back(checked.context[passage]);
  }
  const auto grounding = CheckGrounding(
      {cited, checked.question, PartOf(checked.answer, sentence.range)},
      nullptr, workspace);
  if (!grounding) return grounding.error();
  return grounding->consens.scored_words == 0 ||
         VerdictOf(grounding->consens) != GroundingVerdict::kUngrounded;
}

// Puts the passage that supports the sentence best first among those that it
// cites, or cites it if the model cites none.
void OrderCitations(const Grounding& grounding, GeneratedSentence& sentence) {
  const auto support = SupportOf(sentence.range, grounding);
  if (!support) return;
  const auto place = std::ranges::find(sentence.passages, *support);
  if (place != sentence.passages.end()) {
    std::rotate(sentence.passages.begin(), place, place + 1);
  } else if (!sentence.is_cited_by_model) {
    sentence.passages = {*support};
  }
}

// Whether each sentence that cites passages is said by them.
engine::Result<bool> CiteWhatSaysIt(
    const CheckedAnswer& checked, std::span<const GeneratedSentence> sentences,
    engine::Workspace& workspace) {
  for (const GeneratedSentence& sentence : sentences) {
    if (!sentence.is_cited_by_model) continue;
    const auto is_said = IsSaid(sentence, checked, workspace);
    if (!is_said || !*is_said) return is_said;
  }
  return true;
}

// By the whole answer and its citations; its grounding is then in the
// workspace.
engine::Result<void> Decide(const CheckedAnswer& checked,
                            const CitedAnswer& cited,
                            engine::Workspace& workspace,
                            GeneratedAnswer& answer) {
  if (cited.refuses) return {};
  const auto is_cited_well =
      CiteWhatSaysIt(checked, answer.sentences, workspace);
  if (!is_cited_well) return is_cited_well.error();
  const auto grounding = CheckGrounding(checked, nullptr, workspace);
  if (!grounding) return grounding.error();
  answer.grounding = *grounding;
  answer.fate = FateOf(grounding->verdict);
  if (answer.fate != GeneratedFate::kGiven) return {};
  if (!cited.invented.empty() || !*is_cited_well) {
    answer.fate = GeneratedFate::kInventedCitation;
  }
  for (GeneratedSentence& sentence : answer.sentences) {
    OrderCitations(*grounding, sentence);
    if (sentence.passages.empty()) answer.fate = GeneratedFate::kUngrounded;
  }
  return {};
}

std::string SentenceJson(const GeneratedAnswer& answer,
                         const GeneratedSentence& sentence,
                         std::span<const GeneratedPassage> passages) {
  JsonWriter json;
  json.BeginObject().Key("text").String(PartOf(answer.text, sentence.range));
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
    bytes += unit.place.sentence.size();
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
  if (!Decide(checked, cited, workspace, answer)) {
    return Error{ErrorKind::kLimit,
                 "The generated answer is too long to be checked."};
  }
  answer.message = Explain(answer.fate, answer.grounding, checked, passages);
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
