// Compares digests of random sentences with naive computations: sets, and loops
// over all pairs of places.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <set>
#include <string>

#include "engine/answer/evidence/sentence_digest.h"
#include "tests/engine/answer/asked_question.h"
#include "tests/engine/answer/opened_related_words.h"

namespace answerbox::engine {
namespace {

using Words = std::vector<std::string>;

// A few words, so that sentences share them. Terms, then stop words; words with
// a capital are names. No term is like another term or its opposite.
constexpr const char* kTerms[] = {"pump", "drill", "Lima", "Quito",
                                  "7",    "1914",  "sink"};
constexpr const char* kStops[] = {"the", "of", "not", "it"};

constexpr WrittenRelation kRelations[] = {
    {"pump", "drill", 100}, {"pump", "lima", 204},  {"pump", "7", 64},
    {"7", "1914", 80},      {"lima", "quito", 128}, {"sink", "drill", 90}};

bool IsStop(const std::string& word) {
  return std::ranges::find(kStops, word) != std::end(kStops);
}
bool IsName(const std::string& word) {
  return word[0] >= 'A' && word[0] <= 'Z';
}
bool IsNumber(const std::string& word) {
  return word[0] >= '0' && word[0] <= '9';
}

Words TermsOf(const Words& words) {
  Words terms;
  std::ranges::remove_copy_if(words, std::back_inserter(terms), IsStop);
  return terms;
}

bool Holds(const Words& words, const std::string& word) {
  return std::ranges::find(words, word) != words.end();
}

// In lower case, as segments hold them.
Words Folded(Words words) {
  for (std::string& word : words) {
    if (IsName(word)) word[0] = static_cast<char>(word[0] | 0x20);
  }
  return words;
}

std::string Join(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += word + ' ';
  return text;
}

// The words of a question that count: without repetitions that follow at once,
// and without terms that occurred before.
Words Counted(const Words& question) {
  Words words;
  for (const std::string& word : question) {
    words.push_back(word);
    for (std::size_t n = 1; 2 * n <= words.size(); ++n) {
      const auto last = words.end() - static_cast<std::ptrdiff_t>(n);
      if (!std::equal(last, words.end(), last - static_cast<std::ptrdiff_t>(n)))
        continue;
      words.erase(last, words.end());
      break;
    }
  }
  Words counted;
  for (const std::string& word : words) {
    if (IsStop(word) || !Holds(counted, word)) counted.push_back(word);
  }
  return counted;
}

// Of words as they are written.
std::size_t LongestCommonSubsequence(const Words& a, const Words& b) {
  std::vector<std::vector<std::size_t>> length(
      a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) {
      length[i + 1][j + 1] = a[i] == b[j]
                                 ? length[i][j] + 1
                                 : std::max(length[i][j + 1], length[i + 1][j]);
    }
  }
  return length[a.size()][b.size()];
}

std::size_t LongestCommonRun(const Words& a, const Words& b) {
  std::size_t longest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) {
      std::size_t n = 0;
      while (i + n < a.size() && j + n < b.size() && a[i + n] == b[j + n]) ++n;
      longest = std::max(longest, n);
    }
  }
  return longest;
}

// Bit p is set if `sentence` holds question[p - 1] and question[p] one after
// the other.
PositionMask PairsOf(const Words& question, const Words& sentence) {
  PositionMask pairs = 0;
  for (std::size_t p = 1; p < question.size(); ++p) {
    for (std::size_t i = 1; i < sentence.size(); ++i) {
      if (sentence[i - 1] == question[p - 1] && sentence[i] == question[p]) {
        pairs |= PositionMask{1} << p;
      }
    }
  }
  return pairs;
}

PositionMask BridgesOf(const Words& question_terms, const Words& sentence) {
  PositionMask bridged = 0;
  for (std::size_t p = 1; p + 1 < question_terms.size(); ++p) {
    for (std::size_t i = 0; i < sentence.size(); ++i) {
      for (std::size_t j = i + 2; j <= i + 4 && j < sentence.size(); ++j) {
        if (sentence[i] == question_terms[p - 1] &&
            sentence[j] == question_terms[p + 1]) {
          bridged |= PositionMask{1} << p;
        }
      }
    }
  }
  return bridged;
}

