#include "engine/grounding/consens/grounding_terms.h"

#include <algorithm>

#include "engine/answer/evidence/thesaurus.h"
#include "engine/numeric/arithmetic.h"
#include "engine/numeric/number_table.h"
#include "engine/text/sentence_splitter.h"
#include "engine/text/tokenizer.h"

namespace answerbox::engine {
namespace {

std::uint64_t PairKey(std::uint32_t high, std::uint32_t low) {
  return std::uint64_t{high} << 32 | low;
}

// The normalizer returns a view that its next call overwrites.
std::string_view CopyOf(std::string_view text, Arena& arena) {
  const auto copy = MakeBuffer<char>(arena, text.size());
  std::ranges::copy(text, copy.begin());
  return {copy.data(), copy.size()};
}

SentenceSplitter SplitterOf(std::string_view text) {
  return {text, {0, static_cast<std::uint32_t>(text.size())}, {}};
}

// Calls `visit` for each word and number of a part of `text`, with its range in
// `text` and its term, which may be empty.
template <typename Visit>
void ForEachWord(std::string_view text, ByteRange part,
                 TermNormalizer& normalizer, Visit&& visit) {
  Tokenizer tokenizer(Profile::kDefault, Slice(text, part));
  while (const auto token = tokenizer.Next()) {
    if (token->kind == TokenKind::kPunctuation) continue;
    const ByteRange range{part.begin + token->range.begin,
                          part.begin + token->range.end};
    visit(range, normalizer.Normalize(Slice(text, range), token->kind));
  }
}

}  // namespace

class GroundingTerms::Reader {
 public:
  Reader(const CheckedAnswer& answer, TermNormalizer& normalizer, Arena& arena)
      : answer_(answer),
        normalizer_(normalizer),
        arena_(arena),
        answer_size_(SizeOf(answer.answer)),
        most_terms_(answer_size_.words + SizeOf(answer.question).words),
        pairs_(answer_size_.words, arena) {
    out_.terms_ = MakeSpan<AnswerTerm>(arena, most_terms_);
  }

  Result<GroundingTerms> Read(const BackgroundCounts* counts) {
    // The terms of the question and the answer are the ones to look for.
    NumberTable own(most_terms_, arena_);
    ReadAnswer(own);
    out_.terms_ = out_.terms_.first(own.size());
    NumberTable numbers(own.size() + CountRelated(), arena_);
    for (const AnswerTerm& term : out_.terms_)
      numbers.NumberOf(TextKey(term.text));
    FindRelated(numbers);
    out_.key_count_ = numbers.size();
    ReadContext(numbers);
    MakeLists();
    if (const auto counted = CountTerms(counts); !counted) {
      return counted.error();
    }
    return out_;
  }

 private:
  // The size of a text.
  struct TextSize {
    std::size_t sentences = 0;
    std::size_t words = 0;  // Words and numbers.
  };

  static TextSize SizeOf(std::string_view text) {
    TextSize size;
    SentenceSplitter splitter = SplitterOf(text);
    while (splitter.Next()) ++size.sentences;
    Tokenizer tokenizer(Profile::kDefault, text);
    while (const auto token = tokenizer.Next()) {
      if (token->kind != TokenKind::kPunctuation) ++size.words;
    }
    return size;
  }

  // Precondition: `term` is not empty.
  std::uint32_t NumberOf(std::string_view term, NumberTable& own) {
    // A new number means a new term.
    const std::uint32_t known = own.size();
    const std::uint32_t number = own.NumberOf(TextKey(term));
    if (number == known) out_.terms_[number].text = CopyOf(term, arena_);
    return number;
  }

  // Terms of the question come first. A term of both then has a number from the
  // question and is known as asked.
  void ReadAnswer(NumberTable& own) {
    const std::string_view question = answer_.question;
    ForEachWord(question, {0, static_cast<std::uint32_t>(question.size())},
                normalizer_, [&](ByteRange, std::string_view term) {
                  if (term.empty()) return;
                  out_.terms_[NumberOf(term, own)].is_asked = true;
                });
    out_.words_ = MakeSpan<AnswerWord>(arena_, answer_size_.words);
    out_.answer_sentences_ =
        MakeSpan<AnswerSentence>(arena_, answer_size_.sentences);
    std::size_t words = 0;
    std::uint32_t sentences = 0;
    SentenceSplitter splitter = SplitterOf(answer_.answer);
    while (const auto sentence = splitter.Next()) {
      std::uint32_t previous = kNoTerm;
      ForEachWord(answer_.answer, sentence->range, normalizer_,
                  [&](ByteRange range, std::string_view term) {
                    // Cutting a sentence may split a token in two, so there may
                    // be more words than were counted.
                    if (words == out_.words_.size()) return;
                    AnswerWord& word = out_.words_[words++];
                    word.range = range;
                    word.sentence = sentences;
                    if (term.empty()) return;
                    word.term = NumberOf(term, own);
                    out_.terms_[word.term].is_answered = true;
                    word.previous = previous;
                    if (previous != kNoTerm) {
                      word.pair = pairs_.NumberOf(PairKey(previous, word.term));
                    }
                    previous = word.term;
                  });
      out_.answer_sentences_[sentences++] = {sentence->range};
    }
    out_.words_ = out_.words_.first(words);
  }

