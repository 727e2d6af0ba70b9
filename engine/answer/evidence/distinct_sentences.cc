#include "engine/answer/evidence/distinct_sentences.h"

#include "engine/numeric/arena_span.h"

namespace answerbox::engine {

Result<std::span<const std::uint32_t>> DistinctSentences::FindLeaders() {
  const auto leaders = MakeSpan<std::uint32_t>(arena_, ranked_.size());
  words_ = MakeSpan<WordSet>(arena_, ranked_.size());
  for (std::uint32_t i = 0; i < ranked_.size(); ++i) {
    leaders[i] = i;
    const SentenceDigest& digest = Candidate(i).digest;
    for (std::uint32_t j = 0; j < i && leaders[i] == i; ++j) {
      if (leaders[j] != j || !MaySayTheSame(digest, Candidate(j).digest)) {
        continue;
      }
      const auto same = AreSame(i, j);
      if (!same) return same.error();
      if (*same) leaders[i] = j;
    }
  }
  return std::span<const std::uint32_t>(leaders);
}

Result<bool> DistinctSentences::AreSame(std::uint32_t i, std::uint32_t j) {
  for (const std::uint32_t place : {i, j}) {
    if (const auto read = ReadWords(place); !read) return read.error();
  }
  return SayTheSame(words_[i], words_[j]);
}

Result<void> DistinctSentences::ReadWords(std::uint32_t place) {
  if (!words_[place].words().empty()) return {};
  const CandidateSentence& sentence = Candidate(place);
  const auto document =
      segments_[sentence.segment].reader->Document(sentence.document);
  if (!document) return document.error();
  const auto text = segments_[sentence.segment].reader->Text(
      *document, sentence.record.range);
  if (!text) return text.error();
  words_[place] = WordSet(*text, arena_);
  return {};
}

}  // namespace answerbox::engine
