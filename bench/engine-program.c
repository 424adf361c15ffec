/*
 * Marquee starts itself by the name /proc/self/exe as an engine. In Valgrind, that is Valgrind: this library,
 * loaded before the others, puts the program in its place.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <spawn.h>
#include <string.h>
#include <unistd.h>

static const char name[] = "/proc/self/exe";

int posix_spawnp(pid_t *pid, const char *file, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const argv[], char *const envp[]) {
  __typeof__(posix_spawnp) *next = dlsym(RTLD_NEXT, "posix_spawnp");
  /* Valgrind itself handles this call. */
  char program[PATH_MAX] = "";
  if (!strcmp(file, name) && readlink(name, program, sizeof program - 1) > 0) file = program;
  return next(pid, file, actions, attributes, argv, envp);
}
