#include "daemon/appliance.h"

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "daemon/collections/store.h"
#include "daemon/protocol/methods/services.h"
#include "daemon/protocol/unix_socket/serve.h"
#include "platform/service/listening_socket.h"
#include "platform/service/notifier.h"
#include "platform/service/socket_activation.h"

namespace answerbox::daemon {
namespace {

using std::chrono::milliseconds;

StoreOptions StoreOptionsOf(const Options& options) {
  StoreOptions store;
  store.state_dir = options.state_dir;
  store.defaults.theta = options.theta;
  store.defaults.profile = options.profile == "paper"
                               ? engine::Profile::kPaper
                               : engine::Profile::kDefault;
  store.defaults.chunking = {static_cast<std::uint16_t>(options.window),
                             static_cast<std::uint16_t>(options.overlap)};
  store.writer_memory_bytes = SizeOf(options.writer_memory_bytes);
  store.merge_memory_bytes = SizeOf(options.merge_memory_bytes);
  store.held_upload_bytes = SizeOf(options.held_upload_bytes);
  store.max_collections = SizeOf(options.max_collections);
  store.max_documents = SizeOf(options.max_documents);
  store.max_queued_changes = SizeOf(options.max_queued_changes);
  return store;
}

ClientLimits ClientLimitsOf(const Options& options) {
  return {SizeOf(options.max_line_bytes), SizeOf(options.max_in_flight),
          SizeOf(options.max_uploads)};
}

Error Unavailable(const platform::Error& error) {
  return {ErrorKind::kStorage, "can't " + error.Describe()};
}

Result<platform::ListeningSocket> Listen(const Options& options) {
  auto activated = platform::TakeActivatedSocket();
  if (!activated) return Unavailable(activated.error());
  if (*activated) return platform::ListeningSocket(std::move(**activated));
  auto opened = platform::ListeningSocket::Open(
      options.socket, static_cast<mode_t>(options.socket_mode),
      options.socket_group);
  if (!opened) return Unavailable(opened.error());
  return std::move(*opened);
}

}  // namespace

platform::Priority LogLevelOf(const Options& options) {
  if (options.log_level == "error") return platform::Priority::kError;
  if (options.log_level == "warning") return platform::Priority::kWarning;
  if (options.log_level == "notice") return platform::Priority::kNotice;
  if (options.log_level == "debug") return platform::Priority::kDebug;
  return platform::Priority::kInfo;
}

Result<void> RunAppliance(const Options& options) {
  const auto listening = Listen(options);
  if (!listening) return listening.error();
  auto opened = CollectionStore::Open(StoreOptionsOf(options));
  if (!opened) return opened.error();
  std::unique_ptr<CollectionStore> store = std::move(*opened);

  boost::asio::io_context io(1);
  WorkspacePool workspaces(SizeOf(options.arena_bytes));
  SessionActivity activity;
  QuestionStatistics questions;
  Services services{*store, workspaces, activity, questions,
                    ClientLimitsOf(options)};
  services.arithmetic = options.arithmetic == "float"
                            ? engine::Arithmetic::kFloat
                            : engine::Arithmetic::kFixed;
  SessionContext context(
      SessionBounds(options), SizeOf(options.question_threads),
      [&services](const Caller&) { return MakeMethodTable(services); },
      activity);
  Server server(io, listening->number(), context);

  platform::Log(platform::Priority::kInfo,
                "serving " + std::to_string(store->Collections().size()) +
                    " collections of " + options.state_dir);
  Serve(io, server, context, platform::Notifier::FromEnvironment(),
        milliseconds(options.shutdown_grace_ms));
  // Accepted changes are finished here; their replies find closed connections.
  store.reset();
  io.restart();
  io.poll();
  platform::Log(platform::Priority::kInfo, "stopped");
  return {};
}

}  // namespace answerbox::daemon
