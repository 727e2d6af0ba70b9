#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "client/convert/pdf/pdf.h"
#include "client/convert/pdf/pdf_document.h"
#include "client/process/limited_process.h"
#include "platform/file_descriptor.h"
#include "tests/client/convert/pdf/pdf_file.h"
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

// The text of the leaflet, read with the shell script `pdfinfo` in place of
// pdfinfo; an empty script is none at all.
std::string TextWith(const std::string& pdfinfo) {
  const ScratchFolder folder;
  for (const char* name : {"pdftohtml", "pdftotext"}) {
    std::filesystem::create_symlink(FindProgram(name), folder.path() / name);
  }
  if (!pdfinfo.empty()) {
    const std::filesystem::path script = folder.path() / "pdfinfo";
    std::ofstream(script) << "#!/bin/sh\n" << pdfinfo << '\n';
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  }
  const std::string path = std::getenv("PATH");
  setenv("PATH", folder.path().c_str(), 1);
  std::string text = TextOfPdf(MakeTaggedPdf(Leaflet()));
  setenv("PATH", path.c_str(), 1);
  return text;
}

TEST(PdfTags, NeedNoPdfinfo) {
  EXPECT_THAT(TextWith(""), HasSubstr(kAsParagraph));
}

TEST(PdfTags, ThatTakeTooLongChangeNothing) {
  const std::string pdfinfo = "exec " + FindProgram("pdfinfo") + " \"$@\"";
  EXPECT_THAT(TextWith("test \"$(ulimit -t)\" -le 10 && " + pdfinfo),
              HasSubstr(kAsList));
  EXPECT_THAT(TextWith("ulimit -t 0; while :; do :; done"),
              HasSubstr(kAsParagraph));
}

TEST(PdfTags, OfWhichPdfinfoPrintsTooMuchChangeNothing) {
  EXPECT_THAT(TextWith("exec yes 'H1 (block)'"), HasSubstr(kAsParagraph));
}

TEST(PdfTags, ThatPdfinfoFailsToReadChangeNothing) {
  const std::string pdfinfo = FindProgram("pdfinfo") + " \"$@\"";
  EXPECT_THAT(TextWith(pdfinfo + "; exit 1"), HasSubstr(kAsParagraph));
  EXPECT_THAT(TextWith(pdfinfo + "; kill -SEGV $$"), HasSubstr(kAsParagraph));
}

}  // namespace
}  // namespace answerbox::client
