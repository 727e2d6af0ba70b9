#include "client/exam/exam_results.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <unordered_set>
#include <utility>

#include "client/input/file_contents.h"
#include "client/rpc/message.h"
#include "client/terminal/json_text.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

constexpr std::string_view kMatchingKey = kVerifications[0];
constexpr std::string_view kRefuses = kVerifications[2];

constexpr std::array kGraders = {ExamGrader::kSelf, ExamGrader::kKey,
                                 ExamGrader::kAuto, ExamGrader::kModel};

// No document is this long. A larger offset could overflow where ranges are
// added.
constexpr std::uint64_t kMostOffset = std::uint64_t{1} << 40;

// Members that the daemon left out or sent as null are left out here as well.
void CopyMember(const json::object& from, std::string_view name,
                json::object& to) {
  const json::value* const value = from.if_contains(name);
  if (value != nullptr && !value->is_null()) to[name] = *value;
}

// Returns a passage's grade according to the grader.
std::uint64_t GradeBy(ExamGrader grader, const json::object& passage) {
  if (grader != ExamGrader::kKey) return NumberAt(passage, "grade");
  return TextAt(passage, "verified") == kMatchingKey ? 1 : 0;
}

// Missing members become zero or empty; the caller decides which may be
// missing.
ResultPassage ToPassage(const json::object& from) {
  const json::object& offsets = ObjectAt(from, "offsets");
  return {.id = TextAt(from, "id"),
          .document = TextAt(from, "document"),
          .begin = NumberAt(offsets, "begin"),
          .end = NumberAt(offsets, "end"),
          .grade = NumberAt(from, "grade")};
}

// An answer without a document comes from a run, which has an id instead.
void ReadAnswer(const json::object& line, LineMembers& members,
                ResultQuestion& question) {
  const json::value* const value = line.if_contains("answer");
  if (value == nullptr || value->is_null()) return;
  if (!value->is_object()) {
    members.Fail("answer", "should be an object or null");
    return;
  }
  const json::object& answer = value->get_object();
  question.answer = ResultAnswer{.text = TextAt(answer, "text"),
                                 .short_answer = TextAt(answer, "short"),
                                 .document = TextAt(answer, "document"),
                                 .page = NumberAt(answer, "page")};
  if (question.answer->document.empty()) {
    question.answer->document = TextAt(answer, "id");
  }
}

void ReadPassages(const json::object& line, LineMembers& members,
                  ResultQuestion& question) {
  const json::value* const value = line.if_contains("passages");
  if (value == nullptr) return;
  if (!value->is_array() || value->get_array().size() > kMaxExamPassages) {
    members.Fail("passages", "should be an array of at most 1000 passages");
    return;
  }
  question.passages.reserve(value->get_array().size());
  for (const json::value& each : value->get_array()) {
    const ResultPassage& passage =
        question.passages.emplace_back(ToPassage(AsObject(each)));
    if ((passage.id.empty() && passage.document.empty()) ||
        passage.grade > kMaxExamGrade || passage.begin > kMostOffset ||
        passage.end > kMostOffset) {
      members.Fail("passages",
                   "should hold objects with \"id\" or \"document\", and a "
                   "grade from 0 to 5");
      return;
    }
  }
}

ResultQuestion ReadQuestion(const json::object& line, LineMembers& members) {
  ResultQuestion question{
      .id = members.Text("id"),
      .topic = members.Text("topic"),
      .question = members.Text("question"),
      .weight = members.Number("weight", 1.0),
      .must = members.Flag("must"),
      .grade = members.Count("grade", kMaxExamGrade),
      .probability = members.Number("probability", 0.0),
      .covered = members.Flag("covered"),
      .verified = members.TextIfThere("verified"),
      .refusal = TextAt(ObjectAt(line, "refusal"), "reason"),
      .ill_formed = members.Count("ill_formed", kMaxExamPassages)};
  if (!question.verified.empty() &&
      std::ranges::find(kVerifications, question.verified) ==
          kVerifications.end()) {
    members.Fail("verified",
                 "should be matches, differs, refuses or ill_formed");
  }
  if (!(question.weight > 0.0 && question.weight <= protocol::kMaxBankWeight)) {
    members.Fail("weight", "should be above 0, at most 1000000");
  }
  ReadAnswer(line, members, question);
  ReadPassages(line, members, question);
  return question;
}

struct LinePassages {
  json::array members;
  std::uint64_t best = 0;  // The best grade.
  std::uint64_t ill_formed = 0;
};

