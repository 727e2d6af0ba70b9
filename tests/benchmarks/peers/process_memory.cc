#include "tests/benchmarks/peers/process_memory.h"

#include <fstream>
#include <string>

#include "tests/benchmarks/peers/search_system.h"

namespace answerbox::benchmarks {

ProcessMemory MemoryNow() {
  std::ifstream rollup("/proc/self/smaps_rollup");
  if (!rollup) Fail("/proc/self/smaps_rollup is not there");
  ProcessMemory memory;
  std::string line;
  while (std::getline(rollup, line)) {
    const auto read = [&line](const char* field, std::uint64_t& bytes) {
      const std::string prefix = std::string(field) + ':';
      if (line.starts_with(prefix)) {
        bytes = std::stoull(line.substr(prefix.size())) * 1024;
      }
    };
    read("Pss", memory.pss_bytes);
    read("Pss_Anon", memory.anonymous_bytes);
  }
  return memory;
}

}  // namespace answerbox::benchmarks
