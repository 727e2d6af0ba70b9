#include "engine/answer/units/section_evidence.h"

#include <array>

#include "engine/text/text_block.h"
#include "engine/text/tokenizer.h"

namespace answerbox::engine {
namespace {

constexpr std::size_t kHeadingsAbove = 6;
// The most sections that are kept; others are read again. A question looks at
// some thirty chunks, most of them in few sections.
constexpr std::size_t kMostKnown = 96;
// A heading that tells one of several things that are asked.
constexpr ShareQ10 kPartly = kWhole * 6 / 10;

// The share of `terms` words that are not in the question. A word may stand for
// several of the question's terms, so there may be more than all.
ShareQ10 ForeignShare(std::size_t terms, std::size_t in_question) {
  return static_cast<ShareQ10>((terms - std::min(terms, in_question)) *
                               static_cast<std::size_t>(kWhole) / terms);
}

}  // namespace

// The words of a heading.
struct SectionReader::Words {
  std::size_t terms = 0;
  std::size_t in_question = 0;
};

// Stemming is what takes time, so words that cannot match are only counted.
SectionReader::Words SectionReader::ReadWords(
    std::string_view heading, std::span<Similarity> found) const {
  Words words;
  Tokenizer tokenizer(normalizer_.profile(), heading);
  while (const auto token = tokenizer.Next()) {
    const std::string_view word = Slice(heading, token->range);
    if (!beginnings_.MayMatch(word)) {
      words.terms += normalizer_.HasTerm(word, token->kind) ? 1 : 0;
      continue;
    }
    const std::string_view term = normalizer_.Normalize(word, token->kind);
    if (term.empty()) continue;
    ++words.terms;
    for (std::size_t t = 0; t < terms_.distinct.size(); ++t) {
      const std::string_view asked = terms_.distinct[t].term;
      const Similarity similarity =
          asked == term ? kSame : PrefixSimilarity(asked, term);
      found[t] = std::max(found[t], similarity);
      words.in_question += similarity == kSame ? 1 : 0;
    }
  }
  return words;
}

SectionReader::SectionReader(const QuestionTerms& terms,
                             const QuestionWeights& weights,
                             const QuestionCues& cues,
                             TermNormalizer& normalizer, Arena& arena)
    : terms_(terms),
      weights_(weights),
      cues_(cues),
      normalizer_(normalizer),
      arena_(arena),
      beginnings_(terms.distinct),
      known_(MakeBuffer<Known>(arena, kMostKnown)),
      name_words_(MakeSpan<Similarity>(arena, terms.distinct.size())) {}

void SectionReader::Match(std::string_view text,
                          std::span<Similarity> found) const {
  static_cast<void>(ReadWords(text, found));
}

// Names of files often say what no heading does: "tenancy_agreement.pdf".
Result<ShareQ10> SectionReader::NameShare(const SegmentReader& reader,
                                          DocumentNumber number) {
  if (named_reader_ != &reader || named_document_ != number) {
    const auto name = reader.DocumentName(number);
    if (!name) return name.error();
    std::ranges::fill(name_words_, Similarity{0});
    Match(*name, name_words_);
    named_reader_ = &reader;
    named_document_ = number;
    name_share_ = weights_.Exact(name_words_);
  }
  return name_share_;
}

SectionEvidence SectionReader::NoHeadings() const {
  SectionEvidence evidence;
  evidence.title = MakeSpan<Similarity>(arena_, terms_.distinct.size());
  evidence.path = MakeSpan<Similarity>(arena_, terms_.distinct.size());
  return evidence;
}

// What is known is found by the last heading's place: texts between two
// headings share it.
Result<SectionEvidence> SectionReader::Read(const SegmentReader& reader,
                                            DocumentNumber number,
                                            std::uint32_t offset) {
  std::array<HeadingMark, kHeadingsAbove> marks;
  const auto headings = reader.HeadingsAt(number, offset, marks);
  if (!headings) return headings.error();
  if (headings->empty()) return NoHeadings();
  const std::uint32_t begin = headings->back().range.begin;
  for (const Known& known : known_.first(known_count_)) {
    if (known.evidence.begin == begin && known.document == number &&
        known.reader == &reader) {
      return known.evidence;
    }
  }
  const auto document = reader.Document(number);
  if (!document) return document.error();
  const auto title = TitleOf(reader, number, *document, headings->front());
  if (!title) return title.error();
  auto read = ReadHeadings(reader, *document, *headings, *title);
  if (read && known_count_ < known_.size()) {
    known_[known_count_++] = {&reader, number, *title, *read};
  }
  return read;
}

// Only a heading of the first level is a title: pages without one have sections
// alone.
Result<std::optional<SectionReader::Title>> SectionReader::TitleOf(
    const SegmentReader& reader, DocumentNumber number,
    const DocumentRecord& document, const HeadingMark& first) const {
  if (first.level != 1) return std::optional<Title>();
  for (const Known& known : known_.first(known_count_)) {
    if (known.title && known.title->begin == first.range.begin &&
        known.document == number && known.reader == &reader) {
      return known.title;
    }
  }
  const auto text = reader.Text(document, first.range);
  if (!text) return text.error();
  Title title = ReadTitle(*text);
  title.begin = first.range.begin;
  return std::optional(title);
}

// A title counts whole or not at all: "Lassa fever" says nothing about dengue
// fever.
SectionReader::Title SectionReader::ReadTitle(std::string_view text) const {
  Title title;
  title.found = MakeSpan<Similarity>(arena_, terms_.distinct.size());
  const Words words = ReadWords(text, title.found);
  if (words.terms > 0 && words.in_question == words.terms) {
    for (std::size_t t = 0; t < title.found.size(); ++t) {
      if (title.found[t] == kSame) title.whole += weights_.idf(t);
    }
  }
  if (words.terms > 0) {
    title.foreign = ForeignShare(words.terms, words.in_question);
  }
  title.asked = KindsAskedIn(text, arena_);
  return title;
}

// Only the last two headings tell a kind: those above them are too general. Of
// several kinds that are asked for, the first of AskedKind decides; a heading
// that tells another one tells a part (kPartly).
Result<SectionEvidence> SectionReader::ReadHeadings(
    const SegmentReader& reader, const DocumentRecord& document,
    std::span<const HeadingMark> headings,
    const std::optional<Title>& title) const {
  SectionEvidence evidence;
  evidence.begin = headings.back().range.begin;
  evidence.title = title ? title->found
                         : MakeSpan<Similarity>(arena_, terms_.distinct.size());
  evidence.whole_title = title ? title->whole : 0;
  evidence.path = MakeSpan<Similarity>(arena_, terms_.distinct.size());
  KindMask told = 0;
  Words last;
  for (std::size_t i = 0; i < headings.size(); ++i) {
    const auto text = reader.Text(document, headings[i].range);
    if (!text) return text.error();
    evidence.heading = *text;
    if (title && i == 0) continue;
    last = ReadWords(*text, evidence.path);
    if (i + 2 >= headings.size()) told |= KindsOfHeading(*text, arena_);
  }
  evidence.foreign = headings.size() == 1 && title ? title->foreign
                     : last.terms > 0
                         ? ForeignShare(last.terms, last.in_question)
                         : 0;
  if (headings.size() == 1 && title) told = BitOf(AskedKind::kDefinition);
  // Words of the title do not make the question's kind.
  KindMask asked = cues_.kinds & ~(title ? title->asked : KindMask{0});
  if (asked == 0) asked = cues_.kinds;
  const KindMask first = asked & (~asked + 1);
  if (asked != 0 && told != 0) {
    evidence.kind = (first & told) != 0   ? kWhole
                    : (asked & told) != 0 ? kPartly
                                          : -kWhole;
  }
  std::size_t rest = 0;
  for (const Similarity similarity : evidence.title) {
    rest += similarity == kSame ? 0 : 1;
  }
  const std::size_t all =
      rest + last.terms - std::min(last.terms, last.in_question);
  if (all > 0) {
    evidence.last_heading =
        static_cast<ShareQ10>(std::min(last.in_question, all) *
                              static_cast<std::size_t>(kWhole) / all);
  }
  return evidence;
}

}  // namespace answerbox::engine
