#include "daemon/collections/changes/upload.h"

#include <algorithm>
#include <new>
#include <type_traits>

#include "daemon/collections/files/account_bytes.h"
#include "daemon/collections/files/errors.h"

namespace answerbox::daemon {
namespace {

using engine::HeadingMark;
using engine::PageMark;

Error BadMarks(std::string message, std::uint32_t offset) {
  return Rejected("bad_marks", std::move(message), offset);
}

Error NoRoomForMarks() {
  return LimitError(
      "The document's pages, headings and blocks find no room in "
      "held_upload_bytes. If other documents are on their way in, try again "
      "when they are done; else split the document, or raise the option.");
}

template <typename Mark>
std::size_t BytesOf(const std::vector<Mark>& marks) {
  return marks.capacity() * sizeof(Mark);
}

template <typename Mark>
std::string_view BytesIn(const std::vector<Mark>& marks) {
  static_assert(std::is_trivially_copyable_v<Mark>);
  return {reinterpret_cast<const char*>(marks.data()),
          marks.size() * sizeof(Mark)};
}

// Moves `marks` to memory for `capacity` of them. Returns false when the budget
// or the heap has no room.
template <typename Mark>
bool Grow(HeldBytes& budget, std::vector<Mark>& marks, std::size_t capacity) {
  // Both copies count while there are two, so that all uploads together never
  // hold more than the budget.
  if (!budget.Take(capacity * sizeof(Mark))) return false;
  std::vector<Mark> grown;
  try {
    grown.reserve(capacity);
  } catch (const std::bad_alloc&) {
    budget.Return(capacity * sizeof(Mark));
    return false;
  }
  grown.assign(marks.begin(), marks.end());
  budget.Return(BytesOf(marks));
  marks = std::move(grown);
  return true;
}

// Makes room for `more` marks. There are at most `most` in all.
template <typename Mark>
bool MakeRoom(HeldBytes& budget, std::vector<Mark>& marks, std::size_t more,
              std::size_t most) {
  const std::size_t wanted = marks.size() + more;
  if (wanted <= marks.capacity()) return true;
  return Grow(budget, marks,
              std::clamp(2 * marks.capacity(), wanted,
                         std::max(wanted, most))) ||
         Grow(budget, marks, wanted);
}

}  // namespace

Upload::Upload(std::string collection, std::string name,
               std::filesystem::path path, std::shared_ptr<HeldBytes> budget,
               std::uint64_t max_picture_bytes)
    : collection_(std::move(collection)),
      name_(std::move(name)),
      budget_(budget),
      text_(std::move(path), std::move(budget)),
      max_picture_bytes_(max_picture_bytes) {}

Upload::~Upload() {
  if (budget_ == nullptr) return;
  budget_->Return(BytesOf(pages_) + BytesOf(headings_) + BytesOf(blocks_) +
                  account_.size());
}

Result<void> Upload::SetAccount(const protocol::WordAccount& account) {
  std::string bytes = EncodeAccount(account);
  if (!budget_->Take(bytes.size())) return NoRoomForMarks();
  budget_->Return(account_.size());
  account_ = std::move(bytes);
  return {};
}

Result<void> Upload::Append(std::string_view text,
                            std::span<const PageMark> pages,
                            std::span<const HeadingMark> headings,
                            std::span<const NumberedBlock> blocks) {
  if (error_) return *error_;
  auto appended = AppendAll(text, pages, headings, blocks);
  // The error is kept: a failed part leaves a gap, and the document must not be
  // committed without it.
  if (!appended) error_ = appended.error();
  return appended;
}

Result<void> Upload::AppendPictures(std::string_view bytes) {
  if (error_) return *error_;
  auto appended = SpoolPictures(bytes);
  if (!appended) error_ = appended.error();
  return appended;
}

Result<void> Upload::SpoolPictures(std::string_view bytes) {
  if (bytes.size() > max_picture_bytes_ - picture_bytes()) {
    return LimitError(
        "The document's page pictures have more than the " +
        std::to_string(max_picture_bytes_ >> 10) +
        " KiB that they may (max_document_page_bytes): add it without --pages, "
        "split it into several, or raise the option.");
  }
  if (!pictures_) {
    // The start clears what ends like the file of the text.
    auto path = text_.path();
    pictures_.emplace(path.replace_extension(".pages.upload"), budget_);
  }
  auto appended = pictures_->Append(bytes);
  if (!appended) return StorageError(appended.error());
  return {};
}

Result<void> Upload::AppendAll(std::string_view text,
                               std::span<const PageMark> pages,
                               std::span<const HeadingMark> headings,
                               std::span<const NumberedBlock> blocks) {
  if (text.size() > engine::kMaxDocumentBytes - text_.bytes()) {
    return Rejected("too_large",
                    "The document has more than " +
                        std::to_string(engine::kMaxDocumentBytes >> 20) +
                        " MiB of text: split it into several.",
                    engine::kMaxDocumentBytes);
  }
  if (auto appended = AppendPages(pages); !appended) return appended;
  if (!headings.empty() && (!blocks.empty() || !blocks_.empty())) {
    return BadMarks(
        "A document has headings or blocks, not both: blocks of the kinds "
        "title and heading are its headings.",
        headings.front().range.begin);
  }
  if (auto appended = AppendHeadings(headings); !appended) return appended;
  if (auto appended = AppendBlocks(blocks); !appended) return appended;
  auto appended = text_.Append(text);
  if (!appended) return StorageError(appended.error());
  return {};
}

Result<void> Upload::AppendPages(std::span<const PageMark> pages) {
  if (pages.size() > engine::kMaxPageMarks - pages_.size()) {
    return LimitError("The document has more than " +
                      std::to_string(engine::kMaxPageMarks) +
                      " pages: split it into several.");
  }
  if (!MakeRoom(*budget_, pages_, pages.size(), engine::kMaxPageMarks)) {
    return NoRoomForMarks();
  }
  for (const PageMark& page : pages) {
    if (page.number == 0 || page.number > engine::kMaxPageNumber) {
      return BadMarks("Pages are numbered from 1 to " +
                          std::to_string(engine::kMaxPageNumber) + ".",
                      page.offset);
    }
    // Offsets must ascend. This is checked part by part, so that the whole
    // needs no sorting.
    if (!pages_.empty() && page.offset <= pages_.back().offset) {
      return BadMarks("The offsets of pages must be ascending.", page.offset);
    }
    pages_.push_back(page);
  }
  return {};
}

Result<void> Upload::AppendHeadings(std::span<const HeadingMark> headings) {
  if (headings.size() > engine::kMaxHeadingMarks - headings_.size()) {
    return LimitError("The document has more than " +
                      std::to_string(engine::kMaxHeadingMarks) +
                      " headings: split it into several.");
  }
  if (!MakeRoom(*budget_, headings_, headings.size(),
                engine::kMaxHeadingMarks)) {
    return NoRoomForMarks();
  }
  for (const HeadingMark& heading : headings) {
    const engine::ByteRange range = heading.range;
    if (heading.level < 1 || heading.level > 6) {
      return BadMarks("Levels of headings are 1 to 6.", range.begin);
    }
    if (range.end <= range.begin ||
        range.end - range.begin > engine::kMaxHeadingBytes) {
      return BadMarks("A heading has 1 to " +
                          std::to_string(engine::kMaxHeadingBytes) + " bytes.",
                      range.begin);
    }
    if (!headings_.empty() && range.begin < headings_.back().range.end) {
      return BadMarks("Headings must be ascending and disjoint.", range.begin);
    }
    headings_.push_back(heading);
  }
  return {};
}

// Returns the block in the form of a segment. A client counts parents from the
// start of the document. A segment counts backwards, so that blocks can be
// merged without renumbering.
Result<engine::TextBlock> Upload::NextBlock(const NumberedBlock& given) {
  const auto number = static_cast<std::uint32_t>(blocks_.size());
  engine::TextBlock block = given.block;
  if (given.parent && *given.parent >= number) {
    return Rejected("bad_blocks",
                    "Block " + std::to_string(number) +
                        " names a parent that does not come before it.",
                    block.range.begin);
  }
  block.parent_distance = given.parent ? number - *given.parent : 0;
  // A cell is in the row that is its parent, and need not repeat the row's
  // number.
  if (block.kind == engine::TextBlockKind::kCell && given.parent &&
      block.row == 0) {
    block.row = blocks_[*given.parent].row;
  }
  return block;
}

// Whether the blocks form a tree is checked when the document is whole.
Result<void> Upload::AppendBlocks(std::span<const NumberedBlock> blocks) {
  if (blocks.empty()) return {};
  if (blocks_.empty() && !headings_.empty()) {
    return BadMarks(
        "A document has headings or blocks, not both: blocks of the kinds "
        "title and heading are its headings.",
        blocks.front().block.range.begin);
  }
  if (blocks.size() > engine::kMaxTextBlocks - blocks_.size()) {
    return LimitError("The document has more than " +
                      std::to_string(engine::kMaxTextBlocks) +
                      " blocks: split it into several.");
  }
  if (!MakeRoom(*budget_, blocks_, blocks.size(), engine::kMaxTextBlocks)) {
    return NoRoomForMarks();
  }
  for (const NumberedBlock& given : blocks) {
    const auto block = NextBlock(given);
    if (!block) return block.error();
    const bool is_heading = block->kind == engine::TextBlockKind::kTitle ||
                            block->kind == engine::TextBlockKind::kHeading;
    if (is_heading) {
      // Headings are also stored separately, because chunks inherit their
      // words.
      const HeadingMark heading{block->range, block->level};
      if (auto appended = AppendHeadings({&heading, 1}); !appended) {
        return appended;
      }
    }
    blocks_.push_back(*block);
  }
  return {};
}

// Only this process reads the file again, so the marks are written as they are
// in memory.
Result<std::unique_ptr<StowedDocument>> Upload::Stow(
    const engine::Sha256& sha256) {
  if (error_) return *error_;
  const StowedDocument::Sizes sizes{
      static_cast<std::uint32_t>(text_.bytes()),
      static_cast<std::uint32_t>(pages_.size()),
      static_cast<std::uint32_t>(headings_.size()),
      static_cast<std::uint32_t>(blocks_.size()),
      static_cast<std::uint32_t>(account_.size())};
  // The marks follow the text in the document's only file.
  auto appended = text_.Append(BytesIn(pages_));
  if (appended) appended = text_.Append(BytesIn(headings_));
  if (appended) appended = text_.Append(BytesIn(blocks_));
  if (appended) appended = text_.Append(account_);
  if (!appended) return StorageError(appended.error());
  auto stowed = text_.Stow();
  if (!stowed) return StorageError(stowed.error());
  std::unique_ptr<StowedText> pictures;
  if (pictures_) {
    auto stowed_pictures = pictures_->Stow();
    if (!stowed_pictures) return StorageError(stowed_pictures.error());
    pictures = std::make_unique<StowedText>(*std::move(stowed_pictures));
  }
  return std::make_unique<StowedDocument>(name_, *std::move(stowed), sizes,
                                          sha256, std::move(pictures));
}

Result<std::string_view> Upload::ReadPictures() {
  if (error_) return *error_;
  return pictures_ ? pictures_->Read() : std::string_view();
}

Result<engine::DocumentText> Upload::Read() {
  if (error_) return *error_;
  const auto text = text_.Read();
  if (!text) return text.error();
  // The attachment is made anew, as it views account_ and this object may have
  // moved.
  attachment_ = AccountAttachment(account_);
  return engine::DocumentText{*text, pages_, headings_, blocks_,
                              AsSpan(attachment_)};
}

}  // namespace answerbox::daemon
