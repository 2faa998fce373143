// The proxy between the official client library and servers that people use: what comes through it is what
// comes without it, by value.
//
//   node mcp_proxy.mjs NODE_MODULES WAYMARK
import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { compare } from './proxy_results.mjs';
import { official, serversIn } from './proxy_servers.mjs';

const [modules, waymark] = process.argv.slice(2);
const sdk = (path) => import(
  pathToFileURL(`${modules}/@modelcontextprotocol/sdk/dist/esm/${path}.js`).href);
const { Client } = await sdk('client/index');
const { StdioClientTransport } = await sdk('client/stdio');
const types = await sdk('types');

const directory = mkdtempSync(join(tmpdir(), 'waymark-proxy-'));
const SERVERS = serversIn(modules, directory);

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
    const bytes = compare(waymark, call.result, proxied.results[i].result, `${name} ${call.name}`);
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
  const server = spawn(process.execPath, [official(modules, 'everything'), 'streamableHttp'],
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
    expected.results.forEach((call, i) => compare(waymark, call.result, seen.results[i].result, call.name));
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
