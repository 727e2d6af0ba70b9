#include "daemon/collections/changes/stowed_document.h"

#include <cstring>
#include <string_view>
#include <type_traits>

namespace answerbox::daemon {
namespace {

// Moves `count` marks from the front of `bytes`. Precondition: it has them.
template <typename Mark>
void TakeMarks(std::string_view& bytes, std::size_t count,
               std::vector<Mark>& marks) {
  static_assert(std::is_trivially_copyable_v<Mark>);
  const std::size_t size = count * sizeof(Mark);
  marks.resize(count);
  if (size != 0) std::memcpy(marks.data(), bytes.data(), size);
  bytes.remove_prefix(size);
}

}  // namespace

Result<engine::DocumentText> StowedDocument::Read() {
  const auto content = content_.Read();
  if (!content) return content.error();
  marks_ = std::make_unique<Marks>();
  std::string_view left = content->substr(sizes_.text_bytes);
  TakeMarks(left, sizes_.pages, marks_->pages);
  TakeMarks(left, sizes_.headings, marks_->headings);
  TakeMarks(left, sizes_.blocks, marks_->blocks);
  return engine::DocumentText{content->substr(0, sizes_.text_bytes),
                              marks_->pages, marks_->headings, marks_->blocks};
}

}  // namespace answerbox::daemon
