#include "client/convert/recognition/page_cache.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>

#include "platform/file_descriptor.h"
#include "tests/client/scratch_folder.h"

namespace answerbox::client::recognition {
namespace {

namespace fs = std::filesystem;

unsigned ModeOf(const fs::path& path) {
  struct stat status {};
  EXPECT_EQ(stat(path.c_str(), &status), 0);
  return status.st_mode & 0777u;
}

std::string NameOf(const std::string& bytes) {
  const platform::FileDescriptor file(memfd_create("file", MFD_CLOEXEC));
  EXPECT_EQ(write(file.get(), bytes.data(), bytes.size()),
            static_cast<ssize_t>(bytes.size()));
  return NameContent(file.get());
}

TEST(PageCache, FindsWhatWasStoredBefore) {
  const ScratchFolder folder;
  PageCache(folder.path() / "ocr", "document").Store(3, "<hocr>");
  const PageCache again(folder.path() / "ocr", "document");
  EXPECT_EQ(again.Find(3), "<hocr>");
  EXPECT_FALSE(again.Find(4));
  EXPECT_FALSE(PageCache(folder.path() / "ocr", "other").Find(3));
}

TEST(PageCache, IsForNobodyElse) {
  const ScratchFolder folder;
  PageCache cache(folder.path() / "ocr", "document");
  cache.Store(1, "<hocr>");
  EXPECT_EQ(ModeOf(folder.path() / "ocr"), 0700u);
  EXPECT_EQ(ModeOf(cache.folder()), 0700u);
  EXPECT_EQ(ModeOf(cache.folder() / "1.hocr"), 0600u);
}

TEST(PageCache, AFolderThatIsOpenToOthersIsNotUsed) {
  const ScratchFolder folder;
  fs::create_directory(folder.path() / "ocr");
  fs::permissions(folder.path() / "ocr", fs::perms(0755));
  PageCache cache(folder.path() / "ocr", "document");
  cache.Store(1, "<hocr>");
  EXPECT_TRUE(cache.folder().empty());
  EXPECT_FALSE(cache.Find(1));
}

TEST(PageCache, WithoutAFolderNothingIsKept) {
  PageCache cache({}, "document");
  cache.Store(1, "<hocr>");
  EXPECT_FALSE(cache.Find(1));
}

TEST(PageCache, IsRemovedWhenTheDocumentIsStored) {
  const ScratchFolder folder;
  PageCache cache(folder.path() / "ocr", "document");
  cache.Store(1, "<hocr>");
  ForgetPages(cache.folder());
  EXPECT_FALSE(fs::exists(folder.path() / "ocr/document"));
  ForgetPages({});
}

TEST(PageCache, OldDocumentsMakeRoom) {
  const ScratchFolder folder;
  // Files of many bytes that take no room.
  for (const char* name : {"old", "older"}) {
    const PageCache cache(folder.path() / "ocr", name);
    const fs::path page = cache.folder() / "1.hocr";
    folder.Write("ocr/" + std::string(name) + "/1.hocr", "");
    fs::resize_file(page, kMaxCacheBytes / 3);
    fs::last_write_time(cache.folder(),
                        fs::file_time_type::clock::now() -
                            std::chrono::hours(name[3] == 'e' ? 48 : 24));
  }
  const PageCache cache(folder.path() / "ocr", "new");
  EXPECT_TRUE(fs::exists(folder.path() / "ocr/old"));
  EXPECT_FALSE(fs::exists(folder.path() / "ocr/older"));
}

TEST(PageCache, ContentIsNamedByAllItsBytes) {
  const std::string large(3u << 20, 'a');
  std::string other = large;
  other.back() = 'b';
  EXPECT_EQ(NameOf(large).size(), 64u);
  EXPECT_EQ(NameOf(large), NameOf(large));
  EXPECT_NE(NameOf(large), NameOf(other));
  EXPECT_NE(NameOf(large), NameOf(large + "a"));
  EXPECT_EQ(NameContent(-1), "");
}

}  // namespace
}  // namespace answerbox::client::recognition
