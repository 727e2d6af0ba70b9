// Feeds any bytes through the whole text room. Text that passes UTF-8
// validation must go through tokens, terms, sentences and chunks with every
// promise kept. Other text stands for damaged stored text, and must still stay
// within its bytes.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "engine/text/abbreviations.h"
#include "engine/text/document_analysis.h"
#include "engine/text/sentence_splitter.h"
#include "engine/text/term_normalizer.h"
#include "engine/text/tokenizer.h"
#include "engine/text/utf8.h"

namespace {

using namespace answerbox::engine;

void Check(bool condition) {
  if (!condition) std::abort();
}

bool IsCharacterBoundary(std::string_view text, std::size_t offset) {
  return offset == text.size() ||
         (static_cast<unsigned char>(text[offset]) & 0xc0u) != 0x80u;
}

void CheckRange(std::string_view text, ByteRange range) {
  Check(range.begin < range.end);
  Check(range.end <= text.size());
  Check(IsCharacterBoundary(text, range.begin));
  Check(IsCharacterBoundary(text, range.end));
}

void CheckTokens(Profile profile, std::string_view text,
                 TermNormalizer& normalizer) {
  Tokenizer tokenizer(profile, text);
  std::uint32_t end = 0;
  while (const auto token = tokenizer.Next()) {
    CheckRange(text, token->range);
    Check(token->range.begin >= end);
    end = token->range.end;
    const std::string_view term = normalizer.Normalize(
        text.substr(token->range.begin, end - token->range.begin), token->kind);
    Check(term.size() <= kMaxTermBytes);
    Check(ValidateUtf8(term).has_value());
    if (profile == Profile::kPaper) Check(!term.empty());
  }
}

void CheckAbbreviations(std::string_view sentence) {
  std::array<AbbreviationDefinition, kMaxSentenceAbbreviations> room;
  for (const auto& [short_form, long_form] :
       FindAbbreviations(sentence, room)) {
    CheckRange(sentence, short_form);
    CheckRange(sentence, long_form);
    Check(short_form.end <= long_form.begin ||
          long_form.end <= short_form.begin);
    Check(short_form.end - short_form.begin <= 4 * kMaxShortFormCharacters);
    Check(long_form.end - long_form.begin > short_form.end - short_form.begin);
  }
}

// Sorted, disjoint headings, at bytes that look like headings.
std::vector<HeadingMark> Headings(std::string_view text) {
  std::vector<HeadingMark> headings;
  for (std::size_t i = text.find('#'); i < text.size();) {
    const std::size_t end = std::min(text.size(), text.find('\n', i));
    headings.push_back(
        {{static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(end)},
         static_cast<std::uint8_t>(1 + end % 6)});
    i = text.find('#', end);
  }
  return headings;
}

void ReadMalformed(std::string_view text, TermNormalizer& normalizer) {
  Tokenizer tokenizer(normalizer.profile(), text);
  while (const auto token = tokenizer.Next()) {
    Check(token->range.begin < token->range.end);
    Check(token->range.end <= text.size());
    const std::string_view term = normalizer.Normalize(
        text.substr(token->range.begin, token->range.end - token->range.begin),
        token->kind);
    Check(term.size() <= kMaxTermBytes);
  }
  SentenceSplitter splitter(text, {0, static_cast<std::uint32_t>(text.size())},
                            {});
  while (const auto sentence = splitter.Next()) {
    Check(sentence->range.begin < sentence->range.end);
    Check(sentence->range.end <= text.size());
    std::array<AbbreviationDefinition, kMaxSentenceAbbreviations> room;
    for (const auto& [short_form, long_form] : FindAbbreviations(
             text.substr(sentence->range.begin,
                         sentence->range.end - sentence->range.begin),
             room)) {
      Check(short_form.begin < short_form.end);
      Check(short_form.end <= text.size());
      Check(long_form.begin < long_form.end);
      Check(long_form.end <= text.size());
    }
  }
}

class CheckingVisitor final : public AnalysisVisitor {
 public:
  CheckingVisitor(Profile profile, std::string_view text)
      : profile_(profile), text_(text) {}

  void OnSentence(const Sentence& sentence) override {
    CheckRange(text_, sentence.range);
    Check(sentence.range.end - sentence.range.begin <= kMaxSentenceBytes);
    Check(sentence.words > 0);
    CheckAbbreviations(text_.substr(sentence.range.begin,
                                    sentence.range.end - sentence.range.begin));
    if (profile_ == Profile::kDefault && !sentences_.empty()) {
      Check(sentence.range.begin >= sentences_.back().end);
    }
    sentences_.push_back(sentence.range);
  }

  void OnChunk(const AnalyzedChunk& chunk) override {
    Check(chunk.sentence_count > 0);
    // Chunks leave no sentence out, and hold none that has not come yet.
    Check(chunk.first_sentence <= covered_);
    Check(chunk.first_sentence + chunk.sentence_count == sentences_.size());
    Check(chunk.range.begin == sentences_[chunk.first_sentence].begin);
    Check(chunk.range.end == sentences_.back().end);
    covered_ = sentences_.size();
  }

  void Finish() const { Check(covered_ == sentences_.size()); }

 private:
  Profile profile_;
  std::string_view text_;
  std::vector<ByteRange> sentences_;
  std::size_t covered_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static TermNormalizer paper(Profile::kPaper);
  static TermNormalizer standard(Profile::kDefault);
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (!ValidateUtf8(text)) {
    ReadMalformed(text, paper);
    ReadMalformed(text, standard);
    return 0;
  }
  const std::vector<HeadingMark> headings = Headings(text);
  for (TermNormalizer* normalizer : {&paper, &standard}) {
    const Profile profile = normalizer->profile();
    CheckTokens(profile, text, *normalizer);
    for (const Chunking chunking : {Chunking{200, 40}, Chunking{8, 4}}) {
      CheckingVisitor visitor(profile, text);
      AnalyzeDocument(profile, chunking, {text, {}, headings}, visitor);
      visitor.Finish();
    }
  }
  return 0;
}
