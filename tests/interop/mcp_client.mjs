// The official client library of the Model Context Protocol against the program, over standard input
// and over HTTP: handshake, lists, calls, resources, prompts, progress, and the end of a session.
//
//   node mcp_client.mjs NODE_MODULES WAYMARK [ARGUMENT...]
//
// WAYMARK with the ARGUMENTs starts the program: an installed one may be `npx waymark`. That is asked over
// standard input alone, since npx does not pass on the signal that ends a server.
import { strict as assert } from 'node:assert';
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [modules, waymark, ...first] = process.argv.slice(2);
const sdk = (path) => import(
  pathToFileURL(`${modules}/@modelcontextprotocol/sdk/dist/esm/${path}.js`).href);
const { Client } = await sdk('client/index');
const { LoggingMessageNotificationSchema } = await sdk('types');
const { StdioClientTransport } = await sdk('client/stdio');
const { StreamableHTTPClientTransport } = await sdk('client/streamableHttp');

const FILES = 400;
const CLIENTS = 8;
const TOKEN = 'a token that nobody can guess'.replaceAll(' ', '-');

// Functions that call each other, enough of them that a first index takes a while.
function writeRepository(directory) {
  mkdirSync(directory);
  for (let i = 0; i < FILES; ++i) {
    const callee = i === 0 ? '' : `from part${i - 1} import work${i - 1}\n\n`;
    const body = i === 0 ? '1' : `work${i - 1}()`;
    writeFileSync(join(directory, `part${i}.py`), `${callee}def work${i}():\n    return ${body}\n`);
  }
}

async function connect(transport) {
  const client = new Client({ name: 'interop', version: '1' });
  await client.connect(transport);
  return client;
}

async function textOf(client, name, args) {
  const result = await client.callTool({ name, arguments: args });
  assert.ok(!result.isError, result.content[0].text);
  return result.content[0].text;
}

// The first question indexes; while that takes, the answer is to ask again.
async function untilIndexed(client, onprogress) {
  for (let tries = 0; tries < 100; ++tries) {
    const result = await client.callTool({ name: 'search_symbols', arguments: { query: 'work1' } },
      undefined, { onprogress });
    if (!result.isError) return;
    assert.match(result.content[0].text, /ask again/);
  }
  assert.fail('the repository was never indexed');
}

// What is said comes before the answer that it was said about.
async function exerciseLog(client) {
  const said = [];
  client.setNotificationHandler(LoggingMessageNotificationSchema,
    ({ params }) => said.push(params));
  await client.setLoggingLevel('debug');
  await textOf(client, 'get_symbol', { symbol: 'work1' });
  assert.equal(said.length, 1);
  assert.equal(said[0].data.tool, 'get_symbol');
  await client.setLoggingLevel('emergency');
}

// What every transport has to do.
async function exercise(client) {
  assert.equal(client.getServerVersion().name, 'waymark');
  assert.ok(client.getInstructions().length > 0);
  const { tools } = await client.listTools();
  assert.ok(tools.some((tool) => tool.name === 'context_for_task'));
  assert.match(await textOf(client, 'blast_radius', { symbol: 'work1', depth: 1 }), /part2\.work2/);
  const json = await client.callTool(
    { name: 'search_symbols', arguments: { query: 'work7', format: 'json', limit: 1 } });
  assert.deepEqual(JSON.parse(json.content[0].text), json.structuredContent);
  const wrong = await client.callTool({ name: 'get_symbol', arguments: {} });
  assert.ok(wrong.isError);
  await assert.rejects(client.callTool({ name: 'no_such_tool', arguments: {} }));
  const { resources } = await client.listResources();
  const { uri } = resources.find((resource) => resource.name.includes('outline'));
  const outline = await client.readResource({ uri });
  assert.match(outline.contents[0].text, /python/);
  const { resourceTemplates } = await client.listResourceTemplates();
  const symbols = resourceTemplates.find((template) => template.name === 'symbol');
  const { completion } = await client.complete({
    ref: { type: 'ref/resource', uri: symbols.uriTemplate },
    argument: { name: 'symbol', value: 'part1.' },
  });
  assert.deepEqual(completion.values, ['part1.py', 'part1.work1']);
  await exerciseLog(client);
  const { prompts } = await client.listPrompts();
  const prompt = await client.getPrompt({ name: prompts[0].name, arguments: { base: 'main' } });
  assert.equal(prompt.messages[0].role, 'user');
  await client.ping();
}

