#include "client/convert/pdf_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <string>

#include "platform/file_descriptor.h"
#include "tests/client/convert/pdf_file.h"

namespace answerbox::client {
namespace {

using ::testing::HasSubstr;

constexpr std::size_t kMaxOutputBytes = 1u << 20;

platform::FileDescriptor Opened(const std::string& pdf) {
  platform::FileDescriptor file(memfd_create("pdf", MFD_CLOEXEC));
  EXPECT_EQ(write(file.get(), pdf.data(), pdf.size()),
            static_cast<ssize_t>(pdf.size()));
  return file;
}

TEST(PdfProgram, PdftotextSaysWhereWordsStand) {
  const platform::FileDescriptor file = Opened(MakePdf({{"Two words."}}));
  const std::array<std::string, 1> options = {"-bbox"};
  const auto output =
      RunPdfProgram("pdftotext", options, file.get(), kMaxOutputBytes);
  ASSERT_TRUE(output) << output.error().message;
  EXPECT_THAT(*output, HasSubstr(">words.</word>"));
}

TEST(PdfProgram, PdftotextWritesPlainText) {
  const platform::FileDescriptor file = Opened(MakePdf({{"Two words."}}));
  const std::array<std::string, 2> options = {"-enc", "UTF-8"};
  const auto output =
      RunPdfProgram("pdftotext", options, file.get(), kMaxOutputBytes);
  ASSERT_TRUE(output) << output.error().message;
  EXPECT_THAT(*output, HasSubstr("Two words."));
}

}  // namespace
}  // namespace answerbox::client
