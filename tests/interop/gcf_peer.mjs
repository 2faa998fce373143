// GCF between Waymark and the format's own implementation, in both directions: names, kinds, scores,
// distances, edges and the root of what one side writes are what the other reads; a difference of
// two packs leads the peer from one root to the other.
//
//   node gcf_peer.mjs WAYMARK NODE_MODULES
import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [waymark, modules] = process.argv.slice(2);
const peer = await import(
  pathToFileURL(`${modules}/@blackwell-systems/gcf/dist/index.js`).href);
const { packRoot } = await import(
  pathToFileURL(`${modules}/@blackwell-systems/gcf/dist/packroot.js`).href);

const KINDS = ['function', 'type', 'method', 'interface', 'var', 'const', 'class', 'field',
  'route_handler', 'external', 'file', 'package', 'service'];
const EDGE_TYPES = ['calls', 'imports', 'implements', 'references', 'extends', 'tests'];
const PROVENANCES = ['ast_inferred', 'ast_resolved', 'lsp_resolved', 'structural'];
const NAME_PARTS = ['operator()(int, char)', 'std::vector<int>', 'naïve', '名前', '😀', 'a"b\\c', '%41',
  '%', '\u00a0', '\u2028', '\u202e', '\u0000', '\u0001', '->', '@1<@2', '#', '-'];
const PAYLOADS = 24;

function run(args, input) {
  const result = spawnSync(waymark, args, { input, encoding: 'utf8' });
  assert.equal(result.status, 0, `${args.join(' ')}: ${result.stderr}`);
  return result.stdout;
}

