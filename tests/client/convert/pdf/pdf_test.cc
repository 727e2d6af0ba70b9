#include "client/convert/pdf/pdf.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "client/process/limited_process.h"
#include "platform/file_descriptor.h"
#include "tests/client/convert/converted.h"
#include "tests/client/convert/pdf/pdf_file.h"
#include "tests/client/scratch_folder.h"

namespace answerbox::client {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Conversion<ConvertedDocument> ConvertedPdf(const std::string& bytes) {
  const platform::FileDescriptor file(memfd_create("pdf", MFD_CLOEXEC));
  EXPECT_EQ(write(file.get(), bytes.data(), bytes.size()),
            static_cast<ssize_t>(bytes.size()));
  return ConvertPdf(file.get(), bytes.size(), nullptr);
}

// What qpdf makes of a PDF.
std::string Processed(const std::string& pdf,
                      const std::vector<std::string>& options) {
  const ScratchFolder folder;
  folder.Write("in.pdf", pdf);
  std::vector<std::string> arguments = {"qpdf"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  arguments.push_back(folder.path() / "in.pdf");
  arguments.push_back("-");
  const auto end = RunLimited(FindProgram("qpdf"), arguments, 0, {});
  EXPECT_EQ(end.value().code, 0) << end->errors;
  return end->output;
}

TEST(Pdf, BecomesTextWithPages) {
  const auto document =
      ConvertedPdf(MakePdf({{"First page.", "Second line."}, {}, {"Third."}}));
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_THAT(Pages(*document),
              ElementsAre("1:First page. Second line.\n\n", "3:Third.\n"));
}

TEST(Pdf, MayHaveZerosBehindItsEnd) {
  EXPECT_TRUE(ConvertedPdf(MakePdf({{"Text."}}) + std::string(3000, '\0')));
}

TEST(Pdf, ThatIsEncryptedIsRefused) {
  const auto document = ConvertedPdf(Processed(
      MakePdf({{"Secret."}}), {"--encrypt", "user", "owner", "256", "--"}));
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().reason, RejectionReason::kEncrypted);
  EXPECT_THAT(document.error().message, HasSubstr("the PDF is encrypted"));
}

TEST(Pdf, ThatOpensWithoutAPasswordIsRead) {
  const auto document = ConvertedPdf(
      Processed(MakePdf({{"Open."}}), {"--encrypt", "", "owner", "256", "--"}));
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_EQ(document->text, "Open.\n");
}

TEST(Pdf, WithoutTextIsRefusedAsAScan) {
  const auto document = ConvertedPdf(MakePdf({{}, {}}));
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().reason, RejectionReason::kNoText);
  EXPECT_THAT(document.error().message, HasSubstr("answerbox add --ocr eng"));
}

TEST(Pdf, ThatIsCutShortAnywhereIsRefused) {
  const std::string pdf = MakePdf({{"One."}, {"Two."}});
  const std::size_t whole = pdf.find("%%EOF") + 5;
  for (std::size_t size = 1; size < whole; size += 13) {
    const auto document = ConvertedPdf(pdf.substr(0, size));
    ASSERT_FALSE(document) << size;
    EXPECT_EQ(document.error().reason, RejectionReason::kDamaged) << size;
  }
  EXPECT_FALSE(ConvertedPdf(pdf.substr(0, whole - 1)));
  EXPECT_TRUE(ConvertedPdf(pdf.substr(0, whole)));
}

TEST(Pdf, WithAHoleInTheMiddleIsRefused) {
  const std::string pdf = MakePdf({{"One."}, {"Two."}, {"Three."}});
  const auto document =
      ConvertedPdf(pdf.substr(0, pdf.size() / 3) + pdf.substr(pdf.size() / 2));
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().reason, RejectionReason::kDamaged);
}

bool IsMended(const std::string& pdf) {
  const auto document = ConvertedPdf(pdf);
  EXPECT_TRUE(document) << document.error().message;
  return document && document->notes.is_mended;
}

// The same line on every page would be a running line.
std::vector<std::vector<std::string>> TwelvePages() {
  std::vector<std::vector<std::string>> pages;
  for (const char* const word :
       {"Ash", "Beech", "Cedar", "Elm", "Fir", "Hazel", "Larch", "Maple", "Oak",
        "Pine", "Rowan", "Yew"}) {
    pages.push_back({word});
  }
  return pages;
}

