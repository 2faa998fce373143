// Where the program is, and how a package of it is installed: without the editor, so that a test can ask.
import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, extname, isAbsolute, join } from 'node:path';

// Where packages put programs, beside the PATH: an editor that was started from a menu often has a short one.
const USUAL_DIRECTORIES = ['~/.local/bin', '/usr/local/bin', '/usr/bin', '/home/linuxbrew/.linuxbrew/bin',
  '~/.nix-profile/bin'];

function inHome(path: string): string {
  return path.startsWith('~/') ? join(homedir(), path.slice(2)) : path;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

// The absolute path of the program that the setting means; undefined if there is none.
export function findProgram(setting: string, searchPath = process.env.PATH ?? ''): string | undefined {
  const named = inHome(setting.trim());
  if (named === '') return undefined;
  if (isAbsolute(named)) return isProgram(named) ? named : undefined;
  const directories = [...searchPath.split(delimiter).filter(isAbsolute), ...USUAL_DIRECTORIES.map(inHome)];
  return directories.map((directory) => join(directory, named)).find(isProgram);
}

function shellWord(text: string): string {
  return `'${text.replace(/'/g, `'\\''`)}'`;
}

// How each kind of package is installed, by the end of its name.
const INSTALLERS: Record<string, (file: string) => string> = {
  '.xz': (file) => `mkdir -p ~/.local && tar -xJf ${file} --strip-components=1 -C ~/.local`,
  '.deb': (file) => `sudo apt-get install ${file}`,
  '.tgz': (file) => `npm install -g ${file}`,
};

export const PACKAGE_ENDINGS = Object.keys(INSTALLERS).map((ending) => ending.slice(1));

// The command for a shell that installs package files of one kind; undefined for other files.
export function installCommand(files: string[]): string | undefined {
  const endings = new Set(files.map((file) => extname(file)));
  const installer = endings.size === 1 ? INSTALLERS[[...endings][0]] : undefined;
  return installer?.(files.map(shellWord).join(' '));
}
