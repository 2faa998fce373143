import assert from "node:assert/strict";
import { test } from "node:test";
import { filesOfCycle, isWithin, nodeAt, trail, type MapNode } from "../../../services/web/page/src/map/data.ts";
import { importGraph } from "../../../services/web/page/src/map/import_graph.ts";
import { layoutTiles, neighbour, tileAt } from "../../../services/web/page/src/map/layout.ts";
import { modeOf } from "../../../services/web/page/src/map/modes.ts";
import { withSymbols } from "../../../services/web/page/src/map/symbols.ts";

function node(path: string, lines: number, children?: MapNode[], more: Partial<MapNode> = {}): MapNode {
  return {
    name: path.split("/").pop() ?? "",
    kind: children === undefined ? "file" : "directory",
    path,
    ...(children === undefined ? {} : { children }),
    lines,
    bytes: lines * 30,
    symbols: 1,
    commits: null,
    age_days: null,
    tests: null,
    owner: null,
    depends_in: null,
    depends_out: null,
    layer: null,
    cycle: null,
    ...more,
  };
}

const tree = node("", 1000, [
  node("src", 900, [
    node("src/a.py", 600, undefined, { depends_in: 40, owner: "Ada" }),
    node("src/b.py", 300, undefined, { depends_in: 0, owner: "Bo" }),
  ]),
  node("src2", 90, [node("src2/c.py", 90, undefined, { owner: "Ada" })]),
  node("d.py", 10),
]);

test("a node is found by its path, and a directory is not taken for one whose name it begins", () => {
  assert.equal(nodeAt(tree, "src2/c.py")?.lines, 90);
  assert.equal(nodeAt(tree, ""), tree);
  assert.equal(nodeAt(tree, "src/none.py"), null);
  assert.deepEqual(
    trail(tree, "src/b.py").map(({ path }) => path),
    ["", "src", "src/b.py"],
  );
  assert.ok(isWithin("src/a.py", "src") && !isWithin("src2/c.py", "src") && isWithin("d.py", ""));
});

test("the area of a file is in proportion to its lines, and tiles lie in those of their directories", () => {
  const tiles = layoutTiles(tree, 1000, 800);
  const of = (path: string) => tiles.find((tile) => tile.node.path === path)!;
  const area = (path: string) => of(path).width * of(path).height;
  assert.ok(Math.abs(area("src/a.py") / area("src/b.py") - 2) < 0.1);
  for (const tile of tiles) {
    const [outer] = tiles.filter((other) => other.open && isWithin(tile.node.path, other.node.path) && other !== tile);
    if (outer === undefined) continue;
    assert.ok(
      tile.x >= outer.x &&
        tile.y >= outer.y &&
        tile.x + tile.width <= outer.x + outer.width &&
        tile.y + tile.height <= outer.y + outer.height,
    );
  }
});

test("a directory without room for its files is one tile", () => {
  const tiles = layoutTiles(tree, 120, 60);
  assert.equal(tiles.find((tile) => tile.node.path === "src2")?.open ?? false, false);
  assert.equal(
    tiles.some((tile) => tile.node.path === "src2/c.py"),
    false,
  );
});

test("a point gives the innermost tile, and keys go to the next one", () => {
  const tiles = layoutTiles(tree, 1000, 800);
  const a = tiles.find((tile) => tile.node.path === "src/a.py")!;
  assert.equal(tileAt(tiles, a.x + a.width / 2, a.y + a.height / 2), a);
  assert.equal(tileAt(tiles, -5, 3), null);
  const others = (["left", "right", "up", "down"] as const).map((direction) => neighbour(tiles, a, direction));
  assert.ok(others.some((tile) => tile.node.path === "src/b.py"));
  assert.ok(others.every((tile) => !tile.open));
});

test("a colour is the share of the most, and unknown is no share", () => {
  const scale = modeOf("dependence").scale(tree);
  assert.equal(scale.share(nodeAt(tree, "src/b.py")!), 0);
  assert.equal(scale.share(nodeAt(tree, "src2/c.py")!), null);
  assert.equal(modeOf("nonsense").value, "dependence");
});

test("owners are groups, the one of most lines first", () => {
  const scale = modeOf("owner").scale(tree);
  assert.deepEqual(scale.groups, ["Ada", "Bo"]);
  assert.equal(scale.group(nodeAt(tree, "src/b.py")!), 1);
  assert.equal(scale.group(nodeAt(tree, "d.py")!), null);
});

test("symbols lie in those whose lines hold theirs", () => {
  const file = withSymbols(node("a.py", 100), [
    { name: "f", kind: "function", line: 60, end_line: 80, id: "f" },
    { name: "A", kind: "class", line: 1, end_line: 50, id: "A" },
    { name: "A.m", kind: "method", line: 5, end_line: 9, id: "A.m" },
    { name: "a.py", kind: "file", line: 1, end_line: 100, id: "a.py" },
  ]);
  assert.deepEqual(
    file.children?.map(({ id }) => id),
    ["A", "f"],
  );
  assert.deepEqual(
    file.children?.[0]?.children?.map(({ id, lines }) => [id, lines]),
    [["A.m", 5]],
  );
  assert.equal(file.symbols_omitted, 0);
  assert.equal(withSymbols(node("b.py", 9), [], 7).symbols_omitted, 7);
});

test("a directory has the mean of its files by their lines", () => {
  const scale = modeOf("dependence").scale(tree);
  const mean = (scale.share(nodeAt(tree, "src/a.py")!)! * 600) / 900;
  assert.ok(Math.abs(scale.share(nodeAt(tree, "src")!)! - mean) < 1e-9);
  assert.equal(scale.share(nodeAt(tree, "src2")!), null);
});

test("directories lie in the circles of those around them, and imports lead between them", () => {
  const deep = node("", 30, [
    node("src", 30, [node("src/a.py", 10), node("src/json", 10, [node("src/json/b.py", 10)])], { layer: 1 }),
    node("docs", 10, [node("docs/c.md", 10)]),
  ]);
  const graph = importGraph(deep, [
    { from: "src", to: "src/json", count: 3 },
    { from: "docs", to: "src", count: 1 },
  ]);
  assert.deepEqual(
    graph.nodes.map(({ id, groups }) => [id, groups.join("/")]),
    [
      ["src", "src"],
      ["src/json", "src"],
      ["docs", ""],
    ],
  );
  assert.deepEqual(graph.edges[0], { source: "src", target: "src/json", weight: 3 });
  const inside = importGraph(nodeAt(deep, "src")!, [{ from: "docs", to: "src", count: 1 }]);
  assert.deepEqual(
    inside.nodes.map(({ id, groups }) => [id, groups.length]),
    [
      ["src", 0],
      ["src/json", 0],
    ],
  );
  assert.equal(inside.edges.length, 0);
});

test("a cycle of directories has the files in them, and not those further down", () => {
  const deep = node("a/deep", 5, [node("a/deep/z.go", 5)]);
  const root = node("", 30, [
    node("a", 15, [node("a/x.go", 10), deep], { cycle: 0 }),
    node("b", 10, [node("b/y.go", 10)], { cycle: 0 }),
    node("c.py", 5, undefined, { cycle: 1 }),
  ]);
  const paths = (cycle: string) => [...filesOfCycle(root, cycle)].map(({ path }) => path);
  assert.deepEqual(paths("0"), ["a/x.go", "b/y.go"]);
  assert.deepEqual(paths("1"), ["c.py"]);
});
