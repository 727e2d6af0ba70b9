// `answerbox pack build`: writes a collection as the daemon has it into a file.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "client/commands/certificate/certificate_command.h"
#include "client/commands/pack/pack_command.h"
#include "client/exam/bank_file.h"
#include "client/rpc/message.h"
#include "client/terminal/human_units.h"
#include "client/terminal/printable.h"
#include "platform/file/file_writer.h"
#include "protocol/audit/digest.h"
#include "protocol/calls/collections.h"
#include "protocol/calls/packs.h"
#include "protocol/exam/guard_text.h"
#include "protocol/names/collection_name.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;
namespace calls = protocol::calls;
using protocol::PackHeader;
using protocol::PackPart;
using protocol::PackPartKind;

struct PackBuildOptions {
  CommonOptions common;
  std::string collection;
  std::string out;
  std::string exam_file;
  std::string must_pass = "100%";
  std::string name;     // Empty: the collection's.
  std::string release;  // Empty: the day.
};

// A part as the client gets it: from the daemon, or its text if it has one.
struct PartSource {
  std::size_t number = 0;
  std::optional<std::string> text = {};
};

// "2026.11.30" of UTC.
std::string Today() {
  const std::chrono::year_month_day day(
      std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()));
  const auto two = [](unsigned number) {
    return (number < 10 ? ".0" : ".") + std::to_string(number);
  };
  return std::to_string(static_cast<int>(day.year())) +
         two(static_cast<unsigned>(day.month())) +
         two(static_cast<unsigned>(day.day()));
}

Outcome<std::string> GuardText(const PackBuildOptions& options) {
  const auto bank = ReadGuardBank(options.exam_file);
  if (!bank) return bank.error();
  const auto must_pass = protocol::ParseMustPass(options.must_pass);
  if (!must_pass) return Rejected(must_pass.error().message);
  auto text = protocol::MakeGuardText(*bank, *must_pass);
  if (!text) return Rejected(text.error().message);
  return *std::move(text);
}

// Reads the part from the daemon, or from memory, piece by piece.
Outcome<void> EachPieceOf(
    Connection& connection, std::uint64_t transfer, const PartSource& source,
    const PackPart& part,
    const std::function<Outcome<void>(std::string_view)>& take) {
  if (source.text) return take(*source.text);
  for (std::uint64_t offset = 0; offset < part.bytes;) {
    const auto read = connection.Call(
        calls::kPacksRead.name,
        {{"transfer", transfer}, {"part", source.number}, {"offset", offset}});
    if (!read) return read.error();
    const auto piece = protocol::FromBase64(TextAt(AsObject(*read), "base64"));
    if (!piece || piece->empty()) {
      return Failure(ExitCode::kDaemonFailed, "bad_reply",
                     "the daemon's reply holds no piece of the collection");
    }
    offset += piece->size();
    if (auto taken = take(*piece); !taken) return taken;
  }
  return {};
}

// What the daemon tells of the collection, as a header without digests.
Outcome<PackHeader> HeaderOf(const PackBuildOptions& options,
                             const json::object& exported,
                             std::vector<PartSource>& sources) {
  PackHeader header;
  header.name = options.name.empty() ? options.collection : options.name;
  header.version = options.release.empty() ? Today() : options.release;
  header.made =
      static_cast<std::uint64_t>(SecondsNow().time_since_epoch().count());
  header.program = ANSWERBOX_VERSION;
  header.format = static_cast<std::uint32_t>(NumberAt(exported, "format"));
  header.is_paper = TextAt(exported, "profile") == "paper";
  header.window = static_cast<std::uint16_t>(NumberAt(exported, "window"));
  header.overlap = static_cast<std::uint16_t>(NumberAt(exported, "overlap"));
  header.theta = RealAt(exported, "theta");
  for (const json::value& value : ArrayAt(exported, "parts")) {
    const json::object& part = AsObject(value);
    const std::string kind = TextAt(part, "kind");
    const std::size_t number = sources.size();
    if (kind == "exam" && !options.exam_file.empty()) continue;
    header.parts.push_back({kind == "segment"    ? PackPartKind::kSegment
                            : kind == "synonyms" ? PackPartKind::kSynonyms
                                                 : PackPartKind::kExam,
                            NumberAt(part, "bytes"),
                            {}});
    sources.push_back({number});
  }
  if (!options.exam_file.empty()) {
    auto text = GuardText(options);
    if (!text) return text.error();
    header.parts.push_back({PackPartKind::kExam, text->size(), {}});
    sources.push_back({0, *std::move(text)});
  }
  if (std::ranges::count(header.parts, PackPartKind::kSegment,
                         &PackPart::kind) >
      static_cast<std::ptrdiff_t>(protocol::kMaxPackSegments)) {
    return Rejected(
        "the collection has too many segments: run `answerbox "
        "collections compact " +
        options.collection + "` first");
  }
  return header;
}

