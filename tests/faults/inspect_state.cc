// Opens state directories as a daemon does, and lists their content. Reads one
// path per line and writes one JSON object per line:
//   {"collections":{"COLLECTION":theta, ...},
//    "documents":{"COLLECTION/NAME":"SHA-256 of the text read back", ...}}
//   {"error":"what is wrong"}
#include <boost/json.hpp>
#include <filesystem>
#include <future>
#include <iostream>
#include <string>

#include "daemon/audit/log_writer.h"
#include "daemon/collections/store.h"
#include "engine/text/content_id.h"

namespace answerbox::daemon {
namespace {

constexpr std::size_t kPageDocuments = 1000;
constexpr std::uint64_t kPartBytes = std::uint64_t{256} << 10;

std::string Hexadecimal(const engine::Sha256& digest) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (const auto byte : digest) {
    const auto value = static_cast<unsigned>(byte);
    text += kDigits[value >> 4];
    text += kDigits[value & 15];
  }
  return text;
}

// The SHA-256 of the text that is read back, not the stored one.
Result<std::string> DigestOfText(const CollectionStore& store,
                                 const std::string& collection,
                                 const std::string& name) {
  std::string text;
  for (;;) {
    const auto part =
        store.Text(collection, name, text.size(), text.size() + kPartBytes);
    if (!part) return part.error();
    text += part->text;
    if (part->text.empty() || text.size() >= part->document_bytes) break;
  }
  return Hexadecimal(engine::ComputeSha256(text));
}

// The picture of a document, if it has one, is of this version of it.
Result<void> CheckPicture(const CollectionStore& store,
                          const std::string& collection,
                          const DocumentSummary& document,
                          const std::string& digest) {
  if (document.pictures == 0) return {};
  const auto page = store.Page(collection, document.name, 1);
  if (!page) return page.error();
  if (page->picture.find(digest) != std::string::npos) return {};
  return Error{ErrorKind::kCorrupt,
               document.name + ": the picture is of another version"};
}

// Counts the files of page pictures that are there, and the documents that
// have one, or had one before a pack came.
Result<void> CheckPictureFiles(const std::string& folder,
                               const Snapshot& snapshot) {
  std::size_t named = 0;
  const CollectionSettings& settings = snapshot.settings();
  if (settings.pages) named += settings.pages->size();
  if (settings.before) {
    for (const auto& file : settings.before->files) {
      if (file.name.ends_with(kPagesExtension)) ++named;
    }
  }
  std::size_t found = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == kPagesExtension) ++found;
  }
  if (named == found) return {};
  return Error{ErrorKind::kCorrupt, folder + ": " + std::to_string(found) +
                                        " files of page pictures, and " +
                                        std::to_string(named) + " are named"};
}

Result<void> AddDocuments(const CollectionStore& store,
                          const std::string& collection,
                          boost::json::object& documents) {
  for (std::string after;;) {
    const auto page = store.List(collection, after, kPageDocuments);
    if (!page) return page.error();
    for (const DocumentSummary& document : page->documents) {
      auto digest = DigestOfText(store, collection, document.name);
      if (!digest) return digest.error();
      if (*digest != Hexadecimal(document.sha256)) {
        return Error{ErrorKind::kCorrupt,
                     document.name + ": its text has another SHA-256"};
      }
      auto drawn = CheckPicture(store, collection, document, *digest);
      if (!drawn) return drawn;
      documents[collection + '/' + document.name] = *digest;
    }
    if (!page->has_more) return {};
    after = page->documents.back().name;
  }
}

Result<void> Verify(CollectionStore& store, const std::string& collection) {
  std::promise<Result<std::uint64_t>> promise;
  auto verified = promise.get_future();
  store.Verify(
      collection, [](std::uint64_t, std::uint64_t) {},
      [&](Result<std::uint64_t> result) {
        promise.set_value(std::move(result));
      });
  const auto bytes = verified.get();
  if (!bytes) return bytes.error();
  return {};
}

Result<boost::json::object> Inspect(const std::string& path) {
  StoreOptions options;
  options.state_dir = path;
  // If the disk is older than the log, a collection is out of service.
  options.read_known = [&] {
    return LogWriter::ReadKnown({.folder = path + "/audit"});
  };
  auto store = CollectionStore::Open(std::move(options));
  if (!store) return store.error();
  for (const auto& [name, why] : (*store)->OutOfService()) return why;
  boost::json::object collections;
  boost::json::object documents;
  for (const CollectionSummary& collection : (*store)->Collections()) {
    auto verified = Verify(**store, collection.name);
    if (!verified) return verified.error();
    const auto snapshot = (*store)->Pin(collection.name);
    if (!snapshot) return snapshot.error();
    auto counted =
        CheckPictureFiles(path + "/collections/" + collection.name, **snapshot);
    if (!counted) return counted.error();
    auto added = AddDocuments(**store, collection.name, documents);
    if (!added) return added.error();
    collections[collection.name] = collection.settings.theta;
  }
  return boost::json::object{{"collections", std::move(collections)},
                             {"documents", std::move(documents)}};
}

}  // namespace
}  // namespace answerbox::daemon

int main() {
  for (std::string path; std::getline(std::cin, path);) {
    auto found = answerbox::daemon::Inspect(path);
    const boost::json::object line =
        found ? std::move(*found)
              : boost::json::object{{"error", found.error().message}};
    std::cout << boost::json::serialize(line) << std::endl;
  }
  return 0;
}
