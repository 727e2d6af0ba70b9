/* Replaces the system calls that change files, by LD_PRELOAD. Records the calls
 * on one directory in the order in which they happened, or makes them fail.
 * io_recorder.h describes the log. ANSWERBOX_IO_ROOT names the directory
 * (absolute), ANSWERBOX_IO_LOG the log, ANSWERBOX_IO_CONTROL the control page.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "tests/faults/io_recorder.h"

#define NEXT(name)               \
  static __typeof__(&name) next; \
  if (next == NULL) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static int refuse(void) {
  io_unlock();
  return -1;
}

/* ---- Opening */

enum { PATH_BYTES = 4096 };

/* `path` if it is absolute; else the absolute path, in `buffer`. */
static const char* absolute(int folder, const char* path, char* buffer) {
  if (path[0] == '/' || folder == AT_FDCWD) return path;
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
  const ssize_t size = readlink(link, buffer, PATH_BYTES - strlen(path) - 2);
  if (size < 0) return path;
  buffer[size] = '/';
  strcpy(buffer + size + 1, path);
  return buffer;
}

static int open_and_log(int (*next)(int, const char*, int, ...), int folder,
                        const char* path, int flags, mode_t mode) {
  char buffer[PATH_BYTES];
  const char* const full = absolute(folder, path, buffer);
  if (!io_watches_path(full)) {
    const int fd = next(folder, path, flags, mode);
    io_forget(fd);
    return fd;
  }
  const enum io_kind kind =
      (flags & (O_CREAT | O_TRUNC)) != 0 ? IO_CREATE : IO_OPEN;
  io_lock();
  if (io_decide(kind) != IO_PROCEED) return refuse();
  const int fd = next(folder, path, flags, mode);
  struct stat status;
  if (fd >= 0 && fstat(fd, &status) == 0) {
    io_watch(fd, S_ISDIR(status.st_mode));
    io_log_paths(kind, fd, (flags & O_TRUNC) != 0, full, NULL);
  }
  io_unlock();
  return fd;
}

