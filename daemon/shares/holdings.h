// How much each holder has, such as the bytes of a caller's messages.
#pragma once

#include <cstddef>
#include <map>
#include <memory_resource>
#include <string>
#include <string_view>

namespace answerbox::daemon {

class Holdings {
 public:
  explicit Holdings(
      std::pmr::memory_resource& memory = *std::pmr::get_default_resource())
      : held_(&memory) {}

  // Throws std::bad_alloc; then nothing has changed.
  void Add(std::string_view holder, std::size_t amount) {
    auto found = held_.find(holder);
    if (found == held_.end()) {
      found = held_
                  .try_emplace(std::pmr::string(
                      holder, held_.get_allocator().resource()))
                  .first;
    }
    found->second += amount;
  }
  // Precondition: the holder has as much.
  void Remove(std::string_view holder, std::size_t amount) noexcept {
    const auto found = held_.find(holder);
    found->second -= amount;
    if (found->second == 0) held_.erase(found);
  }
  [[nodiscard]] std::size_t Of(std::string_view holder) const noexcept {
    const auto found = held_.find(holder);
    return found == held_.end() ? 0 : found->second;
  }

  struct Share {
    std::string_view holder;
    std::size_t amount = 0;
  };
  // Returns the holder that has most; nobody, with 0, if none has anything.
  [[nodiscard]] Share Greatest() const noexcept {
    Share most;
    for (const auto& [holder, amount] : held_) {
      if (amount > most.amount) most = {holder, amount};
    }
    return most;
  }
  [[nodiscard]] std::size_t holders() const noexcept { return held_.size(); }

 private:
  std::pmr::map<std::pmr::string, std::size_t, std::less<>> held_;
};

}  // namespace answerbox::daemon
