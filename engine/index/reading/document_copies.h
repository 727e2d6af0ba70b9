// Finds documents of a collection that have the same text, such as copies of a
// folder, or one file under two names. Such a text then counts once, so that a
// copy changes no answer and no confidence.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/index/format/segment_records.h"
#include "engine/index/reading/live_segment.h"

namespace answerbox::engine {

class DocumentCopies {
 public:
  struct Place {
    std::uint32_t segment = 0;  // Index into the segments.
    DocumentNumber document = 0;

    friend auto operator<=>(const Place&, const Place&) = default;
  };

  // Compares the live documents by the SHA-256 of their texts. Of those with
  // one text, the first by name stays, and the others are copies of it. Takes
  // n log n time and, while it runs, 40 bytes for each live document. Keeps 20
  // bytes for each document of a group, 8 for each group, and if there is a
  // group, a DocumentSet and a RemovedShare for each segment. A document whose
  // record is damaged is no copy, and then is_whole() is false. `segments`
  // outlive this object.
  explicit DocumentCopies(std::span<const LiveSegment> segments);
  DocumentCopies(const DocumentCopies&) = delete;
  DocumentCopies& operator=(const DocumentCopies&) = delete;

  [[nodiscard]] bool empty() const noexcept { return groups_.empty(); }
  [[nodiscard]] bool is_whole() const noexcept { return is_whole_; }

  // The segments in which the copies are removed.
  [[nodiscard]] std::span<const LiveSegment> distinct() const noexcept {
    return distinct_;
  }

  // Returns all documents that have the text of this one, including itself, by
  // name. Empty if no other has it. Logarithmic in the copies.
  [[nodiscard]] std::span<const Place> With(Place document) const noexcept;

  // Calls visit(documents) for each group of documents with one text. They are
  // sorted by name.
  template <typename Visit>
  void ForGroups(Visit visit) const {
    for (const Group& group : groups_) {
      visit(std::span(places_).subspan(group.begin, group.end - group.begin));
    }
  }

 private:
  struct Group {
    std::uint32_t begin = 0;  // In places_.
    std::uint32_t end = 0;
  };
  struct Member {
    Place place;
    std::uint32_t group = 0;
  };

  void FindGroups(std::span<const LiveSegment> segments);
  void HideCopies(std::span<const LiveSegment> segments);

  bool is_whole_ = true;
  std::vector<Place> places_;
  std::vector<Group> groups_;
  std::vector<Member> members_;  // By place.
  std::vector<DocumentSet> removed_;
  std::vector<RemovedShare> shares_;
  std::vector<LiveSegment> distinct_;
};

}  // namespace answerbox::engine
