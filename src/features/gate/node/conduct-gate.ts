// Runs a gate: measures repeats until the verdict is clear, replacing excluded runs.
import {
  hasSummary,
  mismatchesOf,
  refusalsOf,
  type EvidenceRun,
} from '#features/gate/core/evidence.ts'
import {
  isOver,
  rowOf,
  verdictOf,
  type GateResult,
  type GateSide,
  type RefusedRun,
} from '#features/gate/core/gate-result.ts'
import {
  judgeFigures,
  type GateRules,
  type MetricJudgement,
} from '#features/gate/core/judge-gate.ts'
import type { GateSamples } from '#features/gate/core/loss.ts'
import {
  baselineText,
  sideText,
  type GateOrder,
  type MeasuredSide,
} from '#features/gate/core/gate-order.ts'
import { samplesOfSides } from '#features/gate/core/samples.ts'
import { inEnglish, message, type Message } from '#core/messages/message.ts'
import { appError, type AppError } from '#core/model/app-error.ts'
import type { MeasuredRun, Run } from '#core/model/run/run.ts'
import { figureKey } from '#core/compare/comparable-figures.ts'
import { gatedServer, type GatedServer, onStart, putServersBack } from './gated-servers.ts'
import { measuredRun, type GateTools } from './measure-run.ts'
import { historySamples, newestRuns, runsNamed } from './stored-runs.ts'

/** Evidence of a gate so far. */
type Evidence = {
  baseline: StartedRun[]
  candidate: StartedRun[]
  refused: RefusedRun[]
  /** Repeats that were measured and excluded. */
  lost: number
}

/** A run with the number of its start, if the gate counts starts. */
type StartedRun = MeasuredRun & Readonly<{ start?: number }>

export async function conductGate(order: GateOrder, tools: GateTools): Promise<GateResult> {
  return order.baseline.kind === 'server'
    ? besideBaseline(order, order.baseline, tools)
    : againstStored(order, tools)
}

/** Each repeat measures both sides with the same prompts in alternating order, so that drift cancels out. */
async function besideBaseline(
  order: GateOrder,
  baseline: MeasuredSide,
  tools: GateTools,
): Promise<GateResult> {
  const { file, candidate } = order
  if (candidate.kind !== 'server') throw candidateNotMeasured()
  const servers = {
    baseline: await gatedServer(baseline, file.restarts, tools),
    candidate: await gatedServer(candidate, file.restarts, tools),
  }
  const evidence: Evidence = { baseline: [], candidate: [], refused: [], lost: 0 }
  const concluded = (look: Look) =>
    resultOf(order, evidence, { ...look, storedBaseline: null, notes: [] })
  try {
    for (let repeat = 0; ; repeat++) {
      const sides = repeat % 2 === 0 ? inOrder : [...inOrder].reverse()
      const runs: Partial<Record<GateSide, RepeatRun>> = {}
      for (const side of sides) {
        const asked = { order, server: servers[side], side, repeat, lost: evidence.lost }
        runs[side] = await measuredRepeat(asked, tools)
      }
      addPair(evidence, runs, order)
      const look = lookAt(order, evidence, () =>
        samplesOfSides({ ...evidence, paired: true }, file.figures),
      )
      const result = concluded(look)
      if (look.isOver) return result
      tools.looked?.(result)
    }
  } finally {
    await putServersBack(Object.values(servers), tools)
  }
}

const inOrder: readonly GateSide[] = ['baseline', 'candidate']

function addPair(
  evidence: Evidence,
  { baseline, candidate }: Partial<Record<GateSide, RepeatRun>>,
  { file: { figures }, allowed }: GateOrder,
): void {
  if (baseline === undefined || candidate === undefined) return
  const refused = [baseline, candidate].flatMap((run) => refusedRun(run, { figures, allowed }))
  if (refused.length > 0 || !hasSummary(baseline) || !hasSummary(candidate)) {
    evidence.refused.push(...refused)
    evidence.lost++
    return
  }
  const refusals = mismatchesOf(baseline, candidate, { figures, allowed })
  if (refusals.length > 0) {
    evidence.refused.push({ run: candidate.name, refusals })
    evidence.lost++
  } else {
    evidence.baseline.push(baseline)
    evidence.candidate.push(candidate)
  }
}

