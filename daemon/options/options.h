// Every option of the daemon. Most are the settings of the room that they
// concern, where the default stands. option_table.h has names, units, ranges
// and help. docs/limits.md describes what happens at each limit.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <string>

#include "daemon/audit/audit_options.h"
#include "daemon/cascade/model_options.h"
#include "daemon/collections/files/store_options.h"
#include "daemon/dispatch/bounds.h"
#include "daemon/energy/energy_settings.h"
#include "daemon/exam/check_schedule.h"
#include "daemon/inbox/inbox_options.h"
#include "daemon/protocol/http/codec/http_settings.h"
#include "daemon/protocol/mqtt/tcp/mqtt_settings.h"
#include "daemon/protocol/unix_socket/session_bounds.h"
#include "engine/ask/workspace.h"
#include "engine/numeric/arithmetic.h"
#include "platform/service/journal.h"

namespace answerbox::daemon {

struct Options {
  std::string socket = "/run/answerbox/answerbox.sock";
  ::mode_t socket_mode = 0660;
  std::string socket_group;  // Empty: the daemon's own group.
  platform::Priority log_level = platform::Priority::kInfo;
  std::chrono::milliseconds shutdown_grace{10'000};

  engine::Arithmetic arithmetic = engine::Arithmetic::kFixed;
  std::size_t arena_bytes = engine::kDefaultArenaBytes;  // Of one question.
  std::chrono::days exam_interval = CheckSchedule::kInterval;

  StoreOptions store{.state_dir = "/var/lib/answerbox",
                     .defaults = {.theta = 0.45}};
  DispatchBounds dispatch;
  LaneSizes lanes;
  SessionBounds sessions;  // With what MQTT clients may have of requests, too.
  mqtt::MqttSettings mqtt;
  http::HttpSettings http;
  ModelOptions model;
  AuditOptions audit;
  EnergySettings energy;
  InboxOptions inbox;
};

}  // namespace answerbox::daemon
