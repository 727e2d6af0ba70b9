#include "client/convert/pdf/written_objects.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

#include <string>

#include "platform/file_descriptor.h"

namespace answerbox::client {
namespace {

std::string Note(const std::string& contents) {
  return "<< /Type /Annot /Subtype /Text /AP << /N 4 0 R >> /Contents " +
         contents + " >>";
}

TEST(CountNoteWords, CountsThoseOfNotesAlone) {
  EXPECT_EQ(CountNoteWords(Note("(Ask the parish)")), 3u);
  EXPECT_EQ(CountNoteWords("<</Contents(in a \\(long\\) note)/Subtype/Text>>"),
            4u);
  EXPECT_EQ(CountNoteWords(Note("<FEFF00410042002000430044>")), 2u);
  EXPECT_EQ(CountNoteWords(Note("9 0 R")), 1u);
  EXPECT_EQ(CountNoteWords(Note("()")), 0u);
  EXPECT_EQ(CountNoteWords("<< /Subtype /Highlight /Contents (why) >>"), 1u);
  EXPECT_EQ(CountNoteWords("<< /Subtype /Link /Contents (a link) >>"), 0u);
  EXPECT_EQ(CountNoteWords("<< /Subtype /TextField /Contents (x) >>"), 0u);
  // The text is that of another dictionary.
  EXPECT_EQ(CountNoteWords("<< /Subtype /Text /Popup << /Contents (x) >> >>"),
            0u);
  EXPECT_EQ(CountNoteWords("<< /Subtype /Text >> << /Contents (x) >>"), 0u);
}

TEST(CountNoteWords, BearsWithDamage) {
  const std::string note = Note("(Ask (the) parish)");
  for (std::size_t size = 0; size < note.size(); ++size) {
    EXPECT_LE(CountNoteWords(note.substr(0, size)), 3u);
    EXPECT_LE(CountNoteWords(note.substr(size)), 3u);
  }
}

WrittenObjects ReadFile(const std::string& bytes) {
  platform::FileDescriptor file(memfd_create("pdf", MFD_CLOEXEC));
  EXPECT_EQ(write(file.get(), bytes.data(), bytes.size()),
            static_cast<ssize_t>(bytes.size()));
  return ReadWrittenObjects(file.get(), bytes.size());
}

std::uint32_t CountInFile(const std::string& bytes) {
  return ReadFile(bytes).note_words;
}

std::string StreamOf(const std::string& objects,
                     const std::string& filter = "/Filter/FlateDecode") {
  std::string packed(compressBound(objects.size()), '\0');
  uLongf size = packed.size();
  compress(reinterpret_cast<Bytef*>(packed.data()), &size,
           reinterpret_cast<const Bytef*>(objects.data()), objects.size());
  packed.resize(size);
  return "5 0 obj <<" + filter + "/Type /ObjStm /N 2 >>\nstream\r\n" + packed +
         "\nendstream";
}

TEST(CountNoteWords, CountsEachNoteOfALargeFileOnce) {
  const std::string note = Note("(two words)");
  for (const std::size_t before : {(1u << 20) - 40, (1u << 20) - 8, 1u << 20}) {
    EXPECT_EQ(CountInFile(std::string(before, ' ') + note + note), 4u);
  }
}

TEST(CountNoteWords, LooksIntoStreamsOfObjects) {
  const std::string file = StreamOf("1 0 2 80 " + Note("(three more words)"));
  EXPECT_EQ(CountInFile(file), 3u);
  // Cut short, the stream is read as far as it goes.
  for (std::size_t left = 0; left < file.size(); ++left) {
    EXPECT_LE(CountInFile(file.substr(0, left)), 3u);
  }
}

TEST(WrittenObjects, MayBeTaggedIfTheirRootIsWrittenOrUnknown) {
  EXPECT_FALSE(ReadFile("<</Type/Catalog/Pages 2 0 R>>").may_be_tagged);
  EXPECT_TRUE(ReadFile("<</StructTreeRoot 6 0 R>>").may_be_tagged);
  EXPECT_TRUE(ReadFile("<</Encrypt 6 0 R>>").may_be_tagged);
  EXPECT_FALSE(ReadFile(StreamOf("1 0 <</Type/Catalog>>")).may_be_tagged);
  EXPECT_TRUE(
      ReadFile(StreamOf("1 0 <</StructTreeRoot 6 0 R>>")).may_be_tagged);
  // Filters that are not undone may leave the root in parts.
  for (const std::string filter :
       {"/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns 4>>",
        "/DecodeParms 7 0 R/Filter/FlateDecode",
        "/Filter[/FlateDecode/FlateDecode]", "/Filter 7 0 R"}) {
    EXPECT_TRUE(
        ReadFile(StreamOf("1 0 <</Type/Catalog>>", filter)).may_be_tagged)
        << filter;
  }
  EXPECT_TRUE(ReadFile("<</Type/ObjStm>>stream\nxyz").may_be_tagged);
  EXPECT_TRUE(ReadFile("<</Type/ObjStm>>").may_be_tagged);
}

TEST(SetsTransparency, ReadsTheOpacityOfShapesAndLines) {
  EXPECT_TRUE(SetsTransparency("<</Type/ExtGState/ca .1>>"));
  EXPECT_TRUE(SetsTransparency("<</CA 0.98/ca 1>>"));
  EXPECT_TRUE(SetsTransparency("<</ca 1.001>>"));
  EXPECT_TRUE(SetsTransparency("<</ca 12 0 R>>"));
  EXPECT_TRUE(SetsTransparency("<</S/Luminosity/G 9 0 R>>"));
  EXPECT_FALSE(SetsTransparency("<</ca 1/CA 1.0>>"));
  EXPECT_FALSE(SetsTransparency("<</ca 1.00/cap 0.5/CAP/x>>"));
}

}  // namespace
}  // namespace answerbox::client
