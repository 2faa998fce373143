// Two servers of the Model Context Protocol for tests of the proxy: one gives answers like those of a code
// host's API, and answers of GitHub that @octokit/fixtures has recorded; one answers SQL from a database of
// SQLite in memory.
//
//   node recorded_servers.mjs NODE_MODULES code-host|database
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [modules, kind] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(`${modules}/${path}`).href);
const { Server } = await load('@modelcontextprotocol/sdk/dist/esm/server/index.js');
const { StdioServerTransport } = await load('@modelcontextprotocol/sdk/dist/esm/server/stdio.js');
const { CallToolRequestSchema, ListToolsRequestSchema } = await load(
  '@modelcontextprotocol/sdk/dist/esm/types.js');

// What an API says of people and issues, with what such answers have: absent and null members, text
// with line breaks, numbers that are written in several ways, lists in lists.
function user(id) {
  return { login: `user${id}`, id: 1000 + id, site_admin: false, name: id % 3 ? null : `User "${id}"`,
    html_url: `https://code.example/user${id}` };
}

function issue(number) {
  return { number, title: `Crash when | is in a name, part ${number}`, state: number % 2 ? 'open' : 'closed',
    user: user(number % 5), labels: number % 4 ? [] : [{ name: 'bug', color: 'd73a4a', default: true }],
    assignee: null, comments: number * 3, created_at: `2024-01-${String(number % 28 + 1).padStart(2, '0')}T10:00:00Z`,
    ...(number % 3 ? {} : { milestone: { title: '1.0', due_on: null } }),
    body: number % 2 ? `Steps:\n1. open\n2. \`close\`\n\n| a | b |\n|---|---|\n| 1 | ${number} |` : '' };
}

const codeHost = {
  list_issues: ({ count = 30 }) => JSON.stringify(
    Array.from({ length: count }, (_, i) => issue(i + 1)), null, 2),
  get_issue: ({ number = 1 }) => JSON.stringify(issue(number), null, 2),
  list_commits: () => JSON.stringify(Array.from({ length: 20 }, (_, i) => (
    { sha: (i + 1).toString(16).padStart(40, 'abcdef'), author: user(i), message: `Change ${i}\n\nWhy: ${i}`,
      parents: [{ sha: i.toString(16).padStart(40, 'abcdef') }] }))),
  get_diff: () => ['diff --git a/x b/x', '--- a/x', '+++ b/x', '@@ -1,2 +1,2 @@',
    ...Array.from({ length: 40 }, (_, i) => `${i % 2 ? '+' : '-'}line ${i}\t"`)].join('\n'),
  get_table: () => ['# Report', '', '| name | size |', '| --- | ---: |',
    ...Array.from({ length: 40 }, (_, i) => `| file \\| ${i} | ${i * 7} |`), '', 'Prose *after* it.'].join('\n'),
  // The longest answer of a scenario.
  get_recorded: ({ scenario }) => {
    const path = join(modules, '@octokit/fixtures/scenarios/api.github.com', scenario, 'normalized-fixture.json');
    const answers = JSON.parse(readFileSync(path, 'utf8')).map(({ response }) => JSON.stringify(response));
    return answers.reduce((longest, answer) => (answer.length > longest.length ? answer : longest), '');
  },
};

async function database() {
  const { default: initSqlJs } = await load('sql.js/dist/sql-wasm.js');
  const SQL = await initSqlJs();
  const db = new SQL.Database();
  db.run('CREATE TABLE orders (id INTEGER, customer TEXT, total REAL, note TEXT)');
  for (let i = 1; i <= 60; ++i) {
    db.run('INSERT INTO orders VALUES (?, ?, ?, ?)',
      [i, `Customer ${i % 7}`, i * 1.25, i % 5 ? null : 'first\nsecond, "third"']);
  }
  const rows = (sql) => {
    const statement = db.prepare(sql);
    const found = [];
    while (statement.step()) found.push(statement.getAsObject());
    statement.free();
    return JSON.stringify(found, null, 2);
  };
  return { query: ({ sql }) => rows(sql) };
}

const tools = kind === 'database' ? await database() : codeHost;
const server = new Server({ name: kind, version: '1' }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: Object.keys(tools).map((name) => ({ name, inputSchema: { type: 'object' } })),
}));
server.setRequestHandler(CallToolRequestSchema, ({ params }) => (
  { content: [{ type: 'text', text: tools[params.name](params.arguments ?? {}) }] }));
await server.connect(new StdioServerTransport());
