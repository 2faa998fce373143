#!/usr/bin/env node
// Starts the program that this platform's package holds, with the same arguments. Where Node can, the
// program takes the place of this process, so that nothing of Node stays in memory.
'use strict';

const FAILED = 1;

function fail(text) {
  process.stderr.write(`waymark: ${text}\n`);
  process.exit(FAILED);
}

function failWithout(name) {
  const { optionalDependencies, version } = require('../package.json');
  const names = Object.keys(optionalDependencies);
  if (!names.includes(name)) {
    const platforms = names.map((known) => known.slice('waymark-'.length)).join(', ');
    fail(`there is no program for ${process.platform}-${process.arch}, but for: ${platforms}; ` +
      'docs/INSTALL.md of the sources says what other systems lack');
  }
  fail(`the package ${name}, which holds the program, is not installed beside this one; npm leaves it ` +
    'out with --omit=optional. Install both files at once, with optional packages: ' +
    `npm install -g ./waymark-${version}.tgz ./${name}-${version}.tgz`);
}

function findProgram() {
  const name = `waymark-${process.platform}-${process.arch}`;
  try {
    return require.resolve(`${name}/bin/waymark`);
  } catch {
    return failWithout(name);
  }
}

// A failure of execve() would end Node without a word that helps.
function checkExecutable(program) {
  const { accessSync, constants } = require('node:fs');
  try {
    accessSync(program, constants.X_OK);
  } catch (error) {
    fail(`${program} cannot be executed (${error.code}); does its disk allow programs (noexec)?`);
  }
}

// A key on the terminal signals the whole group, the program too, and a second SIGINT kills it.
function isFromTerminal(signal) {
  const { isatty } = require('node:tty');
  return (signal === 'SIGINT' || signal === 'SIGQUIT') && [0, 1, 2].some(isatty);
}

// Node before 22.15 has no execve(): a child, to which signals are passed on, and whose end is ours.
function runAsChild(program, args) {
  const { spawn } = require('node:child_process');
  const child = spawn(program, args, { argv0: 'waymark', stdio: 'inherit' });
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGUSR2']) {
    process.on(signal, () => { if (!isFromTerminal(signal)) child.kill(signal); });
  }
  child.on('error', (error) => fail(`${program} cannot be started: ${error.message}`));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
    process.exit(128 + require('node:os').constants.signals[signal]); // of one that Node ignores
  });
}

// Node ignores these signals, and a program that takes its place would go on ignoring them. The end of
// the last listener brings back what the system does at them.
function stopIgnoring(signals) {
  const listener = () => {};
  for (const signal of signals) process.on(signal, listener).off(signal, listener);
}

const program = findProgram();
const args = process.argv.slice(2);
checkExecutable(program);
if (process.execve) {
  stopIgnoring(['SIGPIPE', 'SIGXFSZ']);
  process.execve(program, ['waymark', ...args], process.env);
}
runAsChild(program, args);
