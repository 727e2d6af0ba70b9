#include "tests/benchmarks/peers/corpus_file.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/platform/file/temporary_folder.h"

namespace answerbox::benchmarks {
namespace {

TEST(CorpusFile, GivesBackWhatWasAddedInOrder) {
  const tests::TemporaryFolder folder;
  const auto path = folder.path() / "corpus";
  const std::string texts[] = {"one", "", std::string(300, 'x'),
                               std::string(70'000, 'y')};
  CorpusWriter writer(path);
  for (const std::string& text : texts) writer.Add(text);
  writer.Close();

  CorpusReader reader(path);
  std::string found;
  for (const std::string& text : texts) {
    ASSERT_TRUE(reader.Next(found));
    EXPECT_EQ(found, text);
  }
  EXPECT_FALSE(reader.Next(found));
}

}  // namespace
}  // namespace answerbox::benchmarks