LinePassages PassagesOf(const ExamHeader& header, const json::object& graded) {
  LinePassages passages;
  for (const json::value& each : ArrayAt(graded, "passages")) {
    const json::object& from = AsObject(each);
    json::object passage;
    // A passage of a run has "id"; a passage of a collection has the other
    // three.
    for (const char* const name : {"id", "document", "chunk", "offsets"}) {
      CopyMember(from, name, passage);
    }
    const std::uint64_t grade = GradeBy(header.grader, from);
    passages.best = std::max(passages.best, grade);
    passage["grade"] = grade;
    if (header.grader == ExamGrader::kModel) {
      CopyMember(from, "ill_formed", passage);
      passages.ill_formed += from.contains("ill_formed") ? 1 : 0;
    } else {
      passage["probability"] = RealAt(from, "probability");
    }
    CopyMember(from, "verified", passage);
    CopyMember(from, "extracted", passage);
    passages.members.push_back(std::move(passage));
  }
  return passages;
}

// Reads results line by line: a header, questions, perhaps the sums. Files come
// from people and other programs, so each member is checked. Faults that a
// person would hardly notice, such as a repeated id, are errors, too.
class ResultsReader {
 public:
  explicit ResultsReader(ExamResults& results) : results_(results) {}

  void Read(const json::object& line, LineMembers& members) {
    if (!has_header_) {
      ReadHeader(line, members);
      has_header_ = true;
    } else if (results_.is_complete) {
      members.Fail("id", "follows the line of sums, which is the last");
    } else if (line.contains("cover")) {
      ReadSums(members);
    } else {
      AddQuestion(line, members);
    }
  }

  [[nodiscard]] bool has_header() const { return has_header_; }

 private:
  void ReadHeader(const json::object& line, LineMembers& members) {
    ExamHeader& header = results_.header;
    if (members.Count("exam", UINT64_MAX >> 1) != kExamResultsVersion) {
      members.Fail("exam",
                   "should be 1 in the first line of an exam's results");
    }
    const json::object& bank = ObjectAt(line, "bank");
    header.bank_sha256 = TextAt(bank, "sha256");
    header.questions = NumberAt(bank, "questions");
    header.collection = members.TextIfThere("collection");
    header.run = members.TextIfThere("run");
    header.run_sha256 = members.TextIfThere("run_sha256");
    if (line.contains("snapshot")) {
      header.snapshot = members.Count("snapshot", UINT64_MAX >> 1);
    }
    if (header.collection.empty() == header.run.empty()) {
      members.Fail("collection", "or \"run\" should say what was examined");
    }
    header.k = members.Count("k", kMaxExamPassages);
    header.tau = members.Count("tau", kMaxExamGrade);
    const std::string grader = members.Text("grader");
    for (const ExamGrader each : kGraders) {
      if (grader == ToString(each)) header.grader = each;
    }
    if (grader != ToString(header.grader)) {
      members.Fail("grader", "should be self, key, auto or model");
    }
    if (line.contains("model")) ReadModel(line, members);
    header.started = members.TextIfThere("started");
  }

  void ReadModel(const json::object& line, LineMembers& members) {
    const json::object& model = ObjectAt(line, "model");
    results_.header.model = ToGradingModel(model);
    if (results_.header.grader != ExamGrader::kModel || model.empty()) {
      members.Fail("model", "should be an object, and goes with grader model");
    }
  }

  // The sums are computed again from the questions, so that they can't
  // disagree. Only the count is compared: it reveals missing lines.
  void ReadSums(LineMembers& members) {
    results_.is_complete = true;
    if (members.Count("questions", UINT64_MAX >> 1) !=
        results_.questions.size()) {
      members.Fail("questions", "is not the number of the lines before: " +
                                    std::to_string(results_.questions.size()));
    }
  }

  void AddQuestion(const json::object& line, LineMembers& members) {
    ResultQuestion question = ReadQuestion(line, members);
    if (!ids_.insert(question.id).second) {
      members.Fail("id", "is that of an earlier line");
    }
    results_.questions.push_back(std::move(question));
  }

  ExamResults& results_;
  bool has_header_ = false;
  std::unordered_set<std::string> ids_;
};

// Returns where the line of sums begins, or the size if there is none. An exam
// that continues cuts the file there.
std::size_t EndOfQuestions(std::string_view contents) {
  std::string_view lines = contents;
  if (lines.ends_with('\n')) lines.remove_suffix(1);
  return lines.rfind('\n') + 1;  // npos + 1 is 0.
}

}  // namespace

const char* ToString(ExamGrader grader) noexcept {
  switch (grader) {
    case ExamGrader::kKey:
      return "key";
    case ExamGrader::kAuto:
      return "auto";
    case ExamGrader::kModel:
      return "model";
    case ExamGrader::kSelf:
      break;
  }
  return "self";
}

// A daemon without the option model_file knows no hash, and an older daemon
// knows no name.
bool GradingModel::MayBe(const GradingModel& other) const {
  const auto may_be = [](const std::string& a, const std::string& b) {
    return a.empty() || b.empty() || a == b;
  };
  return may_be(name, other.name) && may_be(sha256, other.sha256);
}

