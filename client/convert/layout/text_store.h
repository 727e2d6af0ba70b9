// Keeps texts at places that do not move.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace answerbox::client::layout {

class TextStore {
 public:
  // Returns a copy of `text` that lives as long as this object.
  [[nodiscard]] std::string_view Keep(std::string_view text) {
    if (text.empty()) return {};
    if (text.size() > room_) {
      room_ = std::max(kChunkBytes, text.size());
      chunks_.push_back(std::make_unique<char[]>(room_));
      next_ = chunks_.back().get();
    }
    std::memcpy(next_, text.data(), text.size());
    const std::string_view kept(next_, text.size());
    next_ += text.size();
    room_ -= text.size();
    return kept;
  }

 private:
  static constexpr std::size_t kChunkBytes = 64u << 10;

  std::vector<std::unique_ptr<char[]>> chunks_;
  char* next_ = nullptr;
  std::size_t room_ = 0;
};

}  // namespace answerbox::client::layout
