// Documents and segments for the tests of this folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/index/format/segment_writer.h"
#include "engine/index/reading/segment_reader.h"
#include "engine/index/writing/segment_builder.h"
#include "engine/profile.h"
#include "engine/text/document_text.h"

namespace answerbox::engine {

struct TestDocument {
  std::string name;
  std::string text;
  std::vector<PageMark> pages;
  std::vector<HeadingMark> headings;
  std::vector<TextBlock> blocks = {};
  std::vector<Attachment> attachments = {};
};

using SegmentBytes = std::vector<std::byte>;

// Small windows, so that a few sentences make several chunks.
inline constexpr Chunking kTestChunking{8, 3};

[[nodiscard]] SegmentBytes BuildSegment(Profile profile,
                                        std::span<const TestDocument> documents,
                                        Chunking chunking = kTestChunking);

// Precondition: `bytes` can be opened.
[[nodiscard]] SegmentReader OpenSegment(std::span<const std::byte> bytes);

void ExpectError(const Error& error, ErrorCode code, std::string_view field,
                 std::uint64_t offset);

// The whole text of a document.
[[nodiscard]] std::string_view TextOf(const SegmentReader& segment,
                                      DocumentNumber document);

// Sentences of words from a small vocabulary, so that words repeat and share
// stems. Sometimes with headings, pages and blocks; sometimes empty.
[[nodiscard]] TestDocument RandomDocument(std::mt19937& random);
[[nodiscard]] std::vector<TestDocument> RandomDocuments(std::mt19937& random,
                                                        std::size_t count);

// The segment's term `number`, read from the dictionary.
[[nodiscard]] std::string TermText(const SegmentReader& segment,
                                   TermNumber number);

// Accepts a number of writes, then refuses.
class FullSink final : public ByteSink {
 public:
  explicit FullSink(std::size_t writes) : left_(writes) {}

  [[nodiscard]] Result<void> Append(std::span<const std::byte>) override {
    if (left_ == 0) return Error{ErrorCode::kSinkFailed, "sink", 0};
    --left_;
    return {};
  }

 private:
  std::size_t left_;
};

}  // namespace answerbox::engine
