#include "daemon/energy/usage_book.h"

#include <gtest/gtest.h>

#include <string>

namespace answerbox::daemon {
namespace {

using std::chrono::microseconds;

constexpr std::int64_t kNoon = 1'795'176'000;  // On the hour, but not midnight.
constexpr std::int64_t kDay = UsageBook::kDay;

const Account kNurse{"handbook", "unix:1000"};

UsageReport ReportOf(const UsageBook& book, std::int64_t since) {
  return SumOf(book.Periods(since));
}

Usage OneQuestion(std::int64_t energy_uj) {
  Usage usage;
  usage.attributed = 1;
  usage.energy_uj = energy_uj;
  usage.uncertainty_uj = 10;
  usage.cpu_time = microseconds(200);
  return usage;
}

EnergyTotals OneWindow() {
  EnergyTotals sums;
  sums.measured_uj = 3'000'000;
  sums.idle_uj = 2'500'000;
  sums.attributed_uj = 300'000;
  sums.remainder_uj = 200'000;
  sums.known = microseconds(1'000'000);
  return sums;
}

TEST(UsageBookTest, SumsUpByCollectionAndCaller) {
  UsageBook book;
  book.AddQuestions(kNoon, kNurse, OneQuestion(100));
  book.AddQuestions(kNoon + 1, {"policies", "unix:1000"}, OneQuestion(7));
  book.AddQuestions(kNoon + UsageBook::kHour, kNurse, OneQuestion(200));
  const UsageReport report = ReportOf(book, 0);
  EXPECT_EQ(report.begin, kNoon);
  ASSERT_EQ(report.accounts.size(), 2U);
  EXPECT_EQ(report.accounts[0].account.collection, "handbook");
  EXPECT_EQ(report.accounts[0].usage.energy_uj, 300);
  EXPECT_EQ(report.accounts[0].usage.questions(), 2U);
  EXPECT_EQ(report.accounts[1].usage.energy_uj, 7);
}

TEST(UsageBookTest, ListsPeriodsThatAddUpToTheReport) {
  UsageBook book;
  book.AddQuestions(kNoon, kNurse, OneQuestion(100));
  book.AddWindow(kNoon, OneWindow());
  book.AddQuestions(kNoon + 2 * UsageBook::kHour, kNurse, OneQuestion(200));
  const std::vector<UsagePeriod> periods = book.Periods(0);
  ASSERT_EQ(periods.size(), 2U);
  EXPECT_EQ(periods[0].seconds, UsageBook::kHour);
  EXPECT_EQ(periods[0].report.machine.measured_uj, 3'000'000);
  EXPECT_EQ(periods[1].report.begin, kNoon + 2 * UsageBook::kHour);
  ASSERT_EQ(periods[1].report.accounts.size(), 1U);
  EXPECT_EQ(periods[1].report.accounts[0].usage.energy_uj, 200);
  EXPECT_EQ(SumOf(periods).accounts[0].usage.energy_uj, 300);
  EXPECT_EQ(book.Periods(kNoon + UsageBook::kHour).size(), 1U);
}

TEST(UsageBookTest, TheUnresolvedCountButAddNoEnergy) {
  EnergyRecord record;
  record.state = EnergyState::kUnresolved;
  record.cpu_time = microseconds(5);
  Usage usage;
  usage.Add(record);
  EXPECT_EQ(usage.unresolved, 1U);
  EXPECT_EQ(usage.energy_uj, 0);
  EXPECT_EQ(usage.cpu_time, microseconds(5));
}

TEST(UsageBookTest, ReportsBeginWithThePeriodThatIsUnderWay) {
  UsageBook book;
  book.AddWindow(kNoon, OneWindow());
  book.AddWindow(kNoon + UsageBook::kHour, OneWindow());
  EXPECT_EQ(ReportOf(book, kNoon + UsageBook::kHour - 1).machine.measured_uj,
            6'000'000);
  EXPECT_EQ(ReportOf(book, kNoon + UsageBook::kHour).machine.measured_uj,
            3'000'000);
  EXPECT_EQ(ReportOf(book, kNoon + kDay).begin, 0);
}

TEST(UsageBookTest, OldHoursBecomeDaysAndNothingIsLost) {
  UsageBook book;
  for (int hour = 0; hour < 30 * 24; ++hour) {
    const std::int64_t time = kNoon + hour * UsageBook::kHour;
    book.AddWindow(time, OneWindow());
    book.AddQuestions(time, kNurse, OneQuestion(100));
  }
  const UsageReport report = ReportOf(book, 0);
  EXPECT_EQ(report.machine.measured_uj, 30 * 24 * 3'000'000LL);
  EXPECT_EQ(report.accounts[0].usage.energy_uj, 30 * 24 * 100);
  const std::string text = book.Encode();
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 2 * (8 * 24 + 25));
  EXPECT_TRUE(UsageBook::Parse(text));
}

TEST(UsageBookTest, IsOfBoundedSizeHoweverLongItIsUsed) {
  UsageBook book;
  for (int day = 0; day < 500; ++day) {
    for (std::uint32_t user = 0; user < 50; ++user) {
      book.AddQuestions(kNoon + day * kDay,
                        {"handbook", "unix:" + std::to_string(user)},
                        OneQuestion(1));
    }
  }
  const std::string text = book.Encode();
  EXPECT_LE(std::count(text.begin(), text.end(), '\n'),
            static_cast<std::ptrdiff_t>(UsageBook::kMaxRows +
                                        AccountBook::kMaxAccounts));
  EXPECT_GT(ReportOf(book, 0).begin, kNoon + 90 * kDay);
}

TEST(UsageBookTest, AClockThatWasSetBackAddsWhereItBelongs) {
  UsageBook book;
  for (int day = 0; day < 20; ++day) {
    book.AddWindow(kNoon + day * kDay, OneWindow());
  }
  book.AddWindow(kNoon + 2 * kDay + 5, OneWindow());
  book.AddWindow(kNoon + 3 * kDay + 2 * UsageBook::kHour, OneWindow());
  EXPECT_EQ(ReportOf(book, 0).machine.measured_uj, 22 * 3'000'000LL);
  EXPECT_TRUE(UsageBook::Parse(book.Encode()));
}

// A book of `days`, with one hour on each in which the machine ran.
UsageBook BookOf(int days) {
  UsageBook book;
  for (int day = 0; day < days; ++day) {
    book.AddWindow(kNoon + day * kDay, OneWindow());
  }
  return book;
}

TEST(UsageBookTest, AClockThatIsWrongForAWhileCostsNothing) {
  constexpr int kDays = 300;
  constexpr std::int64_t kNow = kNoon + kDays * kDay;
  for (const std::int64_t wrong :
       {kNow + 400 * kDay, kNow + 3'000 * kDay, kNow - 40 * 365 * kDay,
        UsageBook::kMaxTime, std::int64_t{0}, std::int64_t{-5}}) {
    UsageBook book = BookOf(kDays);
    book.AddWindow(wrong, OneWindow());
    book.AddWindow(kNow, OneWindow());
    EXPECT_EQ(ReportOf(book, 0).machine.measured_uj, (kDays + 2) * 3'000'000LL)
        << wrong;
    // Periods in the future are not listed.
    EXPECT_EQ(book.Periods(kNow - kDay, kNow).size(), 2U) << wrong;
    EXPECT_TRUE(UsageBook::Parse(book.Encode())) << wrong;
  }
}

TEST(UsageBookTest, AFullBookLosesNoMoreToAClockThatIsWrong) {
  constexpr int kDays = 1'000;
  constexpr std::int64_t kNow = kNoon + kDays * kDay;
  UsageBook book = BookOf(kDays);
  const std::size_t before = book.Periods(0).size();
  for (const std::int64_t wrong : {kNow + 400 * kDay, kNow - 500 * kDay}) {
    book.AddWindow(wrong, OneWindow());
    book.AddWindow(kNow, OneWindow());
  }
  EXPECT_GE(book.Periods(0).size() + 2, before);
  EXPECT_EQ(book.Periods(kNow - UsageBook::kKeptFor, kNow).size(), 8U);
}

TEST(UsageBookTest, AClockThatWasAheadForYearsLeavesAWeekAtLeast) {
  UsageBook book = BookOf(1'000);
  constexpr std::int64_t kRight = kNoon - 500 * kDay;
  for (int day = 0; day < 7; ++day) {
    book.AddWindow(kRight + day * kDay, OneWindow());
  }
  EXPECT_EQ(book.Periods(0, kRight + 6 * kDay).size(), 7U);
}

TEST(UsageBookTest, AClockThatWasAheadForAWeekLeavesABookThatCanBeRead) {
  constexpr std::int64_t kMidnight = kNoon - kNoon % kDay;
  for (int start = 0; start < 24; ++start) {
    UsageBook book;
    const std::int64_t now = kMidnight + start * UsageBook::kHour;
    for (int hour = 0; hour < 192; ++hour) {
      book.AddWindow(now + 30 * kDay + hour * UsageBook::kHour, OneWindow());
    }
    for (int hour = 0; hour < 48; ++hour) {
      book.AddWindow(now + hour * UsageBook::kHour, OneWindow());
      EXPECT_EQ(ReportOf(book, 0).machine.measured_uj,
                (193 + hour) * 3'000'000LL)
          << start << ", " << hour;
      EXPECT_TRUE(UsageBook::Parse(book.Encode())) << start << ", " << hour;
    }
  }
}

TEST(UsageBookTest, AWeekIsKeptByTheHour) {
  UsageBook book;
  for (int hour = 0; hour < 1'000; ++hour) {
    book.AddWindow(kNoon + hour * UsageBook::kHour, OneWindow());
  }
  const std::int64_t now = kNoon + 999 * UsageBook::kHour;
  for (const UsagePeriod& period : book.Periods(now - 7 * kDay)) {
    EXPECT_EQ(period.seconds, UsageBook::kHour);
  }
}

// The example of docs/state-directory.md, without its checksums.
constexpr const char* kExample =
    "answerbox-usage 1\n"
    "period 1795132800 86400 259200000000 252000000000 1800000000 5400000000 "
    "0 86400000000 0\n"
    "use - - 0 12 0 0 3600 120 2400\n"
    "use handbook unix:1000 3 5210 0 17 1046000 52300 1042000\n"
    "period 1795219200 3600 10800000000 0 0 0 10800000000 3600000000 0\n";

TEST(UsageBookTest, ReadsAndWritesTheDocumentedExample) {
  const auto book = UsageBook::Parse(kExample);
  ASSERT_TRUE(book) << book.error().field;
  EXPECT_EQ(book->Encode(), kExample);
  const UsageReport report = ReportOf(*book, 0);
  ASSERT_EQ(report.accounts.size(), 2U);
  EXPECT_EQ(report.accounts[0].account.collection, "");
  EXPECT_EQ(report.accounts[1].usage.attributed, 5210U);
  EXPECT_EQ(report.machine.unsplit_uj, 10'800'000'000);
}

TEST(UsageBookTest, TellsHowManyWereQueries) {
  const std::string text(
      "answerbox-usage 1\nperiod 0 3600 1 1 0 0 0 1 0\n"
      "use a tls:kiosk 0 3 0 0 9 3 3 2\n");
  const auto book = UsageBook::Parse(text);
  ASSERT_TRUE(book);
  EXPECT_EQ(book->Encode(), text);
  const UsageReport report = ReportOf(*book, 0);
  EXPECT_EQ(report.accounts[0].usage.queries, 2U);
  EXPECT_EQ(report.accounts[0].usage.questions(), 3U);
}

TEST(UsageBookTest, OthersHaveNeitherACollectionNorACaller) {
  const std::string period("answerbox-usage 1\nperiod 0 3600 1 1 0 0 0 1 0\n");
  const std::string sums(" 0 1 0 0 1 1 1\n");
  EXPECT_TRUE(UsageBook::Parse(period + "use - -" + sums));
  EXPECT_TRUE(UsageBook::Parse(period + "use a tls:kiosk" + sums));
  EXPECT_FALSE(UsageBook::Parse(period + "use a -" + sums));
  EXPECT_FALSE(UsageBook::Parse(period + "use - unix:1" + sums));
  EXPECT_FALSE(
      UsageBook::Parse(period + "use a " + std::string(129, 'x') + sums));
}

TEST(UsageBookTest, NamesTheLineThatItCantRead) {
  const auto book =
      UsageBook::Parse("answerbox-usage 1\nperiod 0 3600 1 1 0 0 0 1 0\nx\n");
  ASSERT_FALSE(book);
  EXPECT_EQ(book.error().offset, 3U);
}

TEST(UsageBookTest, RefusesEveryTextThatWasCut) {
  const std::string_view text = kExample;
  for (std::size_t size = 0; size < text.size(); ++size) {
    const auto book = UsageBook::Parse(text.substr(0, size));
    // Without the last lines it is a valid book; the file's checksum finds such
    // a loss.
    EXPECT_EQ(book.has_value(), size > 0 && text[size - 1] == '\n') << size;
  }
}

TEST(UsageBookTest, RefusesWhatItWouldNotHaveWritten) {
  const std::string line("answerbox-usage 1\nperiod 3600 3600 1 1 0 0 0 1 0\n");
  EXPECT_TRUE(UsageBook::Parse(line));
  for (const char* more :
       {"period 3600 3600 1 1 0 0 0 1 0\n",  // Overlaps.
        "use b c 0 1 0 0 1 1 1\nuse a c 0 1 0 0 1 1 1\n",
        "use a c 0 1 0 0 1 1 1\nuse a c 0 1 0 0 1 1 1\n",
        "use a c 0 1 0 0 1 1 1 0\n", "use a c 0 1 0 0 1 1 1 2\n",
        "use a c 00 1 0 0 1 1 1\n", "use a c 0 1 0 0 -1 1 1\n",
        "use a c 0 1 0 0 99999999999999999999 1 1\n", "\n", "other\n"}) {
    EXPECT_FALSE(UsageBook::Parse(line + more)) << more;
  }
}

}  // namespace
}  // namespace answerbox::daemon
