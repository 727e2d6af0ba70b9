#include "engine/words/spelling.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/grounding/words/word_meanings.h"
#include "engine/text/character_class.h"
#include "engine/text/stop_words.h"
#include "engine/text/tokenizer.h"
#include "engine/words/dictionary_neighbours.h"

namespace answerbox::engine {
namespace {

constexpr std::size_t kLeastLetters = 4;
// Words of at least so many letters may have two edits.
constexpr std::size_t kTwoEditsLetters = 8;
// If two words take equally many edits, one is meant if it is this many times
// as frequent as the other. Each slip that fingers make easily counts like
// twice the frequency.
constexpr std::uint64_t kClearlyMore = 8;

unsigned MostEdits(std::size_t letters) {
  return letters < kTwoEditsLetters ? 1 : 2;
}

// The words that a word of the question may mean: none, one or two.
using Readings = std::span<const std::string_view>;

// The stop word with the fewest edits.
struct NearStopWord {
  std::string_view word;
  EditCost cost = 0;
};

bool BeginsLike(std::string_view other, std::string_view word) {
  return other[0] == word[0] ||
         (other.size() > 1 && other[0] == word[1] && other[1] == word[0]);
}

// Precondition: `word` has the letters.
std::optional<NearStopWord> FindNearStopWord(std::string_view word,
                                             const Letters& letters) {
  const auto most =
      static_cast<EditCost>(MostEdits(letters.all().size()) * kEditCost);
  std::optional<NearStopWord> nearest;
  EditRows rows(letters.all());
  for (const std::string_view other : StopWords()) {
    // The same as for words of the dictionary: the first letter is rarely
    // wrong.
    if (!BeginsLike(other, word) ||
        other.find('\'') != std::string_view::npos) {
      continue;
    }
    rows.Truncate(0);
    for (const char c : other) rows.Push(static_cast<unsigned char>(c));
    if (rows.Whole() > most) continue;
    if (!nearest || rows.Whole() < nearest->cost) {
      nearest = NearStopWord{other, rows.Whole()};
    }
  }
  return nearest;
}

// A neighbour as the documents have it.
struct Candidate {
  std::string_view word;
  EditCost cost = 0;
  std::uint64_t frequency = 0;

  [[nodiscard]] std::uint64_t weight() const {
    // A frequency is a number of chunks, and there are at most two slips, so
    // this cannot wrap.
    return frequency << SlipsOf(cost);
  }
};

// Whether the term loses an "e" by stemming: "vaccines" is of "vaccin".
bool HasSilentE(std::string_view term, std::string_view word) {
  return word.size() > term.size() && word.starts_with(term) &&
         word[term.size()] == 'e';
}

// The candidate that is meant, or the two that are most likely. Sorts them.
std::span<Candidate> Choose(std::span<Candidate> candidates) {
  // Not stable_sort, which allocates from the heap.
  std::ranges::sort(candidates, [](const auto& a, const auto& b) {
    if (EditsOf(a.cost) != EditsOf(b.cost)) {
      return EditsOf(a.cost) < EditsOf(b.cost);
    }
    return a.weight() != b.weight() ? a.weight() > b.weight() : a.word < b.word;
  });
  if (candidates.size() < 2) return candidates;
  const Candidate& best = candidates[0];
  const Candidate& second = candidates[1];
  // If not clear, the person is asked rather than answered wrongly.
  const bool is_clear = EditsOf(best.cost) < EditsOf(second.cost) ||
                        best.weight() / kClearlyMore >= second.weight();
  return candidates.first(is_clear ? 1 : 2);
}

// Whether the words differ by two edits in one place: "hyper-" and "hypo-",
// "ampicillin" and "amoxicillin" are two words, not two slips.
bool DifferByASyllable(std::string_view a, std::string_view b) {
  const std::size_t most = std::min(a.size(), b.size());
  std::size_t begin = 0;
  while (begin < most && a[begin] == b[begin]) ++begin;
  std::size_t end = 0;
  while (end < most - begin && a[a.size() - 1 - end] == b[b.size() - 1 - end]) {
    ++end;
  }
  const std::string_view in_a = a.substr(begin, a.size() - begin - end);
  const std::string_view in_b = b.substr(begin, b.size() - begin - end);
  // Swapped, or the wrong letter is doubled ("refferal").
  const bool is_slip = in_a.size() == 2 && in_b.size() == 2 &&
                       (in_a[0] == in_b[1] || in_a[1] == in_b[0]);
  return std::max(in_a.size(), in_b.size()) == 2 && !is_slip;
}

bool IsCapital(std::string_view word) {
  return IsUpper(Decode(word, 0).code_point);
}

bool HasSmallLetter(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const Character c = Decode(text, at);
    if (IsSmall(c.code_point)) return true;
    at += c.bytes;
  }
  return false;
}

class SpellingReader {
 public:
  SpellingReader(std::string_view question,
                 std::span<const LiveSegment> segments,
                 TermNormalizer& normalizer, Arena& arena)
      : has_small_letter_(HasSmallLetter(question)),
        segments_(segments),
        normalizer_(normalizer),
        arena_(arena) {}

