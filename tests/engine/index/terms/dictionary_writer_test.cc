#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "engine/index/format/little_endian.h"
#include "engine/index/format/segment_writer.h"
#include "engine/index/terms/term_writer.h"

namespace answerbox::engine {
namespace {

// The dictionary and its tables as one string of bytes. "=" stands for the data
// after each term; each list has three bytes.
std::string Written(const std::vector<std::string>& terms) {
  MemorySink sink;
  HeapScratch scratch;
  SegmentWriter writer(sink, scratch);
  std::array<TermBlockRow, 4> blocks;
  DictionaryWriter dictionary(writer, blocks);
  for (std::size_t i = 0; i < terms.size(); ++i) {
    std::byte* const place =
        dictionary
            .BeginTerm(terms[i],
                       LoadUpToEightBytes(terms[i].data(), terms[i].size()),
                       3 * i)
            .value();
    *place = std::byte{'='};
    dictionary.EndTerm(place + 1);
  }
  EXPECT_TRUE(dictionary.WriteBlocks());
  EXPECT_TRUE(writer.Finish(Profile::kPaper, {}, {}));
  const std::byte* const end = sink.bytes().data() + sink.bytes().size();
  // The entry before the counts has their size.
  const auto checksum_bytes =
      static_cast<std::size_t>(LoadLittle64(end - kFooterTailBytes - 8));
  const auto bytes =
      sink.bytes().first(sink.bytes().size() - kFooterBytes - checksum_bytes);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string Row(std::uint32_t dictionary_begin, std::uint64_t postings_begin,
                std::string_view prefix) {
  std::array<std::byte, 12> numbers;
  StoreLittle32(numbers.data(), dictionary_begin);
  StoreLittle64(numbers.data() + 4, postings_begin);
  std::string row(reinterpret_cast<const char*>(numbers.data()),
                  numbers.size());
  row += prefix;
  row.resize(kTermBlockBytes);
  return row;
}

std::string Sample(std::string_view prefix) {
  std::string sample(prefix);
  sample.resize(kTermSampleBytes);
  return sample;
}

TEST(DictionaryWriter, WritesNothingForNoTerms) { EXPECT_EQ(Written({}), ""); }

TEST(DictionaryWriter, LeavesOutWhatTheTermBeforeHas) {
  using std::string_literals::operator""s;
  const std::string entries = "\0\4wash="s + "\4\2ed=" + "\1\3ear=" + "\0\1x="s;
  EXPECT_EQ(Written({"wash", "washed", "wear", "x"}).substr(0, entries.size()),
            entries);
}

TEST(DictionaryWriter, SharesMoreThanEightBytes) {
  const std::string written = Written({"immunisation", "immunisations"});
  EXPECT_EQ(written.substr(15, 4), "\14\1s=");
}

TEST(DictionaryWriter, BeginsABlockWithAWholeTermEverySixteen) {
  std::vector<std::string> terms;
  for (char c = 'a'; c <= 'q'; ++c) terms.push_back(std::string("m") + c);
  const std::string written = Written(terms);
  // The first entry has 5 bytes, the 15 after it 4.
  const std::size_t second = 5 + 15 * 4;
  EXPECT_EQ(written.substr(second),
            std::string("\0\2mq=", 5) + Row(0, 0, "ma") +
                Row(second, 3 * kTermsPerBlock, "mq") + Sample("ma"));
}

}  // namespace
}  // namespace answerbox::engine
