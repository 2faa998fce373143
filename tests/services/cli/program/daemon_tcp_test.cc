// The daemon over TCP: who may ask, with a token, with TLS, and with certificates on both sides.
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <regex>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "http_client.h"
#include "program.h"
#include "shop_repository.h"
#include "testing/git_repository.h"

namespace waymark::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr char kToken[] = "0123456789abcdef0123456789abcdef";

class DaemonTcpTest : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = WriteShopRepository(home_.directory());
    ASSERT_EQ(home_.Run({"index", root_.string(), "--store", Store()}).exit_code, 0);
    token_file_ = WritePrivate("token", kToken);
  }

  std::string Store() const { return home_.store().string(); }

  std::string WritePrivate(const std::string& name, const std::string& text) const {
    const fs::path file = home_.directory().WriteFile(name, text);
    fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
    return file.string();
  }

  std::string At(const std::string& name) const {
    return (home_.directory().path() / name).string();
  }

  // A daemon on any free port of `host`, which is remembered.
  std::unique_ptr<Program> StartOn(const std::string& host, std::vector<std::string> options) {
    options.insert(options.end(), {"--listen", host + ":0", "--token-file", token_file_});
    std::unique_ptr<Program> daemon = home_.StartDaemon(options);
    const std::string log = daemon->StandardError();
    std::smatch found;
    if (!std::regex_search(log, found, std::regex(" port=([0-9]+)"))) {
      ADD_FAILURE() << "no port in " << log;
      return daemon;
    }
    port_ = found[1];
    return daemon;
  }

  // Asks over TCP, from a store of its own: only the daemon can know the answer.
  ProgramResult Ask(const std::string& host, std::vector<std::string> options) {
    options.insert(options.begin(), {"search", "Cart", "--repo", root_.string(), "--format", "json",
                                     "--daemon", host + ":" + port_});
    return home_.Run(options);
  }

  void Openssl(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "/usr/bin/openssl");
    Program program(arguments, {.environment = home_.Environment(),
                                .working_directory = home_.directory().path()});
    const ProgramResult result = program.Wait();
    ASSERT_EQ(result.exit_code, 0) << result.err;
  }

  void MakeAuthority(const std::string& name) const {
    Openssl({"req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
             "-days", "2", "-subj", "/CN=" + name, "-keyout", At(name + ".key"), "-out",
             At(name + ".pem")});
  }

  void MakeCertificate(const std::string& name, const std::string& authority) const {
    home_.directory().WriteFile("names", "subjectAltName=DNS:localhost,IP:127.0.0.1\n");
    Openssl({"req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj",
             "/CN=" + name, "-keyout", At(name + ".key"), "-out", At(name + ".csr")});
    Openssl({"x509", "-req", "-in", At(name + ".csr"), "-CA", At(authority + ".pem"), "-CAkey",
             At(authority + ".key"), "-CAcreateserial", "-days", "2", "-extfile", At("names"),
             "-out", At(name + ".pem")});
    fs::permissions(At(name + ".key"), fs::perms::owner_read | fs::perms::owner_write);
  }

  WaymarkHome home_;
  fs::path root_;
  std::string token_file_;
  std::string port_;
};

TEST_F(DaemonTcpTest, WhoHasTheTokenIsAnsweredAsTheSocketAnswers) {
  const std::unique_ptr<Program> daemon = StartOn("127.0.0.1", {});
  const ProgramResult direct = home_.Run(
      {"search", "Cart", "--repo", root_.string(), "--format", "json", "--store", Store()});

  const ProgramResult answer = Ask("127.0.0.1", {"--daemon-token-file", token_file_});

  EXPECT_EQ(answer.exit_code, 0) << answer.err;
  EXPECT_EQ(answer.out, direct.out);
  EXPECT_THAT(daemon->StandardError(), Not(HasSubstr(kToken)));
}

TEST_F(DaemonTcpTest, ASilentClientIsAskedWhetherItIsThereAndLetGo) {
  const std::unique_ptr<Program> daemon = StartOn("127.0.0.1", {"--tcp-keepalive", "1"});
  HttpClient client(static_cast<std::uint16_t>(std::stoul(port_)));
  const std::string no_settings("\0\0\0\x04\0\0\0\0\0", 9);
  const std::string ping("\0\0\x08\x06\0\0\0\0\0", 9);

  ASSERT_TRUE(client.Send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + no_settings));

  EXPECT_TRUE(client.ReadUntil(ping).ends_with(ping));
  EXPECT_TRUE(client.HasEnded());
}

TEST_F(DaemonTcpTest, WithoutTheTokenNobodyIsAnswered) {
  const std::unique_ptr<Program> daemon = StartOn("127.0.0.1", {});

  for (const char* wrong : {"0123456789abcdef0123456789abcdee", "0123456789abcdef", "x"}) {
    const std::string file = WritePrivate("wrong", wrong);
    const ProgramResult refused = Ask("127.0.0.1", {"--daemon-token-file", file});
    EXPECT_NE(refused.exit_code, 0);
    EXPECT_THAT(refused.err, HasSubstr("with the token of the daemon"));
    EXPECT_THAT(refused.err, Not(HasSubstr(wrong)));
  }
  EXPECT_THAT(Ask("127.0.0.1", {}).err, HasSubstr("--daemon needs --daemon-token-file"));
}

