// The VS Code extension compiles, and what it asks and shows is right: its own code, over the
// protocol's own library, against the real server. Only the editor itself is missing.
//
//   node vscode_client.mjs WAYMARK CLIENT_DIR NODE_MODULES
import { strict as assert } from 'node:assert';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [waymark, clientDir, modules] = process.argv.slice(2);
const home = mkdtempSync(join(tmpdir(), 'waymark-vscode-'));
const env = { PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: home, LANG: 'C.UTF-8' };
const store = join(home, 'store');

function compiled() {
  const extension = join(home, 'extension');
  cpSync(clientDir, extension, { recursive: true });
  symlinkSync(modules, join(extension, 'node_modules'));
  const result = spawnSync(process.execPath, [join(modules, 'typescript/bin/tsc'), '-p', extension], { encoding: 'utf8' });
  assert.equal(result.status, 0, result.stdout + result.stderr);
  return createRequire(join(extension, 'out/'));
}

function project() {
  const root = join(home, 'shop');
  mkdirSync(join(root, '.git'), { recursive: true });
  writeFileSync(join(root, 'pricing.py'), 'def price_of(item):\n    return item * 2\n');
  writeFileSync(join(root, 'cart.py'),
    'from pricing import price_of\n\n\ndef total(items):\n    return sum(price_of(item) for item in items)\n');
  writeFileSync(join(root, 'test_cart.py'),
    'from cart import total\n\n\ndef test_total():\n    assert total([]) == 0\n');
  return root;
}

function connect(load) {
  const { createMessageConnection, StreamMessageReader, StreamMessageWriter } = load('vscode-jsonrpc/node');
  const server = spawn(waymark, ['lsp', '--store', store], { env });
  server.stderr.pipe(process.stderr);
  const connection = createMessageConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
  const ended = new Promise((resolve) => server.on('exit', resolve));
  return { connection, ended };
}

function stopDaemon() {
  const status = spawnSync(waymark, ['status', '--store', store, '--format', 'json'], { env, encoding: 'utf8' });
  const daemon = status.status === 0 && JSON.parse(status.stdout).daemon_process;
  if (daemon) process.kill(daemon);
}

async function converse(load, root) {
  const questions = load('./questions.js');
  const protocol = load('vscode-languageserver-protocol');
  const { connection, ended } = connect(load);
  const indexed = new Promise((resolve) => connection.onRequest(protocol.CodeLensRefreshRequest.method, resolve));
  const reports = [];
  connection.onRequest(protocol.WorkDoneProgressCreateRequest.method, () => null);
  connection.onNotification('$/progress', (progress) => reports.push(progress.value.kind));
  connection.listen();
  const uri = pathToFileURL(root).href;
  const initialized = await connection.sendRequest(protocol.InitializeRequest.method, {
    processId: process.pid,
    rootUri: uri,
    workspaceFolders: [{ uri, name: 'shop' }],
    capabilities: { window: { workDoneProgress: true }, workspace: { codeLens: { refreshSupport: true } } },
  });
  assert.equal(initialized.capabilities.positionEncoding, 'utf-16');
  connection.sendNotification(protocol.InitializedNotification.method, {});
  await indexed;
  assert.deepEqual([reports[0], reports.at(-1)], ['begin', 'end']);

  const place = { textDocument: { uri: `${uri}/pricing.py` }, position: { line: 0, character: 5 } };
  const radius = await questions.askBlastRadius(connection, place);
  assert.equal(radius.symbol, 'pricing.price_of');
  const rows = questions.rowsOf(radius);
  assert.deepEqual(rows.map((row) => row.label), ['Hop 1', 'Hop 2']);
  assert.deepEqual(rows[0].rows.map((row) => row.detail).sort(), ['cart.py', 'cart.total']);
  const total = rows[0].rows.find((row) => row.detail === 'cart.total');
  assert.deepEqual(total.target, {
    uri: `${uri}/cart.py`,
    range: { start: { line: 4, character: 15 }, end: { line: 4, character: 23 } },
  });
  assert.match(questions.describeBlastRadius(radius), /^pricing\.price_of: \d+ symbols, 2 files, 1 tests \(/);

  const scope = await questions.askTestScope(connection, place);
  assert.deepEqual(scope.tests.map((test) => test.name), ['test_cart.test_total']);
  assert.equal(scope.runners[0].runner, 'pytest');
  const context = await questions.askContext(connection, { task: 'price of an item' });
  assert.match(context.text, /pricing\.price_of/);
  assert.match(questions.describeStatus(await questions.askStatus(connection)), /shop: 3 files/);
  await assert.rejects(questions.askBlastRadius(connection, { symbol: 'no_such_name' }), /no symbol is named/);

  await connection.sendRequest(protocol.ShutdownRequest.method);
  connection.sendNotification(protocol.ExitNotification.method);
  assert.equal(await ended, 0);
  connection.dispose();
}

try {
  await converse(compiled(), project());
} finally {
  stopDaemon();
  rmSync(home, { recursive: true, force: true });
}
