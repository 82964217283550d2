// A gate in the composer: sections of its file by key, with the text of the form's fields as values.
import { z } from 'zod'
import type { ComposedGate } from '#features/gate/core/gate-record.ts'
import { fewestRepeats } from '#features/gate/core/judge-gate.ts'
import { readGateFile, usualErrorRate, usualRepeats } from '#features/gate/core/read-gate-file.ts'
import { assumedStartSpread } from '#core/compare/starts.ts'
import { figureWords } from '#core/metrics/figures.ts'
import {
  joined,
  type ParseResult,
  readFields,
  readingOf,
  type Section,
  valueAt,
} from '#core/sweep/file/file-place.ts'
import { indexFlags } from '#core/vllm/flag-index.ts'
import { percentText, scalar } from '#renderer/drafts/sweep-document.ts'

const toleranceSchema = z.object({
  /** `mean tpot`. */
  figure: z.string(),
  percent: z.string(),
})

export type Tolerance = Readonly<z.infer<typeof toleranceSchema>>

export const freshTolerance: Tolerance = { figure: 'mean ttft', percent: '10' }

const usualNewest = '20'

export const gateDocumentSchema = z.object({
  name: z.string().default(''),
  /** `server ID`, `run ID` or `newest`; null until one is selected. */
  baseline: z.string().nullable().default(null),
  newest: z.string().default(usualNewest),
  figures: z
    .array(toleranceSchema)
    .default(['mean tpot', 'mean e2el'].map((figure) => ({ figure, percent: '5' }))),
  repeats: z.string().default(String(usualRepeats)),
  /** Percent, like the next one. */
  'error-rate': z.string().default(percentText(usualErrorRate)),
  'start-spread': z.string().default(percentText(assumedStartSpread)),
  restart: z.boolean().default(false),
})

export type GateDocument = Readonly<z.infer<typeof gateDocumentSchema>>

/** Key of a tolerance in the file. Spaces distinguish rows with the same figure, so that the parser reports them. */
function keyOf({ figure }: Tolerance, row: number): string {
  return ' '.repeat(row) + figure
}

export function tolerancePlace(tolerance: Tolerance, row: number): string {
  return joined('figures', keyOf(tolerance, row))
}

/** Contents of the file, besides servers and benchmark. */
function fileContents(document: GateDocument): Section {
  const percent = (text: string) => `${text.trim()} %`
  return {
    figures: Object.fromEntries(
      document.figures.map((row, index) => [keyOf(row, index), percent(row.percent)]),
    ),
    repeats: scalar(document.repeats),
    'error-rate': percent(document['error-rate']),
    'start-spread': percent(document['start-spread']),
    restart: document.restart,
  }
}

type ReadGate = Pick<ComposedGate, 'figures' | 'rules' | 'restarts'> &
  Readonly<{ baseline: ComposedGate['baseline'] | null }>

export function readGate(document: GateDocument): ParseResult<ReadGate> {
  return readingOf(() => {
    const { file, baseline } = readFields({
      file: () => readGateFile(fileContents(document), indexFlags([])),
      baseline: () => readBaseline(document),
    })
    return { figures: [...file.figures], rules: file.rules, restarts: file.restarts, baseline }
  })
}

/** Null if the text matches nothing. */
export function readBaseline({
  baseline,
  newest,
}: Pick<GateDocument, 'baseline' | 'newest'>): ReadGate['baseline'] {
  const [kind, id] = baseline?.split(' ') ?? []
  const countSchema = z.int().min(1).max(1000)
  if (kind === 'newest') return { kind, count: valueAt(countSchema, scalar(newest), 'newest') }
  if (id === undefined) return null
  if (kind === 'server') return { kind, id }
  return kind === 'run' ? { kind: 'runs', ids: id.split(',') } : null
}

/** Minimum and maximum number of runs of a gate. */
export function runsOf({ rules, baseline }: Pick<ComposedGate, 'rules' | 'baseline'>) {
  const sides = baseline.kind === 'server' ? 2 : 1
  return { fewest: sides * fewestRepeats, most: sides * rules.mostRepeats }
}

/** Document of a gate that is opened in the composer again. */
export function gateDocument(gate: ComposedGate): GateDocument {
  const { name, baseline, figures, rules, restarts } = gate
  return {
    ...{ name, restart: restarts, baseline: baselineWord(baseline) },
    newest: baseline.kind === 'newest' ? String(baseline.count) : usualNewest,
    figures: figures.map(({ tolerance, ...figure }) => ({
      figure: figureWords(figure),
      percent: percentText(tolerance),
    })),
    repeats: String(rules.mostRepeats),
    'error-rate': percentText(rules.errorRate),
    'start-spread': percentText(rules.startSpread),
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
