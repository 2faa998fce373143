// The proxy between the official client library and servers that people use: what comes through it is what
// comes without it, by value.
//
//   node mcp_proxy.mjs NODE_MODULES WAYMARK
import { strict as assert } from 'node:assert';
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [modules, waymark] = process.argv.slice(2);
const sdk = (path) => import(
  pathToFileURL(`${modules}/@modelcontextprotocol/sdk/dist/esm/${path}.js`).href);
const { Client } = await sdk('client/index');
const { StdioClientTransport } = await sdk('client/stdio');
const types = await sdk('types');

const directory = mkdtempSync(join(tmpdir(), 'waymark-proxy-'));
const recorded = join(dirname(fileURLToPath(import.meta.url)), 'recorded_servers.mjs');
const official = (name) => `${modules}/@modelcontextprotocol/server-${name}/dist/index.js`;

// A directory with files, as equal for each server as its path is long.
function writeFiles(name) {
  const root = join(directory, name, 'files');
  mkdirSync(join(root, 'inner'), { recursive: true });
  writeFileSync(join(root, 'data.json'), JSON.stringify(
    Array.from({ length: 50 }, (_, i) => ({ id: i, name: `row ${i}`, ok: i % 2 === 0 })), null, 2));
  writeFileSync(join(root, 'inner', 'text.md'), '# A\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'.repeat(20));
  return root;
}

const entities = Array.from({ length: 12 }, (_, i) => (
  { name: `entity ${i}`, entityType: 'part', observations: [`is ${i}`, 'has "quotes"'] }));

// Server -> how to start it, and calls [tool, arguments].
const SERVERS = {
  filesystem: {
    args: (name) => [official('filesystem'), writeFiles(name)],
    calls: (name) => {
      const root = join(directory, name, 'files');
      return [['read_text_file', { path: join(root, 'data.json') }],
        ['read_text_file', { path: join(root, 'inner/text.md') }],
        ['list_directory', { path: root }], ['directory_tree', { path: root }],
        ['read_multiple_files', { paths: [join(root, 'data.json'), join(root, 'none')] }],
        ['read_text_file', { path: '/outside' }],
        ['write_file', { path: join(root, 'new.txt'), content: 'new' }],
        ['search_files', { path: root, pattern: '**/*.json' }]];
    },
  },
  memory: {
    args: () => [official('memory')],
    env: (name) => ({ MEMORY_FILE_PATH: join(directory, `${name}.jsonl`) }),
    calls: () => [['create_entities', { entities }], ['read_graph', {}],
      ['search_nodes', { query: 'entity 1' }], ['open_nodes', { names: ['entity 2'] }]],
  },
  everything: {
    args: () => [official('everything')],
    calls: () => [['echo', { message: 'é "x"\n' }], ['get-sum', { a: 1, b: 2 }], ['get-tiny-image', {}],
      ['get-annotated-message', { messageType: 'error', includeImage: true }],
      ['get-structured-content', { location: 'Chicago' }], ['get-resource-links', { count: 3 }],
      ['trigger-long-running-operation', { duration: 0.1, steps: 2 }],
      ['trigger-sampling-request', { prompt: 'p', maxTokens: 5 }],
      ['trigger-elicitation-request', {}], ['get-roots-list', {}], ['no-such-tool', {}]],
  },
  'sequential-thinking': {
    args: () => [official('sequential-thinking')],
    calls: () => [1, 2].map((thoughtNumber) => ['sequentialthinking',
      { thought: 'a thought', nextThoughtNeeded: thoughtNumber < 2, thoughtNumber, totalThoughts: 2 }]),
  },
  'code-host': {
    args: () => [recorded, modules, 'code-host'],
    calls: () => [['list_issues', { count: 40 }], ['get_issue', { number: 3 }], ['list_commits', {}],
      ['get_diff', {}], ['get_table', {}], ['list_issues', { count: 0 }]],
  },
  database: {
    args: () => [recorded, modules, 'database'],
    calls: () => [['query', { sql: 'SELECT * FROM orders' }],
      ['query', { sql: 'SELECT customer, SUM(total) AS sum FROM orders GROUP BY customer' }],
      ['query', { sql: 'SELECT 1 WHERE 0' }], ['query', { sql: 'no SQL' }]],
  },
};

// A client that does what servers ask it for, and counts what it is told.
async function connect(transport, told, root) {
  const client = new Client({ name: 'interop', version: '1' },
    { capabilities: { sampling: {}, elicitation: {}, roots: {} } });
  client.setRequestHandler(types.CreateMessageRequestSchema, () => (
    { model: 'none', role: 'assistant', content: { type: 'text', text: 'sampled' } }));
  client.setRequestHandler(types.ElicitRequestSchema, () => ({ action: 'decline' }));
  client.setRequestHandler(types.ListRootsRequestSchema, () => (
    { roots: [{ uri: pathToFileURL(root).href, name: 'root' }] }));
  client.fallbackNotificationHandler = async ({ method }) => { told.push(method); };
  await client.connect(transport);
  return client;
}

