// Waymark in VS Code: starts `waymark lsp` and shows what it answers.
import * as vscode from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import { findProgram } from './program';
import { offerProgram } from './offer';
import {
  askBlastRadius, askContext, askStatus, askTestScope, describeStatus, LensData, Place, Row,
} from './questions';
import { BlastRadiusTree } from './tree';

const LANGUAGES = ['c', 'cpp', 'csharp', 'go', 'java', 'javascript', 'javascriptreact', 'php', 'python', 'ruby',
  'rust', 'typescript', 'typescriptreact'];

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const tree = new BlastRadiusTree();
  const view = vscode.window.createTreeView<Row>('waymark.blastRadius', { treeDataProvider: tree });
  const showBlastRadius = async (place: Place) => {
    tree.show(await askBlastRadius(running(), place), view);
    await vscode.commands.executeCommand('waymark.blastRadius.focus');
  };
  const register = (name: string, run: () => Promise<void>) =>
    context.subscriptions.push(vscode.commands.registerCommand(name, () => reported(run)));
  register('waymark.showBlastRadius', () => showBlastRadius(cursor()));
  register('waymark.showTests', showTests);
  register('waymark.copyContext', copyContext);
  register('waymark.showStatus', async () => {
    vscode.window.showInformationMessage(`Waymark: ${describeStatus(await askStatus(running()))}`);
  });
  const start = () => restart(showBlastRadius);
  register('waymark.start', start);
  context.subscriptions.push(view, vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration('waymark')) void reported(start);
  }));
  await reported(start);
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

// Starts the server with the settings as they are now. Where there is no program, offers to get one.
async function restart(showBlastRadius: (place: Place) => Promise<void>): Promise<void> {
  await client?.stop();
  client = undefined;
  const settings = vscode.workspace.getConfiguration('waymark');
  const program = findProgram(settings.get<string>('path', 'waymark'));
  if (!program) {
    // Not awaited: a message stays until somebody answers it.
    void reported(offerProgram);
    return;
  }
  client = new LanguageClient('waymark', 'Waymark', {
    command: program,
    args: ['lsp'],
    transport: TransportKind.stdio,
  }, {
    documentSelector: LANGUAGES.map((language) => ({ scheme: 'file', language })),
    initializationOptions: { providers: settings.get<string[]>('providers', []) },
    middleware: {
      // What a lens runs is shown, not thrown away.
      executeCommand: (command, args, next) =>
        command === 'waymark.blastRadius' ? reported(() => showBlastRadius(args[0])) : next(command, args),
      // The client library is older than tooltips of commands.
      resolveCodeLens: async (lens, token, next) => {
        const resolved = await next(lens, token);
        const { data } = lens as { data?: LensData };
        if (resolved?.command && data) resolved.command.tooltip = data.tooltip;
        return resolved;
      },
    },
  });
  await client.start();
}

function running(): LanguageClient {
  if (!client) throw new Error('the program is not running; "Waymark: Start, or Find the Program" starts it');
  return client;
}

function cursor(): Place {
  const editor = vscode.window.activeTextEditor;
  if (!editor) throw new Error('open a file and put the cursor on a symbol');
  return running().code2ProtocolConverter.asTextDocumentPositionParams(editor.document, editor.selection.active);
}

async function reported(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    vscode.window.showErrorMessage(`Waymark: ${error instanceof Error ? error.message : error}`);
  }
}

async function showTests(): Promise<void> {
  const scope = await askTestScope(running(), cursor());
  const items = scope.tests.map((test) => ({ label: test.name, description: `hop ${test.hop}`, test }));
  const runners = scope.runners.map((runner) => `${runner.runner} ${runner.arguments}`).join('; ');
  const picked = await vscode.window.showQuickPick(items, {
    title: `${items.length + scope.omitted} tests (${scope.completeness.text})`,
    placeHolder: runners,
  });
  if (!picked) return;
  const location = running().protocol2CodeConverter.asLocation(picked.test.location);
  await vscode.window.showTextDocument(location.uri, { selection: location.range });
}

async function copyContext(): Promise<void> {
  const task = await vscode.window.showInputBox({ prompt: 'Task in words; empty: the symbol at the cursor' });
  if (task === undefined) return;
  const document = vscode.window.activeTextEditor?.document;
  const textDocument = document && running().code2ProtocolConverter.asTextDocumentIdentifier(document);
  const copied = await askContext(running(), task.trim() === '' ? cursor() : { task, textDocument });
  await vscode.env.clipboard.writeText(copied.text);
  vscode.window.showInformationMessage(`Waymark: ${copied.symbols} symbols in ${copied.tokens} tokens copied`);
}
