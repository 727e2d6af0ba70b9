#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <string_view>

#include "client/convert/pdf/pictures.h"
#include "platform/file_descriptor.h"

namespace answerbox::client {
namespace {

using namespace std::string_view_literals;

std::uint32_t Count(std::string_view bytes) {
  const platform::FileDescriptor file(memfd_create("tiff", MFD_CLOEXEC));
  EXPECT_EQ(write(file.get(), bytes.data(), bytes.size()),
            static_cast<ssize_t>(bytes.size()));
  return CountTiffPages(file.get());
}

// Directories at 8, without entries, and at 14, with one.
constexpr std::string_view kTwoPages =
    "II*\0\x08\0\0\0"
    "\0\0\x0e\0\0\0"
    "\x01\0............\0\0\0\0"sv;

TEST(TiffPages, AreCountedAlongTheirChain) {
  EXPECT_EQ(Count(kTwoPages), 2u);
  EXPECT_EQ(Count("MM\0*\0\0\0\x08\0\0\0\0\0\0"sv), 1u);
}

TEST(TiffPages, AChainThatIsCutEnds) {
  for (std::size_t size = 0; size < kTwoPages.size(); ++size) {
    EXPECT_LE(Count(kTwoPages.substr(0, size)), 2u);
    EXPECT_GE(Count(kTwoPages.substr(0, size)), 1u);
  }
}

TEST(TiffPages, ACircleEnds) {
  EXPECT_EQ(Count("II*\0\x08\0\0\0\0\0\x08\0\0\0"sv), kMaxTiffPages);
}

}  // namespace
}  // namespace answerbox::client
