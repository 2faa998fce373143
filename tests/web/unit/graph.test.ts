import assert from "node:assert/strict";
import { test } from "node:test";
import {
  circleAt,
  eachShown,
  fitting,
  mostExact,
  opened,
  openingFor,
} from "../../../services/web/page/src/graph/camera.ts";
import {
  circleStride,
  lineFields,
  lineStride,
  type Graph,
  type Scene,
} from "../../../services/web/page/src/graph/scene.ts";
import { placeFor, type Box } from "../../../services/web/page/src/graph/labels.ts";
import { layout } from "../../../services/web/page/src/worker/layout.ts";

/** Two packages of two files of some nodes; f calls its successor, and the last of a file the first of the next. */
function sample(each: number): Graph {
  const nodes = [];
  const edges = [];
  for (let index = 0; index < each * 4; index += 1) {
    const file = Math.floor(index / each);
    nodes.push({ id: `n${index}`, label: `f${index}`, groups: [`p${file >> 1}`, `file${file}`], tone: 0 });
    if (index > 0) edges.push({ source: `n${index - 1}`, target: `n${index}` });
  }
  return { nodes, edges, arrangement: "nested" };
}

const circle = (scene: Scene, index: number) => {
  const [x, y, radius] = scene.circles.subarray(index * circleStride) as unknown as [number, number, number];
  return { x, y, radius };
};

test("the same graph is laid out the same", () => {
  assert.deepEqual(layout(sample(9)), layout(sample(9)));
});

test("siblings do not overlap, and nodes are held by their groups", () => {
  const scene = layout(sample(12));
  const index = (label: string) => scene.labels.indexOf(label);
  for (const [a, b] of [
    ["p0", "p1"],
    ["file0", "file1"],
    ["f0", "f1"],
    ["f3", "f7"],
  ] as const) {
    const [one, two] = [circle(scene, index(a)), circle(scene, index(b))];
    assert.ok(Math.hypot(one.x - two.x, one.y - two.y) > 0.97 * (one.radius + two.radius), `${a} and ${b}`);
  }
  const [inner, outer] = [circle(scene, index("f5")), circle(scene, index("file0"))];
  assert.ok(Math.hypot(inner.x - outer.x, inner.y - outer.y) + inner.radius <= outer.radius);
  assert.equal(scene.counts[index("p0")], 24);
});

test("lines sum up the edges of groups, and those between circles of different holders cross", () => {
  const scene = layout(sample(5));
  const field = (name: (typeof lineFields)[number]) => lineFields.indexOf(name);
  const rows = (array: Float32Array) =>
    Array.from({ length: array.length / lineStride }, (_, row) =>
      array.subarray(row * lineStride, (row + 1) * lineStride),
    ).map((row) => `${scene.labels[row[field("a")]!]} ${scene.labels[row[field("b")]!]} ${row[field("weight")]}`);
  const own = rows(scene.lines);
  assert.equal(own[0], "p0 p1 1");
  assert.ok(own.includes("file0 file1 1") && own.includes("f0 f1 1"));
  assert.ok(rows(scene.crossing).includes("f4 f5 1") && rows(scene.crossing).includes("file1 file2 1"));
  assert.equal(own.length + scene.crossing.length / lineStride, 1 + 3 + 19);
  const within = scene.labels.indexOf("file2");
  assert.deepEqual(own.slice(scene.inside[within], scene.inside[within + 1]), [
    "f10 f11 1",
    "f11 f12 1",
    "f12 f13 1",
    "f13 f14 1",
  ]);
});

test("groups that say nothing are taken out", () => {
  const scene = layout({
    nodes: [
      { id: "a", label: "a", groups: ["src", "deep", "a.py"], tone: 0 },
      { id: "b", label: "b", groups: ["src", "deep", "a.py"], tone: 0 },
      { id: "c", label: "c", groups: ["lib", "c.py"], tone: 0 },
      { id: "d", label: "d", groups: ["lib", "d.py"], tone: 0 },
    ],
    edges: [],
    arrangement: "nested",
  });
  assert.deepEqual([...scene.labels].sort(), ["a", "b", "c", "d", "lib", "src · deep · a.py"]);
});

test("an edge to a node that is not in the graph is left out", () => {
  const scene = layout({
    nodes: [{ id: "a", label: "a", groups: [], tone: 0 }],
    edges: [{ source: "a", target: "gone" }],
    arrangement: "row",
  });
  assert.equal(scene.lines.length, 0);
});

