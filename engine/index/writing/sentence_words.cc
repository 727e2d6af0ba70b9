#include "engine/index/writing/sentence_words.h"

#include "engine/index/format/varint.h"
#include "engine/text/tokenizer.h"
#include "engine/text/word_places.h"

namespace answerbox::engine {

SentenceWords ReadSentenceWords(std::string_view sentence,
                                Vocabulary& vocabulary,
                                SentenceBuffer& buffer) {
  std::byte* terms_end = buffer.terms.data();
  std::size_t terms = 0;
  std::size_t marks = 0;
  WordPlaces places(sentence);
  Tokenizer tokens(Profile::kDefault, sentence);
  while (const auto token = tokens.Next()) {
    const ByteRange range = token->range;
    if (token->kind == TokenKind::kPunctuation) {
      places.AddPunctuation(range);
      continue;
    }
    if (terms == kMaxSentenceTerms) continue;
    const auto word = vocabulary.WordOf(
        sentence.substr(range.begin, range.end - range.begin), token->kind);
    if (!word) continue;
    if (HasTerm(word->mark)) {
      terms_end = PutVarint(terms_end, word->number);
      ++terms;
    }
    const WordMark mark = places.AddWord(range, word->mark);
    if (marks < kMaxSentenceTerms) buffer.marks[marks++] = std::byte{mark};
  }
  return {{{buffer.terms.data(), terms_end}, {buffer.marks.data(), marks}},
          terms,
          places.signs()};
}

}  // namespace answerbox::engine
