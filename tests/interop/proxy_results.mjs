// Whether the proxy keeps results.
import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';

// The texts that the proxy sent, expanded; the same text if it is as the server sent it.
function expand(waymark, text) {
  const result = spawnSync(waymark, ['expand'], { input: text, encoding: 'utf8' });
  assert.equal(result.status, 0, result.stderr);
  return result.stdout;
}

function valueOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

// Compares the result of a call without and with the proxy by value; returns how many bytes the texts took.
export function compare(waymark, direct, proxied, name) {
  const bytes = { before: 0, after: 0 };
  const texts = (result) => (result.content ?? []).filter((item) => item.type === 'text');
  texts(direct).forEach((item, i) => {
    const other = texts(proxied)[i];
    bytes.before += item.text.length;
    bytes.after += other.text.length;
    if (other.text === item.text) return;
    assert.deepEqual(valueOf(expand(waymark, other.text)), valueOf(item.text), name);
    other.text = item.text;
  });
  assert.deepEqual(proxied, direct, name);
  return bytes;
}
