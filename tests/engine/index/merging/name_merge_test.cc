#include <gtest/gtest.h>

#include <algorithm>
#include <deque>

#include "engine/index/merging/merged_sections.h"
#include "tests/engine/index/segment_fixture.h"

namespace answerbox::engine {
namespace {

SegmentBytes SegmentOfNames(std::span<const std::string> names) {
  std::vector<TestDocument> documents;
  for (const std::string& name : names) documents.push_back({name, "", {}, {}});
  return BuildSegment(Profile::kDefault, documents);
}

std::vector<DocumentNumber> ReadOrder(const SegmentReader& segment) {
  std::vector<DocumentNumber> order;
  for (std::uint32_t i = 0; i < segment.counts().documents; ++i) {
    order.push_back(segment.DocumentByName(i).value());
  }
  return order;
}

TEST(DocumentsByName, AreInOrderOfBytesAndThenOfNumbers) {
  const std::vector<std::string> names = {"b", "a\xC3\xA4", "az",
                                          "B", "az",        "a"};
  const SegmentBytes bytes = SegmentOfNames(names);
  EXPECT_EQ(ReadOrder(OpenSegment(bytes)),
            (std::vector<DocumentNumber>{3, 5, 2, 4, 1, 0}));
}

// Segments of random names. Some names occur twice; some documents are removed.
struct Inputs {
  std::deque<SegmentBytes> files;
  std::deque<SegmentReader> readers;
  std::deque<DocumentSet> removed;
  std::vector<LiveSegment> live;
  std::vector<std::string> staying;

  void Add(std::mt19937& random, std::uint32_t count, unsigned leave_one_in) {
    std::vector<std::string> names;
    DocumentSet& gone = removed.emplace_back(count);
    for (DocumentNumber i = 0; i < count; ++i) {
      names.push_back("n" + std::to_string(random() % (2 * count)));
      if (leave_one_in != 0 && random() % leave_one_in == 0) {
        gone.Insert(i);
      } else {
        staying.push_back(names.back());
      }
    }
    files.push_back(SegmentOfNames(names));
    readers.push_back(OpenSegment(files.back()));
    live.push_back({&readers.back(), &gone});
  }
};

TEST(NameMerge, GivesTheOrderOfTheDocumentsThatStay) {
  std::mt19937 random(1);
  for (int round = 0; round < 40; ++round) {
    Inputs inputs;
    for (unsigned i = 0; i <= random() % 4; ++i) {
      const auto count = static_cast<std::uint32_t>(random() % 300);
      inputs.Add(random, count, static_cast<unsigned>(i % 4));
    }
    const SegmentBytes expected = SegmentOfNames(inputs.staying);
    NameMerge merge(inputs.live);
    std::vector<DocumentNumber> order;
    while (const auto document = merge.Next().value()) {
      order.push_back(*document);
    }
    ASSERT_EQ(order, ReadOrder(OpenSegment(expected))) << round;
  }
}

TEST(NameMerge, NeedsMemoryForGroupsOfDocumentsWhereSomeHaveGone) {
  std::mt19937 random(2);
  Inputs inputs;
  inputs.Add(random, 256, 0);
  inputs.Add(random, 256, 2);
  EXPECT_EQ(NameMerge::MemoryBytes(inputs.live[1]) -
                NameMerge::MemoryBytes(inputs.live[0]),
            (256 / DocumentSet::kGroup + 1) * sizeof(std::uint32_t));
}

}  // namespace
}  // namespace answerbox::engine
