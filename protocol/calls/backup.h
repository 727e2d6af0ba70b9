// The call of a backup: docs/socket-protocol.md, "Backups".
#pragma once

#include "protocol/calls/call.h"

namespace answerbox::protocol::calls {

namespace backup {

inline constexpr Member kReply[] = {{"folder"}};

}  // namespace backup

inline constexpr Call kBackup{.name = "backup",
                              .params = {},
                              .reply = backup::kReply,
                              .right = RequiredRight::InEvery(Right::kManage),
                              .lane = Lane::kBlocking};

}  // namespace answerbox::protocol::calls
