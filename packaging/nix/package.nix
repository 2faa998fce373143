# Waymark from the sources around this file, with the libraries of nixpkgs.
{
  lib,
  stdenv,
  abseil-cpp,
  boost,
  cacert,
  cli11,
  cmake,
  eigen,
  fmt,
  grpc,
  libgit2,
  libstemmer,
  lmdb,
  ninja,
  nlohmann_json,
  nodejs,
  openssl,
  pcre2,
  pkg-config,
  postgresql,
  protobuf,
  python3,
  spdlog,
  tomlplusplus,
  zlib,
  zstd,
}:

let
  version = lib.head (
    builtins.match ".*project\\(waymark VERSION ([0-9.]+).*" (builtins.readFile ../../CMakeLists.txt)
  );

  # What a lock file pins by hash. Its entries name no address, so npm itself fetches them. What
  # depends on the version of npm is removed, and what is made for Node; the hash changes with the
  # lock file, and with nothing else.
  npmPackages =
    {
      pname,
      src,
      outputHash,
    }:
    stdenv.mkDerivation {
      inherit
        pname
        version
        src
        outputHash
        ;
      nativeBuildInputs = [
        cacert
        nodejs
      ];
      env.NODE_EXTRA_CA_CERTS = "${cacert}/etc/ssl/certs/ca-bundle.crt";
      impureEnvVars = lib.fetchers.proxyImpureEnvVars;
      dontConfigure = true;
      dontFixup = true;
      buildPhase = ''
        runHook preBuild
        HOME=$TMPDIR npm ci --ignore-scripts
        rm -r node_modules/.package-lock.json node_modules/.bin
        find node_modules -name '*.node' -delete
        runHook postBuild
      '';
      installPhase = ''
        runHook preInstall
        mv node_modules $out
        runHook postInstall
      '';
      outputHashMode = "recursive";
    };

  # The grammars and token tables.
  grammars = npmPackages {
    pname = "waymark-grammars";
    src = ../../cmake/npm;
    outputHash = "sha256-01YiUd/c77WGeilXzeSf1QYidbBzY0csvmaCvNThhpw=";
  };

  # The page and esbuild, which is a program of the machine that builds.
  pagePackages = npmPackages {
    pname = "waymark-page-packages";
    src = lib.fileset.toSource {
      root = ../../services/web/page;
      fileset = lib.fileset.unions [
        ../../services/web/page/package.json
        ../../services/web/page/package-lock.json
      ];
    };
    outputHash =
      {
        x86_64-linux = "sha256-oNeyctstOM7MEccFRV9SooEIdAawwi7+RYUhUeF6opc=";
        aarch64-linux = "sha256-C+IS7pQ0v9e9yqZvJOBLAoyXrSLwRqdK+QorqYYO3l4=";
      }
      .${stdenv.buildPlatform.system};
  };
in
stdenv.mkDerivation {
  pname = "waymark";
  inherit version;

  src = lib.cleanSource ../..;

  strictDeps = true;
  nativeBuildInputs = [
    cmake
    grpc # grpc_cpp_plugin
    ninja
    nodejs # builds the page
    pkg-config
    protobuf # protoc
    python3
  ];
  buildInputs = [
    abseil-cpp
    boost
    cli11
    eigen
    fmt
    grpc
    libgit2
    libstemmer
    lmdb
    nlohmann_json
    openssl
    pcre2
    postgresql
    protobuf
    spdlog
    tomlplusplus
    zlib
    zstd
  ];
  cmakeFlags = [
    (lib.cmakeBool "WAYMARK_DEVELOPER_MODE" false)
    (lib.cmakeFeature "WAYMARK_GRAMMARS_DIR" "${grammars}")
    (lib.cmakeFeature "WAYMARK_PAGE_PACKAGES_DIR" "${pagePackages}")
  ];

  doInstallCheck = true;
  installCheckPhase = ''
    runHook preInstallCheck
    $out/bin/waymark --version | grep -F ${version}
    runHook postInstallCheck
  '';

  meta = {
    description = "Code graph and context server for agents, editors and people";
    license = lib.licenses.asl20;
    mainProgram = "waymark";
    platforms = lib.platforms.linux;
  };
}
