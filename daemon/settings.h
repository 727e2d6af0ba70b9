// Converts the options, as people set them, to the settings of each room.
#pragma once

#include "daemon/audit/audit_log.h"
#include "daemon/collections/files/store_options.h"
#include "daemon/energy/energy_settings.h"
#include "daemon/methods/audit_trail.h"
#include "daemon/methods/client_limits.h"
#include "daemon/methods/generator.h"
#include "daemon/methods/model_grader.h"
#include "daemon/options/options.h"
#include "platform/service/journal.h"

namespace answerbox::daemon {

// The store's `on_fault` logs each fault.
[[nodiscard]] StoreOptions StoreOptionsOf(const Options& options);
[[nodiscard]] EnergySettings EnergySettingsOf(const Options& options);
// Precondition: a model server is named.
[[nodiscard]] GeneratorSettings GeneratorSettingsOf(const Options& options);
[[nodiscard]] GraderSettings GraderSettingsOf(const Options& options);
[[nodiscard]] ClientLimits ClientLimitsOf(const Options& options);
// Precondition: the audit log is not turned off.
[[nodiscard]] AuditOptions AuditOptionsOf(const Options& options);
[[nodiscard]] QuestionForm QuestionFormOf(AuditQuestions questions);
[[nodiscard]] platform::Priority PriorityOf(LogLevel level);

}  // namespace answerbox::daemon
