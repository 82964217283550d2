// A gate in the composer, and its parsed form.
import { z } from 'zod'
import { figureKey } from '#core/compare/comparable-figures.ts'
import type { ComposedGate } from '#features/gate/core/gate-record.ts'
import {
  fewestRepeats,
  type GateMetric,
  type GateRules,
  parseFigure,
  parseTolerance,
} from '#features/gate/core/judge-gate.ts'
import {
  largestErrorRate,
  repeatsSchema,
  usualErrorRate,
  usualRepeats,
} from '#features/gate/core/read-gate-file.ts'
import { assumedStartSpread, largestStartSpread } from '#core/compare/starts.ts'
import { statisticName } from '#core/metrics/latencies.ts'
import { type FigureName, figureWord, isLatency } from '#core/metrics/figures.ts'

const writtenToleranceSchema = z.object({
  /** The figure as files write it, without the statistic. */
  subject: z.string(),
  /** `p95` or `mean`; of a latency only. */
  statistic: z.string(),
  percent: z.string(),
})

export type WrittenTolerance = z.infer<typeof writtenToleranceSchema>

export const freshTolerance: WrittenTolerance = {
  subject: 'ttft',
  statistic: 'mean',
  percent: '10',
}

const percentOf = (share: number) => String(Number((100 * share).toPrecision(12)))

const usualNewest = '20'

export const writtenGateSchema = z.object({
  name: z.string().default(''),
  /** `server ID`, `run ID` or `newest`; null until one is chosen. */
  baseline: z.string().nullable().default(null),
  newest: z.string().default(usualNewest),
  tolerances: z
    .array(writtenToleranceSchema)
    .default(['tpot', 'e2el'].map((subject) => ({ subject, statistic: 'mean', percent: '5' }))),
  repeats: z.string().default(String(usualRepeats)),
  errorPercent: z.string().default(percentOf(usualErrorRate)),
  spreadPercent: z.string().default(percentOf(assumedStartSpread)),
  restarts: z.boolean().default(false),
})

export type WrittenGate = z.infer<typeof writtenGateSchema>

export const gateNumbers = ['repeats', 'errorPercent', 'spreadPercent'] as const
export type GateNumber = (typeof gateNumbers)[number] | 'newest'

export function subjectOf({ subject }: Pick<WrittenTolerance, 'subject'>): FigureName | null {
  return (parseFigure(subject) ?? parseFigure(`mean ${subject}`))?.name ?? null
}

/** Null while it is invalid. */
export function readTolerance(written: WrittenTolerance): GateMetric | null {
  const name = subjectOf(written)
  if (name === null) return null
  const figure = parseFigure(
    isLatency(name) ? `${written.statistic} ${written.subject}` : written.subject,
  )
  const tolerance = parseTolerance(`${written.percent.trim()} %`)
  return figure === null || tolerance === null ? null : { ...figure, tolerance }
}

/** Null while one is invalid, or two are of one figure. */
export function readTolerances(written: readonly WrittenTolerance[]): GateMetric[] | null {
  const figures = written.flatMap((one) => readTolerance(one) ?? [])
  const areRead = figures.length === written.length && figures.length > 0
  return areRead && new Set(figures.map(figureKey)).size === figures.length ? figures : null
}

const countSchema = z.int().min(1).max(1000)

/** Fields that hold no valid number. */
export function faultyNumbers(written: WrittenGate): readonly GateNumber[] {
  const { mostRepeats, errorRate, startSpread } = rulesOf(written)
  const isWithin = (value: number, least: number, most: number) => value >= least && value <= most
  const valid: Readonly<Record<GateNumber, boolean>> = {
    repeats: repeatsSchema.safeParse(mostRepeats).success,
    errorPercent: errorRate > 0 && isWithin(errorRate, 0, largestErrorRate),
    spreadPercent: isWithin(startSpread, 0, largestStartSpread),
    newest: countSchema.safeParse(numberIn(written.newest)).success,
  }
  return [...gateNumbers, 'newest' as const].filter((name) => !valid[name])
}

function rulesOf({ repeats, errorPercent, spreadPercent }: WrittenGate): GateRules {
  return {
    mostRepeats: numberIn(repeats),
    errorRate: numberIn(errorPercent) / 100,
    startSpread: numberIn(spreadPercent) / 100,
  }
}

function numberIn(text: string): number {
  return text.trim() === '' ? NaN : Number(text)
}

/** Null if the word names nothing. */
export function readBaseline(
  written: Pick<WrittenGate, 'baseline' | 'newest'>,
): ComposedGate['baseline'] | null {
  const [kind, id] = written.baseline?.split(' ') ?? []
  if (kind === 'newest') return { kind, count: numberIn(written.newest) }
  if (id === undefined) return null
  if (kind === 'server') return { kind, id }
  return kind === 'run' ? { kind: 'runs', ids: id.split(',') } : null
}

/** Null while something of it is invalid. */
export function readGate(
  written: WrittenGate,
): Pick<ComposedGate, 'baseline' | 'figures' | 'rules' | 'restarts'> | null {
  const baseline = readBaseline(written)
  const figures = readTolerances(written.tolerances)
  if (baseline === null || figures === null || faultyNumbers(written).length > 0) return null
  return { baseline, figures, rules: rulesOf(written), restarts: written.restarts }
}

/** Runs of a gate at least and at most. */
export function runsOf({ rules, baseline }: Pick<ComposedGate, 'rules' | 'baseline'>) {
  const sides = baseline.kind === 'server' ? 2 : 1
  return { fewest: sides * fewestRepeats, most: sides * rules.mostRepeats }
}

/** The written form of a gate that is composed again. */
export function writtenFrom(gate: ComposedGate): WrittenGate {
  const { name, baseline, figures, rules, restarts } = gate
  return {
    ...{ name, restarts, baseline: baselineWord(baseline) },
    newest: baseline.kind === 'newest' ? String(baseline.count) : usualNewest,
    tolerances: figures.map(({ tolerance, ...figure }) => ({
      subject: figureWord(figure.name),
      statistic: isLatency(figure.name) ? statisticName(figure.percentile) : 'mean',
      percent: percentOf(tolerance),
    })),
    repeats: String(rules.mostRepeats),
    errorPercent: percentOf(rules.errorRate),
    spreadPercent: percentOf(rules.startSpread),
  }
}

function baselineWord(baseline: ComposedGate['baseline']): string {
  switch (baseline.kind) {
    case 'server':
      return `server ${baseline.id}`
    case 'newest':
      return 'newest'
    case 'runs':
      return `run ${baseline.ids.join()}`
  }
}
