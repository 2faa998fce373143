// The extension of VS Code as a package, and its code with a server: what tests and recordings of it share.
import { strict as assert } from 'node:assert';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

export function run(program, args, options = {}) {
  const result = spawnSync(program, args, { encoding: 'utf8', ...options });
  assert.equal(result.status, 0, `${program} ${args.join(' ')}\n${result.stdout}${result.stderr}`);
  return result.stdout;
}

// Loads what the package of the extension holds, as the editor unpacks it.
export function packaged(clientDir, modules, home) {
  const source = join(home, 'source');
  cpSync(clientDir, source, { recursive: true, filter: (path) => !/\/(node_modules|out)$/.test(path) });
  symlinkSync(modules, join(source, 'node_modules'));
  run('npm', ['run', '--silent', 'package'], { cwd: source });
  const unpacked = join(home, 'unpacked');
  run('python3', ['-m', 'zipfile', '-e', join(source, 'waymark.vsix'), unpacked]);
  const extension = join(unpacked, 'extension');
  const manifest = JSON.parse(readFileSync(join(extension, 'package.json'), 'utf8'));
  assert.ok(existsSync(join(extension, manifest.main)));
  assert.deepEqual(readdirSync(join(extension, 'node_modules')).filter((name) => /typescript|types|vsce/.test(name)),
    ['vscode-languageserver-types']);
  return createRequire(join(extension, 'out/'));
}

export function connect(load, waymark, store, env) {
  const { createMessageConnection, StreamMessageReader, StreamMessageWriter } = load('vscode-jsonrpc/node');
  const server = spawn(waymark, ['lsp', '--store', store], { env });
  server.stderr.pipe(process.stderr);
  const connection = createMessageConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
  const ended = new Promise((resolve) => server.on('exit', resolve));
  return { connection, ended };
}

export function stopDaemon(waymark, store, env) {
  const status = spawnSync(waymark, ['status', '--store', store, '--format', 'json'], { env, encoding: 'utf8' });
  const daemon = status.status === 0 && JSON.parse(status.stdout).daemon_process;
  if (daemon) process.kill(daemon);
}
