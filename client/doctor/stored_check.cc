// What is stored: what the daemon says of collections and of the audit log, and
// where it is wanted every byte of both.
#include <cerrno>

#include "client/doctor/box.h"
#include "client/rpc/message.h"
#include "client/terminal/human_units.h"
#include "platform/file/mapped_file.h"
#include "protocol/audit/log_folder.h"
#include "protocol/audit/verifier.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

constexpr const char* kDocuments = "documents";
constexpr const char* kAuditLog = "audit log";
constexpr const char* kDamaged = "docs/operations.md, \"A file is damaged\"";

void TellStatus(const json::object& status, Findings& found) {
  for (const json::value& one : ArrayAt(status, "out_of_service")) {
    const json::object& outage = AsObject(one);
    found.Fault(TextAt(outage, "what") == "collection" ? kDocuments
                                                       : TextAt(outage, "what"),
                "not served: " + TextAt(outage, "message"), kDamaged);
  }
  for (const json::value& one : ArrayAt(status, "damaged")) {
    if (!one.is_string()) continue;
    found.Fault(kDocuments, std::string(one.as_string()), kDamaged);
  }
  const json::object& audit = ObjectAt(status, "audit");
  if (const std::string why = TextAt(audit, "failure"); !why.empty()) {
    found.Fault(kAuditLog, why, "docs/operations.md, \"What was answered\"");
  }
  if (const std::string why = TextAt(audit, "problem"); !why.empty()) {
    found.Fault(kAuditLog, why,
                "copy the folder elsewhere as evidence, and restart the "
                "daemon: it checks the log");
  }
  for (const json::value& one : ArrayAt(audit, "set_aside")) {
    found.Warning(kAuditLog,
                  "a log that was damaged is in " +
                      TextAt(AsObject(one), "folder") + ": " +
                      TextAt(AsObject(one), "found"),
                  "copy it elsewhere, and verify the copy");
  }
  for (const json::value& one : ArrayAt(status, "exams")) {
    found.Warning("exam", TextAt(AsObject(one), "message"),
                  "docs/operations.md, \"Self-check\"");
  }
  if (const std::string why = TextAt(ObjectAt(status, "erasing"), "problem");
      !why.empty()) {
    found.Warning("erasing", why, "docs/operations.md, \"Erasing\"");
  }
  // Also of files that were replaced since, and of revocation lists.
  for (const json::value& one :
       ArrayAt(ObjectAt(status, "mqtt"), "certificates")) {
    if (!one.is_string()) continue;
    found.Warning(
        "certificate",
        "the daemon goes by what it read: " + std::string(one.as_string()),
        "\"systemctl reload answerboxd\" reads new files");
  }
  for (const json::value& one :
       ArrayAt(ObjectAt(status, "energy"), "damaged")) {
    if (!one.is_string()) continue;
    found.Warning("energy", std::string(one.as_string()), kDamaged);
  }
  const json::object& sessions = ObjectAt(ObjectAt(status, "mqtt"), "damaged");
  if (!sessions.empty()) {
    found.Warning("mqtt", TextAt(sessions, "message"), kDamaged);
  }
}

void VerifyCollections(Connection& daemon, Findings& found) {
  const auto list = daemon.CallPatiently("collections.list", {});
  if (!list) {
    return found.Fault(kDocuments, list.error().message, kDamaged);
  }
  std::uint64_t bytes = 0;
  for (const json::value& one : ArrayAt(AsObject(*list), "collections")) {
    const std::string name = TextAt(AsObject(one), "name");
    const auto verified =
        daemon.Call("collections.verify", {{"collection", name}});
    if (verified) {
      bytes += NumberAt(AsObject(*verified), "bytes");
    } else {
      found.Fault(kDocuments, "\"" + name + "\": " + verified.error().message,
                  kDamaged);
    }
  }
  found.Ok(kDocuments, HumanBytes(bytes) + " agree with their checksums");
}

void TellDamage(const std::string& what, Findings& found) {
  found.Fault(kAuditLog, what,
              "copy the folder elsewhere as evidence; \"answerbox audit "
              "verify\" tells more");
}

// One file after the other, so that a large log does not stay in memory.
std::optional<protocol::Finding> ReadLog(
    const std::vector<std::filesystem::path>& files,
    protocol::Verifier& verifier, Findings& found) {
  for (const std::filesystem::path& path : files) {
    const auto file = platform::MappedFile::Open(path);
    if (!file) {
      TellDamage("can't " + file.error().Describe(), found);
      return std::nullopt;
    }
    if (auto damage = verifier.ReadFile(file->text())) return damage;
  }
  return verifier.Finish();
}

void VerifyLog(const Box& box, Findings& found) {
  const std::filesystem::path& state = box.options.store.state_dir;
  // The head before the files, which grow while the daemon runs.
  const auto head = protocol::ReadKeptHead(state / protocol::kKeptHeadFile);
  const auto files = protocol::ListLogFiles(state / "audit");
  if (!files) {
    if (files.error().code.value() == EACCES) found.Unread(state / "audit");
    return;
  }
  if (files->empty()) return;
  protocol::Verifier verifier({});
  if (head && head->kept) verifier.ExpectBeside(head->kept->head);
  const auto damage = ReadLog(*files, verifier, found);
  if (damage) return TellDamage(damage->message, found);
  if (!head || !head->kept) {
    return TellDamage(
        "nothing says how long it was: " +
            (state / protocol::kKeptHeadFile).native() + " is " +
            (head && head->state == protocol::KeptHeadState::kMissing
                 ? "missing"
                 : "damaged or can't be read"),
        found);
  }
  found.Ok(kAuditLog, Counted(verifier.size() - verifier.begin(), "record") +
                          " agree with their signatures");
}

}  // namespace

void CheckStored(Box& box, Findings& found) {
  TellStatus(box.status, found);
  if (!box.is_deep) return;
  if (box.daemon) VerifyCollections(*box.daemon, found);
  VerifyLog(box, found);
}

}  // namespace answerbox::client
