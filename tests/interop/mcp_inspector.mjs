// The command line of the protocol's inspector against the program: what it lists, calls and reads, it
// checks against the schemas of the protocol.
//
//   node mcp_inspector.mjs WAYMARK NODE_MODULES
import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installInspector } from './inspector_program.mjs';

const [waymark, modules] = process.argv.slice(2);
const directory = mkdtempSync(join(tmpdir(), 'waymark-inspector-'));
const env = { ...process.env, HOME: directory, XDG_RUNTIME_DIR: directory };
const store = join(directory, 'store');
const repository = join(directory, 'repository');

function inspect(inspector, method, ...options) {
  const result = spawnSync(process.execPath, [inspector, waymark, 'mcp', '--repo', repository,
    '--store', store, '--method', method, ...options], { env, encoding: 'utf8', timeout: 120_000 });
  assert.equal(result.status, 0, `${method}: ${result.stderr}${result.stdout}`);
  return JSON.parse(result.stdout);
}

try {
  mkdirSync(repository);
  writeFileSync(join(repository, 'shop.py'),
    'def price():\n    return 1\n\n\ndef total():\n    return price()\n');
  const indexed = spawnSync(waymark, ['index', repository, '--store', store], { env });
  assert.equal(indexed.status, 0, String(indexed.stderr));
  const inspector = installInspector(modules, directory);

  const { tools } = inspect(inspector, 'tools/list');
  assert.ok(tools.some((tool) => tool.name === 'context_for_task'));
  const usages = inspect(inspector, 'tools/call', '--tool-name', 'find_usages',
    '--tool-arg', 'symbol=shop.price', '--tool-arg', 'limit=5');
  assert.match(usages.content[0].text, /shop\.total/);
  assert.ok(inspect(inspector, 'tools/call', '--tool-name', 'get_symbol').isError);
  const { resources } = inspect(inspector, 'resources/list');
  assert.ok(resources.some((resource) => resource.uri === 'waymark://schema'));
  const outline = inspect(inspector, 'resources/read', '--uri', 'waymark://outline');
  assert.match(outline.contents[0].text, /python/);
  const { resourceTemplates } = inspect(inspector, 'resources/templates/list');
  assert.ok(resourceTemplates.some((template) => template.name === 'symbol'));
  assert.equal(inspect(inspector, 'prompts/list').prompts.length, 3);
  const prompt = inspect(inspector, 'prompts/get', '--prompt-name', 'impact_review',
    '--prompt-args', 'base=main');
  assert.match(prompt.messages[0].content.text, /base=main/);
  inspect(inspector, 'logging/setLevel', '--log-level', 'debug');
  console.log('the command line of the inspector: standard input');
} finally {
  const status = spawnSync(waymark, ['status', '--store', store, '--format', 'json'],
    { env, encoding: 'utf8' });
  const daemon = status.status === 0 ? JSON.parse(status.stdout).daemon_process : null;
  if (daemon) process.kill(daemon, 'SIGTERM');
  rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
