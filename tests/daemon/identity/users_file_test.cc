#include "daemon/identity/users_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <iterator>

#include "tests/platform/file/temporary_folder.h"

namespace answerbox::daemon {
namespace {

using testing::HasSubstr;

// docs/state-directory.md, "Users".
constexpr std::string_view kGolden =
    R"({"version":1,"revision":7,"principals":[{"name":"cert:kiosk-1",)"
    R"("grants":[{"rights":["ask"],"collections":"*"}],"topics":{"publish":)"
    R"([],"subscribe":[]}},)"
    R"({"name":"user:alice","password":{"iterations":600000,"salt":)"
    R"("000102030405060708090a0b0c0d0e0f","hash":)"
    R"("202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f"},)"
    R"("grants":[{"rights":["ask","read"],"collections":"manual*"}],)"
    R"("theta":0.4,"topics":{"publish":["home/%u/#"],"subscribe":["home/#"]}})"
    R"(],"sha256":)";

std::vector<Principal> Sample() {
  Principal kiosk{"cert:kiosk-1", {}, {{{Right::kAsk}, "*"}}, {}, {}};
  Principal alice{"user:alice",
                  PasswordHash{600'000, {}, {}},
                  {{{Right::kAsk, Right::kRead}, "manual*"}},
                  0.4,
                  {{"home/%u/#"}, {"home/#"}}};
  for (std::uint8_t i = 0; i < 16; ++i) alice.password->salt[i] = i;
  for (std::uint8_t i = 0; i < 32; ++i) {
    alice.password->hash[i] = static_cast<std::uint8_t>(0x20 + i);
  }
  return {kiosk, alice};
}

TEST(UsersFileTest, WritesWhatTheDocumentSays) {
  const auto text = UsersText(Sample(), 7);
  ASSERT_TRUE(text);
  EXPECT_EQ(text->substr(0, kGolden.size()), kGolden);
  std::ifstream file(ANSWERBOX_SOURCE_DIR "/docs/state-directory.md");
  const std::string document{std::istreambuf_iterator<char>(file), {}};
  EXPECT_THAT(document, HasSubstr(*text));
}

TEST(UsersFileTest, ReadsWhatItWrote) {
  for (const auto& principals : {std::vector<Principal>(), Sample()}) {
    const auto read = ParseUsers(*UsersText(principals, 7));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->principals, principals);
    EXPECT_EQ(read->mark->revision, 7U);
  }
}

TEST(UsersFileTest, EveryBeginningOfItIsDamage) {
  const std::string text = *UsersText(Sample(), 7);
  for (std::size_t size = 0; size < text.size(); ++size) {
    const auto read = ParseUsers(std::string_view(text).substr(0, size));
    ASSERT_FALSE(read) << size;
    EXPECT_EQ(read.error().kind, ErrorKind::kCorrupt);
  }
}

TEST(UsersFileTest, EveryChangedByteIsDamage) {
  const std::string text = *UsersText(Sample(), 7);
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    EXPECT_FALSE(ParseUsers(changed)) << i;
  }
}

TEST(UsersFileTest, AnotherVersionIsNotGuessedAt) {
  std::string text = *UsersText(Sample(), 7);
  text.replace(text.find("\"version\":1"), 11, "\"version\":2");
  EXPECT_THAT(ParseUsers(text).error().message, HasSubstr("version"));
}

TEST(UsersFileTest, OrderAndNamesAreChecked) {
  auto swapped = Sample();
  std::swap(swapped[0], swapped[1]);
  EXPECT_FALSE(ParseUsers(*UsersText(swapped, 7)));
  auto twice = Sample();
  twice[1] = twice[0];
  EXPECT_FALSE(ParseUsers(*UsersText(twice, 7)));
  auto nobody = Sample();
  nobody[0].name = "kiosk";
  EXPECT_FALSE(ParseUsers(*UsersText(nobody, 7)));
  auto endless = Sample();
  endless[1].password->iterations = kMaxPasswordIterations + 1;
  EXPECT_FALSE(ParseUsers(*UsersText(endless, 7)));
}

TEST(UsersFileTest, TheFileIsBounded) {
  std::vector<Principal> many;
  for (int i = 0; i < 100; ++i) {
    Principal principal;
    principal.name = "user:" + std::to_string(1000 + i);
    principal.topics.publish.assign(kMaxFilters,
                                    std::string(kMaxFilterBytes, 'x'));
    many.push_back(principal);
  }
  EXPECT_EQ(UsersText(many, 7).error().kind, ErrorKind::kLimit);
  EXPECT_FALSE(ParseUsers(std::string(kMaxUsersFileBytes + 1, ' ')));
}

TEST(UsersFileTest, AFileOfAnEarlierProgramIsRead) {
  const auto users = ParseUsers(R"({"version":1,"principals":[],"sha256":")"
                                "58bb0b6874e1a99f3ea38b928ef354d0"
                                "d1db1e29d181effb2348dd626c42d7d4\"}\n");
  ASSERT_TRUE(users);
  EXPECT_EQ(users->mark->revision, 0U);
}

class StoredUsersTest : public testing::Test {
 protected:
  void ExpectRefused() const {
    const auto users = LoadUsers(path_);
    ASSERT_FALSE(users);
    EXPECT_THAT(users.error().message, HasSubstr(path_.native()));
  }

  const tests::TemporaryFolder folder_;
  const std::filesystem::path path_ = folder_.path() / kUsersFileName;
};

TEST_F(StoredUsersTest, AreReadAgainAndTheDaemonsAlone) {
  bool is_replaced = false;
  ASSERT_TRUE(SaveUsers(path_, Sample(), 7, is_replaced));
  EXPECT_TRUE(is_replaced);
  EXPECT_EQ(LoadUsers(path_)->principals, Sample());
  struct stat status {};
  ASSERT_EQ(::stat(path_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST_F(StoredUsersTest, AMissingFileHoldsNone) {
  const auto users = LoadUsers(path_);
  EXPECT_TRUE(users->principals.empty());
  EXPECT_FALSE(users->mark);
}

TEST_F(StoredUsersTest, AnEmptyFileIsNotAnEmptyList) {
  std::ofstream(path_) << "";
  ExpectRefused();
  std::ofstream(path_) << "\n";
  ExpectRefused();
  std::ofstream(path_) << "{}";
  ExpectRefused();
}

TEST_F(StoredUsersTest, ALinkThatLeadsNowhereIsNoMissingFile) {
  std::filesystem::create_symlink(folder_.path() / "gone", path_);
  ExpectRefused();
}

TEST_F(StoredUsersTest, AFolderInItsPlaceIsRefused) {
  std::filesystem::create_directory(path_);
  ExpectRefused();
}

}  // namespace
}  // namespace answerbox::daemon
