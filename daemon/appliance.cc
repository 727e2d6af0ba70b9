#include "daemon/appliance.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cmath>
#include <exception>
#include <map>
#include <memory>
#include <new>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/collections/store.h"
#include "daemon/dispatch/dispatcher.h"
#include "daemon/dispatch/fault_log.h"
#include "daemon/energy/energy_monitor.h"
#include "daemon/exam/self_check.h"
#include "daemon/foundation.h"
#include "daemon/gather_figures.h"
#include "daemon/http_service.h"
#include "daemon/identity/access_control.h"
#include "daemon/identity/logins.h"
#include "daemon/methods/services.h"
#include "daemon/mqtt_service.h"
#include "daemon/options/options.h"
#include "daemon/parts.h"
#include "daemon/protocol/http/metrics/metrics.h"
#include "daemon/protocol/mqtt/tcp/web_socket.h"
#include "daemon/protocol/unix_socket/server.h"
#include "daemon/recent_head.h"
#include "daemon/service/serve.h"
#include "daemon/service/stop_deadline.h"
#include "platform/service/notifier.h"

namespace answerbox::daemon {
namespace {

// Threads whose work is metered besides those that answer questions.
constexpr std::size_t kModelThreads = 1;

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

// Puts an exam of a collection on record. What it found goes to the journal
// where it differs from what the last one found.
void TellCheck(const AuditTrail& trail, const MadeCheck& check) {
  const std::string message = check.report.Describe();
  trail.RecordExam({"self_check", check.report.collection, message, check.lost},
                   [](const Result<Recorded>& recorded) {
                     if (!recorded) LogFault("self-check", recorded.error());
                   });
  if (!check.is_news) return;
  platform::Log(check.report.is_drop() ? platform::Priority::kWarning
                                       : platform::Priority::kNotice,
                "exam: " + message);
}

Result<http::FoundPicture> FindPicture(const CollectionStore& store,
                                       const http::PicturedPlace& place) {
  auto found = store.Page(place.collection, place.document, place.page);
  if (!found) return found.error();
  return http::FoundPicture{std::move(found->picture), std::move(found->boxes),
                            found->file};
}

EnergySettings EnergySettingsOf(const Options& options) {
  EnergySettings settings = options.energy;
  settings.folder = options.store.state_dir / "energy";
  platform::Correction correction;
  correction.gain_ppm = std::llround(settings.gain * 1e6);
  correction.offset_uw = std::llround(settings.offset_w * 1e6);
  correction.reason = "as the options say";
  if (!correction.ChangesNothing()) settings.sensors.correction = correction;
  return settings;
}

// The daemon. Its members are in the order in which they are made; each may use
// those before it, and is gone before them.
class Appliance {
 public:
  // All outlive it. Throws what libraries throw when threads or descriptors run
  // out.
  Appliance(const Options& options,
            const std::function<Result<Options>()>& read_again,
            Foundation& foundation)
      : options_(options),
        read_again_(read_again),
        foundation_(foundation),
        workspaces_(options.arena_bytes),
        dispatcher_(options.dispatch, options.lanes, foundation.access()),
        energy_(EnergySettingsOf(options),
                options.lanes.question_threads + options.lanes.slow_threads +
                    kModelThreads,
                [](const std::string& message) {
                  platform::Log(platform::Priority::kNotice, message);
                }),
        services_{foundation.store(),  workspaces_,     dispatcher_.activity(),
                  questions_,          energy_,         foundation.jobs(),
                  foundation.access(), options.sessions},
        self_check_(foundation.store(), SelfCheckOptionsOf(),
                    SelfCheckListenersOf()),
        context_(options.sessions, MethodMaker(), dispatcher_),
        server_(io_, foundation.sockets().listening.number(), context_),
        look_timer_(io_),
        deadline_(dispatcher_) {
    services_.self_check = &self_check_;
    services_.inbox = std::make_unique<Inbox>(options.inbox);
    services_.certificate_troubles = [this] {
      std::vector<std::string> troubles;
      for (const auto& [_, tls] : tls_) {
        for (auto& one : tls->Troubles(ClockNow())) {
          troubles.push_back(std::move(one));
        }
      }
      return troubles;
    };
    services_.tls_outages = [this] {
      std::vector<std::pair<std::string_view, std::string>> outages;
      for (const auto& [listener, tls] : tls_) {
        if (auto why = tls->outage()) outages.emplace_back(listener, *why);
      }
      return outages;
    };
    services_.withdraw = [this](const std::string& identity,
                                const std::string& collection,
                                const Completion<void>& done) {
      Withdraw(identity, collection, done);
    };
    services_.nothing_stays = [this] {
      return MqttService::CheckNothingStays(options_.store.state_dir,
                                            mqtt_ != nullptr);
    };
    services_.arithmetic = options.arithmetic;
    services_.audit = foundation.trail();
    if (!foundation.key_fault().empty()) {
      services_.outages.emplace_back("audit", foundation.key_fault());
    }
  }

