#include "engine/text/document_analysis.h"
#include "engine/text/utf8.h"
#include "engine/text/word_reader.h"

namespace answerbox::engine {
namespace {

std::uint32_t Narrow(std::size_t offset) {
  return static_cast<std::uint32_t>(offset);
}

// The sentences of one window, gathered word by word.
class WindowSentences {
 public:
  WindowSentences(std::string_view text, AnalysisVisitor& visitor)
      : text_(text), visitor_(visitor) {}

  void AddWord(ByteRange word) {
    if (words_ == 0) {
      sentence_.begin = word.begin;
    } else if (word.end - sentence_.begin > kMaxSentenceBytes) {
      Close();
      sentence_.begin = word.begin;
    }
    // A word that is longer than a sentence may be is cut.
    while (word.end - sentence_.begin > kMaxSentenceBytes) {
      const std::uint32_t begin = sentence_.begin;
      sentence_.end =
          begin + Narrow(FloorToCharacter(text_.substr(begin, word.end - begin),
                                          kMaxSentenceBytes));
      words_ = 1;
      Close();
      sentence_.begin = sentence_.end;
    }
    sentence_.end = word.end;
    ++words_;
    // The published system splits sentences after words that end so, and knows
    // no abbreviations.
    const char last = text_[word.end - 1];
    if (last == '.' || last == '!' || last == '?') Close();
  }

  // Returns how many sentences the window has.
  std::uint32_t Finish() {
    if (words_ > 0) Close();
    return count_;
  }

 private:
  void Close() {
    visitor_.OnSentence({sentence_, words_, false});
    words_ = 0;
    ++count_;
  }

  std::string_view text_;
  AnalysisVisitor& visitor_;
  ByteRange sentence_;  // Meaningless while it has no words.
  std::uint32_t words_ = 0;
  std::uint32_t count_ = 0;
};

}  // namespace

void AnalyzePaper(Chunking chunking, std::string_view text,
                  AnalysisVisitor& visitor) {
  const int step = chunking.window_words - chunking.overlap_words;
  WordReader words(text);
  ByteRange word = words.Next();
  std::uint32_t first_sentence = 0;
  while (word.begin < text.size()) {
    WindowSentences sentences(text, visitor);
    ByteRange window{word.begin, 0};
    // The overlap, with which the next window begins.
    WordReader overlap = words;
    ByteRange overlap_word = word;
    for (int i = 0; i < chunking.window_words && word.begin < text.size();
         ++i) {
      // Where the next window begins is remembered, so that only the overlap is
      // read twice.
      if (i == step) {
        overlap = words;
        overlap_word = word;
      }
      window.end = word.end;
      sentences.AddWord(word);
      word = words.Next();
    }
    const std::uint32_t sentence_count = sentences.Finish();
    visitor.OnChunk({window, first_sentence, sentence_count});
    first_sentence += sentence_count;
    // The last window ends with the text, as in the published system: no
    // further window of overlap alone follows.
    if (word.begin == text.size()) return;
    if (chunking.overlap_words != 0) {
      words = overlap;
      word = overlap_word;
    }
  }
}

}  // namespace answerbox::engine
