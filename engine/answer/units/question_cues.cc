#include "engine/answer/units/question_cues.h"

#include <algorithm>
#include <array>

#include "engine/answer/units/cue_phrases.h"

namespace answerbox::engine {
namespace {

constexpr KindMask kSymptom = BitOf(AskedKind::kSymptom);
constexpr KindMask kCause = BitOf(AskedKind::kCause);
constexpr KindMask kTreatment = BitOf(AskedKind::kTreatment);
constexpr KindMask kDose = BitOf(AskedKind::kDose);
constexpr KindMask kRisk = BitOf(AskedKind::kRisk);
constexpr KindMask kDiagnosis = BitOf(AskedKind::kDiagnosis);
constexpr KindMask kPrevention = BitOf(AskedKind::kPrevention);
constexpr KindMask kOutlook = BitOf(AskedKind::kOutlook);
constexpr KindMask kComplication = BitOf(AskedKind::kComplication);
constexpr KindMask kStage = BitOf(AskedKind::kStage);
constexpr KindMask kResearch = BitOf(AskedKind::kResearch);
constexpr KindMask kLiving = BitOf(AskedKind::kLiving);
constexpr KindMask kInheritance = BitOf(AskedKind::kInheritance);
constexpr KindMask kType = BitOf(AskedKind::kType);
constexpr KindMask kWhere = BitOf(AskedKind::kWhere);
constexpr KindMask kWhen = BitOf(AskedKind::kWhen);
constexpr KindMask kHowTo = BitOf(AskedKind::kHowTo);
constexpr KindMask kDefinition = BitOf(AskedKind::kDefinition);

// In questions the same words occur by chance, so phrases are longer where a
// word alone would say too little.
constexpr CuePhrase kAskedKinds[] = {
    {"symptom", kSymptom},
    {"sign ", kSymptom},
    {"signs ", kSymptom},
    {"clinical feature", kSymptom},
    {"present with", kSymptom},
    {"feel like", kSymptom},
    {"look like", kSymptom},
    {"recogni", kSymptom},
    {"manifest", kSymptom},
    {"cause", kCause},
    {"lead to", kCause},
    {"leads to", kCause},
    {"aetiolog", kCause},
    {"etiolog", kCause},
    {"reason for", kCause},
    {"origin", kCause},
    {"treat", kTreatment},
    {"therap", kTreatment},
    {"manag", kTreatment},
    {"cure", kTreatment},
    {"medic", kTreatment},
    {"drug", kTreatment},
    {"remed", kTreatment},
    {"help for", kTreatment},
    {"surgery", kTreatment},
    {"dose", kDose},
    {"dosing", kDose},
    {"dosage", kDose},
    {"how much", kDose},
    {"how many mg", kDose},
    {"how many ml", kDose},
    {"how many tablets", kDose},
    {"amount", kDose},
    {"at risk", kRisk},
    {"risk factor", kRisk},
    {"who gets", kRisk},
    {"who is at", kRisk},
    {"who can get", kRisk},
    {"susceptib", kRisk},
    {"likely to get", kRisk},
    {"likely to develop", kRisk},
    {"how many people", kRisk},
    {"how common", kRisk},
    {"affected", kRisk},
    {"prevalence", kRisk},
    {"diagnos", kDiagnosis},
    {"test ", kDiagnosis},
    {"tests ", kDiagnosis},
    {"detect", kDiagnosis},
    {"investigat", kDiagnosis},
    {"exam ", kDiagnosis},
    {"exams ", kDiagnosis},
    {"examin", kDiagnosis},
    {"screen", kDiagnosis},
    {"find out", kDiagnosis},
    {"identif", kDiagnosis},
    {"prevent", kPrevention},
    {"avoid", kPrevention},
    {"protect", kPrevention},
    {"lower the risk", kPrevention},
    {"lower my risk", kPrevention},
    {"reduce the risk", kPrevention},
    {"reduce my risk", kPrevention},
    {"stop the spread", kPrevention},
    {"outlook", kOutlook},
    {"prognos", kOutlook},
    {"expect", kOutlook},
    {"surviv", kOutlook},
    {"outcome", kOutlook},
    {"long-term", kOutlook},
    {"happens to", kOutlook},
    {"happens if", kOutlook},
    {"complicat", kComplication},
    {"problems from", kComplication},
    {"problems caused", kComplication},
    {"side effect", kComplication},
    {"adverse", kComplication},
    {"danger", kComplication},
    {"harm", kComplication},
    {"stage", kStage},
    {"staging", kStage},
    {"grade", kStage},
    {"research", kResearch},
    {"clinical trial", kResearch},
    {"studies", kResearch},
    {"studied", kResearch},
    {"what to do for", kLiving},
    {"diet", kLiving},
    {"eating", kLiving},
    {"nutrition", kLiving},
    {"living with", kLiving},
    {"lifestyle", kLiving},
    {"cope", kLiving},
    {"inherit", kInheritance},
    {"genetic", kInheritance},
    {"run in famil", kInheritance},
    {"hered", kInheritance},
    {"gene ", kInheritance},
    {"type of", kType},
    {"types of", kType},
    {"kind of", kType},
    {"kinds of", kType},
    {"classif", kType},
    {"where ", kWhere},
    {"contact", kWhere},
    {"address", kWhere},
    {"email", kWhere},
    {"e-mail", kWhere},
    {"phone", kWhere},
    {"whom ", kWhere},
    {"when ", kWhen},
    {"how soon", kWhen},
    {"how often", kWhen},
    {"how long", kWhen},
    {"how frequent", kWhen},
    {"how do ", kHowTo},
    {"how to ", kHowTo},
    {"how can ", kHowTo},
    {"how should ", kHowTo},
    {"how does ", kHowTo},
    {"steps", kHowTo},
};

// These count only where nothing else is asked for.
constexpr CuePhrase kAskedDefinitions[] = {
    {"what is ", kDefinition},    {"what are ", kDefinition},
    {"what's ", kDefinition},     {"meaning", kDefinition},
    {"mean by", kDefinition},     {"meant by", kDefinition},
    {"defin", kDefinition},       {"tell me about", kDefinition},
    {"information", kDefinition},
};

// Headings are short and say what follows, so single words are enough;
// "treatment" also tells doses.
constexpr CuePhrase kToldKinds[] = {
    {"symptom", kSymptom},
    {"sign", kSymptom},
    {"feature", kSymptom},
    {"presentation", kSymptom},
    {"manifest", kSymptom},
    {"assess", kSymptom | kDiagnosis},
    {"cause", kCause},
    {"aetiolog", kCause},
    {"etiolog", kCause},
    {"pathogen", kCause},
    {"origin", kCause},
    {"why", kCause},
    {"treat", kTreatment | kDose},
    {"therap", kTreatment},
    {"manag", kTreatment},
    {"drug", kTreatment | kDose},
    {"medic", kTreatment | kDose},
    {"care", kTreatment},
    {"cure", kTreatment},
    {"coping", kTreatment | kLiving},
    {"step", kTreatment | kHowTo},
    {"control", kTreatment},
    {"dose", kDose},
    {"dosage", kDose},
    {"amount", kDose},
    {"quantit", kDose},
    {"suscept", kRisk},
    {"risk", kRisk | kComplication},
    {"frequen", kRisk | kWhen},
    {"epidem", kRisk},
    {"who", kRisk | kWhere},
    {"prevalence", kRisk},
    {"statistic", kRisk},
    {"exam", kDiagnosis},
    {"test", kDiagnosis},
    {"diagnos", kDiagnosis},
    {"investigat", kDiagnosis},
    {"screen", kDiagnosis},
    {"detect", kDiagnosis},
    {"prevent", kPrevention},
    {"protect", kPrevention},
    {"avoid", kPrevention},
    {"reduc", kPrevention},
    {"outlook", kOutlook},
    {"prognos", kOutlook},
    {"expect", kOutlook},
    {"surviv", kOutlook},
    {"outcome", kOutlook},
    {"course", kOutlook},
    {"complicat", kComplication},
    {"adverse", kComplication},
    {"side effect", kComplication},
    {"danger", kComplication},
    {"stage", kStage},
    {"staging", kStage},
    {"grade", kStage},
    {"classif", kStage | kType},
    {"research", kResearch},
    {"trial", kResearch},
    {"stud", kResearch},
    {"consider", kLiving},
    {"diet", kLiving},
    {"nutrition", kLiving},
    {"living", kLiving},
    {"lifestyle", kLiving},
    {"support", kLiving},
    {"inherit", kInheritance},
    {"genet", kInheritance},
    {"gene", kInheritance},
    {"type", kType},
    {"kind", kType},
    {"contact", kWhere},
    {"where", kWhere},
    {"address", kWhere},
    {"resource", kWhere},
    {"when", kWhen},
    {"time", kWhen},
    {"duration", kWhen},
    {"follow", kWhen},
    {"schedul", kWhen},
    {"how", kHowTo},
    {"procedure", kHowTo},
    {"method", kHowTo},
    {"instruction", kHowTo},
    {"practice", kHowTo},
    {"information", kDefinition},
    {"overview", kDefinition},
    {"introduction", kDefinition},
    {"definition", kDefinition},
    {"about", kDefinition},
    {"what is", kDefinition},
    {"key facts", kDefinition},
    {"background", kDefinition},
    {"general", kDefinition},
    {"description", kDefinition},
};

// Bits of what else a question asks for.
constexpr std::uint32_t kNumber = 1;
constexpr std::uint32_t kTime = 2;
constexpr std::uint32_t kList = 4;

constexpr CuePhrase kCues[] = {
    {"how many times", kNumber | kTime},
    {"how many", kNumber},
    {"how much", kNumber},
    {"how old", kNumber},
    {"how far", kNumber},
    {"how full", kNumber},
    {"how high", kNumber},
    {"below what", kNumber},
    {"at what", kNumber},
    {"percent", kNumber},
    {"proportion", kNumber},
    {"what share", kNumber},
    {"amount", kNumber},
    {"quantit", kNumber},
    {"how long", kTime},
    {"how often", kTime},
    {"how soon", kTime},
    {"how frequent", kTime},
    {"when ", kTime},
    {"what year", kTime},
    {"which year", kTime},
    {"for how many", kTime},
    {"list ", kList},
    {"steps ", kList},
    {"tips ", kList},
    {"key points", kList},
    {"key rules", kList},
    {"key recommendations", kList},
    {"main points", kList},
    {"kinds ", kList},
    {"types ", kList},
    {"symptoms ", kList},
    {"signs ", kList},
    {"features ", kList},
    {"causes ", kList},
    {"complications ", kList},
    {"rules ", kList},
    {"moments ", kList},
    {"groups ", kList},
    {"ways ", kList},
    {"practices ", kList},
    {"things ", kList},
    {"habits ", kList},
    {"targets ", kList},
    {"factors ", kList},
    {"precautions ", kList},
    {"measures ", kList},
    {"criteria ", kList},
    {"requirements ", kList},
    {"documents ", kList},
    {"give me ", kList},
    {"name the ", kList},
    {"reasons ", kList},
    {"benefits ", kList},
    {"examples ", kList},
    {"options ", kList},
    {"elements ", kList},
    {"conditions ", kList},
    {"what makes up ", kList},
    {"what all ", kList},
    {"what are ", kList},
    {"what should ", kList},
    {"what can ", kList},
    {"what must ", kList},
    {"what do i ", kList},
    {"what do we ", kList},
    {"what do you ", kList},
    {"what do they ", kList},
};

bool IsCueByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '\'' ||
         c == '-' || static_cast<unsigned char>(c) >= 0x80;
}

// The text in lower case (ASCII), every run of other bytes as one space, with a
// space at the end. So that a phrase is found at the beginning of a word by its
// bytes.
std::string_view Plain(std::string_view text, Arena& arena) {
  const auto plain = MakeBuffer<char>(arena, text.size() + 1);
  std::size_t size = 0;
  for (char c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (IsCueByte(c)) {
      plain[size++] = c;
    } else if (size > 0 && plain[size - 1] != ' ') {
      plain[size++] = ' ';
    }
  }
  if (size > 0 && plain[size - 1] != ' ') plain[size++] = ' ';
  return {plain.data(), size};
}

// Whether a word in lower case looks like a plural. Good enough for the word
// after "which": what it takes wrongly is seldom there.
bool IsPlural(std::string_view word) {
  constexpr std::string_view kNone[] = {"is",   "was",  "has",  "does",  "this",
                                        "its",  "his",  "us",   "yes",   "as",
                                        "plus", "less", "thus", "always"};
  return word.size() > 2 && word.ends_with('s') && !word.ends_with("ss") &&
         !word.ends_with("us") && !word.ends_with("is") &&
         !word.ends_with("'s") &&
         std::ranges::find(kNone, word) == std::end(kNone);
}

// Words after which the thing that is asked for cannot follow: "what is",
// "which of", "what causes".
bool EndsNoun(std::string_view word) {
  constexpr std::string_view kWords[] = {
      "is",      "are",      "was",      "were",  "do",        "does",
      "did",     "has",      "have",     "had",   "can",       "could",
      "may",     "must",     "will",     "would", "of",        "in",
      "for",     "should",   "might",    "to",    "by",        "with",
      "affects", "brings",   "causes",   "comes", "counts",    "gives",
      "goes",    "happens",  "helps",    "holds", "increases", "keeps",
      "kills",   "leads",    "lowers",   "makes", "matters",   "means",
      "needs",   "prevents", "protects", "puts",  "raises",    "reduces",
      "says",    "shows",    "speaks",   "stops", "takes",     "tells",
      "treats",  "triggers", "works"};
  return std::ranges::find(kWords, word) != std::end(kWords);
}

// Whether "what" or "which" is followed by the plural of a thing, as in "which
// everyday foods". "Which foods" asks for a list as "what are the foods" does.
bool AsksWhichSeveral(std::string_view plain) {
  constexpr int kWords = 3;  // How far the plural may be.
  int left = 0;
  while (!plain.empty()) {
    const std::size_t end = plain.find(' ');
    const std::string_view word = plain.substr(0, end);
    plain.remove_prefix(std::min(end + 1, plain.size()));
    if (word == "what" || word == "which") {
      left = kWords;
    } else if (left > 0) {
      if (EndsNoun(word)) {
        left = 0;
        continue;
      }
      if (IsPlural(word)) return true;
      --left;
    }
  }
  return false;
}

constexpr CuePhraseIndex kAskedKindIndex(kAskedKinds);
constexpr CuePhraseIndex kAskedDefinitionIndex(kAskedDefinitions);
constexpr CuePhraseIndex kToldKindIndex(kToldKinds);
constexpr CuePhraseIndex kCueIndex(kCues);

}  // namespace