  // Whether a word of the question may be misspelt.
  [[nodiscard]] bool MayBeMisspelt(std::string_view word) {
    // "COPD" is an abbreviation.
    if (has_small_letter_ && !HasSmallLetter(word)) return false;
    const std::string_view folded =
        normalizer_.FoldToken(word, TokenKind::kWord);
    return Letters(folded).all().size() >= kLeastLetters;
  }

  // Precondition: MayBeMisspelt(word).
  //   may_be_stop_word  "that" is no misspelt name
  Result<Readings> Read(std::string_view word, bool may_be_stop_word) {
    const std::string_view folded =
        CopyText(normalizer_.FoldToken(word, TokenKind::kWord), arena_);
    const Letters letters(folded);
    const auto neighbours =
        FindNeighbours(segments_, folded, MostEdits(letters.all().size()),
                       normalizer_, arena_);
    if (!neighbours) return neighbours.error();
    const auto candidates = CandidatesOf(*neighbours, letters);
    if (!candidates) return candidates.error();
    const auto chosen = Choose(*candidates);
    const auto words = MakeSpan<std::string_view>(arena_, 2);
    // "waht" is nearer to "what" than to any word of the documents. Stop words
    // are in no dictionary, so they are compared here.
    if (may_be_stop_word) {
      const auto stop_word = FindNearStopWord(folded, letters);
      if (stop_word && (chosen.empty() ||
                        EditsOf(stop_word->cost) <= EditsOf(chosen[0].cost))) {
        words[0] = stop_word->word;
        return Readings(words.first(1));
      }
    }
    for (std::size_t i = 0; i < chosen.size(); ++i) words[i] = chosen[i].word;
    return Readings(words.first(chosen.size()));
  }

  // Whether the one reading of a word can't be another word. An English word
  // that no document has is mostly meant as it stands: "heart" must not be read
  // as "heat".
  [[nodiscard]] bool IsCertain(std::string_view word, std::string_view meant,
                               bool is_english) {
    return !is_english &&
           !DifferByASyllable(normalizer_.FoldToken(word, TokenKind::kWord),
                              meant);
  }

  // `meant` with the capitals of `word`.
  std::string_view WithCapitalsOf(std::string_view word,
                                  std::string_view meant) {
    if (!IsCapital(word)) return meant;
    const auto copy = MakeBuffer<char>(arena_, meant.size());
    std::ranges::copy(meant, copy.begin());
    const std::size_t capitals = HasSmallLetter(word) ? 1 : copy.size();
    for (char& c : copy.first(capitals)) c = ToUpperAscii(c);
    return {copy.data(), copy.size()};
  }

 private:
  // The neighbours that are near with an inflection, or as a document has them.
  Result<std::span<Candidate>> CandidatesOf(
      std::span<const Neighbour> neighbours, const Letters& letters) {
    const auto candidates = MakeSpan<Candidate>(arena_, neighbours.size());
    std::size_t count = 0;
    auto most =
        static_cast<EditCost>(MostEdits(letters.all().size()) * kEditCost);
    for (const Neighbour& neighbour : neighbours) {
      // Neighbours ascend by cost. `cost` counts any ending and so is the least
      // that a form can cost.
      if (neighbour.cost > most) break;
      const auto word =
          FindDocumentWord(segments_, neighbour.term, letters.all(),
                           neighbour.cost, normalizer_, arena_);
      if (!word) return word.error();
      EditCost cost = std::min(word->cost, neighbour.inflected_cost);
      if (HasSilentE(neighbour.term, word->text)) {
        cost = std::min(cost, neighbour.silent_e_cost);
      }
      if (word->text.empty() || cost > most) continue;
      // A candidate with more edits could no longer be chosen, so its chunks
      // need not be read.
      most = static_cast<EditCost>(EditsOf(cost) * kEditCost);
      candidates[count++] = {word->text, cost, neighbour.frequency};
    }
    return candidates.first(count);
  }