TEST_F(DaemonTcpTest, IndexesWhatIsIndexedOrAllowedAndNothingElse) {
  const fs::path more = home_.directory().WriteFile("all/more/a.py", "def f():\n    pass\n");
  const GitRepository plain(home_.directory().path() / "all/plain");
  plain.Write("secret.yaml", "secret: 1\n");
  const auto ask = [&](std::vector<std::string> question) {
    question.insert(question.end(),
                    {"--daemon", "127.0.0.1:" + port_, "--daemon-token-file", token_file_});
    return home_.Run(question, "", plain.path());
  };
  const auto index = [&](const fs::path& root) { return ask({"index", root.string()}); };
  const auto grep = [&](const fs::path& root) {
    return ask({"grep", "secret", "--repo", root.string()});
  };
  {
    const std::unique_ptr<Program> daemon = StartOn("127.0.0.1", {});
    EXPECT_EQ(index(root_).exit_code, 0);
    const ProgramResult refused = index(more.parent_path());
    EXPECT_NE(refused.exit_code, 0);
    EXPECT_THAT(refused.err, HasSubstr("--allow-root"));
    EXPECT_THAT(grep(plain.path()).err, HasSubstr("--allow-root"));
    EXPECT_THAT(grep(plain.path()).out, IsEmpty());
    daemon->Signal(SIGTERM);
    daemon->Wait();
  }
  const std::unique_ptr<Program> daemon = StartOn("127.0.0.1", {"--allow-root", At("all")});
  const ProgramResult allowed = index(more.parent_path());
  EXPECT_EQ(allowed.exit_code, 0) << allowed.err;
  EXPECT_EQ(grep(plain.path()).out, "secret.yaml:1:1: secret: 1\n");
}

TEST_F(DaemonTcpTest, WhatWouldLetOthersInIsRefused) {
  const auto serve = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"serve", "--store", Store()});
    const ProgramResult result = home_.Run(options);
    EXPECT_EQ(result.exit_code, 3);
    return result.err;
  };
  EXPECT_THAT(serve({"--listen", "0"}), HasSubstr("give --token-file"));
  EXPECT_THAT(serve({"--listen", "0", "--token-file", WritePrivate("short", "short")}),
              HasSubstr("can be guessed"));
  EXPECT_THAT(serve({"--listen", "0.0.0.0:0", "--token-file", token_file_}),
              HasSubstr("without TLS"));
  EXPECT_THAT(serve({"--listen", "0", "--token-file", token_file_, "--tls-client-ca", token_file_}),
              HasSubstr("needs --tls-certificate and --tls-key"));
  MakeAuthority("ca");
  MakeCertificate("server", "ca");
  fs::permissions(At("server.key"), fs::perms::all);
  EXPECT_THAT(serve({"--listen", "0", "--token-file", token_file_, "--tls-certificate",
                     At("server.pem"), "--tls-key", At("server.key")}),
              HasSubstr("chmod 600"));
  const ProgramResult client = home_.Run({"search", "Cart", "--repo", root_.string(), "--daemon",
                                          "192.0.2.1:1", "--daemon-token-file", token_file_});
  EXPECT_NE(client.exit_code, 0);
  EXPECT_THAT(client.err, HasSubstr("give --daemon-ca"));
}

TEST_F(DaemonTcpTest, BothSidesOfTlsHaveToBeBelieved) {
  MakeAuthority("ca");
  MakeAuthority("other");
  MakeCertificate("server", "ca");
  MakeCertificate("client", "ca");
  MakeCertificate("stranger", "other");
  const std::unique_ptr<Program> daemon =
      StartOn("0.0.0.0", {"--tls-certificate", At("server.pem"), "--tls-key", At("server.key"),
                          "--tls-client-ca", At("ca.pem")});
  const auto ask = [&](const std::string& host, const std::string& authority,
                       const std::string& client) {
    std::vector<std::string> options = {"--daemon-token-file", token_file_};
    if (!authority.empty()) options.insert(options.end(), {"--daemon-ca", At(authority + ".pem")});
    if (!client.empty()) {
      options.insert(options.end(), {"--daemon-certificate", At(client + ".pem"), "--daemon-key",
                                     At(client + ".key")});
    }
    return Ask(host, options);
  };

  const ProgramResult answered = ask("localhost", "ca", "client");
  EXPECT_EQ(answered.exit_code, 0) << answered.err;
  EXPECT_THAT(answered.out, HasSubstr("shop.cart.Cart"));

  EXPECT_EQ(ask("localhost", "ca", "").exit_code, 3) << "a client without certificate";
  EXPECT_EQ(ask("localhost", "ca", "stranger").exit_code, 3) << "one of another authority";
  EXPECT_EQ(ask("localhost", "other", "client").exit_code, 3) << "a server of another authority";
  EXPECT_EQ(ask("127.0.0.2", "ca", "client").exit_code, 3) << "a server of another name";
  EXPECT_EQ(ask("localhost", "", "").exit_code, 3) << "a client without TLS";
}

}  // namespace
}  // namespace waymark::testing