async function againstStored(order: GateOrder, tools: GateTools): Promise<GateResult> {
  const { file, baseline, candidate, allowed } = order
  const { figures } = file
  const asked = { figures, allowed }
  const evidence: Evidence = { baseline: [], candidate: [], refused: [], lost: 0 }
  const { database } = tools
  const judged = candidate.kind === 'runs' ? await runsNamed(candidate.words, database) : []
  const besides = judged.map(({ id }) => id)
  const found =
    baseline.kind === 'newest'
      ? newestRuns({ count: baseline.count, config: file.config, besides, database }, asked)
      : await runsNamed(baseline.kind === 'runs' ? baseline.words : [], database)
  for (const run of found) {
    const refused = refusedRun(run, asked)
    evidence.refused.push(...refused)
    if (refused.length === 0) evidence.baseline.push(run)
  }
  const history = historySamples(evidence.baseline, figures, {
    isSeries: baseline.kind === 'newest',
    language: tools.language,
  })
  const samples = () =>
    new Map(
      [...samplesOfSides({ ...evidence, paired: false }, figures)].map(
        ([key, both]): [string, GateSamples] => [
          key,
          { ...both, baseline: history.samples.get(key) ?? both.baseline },
        ],
      ),
    )
  const concluded = (look: Look) =>
    resultOf(order, evidence, {
      ...look,
      storedBaseline: evidence.baseline.length,
      notes: history.notes,
    })
  if (candidate.kind === 'runs') {
    for (const run of judged) addCandidate(evidence, run, order)
    // All runs are available at once, so there is one evaluation.
    const rules = { ...file.rules, mostRepeats: 1 }
    return concluded(lookAt({ ...order, file: { ...file, rules } }, evidence, samples))
  }
  const server = await gatedServer(candidate, file.restarts, tools)
  try {
    for (let repeat = 0; ; repeat++) {
      const asked = { order, server, side: 'candidate' as const, repeat, lost: evidence.lost }
      const { start, ...run } = await measuredRepeat(asked, tools)
      // The uptime of a server that keeps running is known only from the times of its runs.
      addCandidate(evidence, server.isOwn ? { ...run, start } : run, order)
      const look = lookAt(order, evidence, samples)
      const result = concluded(look)
      if (look.isOver) return result
      tools.looked?.(result)
    }
  } finally {
    await putServersBack([server], tools)
  }
}

function addCandidate(
  evidence: Evidence,
  run: Run & Readonly<{ start?: number }>,
  { file, allowed }: GateOrder,
): void {
  const asked = { figures: file.figures, allowed }
  const refused = refusedRun(run, asked)
  evidence.refused.push(...refused)
  if (refused.length > 0 || !hasSummary(run)) {
    evidence.lost++
    return
  }
  const [reference] = evidence.baseline
  const refusals = reference === undefined ? [] : mismatchesOf(reference, run, asked)
  if (refusals.length > 0) {
    evidence.refused.push({ run: run.name, refusals })
    evidence.lost++
  } else evidence.candidate.push(run)
}

function refusedRun(
  run: EvidenceRun & Pick<Run, 'name'>,
  asked: Parameters<typeof refusalsOf>[1],
): RefusedRun[] {
  const refusals = refusalsOf(run, asked)
  return refusals.length === 0 ? [] : [{ run: run.name, refusals }]
}

type Look = Readonly<{
  rules: GateRules
  figures: readonly MetricJudgement[]
  samples: ReadonlyMap<string, GateSamples>
  isOver: boolean
}>

function lookAt(
  { file: { figures: gated, rules } }: GateOrder,
  { candidate, lost }: Evidence,
  samplesNow: () => ReadonlyMap<string, GateSamples>,
): Look {
  const samples = samplesNow()
  const figures = judgeFigures({ figures: gated, samples, rules })
  return {
    ...{ rules, figures, samples },
    isOver: isOver(figures, { repeats: candidate.length, lost }, rules),
  }
}

function resultOf(
  { file, candidate, baseline }: GateOrder,
  evidence: Evidence,
  {
    rules,
    figures,
    samples,
    ...rest
  }: Look & Readonly<{ storedBaseline: number | null; notes: Message[] }>,
): GateResult {
  const repeats = evidence.candidate.length
  return {
    name: file.name,
    verdict: verdictOf(figures, { repeats, lost: evidence.lost }),
    rows: figures.map((judged) => rowOf(judged, samples.get(figureKey(judged.figure)))),
    ...{
      repeats,
      rules,
      candidate: inEnglish(sideText(candidate)),
      isStored: candidate.kind === 'runs',
      refused: evidence.refused,
    },
    starts: startsOf(samples),
    baseline: baselineText(baseline, evidence.baseline.length),
    ...{ storedBaseline: rest.storedBaseline, notes: rest.notes },
    runIds: {
      baseline: evidence.baseline.map(({ id }) => id),
      candidate: evidence.candidate.map(({ id }) => id),
    },
  }
}

/** Number of starts on each side; equal for every metric. */
function startsOf(samples: ReadonlyMap<string, GateSamples>): GateResult['starts'] {
  const [first] = samples.values()
  const of = (side: GateSide) => new Set(first?.[side].map(({ job }) => job)).size
  return { baseline: of('baseline'), candidate: of('candidate') }
}

type RepeatRun = Run & Readonly<{ start: number }>

type Repeat = Readonly<{
  order: GateOrder
  server: GatedServer
  side: GateSide
  repeat: number
  /** Number excluded so far; each is replaced by another repeat. */
  lost: number
}>

/** Repeats differ in prompts and arrivals; both sides of a repeat have the same. */
async function measuredRepeat(
  { order, server, side, repeat, lost }: Repeat,
  tools: GateTools,
): Promise<RepeatRun> {
  const { name, config, rules } = order.file
  const most = rules.mostRepeats + lost
  const named = message(`gate.side.${side}`)
  tools.terminal.note(message('gate.repeat', { repeat: repeat + 1, most, side: named }))
  const place = { repeat: repeat + 1, most, side }
  tools.began?.(place)
  const wanted = {
    place,
    name: `${name} · ${side} ${repeat + 1}`,
    config: { ...config, seed: config.seed + repeat },
    tags: ['gate', side],
  }
  const run = await onStart(server, tools, () =>
    measuredRun({ ...wanted, serverId: server.id }, tools),
  )
  return { ...run, start: server.isOwn ? repeat : 0 }
}

function candidateNotMeasured(): AppError {
  return appError('invalid-input', 'gate.storedCandidate')
}