function generator(seed) {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

// Symbols of different names: the peer tells them apart by nothing else.
function payload(seed) {
  const below = generator(seed);
  const pick = (values) => values[below(values.length)];
  const symbols = [];
  for (let i = below(40); i >= 0; --i) {
    symbols.push({
      qualified_name: `n${i}${pick(NAME_PARTS)}${pick(NAME_PARTS)}`,
      kind: pick(KINDS), score: below(101) / 100, provenance: pick(PROVENANCES),
      distance: below(5),
    });
  }
  const edges = new Map();
  for (let i = below(50); i > 0; --i) {
    const edge = { source: pick(symbols).qualified_name, target: pick(symbols).qualified_name,
      edge_type: pick(EDGE_TYPES) };
    edges.set(JSON.stringify(edge), edge);
  }
  return { tool: 'context', tokens_used: below(2000), token_budget: 5000,
    pack_root: 'ab'.repeat(32), symbols, edges: [...edges.values()] };
}

// How a name stands on the wire, as docs/WIRE_FORMAT.md says, written anew.
function token(text) {
  const bytes = Buffer.from(text, 'utf8');
  if (text === '-') return '%2D';
  let out = '';
  for (let i = 0; i < bytes.length; ++i) {
    const next = bytes.subarray(i + 1, i + 3).toString('latin1');
    const escaped = bytes[i] < 0x21 || bytes[i] > 0x7e ||
      (bytes[i] === 0x25 && /^[0-9a-fA-F]{2}$/.test(next));
    out += escaped ? '%' + bytes[i].toString(16).toUpperCase().padStart(2, '0')
      : String.fromCharCode(bytes[i]);
  }
  return out;
}

const symbolKey = (s) =>
  [s.kind, s.name, s.score.toFixed(2), s.provenance, s.distance].join('\t');
const edgeKey = (e) => [e.source, e.target, e.type].join('\t');

function fromJson(json) {
  return {
    symbols: json.symbols.map((s) => symbolKey({ ...s, name: token(s.qualified_name) })).sort(),
    edges: json.edges.map((e) => edgeKey({ source: token(e.source), target: token(e.target),
      type: e.edge_type })).sort(),
  };
}

function fromPeer(decoded) {
  return {
    symbols: decoded.symbols.map((s) => symbolKey({ ...s, name: s.qualifiedName })).sort(),
    edges: decoded.edges.map((e) => edgeKey({ ...e, type: e.edgeType })).sort(),
  };
}

for (let seed = 1; seed <= PAYLOADS; ++seed) {
  const sent = payload(seed);
  const text = run(['encode', '--to', 'gcf3'], JSON.stringify(sent));

  const decoded = peer.decode(text);
  assert.equal(decoded.tool, sent.tool);
  assert.equal(decoded.tokensUsed, sent.tokens_used);
  assert.deepEqual(fromPeer(decoded), fromJson(sent), `payload ${seed}`);
  assert.equal(decoded.packRoot, packRoot(decoded.symbols, decoded.edges), `payload ${seed}`);

  const theirs = peer.encode({ ...decoded, packRoot: undefined });
  assert.equal(theirs, text.replace(/ pack_root=.*/, ''), `payload ${seed}`);
  const received = JSON.parse(run(['decode', '--from', 'gcf3'], theirs));
  assert.deepEqual(fromJson(received), fromJson(sent), `payload ${seed}`);
  assert.deepEqual(JSON.parse(run(['decode', '--from', 'gcf'], theirs)), received);

  // What an answer tells in comments, the call at its end included, is no part of the graph.
  const answer = text.replace('\n', '\n# truncated omitted=4\n') +
    '# rest: search_symbols {"query":"@1<@0","cursor":"20-1f9a0c2b"}\n';
  assert.deepEqual(fromPeer(peer.decode(answer)), fromJson(sent), `payload ${seed}`);
  assert.deepEqual(fromJson(JSON.parse(run(['decode', '--from', 'gcf3'], answer))), fromJson(sent));

  // The dialect of the first publication is read by the peer as well.
  const plain = peer.decode(run(['encode', '--to', 'gcf'], JSON.stringify(
    { ...sent, symbols: sent.symbols.map((s, i) => ({ ...s, qualified_name: `n${i}` })),
      edges: [] })));
  assert.equal(plain.symbols.length, sent.symbols.length);

  // Names that leave out their beginning are shorter names to the peer, in the same graph.
  const short = peer.decode(run(['encode', '--to', 'gcf-short'], JSON.stringify({ ...sent,
    symbols: sent.symbols.map((s, i) => ({ ...s, score: 0, distance: 0,
      qualified_name: `shop.cart.line.n${i}` })), edges: [] })));
  assert.deepEqual(short.symbols.map((s) => s.qualifiedName),
    sent.symbols.map((_, i) => (sent.symbols.length > 1 ? `n${i}` : `shop.cart.line.n${i}`)));
}
// Enough symbols that a difference is worth sending; some go, some come, some are ranked anew.
function twoPacks(seed) {
  const below = generator(seed);
  const symbols = Array.from({ length: 40 }, (_, i) => ({
    qualified_name: `shop::step_${i}${NAME_PARTS[i % NAME_PARTS.length]}`, kind: 'function',
    score: (100 - i) / 100, provenance: 'ast_resolved', distance: i % 3 }));
  const edges = symbols.slice(1).map((s, i) => ({ source: s.qualified_name,
    target: symbols[i].qualified_name, edge_type: 'calls' }));
  const base = { tool: 'context', tokens_used: 0, token_budget: 2000, symbols, edges };
  const gone = symbols[below(40)].qualified_name;
  const current = { ...base,
    symbols: symbols.filter((s) => s.qualified_name !== gone)
      .map((s, i) => (i === below(39) ? { ...s, score: 0.01 } : s))
      .concat({ ...symbols[0], qualified_name: `new ${seed}` }),
    edges: edges.filter((e) => e.source !== gone && e.target !== gone) };
  return [base, current];
}

const directory = mkdtempSync(join(tmpdir(), 'waymark-interop-'));
try {
  for (let seed = 1; seed <= PAYLOADS; ++seed) {
    const files = twoPacks(seed).map((pack, i) => {
      const file = join(directory, `${i}.json`);
      writeFileSync(file, JSON.stringify(pack));
      return [file, peer.decode(run(['encode', '--to', 'gcf3'], JSON.stringify(pack)))];
    });
    const [[baseFile, base], [currentFile, current]] = files;
    const delta = peer.decodeDelta(run(['delta', baseFile, currentFile, '--to', 'gcf3'], ''));
    assert.equal(delta.baseRoot, packRoot(base.symbols, base.edges));
    assert.equal(delta.newRoot, packRoot(current.symbols, current.edges));
    const { symbols, edges } = peer.verifyDelta(base.symbols, base.edges, delta.removed,
      delta.added, delta.removedEdges, delta.addedEdges, delta.newRoot);
    assert.deepEqual(fromPeer({ symbols, edges }), fromPeer(current));
  }
} finally {
  rmSync(directory, { recursive: true });
}
console.log(`${PAYLOADS} payloads in both directions, ${PAYLOADS} differences`);
