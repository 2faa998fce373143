// What VS Code would show: the code of the extension asks the real server and its rows and
// messages are written down. There is no window here to take a picture of. Run by record_sessions.py.
//
//   node vscode_recording.mjs CLIENT_DIR NODE_MODULES
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { connect, packaged } from './vscode_package.mjs';

const [clientDir, modules] = process.argv.slice(2);
const env = process.env;
const { load } = packaged(clientDir, modules, env.HOME);
const questions = load('./questions.js');
const protocol = load('vscode-languageserver-protocol');
const { connection, ended } = connect(load, env.WAYMARK, env.WAYMARK_TEST_STORE, env);
const root = pathToFileURL(env.WAYMARK_TEST_ROOT).href;
const uri = `${root}/pricing.py`;
const shown = [];

function show(title, lines) {
  shown.push(`== ${title}`, ...lines, '');
}

function tree(rows, indent = '') {
  return rows.flatMap((row) => {
    const { target } = row;
    const place = target && `  ${target.uri.slice(root.length + 1)}:${target.range.start.line + 1}`;
    return [`${indent}${row.rows.length ? 'v' : ' '} ${row.label}  ${row.detail}${place ?? ''}`, ...tree(row.rows, `${indent}  `)];
  });
}

// The text with its lenses above it, as the editor draws them.
async function annotated(text) {
  const lenses = await connection.sendRequest(protocol.CodeLensRequest.method, { textDocument: { uri } });
  const above = {};
  for (const lens of lenses) {
    const resolved = await connection.sendRequest(protocol.CodeLensResolveRequest.method, lens);
    above[lens.range.start.line] = resolved.command.title;
  }
  return text.trimEnd().split('\n').flatMap((line, i) =>
    above[i] ? [`${line.match(/^ */)[0]}${above[i]}`, line] : [line]);
}

const indexed = new Promise((resolve) => {
  connection.onRequest(protocol.CodeLensRefreshRequest.method, () => { resolve(); return null; });
});
connection.listen();
await connection.sendRequest(protocol.InitializeRequest.method, {
  processId: process.pid,
  workspaceFolders: [{ uri: root, name: 'shop' }],
  capabilities: { workspace: { codeLens: { refreshSupport: true } } },
});
connection.sendNotification(protocol.InitializedNotification.method, {});
await indexed;

let text = readFileSync(join(env.WAYMARK_TEST_ROOT, 'pricing.py'), 'utf8');
const place = { textDocument: { uri }, position: { line: 13, character: 5 } };
show('pricing.py with its lenses', await annotated(text));
const radius = await questions.askBlastRadius(connection, place);
show('Waymark: Show Blast Radius, on price_of', [questions.describeBlastRadius(radius), ...tree(questions.rowsOf(radius))]);
const scope = await questions.askTestScope(connection, place);
show('Waymark: Show Tests that Cover This, on price_of', [
  ...scope.tests.map((test) => `${test.name}  hop ${test.hop}`),
  ...scope.runners.map((runner) => `${runner.runner} ${runner.arguments}`),
]);
connection.sendNotification(protocol.DidOpenTextDocumentNotification.method, {
  textDocument: { uri, languageId: 'python', version: 1, text },
});
text += '\n\ndef half(item):\n    return price_of(item) // 2\n';
connection.sendNotification(protocol.DidChangeTextDocumentNotification.method, {
  textDocument: { uri, version: 2 }, contentChanges: [{ text }],
});
show('a caller is typed and not saved', await annotated(text));

await connection.sendRequest(protocol.ShutdownRequest.method);
connection.sendNotification(protocol.ExitNotification.method);
await ended;
connection.dispose();
writeFileSync(env.WAYMARK_RECORDING, `${shown.join('\n')}`);
