// What a static program must settle before anything of it runs: glibc and OpenSSL load code from
// the machine at run time where its configuration says so, and such code was made for another
// glibc.
//
// - glibc looks up hosts and users through the modules that /etc/nsswitch.conf names. Those for
//   "files" and "dns" are part of the archive; naming them here keeps glibc from loading others,
//   such as those of systemd, LDAP or mDNS. Users who are in none of the files have no name.
// - OpenSSL loads providers and engines that openssl.cnf names. The default provider is part of the
//   archive, and no configuration is read.

#include <nss.h>
#include <openssl/crypto.h>

namespace {

struct Services {
  const char* database;
  const char* modules;
};

constexpr Services kServices[] = {
    {"hosts", "files dns"}, {"passwd", "files"},    {"group", "files"},    {"shadow", "files"},
    {"services", "files"},  {"protocols", "files"}, {"networks", "files"},
};

// The first of all constructors: those of libraries may look up names.
[[gnu::constructor(101)]] void UseThisFileAlone() {
  for (const Services& services : kServices) {
    __nss_configure_lookup(services.database, services.modules);
  }
  OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, nullptr);
}

}  // namespace
