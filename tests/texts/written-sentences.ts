// The sentences a source file says to a reader: messages, remedies and titles, with something in each blank.
import { readFileSync } from 'node:fs'
import ts from 'typescript'

type WrittenSentence = Readonly<{ place: string; text: string }>

const saying = new Set(['message', 'remedy', 'title'])

export function sentencesIn(file: string): WrittenSentence[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2023, true)
  const found: WrittenSentence[] = []
  const take = (expression: ts.Expression) => {
    const line = source.getLineAndCharacterOfPosition(expression.getStart()).line + 1
    for (const text of texts(expression)) found.push({ place: `${file}:${line}`, text })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && saying.has(node.name.getText()))
      said(node.initializer).forEach(take)
    if (ts.isNewExpression(node) && node.expression.getText() === 'AppError') {
      const message = node.arguments?.[1]
      if (message !== undefined) take(message)
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
