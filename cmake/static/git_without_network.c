/* The parts of libgit2 that talk to other machines, in a static program.
 *
 * Waymark reads repositories of this machine and nothing else. The archive of libgit2 would pull in
 * libssh2, http_parser, the TLS half of Mbed TLS and GSS-API, of which the last has no archive. What
 * is defined here is what the rest of libgit2 asks of its transports, so that the linker takes none
 * of them: opening a transport fails with a message, and their setup has nothing to do.
 *
 * All but git_error_set_str() are internals of libgit2 1.5, whose headers are not installed; a
 * version that asks for more fails to link. */

#include <stdbool.h>
#include <stddef.h>

#include <git2/errors.h>
#include <git2/sys/transport.h>

/* transports/transport.c */
int git_transport_new(git_transport** out, git_remote* owner, const char* url) {
  (void)owner;
  (void)url;
  *out = NULL;
  git_error_set_str(GIT_ERROR_NET, "this program has no network transport: fetch with git");
  return GIT_ERROR;
}

/* transports/http.c, transports/smart.c: options that git_libgit2_opts() sets. */
bool git_http__expect_continue = false;
bool git_smart__ofs_delta_enabled = true;

/* transports/ssh.c, streams/mbedtls.c: called by git_libgit2_init(). */
int git_transport_ssh_global_init(void) { return 0; }
int git_mbedtls_stream_global_init(void) { return 0; }

/* streams/mbedtls.c */
int git_mbedtls__set_cert_location(const char* file, const char* path) {
  (void)file;
  (void)path;
  git_error_set_str(GIT_ERROR_SSL, "this program has no network transport");
  return GIT_ERROR;
}

/* http_parser: net.c splits the addresses of proxies and of FETCH_HEAD with it, which only a fetch
 * does. Not 0: the address is refused. */
struct http_parser_url;
int http_parser_parse_url(const char* text, size_t length, int is_connect,
                          struct http_parser_url* out) {
  (void)text;
  (void)length;
  (void)is_connect;
  (void)out;
  return 1;
}
