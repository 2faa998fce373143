// Tokens of JSON results as `waymark shrink` writes them, beside other formats and another proxy, and
// whether each value comes back. Everything is relative to compact JSON, in o200k_base.
//
//   npm install gpt-tokenizer @toon-format/toon @blackwell-systems/gcf @tron-format/tron tonl
//   node savings.mjs --program PATH [--modules DIR] [--least BYTES] [--by shape] [--proxy COMMAND] PAYLOADS
//
// PAYLOADS is a directory of JSON files. --modules is the directory with node_modules (default: the
// current one). --least leaves out payloads that are smaller in compact form (default: 0). --by shape groups
// the payloads by what their value is; without it they are structured or mixed. --proxy is a proxy that
// takes the command of a server, such as `npx @chaindead/tooner`; it becomes the row `proxy`. `or JSON` is the
// total if the shorter one of the form and JSON is sent.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';

import { comesBack, loadFormats, packagesOf, writeAs } from './formats.mjs';
import { throughProxy } from './proxied.mjs';

const MIXED_SHARE = 0.25;
const SENTENCE_WORDS = 6;

const { values: options, positionals } = parseArgs({
  options: {
    program: { type: 'string' },
    modules: { type: 'string', default: '.' },
    least: { type: 'string', default: '0' },
    by: { type: 'string', default: 'kind' },
    proxy: { type: 'string' },
  },
  allowPositionals: true,
});
if (!options.program || positionals.length !== 1 || !['kind', 'shape'].includes(options.by)) {
  console.error('usage: node savings.mjs --program PATH [--modules DIR] [--least BYTES] [--by shape] '
    + '[--proxy COMMAND] PAYLOADS');
  process.exit(2);
}

const load = packagesOf(options.modules);
const { encode: tokensOf } = await load('gpt-tokenizer/encoding/o200k_base');
const formats = await loadFormats(load, options.program);
const count = (text) => tokensOf(text, { allowedSpecial: new Set(), disallowedSpecial: new Set() }).length;

// Characters of strings that are sentences or have several lines.
function proseOf(value) {
  if (typeof value === 'string') {
    return value.includes('\n') || value.trim().split(/\s+/).length >= SENTENCE_WORDS ? value.length : 0;
  }
  if (value === null || typeof value !== 'object') return 0;
  return Object.values(value).reduce((sum, item) => sum + proseOf(item), 0);
}

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const GROUPS = {
  kind: (value, json) => (proseOf(value) < MIXED_SHARE * json.length ? 'structured' : 'mixed'),
  shape: (value) => {
    if (Array.isArray(value)) return value.every(isObject) ? 'array of objects' : 'other array';
    if (!isObject(value)) return 'scalar';
    const isNested = Object.values(value).some((item) => item !== null && typeof item === 'object');
    return isNested ? 'nested object' : 'flat object';
  },
};

const payloads = readdirSync(positionals[0])
  .filter((name) => name.endsWith('.json'))
  .sort()
  .map((name) => JSON.parse(readFileSync(join(positionals[0], name), 'utf8')))
  .map((value) => ({ value, json: JSON.stringify(value) }))
  .filter(({ json }) => json.length >= Number(options.least));

// The proxy writes all payloads in one session. Nothing is known of a reader for what it writes.
if (options.proxy) {
  const directory = mkdtempSync(join(tmpdir(), 'waymark-savings-'));
  const path = join(directory, 'texts.json');
  writeFileSync(path, JSON.stringify(payloads.map(({ json }) => json)));
  const sent = await throughProxy(options.proxy.split(' '), path);
  rmSync(directory, { recursive: true });
  const byJson = new Map(payloads.map(({ json }, i) => [json, sent[i]]));
  formats.proxy = { write: (_, json) => byJson.get(json) ?? json };
  const failed = sent.filter((text) => text === undefined).length;
  if (failed > 0) console.log(`the proxy ended at ${failed} payloads, which count as JSON`);
}

const groups = new Map([['all', []]]);
for (const { value, json } of payloads) {
  const before = count(json);
  const row = { before, after: {}, back: {} };
  for (const [name, format] of Object.entries(formats)) {
    const written = writeAs(format, value, json);
    row.after[name] = count(written.text);
    row.back[name] = comesBack(format, value, written, isDeepStrictEqual);
  }
  const group = GROUPS[options.by](value, json);
  if (!groups.has(group)) groups.set(group, []);
  groups.get('all').push(row);
  groups.get(group).push(row);
}

const percent = (part) => `${(100 * part).toFixed(1)} %`.padStart(9);
for (const [group, rows] of groups) {
  const baseline = rows.reduce((sum, row) => sum + row.before, 0);
  console.log(`${group}: ${rows.length} payloads, ${baseline} tokens of compact JSON (o200k_base)`);
  console.log('format              total    median     worst   or JSON  came back');
  for (const name of Object.keys(formats)) {
    const saved = rows.map((row) => 1 - row.after[name] / row.before).sort((a, b) => a - b);
    const shorter = rows.reduce((sum, row) => sum + Math.min(row.after[name], row.before), 0);
    const total = 1 - rows.reduce((sum, row) => sum + row.after[name], 0) / baseline;
    const median = (saved[(saved.length - 1) >> 1] + saved[saved.length >> 1]) / 2;
    const back = formats[name].read ? String(rows.filter((row) => row.back[name]).length) : '-';
    const figures = [total, median, saved[0], 1 - shorter / baseline].map(percent).join(' ');
    console.log(`${name.padEnd(15)} ${figures} ${back.padStart(10)}`);
  }
}
const lost = groups.get('all').filter((row) => !row.back.waymark).length;
console.log(`values of Waymark that did not come back: ${lost}`);
process.exit(lost === 0 ? 0 : 1);
