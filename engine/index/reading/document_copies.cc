#include "engine/index/reading/document_copies.h"

#include <algorithm>
#include <string_view>
#include <tuple>

namespace answerbox::engine {
namespace {

struct HashedDocument {
  Sha256 hash{};
  DocumentCopies::Place place;
};

// Sets `is_whole` to false if a document can't be read.
std::vector<HashedDocument> HashesOf(std::span<const LiveSegment> segments,
                                     bool& is_whole) {
  std::vector<HashedDocument> documents;
  std::uint64_t count = 0;
  for (const LiveSegment& segment : segments) count += segment.live_documents();
  documents.reserve(count);
  for (std::uint32_t s = 0; s < segments.size(); ++s) {
    const SegmentReader& reader = *segments[s].reader;
    for (DocumentNumber d = 0; d < reader.counts().documents; ++d) {
      if (segments[s].removed->Contains(d)) continue;
      const auto document = reader.Document(d);
      if (document) {
        documents.push_back({document->sha256, {s, d}});
      } else {
        is_whole = false;
      }
    }
  }
  return documents;
}

}  // namespace

DocumentCopies::DocumentCopies(std::span<const LiveSegment> segments) {
  FindGroups(segments);
  if (empty()) {
    distinct_.assign(segments.begin(), segments.end());
  } else {
    HideCopies(segments);
  }
}

void DocumentCopies::FindGroups(std::span<const LiveSegment> segments) {
  std::vector<HashedDocument> documents = HashesOf(segments, is_whole_);
  std::ranges::sort(documents, {}, &HashedDocument::hash);
  const auto name_of = [segments](const Place& place) {
    const auto name =
        segments[place.segment].reader->DocumentName(place.document);
    return name ? *name : std::string_view();
  };
  for (std::size_t i = 0; i < documents.size();) {
    std::size_t end = i + 1;
    while (end < documents.size() && documents[end].hash == documents[i].hash) {
      ++end;
    }
    if (end - i > 1) {
      const auto begin = static_cast<std::uint32_t>(places_.size());
      for (; i < end; ++i) places_.push_back(documents[i].place);
      std::ranges::sort(std::span(places_).subspan(begin), {}, name_of);
      groups_.push_back({begin, static_cast<std::uint32_t>(places_.size())});
    }
    i = end;
  }
  for (std::uint32_t g = 0; g < groups_.size(); ++g) {
    for (std::uint32_t i = groups_[g].begin; i < groups_[g].end; ++i) {
      members_.push_back({places_[i], g});
    }
  }
  std::ranges::sort(members_, {}, &Member::place);
}

// RemovedShare takes the copies out of the counts of their segments, too.
void DocumentCopies::HideCopies(std::span<const LiveSegment> segments) {
  removed_.reserve(segments.size());
  shares_.reserve(segments.size());
  for (const LiveSegment& segment : segments) {
    removed_.push_back(segment.removed->size() == 0
                           ? DocumentSet(segment.reader->counts().documents)
                           : *segment.removed);
  }
  for (const Group& group : groups_) {
    for (std::uint32_t i = group.begin + 1; i < group.end; ++i) {
      removed_[places_[i].segment].Insert(places_[i].document);
    }
  }
  for (std::size_t s = 0; s < segments.size(); ++s) {
    shares_.emplace_back(*segments[s].reader, removed_[s]);
    LiveSegment segment = segments[s];
    segment.removed = &removed_[s];
    segment.share = &shares_[s];
    distinct_.push_back(segment);
  }
}

std::span<const DocumentCopies::Place> DocumentCopies::With(
    Place document) const noexcept {
  const auto member =
      std::ranges::lower_bound(members_, document, {}, &Member::place);
  if (member == members_.end() || member->place != document) return {};
  const Group& group = groups_[member->group];
  return std::span(places_).subspan(group.begin, group.end - group.begin);
}

}  // namespace answerbox::engine