  // Begins to meter, and opens what options may name. Call it once, before
  // Serve. Errors: kInvalidParams, kStorage.
  [[nodiscard]] Result<void> Open() {
    dispatcher_.Watch("writes documents",
                      [writing = foundation_.store().write_clock()] {
                        return writing->BusySince();
                      });
    dispatcher_.AskBeforeRecords(
        [this](const Identity& caller) { return CheckRecordRate(caller); });
    energy_.TellWindows(
        [&trail = foundation_.trail()](std::string_view sensor,
                                       const ClosedWindow& closed) {
          trail.RecordEnergy(sensor, closed);
        });
    energy_.Start();
    auto model = FindModel(options_, services_);
    if (!model) return model.error();
    model_ = std::move(*model);
    auto logins = Logins::Make(foundation_.access());
    if (!logins) return logins.error();
    logins_ = std::move(*logins);
    if (auto mqtt = OpenMqtt(); !mqtt) return mqtt;
    return OpenHttp();
  }

  // Serves until the process is told to stop, and closes everything that may
  // wait for a disk, within the deadline.
  [[nodiscard]] Result<void> Serve() {
    platform::Log(platform::Priority::kInfo,
                  "serving " +
                      std::to_string(foundation_.store().Collections().size()) +
                      " collections of " + options_.store.state_dir.native());
    std::vector<Listener*> listeners = {&server_};
    if (mqtt_) listeners.push_back(&mqtt_->server());
    if (http_) listeners.push_back(&http_->server());
    LookNowAndThen();
    const Result<void> served = daemon::Serve(
        io_, listeners, dispatcher_, foundation_.notifier(),
        options_.shutdown_grace, [this] { BeginStop(); }, [this] { Reload(); });
    Close();
    platform::Log(platform::Priority::kInfo, "stopped");
    return served;
  }

 private:
  // Who may manage could empty the disk's room in other ways.
  [[nodiscard]] Result<void> CheckRecordRate(const Identity& caller) {
    AuditLog* const log = foundation_.trail().log();
    if (log == nullptr || !log->rates().IsOver(caller.name()) ||
        foundation_.access().Of(caller).HasInEvery(Right::kManage)) {
      return {};
    }
    return Error{ErrorKind::kBusy,
                 "Your requests have filled the audit log as fast as one "
                 "caller may (audit_caller_bytes_per_s); try again later."};
  }

  [[nodiscard]] MakeMethods MethodMaker() {
    return [this](const Identity& caller) {
      return MakeMethodTable(services_, caller);
    };
  }

  [[nodiscard]] SelfCheckOptions SelfCheckOptionsOf() {
    return {.arena_bytes = options_.arena_bytes,
            .arithmetic = options_.arithmetic,
            .interval = options_.exam_interval,
            .is_busy = [this] {
              return dispatcher_.activity().questions_in_flight > 0;
            }};
  }

