// A stand-in for the editor, in which a bundle of an extension is loaded: it has the settings and the messages
// that a test decides on. Whatever else the extension names is there and does nothing.
import Module, { createRequire } from 'node:module';

// Anything: it can be called, made, extended and asked for its members.
function anything() {
  const members = new Map();
  return new Proxy(function Anything() {}, {
    get(target, name) {
      if (name === 'then') return undefined; // it is no promise
      if (name === 'prototype') return target.prototype;
      if (name === Symbol.toPrimitive) return () => 'anything';
      if (name === Symbol.iterator) return function* none() {};
      if (!members.has(name)) members.set(name, anything());
      return members.get(name);
    },
    set(_, name, value) {
      members.set(name, value);
      return true;
    },
    apply: () => anything(),
    construct: (_, args, made) => Reflect.construct(Object, args, made),
  });
}

// Names that a bundle takes over one by one, since a module is asked for those that it has.
const NAMES = ['commands', 'ConfigurationTarget', 'env', 'EventEmitter', 'Range', 'TreeItem', 'TreeItemCollapsibleState',
  'Uri', 'window', 'workspace'];

function editorModule() {
  const others = anything();
  return new Proxy(Object.fromEntries(NAMES.map((name) => [name, anything()])), {
    get: (known, name) => known[name] ?? others[name],
  });
}

// `settings` of the extension are read and changed; `answer` is given the message and the offers, `openDialog`
// gives the files that are chosen.
export function standInEditor(settings, { answer, openDialog }) {
  const vscode = editorModule();
  let settle;
  const changed = new Promise((resolve) => { settle = resolve; });
  vscode.workspace.getConfiguration = () => ({
    get: (name, usual) => settings[name] ?? usual,
    update: async (name, value) => { settings[name] = value; settle(); },
  });
  vscode.window.showErrorMessage = async (...message) => answer(...message);
  vscode.window.showOpenDialog = async () => openDialog();
  const load = Module._load;
  return {
    load(path) {
      Module._load = (request, ...rest) => (request === 'vscode' ? vscode : load(request, ...rest));
      try {
        return createRequire(path)(path);
      } finally {
        Module._load = load;
      }
    },
    settled: () => changed, // once a setting was changed
  };
}
