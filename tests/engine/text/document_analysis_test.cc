#include "engine/text/document_analysis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/text/sentence_splitter.h"

namespace answerbox::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Notes what it receives: "s" and the text of a sentence; "c", the first
// sentence and the number of sentences of a chunk.
class Transcript final : public AnalysisVisitor {
 public:
  explicit Transcript(std::string_view text) : text_(text) {}

  void OnSentence(const Sentence& sentence) override {
    const ByteRange range = sentence.range;
    words.push_back(sentence.words);
    begins_.push_back(range.begin);
    end_ = range.end;
    events.push_back(sentence.is_heading ? "h " : "s ");
    events.back() += text_.substr(range.begin, range.end - range.begin);
  }
  void OnChunk(const AnalyzedChunk& chunk) override {
    events.push_back("c " + std::to_string(chunk.first_sentence) + "+" +
                     std::to_string(chunk.sentence_count));
    EXPECT_EQ(chunk.range.begin, begins_.at(chunk.first_sentence));
    EXPECT_EQ(chunk.range.end, end_);
  }

  std::vector<std::string> events;
  std::vector<std::uint32_t> words;

 private:
  std::string_view text_;
  std::vector<std::uint32_t> begins_;
  std::uint32_t end_ = 0;
};

std::vector<std::string> Analyze(Profile profile, Chunking chunking,
                                 std::string_view text,
                                 std::vector<HeadingMark> headings = {}) {
  Transcript transcript(text);
  AnalyzeDocument(profile, chunking, {text, {}, headings}, transcript);
  return transcript.events;
}

TEST(AnalyzeDocument, ReportsNothingForWhiteSpace) {
  for (const Profile profile : {Profile::kDefault, Profile::kPaper}) {
    EXPECT_THAT(Analyze(profile, {8, 4}, ""), IsEmpty());
    EXPECT_THAT(Analyze(profile, {8, 4}, " \n\n "), IsEmpty());
  }
}

TEST(AnalyzeDocument, CountsWordsOfASentence) {
  Transcript transcript("Give 2.5 mg, twice. Stop.");
  AnalyzeDocument(Profile::kDefault, {8, 4},
                  {"Give 2.5 mg, twice. Stop.", {}, {}}, transcript);
  EXPECT_THAT(transcript.words, ElementsAre(4u, 1u));
}

TEST(AnalyzeDocument, FillsAWindowToItsLastWord) {
  EXPECT_THAT(Analyze(Profile::kDefault, {8, 0}, "Aa bb cc dd. Ee ff gg hh."),
              ElementsAre("s Aa bb cc dd.", "s Ee ff gg hh.", "c 0+2"));
  EXPECT_THAT(
      Analyze(Profile::kDefault, {8, 0}, "Aa bb cc dd. Ee ff gg hh ii."),
      ElementsAre("s Aa bb cc dd.", "c 0+1", "s Ee ff gg hh ii.", "c 1+1"));
}

TEST(AnalyzeDocument, BeginsAChunkWithTheLastSentencesThatFitTheOverlap) {
  EXPECT_THAT(Analyze(Profile::kDefault, {8, 4},
                      "Aa bb cc dd. Ee ff. Gg hh. Ii jj kk."),
              ElementsAre("s Aa bb cc dd.", "s Ee ff.", "s Gg hh.", "c 0+3",
                          "s Ii jj kk.", "c 1+3"));
}

TEST(AnalyzeDocument, GivesUpOverlapThatLeavesNoRoom) {
  EXPECT_THAT(Analyze(Profile::kDefault, {8, 4},
                      "Aa bb cc dd. Ee ff. Gg hh. Ii jj kk ll mm nn."),
              ElementsAre("s Aa bb cc dd.", "s Ee ff.", "s Gg hh.", "c 0+3",
                          "s Ii jj kk ll mm nn.", "c 2+2"));
}

TEST(AnalyzeDocument, GivesASentenceLongerThanTheWindowItsOwnChunk) {
  EXPECT_THAT(Analyze(Profile::kDefault, {8, 4},
                      "Aa. Bb cc dd ee ff gg hh ii jj kk. Ll mm."),
              ElementsAre("s Aa.", "c 0+1", "s Bb cc dd ee ff gg hh ii jj kk.",
                          "c 1+1", "s Ll mm.", "c 2+1"));
}

