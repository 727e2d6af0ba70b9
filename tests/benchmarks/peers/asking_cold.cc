#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <boost/json/array.hpp>
#include <chrono>

#include "tests/benchmarks/peers/asking.h"

namespace answerbox::benchmarks {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

struct ColdFigures {
  std::int64_t open_ns = 0;
  std::int64_t ask_ns = 0;
  std::int64_t read_bytes = 0;
  std::int64_t major_faults = 0;
};

// Pages leave the cache only if the files are synced and nobody maps them.
void DropFromPageCache(const fs::path& folder) {
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    const int file = open(entry.path().c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0 || fsync(file) != 0 ||
        posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) != 0) {
      Fail("cannot drop " + entry.path().string() + " from the page cache");
    }
    close(file);
  }
}

ColdFigures AskHere(const SearchSystem& system, const fs::path& folder,
                    const std::string& question) {
  rusage before{};
  getrusage(RUSAGE_SELF, &before);
  const auto start = Clock::now();
  const auto searcher = system.open(folder);
  const auto opened = Clock::now();
  static_cast<void>(searcher->Search(question));
  const auto asked = Clock::now();
  rusage after{};
  getrusage(RUSAGE_SELF, &after);
  return {std::chrono::nanoseconds(opened - start).count(),
          std::chrono::nanoseconds(asked - opened).count(),
          (after.ru_inblock - before.ru_inblock) * 512,
          after.ru_majflt - before.ru_majflt};
}

ColdFigures AskInNewProcess(const SearchSystem& system, const fs::path& folder,
                            const std::string& question) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) Fail("no pipe");
  const pid_t child = fork();
  if (child < 0) Fail("no new process");
  if (child == 0) {
    const ColdFigures figures = AskHere(system, folder, question);
    const bool written = write(ends[1], &figures, sizeof figures) ==
                         static_cast<ssize_t>(sizeof figures);
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  ColdFigures figures;
  const bool read_all = read(ends[0], &figures, sizeof figures) ==
                        static_cast<ssize_t>(sizeof figures);
  close(ends[0]);
  int status = 0;
  if (waitpid(child, &status, 0) != child || status != 0 || !read_all) {
    Fail("asking in a new process failed");
  }
  return figures;
}

}  // namespace

boost::json::object AskCold(const SearchSystem& system, const fs::path& folder,
                            const std::vector<AskedQuestion>& questions) {
  boost::json::array open_ns;
  boost::json::array ask_ns;
  boost::json::array read_bytes;
  boost::json::array major_faults;
  for (const AskedQuestion& question : questions) {
    DropFromPageCache(folder);
    const ColdFigures figures = AskInNewProcess(system, folder, question.text);
    open_ns.push_back(figures.open_ns);
    ask_ns.push_back(figures.ask_ns);
    read_bytes.push_back(figures.read_bytes);
    major_faults.push_back(figures.major_faults);
  }
  return {{"open_ns", std::move(open_ns)},
          {"ask_ns", std::move(ask_ns)},
          {"read_bytes", std::move(read_bytes)},
          {"major_faults", std::move(major_faults)}};
}

}  // namespace answerbox::benchmarks
