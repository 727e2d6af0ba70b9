// The segments of a collection that a stopped daemon left in its state
// directory, for programs that ask it themselves.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/index/reading/live_segment.h"

namespace answerbox::lab {

class StoredCollection {
 public:
  // Reads all segments into memory. Documents that were removed count as live.
  //   folder  "collections/NAME" of the state directory
  // False if there is no segment, or if one cannot be opened.
  [[nodiscard]] bool Open(const std::filesystem::path& folder);

  // Valid while this object lives and does not move.
  [[nodiscard]] std::span<const engine::LiveSegment> live() const {
    return live_;
  }

 private:
  std::vector<std::unique_ptr<std::string>> bytes_;
  std::vector<std::unique_ptr<engine::SegmentReader>> readers_;
  engine::DocumentSet removed_;
  std::vector<engine::LiveSegment> live_;
};

}  // namespace answerbox::lab
