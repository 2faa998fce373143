// What is offered where the program is missing: to name it, or to install a package of it.
import * as vscode from 'vscode';
import { installCommand, PACKAGE_ENDINGS } from './program';

const CHOOSE = 'Choose the Program…';
const INSTALL = 'Install a Package…';
const SETTINGS = 'Open Settings';
const START = 'Start Waymark';

export async function offerProgram(): Promise<void> {
  const setting = vscode.workspace.getConfiguration('waymark').get<string>('path', 'waymark');
  const answer = await vscode.window.showErrorMessage(
    `Waymark: there is no program '${setting}' on this machine. Lenses and commands need it.`, CHOOSE, INSTALL, SETTINGS);
  if (answer === CHOOSE) await choose();
  if (answer === INSTALL) await install();
  if (answer === SETTINGS) await vscode.commands.executeCommand('workbench.action.openSettings', 'waymark.path');
}

// The change of the setting starts the program.
async function choose(): Promise<void> {
  const files = await vscode.window.showOpenDialog({ title: 'The program waymark', openLabel: 'Use' });
  if (!files) return;
  await vscode.workspace.getConfiguration('waymark')
    .update('path', files[0].fsPath, vscode.ConfigurationTarget.Global);
}

// In a terminal, where one sees what runs and can answer.
async function install(): Promise<void> {
  const files = await vscode.window.showOpenDialog({
    title: 'Package files of Waymark: a tarball, a Debian package, or both packages of npm',
    openLabel: 'Install',
    canSelectMany: true,
    filters: { Packages: PACKAGE_ENDINGS },
  });
  if (!files) return;
  const command = installCommand(files.map((file) => file.fsPath));
  if (!command) throw new Error(`these are no package files of one kind (${PACKAGE_ENDINGS.join(', ')})`);
  const terminal = vscode.window.createTerminal('Install Waymark');
  terminal.show();
  terminal.sendText(command);
  const answer = await vscode.window.showInformationMessage('Waymark: when the installation has ended, start it.', START);
  if (answer === START) await vscode.commands.executeCommand('waymark.start');
}