#define OPENAT_AS(name)                                         \
  int name(int folder, const char* path, int flags, ...) {      \
    NEXT(openat);                                               \
    va_list arguments;                                          \
    va_start(arguments, flags);                                 \
    const mode_t mode =                                         \
        (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0; \
    va_end(arguments);                                          \
    return open_and_log(next, folder, path, flags, mode);       \
  }
#define OPEN_AS(name)                                           \
  int name(const char* path, int flags, ...) {                  \
    NEXT(openat);                                               \
    va_list arguments;                                          \
    va_start(arguments, flags);                                 \
    const mode_t mode =                                         \
        (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0; \
    va_end(arguments);                                          \
    return open_and_log(next, AT_FDCWD, path, flags, mode);     \
  }

OPENAT_AS(openat)
OPENAT_AS(openat64)
OPEN_AS(open)
OPEN_AS(open64)

int close(int fd) {
  NEXT(close);
  io_forget(fd);
  return next(fd);
}

/* ---- Content */

ssize_t write(int fd, const void* bytes, size_t size) {
  NEXT(write);
  if (!io_watches(fd)) return next(fd, bytes, size);
  io_lock();
  const enum io_verdict verdict = io_decide(IO_WRITE);
  if (verdict == IO_FAIL) return refuse();
  if (verdict == IO_CUT && size > 1) size /= 2;
  const ssize_t written = next(fd, bytes, size);
  if (written > 0) {
    const off_t end = lseek(fd, 0, SEEK_CUR);
    io_log_bytes(IO_WRITE, fd, (uint64_t)(end - written), bytes,
                 (size_t)written);
  }
  io_unlock();
  return written;
}

#define PWRITE_AS(name, offset_t)                                           \
  ssize_t name(int fd, const void* bytes, size_t size, offset_t offset) {   \
    NEXT(name);                                                             \
    if (!io_watches(fd)) return next(fd, bytes, size, offset);              \
    io_lock();                                                              \
    const enum io_verdict verdict = io_decide(IO_WRITE);                    \
    if (verdict == IO_FAIL) return refuse();                                \
    if (verdict == IO_CUT && size > 1) size /= 2;                           \
    const ssize_t written = next(fd, bytes, size, offset);                  \
    if (written > 0) {                                                      \
      io_log_bytes(IO_WRITE, fd, (uint64_t)offset, bytes, (size_t)written); \
    }                                                                       \
    io_unlock();                                                            \
    return written;                                                         \
  }
PWRITE_AS(pwrite, off_t)
PWRITE_AS(pwrite64, off64_t)

#define FTRUNCATE_AS(name, offset_t)                             \
  int name(int fd, offset_t size) {                              \
    NEXT(name);                                                  \
    if (!io_watches(fd)) return next(fd, size);                  \
    io_lock();                                                   \
    if (io_decide(IO_TRUNCATE) != IO_PROCEED) return refuse();   \
    const int result = next(fd, size);                           \
    if (result == 0) {                                           \
      io_log_paths(IO_TRUNCATE, fd, (uint64_t)size, NULL, NULL); \
    }                                                            \
    io_unlock();                                                 \
    return result;                                               \
  }
FTRUNCATE_AS(ftruncate, off_t)
FTRUNCATE_AS(ftruncate64, off64_t)

/* Returns its error as the result. The zeros are not logged, because nobody
 * reads them after a power cut. */
#define POSIX_FALLOCATE_AS(name, offset_t)                     \
  int name(int fd, offset_t offset, offset_t size) {           \
    NEXT(name);                                                \
    if (!io_watches(fd)) return next(fd, offset, size);        \
    io_lock();                                                 \
    const bool fails = io_decide(IO_WRITE) == IO_FAIL;         \
    const int result = fails ? errno : next(fd, offset, size); \
    io_unlock();                                               \
    return result;                                             \
  }
POSIX_FALLOCATE_AS(posix_fallocate, off_t)
POSIX_FALLOCATE_AS(posix_fallocate64, off64_t)

static int sync_and_log(int (*next)(int), int fd) {
  if (!io_watches(fd)) return next(fd);
  const enum io_kind kind = io_is_folder(fd) ? IO_SYNC_FOLDER : IO_SYNC_FILE;
  io_lock();
  if (io_decide(kind) != IO_PROCEED) return refuse();
  const int result = io_skips_syncs() ? 0 : next(fd);
  if (result == 0) io_log_paths(kind, fd, 0, NULL, NULL);
  io_unlock();
  return result;
}

int fsync(int fd) {
  NEXT(fsync);
  return sync_and_log(next, fd);
}

int fdatasync(int fd) {
  NEXT(fdatasync);
  return sync_and_log(next, fd);
}

/* ---- Names */

/* Carries out CALL on a watched path and logs it. */
#define NAMED(kind, path, second_path, call)                     \
  if (!io_watches_path(path)) return call;                       \
  io_lock();                                                     \
  if (io_decide(kind) != IO_PROCEED) return refuse();            \
  const int result = call;                                       \
  if (result == 0) io_log_paths(kind, -1, 0, path, second_path); \
  io_unlock();                                                   \
  return result

int rename(const char* from, const char* to) {
  NEXT(rename);
  NAMED(IO_RENAME, from, to, next(from, to));
}

int renameat(int from_folder, const char* from, int to_folder, const char* to) {
  NEXT(renameat);
  char from_buffer[PATH_BYTES];
  char to_buffer[PATH_BYTES];
  const char* const full = absolute(from_folder, from, from_buffer);
  const char* const full_to = absolute(to_folder, to, to_buffer);
  NAMED(IO_RENAME, full, full_to, next(from_folder, from, to_folder, to));
}

int link(const char* from, const char* to) {
  NEXT(link);
  NAMED(IO_LINK, from, to, next(from, to));
}

int unlink(const char* path) {
  NEXT(unlink);
  NAMED(IO_UNLINK, path, NULL, next(path));
}

int unlinkat(int folder, const char* path, int flags) {
  NEXT(unlinkat);
  char buffer[PATH_BYTES];
  const char* const full = absolute(folder, path, buffer);
  const enum io_kind kind =
      (flags & AT_REMOVEDIR) != 0 ? IO_REMOVE_FOLDER : IO_UNLINK;
  NAMED(kind, full, NULL, next(folder, path, flags));
}

int mkdir(const char* path, mode_t mode) {
  NEXT(mkdir);
  NAMED(IO_MAKE_FOLDER, path, NULL, next(path, mode));
}

int rmdir(const char* path) {
  NEXT(rmdir);
  NAMED(IO_REMOVE_FOLDER, path, NULL, next(path));
}

/* ---- Replies: a sent reply acknowledges its request */

ssize_t send(int fd, const void* bytes, size_t size, int flags) {
  NEXT(send);
  io_lock();
  const ssize_t sent = next(fd, bytes, size, flags);
  if (sent > 0) io_log_bytes(IO_SEND, fd, 0, bytes, (size_t)sent);
  io_unlock();
  return sent;
}

ssize_t sendmsg(int fd, const struct msghdr* message, int flags) {
  NEXT(sendmsg);
  io_lock();
  const ssize_t sent = next(fd, message, flags);
  size_t left = sent > 0 ? (size_t)sent : 0;
  for (size_t i = 0; i < message->msg_iovlen && left > 0; ++i) {
    const struct iovec part = message->msg_iov[i];
    const size_t size = part.iov_len < left ? part.iov_len : left;
    io_log_bytes(IO_SEND, fd, 0, part.iov_base, size);
    left -= size;
  }
  io_unlock();
  return sent;
}
