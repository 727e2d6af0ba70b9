#include "tests/engine/index/segment_fixture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "engine/text/content_id.h"

namespace answerbox::engine {
namespace {

constexpr std::array<const char*, 26> kWords = {"hand",
                                                "Hands",
                                                "washing",
                                                "washed",
                                                "the",
                                                "of",
                                                "soap",
                                                "water",
                                                "vaccine",
                                                "2.5",
                                                "mg",
                                                "doctor's",
                                                "Clinic",
                                                "clinic",
                                                "opening",
                                                "hours",
                                                "fridge",
                                                "t\u00e9l\u00e9phone",
                                                "and",
                                                "germ",
                                                "\u6c34",
                                                "is",
                                                "cold",
                                                "temperature",
                                                "hand washing (HW)",
                                                "CW (clean water)"};

std::size_t Pick(std::mt19937& random, std::size_t count) {
  return random() % count;
}

}  // namespace

SegmentBytes BuildSegment(Profile profile,
                          std::span<const TestDocument> documents,
                          Chunking chunking) {
  MemorySink sink;
  SegmentBuilder builder(profile, chunking, sink);
  for (const TestDocument& document : documents) {
    EXPECT_TRUE(builder.Add(document.name, ComputeSha256(document.text),
                            {document.text, document.pages, document.headings,
                             document.blocks, document.attachments}));
  }
  EXPECT_TRUE(builder.Finish());
  return {sink.bytes().begin(), sink.bytes().end()};
}

std::string_view TextOf(const SegmentReader& segment, DocumentNumber document) {
  return segment.Text(segment.Document(document).value()).value();
}

void ExpectError(const Error& error, ErrorCode code, std::string_view field,
                 std::uint64_t offset) {
  EXPECT_STREQ(Describe(error.code), Describe(code));
  EXPECT_EQ(error.field, field);
  EXPECT_EQ(error.offset, offset);
}

SegmentReader OpenSegment(std::span<const std::byte> bytes) {
  return SegmentReader::Open(bytes).value();
}

namespace {

// Where a word or blank begins at `at` or after it.
std::uint32_t EndOfWord(std::string_view text, std::size_t at) {
  return static_cast<std::uint32_t>(
      std::min(text.size(), text.find_first_of(" \n", at)));
}

// Lists with items, each a word or more, and paragraphs.
std::vector<TextBlock> RandomBlocks(std::mt19937& random,
                                    std::string_view text) {
  std::vector<TextBlock> blocks;
  for (std::uint32_t begin = 0; begin < text.size();) {
    const std::uint32_t end = EndOfWord(text, begin + 1 + Pick(random, 60));
    const bool is_list = Pick(random, 3) == 0;
    TextBlock block{
        .range = {begin, end},
        .kind = is_list ? TextBlockKind::kList : TextBlockKind::kParagraph};
    blocks.push_back(block);
    for (std::uint32_t item = 1; is_list && begin < end; ++item) {
      block.range = {
          begin, std::min(end, EndOfWord(text, begin + 1 + Pick(random, 20)))};
      block.kind = TextBlockKind::kItem;
      block.parent_distance = item;
      block.number = item;
      block.flags = kNumbered;
      blocks.push_back(block);
      begin = block.range.end;
    }
    begin = end;
  }
  return blocks;
}

}  // namespace

TestDocument RandomDocument(std::mt19937& random) {
  TestDocument document;
  document.name = "document " + std::to_string(Pick(random, 1000));
  const std::size_t sentences = Pick(random, 12);
  for (std::size_t i = 0; i < sentences; ++i) {
    const auto begin = static_cast<std::uint32_t>(document.text.size());
    if (Pick(random, 5) == 0) {
      document.pages.push_back(
          {begin, static_cast<std::uint32_t>(document.pages.size() + 1)});
    }
    const std::size_t words = 1 + Pick(random, 9);
    for (std::size_t word = 0; word < words; ++word) {
      if (word > 0) document.text += ' ';
      document.text += kWords[Pick(random, kWords.size())];
    }
    if (Pick(random, 4) == 0) {
      document.headings.push_back(
          {{begin, static_cast<std::uint32_t>(document.text.size())},
           static_cast<std::uint8_t>(1 + Pick(random, 6))});
      document.text += "\n\n";
    } else {
      document.text += Pick(random, 2) == 0 ? ". " : "?\n";
    }
  }
  if (Pick(random, 3) == 0) {
    document.blocks = RandomBlocks(random, document.text);
  }
  // The second kind is one that no program knows yet.
  if (document.text.size() % 3 == 1) {
    document.attachments.push_back({kWordAccountKind, 1, "an account"});
  }
  if (document.text.size() % 5 == 1) {
    document.attachments.push_back({7, 300, ""});
    document.attachments.push_back({900, 2, "something"});
  }
  return document;
}

std::vector<TestDocument> RandomDocuments(std::mt19937& random,
                                          std::size_t count) {
  std::vector<TestDocument> documents;
  for (std::size_t i = 0; i < count; ++i) {
    documents.push_back(RandomDocument(random));
  }
  return documents;
}

std::string TermText(const SegmentReader& segment, TermNumber number) {
  TermCursor cursor = segment.terms().Begin();
  while (cursor.Next().value()) {
    if (cursor.entry().number == number) return std::string(cursor.term());
  }
  throw std::out_of_range("no such term");
}

}  // namespace answerbox::engine