KindMask KindsAskedIn(std::string_view text, Arena& arena) {
  return kAskedKindIndex.Find(Plain(text, arena));
}

// Shorter stems begin too many words.
KindMask KindsNamedBy(std::string_view stem) noexcept {
  constexpr std::size_t kShortest = 4;  // Of a stem that says enough.
  return stem.size() < kShortest ? 0 : kAskedKindIndex.FindStem(stem);
}

KindMask KindsOfHeading(std::string_view heading, Arena& arena) {
  return kToldKindIndex.Find(Plain(heading, arena));
}

// "What is the dose?" asks for a dose, not for a definition.
QuestionCues ReadQuestionCues(std::string_view question, Arena& arena) {
  const std::string_view plain = Plain(question, arena);
  QuestionCues cues;
  const KindMask definition = kAskedDefinitionIndex.Find(plain);
  cues.kinds = kAskedKindIndex.Find(plain);
  if (cues.kinds == 0) cues.kinds = definition;
  const std::uint32_t found = kCueIndex.Find(plain);
  cues.asks_number = (found & kNumber) != 0;
  cues.asks_time = (found & kTime) != 0;
  cues.asks_list = (found & kList) != 0 || AsksWhichSeveral(plain);
  cues.asks_definition = definition != 0;
  cues.asked = ReadAskedCues(question);
  return cues;
}

}  // namespace answerbox::engine
