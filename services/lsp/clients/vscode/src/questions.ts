// What the server answers to the commands of Waymark, and how it is asked: without the editor, so
// that any connection of the protocol will do.
import type { Location, Position, TextDocumentIdentifier } from 'vscode-languageserver-protocol';

export interface Place {
  textDocument: TextDocumentIdentifier;
  position: Position;
}

// What a lens carries to be resolved.
export interface LensData {
  uri: string;
  title: string;
  tooltip: string;
}

export interface Completeness {
  certainty: string;
  possible_uses: number;
  reason: string;
  text: string;
}

export interface AffectedSymbol {
  name: string;
  qualifiedName: string;
  kind: number;
  location: Location;
  confidence: number;
  sites: Location[];
}

export interface Hop {
  hop: number;
  symbols: AffectedSymbol[];
}

// Absent: not told.
export interface AffectedList {
  count: number;
  names: string[];
}

export interface Affected {
  symbols: number;
  files: number;
  tests: number;
  beyondDepth: boolean;
  packages?: AffectedList;
  exported?: AffectedList;
  routes?: AffectedList;
  entryPoints?: AffectedList;
  owners?: AffectedList;
  risk?: { level: string; score: number; reasons: { factor: string; share?: number; text: string }[] };
}

export interface BlastRadius {
  symbol: string;
  depth: number;
  hops: Hop[];
  affected: Affected;
  omitted: number;
  completeness: Completeness;
}

export interface TestScope {
  tests: { name: string; location: Location; hop: number; confidence: number; way: string[] }[];
  omitted: number;
  runners: { runner: string; arguments: string }[];
  completeness: Completeness;
}

export interface CopiedContext {
  text: string;
  format: string;
  tokens: number;
  symbols: number;
}

export interface Status {
  version: string;
  folders: {
    uri: string;
    root: string;
    indexed: boolean;
    files?: number;
    symbols?: number;
    generation?: number;
    filesDiffering?: number | null;
  }[];
}

// Of a language client and of a bare connection alike.
export interface Asker {
  sendRequest<R>(method: string, params: unknown): Promise<R>;
}

function execute<R>(asker: Asker, command: string, argument: object): Promise<R> {
  return asker.sendRequest<R>('workspace/executeCommand', { command, arguments: [argument] });
}

export function askBlastRadius(asker: Asker, place: Place): Promise<BlastRadius> {
  return execute(asker, 'waymark.blastRadius', place);
}

export function askTestScope(asker: Asker, place: Place): Promise<TestScope> {
  return execute(asker, 'waymark.testScope', place);
}

// A task is one of the folder that holds the document.
export function askContext(asker: Asker, about: Place | { task: string; textDocument?: TextDocumentIdentifier }):
    Promise<CopiedContext> {
  return execute(asker, 'waymark.context', about);
}

export function askStatus(asker: Asker): Promise<Status> {
  return execute(asker, 'waymark.status', {});
}

export function describeBlastRadius(answer: BlastRadius): string {
  const { symbols, files, tests, beyondDepth } = answer.affected;
  const reach = beyondDepth ? ` within ${answer.depth} ${answer.depth === 1 ? 'hop' : 'hops'}` : '';
  return `${answer.symbol}${reach}: ${symbols} symbols, ${files} files, ${tests} tests `
    + `(${answer.completeness.text})`;
}

function describeLag(filesDiffering?: number | null): string {
  return filesDiffering === 0 ? 'up to date' : `${filesDiffering ?? 'some'} files have changed since`;
}

export function describeStatus(status: Status): string {
  return status.folders
    .map((folder) => folder.indexed
      ? `${folder.root}: ${folder.files} files, ${folder.symbols} symbols, ${describeLag(folder.filesDiffering)}`
      : `${folder.root}: not indexed yet`)
    .join('; ');
}

// A row of the tree: a hop, a symbol in it, or a place where that symbol uses another one.
export interface Row {
  label: string;
  detail: string;
  target?: Location;
  rows: Row[];
}

// By hop, without the symbol that was asked about; then what the server has left out.
export function rowsOf(answer: BlastRadius): Row[] {
  const omitted = answer.omitted > 0
    ? [{ label: `${answer.omitted} more are not listed`, detail: '', rows: [] }] : [];
  return hopsOf(answer).concat(omitted);
}

function hopsOf(answer: BlastRadius): Row[] {
  return answer.hops.filter((hop) => hop.hop > 0).map((hop) => ({
    label: `Hop ${hop.hop}`,
    detail: `${hop.symbols.length}`,
    rows: hop.symbols.map((symbol) => ({
      label: symbol.name,
      detail: symbol.qualifiedName,
      target: symbol.sites[0] ?? symbol.location,
      rows: symbol.sites.slice(1).map((site) => ({
        label: `line ${site.range.start.line + 1}`,
        detail: '',
        target: site,
        rows: [],
      })),
    })),
  }));
}
