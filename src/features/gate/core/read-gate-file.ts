// Gate file as data: one benchmark, its servers, and the tolerated losses by metric. `contents` is the parsed YAML or JSON.
import { z } from 'zod'
import { message, remedied } from '#core/messages/message.ts'
import { metricNames } from '#core/metrics/latencies.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { SweepFileServer } from '#core/model/sweep.ts'
import { figureKey } from '#core/compare/comparable-figures.ts'
import { assumedStartSpread, largestStartSpread } from '#core/compare/starts.ts'
import { singleConfigAt } from '#core/sweep/file/benchmark-at.ts'
import {
  joined,
  problemAt,
  readAll,
  readFields,
  sectionAt,
  shown,
  valueAt,
} from '#core/sweep/file/file-place.ts'
import { serversAt } from '#core/sweep/file/file-servers.ts'
import { parseShare } from '#core/sweep/limit-text.ts'
import type { FlagIndex } from '#core/vllm/flag-index.ts'
import { largestErrorRate, repeatsSchema } from './gate-record.ts'
import {
  gatedScalars,
  type GateMetric,
  type GateRules,
  parseFigure,
  parseTolerance,
} from './judge-gate.ts'

export type GateFile = Readonly<{
  name: string
  /** Candidate; null if a flag must name it. */
  server: SweepFileServer | null
  /** Baseline; null if a flag must name it. */
  baseline: SweepFileServer | null
  config: BenchmarkConfig
  figures: readonly GateMetric[]
  rules: GateRules
  /** Restarts servers for each repeat even if they were already running. */
  restarts: boolean
}>

export const usualRepeats = 10
export const usualErrorRate = 0.01

const keys = [
  ...['name', 'server', 'baseline', 'benchmark', 'figures'],
  ...['repeats', 'error-rate', 'start-spread', 'restart'],
]

/** Throws `invalid-input` with the first problem and its place in the file; `readingOf` has all of them. */
export function readGateFile(contents: unknown, flagIndex: FlagIndex): GateFile {
  const section = sectionAt(contents, '', keys)
  const { config, figures, ...rest } = readFields({
    figures: () => figuresAt(section['figures'], 'figures'),
    config: () => singleConfigAt(section['benchmark'] ?? {}, 'benchmark'),
    name: () => valueAt(z.string().min(1).max(200).default('Gate'), section['name'], 'name'),
    server: () => serverAt(section['server'], 'server', flagIndex),
    baseline: () => serverAt(section['baseline'], 'baseline', flagIndex),
    rules: () =>
      readFields<GateRules>({
        mostRepeats: () =>
          valueAt(repeatsSchema.default(usualRepeats), section['repeats'], 'repeats'),
        errorRate: () => errorRateAt(section['error-rate'], 'error-rate'),
        startSpread: () => startSpreadAt(section['start-spread'], 'start-spread'),
      }),
    restarts: () => valueAt(z.boolean().default(false), section['restart'], 'restart'),
  })
  const metricPercentiles = withGated(config.metricPercentiles, figures)
  return { ...rest, figures, config: { ...config, metricPercentiles } }
}

function serverAt(value: unknown, place: string, flagIndex: FlagIndex): SweepFileServer | null {
  if (value === undefined) return null
  const [server] = serversAt(value, place, flagIndex)
  return server ?? null
}

function figuresAt(value: unknown, place: string): GateMetric[] {
  if (value === undefined) throw figuresMissing(place, message('files.isMissing'))
  const figures = readAll(
    Object.entries(sectionAt(value, place)).map(
      ([text, tolerance]) =>
        () =>
          figureAt(text, tolerance, joined(place, text)),
    ),
  )
  if (figures.length === 0) throw figuresMissing(place, message('files.isMissing'))
  const keysSeen = figures.map(figureKey)
  const twice = figures.find((figure, index) => keysSeen.indexOf(figureKey(figure)) < index)
  if (twice !== undefined) throw figuresMissing(place, message('gate.file.twice'))
  return figures
}

function figuresMissing(place: string, problem: ReturnType<typeof message>) {
  return problemAt({ place, message: problem, remedy: message('gate.file.figures.remedy') })
}

function figureAt(text: string, written: unknown, place: string): GateMetric {
  const figure = parseFigure(text)
  if (figure === null) {
    throw problemAt({
      place,
      ...remedied('gate.file.noFigure', {
        latencies: metricNames.join(', '),
        names: gatedScalars.join(', '),
      }),
    })
  }
  const tolerance = parseTolerance(written)
  if (tolerance !== null) return { ...figure, tolerance }
  throw problemAt({ place, ...remedied('gate.file.noTolerance', { value: shown(written) }) })
}

/** Adds the gate's percentiles, because a run reports only requested percentiles. */
export function withGated(asked: readonly number[], figures: readonly GateMetric[]): number[] {
  const gated = figures.flatMap(({ percentile }) => percentile ?? [])
  return [...new Set([...asked, ...gated])].sort((a, b) => a - b)
}

function startSpreadAt(value: unknown, place: string): number {
  if (value === undefined) return assumedStartSpread
  const spread =
    typeof value === 'string' || typeof value === 'number' ? parseShare(`${value}`) : null
  if (spread !== null && spread <= largestStartSpread) return spread
  throw problemAt({ place, ...remedied('gate.file.noStartSpread', { value: shown(value) }) })
}

function errorRateAt(value: unknown, place: string): number {
  if (value === undefined) return usualErrorRate
  const rate =
    typeof value === 'string' || typeof value === 'number' ? parseShare(`${value}`) : null
  if (rate !== null && rate > 0 && rate <= largestErrorRate) return rate
  throw problemAt({ place, ...remedied('gate.file.noErrorRate', { value: shown(value) }) })
}
