// gRPC's client for Node against the daemon, over the socket, TCP with a token, and TLS with
// certificates on both sides: health, context, streams, sessions, cancellation, deadlines, refusals;
// and the example of docs/GRPC.md as it stands there.
//
//   node grpc_client.mjs WAYMARK NODE_MODULES ROOT
import { strict as assert } from 'node:assert';
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [waymark, modules, root] = process.argv.slice(2);
const require = createRequire(`${modules}/`);
const grpc = require('@grpc/grpc-js');
const loader = require('@grpc/proto-loader');

const FILES = 1500;
const TOKEN = '0123456789abcdef0123456789abcdef';
const { status } = grpc;

const definition = loader.loadSync('waymark/v1/waymark.proto',
  { includeDirs: [`${root}/protos`], defaults: true });
const { Waymark } = grpc.loadPackageDefinition(definition).waymark.v1;

// The health service of gRPC (grpc/health/v1/health.proto), whose messages have one field each.
const varint = (value) => Buffer.from([0x08, value]);
const Health = grpc.makeClientConstructor({
  Check: {
    path: '/grpc.health.v1.Health/Check', requestStream: false, responseStream: false,
    requestSerialize: () => Buffer.alloc(0), requestDeserialize: () => ({}),
    responseSerialize: ({ status: value }) => varint(value),
    responseDeserialize: (bytes) => ({ status: bytes[1] }),
  },
}, 'Health');
const SERVING = 1;

const directory = mkdtempSync(join(tmpdir(), 'waymark-grpc-'));
const checkout = join(directory, 'work');
const store = join(directory, 'store');
const env = { PATH: process.env.PATH, HOME: directory, XDG_RUNTIME_DIR: join(directory, 'run') };

// Functions that call each other in a long chain, and a shop for the example.
function writeRepository() {
  mkdirSync(checkout);
  for (let i = 0; i < FILES; ++i) {
    const callee = i === 0 ? '' : `from part${i - 1} import work${i - 1}\n\n`;
    const body = i === 0 ? '1' : `work${i - 1}()`;
    writeFileSync(join(checkout, `part${i}.py`), `${callee}def work${i}():\n    return ${body}\n`);
  }
  writeFileSync(join(checkout, 'shop.py'),
    'def discount(price):\n    return price\n\n\ndef checkout(cart):\n'
    + '    """Total price at checkout."""\n    return discount(sum(cart))\n');
}

function run(program, args) {
  const result = spawnSync(program, args, { env, encoding: 'utf8' });
  assert.equal(result.status, 0, result.stderr);
  return result.stdout;
}

async function startDaemon(options) {
  const daemon = spawn(waymark, ['serve', '--store', store, ...options], { env });
  const started = await new Promise((resolve, reject) => {
    let log = '';
    daemon.stderr.on('data', (text) => {
      log += text;
      const line = log.split('\n').find((one) => one.includes('event=start'));
      if (line) resolve(line);
    });
    daemon.on('exit', () => reject(new Error(log)));
  });
  const field = (name) => started.match(new RegExp(`${name}=(\\S+)`))?.[1];
  return {
    socket: `unix:${field('socket')}`,
    port: field('port'),
    stop: () => new Promise((resolve) => { daemon.on('exit', resolve); daemon.kill('SIGTERM'); }),
  };
}

function metadataOf(token) {
  const metadata = new grpc.Metadata();
  if (token) metadata.set('authorization', `Bearer ${token}`);
  return metadata;
}

// Resolves with the reply or the error.
const ask = (client, method, request, token, options = { deadline: Date.now() + 20_000 }) =>
  new Promise((resolve) => {
    client[method](request, metadataOf(token), options,
      (error, reply) => resolve(error ?? reply));
  });

const view = { rootPath: Buffer.from(checkout) };

