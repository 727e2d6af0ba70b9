// The documents of the segment that is being built: their names, marks and
// blocks, and where each begins in the other tables. Layout:
// docs/segment-format.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/index/format/scratch.h"
#include "engine/index/format/segment_layout.h"
#include "engine/index/format/segment_records.h"
#include "engine/index/format/segment_writer.h"
#include "engine/result.h"
#include "engine/text/document_text.h"

namespace answerbox::engine {

class DocumentTables {
 public:
  // Adds a document.
  //   row  its SHA-256 and where its text, chunks and sentences begin; Add
  //       fills in the rest
  void Add(std::string_view name, const DocumentText& document,
           DocumentRow row);

  // Removes the last document. Precondition: there is one.
  void RemoveLast();

  // The last document's row. Precondition: there is one.
  [[nodiscard]] const DocumentRow& last() const { return rows_.back(); }
  [[nodiscard]] std::uint32_t size() const noexcept {
    return static_cast<std::uint32_t>(rows_.size());
  }

  // Adds to `sizes` the sizes of these tables as if this document were added.
  void AddSizesWith(std::string_view name, const DocumentText& document,
                    SegmentSizes& sizes) const;

  // Writes the sections kNames to kHeadings. Errors: kSinkFailed.
  [[nodiscard]] Result<void> Write(SegmentWriter& writer, Scratch& scratch);
  // Writes the sections kFirstTextBlocks to kAttachmentBytes. Errors:
  // kSinkFailed.
  [[nodiscard]] Result<void> WriteBlocksAndAttachments(
      SegmentWriter& writer) const;

  // Forgets all documents and keeps the memory.
  void Clear() noexcept;

  // Heap held at present, and what Write() will need in addition.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  [[nodiscard]] std::string_view NameOf(std::uint32_t document) const;
  [[nodiscard]] Result<void> WriteByName(SegmentWriter& writer);
  [[nodiscard]] Result<void> WriteNameFilter(SegmentWriter& writer,
                                             Scratch& scratch) const;

  std::vector<DocumentRow> rows_;
  std::vector<char> names_;
  std::vector<std::uint32_t> by_name_;  // Filled by Write().
  std::vector<PageMark> pages_;
  std::vector<HeadingRow> headings_;
  std::vector<TextBlock> text_blocks_;
  std::vector<std::uint32_t> first_text_blocks_;  // By document.
  std::vector<AttachmentRow> attachments_;
  std::vector<char> attachment_bytes_;
};

}  // namespace answerbox::engine
