// Texts of a server as a proxy passes them on.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const REVISION = '2025-06-18';

// Answers as an MCP server with one tool, `get`, that gives the text of that number.
function serve(path) {
  const texts = JSON.parse(readFileSync(path, 'utf8'));
  const results = {
    initialize: () => (
      { protocolVersion: REVISION, capabilities: { tools: {} }, serverInfo: { name: 'texts', version: '1' } }),
    'tools/list': () => ({ tools: [{ name: 'get', inputSchema: { type: 'object' } }] }),
    'tools/call': ({ arguments: { number } }) => ({ content: [{ type: 'text', text: texts[number] }] }),
  };
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) return;
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: results[method](params) })}\n`);
  });
}

// One session from the text `first` on, up to where the proxy ends; each text goes to `take`.
async function session(command, path, first, take) {
  const count = JSON.parse(readFileSync(path, 'utf8')).length;
  const [program, ...args] = [...command, process.execPath, fileURLToPath(import.meta.url), '--serve', path];
  const proxy = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = new Promise((resolve) => { proxy.once('close', () => resolve(null)); });
  proxy.stdin.on('error', () => {});
  const waiting = new Map();
  createInterface({ input: proxy.stdout }).on('line', (line) => {
    if (line.trim() === '') return;
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message.result);
  });
  const send = (message) => proxy.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = (id, method, params) => Promise.race([ended, new Promise((resolve) => {
    waiting.set(id, resolve);
    send({ id, method, params });
  })]);
  await ask(1, 'initialize',
    { protocolVersion: REVISION, capabilities: {}, clientInfo: { name: 'bench', version: '1' } });
  send({ method: 'notifications/initialized' });
  await ask(2, 'tools/list', {});
  for (let number = first; number < count; ++number) {
    const result = await ask(number + 3, 'tools/call', { name: 'get', arguments: { number } });
    if (result === null) return;
    take(number, result.content[0].text);
  }
  proxy.kill();
}

// The texts in the JSON file `path` as `command`, which takes the server's command behind it, sends them
// on; undefined for a text at which the proxy ended.
export async function throughProxy(command, path) {
  const sent = new Array(JSON.parse(readFileSync(path, 'utf8')).length);
  let next = 0;
  while (next < sent.length) {
    await session(command, path, next, (number, text) => {
      sent[number] = text;
      next = number + 1;
    });
    next += 1;  // The proxy has ended at this text, or at the end.
  }
  return sent;
}

if (process.argv[2] === '--serve') serve(process.argv[3]);
