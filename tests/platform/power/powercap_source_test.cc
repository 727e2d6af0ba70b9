#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "platform/power/attribute.h"
#include "platform/power/candidates.h"
#include "tests/platform/power/fake_machine.h"

namespace answerbox::platform {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class PowercapTest : public testing::Test {
 protected:
  void AddDomain(const std::string& entry, std::string_view name,
                 std::string_view energy_uj) {
    const std::string folder = "sys/class/powercap/" + entry + "/";
    machine_.Set(folder + "name", name);
    machine_.Set(folder + "energy_uj", energy_uj);
    machine_.Set(folder + "max_energy_range_uj", "262143328850");
  }
  [[nodiscard]] std::vector<Candidate> Find() const {
    return FindPowercap(machine_.root());
  }
  [[nodiscard]] Candidate FindOne() const {
    std::vector<Candidate> found = Find();
    EXPECT_EQ(found.size(), 1U);
    return std::move(found.front());
  }

  tests::FakeMachine machine_;
};

TEST_F(PowercapTest, AddsPackagesAndNotTheirParts) {
  AddDomain("intel-rapl:0", "package-0", "1000");
  AddDomain("intel-rapl:0:0", "core", "600");
  AddDomain("intel-rapl:1", "package-1", "5000");
  AddDomain("intel-rapl:1:0", "dram", "90");
  AddDomain("intel-rapl:2", "psys", "7777");
  AddDomain("intel-rapl-mmio:0", "package-0", "1000");
  const auto reading = FindOne().source->Read();
  ASSERT_TRUE(reading);
  EXPECT_THAT(reading->channels(), ElementsAre(1000U, 5000U));
}

TEST_F(PowercapTest, KnowsWhereEachCounterStartsAgain) {
  AddDomain("intel-rapl:0", "package-0", "1000");
  EXPECT_THAT(FindOne().description().counter_ranges_uj,
              ElementsAre(262'143'328'850U));
}

TEST_F(PowercapTest, WithoutItsRangeItWarns) {
  AddDomain("intel-rapl:0", "package-0", "1000");
  machine_.Remove("sys/class/powercap/intel-rapl:0/max_energy_range_uj");
  const Candidate found = FindOne();
  EXPECT_THAT(found.description().counter_ranges_uj, ElementsAre(0U));
  EXPECT_THAT(found.warnings.back(), HasSubstr("no max_energy_range_uj"));
}

TEST_F(PowercapTest, WithoutOneOfItsCountersNothingIsRead) {
  AddDomain("intel-rapl:0", "package-0", "1000");
  AddDomain("intel-rapl:1", "package-1", "5000");
  machine_.Remove("sys/class/powercap/intel-rapl:1/energy_uj");
  EXPECT_FALSE(FindOne().source->Read());
}

TEST_F(PowercapTest, WithoutItsNameADomainIsLeftOut) {
  AddDomain("intel-rapl:0", "package-0", "1000");
  machine_.Remove("sys/class/powercap/intel-rapl:0/name");
  EXPECT_TRUE(Find().empty());
}

TEST_F(PowercapTest, RefusesGarbage) {
  AddDomain("intel-rapl:0", "package-0", "1000");
  const Candidate found = FindOne();
  for (const char* garbage : {"", "-1", "18446744073709551615", "1e6"}) {
    machine_.Set("sys/class/powercap/intel-rapl:0/energy_uj", garbage);
    const auto reading = found.source->Read();
    ASSERT_FALSE(reading) << garbage;
    EXPECT_TRUE(IsMalformed(reading.error())) << garbage;
  }
}

TEST_F(PowercapTest, MorePackagesThanChannelsAreNoCandidate) {
  for (std::size_t i = 0; i <= kMaxChannels; ++i) {
    AddDomain("intel-rapl:" + std::to_string(i), "package-0", "1");
  }
  EXPECT_TRUE(Find().empty());
}

}  // namespace
}  // namespace answerbox::platform
