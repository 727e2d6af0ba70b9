#include "engine/answer/units/section_evidence.h"

#include <algorithm>
#include <array>

#include "engine/numeric/arena_span.h"
#include "engine/text/tokenizer.h"

namespace answerbox::engine {
namespace {

constexpr std::size_t kHeadingsAbove = 6;
// The most sections that are kept; others are read again.
constexpr std::size_t kMostKnown = 96;
// A heading that tells one of several things that are asked.
constexpr ShareQ10 kPartly = kWhole * 6 / 10;

}  // namespace

// The words of a heading.
struct SectionReader::Words {
  std::size_t terms = 0;
  std::size_t in_question = 0;
};

SectionReader::Words SectionReader::ReadWords(
    std::string_view heading, std::span<Similarity> found) const {
  Words words;
  Tokenizer tokenizer(normalizer_.profile(), heading);
  while (const auto token = tokenizer.Next()) {
    const std::string_view word = heading.substr(
        token->range.begin, token->range.end - token->range.begin);
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
      known_(MakeSpan<Known>(arena, kMostKnown)) {}

SectionEvidence SectionReader::NoHeadings() const {
  SectionEvidence evidence;
  evidence.title = MakeSpan<Similarity>(arena_, terms_.distinct.size());
  evidence.path = MakeSpan<Similarity>(arena_, terms_.distinct.size());
  return evidence;
}

Result<SectionEvidence> SectionReader::Read(const SegmentReader& reader,
                                            DocumentNumber number,
                                            std::uint32_t offset) {
  const auto document = reader.Document(number);
  if (!document) return document.error();
  if (document->heading_count == 0) return NoHeadings();
  std::array<HeadingMark, kHeadingsAbove> marks;
  const auto headings = reader.HeadingsAt(number, offset, marks);
  if (!headings) return headings.error();
  if (headings->empty()) return NoHeadings();
  const std::uint32_t heading = headings->back().range.begin;
  for (const Known& known : known_.first(known_count_)) {
    if (known.heading == heading && known.document == number &&
        known.reader == &reader) {
      return known.evidence;
    }
  }
  const auto read = ReadHeadings(reader, *document, *headings);
  if (read && known_count_ < known_.size()) {
    known_[known_count_++] = {&reader, number, heading, *read};
  }
  return read;
}

Result<SectionEvidence> SectionReader::ReadHeadings(
    const SegmentReader& reader, const DocumentRecord& document,
    std::span<const HeadingMark> headings) const {
  SectionEvidence evidence = NoHeadings();
  const bool has_title = headings.front().level == 1;
  std::string_view title;
  KindMask told = 0;
  Words last;
  for (std::size_t i = 0; i < headings.size(); ++i) {
    const auto text = reader.Text(document, headings[i].range);
    if (!text) return text.error();
    if (i == 0 && has_title) {
      title = *text;
      const Words words = ReadWords(*text, evidence.title);
      if (words.terms > 0 && words.in_question == words.terms) {
        for (std::size_t t = 0; t < evidence.title.size(); ++t) {
          if (evidence.title[t] == kSame) {
            evidence.whole_title += weights_.idf(t);
          }
        }
      }
      continue;
    }
    last = ReadWords(*text, evidence.path);
    if (i + 2 >= headings.size()) told |= KindsOfHeading(*text, arena_);
  }
  if (headings.size() == 1 && has_title) {
    told = BitOf(AskedKind::kDefinition);
  }
  // Words of the title do not make the question's kind.
  KindMask asked = cues_.kinds & ~KindsAskedIn(title, arena_);
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
