// What a process does when the disk can't give a page of a mapped file: the
// file was cut, or the disk failed. The kernel then sends SIGBUS, which would
// end the process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace answerbox::platform {

// From now on a page of a registered mapping that can't be read is replaced by
// a page of zeros, and counted; the thread goes on. Any other SIGBUS ends the
// process as before. Call it before there are other threads.
void SurviveUnreadablePages() noexcept;

// Grows with each page that was replaced, in all mappings. Whoever compares
// what he has read with checksums compares again when it has grown.
[[nodiscard]] std::uint32_t UnreadablePages() noexcept;

// Registers a mapping of whole pages while it lives. At most 4,096 at once;
// those beyond are not protected. For mappings whose readers compare checksums,
// since they must not take zeros for what was written. Safe to use from any
// thread.
class ProtectedMapping {
 public:
  ProtectedMapping() = default;
  explicit ProtectedMapping(std::span<const std::byte> mapping) noexcept;
  ProtectedMapping(ProtectedMapping&& other) noexcept;
  ProtectedMapping& operator=(ProtectedMapping&& other) noexcept;
  ~ProtectedMapping();

  // Grows with each of its pages that was replaced.
  [[nodiscard]] std::uint32_t unreadable_pages() const noexcept;

 private:
  static constexpr std::size_t kNone = SIZE_MAX;
  std::size_t place_ = kNone;
};

}  // namespace answerbox::platform