// Number of words of the shortest part that holds every one of `wanted`.
std::size_t ShortestWindow(const Words& sentence,
                           const std::set<std::string>& wanted) {
  if (wanted.empty()) return 0;
  std::size_t shortest = sentence.size();
  for (std::size_t i = 0; i < sentence.size(); ++i) {
    std::set<std::string> missing = wanted;
    for (std::size_t j = i; j < sentence.size(); ++j) {
      missing.erase(sentence[j]);
      if (missing.empty()) shortest = std::min(shortest, j - i + 1);
    }
  }
  return shortest;
}

// The least distance between a place with a new word and a place with a found
// word; 31 if there is none.
std::size_t Distance(std::size_t count,
                     const std::function<bool(std::size_t)>& is_new,
                     const std::function<bool(std::size_t)>& is_found) {
  std::size_t least = 31;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < count; ++j) {
      if (is_new(i) && is_found(j)) {
        least = std::min(least, i > j ? i - j : j - i);
      }
    }
  }
  return least;
}

class Chance {
 public:
  explicit Chance(std::uint32_t seed) : engine_(seed) {}
  std::size_t Below(std::size_t end) { return engine_() % end; }
  // A random vocabulary of a few words, then random words of it.
  Words Sentence(std::size_t most_words) {
    Words vocabulary;
    for (std::size_t i = 0; i < 1 + Below(6); ++i) {
      vocabulary.emplace_back(Below(3) == 0 ? kStops[Below(std::size(kStops))]
                                            : kTerms[Below(std::size(kTerms))]);
    }
    Words words;
    for (std::size_t n = 1 + Below(most_words); n > 0; --n) {
      words.push_back(vocabulary[Below(vocabulary.size())]);
    }
    return words;
  }

 private:
  std::mt19937 engine_;
};

// Random sentences in one segment, each a document of its own, and questions
// with at least one term.
class RandomSentences : public testing::TestWithParam<std::uint32_t> {
 protected:
  using Visit = std::function<void(const Words& question, const Words& sentence,
                                   const SentenceDigest& digest)>;

  void ForEach(const Visit& visit) {
    Chance chance(GetParam());
    std::vector<Words> sentences;
    std::vector<std::string> texts;
    for (int i = 0; i < 60; ++i) {
      sentences.push_back(chance.Sentence(i % 10 == 0 ? 100 : 14));
      texts.push_back(Join(sentences.back()));
    }
    const IndexInMemory index(
        std::vector<std::string_view>(texts.begin(), texts.end()));
    ASSERT_EQ(index.reader().counts().sentences, texts.size());
    for (int i = 0; i < 20; ++i) {
      Words question = chance.Sentence(i % 10 == 0 ? 64 : 10);
      if (TermsOf(question).empty()) question.front() = "pump";
      Ask(index, question, sentences, visit);
    }
  }

  std::vector<Similarity> related_;  // Of the current sentence.
  std::vector<Similarity> all_related_;

 private:
  void Ask(const IndexInMemory& index, const Words& question,
           const std::vector<Words>& sentences, const Visit& visit) {
    AskedQuestion asked(Join(question), {index.live()});
    const auto matches = *SoftMatches::Find(
        asked.segments()[0], 0, asked.terms(), asked.lookup(),
        asked.Wanted(words_.get()), asked.arena());
    std::vector<SentenceWord> words(kMaxSentenceTerms);
    std::vector<FoundWord> found(kMaxSentenceTerms);
    const DigestReader reader(asked.words(), matches,
                              std::span(found).first<kMaxSentenceTerms>());
    for (std::uint32_t s = 0; s < sentences.size(); ++s) {
      SCOPED_TRACE(Join(question) + "? " + Join(sentences[s]));
      std::vector<Similarity> similarities(asked.terms().distinct.size());
      related_.assign(similarities.size(), 0);
      all_related_ = related_;
      visit(Counted(question), sentences[s],
            reader.Read(*index.reader().SentenceWords(
                            s, std::span(words).first<kMaxSentenceTerms>()),
                        {similarities, related_, all_related_}));
      if (HasFailure()) return;
    }
  }

  const OpenedRelatedWords words_{RelateWords(kRelations)};
};

INSTANTIATE_TEST_SUITE_P(Seed, RandomSentences, testing::Range(1u, 6u));

