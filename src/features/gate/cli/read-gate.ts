// Reads the plan of `kneepoint gate` from its file and the flags that override it.
import type { Allowable } from '#features/gate/core/evidence.ts'
import { figureName } from '#features/gate/core/gated-figure.ts'
import { toleranceText } from '#features/gate/core/gate-text.ts'
import { readGateFile, type GateFile } from '#features/gate/core/read-gate-file.ts'
import type { Language } from '#core/messages/languages.ts'
import { message, type Message, type Text, textIn } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import type { SweepFileServer } from '#core/model/sweep-file.ts'
import { fileServerName } from '#core/sweep/file/file-server-name.ts'
import { ownFlagIndex } from '#node/remote/launch/flag-catalogue.ts'
import { parsedText } from '#node/application/sweeps/sweep-text.ts'
import { serverAt, textOf } from '#cli/sweep/sweep-order.ts'
import { listIn } from '#core/command-line/read-flag-value.ts'

type Values = Readonly<{
  baseline: string | null
  baselineUrl: string | null
  baseUrl: string | null
  candidate: string | null
  repeats: number | null
  allow: readonly Allowable[]
}>

/** `words` name stored runs or files; `newest` selects runs from the database. */
export type GateBaseline =
  | Readonly<{ kind: 'server'; server: SweepFileServer }>
  | Readonly<{ kind: 'runs'; words: readonly string[] }>
  | Readonly<{ kind: 'newest'; count: number }>

export type GateOrder = Readonly<{
  file: GateFile
  /** A server to measure, or runs that were measured already. */
  candidate:
    | Readonly<{ kind: 'server'; server: SweepFileServer }>
    | Readonly<{ kind: 'runs'; words: readonly string[] }>
  baseline: GateBaseline
  allowed: readonly Allowable[]
}>

export async function readGate(path: string, values: Values): Promise<GateOrder> {
  const file = readGateFile(parsedText(await textOf(path)), ownFlagIndex())
  const { repeats, allow } = values
  return {
    file: {
      ...file,
      rules: { ...file.rules, ...(repeats !== null && { mostRepeats: repeats }) },
    },
    baseline: baselineOf(file, values),
    candidate: candidateOf(file, values),
    allowed: allow,
  }
}

function candidateOf({ server }: GateFile, { baseUrl, candidate }: Values): GateOrder['candidate'] {
  if (candidate !== null) return { kind: 'runs', words: listIn(candidate) }
  const named = baseUrl === null ? server : serverAt(baseUrl)
  if (named !== null) return { kind: 'server', server: named }
  throw appError('invalid-input', 'gate.noCandidate')
}

function baselineOf(file: GateFile, { baseline, baselineUrl }: Values): GateBaseline {
  if (baseline !== null && baselineUrl !== null) {
    throw new AppError('invalid-input', message('gate.bothBaselines'), { field: 'baseline' })
  }
  if (baselineUrl !== null) {
    return { kind: 'server', server: serverAt(baselineUrl) }
  }
  if (baseline === null) {
    if (file.baseline !== null) return { kind: 'server', server: file.baseline }
    throw appError('invalid-input', 'gate.noBaseline')
  }
  return baseline.startsWith('last:')
    ? { kind: 'newest', count: newestCount(baseline) }
    : { kind: 'runs', words: listIn(baseline) }
}

const mostNewest = 1000

function newestCount(value: string): number {
  const [, digits] = /^last:(\d+)$/.exec(value) ?? []
  const count = Number(digits)
  if (count >= 1 && count <= mostNewest) return count
  throw new AppError('invalid-input', message('gate.lastNumber', { value }), { field: 'baseline' })
}

/** Text of the comparison's plan and its maximum cost. */
export function planText({ file, candidate, baseline }: GateOrder, language: Language): string {
  const { name, figures, rules } = file
  const sides = { candidate: candidateText(candidate), baseline: baselineText(baseline) }
  return [
    textIn(language, message('gate.against', { name, ...sides })),
    ...figures.map((figure) => `  ${figureName(figure, language)}: ${toleranceText(figure)}`),
    textIn(language, message('gate.plan', { count: rules.mostRepeats })),
    ...startsText({ candidate, baseline }, rules.mostRepeats).map((text) => textIn(language, text)),
  ].join('\n')
}

/** Kinds of servers that the gate starts, unless they are already running. */
export function isStartable({ kind }: SweepFileServer): boolean {
  return kind === 'launched' || kind === 'simulator'
}

function startsText(
  { candidate, baseline }: Pick<GateOrder, 'candidate' | 'baseline'>,
  repeats: number,
): Message[] {
  const started = [candidate, baseline].filter(
    (side) => side.kind === 'server' && isStartable(side.server),
  )
  return started.length === 0
    ? []
    : [message('gate.planStarts', { count: started.length * repeats })]
}

export function candidateText(candidate: GateOrder['candidate']): Text {
  return candidate.kind === 'runs' ? candidate.words.join(', ') : fileServerName(candidate.server)
}

function baselineText(baseline: GateBaseline): Text {
  switch (baseline.kind) {
    case 'server':
      return fileServerName(baseline.server)
    case 'runs':
      return baseline.words.join(', ')
    case 'newest':
      return `last:${baseline.count}`
  }
}
