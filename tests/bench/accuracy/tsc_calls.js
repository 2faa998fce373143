#!/usr/bin/env node
// The calls of TypeScript and JavaScript sources as the compiler's checker has them, as JSON lines for
// score.py.
//
// usage: NODE_PATH=DIRECTORY/node_modules tsc_calls.js ROOT [TSCONFIG]
//
// DIRECTORY holds the npm package "typescript". Takes all sources below ROOT with the options of
// TSCONFIG. What comes from packages that are not installed is unknown. Calls of functions that a
// parameter or a field without an initialiser holds are kind "value"; markup is kind "element". A call
// through `f.call` or `f.apply` is one of f; what an assignment puts somewhere is known by all its names.
'use strict'
const fs = require('fs')
const path = require('path')
const ts = require('typescript')

const SOURCES = /\.(ts|tsx|mts|cts|js|jsx|mjs|cjs)$/
const SKIPPED = new Set(['node_modules', '.git', 'dist'])

function sourcesBelow(directory) {
  return fs.readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const at = path.join(directory, entry.name)
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : sourcesBelow(at)
    return SOURCES.test(entry.name) ? [at] : []
  })
}

function optionsOf(config) {
  const read = config ? ts.readConfigFile(config, ts.sys.readFile).config : {}
  const { options } = ts.parseJsonConfigFileContent(read, ts.sys, path.dirname(config ?? '.'))
  return { ...options, allowJs: true, checkJs: false, noEmit: true, skipLibCheck: true }
}

const CALLERS = new Set(['call', 'apply'])

// What an assignment that declares something gives it: a.b = c = value.
function assignedTo(declaration) {
  let at = ts.isPropertyAccessExpression(declaration) ? declaration.parent : declaration
  if (!at || !ts.isBinaryExpression(at) || !ts.isInJSFile(at)) return undefined
  while (at && ts.isBinaryExpression(at) && at.operatorToken.kind === ts.SyntaxKind.EqualsToken) at = at.right
  return at
}

class Oracle {
  constructor(root, program) {
    this.root = root
    this.checker = program.getTypeChecker()
    this.calls = 0
    this.unknown = 0
    this.lines = []
  }

  say(record) {
    this.lines.push(JSON.stringify(record))
    if (this.lines.length > 1000) this.flush()
  }

  flush() {
    if (this.lines.length > 0) fs.writeSync(1, this.lines.join('\n') + '\n')
    this.lines = []
  }

  // [path, line] of a node's name, or null outside the root.
  place(node) {
    const file = node.getSourceFile()
    const at = path.relative(this.root, file.fileName)
    if (at.startsWith('..') || at.includes('node_modules')) return null
    const named = ts.getNameOfDeclaration(node) ?? node
    return [at, file.getLineAndCharacterOfPosition(named.getStart(file)).line + 1]
  }

  // What a name means, through imports and exports.
  symbolOf(name) {
    const symbol = this.checker.getSymbolAtLocation(name)
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol
  }

  addCall(node, callee) {
    while (ts.isParenthesizedExpression(callee) || ts.isNonNullExpression(callee)) callee = callee.expression
    const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee
    const [file, line] = this.place(name) ?? []
    const called = this.functionCalled(node, callee, name)
    if (called && ts.isConstructorDeclaration(called)) {
      const overloads = called.parent.members.filter(ts.isConstructorDeclaration)
      this.say({ call: file, line, name: 'constructor', kind: 'construction', targets: this.places(overloads) })
    }
    if (!ts.isIdentifier(name) && !ts.isPrivateIdentifier(name)) return
    if (ts.isJsxOpeningLikeElement(node) && /^[a-z]/.test(name.text)) return // of the platform
    if (callee !== name && CALLERS.has(name.text)) this.addCall(node, callee.expression)
    const symbol = this.symbolOf(name)
    if (!symbol?.declarations?.length) {
      this.unknown++
      this.say({ unknown: file, line, name: name.text })
      return
    }
    this.calls++
    const meant = this.nameOf(symbol, name)
    const targets = this.places(symbol.declarations)
    // What a variable or a field holds counts too, under its own name.
    const held = called && this.nameHolder(called)
    const heldName = held?.symbol && ts.getNameOfDeclaration(held)?.text
    if (heldName) {
      const places = this.places(held.symbol.declarations)
      if (heldName === meant || ts.isInJSFile(held)) targets.push(...places)
      if (heldName !== meant) this.say({ call: file, line, name: heldName, kind: 'value', targets: places })
    }
    if (held && ts.isInJSFile(held)) {
      for (const [again, place] of this.otherNames(held)) {
        targets.push(place)
        this.say({ call: file, line, name: again, kind: 'value', targets: [place] })
      }
    }
    this.say({ call: file, line, name: meant, kind: this.kindOf(node, symbol, held), targets })
  }

