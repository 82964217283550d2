// Who says what it is given: AppError, and the functions that hand a sentence on to it.
import ts from 'typescript'

/** By name, the positions of the arguments that are said. */
export type Speakers = ReadonlyMap<string, readonly number[]>

const saying = new Set([
  'message',
  'remedy',
  'title',
  'reason',
  'says',
  'problem',
  'error',
  'description',
])

export function isSaying(name: ts.PropertyName | ts.BindingName): boolean {
  return saying.has(name.getText())
}

/** What a file has for itself, or what of it other files may use. */
export type Which = 'own' | 'exported'

export function isExported({ modifiers }: ts.FunctionDeclaration | ts.VariableStatement): boolean {
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
}

export function speakersIn(source: ts.SourceFile, which: Which): Speakers {
  const functions = source.statements
    .filter(ts.isFunctionDeclaration)
    .filter((one) => which === 'own' || isExported(one))
  return new Map([
    ['AppError', [1]],
    ...functions.map((one) => [one.name?.text ?? '', saidBy(one)] as const),
  ])
}

function saidBy({ parameters, body }: ts.FunctionDeclaration): number[] {
  const names = parameters.map(({ name }) => name.getText())
  const given = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && isSaying(node.name)) given.add(subject(node.initializer))
    if (ts.isShorthandPropertyAssignment(node) && isSaying(node.name)) given.add(node.name.text)
    if (ts.isNewExpression(node) && node.expression.getText() === 'AppError') {
      const message = node.arguments?.[1]
      if (message !== undefined) given.add(subject(message))
    }
    ts.forEachChild(node, visit)
  }
  if (body !== undefined) visit(body)
  return names.flatMap((name, index) => (given.has(name) ? [index] : []))
}

/** `message` of `message.slice(0, 500)`. */
function subject(expression: ts.Expression): string {
  return /^\w*/.exec(expression.getText())?.[0] ?? ''
}
