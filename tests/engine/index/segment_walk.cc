#include "tests/engine/index/segment_walk.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string>

#include "engine/index/postings/posting_list.h"
#include "engine/text/stop_words.h"

namespace answerbox::engine {
namespace {

class Walk {
 public:
  explicit Walk(const SegmentReader& segment) : segment_(segment) {}

  WalkCounts Run() {
    Terms();
    for (DocumentNumber i = 0; i < segment_.counts().documents; ++i) {
      Document(i);
    }
    for (ChunkNumber i = 0; i < segment_.counts().chunks; ++i) Chunk(i);
    for (SentenceNumber i = 0; i < segment_.counts().sentences; ++i) {
      Sentence(i);
    }
    for (std::uint32_t i = 0; i < segment_.abbreviation_count() && i < 1000;
         ++i) {
      Abbreviation(i);
    }
    for (std::uint32_t i = 0; i < segment_.attachment_count(); ++i) {
      Attachment(i);
    }
    return counts_;
  }

 private:
  template <typename T>
  bool Read(const Result<T>& result) {
    ++(result ? counts_.values : counts_.errors);
    return result.has_value();
  }

  void Require(bool kept) { counts_.broken_promises += kept ? 0 : 1; }

  void Within(ByteRange range, std::size_t size) {
    Require(range.begin <= range.end && range.end <= size);
  }

  // Reads every byte, so that a sanitizer checks it.
  void Touch(std::string_view text) {
    touched_ += std::hash<std::string_view>()(text);
  }

  void Terms() {
    TermCursor cursor = segment_.terms().Begin();
    TermCursor faster = cursor;
    std::string before;
    std::uint64_t terms = 0;
    while (true) {
      const auto moved = cursor.Next();
      const auto moved_faster = faster.NextTerm();
      if (!Read(moved)) break;
      Require(moved_faster && *moved_faster == *moved);
      if (!*moved) break;
      Require(faster.term() == cursor.term());
      Require(++terms <= segment_.counts().terms);
      Require(before < cursor.term());
      before = cursor.term();
      Postings(segment_.Postings(cursor.entry()));
      const auto found = segment_.terms().Find(before);
      if (Read(found) && *found) {
        Require((*found)->number < segment_.counts().terms);
      }
      Read(segment_.terms().LowerBound(before));
    }
    for (TermNumber i = 0; i < segment_.counts().terms && i < 1000; ++i) {
      Read(segment_.terms().At(i));
      Read(segment_.CollectionFrequency(i));
      const auto postings = segment_.Postings(i);
      if (Read(postings)) Seek(*postings);
    }
  }

  void Postings(const Result<PostingList>& postings) {
    if (!Read(postings)) return;
    PostingCursor cursor(*postings);
    std::uint64_t next_chunk = 0;
    while (true) {
      const auto moved = cursor.Next();
      if (!Read(moved) || !*moved) break;
      Require(cursor.posting().chunk >= next_chunk);
      Require(cursor.posting().chunk < segment_.counts().chunks);
      Require(cursor.posting().frequency >= 1);
      next_chunk = std::uint64_t{cursor.posting().chunk} + 1;
    }
    const auto moved = cursor.Next();
    Require(!moved || !*moved);
  }

  void Seek(const PostingList& postings) {
    PostingCursor cursor(postings);
    for (std::uint32_t chunk = 0; chunk < segment_.counts().chunks;
         chunk += 1 + chunk / 4) {
      const auto moved = cursor.SeekTo(chunk);
      if (!Read(moved) || !*moved) return;
      Require(cursor.posting().chunk >= chunk);
      Require(cursor.posting().chunk < segment_.counts().chunks);
    }
  }

  void Abbreviation(std::uint32_t number) {
    const auto hashes = segment_.AbbreviationHashes(number);
    if (Read(hashes)) {
      Read(segment_.MayAbbreviate(static_cast<std::uint32_t>(*hashes >> 32)));
    }
    const auto record = segment_.Abbreviation(number);
    if (!Read(record)) return;
    Require(record->document < segment_.counts().documents);
    const auto document = segment_.Document(record->document);
    if (!Read(document)) return;
    Within(record->short_form, document->text_bytes);
    Within(record->long_form, document->text_bytes);
  }

  void Attachment(std::uint32_t number) {
    const auto record = segment_.AttachmentAt(number);
    if (!Read(record)) return;
    Require(record->document < segment_.counts().documents);
    Require(record->attachment.bytes.size() <= kMaxAttachmentBytes);
    Touch(record->attachment.bytes);
    const auto found =
        segment_.FindAttachment(record->document, record->attachment.kind);
    if (Read(found) && *found) {
      Require((*found)->kind == record->attachment.kind);
    }
  }

