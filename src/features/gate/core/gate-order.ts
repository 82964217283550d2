// Input of a gate: a candidate and a baseline, each measured or taken from earlier runs.
import type { Language } from '#core/messages/languages.ts'
import { message, textIn, type Message, type Text } from '#core/messages/message.ts'
import type { SweepFileServer } from '#core/model/sweep.ts'
import { fileServerName } from '#core/sweep/file/file-server-name.ts'
import type { Allowable } from './evidence.ts'
import { toleranceText } from './gate-text.ts'
import { figureName } from '#core/compare/headline.ts'
import type { GateFile } from './read-gate-file.ts'

/** A server to measure. */
export type MeasuredSide = Readonly<{
  kind: 'server'
  server: SweepFileServer
  /** Its position in the list; absent if the description finds it or adds it. */
  id?: string
}>

/** Runs measured earlier, by id, name or file. */
type StoredSide = Readonly<{ kind: 'runs'; words: readonly string[] }>

/** `newest` selects runs from the database. */
export type GateBaseline = MeasuredSide | StoredSide | Readonly<{ kind: 'newest'; count: number }>

export type GateOrder = Readonly<{
  file: GateFile
  candidate: MeasuredSide | StoredSide
  baseline: GateBaseline
  allowed: readonly Allowable[]
}>

/** Text of the comparison's plan and its maximum cost. */
export function planText({ file, candidate, baseline }: GateOrder, language: Language): string {
  const { name, figures, rules } = file
  const sides = { candidate: sideText(candidate), baseline: sideText(baseline) }
  const starts = mostStarts({ file, candidate, baseline })
  return [
    textIn(language, message('gate.against', { name, ...sides })),
    ...figures.map((figure) => `  ${figureName(figure, language)}: ${toleranceText(figure)}`),
    textIn(language, message('gate.plan', { count: rules.mostRepeats })),
    ...(starts === 0 ? [] : [textIn(language, message('gate.planStarts', { count: starts }))]),
  ].join('\n')
}

/** Kinds of servers that the gate starts, unless they are already running. */
export function isStartable({ kind }: SweepFileServer): boolean {
  return kind === 'launched' || kind === 'simulator'
}

function mostStarts({ file, candidate, baseline }: Omit<GateOrder, 'allowed'>): number {
  const started = [candidate, baseline].filter(
    (side) => side.kind === 'server' && isStartable(side.server),
  )
  return started.length * file.rules.mostRepeats
}

export function sideText(side: GateBaseline): Text {
  switch (side.kind) {
    case 'server':
      return fileServerName(side.server)
    case 'runs':
      return side.words.join(', ')
    case 'newest':
      return `last:${side.count}`
  }
}

/** Text of a baseline in the result. */
export function baselineText(baseline: GateBaseline, runs: number): Message {
  return baseline.kind === 'server'
    ? message('gate.baseline.server', { server: fileServerName(baseline.server) })
    : message('gate.baseline.runs', { count: runs })
}
