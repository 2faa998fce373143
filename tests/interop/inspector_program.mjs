// The command line of the protocol's inspector, in a place where it runs.
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Installs it below `directory` and returns the file for node. The package stands by itself, and looks for
// the name and version of the whole inspector above it.
export function installInspector(modules, directory) {
  const root = join(directory, 'inspector');
  mkdirSync(root);
  cpSync(`${modules}/@modelcontextprotocol/inspector-cli`, join(root, 'cli'), { recursive: true });
  symlinkSync(modules, join(root, 'node_modules'));
  writeFileSync(join(root, 'package.json'), '{"name":"inspector","version":"1.0.3"}');
  return join(root, 'cli', 'build', 'index.js');
}
