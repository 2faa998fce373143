// The command line of the protocol's inspector before servers that people use, with the proxy and without
// it: lists are equal, and results by value.
//
//   node mcp_proxy_inspector.mjs WAYMARK INSPECTOR_MODULES SERVER_MODULES
import { strict as assert } from 'node:assert';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { installInspector } from './inspector_program.mjs';
import { compare } from './proxy_results.mjs';
import { serversIn } from './proxy_servers.mjs';

const CALLS = 2;  // of each server: every one starts an inspector and a server

const [waymark, inspectorModules, serverModules] = process.argv.slice(2);
const directory = mkdtempSync(join(tmpdir(), 'waymark-proxy-inspector-'));
const run = promisify(execFile);

// The inspector's answers about the server, which `first` stands before. Its options come before the words that
// start the server, for it leaves alone what is behind `--`.
async function inspect(inspector, first, args, env, method, ...call) {
  const { stdout } = await run(process.execPath,
    [inspector, ...call, '--method', method, ...first, process.execPath, ...args],
    { env: { ...process.env, ...env }, timeout: 120_000, maxBuffer: 1 << 26 });
  return JSON.parse(stdout);
}

async function seen(inspector, way, first, server) {
  // The calls of one server are those of one session, in their order.
  const name = join(way, 'server');
  const args = server.args(name);
  const env = server.env?.(name);
  const tools = await inspect(inspector, first, args, env, 'tools/list');
  const results = [];
  for (const [tool, given] of server.calls(name).slice(0, CALLS)) {
    const pairs = Object.entries(given).map(([key, value]) => (
      `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`));
    const options = pairs.length > 0 ? ['--tool-arg', ...pairs] : [];
    results.push([tool, await inspect(inspector, first, args, env, 'tools/call', ...options, '--tool-name', tool)]);
  }
  return { tools, results };
}

// Paths of both ways are as long, and are told apart by the name of the way alone.
const alike = (value) => JSON.parse(JSON.stringify(value).replaceAll(join(directory, 'b'), join(directory, 'a')));

try {
  const inspector = installInspector(inspectorModules, directory);
  for (const way of ['a', 'b']) mkdirSync(join(directory, way));
  for (const [name, server] of Object.entries(serversIn(serverModules, directory))) {
    const [direct, proxied] = await Promise.all([
      seen(inspector, 'a', [], server), seen(inspector, 'b', [waymark, 'proxy', '--'], server)]);
    assert.deepEqual(alike(proxied.tools), direct.tools, name);
    direct.results.forEach(([tool, result], i) => (
      compare(waymark, result, alike(proxied.results[i][1]), `${name} ${tool}`)));
    console.log(`${name}: ${direct.tools.tools.length} tools and ${direct.results.length} results equal`);
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}