  [[nodiscard]] SelfCheckListeners SelfCheckListenersOf() {
    return {
        .on_checked = [&trail = foundation_.trail()](
                          const MadeCheck& check) { TellCheck(trail, check); },
        .on_fault = [](const Error& error) { LogFault("self-check", error); }};
  }

  [[nodiscard]] Result<void> OpenMqtt() {
    const auto& passed = foundation_.sockets().mqtt;
    const bool is_wanted = !options_.mqtt.plain_addresses.empty() ||
                           !options_.mqtt.tls_addresses.empty() ||
                           options_.mqtt.serves_websockets ||
                           !passed.plain.empty() || !passed.tls.empty();
    if (is_wanted && foundation_.access().outage()) {
      // Sessions would lose what their clients seem to have no right to.
      services_.outages.emplace_back(
          "mqtt",
          "MQTT clients are not served until users.json is put right and the "
          "daemon restarted.");
      return {};
    }
    auto mqtt = MqttService::Open(
        io_, options_, *logins_,
        {.dispatcher = dispatcher_,
         .make_methods = MethodMaker(),
         .access = foundation_.access(),
         .list_collections =
             [this] { return StatesOf(foundation_.store(), self_check_); },
         .read_box_state = [this] { return GatherBoxState(services_); },
         .on_login_failure = LoginFailureRecorder(),
         .sockets = std::move(foundation_.sockets().mqtt)});
    if (!mqtt) {
      // A wrong option or an address in use ends the start. If the file of
      // sessions can't be read, only MQTT stays closed.
      if (mqtt.error().kind != ErrorKind::kCorrupt) return mqtt.error();
      const std::string why =
          "MQTT clients are not served: " + mqtt.error().message;
      platform::Log(platform::Priority::kError, why);
      services_.outages.emplace_back("mqtt", why);
      return {};
    }
    mqtt_ = std::move(*mqtt);
    if (!mqtt_) return {};
    services_.damaged_mqtt_sessions = mqtt_->damaged_sessions();
    ServeTls("mqtt_tls", mqtt_->tls());
    return {};
  }

  void Withdraw(const std::string& identity, const std::string& collection,
                const Completion<void>& done) {
    if (mqtt_ == nullptr) return done({});
    mqtt_->server().Withdraw(identity, collection, [done](bool is_stored) {
      if (is_stored) return done({});
      done(Error{ErrorKind::kStorage,
                 "mqtt-sessions still holds what was removed, and can't be "
                 "written anew: the journal says why."});
    });
  }

  // `tls`: null: not served.
  void ServeTls(std::string_view listener, ServedTls* tls) {
    if (tls != nullptr) tls_.emplace_back(listener, tls);
  }

  // What `status` says is out of service, without the names of collections:
  // whoever reaches the listener gets it.
  [[nodiscard]] std::vector<std::string> ListOutages() const {
    std::set<std::string> outages;
    for (const Outage& outage : OutagesOf(services_)) {
      outages.emplace(outage.what);
    }
    return {outages.begin(), outages.end()};
  }

  [[nodiscard]] std::vector<std::string> ListCollections() const {
    std::vector<std::string> names;
    for (const auto& summary : foundation_.store().Collections()) {
      names.push_back(summary.name);
    }
    return names;
  }

  [[nodiscard]] http::SiteSurroundings SiteSurroundingsOf() {
    const CollectionStore& store = foundation_.store();
    return {.dispatcher = dispatcher_,
            .make_methods = MethodMaker(),
            .access = foundation_.access(),
            .list_collections = [this] { return ListCollections(); },
            .takes_feedback =
                [&store](std::string_view collection) {
                  const auto snapshot = store.Pin(collection);
                  return snapshot && TakesExam((*snapshot)->settings());
                },
            .list_outages = [this] { return ListOutages(); },
            .metrics =
                [this](const http::MetricsReader& reader) {
                  return MetricsFor(reader);
                },
            .pictures_of =
                [&store](std::string_view collection, std::string_view document,
                         std::uint64_t snapshot) {
                  return store.PicturesOf(collection, document, snapshot);
                },
            .find_picture =
                [&store](const http::PicturedPlace& place) {
                  return FindPicture(store, place);
                },
            .sign_log =
                [this](RecentHead::Clock::time_point since) {
                  return recent_head_.SignedSince(since);
                }};
  }

