#include "engine/text/document_analysis.h"

#include <array>
#include <cassert>

namespace answerbox::engine {
namespace {

std::uint32_t Narrow(std::size_t offset) {
  return static_cast<std::uint32_t>(offset);
}

// Gathers whole sentences into chunks of profile default. Remembers the
// sentences of the chunk that the next one may repeat as overlap. Every
// sentence has a word, so there are at most as many as the overlap has words.
class ChunkGatherer {
 public:
  ChunkGatherer(Chunking chunking, AnalysisVisitor& visitor)
      : chunking_(chunking), visitor_(visitor) {}

  void Add(const Sentence& sentence) {
    if (sentence_count_ > 0) {
      if (sentence.is_heading && words_ > chunking_.overlap_words) {
        Close();
        Clear();
      } else if (words_ + sentence.words > chunking_.window_words) {
        Close();
        KeepOverlap(sentence.words);
      }
    }
    if (sentence_count_ == 0) begin_ = sentence.range.begin;
    end_ = sentence.range.end;
    words_ += sentence.words;
    Recent(next_sentence_) = {sentence.range.begin, sentence.words};
    ++sentence_count_;
    ++next_sentence_;
    visitor_.OnSentence(sentence);
  }

  void Finish() {
    if (sentence_count_ > 0) Close();
  }

 private:
  struct Remembered {
    std::uint32_t begin;
    std::uint32_t words;
  };

  Remembered& Recent(std::uint32_t sentence) {
    return recent_[sentence % recent_.size()];
  }

  void Close() {
    visitor_.OnChunk(
        {{begin_, end_}, next_sentence_ - sentence_count_, sentence_count_});
  }

  void Clear() {
    words_ = 0;
    sentence_count_ = 0;
  }

  // Begins the next chunk with the last sentences that fit into the overlap and
  // leave room in the window for the next sentence of `next_words` words.
  void KeepOverlap(std::uint32_t next_words) {
    const std::uint32_t available = sentence_count_;
    Clear();
    while (sentence_count_ < available) {
      const Remembered& sentence = Recent(next_sentence_ - sentence_count_ - 1);
      const std::uint32_t words = words_ + sentence.words;
      if (words > chunking_.overlap_words ||
          words + next_words > chunking_.window_words) {
        return;
      }
      words_ = words;
      begin_ = sentence.begin;
      ++sentence_count_;
    }
  }

  Chunking chunking_;
  AnalysisVisitor& visitor_;
  std::array<Remembered, kMaxWindowWords / 2 + 1> recent_;
  std::uint32_t next_sentence_ = 0;
  std::uint32_t sentence_count_ =
      0;  // Of the chunk being gathered, as follows.
  std::uint32_t words_ = 0;
  std::uint32_t begin_ = 0;
  std::uint32_t end_ = 0;
};

void AnalyzeDefault(Chunking chunking, const DocumentText& document,
                    AnalysisVisitor& visitor) {
  ChunkGatherer chunks(chunking, visitor);
  SentenceSplitter splitter(document.text, {0, Narrow(document.text.size())},
                            document.headings);
  while (const auto sentence = splitter.Next()) {
    chunks.Add(*sentence);
  }
  chunks.Finish();
}

}  // namespace

void AnalyzeDocument(Profile profile, Chunking chunking,
                     const DocumentText& document, AnalysisVisitor& visitor) {
  assert(IsValid(chunking));
  assert(document.text.size() <= kMaxDocumentBytes);
  if (profile == Profile::kPaper) {
    AnalyzePaper(chunking, document.text, visitor);
  } else {
    AnalyzeDefault(chunking, document, visitor);
  }
}

}  // namespace answerbox::engine
