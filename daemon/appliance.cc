#include "daemon/appliance.h"

#include <unistd.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/audit/audit_log.h"
#include "daemon/audit/key_files.h"
#include "daemon/cascade/codec/model_address.h"
#include "daemon/cascade/model_file.h"
#include "daemon/cascade/model_queue.h"
#include "daemon/cascade/model_server.h"
#include "daemon/collections/snapshots/state_directory.h"
#include "daemon/collections/store.h"
#include "daemon/dispatch/dispatcher.h"
#include "daemon/dispatch/fault_log.h"
#include "daemon/energy/energy_monitor.h"
#include "daemon/exam/guard_examiner.h"
#include "daemon/exam/self_check.h"
#include "daemon/identity/access_control.h"
#include "daemon/identity/users_file.h"
#include "daemon/methods/generator.h"
#include "daemon/methods/services.h"
#include "daemon/mqtt_service.h"
#include "daemon/options/reload.h"
#include "daemon/protocol/unix_socket/server.h"
#include "daemon/service/named_sockets.h"
#include "daemon/service/serve.h"
#include "daemon/service/stop_deadline.h"
#include "daemon/settings.h"
#include "platform/file_descriptor.h"
#include "platform/power/program_usage.h"
#include "platform/service/listening_socket.h"
#include "platform/service/notifier.h"
#include "platform/service/socket_activation.h"

namespace answerbox::daemon {
namespace {

using std::chrono::milliseconds;

// The log, unless it is turned off, and the trail that leads to it.
struct Audit {
  std::unique_ptr<AuditLog> log;
  AuditTrail trail;
};

Result<Audit> StartAudit(const Options& options) {
  Audit audit;
  if (options.audit == AuditMode::kOff) return audit;
  AuditOptions audit_options = AuditOptionsOf(options);
  const std::filesystem::path folder = audit_options.log.folder;
  QuestionForm form = QuestionFormOf(options.audit_questions);
  // Loaded before the log is opened: a start that fails because of a damaged
  // key leaves nothing in the log.
  auto key = LoadOrMakeQuestionKey(folder);
  if (!key && key.error().kind != ErrorKind::kStorage) return key.error();
  auto log = AuditLog::Start(std::move(audit_options));
  if (!log) return log.error();
  // When the disk has no room for a key, records leave the question out rather
  // than show it.
  if (!key && form == QuestionForm::kHashed) form = QuestionForm::kLeftOut;
  audit.log = std::move(*log);
  audit.trail = AuditTrail(*audit.log, form, key ? *key : QuestionKey{});
  return audit;
}

// Threads whose work is metered besides those that answer questions.
constexpr std::size_t kModelThreads = 1;

// The language model that the options name.
struct LanguageModel {
  LanguageModel(ModelAddress address, const Options& options,
                Services& services)
      : server({std::move(address), options.model_name, options.model_cgroup}),
        file(options.model_file),
        queue(server, SizeOf(options.model_queue)),
        generator(GeneratorSettingsOf(options), queue, file, services.gathering,
                  services.energy),
        evaluator(generator.timeout(), options.model_name, queue, file),
        grader(GraderSettingsOf(options), queue, file, services.energy),
        question_writer(GraderSettingsOf(options), queue, file,
                        services.energy) {}

