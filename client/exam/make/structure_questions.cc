#include "client/exam/make/structure_questions.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "client/exam/make/clause.h"

namespace answerbox::client {
namespace {

using Words = EnglishWords;

// A longer title is a sentence.
constexpr std::size_t kMaxTopicWords = 8;

// Headings that name an aspect of the document's topic. They are taken from
// MedlinePlus and from guidelines, which use the same headings throughout.
struct TopicHeading {
  std::string_view heading;
  std::string_view asks;  // The question before the topic.
  // Beginnings of words. The section must have one: below "Causes" may stand
  // just "See the page on asthma".
  std::array<std::string_view, 4> cues;
};

constexpr TopicHeading kTopicHeadings[] = {
    {"symptoms", "What are the symptoms of ", {"symptom", "sign", "", ""}},
    {"signs and symptoms",
     "What are the signs and symptoms of ",
     {"symptom", "sign", "", ""}},
    {"causes", "What causes ", {"cause", "result", "due", ""}},
    {"treatment", "What is the treatment for ", {"treat", "therap", "", ""}},
    {"treatments", "What are the treatments for ", {"treat", "therap", "", ""}},
    {"prevention", "How can you prevent ", {"prevent", "avoid", "", ""}},
    {"diagnosis", "How do doctors diagnose ", {"diagnos", "", "", ""}},
    {"exams and tests", "How do doctors diagnose ", {"diagnos", "", "", ""}},
    {"complications",
     "What are the complications of ",
     {"complication", "lead", "", ""}},
    {"risk factors", "Who is at risk of ", {"risk", "likely", "", ""}},
    {"susceptibility", "Who is at risk of ", {"risk", "likely", "", ""}},
    {"outlook",
     "What is the outlook for people with ",
     {"prognos", "outlook", "recover", ""}},
    {"prognosis",
     "What is the outlook for people with ",
     {"prognos", "outlook", "recover", ""}},
    {"side effects", "What are the side effects of ", {"effect", "", "", ""}},
    {"research", "What research is done on ", {"research", "stud", "", ""}},
    {"stages", "What are the stages of ", {"stage", "", "", ""}},
};

bool HasCue(std::string_view body, const TopicHeading& heading) {
  const std::string small = SmallLetters(body);
  return std::ranges::any_of(heading.cues, [&](std::string_view cue) {
    return !cue.empty() && small.find(cue) != std::string::npos;
  });
}

constexpr std::size_t kMaxReferenceBytes = 800;

// Whether a short section only says where to read more.
bool OnlyRefers(std::string_view body) {
  return body.size() <= kMaxReferenceBytes &&
         SmallLetters(body).find("for information about") != std::string::npos;
}

// The "there" of "there are" refers to nothing.
bool HasPronoun(std::string_view text) {
  return std::ranges::any_of(WordsOf(text), [](const EnglishWord& word) {
    return IsPronoun(word.lower) && word.lower != "there";
  });
}

std::string WithoutEnd(std::string_view text) {
  while (!text.empty() && (text.back() == ':' || text.back() == ' ' ||
                           text.back() == ',' || text.back() == '.')) {
    text.remove_suffix(1);
  }
  return std::string(text);
}

bool StartsWith(const Words& words,
                std::initializer_list<std::string_view> start) {
  if (words.size() < start.size()) return false;
  return std::equal(start.begin(), start.end(), words.begin(),
                    [](std::string_view word, const EnglishWord& other) {
                      return word == other.lower;
                    });
}

// Returns a column's heading in small letters, except for names such as "BMI".
std::string SmallHead(const Words& heads) {
  std::string text = TextOf(heads);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool begins = i == 0 || text[i - 1] == ' ';
    const bool is_name = i + 1 < text.size() && text[i + 1] < 'a';
    if (begins && !is_name && text[i] >= 'A' && text[i] <= 'Z') {
      text[i] = static_cast<char>(text[i] + 32);
    }
  }
  return text;
}

// Returns the question for the members of "Symptoms", "The main types of
// asthma".
std::optional<std::string> AskForMembers(const Words& subject,
                                         std::string_view topic,
                                         const SmallWords& small_words) {
  if (subject.empty() || !IsNounPhrase(subject, 0, subject.size())) return {};
  const std::string& first = subject.front().lower;
  if (IsVague(first) || IsAdverb(first) || first == "additional" ||
      (IsPreposition(first) && first != "the")) {
    return {};
  }
  std::size_t head = subject.size();
  bool has_complement = false;
  for (std::size_t i = 0; i < subject.size(); ++i) {
    if (IsOneOf(subject[i].lower, {"of", "for", "in", "with", "to"})) {
      has_complement = IsOneOf(subject[i].lower, {"of", "for"});
      head = i;
      break;
    }
  }
  if (head == 0 || !IsRelationalPlural(subject[head - 1].lower)) return {};
  std::string question = std::string("What are ") +
                         (first == "the" ? "" : "the ") +
                         WithinQuestion(subject, small_words);
  if (!has_complement) {
    if (topic.empty()) return {};
    // "Signs in children" would become "signs in children of asthma".
    const bool is_complete = head != subject.size();
    if (is_complete || IsOneOf(subject.back().lower, {"exits", "parts"})) {
      return {};
    }
    question += " of " + std::string(topic);
  }
  return question + "?";
}

}  // namespace