async function overStdio(repository, store) {
  const client = await connect(new StdioClientTransport(
    { command: waymark, args: [...first, 'mcp', '--repo', repository, '--store', store],
      env: process.env }));
  await untilIndexed(client);
  await exercise(client);
  await client.close();
}

// Starts the server and gives its address once it listens.
function serve(repository, store, tokenFile) {
  const server = spawn(waymark, ['mcp', '--http', '0', '--token-file', tokenFile, '--repo',
    repository, '--store', store], { stdio: ['ignore', 'inherit', 'pipe'] });
  return new Promise((resolve, reject) => {
    let said = '';
    server.once('exit', () => reject(new Error(said)));
    server.stderr.on('data', (bytes) => {
      said += bytes;
      const found = /listening on (\S+)\n/.exec(said);
      if (found) resolve({ server, url: new URL(found[1]) });
    });
  });
}

function transportTo(url, token) {
  return new StreamableHTTPClientTransport(
    url, { requestInit: { headers: { Authorization: `Bearer ${token}` } } });
}

async function overHttp(repository, store, directory) {
  const tokenFile = join(directory, 'token');
  writeFileSync(tokenFile, `${TOKEN}\n`, { mode: 0o600 });
  const { server, url } = await serve(repository, store, tokenFile);
  try {
    await assert.rejects(connect(transportTo(url, `${TOKEN}x`)));

    const first = transportTo(url, TOKEN);
    const client = await connect(first);
    const progress = [];
    await untilIndexed(client, (step) => progress.push(step.progress));
    await exercise(client);

    const others = await Promise.all(
      Array.from({ length: CLIENTS }, () => connect(transportTo(url, TOKEN))));
    await Promise.all(others.map(exercise));
    assert.equal(new Set(others.map((other) => other.transport.sessionId)).size, CLIENTS);

    const ended = first.sessionId;
    await first.terminateSession();
    const after = await fetch(url, { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
      headers: { 'Content-Type': 'application/json', 'Mcp-Session-Id': ended,
        Authorization: `Bearer ${TOKEN}` } });
    assert.equal(after.status, 404);
    await Promise.all(others.map((other) => other.close()));
    console.log(`progress over HTTP: ${progress.length} steps`);
  } finally {
    const ended = new Promise((resolve) => { server.once('exit', resolve); });
    server.kill('SIGTERM');
    const limit = setTimeout(() => server.kill('SIGKILL'), 60_000);
    const code = await ended;
    clearTimeout(limit);
    assert.equal(code, 0);
  }
}

// Daemons that were started for the clients end with the test.
function endDaemon(store) {
  const status = spawnSync(waymark, [...first, 'status', '--store', store, '--format', 'json'],
    { encoding: 'utf8' });
  if (status.status !== 0) return;
  const daemon = JSON.parse(status.stdout).daemon_process;
  if (daemon) process.kill(daemon, 'SIGTERM');
}

const directory = mkdtempSync(join(tmpdir(), 'waymark-mcp-'));
process.env.XDG_RUNTIME_DIR = directory;
const stores = ['stdio', 'http'].map((name) => join(directory, `store-${name}`));
try {
  const repository = join(directory, 'repository');
  writeRepository(repository);
  await overStdio(repository, stores[0]);
  if (first.length === 0) await overHttp(repository, stores[1], directory);
  console.log(`the client library of the protocol: standard input${first.length === 0 ? ' and HTTP' : ''}`);
} finally {
  stores.forEach(endDaemon);
  rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