  ModelServer server;
  ModelFile file;
  ModelQueue queue;
  Generator generator;
  ModelEvaluator evaluator;
  ModelGrader grader;
  QuestionWriter question_writer;
};

// Settings that the daemon can start with, but that do less than they seem to.
void WarnOfModelSettings(const Options& options) {
  if (!options.model_cgroup.empty()) {
    const auto usage = platform::ReadCgroupUsage(options.model_cgroup);
    if (!usage) {
      platform::Log(platform::Priority::kWarning,
                    "model_cgroup: can't " + usage.error().Describe() +
                        "; what the model costs is unknown as long as that is "
                        "so");
    }
  }
  if (options.model_below <= options.model_from) {
    platform::Log(platform::Priority::kWarning,
                  "model_below is not greater than model_from: with generate "
                  "\"auto\", the model is asked only if a question wants "
                  "several facts");
  }
}

// Null if the options name none.
Result<std::unique_ptr<LanguageModel>> FindModel(const Options& options,
                                                 Services& services) {
  if (options.model_server.empty()) return nullptr;
  auto address = ParseModelAddress(options.model_server);
  if (!address) {
    return Error{ErrorKind::kInvalidParams, address.error().message};
  }
  WarnOfModelSettings(options);
  auto model =
      std::make_unique<LanguageModel>(std::move(*address), options, services);
  services.generator = &model->generator;
  services.evaluator = &model->evaluator;
  services.grader = &model->grader;
  services.question_writer = &model->question_writer;
  return model;
}

Error Unavailable(const platform::Error& error) {
  return {ErrorKind::kStorage, "can't " + error.Describe()};
}

// The names of what listens, for socket units: docs/operations.md, "Sockets".
constexpr std::array<ListenerName, 3> kListenerNames = {
    {{.name = "unix"},
     {.name = "mqtt", .most = platform::kMaxActivatedSockets},
     {.name = "mqtt_tls", .most = platform::kMaxActivatedSockets}}};

struct Sockets {
  platform::ListeningSocket listening;
  mqtt::PassedSockets mqtt;
};

Result<Sockets> Listen(const Options& options) {
  auto passed = platform::TakeActivatedSockets();
  if (!passed) return Unavailable(passed.error());
  auto sorted = SortByName(std::move(*passed), kListenerNames);
  if (!sorted) return sorted.error();
  mqtt::PassedSockets mqtt{.plain = std::move(sorted->at(1)),
                           .tls = std::move(sorted->at(2))};
  if (!sorted->front().empty()) {
    platform::FileDescriptor& activated = sorted->front().front();
    const auto checked = platform::CheckListeningUnixStream(activated);
    if (!checked) return Unavailable(checked.error());
    return Sockets{platform::ListeningSocket(std::move(activated)),
                   std::move(mqtt)};
  }
  auto opened = platform::ListeningSocket::Open(
      options.socket, static_cast<mode_t>(options.socket_mode),
      options.socket_group);
  if (!opened) return Unavailable(opened.error());
  return Sockets{std::move(*opened), std::move(mqtt)};
}

// Warns in the journal of entries in the state directory that are no
// collections: somebody may have copied documents there by mistake.
Result<void> TellOfStrays(const Options& options) {
  const auto strays = FindStrays(options.state_dir);
  if (!strays) return strays.error();
  for (const std::filesystem::path& stray : *strays) {
    platform::Log(platform::Priority::kWarning,
                  stray.string() +
                      " is no collection, and is left alone: take it out of "
                      "the state directory. Documents are added with "
                      "`answerbox add`, not by copying them there.");
  }
  return {};
}

// Libraries throw when descriptors, threads or memory run out at the start.
Error CanNotRun(const std::string& reason) {
  return {ErrorKind::kLimit,
          "can't start or go on: " + reason +
              ". Allow it more descriptors, threads or memory: LimitNOFILE, "
              "TasksMax and MemoryMax of its unit, or `ulimit -a` in a shell."};
}

// The daemon needs these to open the rest of its files, to accept connections,
// and to read and write files for requests. With fewer it would serve nobody.
constexpr std::size_t kLeastFreeDescriptors = 16;

Result<void> CheckFreeDescriptors(int any) {
  std::array<platform::FileDescriptor, kLeastFreeDescriptors> taken;
  for (platform::FileDescriptor& descriptor : taken) {
    descriptor = platform::FileDescriptor(::dup(any));
    if (descriptor.is_open()) continue;
    return CanNotRun("fewer than " + std::to_string(kLeastFreeDescriptors) +
                     " file descriptors are left to serve with");
  }
  return {};
}

// What topics tell of the collections.
std::vector<mqtt::CollectionState> StatesOf(const CollectionStore& store,
                                            const SelfCheck& self_check) {
  std::map<std::string, mqtt::ExamState> exams;
  for (const CheckReport& report : self_check.Reports()) {
    if (report.questions == 0) continue;
    exams[report.collection] = {report.is_drop(), report.snapshot,
                                report.questions, report.answered,
                                report.before,    report.lost};
  }
  std::vector<mqtt::CollectionState> states;
  for (const CollectionSummary& summary : store.Collections()) {
    auto& state = states.emplace_back();
    state.name = summary.name;
    state.snapshot = summary.snapshot;
    state.documents = summary.documents;
    const auto exam = exams.find(summary.name);
    if (exam != exams.end()) state.exam = exam->second;
  }
  return states;
}

std::chrono::days ExamIntervalOf(const Options& options) {
  return std::chrono::days(static_cast<std::int32_t>(options.exam_days));
}

// Puts an exam of a collection on record. What it found goes to the journal
// where it differs from what the last one found.
void TellCheck(const AuditTrail& trail, const MadeCheck& check) {
  const std::string message = check.report.Describe();
  trail.RecordExam({"self_check", check.report.collection, message, check.lost},
                   [](const Result<ChangeRecord>& recorded) {
                     if (!recorded) LogFault("self-check", recorded.error());
                   });
  if (!check.is_news) return;
  platform::Log(check.report.is_drop() ? platform::Priority::kWarning
                                       : platform::Priority::kNotice,
                "exam: " + message);
}

// Lets the self-check look whether an exam is due, from time to time.
class Looks {
 public:
  Looks(boost::asio::io_context& io, SelfCheck& self_check)
      : self_check_(self_check), timer_(io) {}