TEST(Pdf, TellsThatItsTableLeadsAstray) {
  const std::string pdf = MakePdf(TwelvePages());
  EXPECT_FALSE(IsMended(pdf));
  // Each object stands seven bytes further on than the table has it.
  const std::size_t start = pdf.rfind("startxref\n") + 10;
  const std::string place = std::to_string(std::stoul(pdf.substr(start)) + 7);
  std::string moved = pdf;
  moved.replace(start, place.size(), place);
  moved.insert(pdf.find('\n') + 1, "%23456\n");
  EXPECT_TRUE(IsMended(moved));
}

TEST(Pdf, MayHaveATableOfShortEntriesOrNone) {
  const std::string pdf = MakePdf(TwelvePages());
  std::string shorter = pdf;
  for (const std::string_view end : {" f \n", " n \n"}) {
    for (std::size_t at = shorter.rfind(end); at != std::string::npos;
         at = shorter.rfind(end)) {
      shorter.erase(at + 2, 1);
    }
  }
  EXPECT_LT(shorter.size(), pdf.size() - 20);
  EXPECT_FALSE(IsMended(shorter));
  const std::string place = pdf.substr(pdf.rfind("startxref\n") + 10);
  EXPECT_FALSE(IsMended(pdf +
                        "xref\n0 0\ntrailer\n<< /Size 28 /Root 1 0 R /Prev " +
                        place.substr(0, place.find('\n')) + " >>\nstartxref\n" +
                        std::to_string(pdf.size()) + "\n%%EOF\n"));
}

TEST(Pdf, WithACompressedPageOverwrittenIsRefused) {
  std::vector<std::string> lines(50, "A line of text that compresses well.");
  std::string pdf = Processed(MakePdf({{"One."}, lines}),
                              {"--object-streams=disable",
                               "--compress-streams=y", "--recompress-flate"});
  const std::size_t stream = pdf.rfind("\nstream\n");
  pdf.replace(stream + 12, 40, std::string(40, '\xA5'));
  const auto document = ConvertedPdf(pdf);
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().reason, RejectionReason::kDamaged);
}

TEST(Pdf, IsNotEveryFileOfThatName) {
  EXPECT_THAT(ConvertedPdf("plain words").error().message,
              HasSubstr("not a PDF"));
  EXPECT_EQ(ConvertedPdf("").error().reason, RejectionReason::kEmpty);
}

TEST(Pdf, OverTheLimitIsRefusedUnread) {
  EXPECT_EQ(ConvertPdf(-1, kMaxPdfBytes + 1, nullptr).error().reason,
            RejectionReason::kTooLarge);
}

TEST(Pdf, WithTooMuchMarkupIsReadAsTextAtOnce) {
  const ScratchFolder folder;
  const std::string text = FindProgram("pdftotext");
  for (const auto& [name, does] :
       {std::pair<const char*, std::string>(
            "pdftohtml", "/usr/bin/head -c 150000000 /dev/zero"),
        {"pdftops", "/bin/sleep 100"},
        {"pdftotext", text + " \"$@\""}}) {
    folder.Write(name, "#!/bin/sh\nexec " + does + "\n");
    std::filesystem::permissions(folder.path() / name,
                                 std::filesystem::perms::owner_all);
  }
  const std::string path = std::getenv("PATH");
  setenv("PATH", folder.path().c_str(), 1);
  const auto began = std::chrono::steady_clock::now();
  const auto document = ConvertedPdf(MakePdf({{"Text."}}));
  const auto took = std::chrono::steady_clock::now() - began;
  setenv("PATH", path.c_str(), 1);
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_THAT(Pages(*document), ElementsAre("1:Text.\n"));
  EXPECT_TRUE(document->notes.is_structure_lost);
  EXPECT_LT(took, std::chrono::seconds(60));
}

TEST(Pdf, NeedsItsConverter) {
  const std::string path = std::getenv("PATH");
  setenv("PATH", "/nonexistent", 1);
  const auto document = ConvertedPdf(MakePdf({{"Text."}}));
  setenv("PATH", path.c_str(), 1);
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().reason, RejectionReason::kNoConverter);
  EXPECT_THAT(document.error().message, HasSubstr("poppler-utils"));
}

}  // namespace
}  // namespace answerbox::client