TEST_P(RandomSentences, HoldTheQuestionsWordsThatASetHolds) {
  ForEach([](const Words& question, const Words& sentence, const auto& digest) {
    PositionMask positions = 0;
    TermMask same = 0;
    Words distinct;
    for (std::size_t p = 0; p < question.size(); ++p) {
      const bool held = Holds(sentence, question[p]);
      if (held) positions |= PositionMask{1} << p;
      if (IsStop(question[p]) || Holds(distinct, question[p])) continue;
      if (held) same |= TermMask{1} << distinct.size();
      distinct.push_back(question[p]);
    }
    EXPECT_EQ(digest.positions, positions);
    EXPECT_EQ(digest.same, same);
    EXPECT_EQ(digest.opposed, 0u);
    EXPECT_EQ(digest.words, sentence.size());
    EXPECT_EQ(digest.terms, TermsOf(sentence).size());
  });
}

TEST_P(RandomSentences, HoldTheQuestionsPairs) {
  ForEach([](const Words& question, const Words& sentence, const auto& digest) {
    EXPECT_EQ(digest.pairs, PairsOf(question, sentence));
    EXPECT_EQ(digest.term_pairs, PairsOf(TermsOf(question), TermsOf(sentence)));
    EXPECT_EQ(digest.bridged, BridgesOf(TermsOf(question), sentence));
  });
}

TEST_P(RandomSentences, ShareTheLongestRunAndSubsequence) {
  ForEach([](const Words& question, const Words& sentence, const auto& digest) {
    EXPECT_EQ(digest.longest_run, LongestCommonRun(question, sentence));
    EXPECT_EQ(digest.common_terms,
              LongestCommonSubsequence(TermsOf(question), TermsOf(sentence)));
  });
}

TEST_P(RandomSentences, HoldTheClosestRelatedWordOfEachTerm) {
  ForEach([this](const Words& question, const Words& sentence, const auto&) {
    const Words held = Folded(sentence);
    Words distinct;
    for (const std::string& asked : Folded(TermsOf(question))) {
      if (Holds(distinct, asked)) continue;
      int closest = 0;
      for (const WrittenRelation& relation : kRelations) {
        if (relation.asked == asked &&
            Holds(held, std::string(relation.term))) {
          closest = std::max<int>(closest, relation.closeness);
        }
      }
      EXPECT_EQ(related_[distinct.size()], closest * 128) << asked;
      distinct.push_back(asked);
    }
  });
}

TEST_P(RandomSentences, HoldTheirTermsInTheShortestWindow) {
  ForEach([](const Words& question, const Words& sentence, const auto& digest) {
    std::set<std::string> wanted;
    for (const std::string& term : TermsOf(question)) {
      if (Holds(sentence, term)) wanted.insert(term);
    }
    EXPECT_EQ(digest.window, ShortestWindow(sentence, wanted));
  });
}

TEST_P(RandomSentences, HaveNewNamesAndNumbersAtTheirDistances) {
  ForEach([](const Words& question, const Words& s, const auto& digest) {
    const auto is_new = [&](std::size_t i) {
      return !IsStop(s[i]) && !Holds(question, s[i]);
    };
    const auto is_found = [&](std::size_t i) {
      return !IsStop(s[i]) && Holds(question, s[i]);
    };
    const auto is_new_name = [&](std::size_t i) {
      return is_new(i) && IsName(s[i]) &&
             (i > 0 || (s.size() > 1 && IsName(s[1])));
    };
    const auto is_new_number = [&](std::size_t i) {
      return is_new(i) && IsNumber(s[i]);
    };
    const auto count = [&](const auto& condition) {
      std::size_t n = 0;
      for (std::size_t i = 0; i < s.size(); ++i) n += condition(i) ? 1u : 0u;
      return n;
    };
    EXPECT_EQ(digest.new_terms, count(is_new));
    EXPECT_EQ(digest.new_names, count(is_new_name));
    EXPECT_EQ(digest.new_numbers, count(is_new_number));
    EXPECT_EQ(digest.new_years, count([&](std::size_t i) {
                return is_new(i) && s[i] == "1914";
              }));
    EXPECT_EQ(digest.name_distance, Distance(s.size(), is_new_name, is_found));
    EXPECT_EQ(digest.number_distance,
              Distance(s.size(), is_new_number, is_found));
    EXPECT_EQ(digest.negations, std::ranges::count(s, "not"));
    EXPECT_EQ(digest.begins_with_pronoun, s.front() == "it");
  });
}

}  // namespace
}  // namespace answerbox::engine
