// Every way an expression of text may read, as far as it is written in the sources.
import ts from 'typescript'
import { isExported, type Which } from './speakers.ts'

/** What is kept under a name, for one or several places to say. */
export type Words = ReadonlyMap<string, ts.Expression>

export function wordsIn(source: ts.SourceFile, which: Which): Words {
  const words = new Map<string, ts.Expression>()
  const visit = (node: ts.Node): void => {
    if (ts.isVariableStatement(node) && (which === 'own' || isExported(node))) {
      for (const { name, initializer } of node.declarationList.declarations)
        if (initializer !== undefined && waysToRead(initializer, new Map()).length > 0)
          words.set(name.getText(), initializer)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return words
}

/** None where nothing of it is written here. */
export function waysToRead(expression: ts.Expression, words: Words): string[] {
  if (ts.isStringLiteralLike(expression)) return [expression.text]
  if (ts.isParenthesizedExpression(expression)) return waysToRead(expression.expression, words)
  if (ts.isIdentifier(expression)) {
    const kept = words.get(expression.text)
    return kept === undefined ? [] : waysToRead(kept, new Map())
  }
  if (ts.isConditionalExpression(expression)) {
    return [...waysToRead(expression.whenTrue, words), ...waysToRead(expression.whenFalse, words)]
  }
  if (
    ts.isBinaryExpression(expression) &&
    expression.operatorToken.kind === ts.SyntaxKind.PlusToken
  ) {
    const [left, right] = [pieces(expression.left, words), pieces(expression.right, words)]
    return left.flatMap((one) => right.map((other) => one + other))
  }
  if (!ts.isTemplateExpression(expression)) return []
  return expression.templateSpans.reduce<string[]>(
    (sofar, { expression: blank, literal }) =>
      sofar.flatMap((one) => pieces(blank, words).map((other) => one + other + literal.text)),
    [expression.head.text],
  )
}

/** In a sentence; what is not written here is a blank, and is filled. */
function pieces(expression: ts.Expression, words: Words): string[] {
  const written = waysToRead(expression, words)
  if (written.length > 0) return written
  return [/^gib\(/.test(expression.getText()) ? '7.0 GiB' : '7']
}
