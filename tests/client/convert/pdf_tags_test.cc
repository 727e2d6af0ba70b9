#include "client/convert/pdf_tags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "client/convert/pdf.h"
#include "client/process/limited_process.h"
#include "platform/file_descriptor.h"
#include "tests/client/convert/pdf_file.h"
#include "tests/client/scratch_folder.h"

namespace answerbox::client {
namespace {

using testing::HasSubstr;

// A leaflet whose list has no marks: by its layout it is a paragraph.
std::vector<TaggedLine> Leaflet() {
  std::vector<TaggedLine> lines = {{"H1", "How people wash their hands"}, {}};
  for (const char* line :
       {"Germs are on door handles, on rails of stairs and on shared phones,",
        "and from there they reach our hands, and from our hands our faces.",
        "Who washes often has fewer colds and misses fewer days at work",
        "or at school, and so do those who live in the same house."}) {
    lines.push_back({"P", line});
  }
  lines.push_back({});
  lines.push_back({"LI", "warm water that runs"});
  lines.push_back({"LI", "soap, best as a liquid"});
  lines.push_back({"LI", "towels made of paper"});
  return lines;
}

constexpr const char* kAsParagraph =
    "warm water that runs soap, best as a liquid towels made of paper";
constexpr const char* kAsList =
    "- warm water that runs\n- soap, best as a liquid\n- towels made of paper";

std::string TextOfPdf(const std::string& pdf) {
  const platform::FileDescriptor file(memfd_create("pdf", MFD_CLOEXEC));
  EXPECT_EQ(write(file.get(), pdf.data(), pdf.size()),
            static_cast<ssize_t>(pdf.size()));
  const auto document = ConvertPdf(file.get(), pdf.size(), nullptr);
  EXPECT_TRUE(document) << document.error().message;
  return document ? document->text : std::string();
}

TEST(PdfTags, TellItemsThatTheLayoutDoesNotShow) {
  EXPECT_THAT(TextOfPdf(MakeTaggedPdf(Leaflet())), HasSubstr(kAsList));
}

TEST(PdfTags, ThatAreMissingChangeNothing) {
  std::vector<std::string> lines;
  for (const TaggedLine& line : Leaflet()) lines.push_back(line.text);
  EXPECT_THAT(TextOfPdf(MakePdf({lines})), HasSubstr(kAsParagraph));
}

TEST(PdfTags, WithoutHeadingsChangeNothing) {
  std::vector<TaggedLine> lines = Leaflet();
  lines[0].tag = "P";
  EXPECT_THAT(TextOfPdf(MakeTaggedPdf(lines)), HasSubstr(kAsParagraph));
}

TEST(PdfTags, NeedNoPdfinfo) {
  const ScratchFolder folder;
  for (const char* name : {"pdftohtml", "pdftotext"}) {
    std::filesystem::create_symlink(FindProgram(name), folder.path() / name);
  }
  const std::string path = std::getenv("PATH");
  setenv("PATH", folder.path().c_str(), 1);
  const std::string text = TextOfPdf(MakeTaggedPdf(Leaflet()));
  setenv("PATH", path.c_str(), 1);
  EXPECT_THAT(text, HasSubstr(kAsParagraph));
}

}  // namespace
}  // namespace answerbox::client
