// Opens any bytes as a segment file, reads everything in it, merges it with
// itself, and asks it. Makes the checksums right first, like an attacker.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>
#include <string_view>

#include "engine/ask/ask.h"
#include "engine/ask/search.h"
#include "engine/index/format/segment_writer.h"
#include "engine/index/merging/segment_merger.h"
#include "engine/index/reading/segment_reader.h"
#include "engine/text/utf8.h"
#include "tests/engine/index/segment_seal.h"
#include "tests/engine/index/segment_walk.h"

namespace {

using namespace answerbox::engine;

void Check(bool condition) {
  if (!condition) std::abort();
}

void MergeWithItself(const SegmentReader& segment) {
  DocumentSet removed(segment.counts().documents);
  for (DocumentNumber i = 1; i < segment.counts().documents; i += 2) {
    removed.Insert(i);
  }
  const std::array<MergeInput, 2> inputs = {MergeInput{&segment, nullptr},
                                            MergeInput{&segment, &removed}};
  MemorySink sink;
  if (!MergeSegments(inputs, sink)) return;
  // An accepted segment must be accepted again.
  const auto merged = SegmentReader::Open(sink.bytes());
  Check(merged.has_value());
  Check(merged->VerifyChecksums().has_value());
  const std::array<MergeInput, 1> again = {MergeInput{&*merged, nullptr}};
  MemorySink copy;
  Check(MergeSegments(again, copy).has_value());
}

// Whole characters are shown, every part is in the text, and `cut` is not
// empty.
void CheckFormed(const FormedAnswer& formed) {
  Check(ValidateUtf8(formed.text).has_value());
  for (const AnswerPart& part : formed.parts) {
    Check(!part.text.empty());
    Check(formed.text.find(part.text) != std::string_view::npos);
  }
  if (formed.cut) Check(formed.cut->begin < formed.cut->end);
}

// Also asks some documents, with a bound of work, and searches.
void AskSome(std::span<const LiveSegment> segments,
             answerbox::engine::Question question, Workspace& workspace) {
  constexpr std::array<std::string_view, 2> kPatterns = {"*", "p?ge*"};
  question.documents = std::span(kPatterns).first(1);
  question.max_work = 8;
  static_cast<void>(answerbox::engine::Ask(segments, question, workspace));
  const auto list =
      answerbox::engine::Search(segments,
                                {.words = question.text,
                                 .documents = std::span(kPatterns).last(1),
                                 .arithmetic = question.arithmetic},
                                workspace);
  if (!list) return;
  for (const Passage& passage : list->passages) {
    Check(ValidateUtf8(passage.text).has_value());
    for (const ByteRange match : passage.matches) {
      Check(match.begin < match.end && match.end <= passage.text.size());
    }
  }
}

// The result must be an answer, a refusal or an error, within the segment and
// the arena.
void AskIt(const SegmentReader& segment) {
  static answerbox::engine::Workspace workspace;
  const DocumentSet removed(segment.counts().documents);
  const std::array<LiveSegment, 1> segments = {LiveSegment{&segment, &removed}};
  for (const std::string_view text :
       {"Where is the pomp?", "How much is the dose of the drug in mg?"}) {
    answerbox::engine::Question question;
    question.text = text;
    question.with_spelling = true;
    for (const Arithmetic arithmetic :
         {Arithmetic::kFixed, Arithmetic::kFloat}) {
      question.arithmetic = arithmetic;
      question.form = AnswerForm::kSentence;
      static_cast<void>(answerbox::engine::Ask(segments, question, workspace));
      question.form = std::nullopt;
      question.answers = kMaxAnswers;
      AskSome(segments, question, workspace);
      const auto answer = answerbox::engine::Ask(segments, question, workspace);
      if (!answer) continue;
      for (const FormedAnswer& formed : answer->formed) CheckFormed(formed);
    }
  }
}

// Blocks with checksums are compared with them, as in the daemon.
void ReadWithChecks(std::span<const std::byte> bytes) {
  BlockChecks checks(bytes);
  const auto segment = SegmentReader::Open(bytes, &checks);
  if (!segment) return;
  const bool is_intact = segment->VerifyChecksums().has_value();
  const WalkCounts counts = WalkSegment(*segment);
  Check(counts.broken_promises == 0);
  Check(checks.Hold(0, bytes.size()) == is_intact);
}

void Read(std::span<const std::byte> bytes) {
  ReadWithChecks(bytes);
  const auto segment = SegmentReader::Open(bytes);
  if (!segment) return;
  Check(WalkSegment(*segment).broken_promises == 0);
  MergeWithItself(*segment);
  AskIt(*segment);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  Read(bytes);
  Read(Sealed({bytes.begin(), bytes.end()}));
  return 0;
}