  void Start() {
    // A timer that had expired when Stop cancelled it still gets here.
    if (is_stopped_) return;
    self_check_.Look(std::chrono::steady_clock::now());
    timer_.expires_after(SelfCheck::kLookInterval);
    timer_.async_wait([this](boost::system::error_code error) {
      if (!error) Start();
    });
  }
  void Stop() {
    is_stopped_ = true;
    timer_.cancel();
  }

 private:
  SelfCheck& self_check_;
  boost::asio::steady_timer timer_;
  bool is_stopped_ = false;
};

// Reads the options again, and applies those that may change while the daemon
// runs.
class Reload {
 public:
  Reload(const Options& options,
         const std::function<Result<Options>()>& read_again, Services& services,
         Dispatcher& dispatcher, SelfCheck& self_check, SessionContext& context,
         MqttService* mqtt)
      : running_(options),
        read_again_(read_again),
        services_(services),
        dispatcher_(dispatcher),
        self_check_(self_check),
        context_(context),
        mqtt_(mqtt) {}

  void operator()() {
    if (mqtt_ != nullptr) ReloadCertificates();
    const Result<Options> read = read_again_();
    if (!read) {
      return platform::Log(
          platform::Priority::kError,
          "options were not read again, nothing was changed: " +
              read.error().message);
    }
    const ReloadedOptions reloaded = TakeOver(*read, running_);
    platform::SetLogLevel(PriorityOf(running_.log_level));
    services_.limits = ClientLimitsOf(running_);
    dispatcher_.ChangeBounds(DispatchBounds(running_));
    self_check_.ChangeInterval(ExamIntervalOf(running_));
    context_.ChangeBounds(SessionBounds(running_));
    if (mqtt_ != nullptr) mqtt_->ChangeBounds(running_);
    platform::Log(
        platform::Priority::kNotice,
        "options were read again; changed: " + Or(reloaded.changed, "nothing") +
            "; to be started anew for: " + Or(reloaded.needs_start, "nothing"));
  }

 private:
  void ReloadCertificates() {
    if (auto read = mqtt_->ReloadCertificates(); !read) {
      platform::Log(platform::Priority::kError,
                    "certificates were not read again, connections are served "
                    "with the old ones: " +
                        read.error().message);
    }
  }

  static std::string Or(const std::string& text, const char* otherwise) {
    return text.empty() ? otherwise : text;
  }