  void Document(DocumentNumber number) {
    const auto by_name = segment_.DocumentByName(number);
    if (Read(by_name)) Require(*by_name < segment_.counts().documents);
    const auto document = segment_.Document(number);
    if (!Read(document)) return;
    Touch(document->name);
    const auto held = segment_.MayHoldName(document->name);
    if (Read(held)) Touch(*held ? "held" : "");
    const auto text = segment_.Text(*document);
    if (Read(text)) Touch(*text);
    const std::uint32_t size = document->text_bytes;
    Blocks(number, *document);
    for (std::uint32_t i = 0; i < document->page_count; ++i) {
      const auto page = segment_.Page(number, i);
      if (Read(page)) Require(page->offset <= size);
    }
    for (std::uint32_t i = 0; i < document->heading_count; ++i) {
      const auto heading = segment_.Heading(number, i);
      if (Read(heading)) Within(heading->range, size);
    }
    std::array<HeadingMark, 6> headings;
    for (std::uint32_t offset = 0; offset < size; offset += 1 + size / 16) {
      Read(segment_.PageAt(number, offset));
      const auto above = segment_.HeadingsAt(number, offset, headings);
      if (!Read(above)) continue;
      for (const HeadingMark& heading : *above) Within(heading.range, size);
    }
  }

  void Blocks(DocumentNumber number, const DocumentRecord& document) {
    std::array<std::uint32_t, kMaxTextBlockDepth> around;
    for (std::uint32_t i = 0; i < document.text_block_count; ++i) {
      const auto block = segment_.Block(number, i);
      if (!Read(block)) continue;
      Within(block->range, document.text_bytes);
      Require(block->parent_distance <= i);
      const auto path = segment_.BlocksAround(number, i, around);
      if (!Read(path)) continue;
      Require(path->back() == i);
      Require(std::ranges::is_sorted(*path));
    }
  }

  void Chunk(ChunkNumber number) {
    const auto document_number = segment_.DocumentOfChunk(number);
    if (Read(document_number)) {
      Require(*document_number < segment_.counts().documents);
    }
    Read(segment_.IdOfChunk(number));
    const auto sentences = segment_.SentencesOfChunk(number);
    if (Read(sentences)) {
      Require(sentences->count >= 1);
      Require(std::uint64_t{sentences->first} + sentences->count <=
              segment_.counts().sentences);
    }
    const auto lengths = segment_.AllChunkLengths();
    const auto length = segment_.ChunkLength(number);
    if (Read(lengths)) touched_ += (*lengths)[number];
    if (Read(length) && lengths) Require(*length == (*lengths)[number]);
    Read(segment_.SquaredNorm(number));
    const auto chunk = segment_.Chunk(number);
    if (!Read(chunk)) return;
    const auto document = segment_.Document(chunk->document);
    if (!Read(document)) return;
    Within(chunk->range, document->text_bytes);
    Require(chunk->sentence_count >= 1);
    Require(chunk->first_sentence >= document->first_sentence);
    Require(chunk->first_sentence + chunk->sentence_count <=
            document->first_sentence + document->sentence_count);
    Read(segment_.Sentence(*document, chunk->first_sentence));
  }

  void Sentence(SentenceNumber number) {
    Read(segment_.Sentence(number));
    const auto terms = segment_.SentenceTerms(number, terms_);
    if (!Read(terms)) return;
    for (const TermNumber term : *terms) {
      Require(term < segment_.counts().terms);
    }
    if (segment_.profile() == Profile::kDefault) Words(number);
  }

  void Words(SentenceNumber number) {
    const auto words = segment_.SentenceWords(number, words_);
    const auto marked = segment_.SentenceMarks(number, terms_);
    Require(words.has_value() == marked.has_value());
    if (!Read(words)) return;
    Require(marked && marked->marks.size() == words->size());
    for (const SentenceWord& word : *words) {
      Require(IsWordMark(word.mark));
      Require(word.number <
              (HasTerm(word.mark) ? segment_.counts().terms : kStopWordIds));
    }
  }

  const SegmentReader& segment_;
  WalkCounts counts_;
  std::size_t touched_ = 0;
  std::array<TermNumber, kMaxSentenceTerms> terms_;
  std::array<SentenceWord, kMaxSentenceTerms> words_;
};

}  // namespace

WalkCounts WalkSegment(const SegmentReader& segment) {
  return Walk(segment).Run();
}

}  // namespace answerbox::engine
