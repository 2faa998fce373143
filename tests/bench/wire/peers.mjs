// The codecs of the npm packages of GCF and TOON, and compact JSON, on the payloads of the wire
// benchmark: bytes, tokens and times.
//
//   peers.mjs WIRE_BENCH CACHE_DIRECTORY
//
// The packages are fetched into the cache, which is outside of this repository. GCF and TOON are
// given what GCF holds of a payload (names, kinds, scores, provenances, distances, edges), compact
// JSON once that and once everything. Tokens are counted by the benchmark program.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync }
  from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const PACKAGES = ['@blackwell-systems/gcf@2.5.2', '@toon-format/toon@4.4.0'];
const WARM_UP = 20;
const MEASURED_MS = 400;

const [bench, cache] = process.argv.slice(2);

function run(program, args) {
  const result = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (result.status !== 0) throw new Error(`${program} ${args.join(' ')}: ${result.stderr}`);
  return result.stdout;
}

async function load(name) {
  const directory = join(cache, 'node_modules', name);
  const { main, exports: exported, module } = JSON.parse(
    readFileSync(join(directory, 'package.json'), 'utf8'));
  const entry = exported?.['.']?.import?.default ?? exported?.['.']?.import ??
    exported?.['.']?.default ?? module ?? main;
  return import(pathToFileURL(join(directory, typeof entry === 'string' ? entry : main)).href);
}

// What GCF holds of a payload.
function lean(payload) {
  return {
    tool: payload.tool,
    symbols: payload.symbols.map((symbol) => ({
      qualified_name: symbol.qualified_name, kind: symbol.kind,
      score: Math.round(symbol.score * 100) / 100, provenance: symbol.provenance,
      distance: symbol.distance })),
    edges: payload.edges.map(({ source, target, edge_type }) => ({ source, target, edge_type })),
  };
}

// The mean processor time of a call, in microseconds.
function time(call) {
  for (let i = 0; i < WARM_UP; ++i) call();
  const begin = process.cpuUsage();
  const end = performance.now() + MEASURED_MS;
  let calls = 0;
  do {
    call();
    ++calls;
  } while (performance.now() < end);
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / calls;
}

if (!PACKAGES.every((name) => existsSync(join(cache, 'node_modules', name.replace(/@[^@]*$/, ''))))) {
  mkdirSync(cache, { recursive: true });
  run('npm', ['install', '--prefix', cache, '--ignore-scripts', '--no-audit', '--no-fund',
    ...PACKAGES]);
}
const gcf = await load('@blackwell-systems/gcf');
const toon = await load('@toon-format/toon');

const work = mkdtempSync(join(tmpdir(), 'waymark-peers-'));
try {
  run(bench, ['--payloads', work]);
  const rows = [];
  const sizes = readdirSync(work).filter((name) => name.endsWith('.json'))
    .map((name) => parseInt(name, 10)).sort((a, b) => a - b);
  for (const size of sizes) {
    const payload = JSON.parse(readFileSync(join(work, `${size}.json`), 'utf8'));
    const graph = lean(payload);
    const own = gcf.decode(readFileSync(join(work, `${size}.gcf3`), 'utf8'));
    const codecs = {
      'GCF (npm)': [() => gcf.encode(own), (text) => gcf.decode(text)],
      'TOON (npm)': [() => toon.encode(graph), (text) => toon.decode(text)],
      'compact JSON of the same': [() => JSON.stringify(graph), (text) => JSON.parse(text)],
      'compact JSON of everything': [() => JSON.stringify(payload), (text) => JSON.parse(text)],
    };
    for (const [name, [encode, decode]] of Object.entries(codecs)) {
      const text = encode();
      const file = join(work, 'text');
      writeFileSync(file, text);
      const [o200k, cl100k] = run(bench, ['--count', file]).trim().split(' ').map(Number);
      rows.push([name, size, Buffer.byteLength(text), o200k, cl100k, time(encode),
        time(() => decode(text))]);
    }
  }
  console.log('| | symbols | bytes | o200k | cl100k | encode us | decode us |');
  console.log('|---|---:|---:|---:|---:|---:|---:|');
  rows.sort((a, b) => a[0].localeCompare(b[0]) || a[1] - b[1]);
  for (const row of rows) {
    console.log(`| ${row.map((cell, i) =>
      (i === 0 ? cell : cell.toLocaleString('en', { maximumFractionDigits: i < 5 ? 0 : 1 })))
      .join(' | ')} |`);
  }
} finally {
  rmSync(work, { recursive: true });
}
