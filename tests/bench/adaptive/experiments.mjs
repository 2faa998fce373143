// Two experiments of the pipeline's source that need no model, on JSON results:
//
//   budget   how many records of a table fit into a share of its tokens, if every record is kept as it is or
//            left out (a knapsack of two choices a record), and if the form of the table is chosen too
//   leaves   which share of the values in a result a reader of each form gets back
//
//   node experiments.mjs --program PATH [--modules DIR] PAYLOADS
//
// The packages are those of savings.mjs. Records stand for equal value, in their order: then the best choice
// is the cheapest form of each table and as many records as fit.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { loadFormats, mainTable, packagesOf, writeAs } from './formats.mjs';

const BUDGETS = [0.25, 0.5, 0.75];
const LEAST_RECORDS = 4;

const { values: options, positionals } = parseArgs({
  options: { program: { type: 'string' }, modules: { type: 'string', default: '.' } },
  allowPositionals: true,
});
if (!options.program || positionals.length !== 1) {
  console.error('usage: node experiments.mjs --program PATH [--modules DIR] PAYLOADS');
  process.exit(2);
}

const load = packagesOf(options.modules);
const { encode: tokensOf } = await load('gpt-tokenizer/encoding/o200k_base');
const formats = await loadFormats(load, options.program);
const count = (text) => tokensOf(text, { allowedSpecial: new Set(), disallowedSpecial: new Set() }).length;
const values = readdirSync(positionals[0]).filter((name) => name.endsWith('.json')).sort()
  .map((name) => JSON.parse(readFileSync(join(positionals[0], name), 'utf8')));

// Tokens of the first records of a table in a form; the shorter one of it and JSON where `isChosen`.
function tokensOfFirst(rows, number, format, isChosen) {
  const first = rows.slice(0, number);
  const json = JSON.stringify(first);
  const own = count(writeAs(format, first, json).text);
  return isChosen ? Math.min(own, count(json)) : own;
}

// The most records that fit: more records take more tokens.
function recordsWithin(rows, budget, tokens) {
  let fits = 0;
  let above = rows.length + 1;
  while (above - fits > 1) {
    const middle = (fits + above) >> 1;
    if (tokens(rows, middle) <= budget) fits = middle;
    else above = middle;
  }
  return fits;
}

function budgetExperiment() {
  const tables = values.flatMap((value) => {
    try {
      const rows = mainTable(value);
      return rows.length >= LEAST_RECORDS ? [rows] : [];
    } catch {
      return [];
    }
  });
  const json = formats['json, compact'];
  const ways = { 'json, compact': (rows, number) => tokensOfFirst(rows, number, json, false) };
  for (const name of ['toon', 'gcf', 'tron', 'waymark']) {
    ways[name] = (rows, number) => tokensOfFirst(rows, number, formats[name], true);
  }
  console.log(`budget: ${tables.length} tables of at least ${LEAST_RECORDS} records, ${tables.flat().length} in all`);
  const shares = BUDGETS.map((share) => `${100 * share} %`.padStart(7)).join(' ');
  console.log(`records kept, at   ${shares} of the tokens of compact JSON`);
  for (const [name, tokens] of Object.entries(ways)) {
    const kept = BUDGETS.map((share) => tables.reduce((sum, rows) => (
      sum + recordsWithin(rows, share * count(JSON.stringify(rows)), tokens)), 0) / tables.flat().length);
    console.log(`${name.padEnd(18)} ${kept.map((part) => `${(100 * part).toFixed(1)} %`.padStart(7)).join(' ')}`);
  }
}

// Path and value of each scalar and each empty object or array.
function leavesOf(value, path = '', found = []) {
  const isLeaf = value === null || typeof value !== 'object' || Object.keys(value).length === 0;
  if (isLeaf) found.push([path, JSON.stringify(value)]);
  else for (const [key, item] of Object.entries(value)) leavesOf(item, `${path}/${key}`, found);
  return found;
}

function leavesExperiment() {
  console.log('\nleaves: share of the values in a result that come back');
  for (const [name, format] of Object.entries(formats)) {
    if (!format.read && !format.leaves) continue;
    let right = 0;
    let total = 0;
    for (const value of values) {
      const written = writeAs(format, value, JSON.stringify(value));
      let read;
      try {
        read = written.isOwn ? format.leaves?.(written.text, value) ?? format.read(written.text) : value;
      } catch {
        read = null;
      }
      const got = new Map(leavesOf(read));
      const leaves = leavesOf(value);
      right += leaves.filter(([path, text]) => got.get(path) === text).length;
      total += leaves.length;
    }
    console.log(`${name.padEnd(18)} ${(100 * right / total).toFixed(1)} %`);
  }
}

budgetExperiment();
leavesExperiment();