std::string GradingModel::Text() const {
  constexpr std::size_t kShownDigits = 12;
  std::string text = name.empty() ? "a model without a name" : name;
  if (!sha256.empty()) text += " (" + sha256.substr(0, kShownDigits) + ")";
  return text;
}

GradingModel ToGradingModel(const json::object& model) {
  return {TextAt(model, "name"), TextAt(model, "sha256")};
}

// An unknown model counts as equal: an exam in which no question had a passage
// asked no model.
bool HaveOneGrader(const ExamHeader& a, const ExamHeader& b) {
  if (a.grader != b.grader) return false;
  return !a.model || !b.model || a.model->MayBe(*b.model);
}

// A model's name tells more than the word "model".
std::string GraderText(const ExamHeader& header) {
  return header.model ? header.model->Text() : ToString(header.grader);
}

json::object ModelJson(const GradingModel& model) {
  json::object object{{"name", model.name}, {"sha256", nullptr}};
  if (!model.sha256.empty()) object["sha256"] = model.sha256;
  return object;
}

// Empty members are left out, so that the line names what was examined: a
// collection or a run.
std::string HeaderLine(const ExamHeader& header) {
  json::object line{
      {"exam", kExamResultsVersion},
      {"bank",
       {{"sha256", header.bank_sha256}, {"questions", header.questions}}}};
  if (!header.collection.empty()) line["collection"] = header.collection;
  if (!header.run.empty()) line["run"] = header.run;
  if (!header.run_sha256.empty()) line["run_sha256"] = header.run_sha256;
  if (header.snapshot) line["snapshot"] = *header.snapshot;
  line["k"] = header.k;
  line["tau"] = header.tau;
  line["grader"] = ToString(header.grader);
  if (header.model) line["model"] = ModelJson(*header.model);
  if (!header.started.empty()) line["started"] = header.started;
  return JsonText(line) + "\n";
}

json::object ResultLine(const ExamHeader& header,
                        const protocol::BankQuestion& question,
                        const json::object& graded) {
  json::object line{{"id", question.id},
                    {"topic", question.topic},
                    {"question", question.question},
                    {"weight", question.weight},
                    {"must", question.must}};
  LinePassages passages = PassagesOf(header, graded);
  const bool has_key = !question.keys.empty();
  std::string verified = TextAt(graded, "verified");
  // Without a passage there is no answer to compare with the key.
  if (has_key && verified.empty()) verified = kRefuses;
  const bool is_by_key = header.grader == ExamGrader::kKey ||
                         (header.grader == ExamGrader::kAuto && has_key);
  line["grade"] = passages.best;
  // A language model gives a grade but no probability.
  if (header.grader != ExamGrader::kModel) {
    line["probability"] = RealAt(graded, "probability");
  } else if (passages.ill_formed > 0) {
    line["ill_formed"] = passages.ill_formed;
  }
  line["covered"] =
      !passages.members.empty() &&
      (is_by_key ? verified == kMatchingKey : passages.best >= header.tau);
  if (!verified.empty()) line["verified"] = verified;
  const json::value* const answer = graded.if_contains("answer");
  line["answer"] = answer == nullptr ? json::value(nullptr) : *answer;
  CopyMember(graded, "refusal", line);
  line["passages"] = std::move(passages.members);
  return line;
}

ResultQuestion ToResultQuestion(const json::object& line) {
  LineMembers members(line);
  return ReadQuestion(line, members);
}

Outcome<ExamResults> ParseExamResults(const std::string& name,
                                      std::string_view contents,
                                      ResultsPart part) {
  ExamResults results;
  results.name = name;
  // A power cut may have left half a line. Its question is graded again.
  if (part == ResultsPart::kBeginning) {
    contents = contents.substr(0, contents.rfind('\n') + 1);
  }
  ResultsReader reader(results);
  const auto read =
      ReadJsonLines(name, contents, kMaxResultLineBytes,
                    [&reader](const json::object& line, LineMembers& members) {
                      reader.Read(line, members);
                    });
  if (!read) return read.error();
  if (!reader.has_header()) return Rejected(name + " holds no results");
  results.lines_bytes =
      results.is_complete ? EndOfQuestions(contents) : contents.size();
  if (part == ResultsPart::kWhole && !results.is_complete) {
    return Rejected(name + " holds the results of an exam that was cut after " +
                    std::to_string(results.questions.size()) +
                    " questions; run it again with the same -o, and it goes "
                    "on there");
  }
  return results;
}

Outcome<ExamResults> ReadExamResults(const std::string& path) {
  const auto input = ReadInput(path, kMaxResultsBytes);
  if (!input) return input.error();
  return ParseExamResults(input->name, input->contents, ResultsPart::kWhole);
}

// Members keep their order, so the first member of the header begins the file.
bool LooksLikeResults(std::string_view contents) noexcept {
  return contents.starts_with("{\"exam\":");
}

}  // namespace answerbox::client
