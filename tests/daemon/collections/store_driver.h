// Calls a store as the daemon does, but waits for each completion, so that
// tests are lists of steps.
#pragma once

#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/collections/store.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::daemon {

// A text that depends on `name`, different for each document.
inline std::string TextOf(std::string_view name) {
  return "The document called " + std::string(name) +
         " says that vaccines are kept cold. Hands are washed often.";
}

// Waits for a completion. The future is made before the call, so that a
// completion during the call is received too.
template <typename T>
class Waiter {
 public:
  [[nodiscard]] Completion<T> completion() {
    return [promise = promise_](Result<T> result) {
      promise->set_value(std::move(result));
    };
  }
  [[nodiscard]] Result<T> Wait() { return future_.get(); }

 private:
  std::shared_ptr<std::promise<Result<T>>> promise_ =
      std::make_shared<std::promise<Result<T>>>();
  std::future<Result<T>> future_ = promise_->get_future();
};

class StoreDriver {
 public:
  explicit StoreDriver(StoreOptions options) : options_(std::move(options)) {
    Restart();
  }
  explicit StoreDriver(const tests::TemporaryFolder& folder)
      : StoreDriver(StoreOptions{.state_dir = folder.path() / "state"}) {}

  // Closes the store and opens it again.
  void Restart() {
    store_.reset();
    auto opened = CollectionStore::Open(options_);
    ASSERT_TRUE(opened) << opened.error().message;
    store_ = std::move(*opened);
  }
  void Close() { store_.reset(); }

  CollectionStore& operator*() { return *store_; }
  CollectionStore* operator->() { return store_.get(); }

  // Sends the document without waiting for the completion.
  Waiter<DocumentSummary> Send(
      const std::string& name, std::string_view text,
      const std::string& collection = "c",
      std::optional<engine::Sha256> sha256 = std::nullopt) {
    Waiter<DocumentSummary> waiter;
    auto upload = store_->Begin(collection, name);
    if (!upload) {
      waiter.completion()(upload.error());
      return waiter;
    }
    if (auto appended = upload->Append(text, {}, {}); !appended) {
      waiter.completion()(appended.error());
      return waiter;
    }
    store_->Commit(std::move(*upload), sha256, waiter.completion());
    return waiter;
  }

  Result<DocumentSummary> Add(const std::string& name, std::string_view text,
                              const std::string& collection = "c") {
    return Send(name, text, collection).Wait();
  }
  Result<DocumentSummary> Add(const std::string& name) {
    return Add(name, TextOf(name));
  }
  Result<void> Remove(const std::string& name,
                      const std::string& collection = "c") {
    Waiter<void> waiter;
    store_->Remove(collection, name, waiter.completion());
    return waiter.Wait();
  }
  Result<CollectionSummary> Create(const std::string& name,
                                   CollectionSettings settings = {}) {
    Waiter<CollectionSummary> waiter;
    store_->Create(name, settings, waiter.completion());
    return waiter.Wait();
  }
  Result<void> Drop(const std::string& name) {
    Waiter<void> waiter;
    store_->Drop(name, waiter.completion());
    return waiter.Wait();
  }
  Result<CollectionSummary> SetTheta(const std::string& name, double theta) {
    Waiter<CollectionSummary> waiter;
    store_->Set(name, {.theta = theta, .completion = waiter.completion()});
    return waiter.Wait();
  }
  Result<CollectionSummary> SetSynonyms(const std::string& name,
                                        std::string_view text) {
    SynonymsChange change;
    if (!text.empty()) change.synonyms = ReadSynonyms(text).value();
    Waiter<CollectionSummary> waiter;
    store_->Set(name, {.synonyms = std::move(change),
                       .completion = waiter.completion()});
    return waiter.Wait();
  }
  Result<CollectionSummary> Compact(const std::string& name = "c",
                                    Progress progress = {}) {
    Waiter<CollectionSummary> waiter;
    store_->Compact(name, std::move(progress), waiter.completion());
    return waiter.Wait();
  }
  Result<void> Erase(const std::string& name = "c", Progress progress = {}) {
    Waiter<void> waiter;
    store_->Erase(name, std::move(progress), waiter.completion());
    return waiter.Wait();
  }
  Result<std::uint64_t> Verify(const std::string& name = "c",
                               Progress progress = {}) {
    Waiter<std::uint64_t> waiter;
    store_->Verify(name, std::move(progress), waiter.completion());
    return waiter.Wait();
  }

  // Names in the collection, in document order.
  std::vector<std::string> Names(const std::string& collection = "c") {
    std::vector<std::string> names;
    auto page = store_->List(collection, "", 1000);
    if (!page) return {"error: " + page.error().message};
    for (auto& document : page->documents) names.push_back(document.name);
    return names;
  }
  std::string Text(const std::string& name,
                   const std::string& collection = "c") {
    auto part = store_->Text(collection, name, 0, kMaxTextPartBytes);
    return part ? part->text : "error: " + part.error().message;
  }
  std::shared_ptr<const Snapshot> Pin(const std::string& collection = "c") {
    auto snapshot = store_->Pin(collection);
    return snapshot ? *snapshot : nullptr;
  }

 private:
  StoreOptions options_;
  std::unique_ptr<CollectionStore> store_;
};

}  // namespace answerbox::daemon