async function exercise(address, credentials, token) {
  const client = new Waymark(address, credentials);
  const health = new Health(address, credentials);
  assert.equal((await ask(health, 'Check', {}, token)).status, SERVING);

  const context = await ask(client, 'Context',
    { view, task: Buffer.from('total price at checkout'), budgetTokens: 1000 }, token);
  assert.ok(context.payload.symbols.some((symbol) => symbol.place.path.toString() === 'shop.py'),
    JSON.stringify(context));
  const missing = await ask(client, 'Symbol', { view, name: Buffer.from('no_such') }, token);
  assert.equal(missing.code, status.NOT_FOUND);

  // All of a stream.
  const streamed = (method, request) => new Promise((resolve, reject) => {
    let text = '';
    const rows = client[method](request, metadataOf(token));
    rows.on('data', (chunk) => { text += chunk.lines; });
    rows.on('error', reject);
    rows.on('end', () => resolve(text));
  });
  const deep = { view, symbol: Buffer.from('work0'), depth: 64, limit: 100_000 };
  assert.match(await streamed('StreamBlastRadius', deep), /work64/);
  assert.match(await streamed('StreamUsages', { view, symbol: Buffer.from('work0') }), /work1/);
  const task = { view, task: Buffer.from('total price at checkout'), budgetTokens: 1000 };
  assert.match(await streamed('StreamContext', task), /checkout[^]*## _summary/);

  // The same as payloads: all symbols of all chunks.
  const joined = (method, request) => new Promise((resolve, reject) => {
    const places = [];
    const rows = client[method]({ ...request, format: 'gcb1' }, metadataOf(token));
    rows.on('data', (chunk) => { places.push(...chunk.rows.symbols.map(({ id }) => id)); });
    rows.on('error', reject);
    rows.on('end', () => resolve(new Set(places).size));
  });
  // Each hop adds a caller and the module that imports the called function.
  assert.equal(await joined('StreamBlastRadius', deep), 1 + 2 * deep.depth);
  assert.ok(await joined('StreamContext', task) > 1);

  // A session, from its first answer to its end.
  const { session } = await ask(client, 'Context', { ...task, session: Buffer.from('new') }, token);
  assert.match(await streamed('StreamContext', { ...task, session }), /previously transmitted/);
  assert.deepEqual(await ask(client, 'EndSession', { session }, token), {});
  assert.equal((await ask(client, 'Context', { ...task, session }, token)).code, status.NOT_FOUND);

  // A stream that is cancelled after its first part.
  const cancelled = await new Promise((resolve) => {
    const rows = client.Export({ view }, metadataOf(token));
    rows.once('data', () => rows.cancel());
    rows.on('error', resolve);
    rows.on('end', () => resolve({ code: 'ended' }));
  });
  assert.equal(cancelled.code, status.CANCELLED);

  client.close();
  health.close();
}

// An index run that reads all files again takes longer than this.
async function exerciseDeadline(address, credentials, token) {
  const client = new Waymark(address, credentials);
  const late = await new Promise((resolve) => {
    const events = client.Index({ rootPath: Buffer.from(checkout), force: true },
      metadataOf(token), { deadline: Date.now() + 30 });
    events.on('data', () => {});
    events.on('error', resolve);
    events.on('end', () => resolve({ code: 'ended' }));
  });
  assert.equal(late.code, status.DEADLINE_EXCEEDED);
  client.close();
}

async function expectRefusal(address, credentials, token, code) {
  const client = new Waymark(address, credentials);
  const health = new Health(address, credentials);
  for (const [asked, method] of [[client, 'Ping'], [client, 'Status'], [health, 'Check']]) {
    const error = await ask(asked, method, {}, token, { deadline: Date.now() + 5000 });
    assert.equal(error.code, code, `${method}: ${error.details ?? 'was answered'}`);
  }
  client.close();
  health.close();
}

function runExample(address, token) {
  const page = readFileSync(`${root}/docs/GRPC.md`, 'utf8');
  const example = join(directory, 'example.cjs');
  writeFileSync(example, page.match(/```js\n([\s\S]*?)```/)[1]);
  const result = spawnSync(process.execPath,
    [example, `${root}/protos`, address, token, checkout],
    { env: { ...env, NODE_PATH: modules }, encoding: 'utf8' });
  assert.equal(result.status, 0, result.stderr);
  assert.match(result.stdout, /shop\.checkout/);
  assert.match(result.stdout, /blast_radius/);
}

// An authority, and certificates of it for a server and a client.
function makeCertificates() {
  const at = (name) => join(directory, name);
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const openssl = (...args) => run('openssl', args);
  for (const authority of ['ca', 'other']) {
    openssl('req', '-x509', ...key, '-days', '2', '-subj', `/CN=${authority}`,
      '-keyout', at(`${authority}.key`), '-out', at(`${authority}.pem`));
  }
  writeFileSync(at('names'), 'subjectAltName=DNS:localhost,IP:127.0.0.1\n');
  for (const [name, authority] of [['server', 'ca'], ['client', 'ca'], ['stranger', 'other']]) {
    openssl('req', ...key, '-subj', `/CN=${name}`, '-keyout', at(`${name}.key`),
      '-out', at(`${name}.csr`));
    openssl('x509', '-req', '-in', at(`${name}.csr`), '-CA', at(`${authority}.pem`),
      '-CAkey', at(`${authority}.key`), '-CAcreateserial', '-days', '2',
      '-extfile', at('names'), '-out', at(`${name}.pem`));
  }
  return at;
}

async function main() {
  writeRepository();
  run(waymark, ['index', checkout, '--store', store]);
  const tokenFile = join(directory, 'token');
  writeFileSync(tokenFile, TOKEN, { mode: 0o600 });
  const insecure = grpc.credentials.createInsecure();

  const plain = await startDaemon(['--listen', '0', '--token-file', tokenFile]);
  const local = `127.0.0.1:${plain.port}`;
  await exercise(plain.socket, insecure, '');
  await exercise(local, insecure, TOKEN);
  await exerciseDeadline(local, insecure, TOKEN);
  for (const wrong of ['', TOKEN.slice(1), `${TOKEN}0`]) {
    await expectRefusal(local, insecure, wrong, status.UNAUTHENTICATED);
  }
  runExample(plain.socket, '');
  runExample(local, TOKEN);
  await plain.stop();

  const at = makeCertificates();
  const read = (name) => readFileSync(at(name));
  const tls = await startDaemon(['--listen', '0', '--token-file', tokenFile, '--tls-certificate',
    at('server.pem'), '--tls-key', at('server.key'), '--tls-client-ca', at('ca.pem')]);
  const address = `localhost:${tls.port}`;
  const { createSsl } = grpc.credentials;
  await exercise(address, createSsl(read('ca.pem'), read('client.key'), read('client.pem')), TOKEN);
  await expectRefusal(address, createSsl(read('ca.pem'), read('client.key'), read('client.pem')),
    '', status.UNAUTHENTICATED);
  await expectRefusal(address, createSsl(read('ca.pem')), TOKEN, status.UNAVAILABLE);
  await expectRefusal(address, createSsl(read('ca.pem'), read('stranger.key'),
    read('stranger.pem')), TOKEN, status.UNAVAILABLE);
  await expectRefusal(address, createSsl(read('other.pem'), read('client.key'),
    read('client.pem')), TOKEN, status.UNAVAILABLE);
  await expectRefusal(address, insecure, TOKEN, status.UNAVAILABLE);
  await tls.stop();
}

try {
  await main();
} finally {
  rmSync(directory, { recursive: true, force: true });
}
