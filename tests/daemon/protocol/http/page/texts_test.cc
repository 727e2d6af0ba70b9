#include "daemon/protocol/http/page/texts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <string_view>

#include "daemon/protocol/http/page/page.h"
#include "engine/text/utf8.h"

namespace answerbox::daemon::page {
namespace {

// No text is longer than a line or two on a telephone.
constexpr std::size_t kMaxBytes = 120;

std::string ReadSources() {
  std::string all;
  for (const auto& file : std::filesystem::directory_iterator(
           ANSWERBOX_SOURCE_DIR "/daemon/protocol/http/page")) {
    if (file.path().extension() != ".cc") continue;
    std::ifstream stream(file.path());
    all.append(std::istreambuf_iterator<char>(stream), {});
  }
  std::ifstream script(ANSWERBOX_SOURCE_DIR "/page/care.js");
  all.append(std::istreambuf_iterator<char>(script), {});
  return all;
}

std::multiset<std::string> Placeholders(std::string_view text) {
  std::multiset<std::string> found;
  for (std::size_t at = 0; (at = text.find('{', at)) != std::string_view::npos;
       ++at) {
    found.insert(std::string(text.substr(at, 3)));
  }
  return found;
}

TEST(Texts, AreThereInEveryLanguageAndShort) {
  ASSERT_EQ(Languages().size(), 5u);
  for (const std::string_view language : Languages()) {
    const Texts texts(language);
    EXPECT_EQ(texts.language(), language);
    for (const std::string_view name : TextNames()) {
      const std::string_view text = texts.At(name);
      EXPECT_FALSE(text.empty()) << language << ' ' << name;
      EXPECT_LE(text.size(), kMaxBytes) << language << ' ' << name;
      EXPECT_TRUE(engine::ValidateUtf8(text)) << language << ' ' << name;
    }
  }
}

TEST(Texts, TakeTheSameValuesInEveryLanguage) {
  for (const std::string_view name : TextNames()) {
    const auto values = Placeholders(Texts("en").At(name));
    for (const std::string_view language : Languages()) {
      EXPECT_EQ(Placeholders(Texts(language).At(name)), values)
          << language << ' ' << name;
    }
  }
}

// A name that is misspelt in a source would end the daemon.
TEST(Texts, AreThoseThatThePageShows) {
  const std::string sources = ReadSources();
  for (const std::string_view name : TextNames()) {
    EXPECT_NE(sources.find('"' + std::string(name) + '"'), std::string::npos)
        << name << " is shown nowhere";
  }
  const std::regex use("(?:Html|At|say)\\(\\s*\"([a-z_]+)\"");
  for (std::sregex_iterator at(sources.begin(), sources.end(), use), end;
       at != end; ++at) {
    EXPECT_TRUE(std::ranges::binary_search(TextNames(),
                                           std::string_view((*at)[1].str())))
        << (*at)[1];
  }
}

TEST(Texts, PutValuesWhereTheyBelong) {
  EXPECT_EQ(Texts("en").Html("spelling", {"<bdi>{1}</bdi>", "b"}),
            "“<bdi>{1}</bdi>” was read as “b”.");
  EXPECT_EQ(Texts("fr").Html("page", {"3"}), "page 3");
}

TEST(ChooseLanguage, TakesTheOneThatIsNamed) {
  EXPECT_EQ(ChooseLanguage("sw", "fr"), "sw");
  EXPECT_EQ(ChooseLanguage("xx", "fr"), "fr");
  EXPECT_EQ(ChooseLanguage("", ""), "en");
  EXPECT_EQ(Texts("xx").language(), "en");
}

TEST(ChooseLanguage, WeighsWhatTheBrowserAccepts) {
  EXPECT_EQ(ChooseLanguage("", "de-CH, fr;q=0.7, es ; q=0.9, en;q=0.8"), "es");
  EXPECT_EQ(ChooseLanguage("", "pt-BR,pt;q=0.9,en;q=0.8"), "pt");
  EXPECT_EQ(ChooseLanguage("", "fr;q=0, en;q=0.1"), "en");
  for (const std::string_view odd : {",", ";", "fr;", ";q=1", ",,;;=", "q"}) {
    EXPECT_FALSE(ChooseLanguage("", odd).empty()) << odd;
  }
}

}  // namespace
}  // namespace answerbox::daemon::page
