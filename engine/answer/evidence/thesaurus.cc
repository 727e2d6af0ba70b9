#include "engine/answer/evidence/thesaurus.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <memory_resource>

#include "engine/index/format/little_endian.h"
#include "engine/index/format/short_bytes.h"
#include "engine/text/phrase_terms.h"
#include "engine/text/stop_words.h"
#include "engine/text/word_marks.h"
#include "engine/text/word_table.h"

namespace answerbox::engine {

namespace {

constexpr char kThesaurusMagic[] = {'A', 'B', 't', 'h'};

// Fields of an entry.
constexpr std::size_t kTextEnd = 0;
constexpr std::size_t kNeighboursEnd = 3;

// The closeness of each level, in 1/256.
constexpr std::array<std::uint8_t, 2> kCloseness = {179, 230};

std::uint32_t LoadLittle24(const std::byte* from) noexcept {
  return LoadLittle16(from) | std::to_integer<std::uint32_t>(from[2]) << 16;
}

Error BadThesaurus(ErrorCode code, std::size_t at) {
  return {code, "thesaurus", at};
}

}  // namespace

// Sizes only: reading some megabytes to check them would take longer than most
// questions.
Result<Thesaurus> Thesaurus::Open(std::span<const std::byte> bytes) noexcept {
  if (bytes.size() < kHeaderBytes) {
    return BadThesaurus(ErrorCode::kTruncated, bytes.size());
  }
  if (std::memcmp(bytes.data(), kThesaurusMagic, sizeof kThesaurusMagic) != 0) {
    return BadThesaurus(ErrorCode::kCorrupt, 0);
  }
  if (LoadLittle16(bytes.data() + 4) != kVersion) {
    return BadThesaurus(ErrorCode::kUnsupportedVersion, 4);
  }
  Thesaurus thesaurus;
  thesaurus.terms_ = LoadLittle32(bytes.data() + 8);
  if (thesaurus.terms_ > kMaxTerms) return BadThesaurus(ErrorCode::kCorrupt, 8);
  const std::uint64_t neighbours =
      std::uint64_t{LoadLittle32(bytes.data() + 12)} * kNeighbourBytes;
  const std::uint64_t text = LoadLittle32(bytes.data() + 16);
  const std::uint64_t entries = thesaurus.terms_ * kEntryBytes;
  const std::uint64_t wanted = kHeaderBytes + entries + neighbours + text;
  if (bytes.size() < wanted) {
    return BadThesaurus(ErrorCode::kTruncated, bytes.size());
  }
  if (bytes.size() > wanted) return BadThesaurus(ErrorCode::kCorrupt, 16);
  thesaurus.checksum_ = LoadLittle32(bytes.data() + 20);
  const auto rest = bytes.subspan(kHeaderBytes);
  thesaurus.entries_ = rest.first(static_cast<std::size_t>(entries));
  thesaurus.neighbours_ = rest.subspan(static_cast<std::size_t>(entries),
                                       static_cast<std::size_t>(neighbours));
  const auto last = rest.last(static_cast<std::size_t>(text));
  thesaurus.text_ = {reinterpret_cast<const char*>(last.data()), last.size()};
  return thesaurus;
}

std::size_t Thesaurus::EndAt(std::size_t number,
                             std::size_t field) const noexcept {
  return LoadLittle24(entries_.data() + kEntryBytes * number + field);
}

// Ends are not checked when opened, so here: a term outside the text is none.
std::string_view Thesaurus::TermAt(std::size_t number) const noexcept {
  const std::size_t begin = number == 0 ? 0 : EndAt(number - 1, kTextEnd);
  const std::size_t end = EndAt(number, kTextEnd);
  if (begin > end || end > text_.size()) return {};
  return text_.substr(begin, end - begin);
}

// Eight bytes as one number tell most terms apart, without a call that compares
// texts.
std::size_t Thesaurus::LowerBound(std::string_view text,
                                  Range among) const noexcept {
  const std::uint64_t prefix = PrefixOf(text);
  while (among.begin < among.end) {
    const std::size_t middle = among.begin + (among.end - among.begin) / 2;
    const std::string_view term = TermAt(middle);
    const std::uint64_t term_prefix = PrefixOf(term);
    if (term_prefix != prefix ? term_prefix < prefix : term < text) {
      among.begin = middle + 1;
    } else {
      among.end = middle;
    }
  }
  return among.begin;
}

Thesaurus::Found Thesaurus::Find(std::string_view term,
                                 Range among) const noexcept {
  Found found;
  std::size_t number = LowerBound(term, among);
  if (number < among.end && TermAt(number) == term) {
    found.neighbours = NeighboursOf(number);
    ++number;
  }
  // No byte of a term is less than a blank, so longer phrases come next.
  const auto is_longer = [&](std::size_t at) {
    const std::string_view other = TermAt(at);
    return other.size() > term.size() && other[term.size()] == ' ' &&
           other.starts_with(term);
  };
  std::size_t end = number;
  std::size_t after = among.end;
  // There are few, most often none.
  for (std::size_t step = 0; end < after;) {
    const std::size_t at = end + std::min(step, (after - end) / 2);
    if (is_longer(at)) {
      end = at + 1;
      step = 2 * step + 1;
    } else {
      after = at;
    }
  }
  found.longer = {number, end};
  return found;
}

// Bounded, so that a damaged count cannot fill the caller's room.
Thesaurus::Range Thesaurus::NeighboursOf(std::size_t number) const noexcept {
  const std::size_t begin = number == 0 ? 0 : EndAt(number - 1, kNeighboursEnd);
  const std::size_t end = EndAt(number, kNeighboursEnd);
  if (begin > end || end > neighbours_.size() / kNeighbourBytes) return {};
  return {begin, std::min(end, begin + kMaxNeighbours)};
}

Neighbour Thesaurus::At(std::size_t neighbour) const noexcept {
  assert(neighbour < neighbours_.size() / kNeighbourBytes);
  const std::uint32_t all =
      LoadLittle24(neighbours_.data() + kNeighbourBytes * neighbour);
  const std::size_t number = all >> kFlagBits;
  if (number >= terms_) return {};
  return {{TermAt(number), kCloseness[all & kLevelBit]},
          (all & kBackwardBit) != 0,
          (all & kAlikeBit) != 0};
}

namespace {

static_assert(kMaxKeyWords <= kMaxPhraseTerms);
static_assert(kMaxQuestionTerms <= 64);

// Stop words that say nothing in a phrase.
constexpr std::string_view kNoKeyWords[] = {
    "a",    "an",   "d",     "he",   "her", "him",   "his",  "i",
    "it",   "its",  "ll",    "m",    "me",  "my",    "our",  "re",
    "s",    "she",  "t",     "that", "the", "their", "them", "these",
    "they", "this", "those", "us",   "ve",  "we",    "you",  "your",
};
constexpr WordTable kNoKeyWordTable(kNoKeyWords);

struct KeyWord {
  std::string_view text;
  std::uint64_t terms = 0;  // Bit t: it is QuestionTerms::distinct[t].
};

}  // namespace

std::string_view KeyWordOf(const QuestionTerms& terms,
                           const QuestionWord& word) noexcept {
  if (HasTerm(word.mark)) return terms.distinct[word.term].term;
  const std::string_view stop_word = StopWordOf(word.mark);
  return kNoKeyWordTable.Find(stop_word) ? std::string_view() : stop_word;
}

namespace {

// In the question's order. Words that are no key words are skipped, so "loss of
// the appetite" is the phrase "loss of appetite".
std::span<const KeyWord> FindKeyWords(const QuestionTerms& terms,
                                      Arena& arena) {
  const auto words = MakeSpan<KeyWord>(arena, terms.words.size());
  std::size_t count = 0;
  for (const QuestionWord& word : terms.words) {
    const std::string_view text = KeyWordOf(terms, word);
    if (text.empty()) continue;
    const bool has_term = HasTerm(word.mark);
    words[count++] = {text, has_term ? std::uint64_t{1} << word.term : 0};
  }
  return words.first(count);
}

}  // namespace

// Each word narrows the range of phrases that may follow
// (Thesaurus::Found::longer), so a phrase of four words takes four short
// searches.
std::span<const QuestionPhrase> FindPhrases(const QuestionTerms& terms,
                                            const Thesaurus& thesaurus,
                                            Arena& arena) {
  const auto words = FindKeyWords(terms, arena);
  std::pmr::vector<QuestionPhrase> phrases(&arena);
  for (std::size_t first = 0; first < words.size(); ++first) {
    const auto run =
        words.subspan(first, std::min(kMaxKeyWords, words.size() - first));
    PhraseTerms key;
    QuestionPhrase phrase;
    Thesaurus::Range among = thesaurus.all_terms();
    for (const KeyWord& word : run) {
      key.Append(word.text);
      phrase.terms |= word.terms;
      ++phrase.key_words;
      const auto known = thesaurus.Find(key.text(), among);
      if (!known.neighbours.empty() && phrase.terms != 0) {
        phrase.neighbours = known.neighbours;
        phrases.push_back(phrase);
      }
      among = known.longer;
      if (among.empty()) break;
    }
  }
  const auto found = MakeSpan<QuestionPhrase>(arena, phrases.size());
  std::ranges::copy(phrases, found.begin());
  return found;
}

}  // namespace answerbox::engine
