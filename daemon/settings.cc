#include "daemon/settings.h"

#include <chrono>
#include <cmath>
#include <filesystem>

#include "daemon/dispatch/fault_log.h"

namespace answerbox::daemon {

using std::chrono::milliseconds;

namespace {

platform::Correction CorrectionOf(const Options& options) {
  platform::Correction correction;
  correction.gain_ppm = std::llround(options.energy_gain * 1e6);
  correction.offset_uw = std::llround(options.energy_offset_w * 1e6);
  correction.reason = "as the options say";
  return correction;
}

Durability DurabilityOf(AuditMode mode) {
  switch (mode) {
    case AuditMode::kEach:
      return Durability::kEach;
    case AuditMode::kOff:
    case AuditMode::kNone:
      return Durability::kNone;
    case AuditMode::kGroup:
      return Durability::kGroup;
  }
  return Durability::kGroup;
}

}  // namespace

StoreOptions StoreOptionsOf(const Options& options) {
  StoreOptions store;
  store.state_dir = options.state_dir;
  store.defaults.theta = options.theta;
  store.defaults.profile = options.profile;
  store.defaults.chunking = {static_cast<std::uint16_t>(options.window),
                             static_cast<std::uint16_t>(options.overlap)};
  store.writer_memory_bytes = SizeOf(options.writer_memory_bytes);
  store.merge_memory_bytes = SizeOf(options.merge_memory_bytes);
  store.held_upload_bytes = SizeOf(options.held_upload_bytes);
  store.erase_after =
      std::chrono::hours(static_cast<std::int64_t>(options.erase_hours));
  store.max_collections = SizeOf(options.max_collections);
  store.max_documents = SizeOf(options.max_documents);
  store.max_queued_changes = SizeOf(options.max_queued_changes);
  store.on_fault = [](const Error& error) { LogFault("maintenance", error); };
  return store;
}

EnergySettings EnergySettingsOf(const Options& options) {
  EnergySettings settings;
  settings.reads_sensor = options.energy_sensor != "none";
  settings.sensors.root = options.energy_root;
  if (options.energy_sensor != "auto") {
    settings.sensors.sensor = options.energy_sensor;
  }
  if (options.energy_shunt_micro_ohms != 0) {
    settings.sensors.shunt =
        static_cast<std::uint32_t>(options.energy_shunt_micro_ohms);
  }
  const platform::Correction correction = CorrectionOf(options);
  if (!correction.ChangesNothing()) settings.sensors.correction = correction;
  settings.sensors.model = options.energy_model;
  settings.min_interval = milliseconds(options.energy_min_interval_ms);
  settings.max_interval = milliseconds(options.energy_max_interval_ms);
  settings.window = milliseconds(options.energy_window_ms);
  settings.folder = std::filesystem::path(options.state_dir) / "energy";
  return settings;
}

GeneratorSettings GeneratorSettingsOf(const Options& options) {
  return {.from = options.model_from,
          .below = options.model_below,
          .context_tokens = options.model_context_tokens,
          .max_tokens = static_cast<std::uint32_t>(options.model_max_tokens),
          .timeout = std::chrono::seconds(options.model_timeout_s),
          .model_name = options.model_name};
}

GraderSettings GraderSettingsOf(const Options& options) {
  return {.context_tokens = options.model_context_tokens,
          .max_tokens = static_cast<std::uint32_t>(options.model_max_tokens),
          .timeout = std::chrono::seconds(options.model_timeout_s),
          .model_name = options.model_name};
}

ClientLimits ClientLimitsOf(const Options& options) {
  return {SizeOf(options.max_line_bytes), SizeOf(options.max_in_flight),
          SizeOf(options.max_uploads),
          std::chrono::seconds(options.upload_idle_seconds)};
}

AuditOptions AuditOptionsOf(const Options& options) {
  AuditOptions audit;
  audit.log.folder = std::filesystem::path(options.state_dir) / "audit";
  audit.log.file_bytes = options.audit_file_bytes;
  audit.log.file_age_us =
      std::chrono::microseconds(
          std::chrono::days(static_cast<std::int32_t>(options.audit_file_days)))
          .count();
  audit.durability = DurabilityOf(options.audit);
  audit.log.is_synced = audit.durability != Durability::kNone;
  audit.when_full = options.audit_when_full == AuditWhenFull::kRefuse
                        ? WhenFull::kRefuse
                        : WhenFull::kAnswer;
  audit.buffer_bytes = SizeOf(options.audit_buffer_bytes);
  audit.head_records = options.audit_head_records;
  audit.head_interval = std::chrono::seconds(options.audit_head_seconds);
  return audit;
}

QuestionForm QuestionFormOf(AuditQuestions questions) {
  switch (questions) {
    case AuditQuestions::kPlain:
      return QuestionForm::kPlain;
    case AuditQuestions::kHash:
      return QuestionForm::kHashed;
    case AuditQuestions::kOmit:
      return QuestionForm::kLeftOut;
  }
  return QuestionForm::kLeftOut;
}

platform::Priority PriorityOf(LogLevel level) {
  switch (level) {
    case LogLevel::kError:
      return platform::Priority::kError;
    case LogLevel::kWarning:
      return platform::Priority::kWarning;
    case LogLevel::kNotice:
      return platform::Priority::kNotice;
    case LogLevel::kInfo:
      return platform::Priority::kInfo;
    case LogLevel::kDebug:
      return platform::Priority::kDebug;
  }
  return platform::Priority::kInfo;
}

}  // namespace answerbox::daemon
