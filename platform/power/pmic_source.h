// The Raspberry Pi 5's power management chip, which measures voltage and
// current of 12 supply lines behind the board's regulators. The firmware alone
// can read it. What the board draws is more: regulators have losses, and USB
// and the header are fed past the chip. A published fit makes up for it on
// average.
#pragma once

#include <filesystem>
#include <vector>

#include "platform/power/candidate.h"
#include "platform/power/firmware_mailbox.h"

namespace answerbox::platform {

// One candidate where there is a mailbox, also on boards whose firmware then
// turns out not to know the command; and on a Raspberry Pi 5 whose mailbox is
// hidden from us, as services' devices are, so that its owner is told. Its
// readings are the sum of the rails; the fit holds for the 12 it was made with,
// so another number of them is malformed.
[[nodiscard]] std::vector<Candidate> FindPmic(const std::filesystem::path& root,
                                              const PropertyCall& call);

}  // namespace answerbox::platform
