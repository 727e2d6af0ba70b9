#include "daemon/methods/model/model_grader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "tests/daemon/cascade/fake_model_server.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::daemon {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using Grades = std::vector<std::optional<std::uint8_t>>;

// What the model says of one text, and who it says it is.
struct Said {
  std::string text;
  std::string model = "tiny";
  std::string finish_reason = "stop";
};

std::string ReplyThat(const Said& said) {
  const std::string body =
      R"({"model":")" + said.model + R"(","choices":[{"text":")" + said.text +
      R"(","finish_reason":")" + said.finish_reason + R"("}]})";
  return HeaderOf("application/json",
                  "Content-Length: " + std::to_string(body.size()) + "\r\n") +
         body;
}

class ModelGraderTest : public testing::Test {
 protected:
  ~ModelGraderTest() override {
    if (model_) model_->queue.Stop();
    energy_.Stop();
  }

  // The model says these one after the other, and then hangs up.
  void Start(std::vector<Said> script, ModelOptions settings = {},
             const std::filesystem::path& model_file = {}) {
    energy_.Start();
    fake_.emplace([this, script = std::move(script), next = std::size_t{0}](
                      int connection, const std::string& request) mutable {
      {
        const std::lock_guard lock(mutex_);
        requests_.push_back(request);
      }
      if (next < script.size()) WriteAll(connection, ReplyThat(script[next++]));
    });
    settings.file = model_file;
    settings.queue = 1;
    model_.emplace(*ParseModelAddress(fake_->address()), settings, workspaces_,
                   energy_);
  }

  Result<ModelGrades> GradesOf(std::vector<std::string> passages) {
    std::promise<Result<ModelGrades>> promise;
    Begin(std::move(passages), promise);
    return promise.get_future().get();
  }
  void Begin(std::vector<std::string> passages,
             std::promise<Result<ModelGrades>>& promise) {
    const Reply reply([](const Result<std::string>&) {}, [](const WorkDone&) {},
                      [] { return true; });
    Grade(*model_, {"c", "How cold?", std::move(passages), reply,
                    [&promise, reply](Result<ModelGrades> grades) {
                      reply.Send(std::string("{}"));
                      promise.set_value(std::move(grades));
                    }});
  }

  static Grades ListOf(const Result<ModelGrades>& grades) {
    Grades list;
    for (const TextGrade& text : grades.value().texts) {
      list.push_back(text.grade);
    }
    return list;
  }

  static EnergySettings WithoutSensor() {
    EnergySettings settings;
    settings.reads_sensor = false;
    return settings;
  }

  EnergyMonitor energy_{WithoutSensor(), 1, [](const std::string&) {}};
  GatheringWorkspaces workspaces_;
  std::mutex mutex_;
  std::vector<std::string> requests_;
  std::optional<FakeModelServer> fake_;
  std::optional<LanguageModel> model_;
};

TEST_F(ModelGraderTest, EachPassageIsATextWithItsGradeOrNone) {
  Start({{" 4"}, {"Once upon a time"}, {"0"}});
  const auto grades = GradesOf({"Five degrees.", "A bus.", "A door."});
  ASSERT_TRUE(grades) << grades.error().message;
  EXPECT_THAT(ListOf(grades), ElementsAre(4, std::nullopt, 0));
  EXPECT_EQ(grades->model.name, "tiny");
  EXPECT_EQ(grades->model.sha256, "");
  ASSERT_EQ(requests_.size(), 3u);
  EXPECT_THAT(requests_[1], HasSubstr("Question: How cold?\\nContext: A bus.\\n"
                                      "Grade:"));
  EXPECT_THAT(requests_[1], HasSubstr("\"max_tokens\":16,"));
  // Each text has an energy of its own.
  EXPECT_LT(grades->texts[0].number, grades->texts[1].number);
}

TEST_F(ModelGraderTest, AReplyThatWasCutInItsGradeIsNone) {
  Start({{"4: mostly", "tiny", "length"}, {"1", "tiny", "length"}, {"1"}});
  const auto grades = GradesOf({"A.", "B.", "C."});
  ASSERT_TRUE(grades) << grades.error().message;
  EXPECT_THAT(ListOf(grades), ElementsAre(4, std::nullopt, 1));
}

// The queue has one place: it is free when the end is told.
TEST_F(ModelGraderTest, QuestionsFollowEachOtherAtOnceInAQueueOfOne) {
  Start(std::vector<Said>(40, Said{"3"}));
  for (int i = 0; i < 20; ++i) {
    const auto grades = GradesOf({"A.", "B."});
    ASSERT_TRUE(grades) << grades.error().message;
  }
}

TEST_F(ModelGraderTest, AModelThatFailsAtOnePassageGradesNone) {
  Start({{"5"}});
  const auto grades = GradesOf({"A.", "B."});
  ASSERT_FALSE(grades);
  EXPECT_EQ(grades.error().kind, ErrorKind::kModelFailed);
  EXPECT_EQ(grades.error().subject, "closed");
  EXPECT_THAT(grades.error().message,
              HasSubstr("nothing of the question is graded: "));
  EXPECT_THAT(grades.error().message, EndsWith("."));
}

TEST_F(ModelGraderTest, GradesNameTheModelsFile) {
  const tests::TemporaryFolder folder;
  tests::WriteFile(folder.path() / "tiny.gguf", "abc");
  Start({{"5"}}, {}, folder.path() / "tiny.gguf");
  const auto grades = GradesOf({"A."});
  ASSERT_TRUE(grades) << grades.error().message;
  // FIPS 180-4's example.
  EXPECT_EQ(grades->model.sha256,
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

// The file takes longer than the daemon lives.
TEST_F(ModelGraderTest, GradesWithoutTheModelsFileAreNotTold) {
  const tests::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "huge";
  tests::WriteFile(path, "");
  std::filesystem::resize_file(path, std::uintmax_t{1} << 36);
  Start({{"5"}, {"5"}}, {}, path);
  std::promise<Result<ModelGrades>> first;
  std::promise<Result<ModelGrades>> second;
  Begin({"A."}, first);
  // The first one has left the queue, which has one place.
  while (model_->queue.size() > 0) std::this_thread::yield();
  Begin({"A."}, second);
  model_->file.Interrupt();
  for (auto* const each : {&first, &second}) {
    const auto grades = each->get_future().get();
    ASSERT_FALSE(grades);
    EXPECT_EQ(grades.error().subject, "cancelled");
  }
}

TEST_F(ModelGraderTest, AServerThatGoesOverToAnotherModelGradesNone) {
  Start({{"5"}, {"5", "large"}});
  const auto grades = GradesOf({"A.", "B."});
  ASSERT_FALSE(grades);
  EXPECT_EQ(grades.error().subject, "invalid");
  EXPECT_THAT(grades.error().message, HasSubstr("from tiny to large"));
}

TEST_F(ModelGraderTest, TheOperatorsNameOfAModelCounts) {
  ModelOptions settings;
  settings.name = "ours";
  settings.max_tokens = 3;
  Start({{"5"}, {"5", "large"}}, settings);
  const auto grades = GradesOf({"A.", "B."});
  ASSERT_TRUE(grades);
  EXPECT_EQ(grades->model.name, "ours");
  EXPECT_THAT(requests_[0], HasSubstr("\"max_tokens\":3,"));
}

TEST_F(ModelGraderTest, ReadsFourBytesOfAPassageForEachTokenOfItsContext) {
  ModelOptions options;
  options.context_tokens = 10;
  EXPECT_EQ(GradedBytes(options), 40u);
}

}  // namespace
}  // namespace answerbox::daemon