std::string TopicOf(std::string_view title, const SmallWords& small_words) {
  std::string plain = PlainSentence(title);
  // After these marks comes the name of a series or of a site.
  for (const std::string_view end : {"--", ": ", " | "}) {
    if (const std::size_t at = plain.find(end); at != std::string::npos) {
      plain.erase(at);
    }
  }
  // The CDC has a series of this name.
  if (plain.starts_with("Parasites - ")) plain.erase(0, 12);
  Words words = WordsOf(plain);
  for (const auto& start :
       {Words(WordsOf("what i need to know about")), WordsOf("living with"),
        WordsOf("learning about"), WordsOf("facts about"),
        WordsOf("what you need to know about")}) {
    const bool has_start =
        words.size() > start.size() &&
        std::equal(start.begin(), start.end(), words.begin(),
                   [](const EnglishWord& left, const EnglishWord& right) {
                     return left.lower == right.lower;
                   });
    if (has_start) {
      words.erase(words.begin(),
                  words.begin() + static_cast<std::ptrdiff_t>(start.size()));
    }
  }
  if (words.empty() || words.size() > kMaxTopicWords) return {};
  for (const EnglishWord& word : words) {
    if (IsPronoun(word.lower) || IsAuxiliary(word.lower) ||
        IsOneOf(word.lower,
                {"you", "your", "how", "what", "why", "if", "when"})) {
      return {};
    }
  }
  if (IsPreposition(words.back().lower)) return {};  // The title was cut.
  return small_words.WithoutCapitals(TextOf(words));
}