  Options running_;
  const std::function<Result<Options>()>& read_again_;
  Services& services_;
  Dispatcher& dispatcher_;
  SelfCheck& self_check_;
  SessionContext& context_;
  MqttService* mqtt_;  // Null where MQTT is not served.
};

Result<void> Run(const Options& options,
                 const std::function<Result<Options>()>& read_again);

}  // namespace

Result<void> RunAppliance(const Options& options,
                          const std::function<Result<Options>()>& read_again) {
  try {
    return Run(options, read_again);
  } catch (const std::bad_alloc&) {
    return CanNotRun("no memory is left");
  } catch (const std::exception& error) {
    return CanNotRun(error.what());
  }
}

namespace {

Result<void> Run(const Options& options,
                 const std::function<Result<Options>()>& read_again) {
  const auto notifier = platform::Notifier::FromEnvironment();
  if (!notifier) return CanNotRun(notifier.error().Describe());
  auto sockets = Listen(options);
  if (!sockets) return sockets.error();
  const platform::ListeningSocket& listening = sockets->listening;
  JobBoard jobs;
  StoreOptions store_options = StoreOptionsOf(options);
  store_options.jobs = &jobs;
  GuardExaminer examiner(SizeOf(options.arena_bytes), options.arithmetic);
  store_options.examiner = &examiner;
  auto opened = CollectionStore::Open(std::move(store_options));
  if (!opened) return opened.error();
  std::unique_ptr<CollectionStore> store = std::move(*opened);
  if (auto told = TellOfStrays(options); !told) return told.error();
  // Outlives the store: changes that are finished late are recorded too.
  auto audit = StartAudit(options);
  if (!audit) return audit.error();
  if (auto free = CheckFreeDescriptors(listening.number()); !free) {
    return free;
  }

  auto access = AccessControl::Open(std::filesystem::path(options.state_dir) /
                                    kUsersFileName);
  if (!access) return access.error();

  boost::asio::io_context io(1);
  WorkspacePool workspaces(SizeOf(options.arena_bytes));
  Dispatcher dispatcher(DispatchBounds(options),
                        {.question_threads = SizeOf(options.question_threads)},
                        **access);
  dispatcher.Watch("writes documents", [writing = store->write_clock()] {
    return writing->BusySince();
  });
  QuestionStatistics questions;
  EnergyMonitor energy(EnergySettingsOf(options),
                       SizeOf(options.question_threads) + kModelThreads,
                       [](const std::string& message) {
                         platform::Log(platform::Priority::kNotice, message);
                       });
  energy.TellWindows([&trail = audit->trail](std::string_view sensor,
                                             const ClosedWindow& closed) {
    trail.RecordEnergy(sensor, closed);
  });
  energy.Start();
  Services services{
      *store, workspaces, dispatcher.activity(),  questions, energy,
      jobs,   **access,   ClientLimitsOf(options)};
  SelfCheck self_check(
      *store,
      {.arena_bytes = SizeOf(options.arena_bytes),
       .arithmetic = options.arithmetic,
       .interval = ExamIntervalOf(options),
       .is_busy =
           [&dispatcher] {
             return dispatcher.activity().questions_in_flight > 0;
           }},
      {.on_checked = [&trail = audit->trail](
                         const MadeCheck& check) { TellCheck(trail, check); },
       .on_fault = [](const Error& error) { LogFault("self-check", error); }});
  services.self_check = &self_check;
  services.arithmetic = options.arithmetic;
  services.audit = audit->trail;
  auto model = FindModel(options, services);
  if (!model) return model.error();
  SessionContext context(
      SessionBounds(options),
      [&services](const Identity& caller) {
        return MakeMethodTable(services, caller);
      },
      dispatcher);
  Server server(io, listening.number(), context);
  auto mqtt = MqttService::Open(
      io, options,
      {.dispatcher = dispatcher,
       .make_methods =
           [&services](const Identity& caller) {
             return MakeMethodTable(services, caller);
           },
       .access = **access,
       .list_collections =
           [&store, &self_check] { return StatesOf(*store, self_check); },
       .on_login_failure =
           [&trail = audit->trail](std::string_view user,
                                   std::string_view address) {
             trail.RecordFailedLogin(user, address);
           },
       .sockets = std::move(sockets->mqtt)});
  if (!mqtt) return mqtt.error();
  if (*mqtt) services.damaged_mqtt_sessions = (*mqtt)->damaged_sessions();
  // Lives until the store and the log are closed.
  StopDeadline deadline(dispatcher);
  const milliseconds grace(options.shutdown_grace_ms);

  platform::Log(platform::Priority::kInfo,
                "serving " + std::to_string(store->Collections().size()) +
                    " collections of " + options.state_dir);
  std::vector<Listener*> listeners = {&server};
  if (*mqtt) listeners.push_back(&(*mqtt)->listener());
  Looks looks(io, self_check);
  looks.Start();
  const Result<void> served = Serve(
      io, listeners, dispatcher, *notifier, grace,
      [&] {
        deadline.Begin(grace);
        energy.Interrupt();
        looks.Stop();
        self_check.Interrupt();
        services.dense.Interrupt();
        // Its questions get what the documents answer.
        if (*model) {
          (*model)->queue.Stop();
          (*model)->file.Interrupt();
        }
      },
      Reload(options, read_again, services, dispatcher, self_check, context,
             mqtt->get()));
  self_check.Stop();
  model->reset();
  energy.Stop();
  // Accepted changes are finished here; their replies find closed connections.
  store.reset();
  audit->log.reset();
  io.restart();
  io.poll();
  // What MQTT sessions got is stored within the deadline, too.
  mqtt->reset();
  platform::Log(platform::Priority::kInfo, "stopped");
  return served;
}

}  // namespace
}  // namespace answerbox::daemon
