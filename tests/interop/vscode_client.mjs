// The VS Code extension compiles and is packaged, and what it asks and shows is right: its code, over the
// protocol's own library, against the real server; and the bundle of the package in a stand-in for the editor.
//
//   node vscode_client.mjs WAYMARK CLIENT_DIR NODE_MODULES
import { strict as assert } from 'node:assert';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { standInEditor } from './vscode_editor.mjs';
import { connect, packaged, run, stopDaemon } from './vscode_package.mjs';

const [waymark, clientDir, modules] = process.argv.slice(2);
const home = mkdtempSync(join(tmpdir(), 'waymark-vscode-'));
const env = { PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: home, LANG: 'C.UTF-8' };
const store = join(home, 'store');

function project() {
  const root = join(home, 'shop');
  mkdirSync(root);
  writeFileSync(join(root, 'pricing.py'), 'def price_of(item):\n    return item * 2\n');
  writeFileSync(join(root, 'cart.py'),
    'from pricing import price_of\n\n\ndef total(items):\n    return sum(price_of(item) for item in items)\n');
  writeFileSync(join(root, 'test_cart.py'),
    'from cart import total\n\n\ndef test_total():\n    assert total([]) == 0\n');
  // Another state of it, to be checked out while the editor is open.
  const git = (...args) => run('git', ['-C', root, '-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { env });
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-q', '-m', 'a shop');
  git('checkout', '-q', '-b', 'sale');
  writeFileSync(join(root, 'sale.py'), 'from pricing import price_of\n\n\ndef sale(item):\n    return price_of(item) - 1\n');
  git('add', '.');
  git('commit', '-q', '-m', 'a sale');
  git('checkout', '-q', 'main');
  return { root, git };
}

// Titles of the lenses of a file, by line.
async function lensesOf(connection, protocol, uri) {
  const titles = {};
  for (const lens of await connection.sendRequest(protocol.CodeLensRequest.method, { textDocument: { uri } })) {
    const resolved = await connection.sendRequest(protocol.CodeLensResolveRequest.method, lens);
    titles[lens.range.start.line] = resolved.command.title;
  }
  return titles;
}

// A daemon that is killed is replaced by another one, also while it is being asked.
async function survive(connection, protocol, questions, uri) {
  for (let i = 0; i < 3; ++i) {
    const daemon = (await questions.askStatus(connection)).daemonProcess;
    const asked = Array.from({ length: 20 }, () => lensesOf(connection, protocol, `${uri}/pricing.py`));
    process.kill(daemon, 'SIGKILL');
    for (const lenses of await Promise.all(asked)) assert.equal(lenses[0], '1 caller, no tests');
    assert.notEqual((await questions.askStatus(connection)).daemonProcess, daemon);
  }
}

// Answers follow the buffer that is open, and lenses are shown again after a checkout.
async function follow(connection, protocol, uri, git, refreshed) {
  const pricing = `${uri}/pricing.py`;
  const callers = async () => (await lensesOf(connection, protocol, pricing))[0];
  assert.equal(await callers(), '1 caller, no tests');
  const text = 'from pricing import price_of\n\n\ndef twice(item):\n    return price_of(item)\n';
  connection.sendNotification(protocol.DidOpenTextDocumentNotification.method, {
    textDocument: { uri: `${uri}/extra.py`, languageId: 'python', version: 1, text },
  });
  assert.equal(await callers(), '2 callers, no tests');
  const place = { textDocument: { uri: pricing }, position: { line: 0, character: 5 } };
  const [item] = await connection.sendRequest(protocol.CallHierarchyPrepareRequest.method, place);
  const calls = await connection.sendRequest(protocol.CallHierarchyIncomingCallsRequest.method, { item });
  assert.deepEqual(calls.map((call) => call.from.detail).sort(), ['cart.total', 'extra.twice']);
  connection.sendNotification(protocol.DidCloseTextDocumentNotification.method, {
    textDocument: { uri: `${uri}/extra.py` },
  });
  for (const [branch, title] of [['sale', '2 callers, no tests'], ['main', '1 caller, no tests']]) {
    const told = refreshed();
    git('checkout', '-q', branch);
    await told;
    assert.equal(await callers(), title);
  }
}

async function converse(load, { root, git }) {
  const questions = load('./questions.js');
  const protocol = load('vscode-languageserver-protocol');
  const { connection, ended } = connect(load, waymark, store, env);
  let tell = () => undefined;
  connection.onRequest(protocol.CodeLensRefreshRequest.method, () => { tell(); return null; });
  const refreshed = () => new Promise((resolve) => { tell = resolve; });
  const indexed = refreshed();
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
  assert.match(questions.describeStatus(await questions.askStatus(connection)), /shop: 3 files, \d+ symbols, up to date$/);
  const few = await connection.sendRequest('workspace/executeCommand',
    { command: 'waymark.blastRadius', arguments: [{ ...place, limit: 3, depth: 1 }] });
  assert.match(questions.describeBlastRadius(few), /^pricing\.price_of within 1 hop: /);
  assert.match(questions.rowsOf({ ...few, omitted: 7 }).at(-1).label, /^7 more are not listed$/);
  await survive(connection, protocol, questions, uri);
  await assert.rejects(questions.askBlastRadius(connection, { symbol: 'no_such_name' }), /no symbol is named/);

  await follow(connection, protocol, uri, git, refreshed);
  await connection.sendRequest(protocol.ShutdownRequest.method);
  connection.sendNotification(protocol.ExitNotification.method);
  assert.equal(await ended, 0);
  connection.dispose();
}

// Where the program is looked for, and how a package of it is installed.
function findPrograms({ findProgram, installCommand }) {
  assert.equal(findProgram(waymark, ''), waymark);
  assert.equal(findProgram(basename(waymark), dirname(waymark)), waymark);
  assert.equal(findProgram('/nowhere/waymark', dirname(waymark)), undefined);
  assert.equal(findProgram(' ', dirname(waymark)), undefined);
  assert.equal(findProgram(dirname(waymark), ''), undefined);
  assert.equal(installCommand(["/a b/it's.deb"]), "sudo apt-get install '/a b/it'\\''s.deb'");
  assert.equal(installCommand(['/a.tgz', '/b.tgz']), "npm install -g '/a.tgz' '/b.tgz'");
  assert.equal(installCommand(['/a.tgz', '/b.deb']), undefined);
  assert.equal(installCommand(['/a.zip']), undefined);
}

// Without a program the extension offers to name one, and starts it once it is named.
async function offerProgram(extension) {
  const settings = { path: '/nowhere/waymark', providers: [] };
  const asked = [];
  const editor = standInEditor(settings, {
    answer: (message, ...offers) => { asked.push([message, ...offers]); return offers[0]; },
    openDialog: () => [{ fsPath: waymark }],
  });
  const { activate, deactivate } = editor.load(join(extension, 'out/extension.js'));
  await activate({ subscriptions: [] });
  assert.deepEqual(asked[0].slice(1), ['Choose the Program…', 'Install a Package…', 'Open Settings']);
  assert.match(asked[0][0], /there is no program '\/nowhere\/waymark' on this machine/);
  await editor.settled();
  assert.equal(settings.path, waymark);
  await deactivate();
}

try {
  const { extension, load } = packaged(clientDir, modules, home);
  findPrograms(load('./program.js'));
  await offerProgram(extension);
  await converse(load, project());
} finally {
  stopDaemon(waymark, store, env);
  rmSync(home, { recursive: true, force: true });
}
