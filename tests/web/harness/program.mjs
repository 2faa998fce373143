// The program with a home of its own: index and daemon end with it.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

/** A command must not take the configuration of whoever runs the tests. */
function environment(home) {
  const kept = Object.entries(process.env).filter(([name]) => !/^(WAYMARK_|XDG_|GIT_)/.test(name));
  return { ...Object.fromEntries(kept), HOME: home, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
}

export class Program {
  /** Of the test, for its files; removed at the end. */
  directory = realpathSync(mkdtempSync(join(tmpdir(), "waymark-web-")));
  #environment;
  #page;

  constructor(waymark) {
    this.waymark = resolve(waymark);
    const home = join(this.directory, "home");
    mkdirSync(home);
    this.#environment = environment(home);
    process.on("exit", () => this.#clean()); // also of a test that broke off
  }

  /** What a command writes; an error of the test if it fails. */
  run(repository, ...args) {
    const { status, stdout, stderr } = spawnSync(this.waymark, args, { cwd: repository, env: this.#environment, encoding: "utf8" });
    if (status !== 0) throw new Error(`waymark ${args.join(" ")} ended with ${status}: ${stderr}`);
    return stdout;
  }

  json(repository, ...args) {
    return JSON.parse(this.run(repository, ...args, "--json"));
  }

  /** Starts `waymark ui`; gives the address that it tells. */
  async openPage(repository) {
    const page = spawn(this.waymark, ["ui", "--no-open"], { cwd: repository, env: this.#environment, stdio: ["ignore", "pipe", "pipe"] });
    this.#page = page;
    let said = "";
    page.stderr.on("data", (bytes) => (said += bytes));
    const ended = new Promise((_, reject) => page.once("exit", (code) => reject(new Error(`waymark ui ended with ${code}: ${said}`))));
    ended.catch(() => undefined);
    const lines = createInterface({ input: page.stdout })[Symbol.asyncIterator]();
    const { value } = await Promise.race([lines.next(), ended]);
    return value;
  }

  /** Ends the page, the daemon, and all that was written. */
  async end() {
    if (this.#page !== undefined && this.#page.exitCode === null) {
      const gone = new Promise((resolve) => this.#page.once("exit", resolve));
      this.#page.kill("SIGTERM");
      await gone;
    }
    this.#clean();
  }

  #clean() {
    if (!existsSync(this.directory)) return;
    this.#page?.kill("SIGTERM");
    spawnSync(this.waymark, ["daemon", "stop"], { cwd: this.directory, env: this.#environment });
    rmSync(this.directory, { recursive: true, force: true });
  }
}
