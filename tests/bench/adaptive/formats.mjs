// The forms of a JSON result that are compared, each with the reader that gives its value back: Waymark's,
// those of packages of npm, GCX1's generic fallback, and the plain ones that tools use.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

// Imports packages from the directory that has node_modules.
export function packagesOf(directory) {
  const require = createRequire(join(resolve(directory), 'here.js'));
  return async (name) => {
    try {
      return await import(pathToFileURL(require.resolve(name)));
    } catch {
      // A package for `import` alone.
      const root = join(resolve(directory), 'node_modules', name);
      const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
      return import(pathToFileURL(join(root, exports['.'].import)));
    }
  };
}

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const isTable = (value) => Array.isArray(value) && value.length > 0 && value.every(isObject);
const keysOf = (rows) => [...new Set(rows.flatMap((row) => Object.keys(row)))];

// The text of a cell without types: texts as they are, anything else as JSON.
const plain = (value) => (typeof value === 'string' ? value : JSON.stringify(value));

// GCX1 for a tool without a published layout, with the header's rules for names.
function writeGcx(value) {
  const objects = isObject(value) ? [value] : [value].flat(1).map((item) => ({ value: item }));
  const rows = isTable(value) ? value : objects;
  const fields = keysOf(rows).sort();
  if (fields.length === 0 || fields.some((name) => /[\s=,]/.test(name) || name === '')) throw new Error('no header');
  const cell = (item) => (item === undefined || item === null ? '' : plain(item))
    .replace(/\\/g, '\\\\').replace(/\t/g, '\\t').replace(/\n/g, '\\n');
  return [`GCX1 tool=result fields=${fields.join(',')}`,
    ...rows.map((row) => fields.map((name) => cell(row[name])).join('\t'))].join('\n');
}

// The value that a reader of cells without types takes a cell for.
function guess(cell) {
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}

function readGcx(text) {
  const [header, ...lines] = text.split('\n');
  const fields = header.split('fields=')[1].split(',');
  const valueOf = (cell) => guess(cell.replace(/\\(.)/g, (_, letter) => ({ t: '\t', n: '\n' })[letter] ?? letter));
  const rows = lines.map((line) => Object.fromEntries(line.split('\t')
    .map((cell, i) => [fields[i], valueOf(cell)]).filter((_, i) => line.split('\t')[i] !== '')));
  if (fields.length === 1 && fields[0] === 'value') return rows.map((row) => row.value);
  return rows.length === 1 ? rows[0] : rows;
}

// Tables as people write them: the largest array of objects, or the members of an object, and nothing else
// of the result. This is what the source of the pipeline found in use, and why it lost answers.
export function mainTable(value) {
  if (isTable(value)) return value;
  if (!isObject(value)) throw new Error('no table');
  const tables = Object.values(value).filter(isTable);
  return tables.sort((a, b) => JSON.stringify(b).length - JSON.stringify(a).length)[0] ?? [value];
}

const cells = (row, keys) => keys.map((key) => (row[key] === undefined || row[key] === null ? '' : plain(row[key])));

function writeCsv(value) {
  const rows = mainTable(value);
  const keys = keysOf(rows);
  const quoted = (cell) => (/[",\n]/.test(cell) ? `"${cell.replace(/"/g, '""')}"` : cell);
  return [keys, ...rows.map((row) => cells(row, keys))].map((line) => line.map(quoted).join(',')).join('\n');
}

function writeMarkdown(value) {
  const rows = mainTable(value);
  const keys = keysOf(rows);
  const line = (parts) => `| ${parts.join(' | ')} |`;
  const escaped = (cell) => cell.replace(/\|/g, '\\|').replace(/\n/g, '<br>');
  const lines = rows.map((row) => line(cells(row, keys).map(escaped)));
  return [line(keys), line(keys.map(() => '---')), ...lines].join('\n');
}

// The rows of a CSV, where they stand in the result that they were taken from.
function readCsvInto(text, value) {
  const records = [[]];
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\n"]*))(,|\n|$)/g)) {
    records.at(-1).push(quoted === undefined ? bare : quoted.replace(/""/g, '"'));
    if (end === '') break;
    if (end === '\n') records.push([]);
  }
  const [keys, ...lines] = records;
  const rows = lines.map((line) => Object.fromEntries(line.map((cell, i) => [keys[i], cell])
    .filter(([, cell]) => cell !== '').map(([key, cell]) => [key, guess(cell)])));
  if (isTable(value)) return rows;
  const name = Object.keys(value).find((key) => value[key] === mainTable(value));
  return name === undefined ? rows[0] : { [name]: rows };
}

function writeKeyValue(value) {
  if (!isObject(value)) throw new Error('no object');
  return Object.entries(value).map(([key, item]) => `${key}: ${plain(item)}`).join('\n');
}

function readKeyValue(text) {
  const fields = text.split('\n').map((line) => line.split(/: (.*)/s));
  return Object.fromEntries(fields.map(([key, cell]) => [key, guess(cell)]));
}

// A value of a reader that gives objects as maps.
const unmapped = (value) => JSON.parse(JSON.stringify(value, (_, item) => {
  if (item instanceof Map) return Object.fromEntries(item);
  return typeof item === 'bigint' ? Number(item) : item;
}));

// name -> {write(value, json), read(text)}. A form without `read` says less than the value; leaves(text, value)
// is what can be read of it. `write` may throw for a value that the form has no place for; the value then
// stays JSON.
export async function loadFormats(load, program) {
  const run = (command, input) => execFileSync(program, [command], { input, maxBuffer: 1 << 28 }).toString();
  const gcf = await load('@blackwell-systems/gcf');
  const toon = await load('@toon-format/toon');
  const tron = await load('@tron-format/tron');
  const tonl = await load('tonl');
  return {
    waymark: {
      write: (_, json) => run('shrink', json).replace(/\n$/, ''),
      read: (text) => JSON.parse(run('expand', text)),
    },
    gcf: { write: (value) => gcf.encodeGeneric(value), read: (text) => unmapped(gcf.decodeGeneric(text)) },
    toon: { write: (value) => toon.encode(value), read: (text) => toon.decode(text) },
    gcx1: { write: writeGcx, read: readGcx },
    tron: { write: (value) => tron.stringify(value), read: (text) => tron.parse(text) },
    tonl: { write: (value) => tonl.encodeTONL(value), read: (text) => tonl.decodeTONL(text) },
    csv: { write: writeCsv, leaves: readCsvInto },
    markdown: { write: writeMarkdown },
    'key: value': { write: writeKeyValue, leaves: readKeyValue },
    'json, compact': { write: (_, json) => json, read: JSON.parse },
    'json, 2 blanks': { write: (value) => JSON.stringify(value, null, 2), read: JSON.parse },
  };
}

// The text of a form, and whether it is the form's own; JSON where the form has no place for the value.
export function writeAs(format, value, json) {
  try {
    return { text: format.write(value, json), isOwn: true };
  } catch {
    return { text: json, isOwn: false };
  }
}

// Whether the reader of the form gives the value back.
export function comesBack(format, value, written, isEqual) {
  if (!written.isOwn) return true;
  try {
    return isEqual(format.read(written.text), value);
  } catch {
    return false;
  }
}
