/* Lets system calls on the files of a folder fail or wait: preloaded by attack_store. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[4096];
static int first, last, code, calls, delay;

/* From now on count the calls on files whose path begins so; those from `a` to `b` fail. */
void attack(const char *path, int a, int b, int number) {
    snprintf(folder, sizeof folder, "%s", path);
    first = a, last = b, code = number, calls = 0;
}

int attacked(void) { return calls; }

/* From now on each of these calls takes so many microseconds longer. */
void slow(int microseconds) { delay = microseconds; }

static int fails(const char *path) {
    if (!*folder || !path || strncmp(path, folder, strlen(folder))) return 0;
    ++calls;
    if (delay) usleep(delay);
    if (calls < first || calls > last) return 0;
    errno = code;
    return 1;
}

static int fails_at(int fd) {
    char link[64], path[4096];
    int saved = errno;
    if (!*folder) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, path, sizeof path - 1);
    errno = saved;
    if (n < 0) return 0;
    path[n] = 0;
    return fails(path);
}

#define SOUND(type, name, ...) \
    static type (*sound)(__VA_ARGS__); \
    if (!sound) sound = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)
#define ON_FD(type, name, args, given, ...) \
    type name args { SOUND(type, name, __VA_ARGS__); return fails_at(fd) ? -1 : sound given; }
#define ON_PATH(name, args, given, ...) \
    int name args { SOUND(int, name, __VA_ARGS__); return fails(path) ? -1 : sound given; }
#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        SOUND(int, name, const char *, int, ...); \
        va_list rest; \
        va_start(rest, flags); \
        mode_t mode = va_arg(rest, mode_t); \
        va_end(rest); \
        return fails(path) ? -1 : sound(path, flags, mode); \
    }

OPEN(open)
OPEN(open64)
ON_FD(ssize_t, read, (int fd, void *to, size_t n), (fd, to, n), int, void *, size_t)
ON_FD(ssize_t, pread64, (int fd, void *to, size_t n, off64_t at), (fd, to, n, at), int, void *,
      size_t, off64_t)
ON_FD(ssize_t, write, (int fd, const void *what, size_t n), (fd, what, n), int, const void *, size_t)
ON_FD(ssize_t, pwrite64, (int fd, const void *what, size_t n, off64_t at), (fd, what, n, at), int,
      const void *, size_t, off64_t)
ON_FD(int, fsync, (int fd), (fd), int)
ON_FD(int, fdatasync, (int fd), (fd), int)
ON_FD(int, ftruncate64, (int fd, off64_t n), (fd, n), int, off64_t)
ON_FD(ssize_t, sendfile64, (int fd, int from, off64_t *at, size_t n), (fd, from, at, n), int, int,
      off64_t *, size_t)
ON_PATH(rename, (const char *path, const char *to), (path, to), const char *, const char *)
ON_PATH(unlink, (const char *path), (path), const char *)
ON_PATH(mkdir, (const char *path, mode_t mode), (path, mode), const char *, mode_t)
