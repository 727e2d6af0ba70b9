#include "client/convert/pdf/poppler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <thread>

#include "platform/file_descriptor.h"
#include "tests/client/convert/pdf/pdf_file.h"

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
      RunPdfProgram("pdftotext", options, {file.get()}, kMaxOutputBytes);
  ASSERT_TRUE(output) << output.error().message;
  EXPECT_THAT(*output, HasSubstr(">words.</word>"));
}

TEST(ListShownWords, HasTheWordsOfEachPage) {
  const auto pages = ListShownWords(
      "<page width=\"1\"><word xMin=\"1\">Salt &amp; water</word>"
      "<word xMin=\"2\">&lt;5</word></page><page width=\"1\"></page>"
      "<page width=\"1\"><word >cut");
  ASSERT_EQ(pages.size(), 3u);
  EXPECT_EQ(pages[0].page, 1u);
  EXPECT_EQ(pages[0].text, "Salt & water <5 ");
  EXPECT_EQ(pages[1].text, "");
  EXPECT_EQ(pages[2].page, 3u);
}

TEST(ListShownWords, ReadsHebrewFromTheRight) {
  EXPECT_EQ(ListShownWords("<page ><word >\u05DC\u05D0</word></page>")[0].text,
            "\u05D0\u05DC ");
}

TEST(PdfProgram, PdftotextWritesPlainText) {
  const platform::FileDescriptor file = Opened(MakePdf({{"Two words."}}));
  const std::array<std::string, 2> options = {"-enc", "UTF-8"};
  const auto output =
      RunPdfProgram("pdftotext", options, {file.get()}, kMaxOutputBytes);
  ASSERT_TRUE(output) << output.error().message;
  EXPECT_THAT(*output, HasSubstr("Two words."));
}

// Returns how reading 10^11 forms ends.
Rejection EndOf(PdfReading& reading) {
  const platform::FileDescriptor file = Opened(MakeNestedPdf(12, 10));
  const auto output =
      RunPdfProgram("pdftotext", {}, {file.get(), &reading}, kMaxOutputBytes);
  EXPECT_FALSE(output);
  return output ? Rejection() : output.error();
}

TEST(PdfReading, HasOneDeadlineForItsPrograms) {
  using std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kTime(300);
  const auto begin = steady_clock::now();
  PdfReading reading(kTime);
  EXPECT_EQ(EndOf(reading).reason, RejectionReason::kTooComplex);
  const auto middle = steady_clock::now();
  EXPECT_GE(middle - begin, kTime);
  // It has no time left. On a slow machine a start takes long, but not as long.
  EXPECT_EQ(EndOf(reading).reason, RejectionReason::kTooComplex);
  EXPECT_LT(steady_clock::now() - middle, middle - begin);
}

TEST(PdfReading, ThatIsStoppedEndsItsPrograms) {
  PdfReading reading;
  std::jthread stop([&] { reading.Stop(); });
  EXPECT_EQ(EndOf(reading).reason, RejectionReason::kTooComplex);
  stop.join();
  reading.GoOnAlone();
  const platform::FileDescriptor file = Opened(MakePdf({{"Two words."}}));
  EXPECT_TRUE(
      RunPdfProgram("pdftotext", {}, {file.get(), &reading}, kMaxOutputBytes));
}

// A page for which pdftotext needs more than the share of one program, but no
// more than all have: 200 MB, for an array between two words.
std::string PdfOfALongArray(int elements = 6'000'000) {
  std::string zeros;
  for (int i = 0; i < elements; ++i) zeros += "0 ";
  return MakePdf({{"Two) Tj [" + zeros + "] TJ (words."}});
}

TEST(PdfReading, RunsAloneWhatItsShareOfMemoryIsTooLittleFor) {
  const platform::FileDescriptor file = Opened(PdfOfALongArray());
  PdfReading reading;
  const auto output =
      RunPdfProgram("pdftotext", {}, {file.get(), &reading}, kMaxOutputBytes);
  ASSERT_TRUE(output) << output.error().message;
  EXPECT_THAT(*output, HasSubstr("Twowords."));
}

TEST(PdfProgram, TellsThatItNeedsTooMuchMemory) {
  const platform::FileDescriptor file = Opened(PdfOfALongArray(25'000'000));
  const auto output =
      RunPdfProgram("pdftotext", {}, {file.get()}, kMaxOutputBytes);
  ASSERT_FALSE(output);
  EXPECT_THAT(output.error().message, HasSubstr("more than 512 MiB of memory"));
}

constexpr std::string_view kXml =
    "<pdf2xml>\n"
    "<page number=\"1\" height=\"1263\" width=\"892\">\n"
    "<fontspec id=\"0\" size=\"12\" family=\"Times\"/>\n"
    "<text top=\"9\" left=\"9\" width=\"50\" height=\"12\" "
    "font=\"0\">text</text>\n</page>\n"
    "<page number=\"2\" height=\"1188\" width=\"918\">\n</page>\n"
    "<outline><item page=\"1\">Text</item></outline>\n</pdf2xml>\n";

TEST(PdfPages, TellsWhichHoldText) {
  const std::vector<PdfPage> pages = ListPages(kXml);
  ASSERT_EQ(pages.size(), 2u);
  EXPECT_TRUE(pages[0].has_text);
  EXPECT_FALSE(pages[1].has_text);
  EXPECT_EQ(pages[1].number, 2u);
  EXPECT_EQ(pages[1].width, 918);
  EXPECT_EQ(pages[1].height, 1188);
}

TEST(PdfPages, AreReplacedOneByOne) {
  const std::vector<PageReplacement> second = {{1, "<page number=\"2\"/>\n"}};
  const std::string replaced = ReplacePages(kXml, kRunPageTag, second);
  EXPECT_NE(replaced.find(">text</text>\n</page>\n<page number=\"2\"/>\n"
                          "<outline>"),
            std::string::npos)
      << replaced;
  const std::vector<PageReplacement> first = {{0, "<page number=\"1\"/>\n"}};
  EXPECT_NE(ReplacePages(kXml, kRunPageTag, first)
                .find("<pdf2xml>\n<page number=\"1\"/>\n<fontspec "),
            std::string::npos)
      << "Later pages use the fonts that the first one declares";
}

TEST(PdfPages, AreLeftAloneOtherwise) {
  EXPECT_EQ(ReplacePages(kXml, kRunPageTag, {}), kXml);
  const std::vector<PageReplacement> beyond = {{2, "<page/>"}};
  EXPECT_EQ(ReplacePages(kXml, kRunPageTag, beyond), kXml);
  EXPECT_EQ(ReplacePages("", kRunPageTag, beyond), "");
}

}  // namespace

}  // namespace answerbox::client