  [[nodiscard]] Result<void> OpenHttp() {
    auto http =
        HttpService::Open(io_, options_, foundation_.access(), *logins_,
                          {.site = SiteSurroundingsOf(),
                           .on_login_failure = LoginFailureRecorder(),
                           .sockets = std::move(foundation_.sockets().http)});
    if (!http) return http.error();
    http_ = std::move(*http);
    if (http_) ServeTls("https", http_->tls());
    if (options_.mqtt.serves_websockets) OfferWebSockets();
    return {};
  }

  [[nodiscard]] std::optional<std::string> MetricsFor(
      const http::MetricsReader& reader) {
    const bool manages_all =
        reader.user != nullptr &&
        foundation_.access().Of(*reader.user).HasInEvery(Right::kManage);
    if (!http::MayReadMetrics(options_.http.metrics, reader.is_loopback,
                              manages_all)) {
      return std::nullopt;
    }
    std::vector<http::ListenerFigures> listeners;
    std::optional<http::MqttMemory> memory;
    const auto add = [&](std::string_view name, auto& service) {
      listeners.push_back({name, service.server().connections()});
      if (service.tls()) listeners.back().dates = service.tls()->dates();
    };
    if (http_) add("http", *http_);
    if (mqtt_) {
      add("mqtt", *mqtt_);
      const MemoryBudget& budget = mqtt_->server().memory();
      memory = {budget.used_bytes(), budget.limit_bytes()};
    }
    http::Figures figures = GatherFigures(services_, std::move(listeners));
    figures.mqtt_memory = memory;
    return http::WriteMetrics(figures);
  }

  // MQTT takes over the clients of HTTP that ask for it.
  void OfferWebSockets() {
    if (!http_) {
      platform::Log(platform::Priority::kWarning,
                    "mqtt_websocket does nothing where neither http nor https "
                    "is served");
    }
    if (!http_ || !mqtt_) return;
    http_->server().OfferWebSockets([&mqtt = mqtt_->server()](
                                        http::Upgrade upgrade) {
      mqtt.Serve(mqtt::WebSocketUpgrade{.stream = std::move(upgrade.stream),
                                        .request = std::move(upgrade.request),
                                        .peer = std::move(upgrade.peer),
                                        .held = std::move(upgrade.held)});
    });
  }

  [[nodiscard]] LoginQueue::OnFailure LoginFailureRecorder() {
    return [&trail = foundation_.trail()](std::string_view user,
                                          std::string_view address) {
      trail.RecordFailedLogin(user, address);
    };
  }

  static std::chrono::sys_seconds ClockNow() {
    return std::chrono::floor<std::chrono::seconds>(
        std::chrono::system_clock::now());
  }

  void TellOfCertificates() {
    for (const auto& [_, tls] : tls_) tls->TellTroubles(ClockNow());
  }

  // Lets the self-check look whether an exam is due, now and from time to time.
  void LookNowAndThen() {
    // A timer that had expired when BeginStop cancelled it still gets here.
    if (is_stopping_) return;
    self_check_.Look(std::chrono::steady_clock::now());
    TellOfCertificates();
    look_timer_.expires_after(SelfCheck::kLookInterval);
    look_timer_.async_wait([this](boost::system::error_code error) {
      if (!error) LookNowAndThen();
    });
  }