  bool has_small_letter_;
  std::span<const LiveSegment> segments_;
  TermNormalizer& normalizer_;
  Arena& arena_;
};

// Whether the word, or what it stands against without white space, has a digit:
// "B12", "covid-19".
bool IsAgainstDigit(std::string_view question, ByteRange word) {
  std::size_t begin = word.begin;
  while (begin > 0 && !Is(question[begin - 1], kSpaceByte)) --begin;
  std::size_t end = word.end;
  while (end < question.size() && !Is(question[end], kSpaceByte)) ++end;
  return std::ranges::any_of(question.substr(begin, end - begin), IsDigit);
}

// The question with words replaced, and what is said of that. Words come in the
// order of the question.
class Respelling {
 public:
  Respelling(std::string_view question, Arena& arena)
      : question_(question),
        text_(MakeBuffer<char>(
            arena, question.size() + kMaxRespeltWords * kMaxNeighbourBytes)),
        respelt_(MakeSpan<RespeltWord>(arena, kMaxRespeltWords)),
        offers_(MakeSpan<SpellingOffer>(arena, kMaxRespeltWords)) {}

  void Replace(ByteRange range, std::string_view by) {
    Append(question_.substr(copied_, range.begin - copied_));
    Append(by);
    copied_ = range.end;
    respelt_[respelt_count_++] = {Slice(question_, range), by};
  }
  void Offer(std::string_view word, Readings words) {
    offers_[offer_count_++] = {word, words};
  }

  // Call last.
  [[nodiscard]] Spelling Finish() {
    const auto respelt = respelt_.first(respelt_count_);
    const auto offers = offers_.first(offer_count_);
    if (respelt.empty()) return {question_, respelt, offers};
    Append(question_.substr(copied_));
    return {{text_.data(), size_}, respelt, offers};
  }

 private:
  void Append(std::string_view text) {
    std::ranges::copy(text, text_.begin() + static_cast<std::ptrdiff_t>(size_));
    size_ += text.size();
  }

  std::string_view question_;
  std::span<char> text_;
  std::size_t size_ = 0;
  std::size_t copied_ = 0;  // Bytes of the question.
  std::span<RespeltWord> respelt_;
  std::size_t respelt_count_ = 0;
  std::span<SpellingOffer> offers_;
  std::size_t offer_count_ = 0;
};

// Most questions have no unknown word, and pay for nothing else.
bool AreAllKnown(const QuestionTerms& terms, const TermLookup& lookup) {
  std::size_t known = 0;
  while (known < terms.distinct.size() && lookup.chunk_frequency(known) != 0) {
    ++known;
  }
  return known == terms.distinct.size();
}

}  // namespace

Result<Spelling> ReadSpelling(std::string_view question,
                              std::span<const LiveSegment> segments,
                              const QuestionTerms& terms,
                              const TermLookup& lookup, std::uint64_t english,
                              TermNormalizer& normalizer, Arena& arena) {
  if (AreAllKnown(terms, lookup)) return Spelling{question, {}, {}};
  SpellingReader reader(question, segments, normalizer, arena);
  Respelling respelling(question, arena);
  std::size_t word_count = 0;
  Tokenizer tokenizer(Profile::kDefault, question);
  bool is_first = true;
  while (const auto token = tokenizer.Next()) {
    if (token->kind == TokenKind::kPunctuation) continue;
    const bool begins = std::exchange(is_first, false);
    if (token->kind != TokenKind::kWord) continue;
    const std::string_view word = Slice(question, token->range);
    const auto term = terms.Find(normalizer.Normalize(word, token->kind));
    // A stop word, a word that documents have, or none that is misspelt.
    if (!term || lookup.chunk_frequency(*term) != 0 ||
        !reader.MayBeMisspelt(word) || IsAgainstDigit(question, token->range)) {
      continue;
    }
    // Each takes a walk over a part of every dictionary: a question in another
    // language must not take seconds.
    if (word_count++ == kMaxRespeltWords) break;
    const bool is_english =
        (english >> *term & 1u) != 0 ||
        IsKnownMedicine(normalizer.FoldToken(word, token->kind));
    const auto readings =
        reader.Read(word, !is_english && (begins || !IsCapital(word)));
    if (!readings) return readings.error();
    if (readings->size() == 1 &&
        reader.IsCertain(word, readings->front(), is_english)) {
      respelling.Replace(token->range,
                         reader.WithCapitalsOf(word, readings->front()));
    } else if (!readings->empty()) {
      respelling.Offer(word, *readings);
    }
  }
  return respelling.Finish();
}

}  // namespace answerbox::engine
