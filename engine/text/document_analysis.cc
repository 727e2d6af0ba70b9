#include "engine/text/document_analysis.h"

#include <algorithm>
#include <cassert>

#include "engine/text/character_class.h"
#include "engine/text/utf8.h"

namespace answerbox::engine {

namespace {

// What a block says in text that no block in it holds.
std::optional<TextUnit::Answers> OwnText(TextBlockKind kind) noexcept {
  switch (kind) {
    case TextBlockKind::kList:
    case TextBlockKind::kTable:
    case TextBlockKind::kRow:
      return std::nullopt;  // Markers and separators.
    case TextBlockKind::kLeadIn:
      return TextUnit::Answers::kNotAtItsEnd;
    case TextBlockKind::kCaption:
    case TextBlockKind::kTerm:
      return TextUnit::Answers::kNever;
    default:
      return TextUnit::Answers::kAlways;
  }
}

}  // namespace

std::optional<TextUnit> TextUnits::Next() noexcept {
  const auto size = static_cast<std::uint32_t>(text_.size());
  for (;;) {
    const bool has_next = next_ < blocks_.size();
    const std::uint32_t block_begin =
        has_next ? blocks_[next_].range.begin : size;
    const std::uint32_t open_end = depth_ > 0 ? open_[depth_ - 1].end : size;
    // Text up to the next edge belongs to the innermost open block.
    const std::uint32_t edge = std::min(block_begin, open_end);
    if (position_ < edge) {
      if (const auto unit = TakeTextBefore(edge)) return unit;
      continue;
    }
    if (depth_ > 0 && open_end <= block_begin) {
      // A block that begins at this end may still be in the open one, but then
      // it is empty.
      --depth_;
      continue;
    }
    if (!has_next) return std::nullopt;
    if (const auto unit = Enter()) return unit;
  }
}

std::optional<TextUnit> TextUnits::TakeTextBefore(std::uint32_t end) noexcept {
  const ByteRange range{position_, end};
  position_ = end;
  if (depth_ == 0) return TextUnit{range, TextUnit::Answers::kAlways, false};
  const auto answers = OwnText(open_[depth_ - 1].kind);
  if (!answers) return std::nullopt;
  return TextUnit{range, *answers, false};
}

// Enters the next block, or passes over it.
std::optional<TextUnit> TextUnits::Enter() noexcept {
  const TextBlock& block = blocks_[next_];
  const ByteRange range = block.range;
  if (IsFurniture(block.kind)) {
    SkipTo(range.end);
    return std::nullopt;
  }
  const bool is_short_row = block.kind == TextBlockKind::kRow &&
                            range.end - range.begin <= kMaxRowSentenceBytes;
  // A row's cells say together what none says alone: "Adults | 500 mg | twice a
  // day".
  if (is_short_row && range.end > range.begin) {
    const auto answers = HeadsColumns(next_) ? TextUnit::Answers::kNever
                                             : TextUnit::Answers::kAlways;
    SkipTo(range.end);
    return TextUnit{range, answers, true};
  }
  ++next_;
  // Blocks are checked before they come here. The bound only keeps a caller's
  // mistake from writing past the array.
  if (depth_ < open_.size()) open_[depth_++] = {range.end, block.kind};
  return std::nullopt;
}

// Whether all cells of the row with this number head their columns.
bool TextUnits::HeadsColumns(std::size_t row) const noexcept {
  bool has_cell = false;
  for (std::size_t i = row + 1;
       i < blocks_.size() && blocks_[i].range.begin < blocks_[row].range.end;
       ++i) {
    if (blocks_[i].kind != TextBlockKind::kCell) continue;
    if ((blocks_[i].flags & kHeadsColumn) == 0) return false;
    has_cell = true;
  }
  return has_cell;
}

// Passes over the next block and what it holds, which ends at `end`.
void TextUnits::SkipTo(std::uint32_t end) noexcept {
  ++next_;
  while (next_ < blocks_.size() && blocks_[next_].range.begin < end) ++next_;
  position_ = std::max(position_, end);
}

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
      // A heading begins another subject. If hardly anything came before it, as
      // a title and a date, that stays with it: BM25 favours short chunks, and
      // one of a few words would be found too often.
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
    // A ring: only the last sentences can be repeated, and the overlap is at
    // most half of the largest window.
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

bool EndsInColon(std::string_view text, ByteRange range) {
  return range.end > range.begin && text[range.end - 1] == ':';
}

// Adds a unit that is one sentence. Precondition: it is no longer than a
// sentence may be.
void AddWhole(std::string_view text, const TextUnit& unit,
              ChunkGatherer& chunks) {
  Sentence sentence;
  std::size_t end = unit.range.begin;
  for (std::size_t word = SkipSpace(text, end, unit.range.end);
       word < unit.range.end; word = SkipSpace(text, end, unit.range.end)) {
    end = SkipWord(text, word, unit.range.end);
    // The range is that of the words, without the white space at the row's
    // ends.
    if (sentence.words++ == 0) sentence.range.begin = Narrow(word);
    sentence.range.end = Narrow(end);
  }
  if (sentence.words == 0) return;
  sentence.is_lead_in = unit.answers == TextUnit::Answers::kNever;
  chunks.Add(sentence);
}

// Splits text[part.begin, part.end) into sentences.
void AddSentences(const DocumentText& document, ByteRange part,
                  std::span<const HeadingMark> headings, TextUnit::Answers last,
                  ChunkGatherer& chunks) {
  SentenceSplitter splitter(document.text, part, headings);
  auto sentence = splitter.Next();
  while (sentence) {
    // One sentence ahead, to know which one is the last of its unit.
    const auto next = splitter.Next();
    const bool is_last = !next;
    sentence->is_lead_in =
        last == TextUnit::Answers::kNever ||
        (is_last && last == TextUnit::Answers::kNotAtItsEnd) ||
        (is_last && EndsInColon(document.text, sentence->range));
    chunks.Add(*sentence);
    sentence = next;
  }
}

void AnalyzeDefault(Chunking chunking, const DocumentText& document,
                    AnalysisVisitor& visitor) {
  ChunkGatherer chunks(chunking, visitor);
  if (document.blocks.empty()) {
    SentenceSplitter splitter(document.text, {0, Narrow(document.text.size())},
                              document.headings);
    while (const auto sentence = splitter.Next()) chunks.Add(*sentence);
    return chunks.Finish();
  }
  TextUnits units(document);
  std::span<const HeadingMark> headings = document.headings;
  while (const auto unit = units.Next()) {
    // Each splitter skips the headings before its part. Dropping those that lie
    // behind keeps the whole linear.
    while (!headings.empty() &&
           headings.front().range.end <= unit->range.begin) {
      headings = headings.subspan(1);
    }
    if (unit->is_one_sentence) {
      AddWhole(document.text, *unit, chunks);
    } else {
      AddSentences(document, unit->range, headings, unit->answers, chunks);
    }
  }
  chunks.Finish();
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
