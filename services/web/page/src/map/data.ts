// The answer of /api/map, and what the treemap reads of it.

export interface MapNode {
  name: string;
  kind: "directory" | "file" | "symbol";
  /** From the root of the checkout, with slashes; of a symbol, that of its file. */
  path: string;
  /** The id of a symbol. */
  id?: string;
  /** What a symbol is, such as method. */
  symbol_kind?: string;
  children?: MapNode[];
  /** Of a file, symbols that are not among its children, since there are too many. */
  symbols_omitted?: number;
  lines: number;
  bytes: number;
  symbols: number;
  commits: number | null;
  age_days: number | null;
  /** The share of symbols that tests surely or possibly reach. */
  tests: number | null;
  owner: string | null;
  depends_in: number | null;
  depends_out: number | null;
  layer: number | null;
  /** The number of the import cycle that the file, or the directory, is in. */
  cycle: number | null;
}

/** Imports of one directory by another. */
export interface MapImport {
  from: string;
  to: string;
  count: number;
}

export interface MapAnswer {
  root: MapNode;
  imports: MapImport[];
}

/** The node of a path, or null. The root has the path "". */
export function nodeAt(root: MapNode, path: string): MapNode | null {
  if (path === "") return root;
  let node: MapNode | undefined = root;
  while (node !== undefined && node.path !== path) {
    node = node.children?.find((child) => path === child.path || path.startsWith(`${child.path}/`));
  }
  return node ?? null;
}

/** The nodes from the root to a path, both included; shorter if the path does not exist. */
export function trail(root: MapNode, path: string): MapNode[] {
  const nodes = [root];
  for (;;) {
    const last = nodes[nodes.length - 1] as MapNode;
    const next = last.children?.find((child) => path === child.path || path.startsWith(`${child.path}/`));
    if (next === undefined) return nodes;
    nodes.push(next);
    if (next.path === path) return nodes;
  }
}

/** A node and all below it. */
export function* nodesOf(node: MapNode): Generator<MapNode> {
  yield node;
  for (const child of node.children ?? []) yield* nodesOf(child);
}

/** The files in an import cycle. Of a language that imports directories, all that lie in one of the cycle. */
export function filesOfCycle(root: MapNode, cycle: string): Set<MapNode> {
  const files = new Set<MapNode>();
  for (const node of nodesOf(root)) {
    if (String(node.cycle) !== cycle) continue;
    for (const one of node.kind === "file" ? [node] : (node.children ?? [])) if (one.kind === "file") files.add(one);
  }
  return files;
}

/** Files below a node, itself if it is one. */
export function* filesOf(node: MapNode): Generator<MapNode> {
  if (node.kind === "file") yield node;
  for (const child of node.children ?? []) yield* filesOf(child);
}

/** Whether a path is a directory or lies in it. */
export function isWithin(path: string, directory: string): boolean {
  return directory === "" || path === directory || path.startsWith(`${directory}/`);
}
