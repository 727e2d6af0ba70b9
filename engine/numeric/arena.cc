#include "engine/numeric/arena.h"

namespace answerbox::engine {

void* Arena::do_allocate(std::size_t bytes, std::size_t alignment) {
  void* place = storage_.data() + used_;
  std::size_t left = storage_.size() - used_;
  if (std::align(alignment, bytes, place, left) == nullptr) {
    // Throws std::bad_alloc, as containers expect from a resource without
    // memory.
    return std::pmr::null_memory_resource()->allocate(bytes, alignment);
  }
  used_ = storage_.size() - left + bytes;
  high_water_mark_ = std::max(high_water_mark_, used_);
  return place;
}

}  // namespace answerbox::engine
