#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "client/backup/archive_list.h"

namespace answerbox::client {
namespace {

std::string_view At(const TarHeader& header, std::size_t at, std::size_t size) {
  return std::string_view(header.data() + at, size);
}

TEST(TarHeaderTest, HasTheFieldsOfUstar) {
  const TarHeader header =
      MakeTarHeader({"state/users.json", 5, 0640, 1'795'219'200});
  EXPECT_EQ(At(header, 0, 17), std::string_view("state/users.json\0", 17));
  EXPECT_EQ(At(header, 100, 8), std::string_view("0000640\0", 8));
  EXPECT_EQ(At(header, 124, 12), std::string_view("00000000005\0", 12));
  EXPECT_EQ(At(header, 136, 12), std::string_view("15300157400\0", 12));
  EXPECT_EQ(At(header, 156, 1), "0");
  EXPECT_EQ(At(header, 257, 8), std::string_view("ustar\00000", 8));
  unsigned sum = 8 * ' ';
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (i < 148 || i >= 156) sum += static_cast<unsigned char>(header[i]);
  }
  EXPECT_EQ(std::stoul(std::string(At(header, 148, 6)), nullptr, 8), sum);
  EXPECT_EQ(At(header, 154, 2), std::string_view("\0 ", 2));
}

TEST(TarHeaderTest, ALongPathIsSplitAtASlash) {
  const std::string folder(80, 'f');
  const std::string name(99, 'n');
  const TarHeader header = MakeTarHeader({folder + "/" + name});
  EXPECT_EQ(At(header, 0, 99), name);
  EXPECT_EQ(At(header, 345, 81), folder + '\0');
  EXPECT_TRUE(FitsTarHeader(std::string(100, 'n')));
  EXPECT_FALSE(FitsTarHeader(std::string(101, 'n')));
  EXPECT_FALSE(FitsTarHeader(folder + "/" + std::string(101, 'n')));
  EXPECT_TRUE(FitsTarHeader(std::string(155, 'f') + "/" + name));
  EXPECT_FALSE(FitsTarHeader(std::string(156, 'f') + "/" + name));
  EXPECT_FALSE(FitsTarHeader(""));
}

TEST(TarHeaderTest, ReadsSizeAndTimeAndRefusesEveryChangedByte) {
  const TarHeader header = MakeTarHeader({"list", 8'589'934'591, 0600, 7});
  const auto entry = ReadTarHeader(header, "list", 0600);
  ASSERT_TRUE(entry);
  EXPECT_EQ(entry->bytes, 8'589'934'591U);
  EXPECT_EQ(entry->time, 7U);
  for (std::size_t i = 0; i < header.size(); ++i) {
    TarHeader changed = header;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    EXPECT_FALSE(ReadTarHeader(changed, "list", 0600)) << i;
  }
  EXPECT_FALSE(ReadTarHeader(header, "other", 0600));
  EXPECT_FALSE(ReadTarHeader(header, "list", 0644));
}

}  // namespace
}  // namespace answerbox::client