// The parts are read twice: their digests stand before them.
Outcome<PackHeader> WritePack(const PackBuildOptions& options,
                              Connection& connection,
                              const json::object& exported) {
  const std::uint64_t transfer = NumberAt(exported, "transfer");
  std::vector<PartSource> sources;
  auto header = HeaderOf(options, exported, sources);
  if (!header) return header.error();
  for (std::size_t i = 0; i < sources.size(); ++i) {
    protocol::RunningDigest digest;
    auto read = EachPieceOf(connection, transfer, sources[i], header->parts[i],
                            [&](std::string_view piece) -> Outcome<void> {
                              digest.Add(piece);
                              return {};
                            });
    if (!read) return read.error();
    header->parts[i].sha256 = digest.Take();
  }
  auto file = platform::AtomicFile::Create(options.out);
  if (!file) return RejectedBy(file.error());
  const auto append = [&](std::string_view bytes) -> Outcome<void> {
    auto written = file->Append(std::as_bytes(std::span(bytes)));
    return written ? Outcome<void>() : RejectedBy(written.error());
  };
  auto written =
      append(protocol::EncodePackHeader(*header) + protocol::SignatureLine({}));
  for (std::size_t i = 0; written && i < sources.size(); ++i) {
    written =
        EachPieceOf(connection, transfer, sources[i], header->parts[i], append);
  }
  if (!written) return written.error();
  if (auto done = file->Commit(); !done) return RejectedBy(done.error());
  return header;
}

Outcome<ExitCode> Build(const PackBuildOptions& options) {
  if (!options.name.empty() && !protocol::IsCollectionName(options.name)) {
    return Rejected(
        "a pack's name is that of a collection: 1 to 64 of a-z 0-9 "
        "- _ that begin with a letter or digit");
  }
  if (!options.release.empty() && !protocol::IsPackWord(options.release)) {
    return Rejected("a pack's version is 1 to 64 of A-Z a-z 0-9 . _ + -");
  }
  auto connection = Connect(options.common);
  if (!connection) return connection.error();
  // What is damaged on the disk must not be signed.
  const auto verified = CallWithProgress(
      options.common, *connection, calls::kCollectionsVerify.name,
      {{"collection", options.collection}, {"progress", true}});
  if (!verified) return verified.error();
  const auto exported = connection->Call(calls::kPacksExport.name,
                                         {{"name", options.collection}});
  if (!exported) return exported.error();
  const auto header = WritePack(options, *connection, AsObject(*exported));
  if (!header) return header.error();
  const bool has_exam = header->parts.back().kind == PackPartKind::kExam;
  PrintDone(options.common,
            json::object{{"file", options.out},
                         {"name", header->name},
                         {"version", header->version},
                         {"bytes", header->bytes()},
                         {"exam", has_exam}},
            "Wrote " + HumanBytes(header->bytes()) + " of pack " +
                NameOfPack(*header) + (has_exam ? "" : ", without an exam,") +
                " to " + Escaped(options.out) + ". Now sign it.");
  return ExitCode::kDone;
}

}  // namespace

void AddPackBuildCommand(CLI::App& pack, int& exit_code) {
  CLI::App* build =
      pack.add_subcommand("build", "Write a collection into a pack");
  const auto options = std::make_shared<PackBuildOptions>();
  build->add_option("collection", options->collection, "The collection")
      ->type_name("COLLECTION")
      ->required();
  build->add_option("-o,--out", options->out, "The file to write")
      ->type_name("FILE")
      ->required();
  CLI::Option* exam = build->add_option(
      "--exam", options->exam_file,
      "The questions that a box must answer before it takes the pack "
      "(default: the collection's exam); - is standard input");
  exam->type_name("BANK");
  build
      ->add_option("--must-pass", options->must_pass,
                   "How many of them, such as 12 or 90% (default 100%)")
      ->type_name("N")
      ->needs(exam);
  build
      ->add_option("--name", options->name,
                   "The pack's name (default: the collection's)")
      ->type_name("NAME");
  build
      ->add_option("--release", options->release,
                   "Its version, such as 2026.3 (default: the day)")
      ->type_name("VERSION");
  CompleteCommand(*build, options,
                  "Example:\n"
                  "  answerbox pack build guidelines -o guidelines.pack "
                  "--exam bank.jsonl --must-pass 90%",
                  Build, exit_code);
}

}  // namespace answerbox::client
