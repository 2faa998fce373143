// Bundles the extension with the libraries that it needs into out/extension.js, and writes the licences
// of those into out/LICENSES.txt: the package holds no node_modules.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const { metafile } = await build({
  entryPoints: ['src/extension.ts'],
  outfile: 'out/extension.js',
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'cjs',
  target: 'node18',
  external: ['vscode'], // the editor itself
  metafile: true,
});

// The directory of the package that a file of node_modules belongs to.
const packageOf = (file) => file.match(/^.*node_modules\/(@[^/]+\/)?[^/]+/)?.[0];

const licences = [...new Set(Object.keys(metafile.inputs).map(packageOf).filter(Boolean))].sort().map((directory) => {
  const { name, version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  const file = readdirSync(directory).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  if (!file) throw new Error(`${name} ${version} has no licence in ${directory}`);
  return `${name} ${version}\n\n${readFileSync(join(directory, file), 'utf8').trim()}\n`;
});
writeFileSync('out/LICENSES.txt', licences.join(`\n${'-'.repeat(80)}\n\n`));
