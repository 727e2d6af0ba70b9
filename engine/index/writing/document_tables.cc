#include "engine/index/writing/document_tables.h"

#include <algorithm>
#include <numeric>

#include "engine/index/format/name_filter.h"
#include "engine/index/writing/headings.h"

namespace answerbox::engine {

void DocumentTables::Add(std::string_view name, const DocumentText& document,
                         DocumentRow row) {
  row.name_begin = static_cast<std::uint32_t>(names_.size());
  row.first_page = static_cast<std::uint32_t>(pages_.size());
  row.first_heading = static_cast<std::uint32_t>(headings_.size());
  for (const Attachment& attachment : document.attachments) {
    attachments_.push_back({attachment_bytes_.size(), size(), attachment.kind,
                            attachment.version});
    attachment_bytes_.insert(attachment_bytes_.end(), attachment.bytes.begin(),
                             attachment.bytes.end());
  }
  rows_.push_back(row);
  names_.insert(names_.end(), name.begin(), name.end());
  pages_.insert(pages_.end(), document.pages.begin(), document.pages.end());
  // Parents are found once, when a document comes: a question walks up from a
  // heading without reading its siblings.
  HeadingOutline outline;
  for (const HeadingMark& heading : document.headings) {
    headings_.push_back(outline.Place(heading));
  }
  first_text_blocks_.push_back(static_cast<std::uint32_t>(text_blocks_.size()));
  text_blocks_.insert(text_blocks_.end(), document.blocks.begin(),
                      document.blocks.end());
}

void DocumentTables::RemoveLast() {
  const DocumentRow& row = rows_.back();
  // Each table ends where the document's part began, since it is the last one.
  text_blocks_.resize(first_text_blocks_.back());
  first_text_blocks_.pop_back();
  headings_.resize(row.first_heading);
  pages_.resize(row.first_page);
  names_.resize(row.name_begin);
  rows_.pop_back();
  while (!attachments_.empty() && attachments_.back().document == size()) {
    attachment_bytes_.resize(
        static_cast<std::size_t>(attachments_.back().begin));
    attachments_.pop_back();
  }
}

void DocumentTables::AddSizesWith(std::string_view name,
                                  const DocumentText& document,
                                  SegmentSizes& sizes) const {
  // 64 bits: the sums may pass what the tables can hold, which is what the
  // caller wants to know.
  sizes.documents += rows_.size() + 1;
  sizes.name_bytes += names_.size() + name.size();
  sizes.pages += pages_.size() + document.pages.size();
  sizes.headings += headings_.size() + document.headings.size();
  sizes.text_blocks += text_blocks_.size() + document.blocks.size();
  sizes.attachments += attachments_.size() + document.attachments.size();
}

std::string_view DocumentTables::NameOf(std::uint32_t document) const {
  const std::size_t begin = rows_[document].name_begin;
  const std::size_t end = document + 1 < rows_.size()
                              ? rows_[document + 1].name_begin
                              : names_.size();
  return {names_.data() + begin, end - begin};
}

Result<void> DocumentTables::WriteByName(SegmentWriter& writer) {
  writer.Begin(Section::kDocumentsByName);
  by_name_.resize(rows_.size());
  std::iota(by_name_.begin(), by_name_.end(), 0u);
  // Sorted when the segment is written: names come in any order.
  std::sort(by_name_.begin(), by_name_.end(),
            [this](std::uint32_t left, std::uint32_t right) {
              // Compares bytes, not characters of a locale: readers search by
              // bytes, and on every machine alike.
              const int compared = NameOf(left).compare(NameOf(right));
              return compared != 0 ? compared < 0 : left < right;
            });
  for (const std::uint32_t document : by_name_) {
    if (auto written = writer.AppendNumber(document); !written) return written;
  }
  return {};
}

Result<void> DocumentTables::WriteNameFilter(SegmentWriter& writer,
                                             Scratch& scratch) const {
  writer.Begin(Section::kNameFilter);
  const auto filter = TakeArray<std::byte>(scratch, NameFilterBytes(size()));
  if (!filter) return filter.error();
  std::fill(filter->begin(), filter->end(), std::byte{0});
  for (std::uint32_t document = 0; document < size(); ++document) {
    AddToNameFilter(*filter, NameOf(document));
  }
  return writer.Append(*filter);
}

Result<void> DocumentTables::Write(SegmentWriter& writer, Scratch& scratch) {
  writer.Begin(Section::kNames);
  if (auto written = writer.Append({names_.data(), names_.size()}); !written) {
    return written;
  }
  writer.Begin(Section::kDocuments);
  if (auto written = writer.AppendRows<kDocumentBytes>(rows_); !written) {
    return written;
  }
  if (auto written = WriteByName(writer); !written) return written;
  if (auto written = WriteNameFilter(writer, scratch); !written) {
    return written;
  }
  writer.Begin(Section::kPages);
  if (auto written = writer.AppendRows<kPageBytes>(pages_); !written) {
    return written;
  }
  writer.Begin(Section::kHeadings);
  return writer.AppendRows<kHeadingBytes>(headings_);
}

Result<void> DocumentTables::WriteBlocksAndAttachments(
    SegmentWriter& writer) const {
  writer.Begin(Section::kFirstTextBlocks);
  // Empty if no document has blocks, so that plain text pays nothing.
  if (!text_blocks_.empty()) {
    for (const std::uint32_t first : first_text_blocks_) {
      if (auto written = writer.AppendNumber(first); !written) return written;
    }
  }
  writer.Begin(Section::kTextBlocks);
  if (auto written = writer.AppendRows<kTextBlockBytes>(text_blocks_);
      !written) {
    return written;
  }
  writer.Begin(Section::kAttachments);
  if (auto written = writer.AppendRows<kAttachmentRowBytes>(attachments_);
      !written) {
    return written;
  }
  writer.Begin(Section::kAttachmentBytes);
  return writer.Append({attachment_bytes_.data(), attachment_bytes_.size()});
}

void DocumentTables::Clear() noexcept {
  rows_.clear();
  names_.clear();
  pages_.clear();
  headings_.clear();
  text_blocks_.clear();
  first_text_blocks_.clear();
  attachments_.clear();
  attachment_bytes_.clear();
}

std::size_t DocumentTables::memory_bytes() const noexcept {
  return TableBytes(rows_) +
         std::max(by_name_.capacity(), rows_.size()) * sizeof(std::uint32_t) +
         TableBytes(names_) + TableBytes(pages_) + TableBytes(headings_) +
         TableBytes(text_blocks_) + TableBytes(first_text_blocks_) +
         TableBytes(attachments_) + TableBytes(attachment_bytes_);
}

}  // namespace answerbox::engine
