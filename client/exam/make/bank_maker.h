// Makes a bank from a collection's documents: reads them from the daemon, makes
// questions, and asks the daemon each of them. It keeps only questions whose
// answer comes from the passage they were made of, and only keys that an exam
// of these documents finds.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "client/exam/make/candidate.h"
#include "client/exam/make/document_questions.h"
#include "client/failure.h"
#include "client/rpc/connection.h"

namespace answerbox::client {

// A longer document is left out, because its text and blocks are held in
// memory.
inline constexpr std::size_t kMaxMadeDocumentBytes = std::size_t{16} << 20;

struct MakingOptions {
  std::string collection;
  // The most questions of one document. Rarer templates come first.
  std::size_t per_document = 1000;
  // The seed of a random choice among a template's questions.
  std::optional<std::uint64_t> seed;
};

struct MadeQuestion {
  std::string id;     // "vaccine-storage.md#3".
  std::string topic;  // The document's topic, or its name.
  std::string question;
  std::vector<std::string> keys;
  std::string document;
  std::string section;
  SourceRange source;
  QuestionTemplate made_by = QuestionTemplate::kFact;
};

struct MakingCounts {
  std::size_t documents = 0;
  std::size_t documents_without_questions = 0;
  std::size_t candidates = 0;
  std::size_t questions = 0;
  std::size_t named = 0;         // Questions that name their document's topic.
  std::size_t keyed = 0;         // Questions that have a key.
  std::size_t key_differs = 0;   // Questions whose keys were all left out.
  std::size_t beyond_limit = 0;  // Questions left out by `per_document`.
  std::array<std::size_t, kQuestionTemplates> of_template{};
  std::array<std::size_t, kAnswerVerdicts> verdicts{};  // Of candidates.
  LeftoverCounts leftovers{};
};

class BankMaker {
 public:
  using Take = std::function<void(const MadeQuestion&)>;
  using OnDocument = std::function<void(std::size_t done)>;

  BankMaker(Connection& connection, MakingOptions options)
      : connection_(connection), options_(std::move(options)) {}

  // Passes the questions to `take`, ordered by document name and then by place
  // in the text. Errors: those of Connection::Call.
  [[nodiscard]] Outcome<MakingCounts> Run(const Take& take,
                                          const OnDocument& on_document = {});

 private:
  struct KeyCheck {
    std::vector<std::string> matching;   // Keys, in the order given.
    std::vector<std::string> extracted;  // Short answers, one for each key.
  };

  [[nodiscard]] Outcome<void> MakeOf(const std::string& name, const Take& take);
  [[nodiscard]] Outcome<SourceDocument> Read(const std::string& name);
  enum class AskedOf : std::uint8_t { kItsDocument, kAllDocuments };
  [[nodiscard]] Outcome<AnswerVerdict> Ask(AskedOf asked_of,
                                           const std::string& question,
                                           const std::string& document,
                                           SourceRange source);
  // Checks whether the question's passage answers it. Puts the topic before a
  // question that is meaningless without it.
  [[nodiscard]] Outcome<AnswerVerdict> Check(Candidate& candidate,
                                             const std::string& topic,
                                             const std::string& document);
  // Returns the candidates that are answered, in their order.
  [[nodiscard]] Outcome<std::vector<Candidate>> Checked(
      std::vector<Candidate> candidates, const std::string& topic,
      const std::string& document);
  [[nodiscard]] Outcome<void> Keep(Candidate candidate, MadeQuestion question,
                                   const Take& take);
  [[nodiscard]] Outcome<std::vector<std::string>> VerifiedKeys(
      const std::string& question, const std::vector<std::string>& phrases);
  [[nodiscard]] Outcome<KeyCheck> Grade(const std::string& question,
                                        const std::vector<std::string>& keys);

  Connection& connection_;
  MakingOptions options_;
  MakingCounts counts_;
};

}  // namespace answerbox::client
