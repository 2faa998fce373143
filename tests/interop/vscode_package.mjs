// The extension of VS Code as a package, and its code with a server: what tests and recordings of it share.
import { strict as assert } from 'node:assert';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, readdirSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

export function run(program, args, options = {}) {
  const result = spawnSync(program, args, { encoding: 'utf8', ...options });
  assert.equal(result.status, 0, `${program} ${args.join(' ')}\n${result.stdout}${result.stderr}`);
  return result.stdout;
}

// Files of the package, as the editor unpacks it: a bundle, and nothing that it is made from.
const PACKAGED = ['LICENSE.txt', 'README.md', 'icon.png', 'out/LICENSES.txt', 'out/extension.js', 'package.json'];

function filesIn(directory, prefix = '') {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => entry.isDirectory()
    ? filesIn(join(directory, entry.name), `${prefix}${entry.name}/`) : [`${prefix}${entry.name}`]);
}

// Makes the package. Gives the directory of the extension in it, and a function that loads a module of its
// sources, which the bundle has no names for, or a library of it.
export function packaged(clientDir, modules, home) {
  const source = join(home, 'source');
  cpSync(clientDir, source, { recursive: true, filter: (path) => !/\/(node_modules|out)$/.test(path) });
  symlinkSync(modules, join(source, 'node_modules'));
  const said = run('npm', ['run', '--silent', 'package'], { cwd: source });
  assert.doesNotMatch(said, /WARNING|ERROR/);
  const unpacked = join(home, 'unpacked');
  run('python3', ['-m', 'zipfile', '-e', join(source, 'waymark.vsix'), unpacked]);
  const extension = join(unpacked, 'extension');
  assert.deepEqual(filesIn(extension).sort(), PACKAGED);
  const parts = join(home, 'parts');
  run(join(source, 'node_modules/.bin/esbuild'),
    ['src/questions.ts', 'src/program.ts', '--platform=node', '--format=cjs', `--outdir=${parts}`], { cwd: source });
  const part = createRequire(join(parts, 'any'));
  const library = createRequire(join(source, 'any'));
  return { extension, load: (name) => (name.startsWith('./') ? part(name) : library(name)) };
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
