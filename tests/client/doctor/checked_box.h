// A box below a scratch folder, for one check.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "client/doctor/box.h"
#include "tests/client/scratch_folder.h"

namespace answerbox::client {

class CheckedBox : public testing::Test {
 protected:
  CheckedBox() {
    box_.root = folder_.path();
    box_.options.store.state_dir = folder_.path() / "state";
    // 2026-11-30 12:00:00.
    box_.now = std::chrono::sys_seconds(std::chrono::seconds(1'796'040'000));
  }

  // "severity subject: what" of all that the check found, a line each.
  std::string Check(void (*check)(Box&, Findings&)) {
    Findings found;
    check(box_, found);
    return Lines(found);
  }
  static std::string Lines(Findings& found) {
    std::string lines;
    for (const Finding& one : found.Take()) {
      lines += std::string(ToString(one.severity)) + " " + one.subject + ": " +
               one.what + "\n";
    }
    return lines;
  }

  ScratchFolder folder_;
  Box box_;
};

}  // namespace answerbox::client
