# nix build 'git+file:.?dir=packaging/nix'   in a checkout; the program is result/bin/waymark
{
  description = "Code graph and context server for agents, editors and people";

  inputs.nixpkgs.url = "nixpkgs";

  outputs =
    { self, nixpkgs }:
    let
      systems = [
        "x86_64-linux"
        "aarch64-linux"
      ];
      forEach = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
    in
    {
      packages = forEach (pkgs: rec {
        waymark = pkgs.callPackage ./package.nix { };
        default = waymark;
      });

      apps = forEach (pkgs: rec {
        waymark = {
          type = "app";
          program = pkgs.lib.getExe self.packages.${pkgs.stdenv.hostPlatform.system}.waymark;
        };
        default = waymark;
      });

      # What building and testing needs: nix develop 'git+file:.?dir=packaging/nix'
      devShells = forEach (pkgs: {
        default = pkgs.mkShell {
          inputsFrom = [ self.packages.${pkgs.stdenv.hostPlatform.system}.waymark ];
          packages = [
            pkgs.gbenchmark
            pkgs.gtest
            pkgs.python3
          ];
        };
      });
    };
}