  // Ends what would keep a thread longer than a request may take.
  void BeginStop() {
    is_stopping_ = true;
    deadline_.Begin(options_.shutdown_grace);
    energy_.Interrupt();
    look_timer_.cancel();
    self_check_.Interrupt();
    services_.dense.Interrupt();
    // Its questions get what the documents answer.
    if (model_) {
      model_->queue.Stop();
      model_->file.Interrupt();
    }
  }

  void Close() {
    self_check_.Stop();
    model_.reset();
    energy_.Stop();
    foundation_.Close();
    // Changes that were accepted are finished now. Their replies find closed
    // connections, but what they posted must run while the dispatcher lives.
    io_.restart();
    io_.poll();
    // What MQTT sessions got is stored within the deadline, too.
    mqtt_.reset();
    http_.reset();
  }

  // Reads the options again, and applies those that may change while the daemon
  // runs.
  void Reload();
  void ReloadCertificates();

  const Options& options_;
  Options running_ = options_;  // With what a reload changed.
  const std::function<Result<Options>()>& read_again_;
  Foundation& foundation_;
  boost::asio::io_context io_{1};
  WorkspacePool workspaces_;
  Dispatcher dispatcher_;
  QuestionStatistics questions_;
  EnergyMonitor energy_;
  Services services_;
  SelfCheck self_check_;
  std::unique_ptr<LanguageModel> model_;  // Null: the options name none.
  SessionContext context_;
  Server server_;
  RecentHead recent_head_{foundation_.trail().log()};
  std::unique_ptr<Logins> logins_;  // Of all that listen on the network.
  // Null: not served. Clients that MQTT took over hold places of HTTP.
  std::unique_ptr<HttpService> http_;
  std::unique_ptr<MqttService> mqtt_;  // Null: not served.
  // The listeners that serve by TLS, as `status` calls them.
  std::vector<std::pair<std::string_view, ServedTls*>> tls_;
  boost::asio::steady_timer look_timer_;
  bool is_stopping_ = false;
  StopDeadline deadline_;  // Lives until the store and the log are closed.
};

std::string Or(const std::string& text, const char* otherwise) {
  return text.empty() ? otherwise : text;
}

void Appliance::Reload() {
  ReloadCertificates();
  if (foundation_.access().ReadAgain()) {
    if (AuditLog* const log = foundation_.trail().log()) log->TellState();
    platform::Log(platform::Priority::kNotice,
                  "users.json was read again: its rights count");
  }
  const Result<Options> read = read_again_();
  if (!read) {
    return platform::Log(platform::Priority::kError,
                         "options were not read again, nothing was changed: " +
                             read.error().message);
  }
  const ReloadedOptions reloaded = TakeOver(*read, running_);
  platform::SetLogLevel(running_.log_level);
  services_.limits = running_.sessions;
  dispatcher_.ChangeBounds(running_.dispatch);
  self_check_.ChangeInterval(running_.exam_interval);
  context_.ChangeBounds(running_.sessions);
  if (mqtt_) mqtt_->ChangeBounds(running_.sessions);
  if (http_) http_->server().ChangeBounds(running_.sessions);
  platform::Log(
      platform::Priority::kNotice,
      "options were read again; changed: " + Or(reloaded.changed, "nothing") +
          "; to be started anew for: " + Or(reloaded.needs_start, "nothing"));
}

void Appliance::ReloadCertificates() {
  for (const auto& [_, tls] : tls_) {
    if (auto read = tls->Reload(); !read) {
      platform::Log(platform::Priority::kError,
                    "certificates were not read again, connections are served "
                    "with the old ones: " +
                        read.error().message);
    }
  }
  TellOfCertificates();
}

Result<void> Run(const Options& options,
                 const std::function<Result<Options>()>& read_again) {
  Foundation foundation(options);
  if (auto opened = foundation.Open(); !opened) return opened;
  Appliance appliance(options, read_again, foundation);
  if (auto opened = appliance.Open(); !opened) return opened;
  return appliance.Serve();
}

}  // namespace

// Libraries throw when descriptors, threads or memory run out at the start.
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

}  // namespace answerbox::daemon
