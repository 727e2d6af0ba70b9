#include "tests/faults/io_recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { MAX_DESCRIPTORS = 65536 };
enum { UNWATCHED = 0, WATCHED_FILE = 1, WATCHED_FOLDER = 2 };

/* A log entry is this header, the first path, the second path, and the bytes.
 */
struct entry_header {
  uint32_t kind;
  int32_t fd;
  uint64_t value; /* Offset, length or open flags. */
  uint32_t path_bytes;
  uint32_t second_path_bytes;
  uint64_t data_bytes;
  uint32_t process;
  uint32_t reserved;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned char watched[MAX_DESCRIPTORS];
static const char* root;
static size_t root_bytes;
static int log_fd = -1;
static struct io_control no_control;
static struct io_control* control = &no_control;

/* The library calls the kernel directly, because the usual functions are the
 * ones that it replaces. */
static int open_directly(const char* path, int flags) {
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags | O_CLOEXEC, 0600);
}

__attribute__((constructor)) static void start(void) {
  root = getenv("ANSWERBOX_IO_ROOT");
  if (root == NULL) return;
  root_bytes = strlen(root);
  const char* log_path = getenv("ANSWERBOX_IO_LOG");
  if (log_path != NULL) {
    log_fd = open_directly(log_path, O_WRONLY | O_CREAT | O_APPEND);
    if (log_fd < 0) abort();
  }
  const char* control_path = getenv("ANSWERBOX_IO_CONTROL");
  if (control_path != NULL) {
    const int fd = open_directly(control_path, O_RDWR);
    void* page = mmap(NULL, sizeof(struct io_control), PROT_READ | PROT_WRITE,
                      MAP_SHARED, fd, 0);
    if (page == MAP_FAILED) abort();
    control = page;
    syscall(SYS_close, fd);
  }
}

void io_lock(void) { pthread_mutex_lock(&mutex); }

void io_unlock(void) {
  const int error = errno;
  pthread_mutex_unlock(&mutex);
  errno = error;
}

enum io_verdict io_decide(enum io_kind kind) {
  if ((control->mask & (uint64_t)kind) == 0) return IO_PROCEED;
  const uint64_t count = ++control->count;
  if (count == control->kill_at) {
    syscall(SYS_kill, getpid(), SIGKILL);
  }
  if (control->fail_first == 0 || count < control->fail_first ||
      count > control->fail_last) {
    return IO_PROCEED;
  }
  const bool is_first = control->failed++ == 0;
  if (kind == IO_WRITE && is_first && control->cut_writes != 0) return IO_CUT;
  errno = (int)control->error;
  return IO_FAIL;
}

bool io_skips_syncs(void) { return control->skip_syncs != 0; }

static void write_entry(struct entry_header header, const char* path,
                        const char* second_path, const void* bytes) {
  if (log_fd < 0) return;
  const int error = errno;
  header.process = (uint32_t)getpid();
  /* writev takes non-const pointers, although it never writes through them. */
  struct iovec parts[4] = {
      {&header, sizeof header},
      {(void*)(uintptr_t)path, header.path_bytes},
      {(void*)(uintptr_t)second_path, header.second_path_bytes},
      {(void*)(uintptr_t)bytes, (size_t)header.data_bytes}};
  size_t size = 0;
  for (int i = 0; i < 4; ++i) size += parts[i].iov_len;
  if (syscall(SYS_writev, log_fd, parts, 4) != (long)size) abort();
  errno = error;
}

void io_log_paths(enum io_kind kind, int fd, uint64_t value, const char* path,
                  const char* second_path) {
  const struct entry_header header = {
      .kind = kind,
      .fd = fd,
      .value = value,
      .path_bytes = path == NULL ? 0 : (uint32_t)strlen(path),
      .second_path_bytes =
          second_path == NULL ? 0 : (uint32_t)strlen(second_path)};
  write_entry(header, path, second_path, NULL);
}

void io_log_bytes(enum io_kind kind, int fd, uint64_t offset, const void* bytes,
                  size_t size) {
  const struct entry_header header = {
      .kind = kind, .fd = fd, .value = offset, .data_bytes = size};
  write_entry(header, NULL, NULL, bytes);
}

bool io_watches_path(const char* path) {
  return root != NULL && strncmp(path, root, root_bytes) == 0 &&
         (path[root_bytes] == '/' || path[root_bytes] == '\0');
}

void io_watch(int fd, bool is_folder) {
  if (fd < 0 || fd >= MAX_DESCRIPTORS) abort();
  watched[fd] = is_folder ? WATCHED_FOLDER : WATCHED_FILE;
}

void io_forget(int fd) {
  if (fd >= 0 && fd < MAX_DESCRIPTORS) watched[fd] = UNWATCHED;
}

bool io_watches(int fd) {
  return fd >= 0 && fd < MAX_DESCRIPTORS && watched[fd] != UNWATCHED;
}

bool io_is_folder(int fd) {
  return io_watches(fd) && watched[fd] == WATCHED_FOLDER;
}