  functionCalled(node, callee, name) {
    if (callee === node.expression || !ts.isCallExpression(node)) return this.checker.getResolvedSignature(node)?.declaration
    return this.checker.getTypeAtLocation(name).getCallSignatures()[0]?.declaration
  }

  // Of a = module.exports = function () {}, [name, place] of each target.
  otherNames(holder) {
    const names = []
    for (let at = holder; at; at = at.parent) {
      const isAssignment = ts.isBinaryExpression(at) && at.operatorToken.kind === ts.SyntaxKind.EqualsToken
      if (!isAssignment && !ts.isVariableDeclaration(at) && at !== holder) break
      const target = isAssignment ? at.left : ts.getNameOfDeclaration(at)
      if (!target) break
      const name = ts.isPropertyAccessExpression(target) ? target.name : target
      const place = this.place(name)
      if (!place || !ts.isIdentifier(name)) continue
      names.push([name.text, place])
      if (target.getText() === 'module.exports') names.push(['default', place])
    }
    return names
  }

  // The declaration that gives a function without a name its own.
  nameHolder(declaration) {
    let holder = declaration
    while (holder && !ts.getNameOfDeclaration(holder) && !ts.isBlock(holder)) holder = holder.parent
    return ts.isBlock(holder ?? declaration) ? undefined : holder
  }

  places(declarations) {
    return declarations.map((each) => this.place(each)).filter(Boolean)
  }

  // A default export is known by the name that it has in its file, if any.
  nameOf(symbol, name) {
    const declared = ts.getNameOfDeclaration(symbol.declarations[0])
    if (declared && ts.isIdentifier(declared)) return declared.text
    return symbol.escapedName === 'default' ? 'default' : name.text
  }

  kindOf(node, symbol, held) {
    const makes = symbol.declarations.some(ts.isClassLike) || (held && ts.isInJSFile(held))
    if (ts.isNewExpression(node)) return makes ? 'construction' : 'value'
    if (ts.isJsxOpeningLikeElement(node)) return 'element'
    const isFunction = symbol.declarations.some((each) => ts.isFunctionLike(each) || this.holdsFunction(each))
    return isFunction ? 'call' : 'value'
  }

  holdsFunction(declaration) {
    let value = declaration.initializer ?? assignedTo(declaration)
    while (value && (ts.isParenthesizedExpression(value) || ts.isAsExpression(value))) value = value.expression
    return value !== undefined && ts.isFunctionLike(value)
  }

  tell(file) {
    const at = path.relative(this.root, file.fileName)
    file.getLineStarts().forEach((_, line) => this.say({ covered: at, line: line + 1 }))
    const walk = (node) => {
      if (ts.isCallExpression(node) || ts.isNewExpression(node)) this.addCall(node, node.expression)
      if (ts.isTaggedTemplateExpression(node)) this.addCall(node, node.tag)
      if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) this.addCall(node, node.tagName)
      ts.forEachChild(node, walk)
    }
    walk(file)
  }
}

function main() {
  const [root, config] = process.argv.slice(2)
  if (!root) {
    console.error('usage: tsc_calls.js ROOT [TSCONFIG]')
    process.exit(2)
  }
  const base = fs.realpathSync(root)
  const program = ts.createProgram(sourcesBelow(base), optionsOf(config))
  const oracle = new Oracle(base, program)
  for (const file of program.getSourceFiles()) {
    const at = path.relative(base, file.fileName)
    if (!at.startsWith('..') && !at.includes('node_modules') && !file.isDeclarationFile) oracle.tell(file)
  }
  oracle.flush()
  console.error(`${oracle.calls} calls, ${oracle.unknown} unknown`)
}

main()
