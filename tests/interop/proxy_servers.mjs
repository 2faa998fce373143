// Servers that people use, and calls of them, for the tests that put the proxy before them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const recorded = join(dirname(fileURLToPath(import.meta.url)), 'recorded_servers.mjs');

// A directory with files, as equal for each server as its path is long.
function writeFiles(directory, name) {
  const root = join(directory, name, 'files');
  mkdirSync(join(root, 'inner'), { recursive: true });
  writeFileSync(join(root, 'data.json'), JSON.stringify(
    Array.from({ length: 50 }, (_, i) => ({ id: i, name: `row ${i}`, ok: i % 2 === 0 })), null, 2));
  writeFileSync(join(root, 'inner', 'text.md'), '# A\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'.repeat(20));
  return root;
}

const entities = Array.from({ length: 12 }, (_, i) => (
  { name: `entity ${i}`, entityType: 'part', observations: [`is ${i}`, 'has "quotes"'] }));

// The server everything, or another official one, as a file for node.
export const official = (modules, name) => `${modules}/@modelcontextprotocol/server-${name}/dist/index.js`;

// Server -> how to start it with node, and calls [tool, arguments]. Files and memory are in `directory`, below
// the name of the server.
export const serversIn = (modules, directory) => ({
  filesystem: {
    args: (name) => [official(modules, 'filesystem'), writeFiles(directory, name)],
    calls: (name) => {
      const root = join(directory, name, 'files');
      return [['read_text_file', { path: join(root, 'data.json') }],
        ['read_text_file', { path: join(root, 'inner/text.md') }],
        ['list_directory', { path: root }], ['directory_tree', { path: root }],
        ['read_multiple_files', { paths: [join(root, 'data.json'), join(root, 'none')] }],
        ['read_text_file', { path: '/outside' }],
        ['write_file', { path: join(root, 'new.txt'), content: 'new' }],
        ['search_files', { path: root, pattern: '**/*.json' }]];
    },
  },
  memory: {
    args: () => [official(modules, 'memory')],
    env: (name) => ({ MEMORY_FILE_PATH: join(directory, `${name}.jsonl`) }),
    calls: () => [['create_entities', { entities }], ['read_graph', {}],
      ['search_nodes', { query: 'entity 1' }], ['open_nodes', { names: ['entity 2'] }]],
  },
  everything: {
    args: () => [official(modules, 'everything')],
    calls: () => [['echo', { message: 'é "x"\n' }], ['get-sum', { a: 1, b: 2 }], ['get-tiny-image', {}],
      ['get-annotated-message', { messageType: 'error', includeImage: true }],
      ['get-structured-content', { location: 'Chicago' }], ['get-resource-links', { count: 3 }],
      ['trigger-long-running-operation', { duration: 0.1, steps: 2 }],
      ['trigger-sampling-request', { prompt: 'p', maxTokens: 5 }],
      ['trigger-elicitation-request', {}], ['get-roots-list', {}], ['no-such-tool', {}]],
  },
  'sequential-thinking': {
    args: () => [official(modules, 'sequential-thinking')],
    calls: () => [1, 2].map((thoughtNumber) => ['sequentialthinking',
      { thought: 'a thought', nextThoughtNeeded: thoughtNumber < 2, thoughtNumber, totalThoughts: 2 }]),
  },
  'code-host': {
    args: () => [recorded, modules, 'code-host'],
    calls: () => [['list_issues', { count: 40 }], ['get_issue', { number: 3 }], ['list_commits', {}],
      ['get_diff', {}], ['get_table', {}], ['list_issues', { count: 0 }],
      ...['search-issues', 'get-repository', 'paginate-issues', 'release-assets', 'branch-protection']
        .map((scenario) => ['get_recorded', { scenario }])],
  },
  database: {
    args: () => [recorded, modules, 'database'],
    calls: () => [['query', { sql: 'SELECT * FROM orders' }],
      ['query', { sql: 'SELECT customer, SUM(total) AS sum FROM orders GROUP BY customer' }],
      ['query', { sql: 'SELECT 1 WHERE 0' }], ['query', { sql: 'no SQL' }]],
  },
});
