// The sentences source files say to a reader: messages, remedies and titles, with something in each blank.
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { isSaying, speakersIn, type Speakers } from './speakers.ts'
import { waysToRead, wordsIn, type Words } from './ways-to-read.ts'

type WrittenSentence = Readonly<{ place: string; text: string }>

export function sentencesIn(files: readonly string[]): WrittenSentence[] {
  const sources = files.map((file) =>
    ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2023, true),
  )
  const speakers = new Map(sources.flatMap((source) => [...speakersIn(source, 'exported')]))
  const words = new Map(sources.flatMap((source) => [...wordsIn(source, 'exported')]))
  return sources.flatMap((source) =>
    sentencesOf(source, {
      speakers: new Map([...speakers, ...speakersIn(source, 'own')]),
      words: new Map([...words, ...wordsIn(source, 'own')]),
    }),
  )
}

type Known = Readonly<{ speakers: Speakers; words: Words }>

function sentencesOf(source: ts.SourceFile, { speakers, words }: Known): WrittenSentence[] {
  const found: WrittenSentence[] = []
  const take = (expression: ts.Expression) => {
    const line = source.getLineAndCharacterOfPosition(expression.getStart()).line + 1
    const place = `${source.fileName}:${line}`
    for (const text of waysToRead(expression, words)) found.push({ place, text })
  }
  const visit = (node: ts.Node): void => {
    if (isNamed(node) && isSaying(node.name) && node.initializer !== undefined)
      said(node.initializer).forEach(take)
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

function isNamed(node: ts.Node): node is ts.PropertyAssignment | ts.VariableDeclaration {
  return ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)
}

/** Of a function what it returns, of anything else itself. */
function said(expression: ts.Expression): ts.Expression[] {
  if (!ts.isArrowFunction(expression)) return [expression]
  if (!ts.isBlock(expression.body)) return [expression.body]
  return expression.body.statements.flatMap((statement) =>
    ts.isReturnStatement(statement) && statement.expression ? [statement.expression] : [],
  )
}