  std::size_t CountRelated() const {
    std::size_t count = 0;
    for (const AnswerTerm& term : out_.terms_) {
      if (!term.is_answered) continue;
      const auto range = ShippedThesaurus().Of(term.text);
      count += range.end - range.begin;
    }
    return count;
  }

  // Related terms get numbers after the answer's own, so that the number shows
  // which kind a term is.
  void FindRelated(NumberTable& numbers) {
    const Thesaurus& thesaurus = ShippedThesaurus();
    out_.related_ = MakeSpan<RelatedTerm>(arena_, CountRelated());
    out_.related_begins_ =
        MakeSpan<std::uint32_t>(arena_, out_.terms_.size() + 1);
    texts_ = MakeSpan<std::string_view>(
        arena_, out_.terms_.size() + out_.related_.size());
    std::uint32_t count = 0;
    for (std::size_t t = 0; t < out_.terms_.size(); ++t) {
      texts_[t] = out_.terms_[t].text;
      if (out_.terms_[t].is_answered) {
        const auto range = thesaurus.Of(out_.terms_[t].text);
        for (std::size_t n = range.begin; n < range.end; ++n) {
          const Neighbour word = thesaurus.At(n);
          if (!word.is_other_word()) continue;
          const std::uint32_t number = numbers.NumberOf(TextKey(word.term));
          texts_[number] = word.term;
          out_.related_[count++] = {number, word.closeness};
        }
      }
      out_.related_begins_[t + 1] = count;
    }
  }

  void ReadContext(const NumberTable& numbers) {
    TextSize size;
    for (const std::string_view passage : answer_.context) {
      const TextSize its = SizeOf(passage);
      size.sentences += its.sentences;
      size.words += its.words;
    }
    out_.sentences_ = MakeSpan<ContextSentence>(arena_, size.sentences);
    // Each word may be a place of its term and of the pair that it ends.
    found_ = MakeBuffer<std::uint64_t>(arena_, 2 * size.words);
    std::uint32_t sentences = 0;
    for (std::uint32_t p = 0; p < answer_.context.size(); ++p) {
      SentenceSplitter splitter = SplitterOf(answer_.context[p]);
      while (const auto sentence = splitter.Next()) {
        out_.sentences_[sentences].place = {p, sentence->range};
        ReadSentence(sentences++, numbers);
      }
    }
    found_ = found_.first(found_count_);
  }

  void ReadSentence(std::uint32_t number, const NumberTable& numbers) {
    ContextSentence& sentence = out_.sentences_[number];
    std::uint32_t previous = kNoTerm;
    ForEachWord(answer_.context[sentence.place.passage], sentence.place.range,
                normalizer_, [&](ByteRange, std::string_view text) {
                  if (text.empty()) return;
                  ++sentence.terms;
                  ++out_.context_terms_;
                  const std::uint32_t term =
                      numbers.Find(TextKey(text)).value_or(kNoTerm);
                  if (term != kNoTerm) Found(term, previous, number);
                  previous = term;
                });
  }

  void Found(std::uint32_t term, std::uint32_t previous,
             std::uint32_t sentence) {
    // Cutting a sentence may split a token in two.
    if (found_count_ + 2 > found_.size()) return;
    found_[found_count_++] = PairKey(term, sentence);
    if (term < out_.terms_.size()) {
      if (out_.terms_[term].is_answered) ++out_.sentences_[sentence].needed;
      if (out_.terms_[term].is_asked) ++out_.sentences_[sentence].asked;
    }
    if (previous == kNoTerm) return;
    const std::uint32_t pair =
        pairs_.Find(PairKey(previous, term)).value_or(kNoTerm);
    if (pair == kNoTerm) return;
    found_[found_count_++] = PairKey(out_.key_count_ + pair, sentence);
  }

  // After sorting, the places of a key are neighbours, and so are those in one
  // sentence: each run is one place with its frequency.
  void MakeLists() {
    std::ranges::sort(found_);
    std::size_t distinct = 0;
    for (std::size_t i = 0; i < found_.size(); ++i) {
      if (i == 0 || found_[i] != found_[i - 1]) ++distinct;
    }
    out_.places_ = MakeBuffer<TermPlace>(arena_, distinct);
    out_.lists_ =
        MakeSpan<List>(arena_, std::size_t{out_.key_count_} + pairs_.size());
    std::uint32_t count = 0;
    for (std::size_t i = 0; i < found_.size(); ++i) {
      List& list = out_.lists_[static_cast<std::size_t>(found_[i] >> 32)];
      if (list.frequency++ == 0) list.begin = count;
      if (i == 0 || found_[i] != found_[i - 1]) {
        out_.places_[count++] = {static_cast<std::uint32_t>(found_[i]), 0};
        ++list.size;
      }
      ++out_.places_[count - 1].frequency;
    }
    for (List& list : out_.lists_) KeepBest(list);
  }

