#include "client/ingest/document_loader.h"

#include <gtest/gtest.h>

#include "tests/client/scratch_folder.h"

namespace answerbox::client {
namespace {

TEST(DocumentLoader, ConvertsByFormat) {
  const ScratchFolder folder;
  const auto path = folder.Write("a.md", "# Title\n\ntext\n");
  EXPECT_EQ(LoadDocument(path, Format::kMarkdown)->text, "Title\n\ntext\n");
  EXPECT_EQ(LoadDocument(path, Format::kPlainText)->text, "# Title\n\ntext\n");
}

TEST(DocumentLoader, RefusesTextFilesOver16MiBUnread) {
  const ScratchFolder folder;
  const auto path = folder.Write("a.txt", "");
  std::filesystem::resize_file(path, kMaxTextFileBytes + 1);
  const auto document = LoadDocument(path, Format::kPlainText);
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().reason, RejectionReason::kTooLarge);
  EXPECT_NE(document.error().message.find("16.0 MiB"), std::string::npos);
}

TEST(DocumentLoader, SaysThatAPdfIsNone) {
  const ScratchFolder folder;
  const auto path = folder.Write("a.pdf", "text");
  EXPECT_EQ(LoadDocument(path, Format::kPdf).error().reason,
            RejectionReason::kDamaged);
}

}  // namespace
}  // namespace answerbox::client
