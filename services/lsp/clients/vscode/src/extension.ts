// Waymark in VS Code: starts `waymark lsp` and shows what it answers.
import * as vscode from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import {
  askBlastRadius, askContext, askStatus, askTestScope, describeStatus, Place, Row,
} from './questions';
import { BlastRadiusTree } from './tree';

const LANGUAGES = ['c', 'cpp', 'csharp', 'go', 'java', 'javascript', 'javascriptreact', 'python', 'ruby', 'rust',
  'typescript', 'typescriptreact'];

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const settings = vscode.workspace.getConfiguration('waymark');
  const tree = new BlastRadiusTree();
  const view = vscode.window.createTreeView<Row>('waymark.blastRadius', { treeDataProvider: tree });

  const showBlastRadius = async (place: Place) => {
    tree.show(await askBlastRadius(running(), place), view);
    await vscode.commands.executeCommand('waymark.blastRadius.focus');
  };
  client = new LanguageClient('waymark', 'Waymark', {
    command: settings.get<string>('path', 'waymark'),
    args: ['lsp'],
    transport: TransportKind.stdio,
  }, {
    documentSelector: LANGUAGES.map((language) => ({ scheme: 'file', language })),
    initializationOptions: { providers: settings.get<string[]>('providers', []) },
    middleware: {
      // What a lens runs is shown, not thrown away.
      executeCommand: (command, args, next) =>
        command === 'waymark.blastRadius' ? reported(() => showBlastRadius(args[0])) : next(command, args),
    },
  });

  const register = (name: string, run: () => Promise<void>) =>
    context.subscriptions.push(vscode.commands.registerCommand(name, () => reported(run)));
  register('waymark.showBlastRadius', () => showBlastRadius(cursor()));
  register('waymark.showTests', showTests);
  register('waymark.copyContext', copyContext);
  register('waymark.showStatus', async () => {
    vscode.window.showInformationMessage(`Waymark: ${describeStatus(await askStatus(running()))}`);
  });
  context.subscriptions.push(view);
  await client.start();
}

export function deactivate(): Promise<void> | undefined {
  return client?.stop();
}

function running(): LanguageClient {
  if (!client) throw new Error('the server is not running');
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
