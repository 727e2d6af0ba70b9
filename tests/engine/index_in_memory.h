// A small segment in memory, made by the real builder and read by the real
// reader. Tests of the rooms above the index use it.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/index/reading/live_segment.h"
#include "engine/index/writing/segment_builder.h"
#include "engine/numeric/arena.h"

namespace answerbox::engine {

struct NamedText {
  std::string name;
  std::string text;
};

class IndexInMemory {
 public:
  explicit IndexInMemory(std::initializer_list<std::string_view> texts,
                         Profile profile = Profile::kDefault,
                         Chunking chunking = {}) {
    Build(std::span(texts.begin(), texts.size()), profile, chunking);
  }
  explicit IndexInMemory(std::span<const std::string_view> texts,
                         Profile profile = Profile::kDefault,
                         Chunking chunking = {}) {
    Build(texts, profile, chunking);
  }
  // Documents with marks, in profile default.
  explicit IndexInMemory(std::span<const DocumentText> documents,
                         Chunking chunking = {}) {
    Build(documents, Profile::kDefault, chunking);
  }

  explicit IndexInMemory(std::span<const NamedText> documents,
                         Profile profile = Profile::kDefault,
                         Chunking chunking = {}) {
    SegmentBuilder builder(profile, chunking, sink_);
    for (const auto& [name, text] : documents) {
      EXPECT_TRUE(builder.Add(name, ComputeSha256(text), {text, {}, {}}));
    }
    Open(builder);
  }

  void Remove(DocumentNumber document) {
    RemoveLater(document);
    RemoveNow();
  }
  // For many documents, which are all removed when RemoveNow() is called.
  void RemoveLater(DocumentNumber document) { removed_.Insert(document); }
  void RemoveNow() { share_ = RemovedShare(*reader_, removed_); }

  [[nodiscard]] const SegmentReader& reader() const { return *reader_; }
  [[nodiscard]] LiveSegment live() const {
    return {reader_.get(), &removed_, &share_};
  }

 private:
  void Build(std::span<const std::string_view> texts, Profile profile,
             Chunking chunking) {
    std::vector<DocumentText> documents;
    for (const std::string_view text : texts) {
      documents.push_back({text, {}, {}});
    }
    Build(documents, profile, chunking);
  }
  void Build(std::span<const DocumentText> documents, Profile profile,
             Chunking chunking) {
    SegmentBuilder builder(profile, chunking, sink_);
    int number = 0;
    for (const DocumentText& document : documents) {
      const std::string name = "document-" + std::to_string(number++);
      EXPECT_TRUE(builder.Add(name, ComputeSha256(document.text), document));
    }
    Open(builder);
  }
  void Open(SegmentBuilder& builder) {
    EXPECT_TRUE(builder.Finish());
    auto reader = SegmentReader::Open(sink_.bytes());
    EXPECT_TRUE(reader);
    reader_ = std::make_unique<SegmentReader>(*reader);
    removed_ = DocumentSet(reader_->counts().documents);
  }

  MemorySink sink_;
  std::unique_ptr<SegmentReader> reader_;
  DocumentSet removed_;
  RemovedShare share_;
};

// Arena memory for a test.
class TestArena {
 public:
  [[nodiscard]] Arena& operator*() { return arena_; }

 private:
  std::vector<std::byte> storage_ = std::vector<std::byte>(1 << 20);
  Arena arena_{storage_};
};

}  // namespace answerbox::engine
