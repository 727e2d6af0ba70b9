// The reader returns the words of sentences that the builder stored.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "engine/index/merging/segment_merger.h"
#include "engine/index/reading/sentence_entry.h"
#include "engine/text/sentence_splitter.h"
#include "engine/text/stop_words.h"
#include "engine/text/term_normalizer.h"
#include "engine/text/tokenizer.h"
#include "tests/engine/index/segment_fixture.h"

namespace answerbox::engine {
namespace {

using WordBuffer = std::array<SentenceWord, kMaxSentenceTerms>;
using TermBuffer = std::array<TermNumber, kMaxSentenceTerms>;

SegmentBytes SegmentOf(std::string_view text) {
  return BuildSegment(
      Profile::kDefault,
      std::vector<TestDocument>{{"a", std::string(text), {}, {}}}, Chunking{});
}

// A word as a person reads it from the text, without the punctuation before it.
struct PlainWord {
  std::string text;  // The term, or the stop word in lower case.
  WordKind kind = WordKind::kPlain;
  bool is_capitalised = false;
  bool operator==(const PlainWord&) const = default;
};

std::ostream& operator<<(std::ostream& out, const PlainWord& word) {
  return out << word.text << '/' << static_cast<int>(word.kind)
             << (word.is_capitalised ? "/capital" : "");
}

WordKind KindOfToken(std::string_view text, TokenKind kind) {
  static const std::set<std::string_view> kUnits = {"mg", "hours"};
  if (kUnits.contains(text)) return WordKind::kUnit;
  return kind == TokenKind::kNumber ? WordKind::kNumber : WordKind::kPlain;
}

std::vector<PlainWord> WordsOfText(std::string_view sentence) {
  TermNormalizer normalizer(Profile::kDefault);
  std::vector<PlainWord> words;
  Tokenizer tokens(Profile::kDefault, sentence);
  while (const auto token = tokens.Next()) {
    if (token->kind == TokenKind::kPunctuation) continue;
    const std::string_view text = sentence.substr(
        token->range.begin, token->range.end - token->range.begin);
    const std::string term(normalizer.Normalize(text, token->kind));
    if (term.empty()) {
      words.push_back({std::string(text), {}, false});
    } else {
      words.push_back({term, KindOfToken(text, token->kind),
                       text[0] >= 'A' && text[0] <= 'Z'});
    }
  }
  return words;
}

// Stop words of RandomDocuments, by id.
std::string StopWordOf(std::uint32_t id) {
  for (const char* word : {"the", "of", "and", "is"}) {
    if (FindStopWord(word) == id) return word;
  }
  return "another stop word";
}

std::vector<PlainWord> WordsOfSegment(const SegmentReader& segment,
                                      SentenceNumber sentence) {
  WordBuffer buffer;
  std::vector<PlainWord> words;
  for (const SentenceWord& word :
       segment.SentenceWords(sentence, buffer).value()) {
    if (HasTerm(word.mark)) {
      words.push_back({TermText(segment, word.number), KindOf(word.mark),
                       IsCapitalised(word.mark)});
    } else {
      EXPECT_EQ(word.number, word.mark);
      words.push_back({StopWordOf(word.number), {}, false});
    }
  }
  return words;
}

TEST(SegmentWords, AreThoseOfTheText) {
  std::mt19937 random(21);
  const auto documents = RandomDocuments(random, 30);
  const SegmentBytes bytes = BuildSegment(Profile::kDefault, documents);
  const SegmentReader segment = OpenSegment(bytes);
  for (DocumentNumber i = 0; i < documents.size(); ++i) {
    const DocumentRecord document = segment.Document(i).value();
    for (std::uint32_t s = 0; s < document.sentence_count; ++s) {
      const SentenceNumber number = document.first_sentence + s;
      const ByteRange range = segment.Sentence(number)->range;
      EXPECT_EQ(WordsOfSegment(segment, number),
                WordsOfText(segment.Text(document, range).value()));
    }
  }
}

TEST(SegmentWords, HaveWhatTheirPlaceAdds) {
  const SegmentBytes bytes = SegmentOf("It costs (in May 2020), $5.");
  WordBuffer buffer;
  std::vector<int> marks;
  for (const SentenceWord& word :
       OpenSegment(bytes).SentenceWords(0, buffer).value()) {
    marks.push_back(word.mark);
  }
  EXPECT_THAT(marks, ::testing::ElementsAre(kStopIt, 0x80, *FindStopWord("in"),
                                            *FindStopWord("may"), 0x80 | 2 << 1,
                                            0x80 | 1 << 1 | 1 << 4));
}

TEST(SegmentWords, ComeAsTermsAndMarksToo) {
  const SegmentBytes bytes = SegmentOf("Wash the hands of the doctor.");
  const SegmentReader segment = OpenSegment(bytes);
  WordBuffer buffer;
  TermBuffer terms;
  const auto words = segment.SentenceWords(0, buffer).value();
  const MarkedTerms marked = segment.SentenceMarks(0, terms).value();
  ASSERT_EQ(marked.marks.size(), words.size());
  auto term = marked.terms.begin();
  for (std::size_t i = 0; i < words.size(); ++i) {
    EXPECT_EQ(std::to_integer<WordMark>(marked.marks[i]), words[i].mark);
    if (!HasTerm(words[i].mark)) continue;
    EXPECT_EQ(words[i].number, *term++);
  }
  EXPECT_EQ(term, marked.terms.end());
}

TEST(SegmentWords, MayBeStopWordsAlone) {
  const SegmentBytes bytes = SegmentOf("What is it?");
  const SegmentReader segment = OpenSegment(bytes);
  WordBuffer words;
  TermBuffer terms;
  EXPECT_EQ(segment.SentenceWords(0, words)->size(), 3u);
  EXPECT_EQ(segment.SentenceTerms(0, terms)->size(), 0u);
  EXPECT_EQ(segment.SentenceMarks(0, terms)->marks.size(), 3u);
}

TEST(SegmentWords, MayBeNone) {
  // Folding removes the second letter.
  const SegmentBytes bytes = SegmentOf("\u2014 \u3164 !");
  const SegmentReader segment = OpenSegment(bytes);
  WordBuffer words;
  ASSERT_EQ(segment.counts().sentences, 1u);
  EXPECT_EQ(segment.SentenceWords(0, words)->size(), 0u);
}

// `count` words of one letter: by turns a term and a stop word.
std::string OneLetterWords(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += i % 2 == 0 ? '7' : 'a';
  return text;
}

TEST(SegmentWords, AreAsManyAsThereIsRoomFor) {
  for (const std::size_t count :
       {kMaxSentenceTerms - 1, kMaxSentenceTerms, kMaxSentenceTerms + 1,
        std::size_t{kMaxSentenceBytes}}) {
    const SegmentBytes bytes = SegmentOf(OneLetterWords(count));
    const SegmentReader segment = OpenSegment(bytes);
    WordBuffer words;
    TermBuffer terms;
    ASSERT_EQ(segment.counts().sentences, 1u);
    EXPECT_EQ(segment.SentenceTerms(0, terms)->size(), (count + 1) / 2);
    EXPECT_EQ(segment.SentenceWords(0, words)->size(),
              std::min(count, kMaxSentenceTerms));
    EXPECT_EQ(segment.SentenceMarks(0, terms)->terms.size(), (count + 1) / 2);
    const std::array<MergeInput, 1> inputs = {MergeInput{&segment, nullptr}};
    MemorySink merged;
    ASSERT_TRUE(MergeSegments(inputs, merged));
    EXPECT_TRUE(std::ranges::equal(merged.bytes(), bytes));
  }
}

TEST(SegmentWords, LeaveSignsPastTheLastWordToTheSentence) {
  const SegmentBytes bytes =
      SegmentOf(OneLetterWords(kMaxSentenceBytes - 1) + "%");
  const SegmentReader segment = OpenSegment(bytes);
  ASSERT_EQ(segment.counts().sentences, 1u);
  EXPECT_EQ(segment.Sentence(0)->signs, kPercentSign);
}

TEST(SegmentWords, AreWrittenByMergesAsByTheBuilder) {
  std::mt19937 random(22);
  auto documents = RandomDocuments(random, 40);
  documents[7].text = "\"May\", (he said) - 5 % of $7. It's not: don't.";
  documents[7].pages.clear();
  documents[7].headings.clear();
  const std::span<const TestDocument> all(documents);
  const SegmentBytes first = BuildSegment(Profile::kDefault, all.first(20));
  const SegmentBytes second = BuildSegment(Profile::kDefault, all.subspan(20));
  const std::array<SegmentReader, 2> segments = {OpenSegment(first),
                                                 OpenSegment(second)};
  const std::array<MergeInput, 2> inputs = {MergeInput{&segments[0], nullptr},
                                            MergeInput{&segments[1], nullptr}};
  MemorySink merged;
  ASSERT_TRUE(MergeSegments(inputs, merged));
  EXPECT_TRUE(std::ranges::equal(merged.bytes(),
                                 BuildSegment(Profile::kDefault, documents)));
}

TEST(SegmentWords, SignsAreThoseOfEachSentence) {
  const SegmentBytes bytes = SegmentOf("Wash hands. It was 5 %. (Soap) \"x\".");
  const SegmentReader segment = OpenSegment(bytes);
  ASSERT_EQ(segment.counts().sentences, 3u);
  EXPECT_EQ(segment.Sentence(0)->signs, 0);
  EXPECT_EQ(segment.Sentence(1)->signs, kPercentSign);
  EXPECT_EQ(segment.Sentence(2)->signs, kRoundBracket | kQuotationMark);
}

TEST(SegmentWords, AreNotOfProfilePaper) {
  const SegmentBytes bytes = BuildSegment(
      Profile::kPaper, std::vector<TestDocument>{{"a", "5 % \"x\"", {}, {}}});
  const SegmentReader segment = OpenSegment(bytes);
  WordBuffer words;
  TermBuffer terms;
  EXPECT_EQ(segment.SentenceWords(0, words).error().code,
            ErrorCode::kInvalidArgument);
  EXPECT_EQ(segment.SentenceMarks(0, terms).error().code,
            ErrorCode::kInvalidArgument);
  EXPECT_EQ(segment.Sentence(0)->signs, 0);
}

TEST(SegmentWords, AreRefusedForASentenceThatIsNotThere) {
  const SegmentBytes bytes = SegmentOf("Soap.");
  const SegmentReader segment = OpenSegment(bytes);
  WordBuffer words;
  TermBuffer terms;
  EXPECT_EQ(segment.SentenceWords(1, words).error().code,
            ErrorCode::kInvalidArgument);
  EXPECT_EQ(segment.SentenceMarks(1, terms).error().code,
            ErrorCode::kInvalidArgument);
}

std::vector<std::byte> Marks(std::size_t with_term, std::size_t without) {
  std::vector<std::byte> marks(with_term, std::byte{kTermMark});
  marks.resize(with_term + without);
  return marks;
}

TEST(AreMarksOf, LetsTheLastTermsHaveNoneWhereThereIsNoRoom) {
  EXPECT_TRUE(AreMarksOf(3, Marks(3, 2)));
  EXPECT_FALSE(AreMarksOf(4, Marks(3, 2)));
  EXPECT_FALSE(AreMarksOf(2, Marks(3, 2)));
  EXPECT_TRUE(AreMarksOf(4, Marks(3, kMaxSentenceTerms - 3)));
  EXPECT_FALSE(AreMarksOf(2, Marks(3, kMaxSentenceTerms - 3)));
  EXPECT_FALSE(AreMarksOf(3, Marks(3, kMaxSentenceTerms - 2)));
}

// A function of its own, because GCC 12 would follow constant bytes past their
// end and warn, although the reader does not go there.
[[gnu::noinline]] std::optional<SentenceEntry> Split(
    std::span<const std::byte> entry) {
  return SplitSentenceEntry(entry);
}

TEST(SplitSentenceEntry, GivesTheTermsAndTheRest) {
  const std::vector<std::byte> entry = {std::byte{2}, std::byte{9},
                                        std::byte{8}, std::byte{7}};
  const auto split = Split(entry);
  ASSERT_TRUE(split);
  EXPECT_EQ(split->terms.data(), &entry[1]);
  EXPECT_EQ(split->terms.size(), 2u);
  EXPECT_EQ(split->marks.data(), &entry[3]);
  EXPECT_EQ(split->marks.size(), 1u);
  for (std::size_t size = 0; size < 3; ++size) {
    EXPECT_FALSE(Split(std::span(entry).first(size))) << size;
  }
}

}  // namespace
}  // namespace answerbox::engine