namespace {

// "Smoking and the lungs" is no illness with symptoms, and "diabetes causes"
// would become "the symptoms of diabetes causes".
bool CanHaveTopicHeading(const Words& topic) {
  if (topic.size() > 2 && topic[0].lower.ends_with("ing") &&
      IsPreposition(topic[1].lower)) {
    return false;
  }
  return std::ranges::none_of(topic, [](const EnglishWord& word) {
    return IsRelationalPlural(word.lower) ||
           IsOneOf(word.lower,
                   {"diagnosis", "treatment", "prevention", "screening",
                    "health", "testing", "tests", "therapy", "supplements",
                    "methods", "problem", "problems", "control"});
  });
}

// Returns the question that the section below such a heading answers: "If you
// miss a dose", "After an injury", "Causes of asthma".
std::optional<std::string> AskOfPhrase(const Words& words,
                                       std::string_view topic,
                                       const SmallWords& small_words) {
  const std::string within = WithinQuestion(words, small_words);
  const std::string& first = words.front().lower;
  const std::string done = "What should be done " + within + "?";
  if (first == "if" && words.size() >= 4) return done;
  if (first == "when" && words.size() >= 4 && words[1].lower != "to") {
    // A section "When accidents happen" says what to do; one "When the fridge
    // is full" may say what the consequences are.
    const bool is_action = std::ranges::any_of(words, [](const auto& word) {
      return word.lower.find("happen") != std::string::npos;
    });
    return is_action ? done : "What happens " + within + "?";
  }
  if (first == "after" || StartsWith(words, {"in", "an", "emergency"})) {
    return done;
  }
  if (IsRelationalPlural(first) && words.size() >= 3 &&
      IsOneOf(words[1].lower, {"of", "for"})) {
    return AskForMembers(words, topic, small_words);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Candidate> AskOfHeading(std::string_view heading,
                                      std::string_view topic,
                                      std::string_view body,
                                      const SmallWords& small_words) {
  Candidate candidate;
  candidate.made_by = QuestionTemplate::kHeading;
  const std::string plain = WithoutEnd(PlainSentence(heading));
  const Words words = WordsOf(plain);
  // A section with fewer words answers nothing.
  if (words.empty() || WordsOf(PlainSentence(body)).size() < 8) return {};
  if (plain.ends_with('?')) {
    if (HasPronoun(plain) || words.size() < 3 || words.size() > 20) return {};
    candidate.question = plain;
    candidate.needs_title = words.size() < 5;
    if (candidate.needs_title && topic.empty()) return {};
    return candidate;
  }
  const std::string small = SmallLetters(plain);
  const auto known =
      std::ranges::find(kTopicHeadings, small, &TopicHeading::heading);
  if (known != std::end(kTopicHeadings)) {
    if (topic.empty() || !HasCue(body, *known) || OnlyRefers(body) ||
        !CanHaveTopicHeading(WordsOf(topic))) {
      return {};
    }
    candidate.question = std::string(known->asks) + std::string(topic) + "?";
    return candidate;
  }
  if (HasPronoun(plain) || words.size() < 2 || words.size() > 14) return {};
  const auto question = AskOfPhrase(words, topic, small_words);
  if (!question) return {};
  candidate.question = *question;
  // Many documents say what should be done after an injury.
  candidate.needs_title =
      IsOneOf(words.front().lower, {"after", "if", "when", "in"});
  if (candidate.needs_title && topic.empty()) return {};
  return candidate;
}

namespace {

// Reads "There are three main types of asthma:".
std::optional<std::string> AskOfThereAre(const Words& words,
                                         std::string_view topic,
                                         const SmallWords& small_words) {
  const Words subject(words.begin() + 2, words.end());
  if (!IsNounPhrase(subject, 0, subject.size()) || topic.empty()) return {};
  // "There are three rooms" does not say of what.
  if (std::ranges::none_of(subject, [](const EnglishWord& word) {
        return word.lower == "of";
      })) {
    return {};
  }
  return "What are the " + WithinQuestion(subject, small_words) + "?";
}

// Reads "Call your doctor if", "... if you", "... if you have".
bool CallsIf(const Words& words) {
  if (!IsOneOf(words.front().lower, {"call", "see", "contact", "ring"})) {
    return false;
  }
  const std::size_t size = words.size();
  const std::string& last = words.back().lower;
  return last == "if" ||
         (size >= 3 && last == "you" && words[size - 2].lower == "if") ||
         (size >= 4 && last == "have" && words[size - 3].lower == "if");
}

std::optional<std::string> AskWhenToCall(const Words& words,
                                         std::string_view topic,
                                         const SmallWords& small_words) {
  const auto end = std::ranges::find(words, "if", &EnglishWord::lower);
  const Words order(words.begin(), end);
  if (order.size() < 2 || topic.empty()) return {};
  return "When should you " + WithinQuestion(order, small_words) + "?";
}

// Reads "To prevent falls, you should:".
std::optional<std::string> AskForAim(const Words& words,
                                     const SmallWords& small_words) {
  auto end = std::ranges::find(words, ",", &EnglishWord::after);
  if (end != words.end()) ++end;
  const Words aim(words.begin() + 1, end);
  if (aim.size() < 2 || IsPreposition(aim.back().lower) ||
      std::ranges::any_of(aim, [](const EnglishWord& word) {
        return IsAuxiliary(word.lower) || word.lower == "you";
      })) {
    return {};
  }
  return "What should you do to " + WithinQuestion(aim, small_words) + "?";
}

// Reads "The weekly check covers five points:".
std::optional<std::string> AskWhatItCovers(const Words& words,
                                           const SmallWords& small_words) {
  if (words.size() < 4) return {};
  const auto verb = std::find_if(
      words.begin() + 1, words.end() - 1, [](const EnglishWord& word) {
        return IsOneOf(word.lower, {"covers", "contains", "requires"});
      });
  if (verb == words.end() - 1) return {};
  const Words subject(words.begin(), verb);
  // An object with more words, or without a number, would itself be the answer.
  if (words.end() - verb - 1 > 3 || !IsNumber((verb + 1)->lower) ||
      !IsNounPhrase(subject, 0, subject.size()) ||
      IsVague(subject.front().lower)) {
    return {};
  }
  return "What does " + WithinQuestion(subject, small_words) + " " +
         BaseOfVerb(verb->lower) + "?";
}

// Returns a lead-in without the words that only point to its list.
std::string WithoutPointer(std::string_view lead_in) {
  std::string plain = WithoutEnd(PlainSentence(lead_in));
  for (const std::string_view end :
       {" the following", " as follows", " the following symptoms"}) {
    if (plain.ends_with(end)) plain.erase(plain.size() - end.size());
  }
  return plain;
}

}  // namespace

std::optional<std::string> AskOfLeadIn(std::string_view lead_in,
                                       std::string_view topic,
                                       const SmallWords& small_words) {
  const Words words = WordsOf(WithoutEnd(WithoutPointer(lead_in)));
  if (words.size() < 2 || words.size() > 20) return {};
  for (const EnglishWord& word : words) {
    if (IsPronoun(word.lower) && word.lower != "there") return {};
    if (IsNegation(word.lower)) return {};
  }
  if (StartsWith(words, {"there", "are"}) && words.size() >= 5 &&
      IsNumber(words[2].lower)) {
    return AskOfThereAre(words, topic, small_words);
  }
  if (words.front().lower == "there") return {};
  if (CallsIf(words)) return AskWhenToCall(words, topic, small_words);
  if (words.front().lower == "to" && words.size() >= 3) {
    return AskForAim(words, small_words);
  }
  if (!IsOneOf(words.back().lower,
               {"include", "includes", "are", "covers", "contains", "states",
                "requires", "needs"})) {
    return AskWhatItCovers(words, small_words);
  }
  // The subject ends before "may also include".
  std::size_t end = words.size() - 1;
  while (end > 0 &&
         (IsOneOf(words[end - 1].lower, {"may", "can", "could", "might"}) ||
          IsAdverb(words[end - 1].lower))) {
    --end;
  }
  const Words subject(words.begin(),
                      words.begin() + static_cast<std::ptrdiff_t>(end));
  return AskForMembers(subject, topic, small_words);
}

namespace {

// Whether the word begins with a capital and a small letter, or is "A".
bool BeginsLikeASentence(std::string_view word) {
  if (word.empty() || word[0] < 'A' || word[0] > 'Z') return false;
  return word.size() == 1 ? word == "A" : word[1] >= 'a' && word[1] <= 'z';
}

bool IsFunctionWord(std::string_view lower) {
  return IsPronoun(lower) || IsPreposition(lower) || IsAuxiliary(lower) ||
         IsVague(lower) ||
         IsOneOf(lower, {"if", "when", "there", "most", "not"});
}

bool HasVerb(std::span<const EnglishWord> words) {
  return std::ranges::any_of(words, [](const EnglishWord& word) {
    return IsAuxiliary(word.lower) || !BaseOfVerb(word.lower).empty() ||
           IsOneOf(word.lower, {"include", "cause", "depend", "happen", "help",
                                "need", "occur", "vary"});
  });
}

// Returns the item without the sentence after it. Pages have lists without a
// full stop after the last item, and the sentence splitter then takes the next
// sentence for a part of it: "Hearing loss Treatments for it include ...".
std::string_view WithoutNextSentence(std::string_view item) {
  if (item.size() > kMaxStatementBytes || !item.ends_with('.')) return item;
  std::size_t begin = item.find(' ');
  while (begin != std::string_view::npos) {
    const EnglishWords rest = WordsOf(item.substr(begin + 1));
    const EnglishWords before = WordsOf(item.substr(0, begin));
    const bool may_end = !before.empty() && before.back().after.empty() &&
                         !IsFunctionWord(before.back().lower);
    if (may_end && rest.size() > 2 && BeginsLikeASentence(rest.front().text) &&
        (IsFunctionWord(rest.front().lower) ||
         HasVerb(std::span(rest).subspan(1)))) {
      return item.substr(0, begin);
    }
    begin = item.find(' ', begin + 1);
  }
  return item;
}

}  // namespace

// Converters of web pages write lists this way. At least two dashes are needed,
// since one sets off an aside.
std::optional<InlineList> ReadInlineList(std::string_view sentence) {
  constexpr std::string_view kDash = " - ";
  std::size_t at = sentence.find(kDash);
  if (at == std::string_view::npos) return {};
  InlineList list;
  list.lead_in = std::string(sentence.substr(0, at));
  while (at != std::string_view::npos) {
    const std::size_t begin = at + kDash.size();
    at = sentence.find(kDash, begin);
    list.items.emplace_back(
        sentence.substr(begin, at == std::string_view::npos ? at : at - begin));
  }
  if (list.items.size() < 2) return {};
  list.items.back() = std::string(WithoutNextSentence(list.items.back()));
  return list;
}

// Headings that are verbs, numbers or remarks give no noun for a row: "What is
// the open for Reception?". Such a cell is left out and counted.
std::optional<std::string> AskOfCell(std::string_view column,
                                     std::string_view first_column,
                                     std::string_view row,
                                     const SmallWords& small_words) {
  const Words heads = WordsOf(PlainSentence(column));
  const Words names = WordsOf(PlainSentence(row));
  // A longer heading is a sentence, a longer name is a note.
  if (heads.empty() || heads.size() > 4 || names.empty() || names.size() > 8) {
    return {};
  }
  for (const EnglishWord& word : heads) {
    if (IsPronoun(word.lower) || IsAuxiliary(word.lower) ||
        IsVague(word.lower) || IsNumber(word.lower) ||
        IsOneOf(word.lower,
                {"open",    "opens",    "close",   "closes",   "what",
                 "how",     "when",     "why",     "where",    "do",
                 "does",    "give",     "take",    "use",      "see",
                 "yes",     "no",       "notes",   "note",     "for",
                 "remarks", "comments", "example", "examples", "description",
                 "meaning"})) {
      return {};
    }
  }
  if (!IsNounPhrase(heads, 0, heads.size())) return {};
  // "What is the content of 1?" must say that 1 is a drawer.
  const bool is_bare_number = std::ranges::all_of(
      names, [](const EnglishWord& word) { return IsNumber(word.lower); });
  std::string of = TextOf(names);
  if (is_bare_number) {
    const Words first = WordsOf(PlainSentence(first_column));
    if (first.empty() || first.size() > 2) return {};
    of = WithinQuestion(first, small_words) + " " + of;
  }
  const std::string& last = heads.back().lower;
  const bool is_plural = last.ends_with('s') && !last.ends_with("ss");
  const bool is_part = IsOneOf(last, {"role", "contents", "name", "cause",
                                      "causes", "purpose", "symptoms"});
  return std::string("What ") + (is_plural ? "are" : "is") + " the " +
         SmallHead(heads) + (is_part ? " of " : " for ") + of + "?";
}

}  // namespace answerbox::client
