// What questions see of a collection at one moment: immutable, and alive for as
// long as somebody holds it, even when its files have been replaced since.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/index/live_segment.h"
#include "engine/profile.h"
#include "platform/file/mapped_file.h"

namespace answerbox::daemon {

struct CollectionSettings {
  double theta = 0.0;  // In [0, 1].
  engine::Profile profile = engine::Profile::kDefault;
  engine::Chunking chunking;
};

// A segment file, mapped and opened.
struct StoredSegment {
  std::string file_name;  // Within the collection's folder.
  platform::MappedFile file;
  engine::SegmentReader reader;
};

class Snapshot {
 public:
  struct Segment {
    std::shared_ptr<const StoredSegment> stored;
    engine::DocumentSet removed;
  };

  Snapshot(std::uint64_t number, CollectionSettings settings,
           std::vector<Segment> segments);

  // Grows by one with every change that was acknowledged.
  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }
  [[nodiscard]] const CollectionSettings& settings() const noexcept {
    return settings_;
  }
  [[nodiscard]] const std::vector<Segment>& segments() const noexcept {
    return segments_;
  }
  // The same segments as the engine takes them.
  [[nodiscard]] std::span<const engine::LiveSegment> live() const noexcept {
    return live_;
  }

 private:
  std::uint64_t number_;
  CollectionSettings settings_;
  std::vector<Segment> segments_;
  std::vector<engine::LiveSegment> live_;  // Points into segments_.
};

}  // namespace answerbox::daemon