// Everything that the client can see, in order.
async function look(client, calls) {
  const capabilities = client.getServerCapabilities();
  const seen = { capabilities, version: client.getServerVersion(), instructions: client.getInstructions() };
  seen.tools = (await client.listTools()).tools;
  if (capabilities.resources) seen.resources = await client.listResources();
  if (capabilities.prompts) seen.prompts = await client.listPrompts();
  seen.results = [];
  for (const [name, args] of calls) {
    let progress = false;
    const options = { onprogress: () => { progress = true; } };
    const result = await client.callTool({ name, arguments: args }, undefined, options)
      .catch((error) => ({ error: error.message }));
    seen.results.push({ name, result, progress });
  }
  await client.ping();
  return seen;
}

// The texts that the proxy sent, expanded; the same text if it is as the server sent it.
function expand(text) {
  const result = spawnSync(waymark, ['expand'], { input: text, encoding: 'utf8' });
  assert.equal(result.status, 0, result.stderr);
  return result.stdout;
}

function valueOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

// Compares two results; returns how many bytes the texts took.
function compare(direct, proxied, name) {
  const bytes = { before: 0, after: 0 };
  const texts = (result) => (result.content ?? []).filter((item) => item.type === 'text');
  texts(direct).forEach((item, i) => {
    const other = texts(proxied)[i];
    bytes.before += item.text.length;
    bytes.after += other.text.length;
    if (other.text === item.text) return;
    assert.deepEqual(valueOf(expand(other.text)), valueOf(item.text), name);
    other.text = item.text;
  });
  assert.deepEqual(proxied, direct, name);
  return bytes;
}

async function throughBoth(name, server) {
  const seen = [];
  const told = [[], []];
  for (const [i, first] of [[], [waymark, 'proxy', '--']].entries()) {
    // Both see the same paths: what the first left is removed.
    rmSync(join(directory, name), { recursive: true, force: true });
    rmSync(join(directory, `${name}.jsonl`), { force: true });
    const [command, ...args] = [...first, process.execPath, ...server.args(name)];
    const client = await connect(new StdioClientTransport({ command, args, stderr: 'ignore',
      env: { ...process.env, ...server.env?.(name) } }), told[i], join(directory, name, 'files'));
    seen.push(await look(client, server.calls(name)));
    await client.close();
  }
  const [direct, proxied] = seen;
  const sum = { before: 0, after: 0 };
  direct.results.forEach((call, i) => {
    const bytes = compare(call.result, proxied.results[i].result, `${name} ${call.name}`);
    sum.before += bytes.before;
    sum.after += bytes.after;
  });
  assert.deepEqual(proxied, direct, name);
  assert.deepEqual(told[1].sort(), told[0].sort());
  console.log(`${name}: ${direct.results.length} results equal, ${sum.before} bytes of text became ${sum.after}`);
  return sum;
}

// Starts the server that people use over streamable HTTP, on a free port, and gives its address.
async function serveHttp() {
  const free = createServer().listen(0);
  const { port } = free.address();
  await new Promise((resolve) => { free.close(resolve); });
  const server = spawn(process.execPath, [official('everything'), 'streamableHttp'],
    { env: { ...process.env, PORT: String(port) }, stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise((resolve) => { server.stderr.once('data', resolve); });
  return { server, url: `http://127.0.0.1:${port}/mcp` };
}

async function overHttp() {
  const { server, url } = await serveHttp();
  try {
    const client = await connect(new StdioClientTransport(
      { command: waymark, args: ['proxy', '--url', url], stderr: 'inherit', env: process.env }), [], directory);
    const seen = await look(client, SERVERS.everything.calls());
    const direct = await connect(new StdioClientTransport({ command: process.execPath,
      args: SERVERS.everything.args(), stderr: 'ignore', env: process.env }), [], directory);
    const expected = await look(direct, SERVERS.everything.calls());
    expected.results.forEach((call, i) => compare(call.result, seen.results[i].result, call.name));
    await direct.close();
    await client.close();
    console.log(`everything over HTTP: ${seen.results.length} results equal`);
  } finally {
    server.kill();
  }
}

try {
  const total = { before: 0, after: 0 };
  for (const [name, server] of Object.entries(SERVERS)) {
    const sum = await throughBoth(name, server);
    total.before += sum.before;
    total.after += sum.after;
  }
  await overHttp();
  console.log(`all: ${total.before} bytes of text became ${total.after}`);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
