// Clock, disk, memory, rights: what the machine tells of itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/client/doctor/checked_box.h"

namespace answerbox::client {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class MachineCheck : public CheckedBox {};

TEST_F(MachineCheck, AClockBeforeTheProgramWasMadeIsAFault) {
  box_.now = {};
  box_.is_clock_set = true;
  EXPECT_THAT(Check(CheckClock),
              StartsWith("fault clock: it says 1970-01-01 00:00:00 UTC"));
}

TEST_F(MachineCheck, AClockBehindTheNewestRecordIsAFault) {
  box_.is_clock_set = true;
  const auto record = [this](const std::string& time) {
    folder_.Write("state/audit/000000000000.jsonl",
                  R"({"seq":0,"kind":"a","note":"\"time\":\"2031","time":")" +
                      time + "\"}\n");
  };
  record("2026-11-30T12:30:00.000000Z");
  EXPECT_THAT(Check(CheckClock), HasSubstr("2026-11-30T12:30:00.000000Z"));
  record("2026-11-30T12:00:30.000000Z");
  EXPECT_THAT(Check(CheckClock), StartsWith("ok clock"));
}

TEST_F(MachineCheck, WhoKeepsTheClockDecides) {
  EXPECT_THAT(Check(CheckClock), StartsWith("warning clock: no time server"));
  folder_.Write("sys/class/rtc/rtc0", "");
  EXPECT_THAT(Check(CheckClock), StartsWith("note clock"));
  folder_.Write("run/systemd/timesync/synchronized", "");
  EXPECT_THAT(Check(CheckClock), StartsWith("ok clock"));
}

TEST_F(MachineCheck, ADiskThatIsNearlyFullIsToldInTime) {
  constexpr std::uint64_t kMiB = 1024 * 1024;
  const auto judged = [](std::uint64_t size, std::uint64_t free,
                         std::uint64_t free_inodes) {
    Findings found;
    JudgeRoom("/state", {size * kMiB, free * kMiB, 10'000, free_inodes}, found);
    return Lines(found);
  };
  EXPECT_THAT(judged(10'000, 501, 5000), StartsWith("ok disk"));
  EXPECT_THAT(judged(10'000, 499, 5000), StartsWith("warning disk"));
  // A twentieth of a large disk is plenty.
  EXPECT_THAT(judged(1'000'000, 1025, 5000), StartsWith("ok disk"));
  EXPECT_THAT(judged(10'000, 31, 5000), StartsWith("fault disk"));
  EXPECT_THAT(judged(10'000, 5000, 999), StartsWith("warning disk"));
  EXPECT_THAT(judged(10'000, 5000, 49), StartsWith("fault disk"));
}

TEST_F(MachineCheck, AReadOnlyFileSystemIsAFault) {
  folder_.Write("state/manifest", "");
  const std::string state = folder_.path() / "state";
  const auto mounts = [&](const std::string& options) {
    folder_.Write("proc/self/mountinfo",
                  "1 0 8:1 / / rw - ext4 /dev/sda1 rw\n"
                  "2 1 8:2 / " +
                      state + " rw,noatime shared:1 - ext4 /dev/sda2 " +
                      options + "\n");
    return Check(CheckDisk);
  };
  EXPECT_THAT(mounts("rw,errors=remount-ro"), Not(HasSubstr("read-only")));
  EXPECT_THAT(mounts("ro,errors=remount-ro"),
              StartsWith("fault disk: " + state));
}

TEST_F(MachineCheck, AMountPointMayHaveABlank) {
  box_.options.store.state_dir = folder_.path() / "a stick";
  folder_.Write("a stick/manifest", "");
  folder_.Write("proc/self/mountinfo",
                "1 0 8:1 / / rw - ext4 /dev/a rw\n2 1 8:2 / " +
                    folder_.path().native() +
                    "/a\\040stick rw - vfat /dev/b ro\n");
  EXPECT_THAT(Check(CheckDisk), HasSubstr("is read-only"));
}

TEST_F(MachineCheck, ACardTellsItsWear) {
  folder_.Write("state/manifest", "");
  const auto card = [this](const std::string& lives, const std::string& end) {
    folder_.Write("sys/block/mmcblk0/device/life_time", lives);
    folder_.Write("sys/block/mmcblk0/device/pre_eol_info", end);
    return Check(CheckDisk);
  };
  EXPECT_THAT(card("0x02 0x01\n", "0x01\n"),
              HasSubstr("ok disk: mmcblk0 has used at most 20 %"));
  EXPECT_THAT(card("0x01 0x09\n", "0x01\n"),
              HasSubstr("warning disk: mmcblk0 has used over 80 %"));
  EXPECT_THAT(card("0x01 0x02\n", "0x02\n"),
              HasSubstr("warning disk: mmcblk0 has little"));
  EXPECT_THAT(card("0x0b 0x02\n", "0x01\n"),
              HasSubstr("fault disk: mmcblk0 has used all"));
  EXPECT_THAT(card("0x00 0x00\n", "0x00\n"), Not(HasSubstr("mmcblk0")));
  EXPECT_THAT(card("worn\n", "\n"), Not(HasSubstr("mmcblk0")));
}

TEST_F(MachineCheck, WithoutTheControllerOfMemoryNoBoundHolds) {
  EXPECT_THAT(Check(CheckMemory), StartsWith("note memory"));
  folder_.Write("sys/fs/cgroup/cgroup.controllers", "cpu io pids\n");
  EXPECT_THAT(Check(CheckMemory), StartsWith("note memory: the kernel's"));
  folder_.Write("sys/fs/cgroup/cgroup.controllers", "cpu memory pids\n");
  EXPECT_THAT(Check(CheckMemory), StartsWith("ok memory"));
}

TEST_F(MachineCheck, InTheFirstVersionOfControlGroupsATableTells) {
  folder_.Write("proc/cgroups", "#subsys\thierarchy\nmemory\t0\t74\t0\n");
  EXPECT_THAT(Check(CheckMemory), StartsWith("note memory: the kernel's"));
  folder_.Write("proc/cgroups", "#subsys\thierarchy\nmemory\t3\t74\t1\n");
  EXPECT_THAT(Check(CheckMemory), StartsWith("ok memory"));
}

TEST_F(MachineCheck, FilesThatOthersMayChangeOrReadAreFaults) {
  box_.option_file = folder_.Write("options", "");
  const auto users = folder_.Write("state/users.json", "{}");
  const auto key = folder_.Write("state/audit/signing.key", "");
  using std::filesystem::perms;
  std::filesystem::permissions(folder_.path() / "state", perms{0700});
  std::filesystem::permissions(users, perms{0600});
  std::filesystem::permissions(key, perms{0600});
  std::filesystem::permissions(box_.option_file, perms{0644});
  EXPECT_THAT(Check(CheckPermissions), Not(HasSubstr("fault")));
  std::filesystem::permissions(folder_.path() / "state", perms{0770});
  std::filesystem::permissions(users, perms{0640});
  std::filesystem::permissions(key, perms{0604});
  std::filesystem::permissions(box_.option_file, perms{0666});
  const std::string lines = Check(CheckPermissions);
  for (const auto& path :
       {folder_.path() / "state", users, key, box_.option_file}) {
    EXPECT_THAT(lines, HasSubstr(path.native() + "\n"));
  }
}

TEST_F(MachineCheck, WhatTheDaemonMayNotReadIsAFault) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  using std::filesystem::perms;
  std::filesystem::permissions(folder_.path(), perms{0755});
  const auto key = folder_.Write("mqtt/box.key", "");
  std::filesystem::create_directories(folder_.path() / "state");
  ASSERT_EQ(::chown((folder_.path() / "state").c_str(), 65534, 65534), 0);
  box_.options.mqtt.key = key;
  std::filesystem::permissions(key, perms{0600});
  EXPECT_THAT(Check(CheckPermissions),
              HasSubstr("fault rights: the daemon may not read " +
                        key.native() + "\n"));
  // Whoever may ask is in the daemon's group.
  ASSERT_EQ(::chown(key.c_str(), 0, 65534), 0);
  std::filesystem::permissions(key, perms{0640});
  EXPECT_THAT(Check(CheckPermissions), HasSubstr("may read the key"));
  ASSERT_EQ(::chown(key.c_str(), 0, 65533), 0);
  EXPECT_THAT(Check(CheckPermissions), HasSubstr("may not read"));
  box_.status = {{"pid", 7}};
  folder_.Write("proc/7/status", "Name:\tx\nGroups:\t5 65533 \nNext:\t1\n");
  EXPECT_THAT(Check(CheckPermissions), Not(HasSubstr("fault")));
  std::filesystem::permissions(key.parent_path(), perms{0700});
  EXPECT_THAT(Check(CheckPermissions), HasSubstr("the daemon may not enter " +
                                                 key.parent_path().native()));
  box_.options.mqtt.key = "";
  box_.options.http.key = key;
  EXPECT_THAT(Check(CheckPermissions), HasSubstr("the daemon may not enter"));
}

}  // namespace
}  // namespace answerbox::client
