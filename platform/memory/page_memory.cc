#include "platform/memory/page_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <new>

namespace answerbox::platform {

// Uses mmap(2) and not malloc(3), which keeps freed memory for later: pages
// that are given back here leave the process.
PageMemory::PageMemory(std::size_t bytes) {
  void* const address = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (address == MAP_FAILED) throw std::bad_alloc();
  bytes_ = std::span(static_cast<std::byte*>(address), bytes);
}

PageMemory::~PageMemory() { ::munmap(bytes_.data(), bytes_.size()); }

// Gives back whole pages only. The kernel provides zeros when they are touched
// again.
void PageMemory::GiveBack(std::size_t kept) const noexcept {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t begin = (kept + page - 1) / page * page;
  if (begin >= bytes_.size()) return;
  ::madvise(bytes_.data() + begin, bytes_.size() - begin, MADV_DONTNEED);
}

}  // namespace answerbox::platform
