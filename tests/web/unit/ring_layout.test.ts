// Where the symbols of a blast radius stand on its rings.
import assert from "node:assert/strict";
import { test } from "node:test";
import { layoutRings, otherGroups, type RingItem } from "../../../services/web/page/src/blast/ring_layout.ts";

function items(count: number, group: string, hop: number): RingItem[] {
  return Array.from({ length: count }, (_, index) => ({ key: `${group}/${hop}/${index}`, group, hop, isPossible: false }));
}

const root = { key: "root", group: "src", hop: 0, isPossible: false };
const options = { radius: 220 };

test("every symbol is a dot or in a bubble, once", () => {
  const all = [root, ...items(500, "src", 1), ...items(7, "src", 2), ...items(40, "tests", 3)];
  const { dots, bubbles } = layoutRings(all, options);
  const keys = [...dots.map(({ item }) => item.key), ...bubbles.flatMap((bubble) => bubble.items.map(({ key }) => key))];
  assert.deepEqual(keys.sort(), all.filter(({ hop }) => hop > 0).map(({ key }) => key).sort());
});

test("symbols that do not fit on their ring are one bubble that holds them all", () => {
  const { dots, bubbles } = layoutRings([root, ...items(200, "src", 1), ...items(3, "src", 2)], options);
  assert.equal(dots.length, 3);
  assert.deepEqual(bubbles.map(({ hop, items: held }) => [hop, held.length]), [[1, 200]]);
});

test("no dot covers another", () => {
  const groups = ["a", "b", "c", "d"];
  const all = [root, ...groups.flatMap((group) => [1, 2, 3].flatMap((hop) => items(9 * hop, group, hop)))];
  const { dots } = layoutRings(all, options);
  assert.ok(dots.length > 50);
  for (const [index, one] of dots.entries()) {
    for (const other of dots.slice(index + 1)) {
      assert.ok(Math.hypot(one.x - other.x, one.y - other.y) >= 10, `${one.item.key} covers ${other.item.key}`);
    }
  }
});

test("a group has one sector on all rings, and sectors do not overlap", () => {
  const all = [root, ...["b", "a", "c"].flatMap((group) => [1, 2].flatMap((hop) => items(4, group, hop)))];
  const { dots, sectors } = layoutRings(all, options);
  assert.deepEqual(sectors.map(({ group }) => group), ["a", "b", "c"]);
  for (const [index, sector] of sectors.entries()) {
    assert.ok(sector.to <= (sectors[index + 1]?.from ?? Math.PI * 2 + 1e-9));
  }
  for (const { item, angle } of dots) {
    const sector = sectors.find(({ group }) => group === item.group);
    assert.ok(sector !== undefined && sector.from <= angle && angle <= sector.to);
  }
});

test("beyond ten groups the small ones share a sector, which counts what they hold", () => {
  const all = [root, ...Array.from({ length: 14 }, (_, index) => items(20 - index, `g${index}`, 1)).flat()];
  const { sectors } = layoutRings(all, options);
  assert.equal(sectors.length, 10);
  assert.deepEqual(sectors.at(-1)?.group, otherGroups);
  assert.equal(sectors.reduce((sum, { count }) => sum + count, 0), all.length - 1);
});

test("farther hops stand farther out, and the last on the outermost ring", () => {
  const { radii } = layoutRings([root, ...items(1, "a", 1), ...items(1, "a", 2), ...items(1, "a", 3)], options);
  assert.deepEqual([...radii].sort((a, b) => a - b), radii);
  assert.equal(radii.at(-1), options.radius);
});
