// Trained weights from a file instead of the program's own.
#pragma once

#include <fstream>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "daemon/error.h"

namespace answerbox::client {

// Weights from a file, whose bytes they are views into.
template <typename Model>
class ModelFile {
 public:
  // An empty path: the program's own weights, and no model here.
  daemon::Result<void> Open(const std::string& path) {
    if (path.empty()) return {};
    std::ifstream file(path, std::ios::binary);
    bytes_.assign(std::istreambuf_iterator<char>(file), {});
    if (!file || file.bad()) {
      return daemon::Error{.kind = daemon::ErrorKind::kRejected,
                           .message = "cannot read " + path};
    }
    auto model = Model::Open(std::as_bytes(std::span(bytes_)));
    if (!model) {
      return daemon::Error{.kind = daemon::ErrorKind::kRejected,
                           .message = path + ": not weights of this version: " +
                                      engine::Describe(model.error().code) +
                                      " (" + model.error().field + ")"};
    }
    model_ = *model;
    return {};
  }
  [[nodiscard]] const Model* model() const {
    return model_ ? &*model_ : nullptr;
  }

 private:
  std::vector<char> bytes_;
  std::optional<Model> model_;
};

}  // namespace answerbox::client