test("a row keeps the order of the outermost groups", () => {
  const labels = ["one", "two", "three", "four"];
  const scene = layout({
    nodes: labels.flatMap((group) =>
      [1, 2].map((n) => ({ id: group + n, label: group + n, groups: [group], tone: 0 })),
    ),
    edges: [],
    arrangement: "row",
  });
  const places = labels.map((label) => circle(scene, scene.labels.indexOf(label)).x);
  assert.deepEqual(
    places,
    [...places].sort((a, b) => a - b),
  );
});

test("a large graph shows its packages first, then files, then symbols, as one goes nearer", () => {
  const scene = layout(sample(30));
  const opening = openingFor(120);
  const shownAt = (zoom: number) => {
    const labels: string[] = [];
    eachShown(scene, { x: 0, y: 0, zoom }, opening, 1e6, 1e6, (shown) => {
      if (!shown.open) labels.push(scene.labels[shown.index]!);
    });
    return labels;
  };
  assert.deepEqual(shownAt(0.01), ["p0", "p1"]);
  assert.ok(shownAt(70 / circle(scene, 0).radius).every((label) => label.startsWith("file")));
  assert.ok(shownAt(30).every((label) => label.startsWith("f") && !label.startsWith("file")));
});

test("a group of very many opens only where its circles can be told apart", () => {
  const flat = (size: number): Scene =>
    layout({
      nodes: Array.from({ length: size }, (_, index) => ({
        id: `n${index}`,
        label: `f${index}`,
        groups: [index < size / 2 ? "one" : "other"],
        tone: 0,
      })),
      edges: [],
      arrangement: "nested",
    });
  const opening = openingFor(mostExact + 1);
  for (const size of [100, 1000, 10_000]) {
    const scene = flat(size);
    const { x, y, radius } = circle(scene, 0);
    const leaf = circle(scene, scene.labels.indexOf("f0"));
    const opensAt = (zoom: number) => {
      let open = false;
      eachShown(scene, { x, y, zoom }, opening, 1e6, 1e6, (shown) => {
        if (shown.index === 0) open = shown.open;
      });
      return open;
    };
    const zooms = Array.from({ length: 400 }, (_, step) => (4 * 1.02 ** step) / radius);
    const least = zooms.find(opensAt) as number;
    assert.ok(leaf.radius * least >= 5, `circles of ${leaf.radius * least} pixels among ${size}`);
  }
});

test("a column has the outermost groups of a row, one below the other", () => {
  const nodes = ["one", "two", "three"].map((group) => ({ id: group, label: group, groups: [], tone: 0 }));
  const scene = layout({ nodes, edges: [], arrangement: "column" });
  const places = nodes.map(({ label }) => circle(scene, scene.labels.indexOf(label)));
  assert.ok(places.every(({ x }) => x === 0));
  assert.ok(places[0]!.y < places[1]!.y && places[1]!.y < places[2]!.y);
});

test("a name stands below its circle, in a small graph also on a side without a name, and always in the field", () => {
  const field = { width: 300, height: 200 };
  const shown = { index: 0, x: 0, y: 0, radius: 6, open: false };
  const taken: Box[] = [];
  for (const [x, y] of [
    [0, 1],
    [0, -1],
    [1, 0],
    [-1, 0],
  ]) {
    const box = placeFor(shown, 40, field, taken, true);
    assert.deepEqual([Math.sign(box?.x ?? NaN), Math.sign(box?.y ?? NaN)], [x, y]);
    taken.push({ x: box!.x, y: box!.y * 1.5, width: 2, height: 8 });
  }
  assert.equal(placeFor(shown, 40, field, taken.slice(0, 1), false), null);
  for (const x of [-149, 149]) {
    const box = placeFor({ ...shown, x }, 120, field, [], true);
    assert.ok(box !== null && Math.abs(box.x) + box.width / 2 <= field.width / 2);
  }
});

test("a small graph is open at any zoom", () => {
  assert.equal(opened(0.001, openingFor(mostExact)), 1);
  assert.equal(opened(0.001, openingFor(mostExact + 1)), 0);
});

test("all of a graph fits, and the circle under a point is the innermost visible one", () => {
  const scene = layout(sample(4));
  const camera = fitting(scene, 800, 600);
  assert.ok(scene.extent.x * 2 * camera.zoom <= 800 && scene.extent.y * 2 * camera.zoom <= 600);
  const leaf = scene.labels.indexOf("f6");
  const { x, y } = circle(scene, leaf);
  const at = (opening: { from: number; to: number }) =>
    circleAt(scene, camera, opening, 800, 600, (x - camera.x) * camera.zoom, (y - camera.y) * camera.zoom);
  assert.equal(at(openingFor(16)), leaf);
  assert.equal(scene.labels[at({ from: 1e6, to: 2e6 })], "p0");
});