TEST(AnalyzeDocument, BeginsAChunkWithoutOverlapAtAHeading) {
  EXPECT_THAT(Analyze(Profile::kDefault, {8, 4}, "Aa bb cc. Dd ee. Title Ff.",
                      {{{17, 22}, 1}}),
              ElementsAre("s Aa bb cc.", "s Dd ee.", "c 0+2", "h Title",
                          "s Ff.", "c 2+2"));
}

TEST(AnalyzeDocument, KeepsAShortSectionWithTheNextHeading) {
  EXPECT_THAT(Analyze(Profile::kDefault, {8, 4}, "Aa bb cc. Title Ff.",
                      {{{10, 15}, 1}}),
              ElementsAre("s Aa bb cc.", "h Title", "s Ff.", "c 0+3"));
}

TEST(AnalyzeDocument, KeepsEverySentenceOfALongTextInSomeChunk) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += "W. ";
  const Chunking largest{kMaxWindowWords, kMaxWindowWords / 2};
  const auto events = Analyze(Profile::kPaper, largest, text);
  EXPECT_EQ(events.back(), "c 4000+1000");
  std::string sentences;
  for (int i = 0; i < 3000; ++i) sentences += "Aa! ";
  EXPECT_EQ(Analyze(Profile::kDefault, largest, sentences).back(),
            "c 2000+1000");
}

TEST(PaperAnalysis, SlidesAWindowOfWords) {
  EXPECT_THAT(Analyze(Profile::kPaper, {8, 4}, "a b c. d e f g. h i j k l m n"),
              ElementsAre("s a b c.", "s d e f g.", "s h", "c 0+3", "s e f g.",
                          "s h i j k l", "c 3+2", "s i j k l m n", "c 5+1"));
}

TEST(PaperAnalysis, StopsWhenAWindowReachesTheEnd) {
  EXPECT_THAT(Analyze(Profile::kPaper, {8, 4}, "a b c d e f g h"),
              ElementsAre("s a b c d e f g h", "c 0+1"));
  EXPECT_THAT(Analyze(Profile::kPaper, {8, 0}, "a b c d e f g h i "),
              ElementsAre("s a b c d e f g h", "c 0+1", "s i", "c 1+1"));
}

TEST(PaperAnalysis, EndsSentencesAtMarksBeforeWhiteSpaceAndNowhereElse) {
  EXPECT_THAT(
      Analyze(Profile::kPaper, {20, 4},
              "Dr. Osei paid 2.5 euros. why?  Nobody\n\nknows! \"Yes.\" "
              "So\u2003it"),
      ElementsAre("s Dr.", "s Osei paid 2.5 euros.", "s why?",
                  "s Nobody\n\nknows!", "s \"Yes.\" So\u2003it", "c 0+5"));
}

TEST(PaperAnalysis, IgnoresHeadings) {
  EXPECT_THAT(Analyze(Profile::kPaper, {20, 4}, "Title text", {{{0, 5}, 1}}),
              ElementsAre("s Title text", "c 0+1"));
}

TEST(PaperAnalysis, CutsALongSentenceAtWhiteSpace) {
  const std::string half(kMaxSentenceBytes / 2, 'a');
  const std::string fits = half + ' ' + half.substr(1);
  EXPECT_THAT(Analyze(Profile::kPaper, {20, 4}, fits + " b."),
              ElementsAre("s " + fits, "s b.", "c 0+2"));
  EXPECT_THAT(Analyze(Profile::kPaper, {20, 4}, half + ' ' + half + " b."),
              ElementsAre("s " + half, "s " + half + " b.", "c 0+2"));
}

TEST(PaperAnalysis, CutsALongWordAtACharacterBoundary) {
  std::string word = "a";
  while (word.size() < 2 * kMaxSentenceBytes) word += "\u00e9";
  const std::string first = word.substr(0, kMaxSentenceBytes - 1);
  const std::string second =
      word.substr(kMaxSentenceBytes - 1, kMaxSentenceBytes);
  EXPECT_THAT(Analyze(Profile::kPaper, {20, 4}, "b " + word + " c"),
              ElementsAre("s b", "s " + first, "s " + second,
                          "s " + word.substr(2 * kMaxSentenceBytes - 1) + " c",
                          "c 0+4"));
}

}  // namespace
}  // namespace answerbox::engine
