#include <gtest/gtest.h>

#include <string>

#include "client/convert/package/package.h"
#include "tests/client/convert/converted.h"
#include "tests/client/convert/package/written_archive.h"

namespace answerbox::client::package {
namespace {

std::string ShownOf(const std::string& page, const std::string& spine) {
  const std::string bytes = WrittenArchive(
      {{"META-INF/container.xml",
        "<container><rootfile full-path='a/book.opf'/></container>"},
       {"a/book.opf",
        "<package><manifest><item id='1' media-type='application/xhtml+xml' "
        "href='../b/one%20page.xhtml#x'/><item id='2' media-type='image/png' "
        "href='p.png'/></manifest><spine>" +
            spine + "</spine></package>"},
       {"b/one page.xhtml", page}});
  const auto file = FileOf(bytes);
  std::string text;
  for (const ShownPart& part : ListBookWords(file.get(), bytes.size())) {
    text += part.text;
  }
  return OneBlank(text);
}

constexpr const char* kSpine =
    "<itemref idref='1' linear='no'/>"
    "<itemref idref='1'/><itemref idref='2'/>"
    "<itemref idref='none'/>";

TEST(BookWords, PagesOfTheSpineCountOnce) {
  EXPECT_EQ(ShownOf("<html><head><title>T</title></head><body><p>Do<b>se</b>s"
                    "</p><script>x()</script><p>two</p></body></html>",
                    kSpine),
            "Doses two");
}

TEST(BookWords, EntitiesOfHtmlAreNoFault) {
  EXPECT_EQ(ShownOf("<!DOCTYPE html PUBLIC 'a' 'b'><html><body>a&nbsp;b "
                    "caf&eacute; c&amp;d</body></html>",
                    kSpine),
            "a b c&d");
}

TEST(BookWords, DamagedBooksShowNothing) {
  EXPECT_EQ(ShownOf("<html><body>", ""), "");
  const std::string bytes = WrittenArchive({{"a", "b"}});
  EXPECT_TRUE(ListBookWords(FileOf(bytes).get(), bytes.size()).empty());
}

}  // namespace
}  // namespace answerbox::client::package
