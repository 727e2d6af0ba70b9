#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "engine/retrieval/tf_idf_cosine.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

std::vector<NamedText> RandomDocuments(std::mt19937& random) {
  std::vector<NamedText> documents(120);
  for (std::size_t d = 0; d < documents.size(); ++d) {
    documents[d].name = "document-" + std::to_string(d);
    const std::size_t words = 1 + random() % 60;
    for (std::size_t i = 0; i < words; ++i) {
      documents[d].text += "w" + std::to_string(random() % 90) + " ";
    }
  }
  return documents;
}

std::vector<std::uint64_t> StoredNorms(const IndexInMemory& index) {
  std::vector<std::uint64_t> norms;
  for (ChunkNumber c = 0; c < index.reader().counts().chunks; ++c) {
    norms.push_back(index.reader().SquaredNorm(c).value());
  }
  return norms;
}

TEST(CollectionNorms, AreThoseThatOneSegmentOfTheLiveDocumentsStores) {
  std::mt19937 random(7);
  for (int round = 0; round < 5; ++round) {
    const auto documents = RandomDocuments(random);
    std::vector<NamedText> parts[3];
    std::vector<NamedText> live;
    std::vector<std::pair<std::size_t, DocumentNumber>> removed;
    for (std::size_t d = 0; d < documents.size(); ++d) {
      const std::size_t part = d / 40;
      if (random() % 4 == 0) {
        removed.emplace_back(part,
                             static_cast<DocumentNumber>(parts[part].size()));
      } else {
        live.push_back(documents[d]);
      }
      parts[part].push_back(documents[d]);
    }
    std::vector<std::unique_ptr<IndexInMemory>> indexes;
    for (const auto& part : parts) {
      indexes.push_back(std::make_unique<IndexInMemory>(
          std::span<const NamedText>(part), Profile::kPaper));
    }
    for (const auto& [part, document] : removed) {
      indexes[part]->RemoveLater(document);
    }
    std::vector<LiveSegment> segments;
    for (const auto& index : indexes) {
      index->RemoveNow();
      segments.push_back(index->live());
    }
    ASSERT_TRUE(NeedCollectionNorms(segments));
    std::vector<std::uint64_t> norms(
        static_cast<std::size_t>(CollectionNormCount(segments)));
    ASSERT_TRUE(ComputeCollectionNorms(segments, norms));

    const IndexInMemory fresh(std::span<const NamedText>(live),
                              Profile::kPaper);
    std::vector<std::uint64_t> of_live;
    std::size_t first = 0;
    for (const LiveSegment& segment : segments) {
      for (ChunkNumber c = 0; c < segment.reader->counts().chunks; ++c) {
        if (segment.removed->Contains(*segment.reader->DocumentOfChunk(c))) {
          continue;
        }
        of_live.push_back(norms[first + c]);
      }
      first += segment.reader->counts().chunks;
    }
    EXPECT_EQ(of_live, StoredNorms(fresh));
  }
}

TEST(CollectionNorms, AreNotNeededOfOneSegmentWithNothingRemoved) {
  const NamedText document[] = {{"a", "Red apples."}};
  const IndexInMemory index(std::span<const NamedText>(document),
                            Profile::kPaper);
  EXPECT_FALSE(NeedCollectionNorms(std::vector<LiveSegment>{index.live()}));
  EXPECT_TRUE(NeedCollectionNorms(
      std::vector<LiveSegment>{index.live(), index.live()}));
  EXPECT_FALSE(NeedCollectionNorms({}));
}

}  // namespace
}  // namespace answerbox::engine
