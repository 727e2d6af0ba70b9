// The bytes received on one connection that are not a whole packet yet.
#pragma once

#include <cstddef>
#include <memory_resource>
#include <string>
#include <string_view>

namespace answerbox::daemon::mqtt {

class InputBuffer {
 public:
  // So many bytes come from `small`; a longer packet is in `large` as a whole.
  static constexpr std::size_t kSmallBytes = 4096;

  InputBuffer(std::pmr::memory_resource& small,
              std::pmr::memory_resource& large)
      : small_(&small), large_(&large) {}
  InputBuffer(const InputBuffer&) = delete;
  InputBuffer& operator=(const InputBuffer&) = delete;
  // No password stays in memory that was given back.
  ~InputBuffer() { Clear(); }

  // Throws std::bad_alloc, having done nothing.
  void Append(std::string_view bytes);
  // Room for a packet of so many bytes, so that it is allocated once. Throws
  // std::bad_alloc, having done nothing.
  void Reserve(std::size_t packet_bytes);
  [[nodiscard]] std::string_view bytes() const noexcept {
    return large_.empty() ? std::string_view(small_) : std::string_view(large_);
  }
  // Precondition: count <= bytes().size(). Overwrites what it removes, as a
  // password may have been in it.
  void Consume(std::size_t count) noexcept;
  void Clear() noexcept;
  [[nodiscard]] bool is_large() const noexcept { return !large_.empty(); }

 private:
  // So that few bytes do not hold much memory.
  void MoveToSmall() noexcept;

  std::pmr::string small_;
  std::pmr::string large_;
};

}  // namespace answerbox::daemon::mqtt
