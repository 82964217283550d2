// The sentences source files say to a reader: messages, remedies and titles, with something in each blank.
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { isExported, isSaying, speakersIn, type Speakers, type Which } from './speakers.ts'

type WrittenSentence = Readonly<{ place: string; text: string }>

export function sentencesIn(files: readonly string[]): WrittenSentence[] {
  const sources = files.map((file) =>
    ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2023, true),
  )
  const shared = new Map(sources.flatMap((source) => [...speakersIn(source, 'exported')]))
  const kept = new Map(sources.flatMap((source) => [...keptIn(source, 'exported')]))
  return sources.flatMap((source) =>
    sentencesOf(source, {
      speakers: new Map([...shared, ...speakersIn(source, 'own')]),
      kept: new Map([...kept, ...keptIn(source, 'own')]),
    }),
  )
}

type Known = Readonly<{ speakers: Speakers; kept: ReadonlyMap<string, ts.Expression> }>

/** Sentences under a name, for several places to say. */
function keptIn(source: ts.SourceFile, which: Which): [name: string, ts.Expression][] {
  return source.statements
    .filter(ts.isVariableStatement)
    .filter((statement) => which === 'own' || isExported(statement))
    .flatMap(({ declarationList }) => declarationList.declarations)
    .flatMap(({ name, initializer }) =>
      initializer === undefined || texts(initializer).length === 0
        ? []
        : [[name.getText(), initializer]],
    )
}

function sentencesOf(source: ts.SourceFile, { speakers, kept }: Known): WrittenSentence[] {
  const found: WrittenSentence[] = []
  const take = (expression: ts.Expression) => {
    const line = source.getLineAndCharacterOfPosition(expression.getStart()).line + 1
    for (const text of texts(kept.get(expression.getText()) ?? expression))
      found.push({ place: `${source.fileName}:${line}`, text })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && isSaying(node.name)) said(node.initializer).forEach(take)
    if (ts.isShorthandPropertyAssignment(node) && isSaying(node.name)) take(node.name)
    if (ts.isNewExpression(node) || ts.isCallExpression(node)) {
      const positions = speakers.get(node.expression.getText()) ?? []
      node.arguments?.filter((_, index) => positions.includes(index)).forEach(take)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found.filter(({ text }) => /[a-z] [a-z]/.test(text))
}

/** Of a function what it returns, of anything else itself. */
function said(expression: ts.Expression): ts.Expression[] {
  if (!ts.isArrowFunction(expression)) return [expression]
  if (!ts.isBlock(expression.body)) return [expression.body]
  return expression.body.statements.flatMap((statement) =>
    ts.isReturnStatement(statement) && statement.expression ? [statement.expression] : [],
  )
}

/** Every way it may read; none where nothing of it is written here. */
function texts(expression: ts.Expression): string[] {
  if (ts.isStringLiteralLike(expression)) return [expression.text]
  if (ts.isParenthesizedExpression(expression)) return texts(expression.expression)
  if (ts.isConditionalExpression(expression)) {
    return [...texts(expression.whenTrue), ...texts(expression.whenFalse)]
  }
  if (
    ts.isBinaryExpression(expression) &&
    expression.operatorToken.kind === ts.SyntaxKind.PlusToken
  ) {
    const [left, right] = [pieces(expression.left), pieces(expression.right)]
    return left.flatMap((one) => right.map((other) => one + other))
  }
  if (!ts.isTemplateExpression(expression)) return []
  return expression.templateSpans.reduce<string[]>(
    (sofar, { expression: blank, literal }) =>
      sofar.flatMap((one) => pieces(blank).map((other) => one + other + literal.text)),
    [expression.head.text],
  )
}

/** In a sentence; what is not written here is a blank, and is filled. */
function pieces(expression: ts.Expression): string[] {
  const written = texts(expression)
  if (written.length > 0) return written
  return [/^gib\(/.test(expression.getText()) ? '7.0 GiB' : '7']
}