  // Whether the term is more frequent in a than in b, relative to their
  // lengths.
  [[nodiscard]] bool IsBetter(const TermPlace& a, const TermPlace& b) const {
    const auto weighed = [&](const TermPlace& one, const TermPlace& other) {
      return std::uint64_t{one.frequency} *
             std::max(out_.sentences_[other.sentence].terms,
                      kLeastSentenceTerms);
    };
    const std::uint64_t of_a = weighed(a, b);
    const std::uint64_t of_b = weighed(b, a);
    return of_a != of_b ? of_a > of_b : a.sentence < b.sentence;
  }

  // A frequent word has places everywhere, and none of them says much. The
  // dropped frequency is counted, because otherwise the mixture of p_C would
  // lose its mass.
  void KeepBest(List& list) {
    if (list.size <= kMaxTermPlaces) return;
    const auto all = out_.places_.subspan(list.begin, list.size);
    const auto kept = all.first<kMaxTermPlaces>();
    std::ranges::nth_element(all, all.begin() + kMaxTermPlaces,
                             [this](const TermPlace& a, const TermPlace& b) {
                               return IsBetter(a, b);
                             });
    std::ranges::sort(kept, {}, &TermPlace::sentence);
    list.size = kMaxTermPlaces;
    list.further = list.frequency;
    for (const TermPlace& place : kept) list.further -= place.frequency;
  }

  Result<void> CountTerms(const BackgroundCounts* counts) {
    out_.counts_ = MakeSpan<WordInCollection>(arena_, out_.key_count_);
    if (counts == nullptr) return {};
    // Related terms without a place are never counted.
    std::size_t wanted = out_.terms_.size();
    const auto numbers = MakeBuffer<std::uint32_t>(arena_, out_.key_count_);
    for (std::uint32_t t = 0; t < out_.key_count_; ++t) {
      if (t < out_.terms_.size()) {
        numbers[t] = t;
      } else if (out_.lists_[t].size > 0) {
        texts_[wanted] = texts_[t];
        numbers[wanted++] = t;
      }
    }
    const auto found = MakeSpan<WordInCollection>(arena_, wanted);
    const auto counted = counts->Count(texts_.first(wanted), found, arena_);
    if (!counted) return counted.error();
    for (std::size_t i = 0; i < wanted; ++i) {
      out_.counts_[numbers[i]] = found[i];
    }
    return {};
  }

  const CheckedAnswer& answer_;
  TermNormalizer& normalizer_;
  Arena& arena_;
  TextSize answer_size_;
  std::size_t most_terms_;
  NumberTable pairs_;
  GroundingTerms out_;
  std::span<std::string_view> texts_;  // [terms with a number]
  // Places of terms and pairs, PairKey(key, sentence).
  std::span<std::uint64_t> found_;
  std::size_t found_count_ = 0;
};

Result<GroundingTerms> GroundingTerms::Read(const CheckedAnswer& answer,
                                            const BackgroundCounts* counts,
                                            TermNormalizer& normalizer,
                                            Arena& arena) {
  return Reader(answer, normalizer, arena).Read(counts);
}

std::optional<Q16> GroundingTerms::ContextRelevance() const {
  if (context_terms_ == 0 || terms_.empty()) return std::nullopt;
  // A question of stop words alone asks for nothing. Then sentences count that
  // have terms of the answer.
  const bool is_asked = std::ranges::any_of(terms_, &AnswerTerm::is_asked);
  std::uint64_t needed = 0;
  for (const ContextSentence& sentence : sentences_) {
    if ((is_asked ? sentence.asked : sentence.needed) > 0) {
      needed += sentence.terms;
    }
  }
  return FixedArithmetic::Ratio(needed, context_terms_);
}

std::optional<Q16> GroundingTerms::AnswerRelevance(
    std::span<const bool> is_support) const {
  std::uint64_t asked = 0;
  std::uint64_t addressed = 0;
  for (std::uint32_t t = 0; t < terms_.size(); ++t) {
    if (!terms_[t].is_asked) continue;
    ++asked;
    // "It is treated with quinine" addresses malaria if the sentence that
    // supports it names malaria.
    const bool is_addressed =
        terms_[t].is_answered ||
        std::ranges::any_of(PlacesOf(t), [&](const TermPlace& place) {
          return is_support[place.sentence];
        });
    if (is_addressed) ++addressed;
  }
  if (asked == 0) return std::nullopt;
  return FixedArithmetic::Ratio(addressed, asked);
}

}  // namespace answerbox::engine
