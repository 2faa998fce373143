// The view of a blast radius: hops, symbols, further places.
import * as vscode from 'vscode';
import { BlastRadius, describeBlastRadius, Row, rowsOf } from './questions';

export class BlastRadiusTree implements vscode.TreeDataProvider<Row> {
  private readonly changed = new vscode.EventEmitter<void>();
  private rows: Row[] = [];
  readonly onDidChangeTreeData = this.changed.event;

  show(answer: BlastRadius, view: vscode.TreeView<Row>): void {
    this.rows = rowsOf(answer);
    view.message = describeBlastRadius(answer);
    this.changed.fire();
  }

  getChildren(row?: Row): Row[] {
    return row ? row.rows : this.rows;
  }

  getTreeItem(row: Row): vscode.TreeItem {
    const state = row.rows.length === 0 ? vscode.TreeItemCollapsibleState.None
      : row.target ? vscode.TreeItemCollapsibleState.Collapsed
        : vscode.TreeItemCollapsibleState.Expanded;
    const item = new vscode.TreeItem(row.label, state);
    item.description = row.detail;
    if (row.target) {
      const { start, end } = row.target.range;
      const selection = new vscode.Range(start.line, start.character, end.line, end.character);
      item.command = {
        command: 'vscode.open',
        title: 'Open',
        arguments: [vscode.Uri.parse(row.target.uri), { selection }],
      };
    }
    return item;
  }
}
