// Tokens of JSON results as `waymark shrink` writes them, beside GCF's generic profile and TOON, and
// whether `waymark expand` gives each value back. Everything is relative to compact JSON, in
// o200k_base.
//
//   npm install gpt-tokenizer @toon-format/toon @blackwell-systems/gcf
//   node savings.mjs --program PATH [--modules DIR] [--least BYTES] PAYLOADS
//
// PAYLOADS is a directory of JSON files. --modules is the directory with node_modules (default: the
// current one). --least leaves out payloads that are smaller in compact form (default: 0).
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual, parseArgs } from 'node:util';

const { values: options, positionals } = parseArgs({
  options: {
    program: { type: 'string' },
    modules: { type: 'string', default: '.' },
    least: { type: 'string', default: '0' },
  },
  allowPositionals: true,
});
if (!options.program || positionals.length !== 1) {
  console.error('usage: node savings.mjs --program PATH [--modules DIR] [--least BYTES] PAYLOADS');
  process.exit(2);
}

const require = createRequire(join(resolve(options.modules), 'here.js'));
const load = async (name) => import(pathToFileURL(require.resolve(name)));
const { encode: tokensOf } = await load('gpt-tokenizer/encoding/o200k_base');
const { encode: encodeToon } = await load('@toon-format/toon');
const { encodeGeneric } = await load('@blackwell-systems/gcf');

const count = (text) => tokensOf(text, { allowedSpecial: new Set(), disallowedSpecial: new Set() }).length;
const run = (command, input) =>
  execFileSync(options.program, [command], { input, maxBuffer: 1 << 28 }).toString();

// A peer that cannot write a value sends it as JSON.
const orJson = (write) => (value, json) => {
  try {
    return write(value);
  } catch {
    return json;
  }
};

let lost = 0;
const formats = {
  waymark: (value, json) => {
    const text = run('shrink', json).replace(/\n$/, '');
    if (!isDeepStrictEqual(JSON.parse(run('expand', text)), value)) lost += 1;
    return text;
  },
  gcf: orJson((value) => encodeGeneric(value)),
  toon: orJson((value) => encodeToon(value)),
};

const payloads = readdirSync(positionals[0])
  .filter((name) => name.endsWith('.json'))
  .sort()
  .map((name) => JSON.parse(readFileSync(join(positionals[0], name), 'utf8')))
  .filter((value) => JSON.stringify(value).length >= Number(options.least));

const savings = Object.fromEntries(Object.keys(formats).map((name) => [name, []]));
const totals = Object.fromEntries(Object.keys(formats).map((name) => [name, 0]));
let baseline = 0;
for (const value of payloads) {
  const json = JSON.stringify(value);
  const before = count(json);
  baseline += before;
  for (const [name, write] of Object.entries(formats)) {
    const after = count(write(value, json));
    totals[name] += after;
    savings[name].push(1 - after / before);
  }
}

const percent = (part) => `${(100 * part).toFixed(1)} %`.padStart(8);
console.log(`${payloads.length} payloads, ${baseline} tokens of compact JSON (o200k_base)`);
console.log('format       total   median    worst');
for (const name of Object.keys(formats)) {
  const sorted = savings[name].sort((a, b) => a - b);
  const median = (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
  console.log(`${name.padEnd(9)} ${percent(1 - totals[name] / baseline)} ${percent(median)} ${percent(sorted[0])}`);
}
console.log(`values that did not come back: ${lost}`);
process.exit(lost === 0 ? 0 : 1);
