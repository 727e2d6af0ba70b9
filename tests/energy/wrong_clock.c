/* Replaces system calls, by LD_PRELOAD. The file ANSWERBOX_CLOCK holds the
 * seconds, as a 64-bit number, by which the wall clock is wrong. */
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t* clock_page;
static pthread_once_t clock_once = PTHREAD_ONCE_INIT;

static void map_clock(void) {
  const char* const path = getenv("ANSWERBOX_CLOCK");
  if (path == NULL) return;
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return;
  void* const page = mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, fd, 0);
  close(fd);
  if (page != MAP_FAILED) clock_page = page;
}

int clock_gettime(clockid_t clock, struct timespec* now) {
  const int result = (int)syscall(SYS_clock_gettime, clock, now);
  if (result != 0 || clock != CLOCK_REALTIME) return result;
  pthread_once(&clock_once, map_clock);
  if (clock_page != NULL) now->tv_sec += (time_t)*clock_page;
  return result;
}

time_t time(time_t* now) {
  struct timespec precise;
  if (clock_gettime(CLOCK_REALTIME, &precise) != 0) return -1;
  if (now != NULL) *now = precise.tv_sec;
  return precise.tv_sec;
}
