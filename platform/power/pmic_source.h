// The Raspberry Pi 5's power management chip, which measures voltage and
// current of the 12 rails that the board's regulators supply. Only the firmware
// can read it. The board draws more than that: regulators have losses, and USB
// and the pin header are supplied directly. A published fit corrects this on
// average.
#pragma once

#include <filesystem>
#include <vector>

#include "platform/power/candidate.h"
#include "platform/power/firmware_mailbox.h"

namespace answerbox::platform {

// One candidate if there is a mailbox, even if its firmware does not know the
// command. Also one on a Raspberry Pi 5 whose mailbox is hidden, as devices are
// from services, so that its owner is told. A reading is the sum of the rails.
// The fit is valid for 12 rails only, so a reading of another number is
// malformed.
[[nodiscard]] std::vector<Candidate> FindPmic(const std::filesystem::path& root,
                                              const PropertyCall& call);

}  // namespace answerbox::platform
