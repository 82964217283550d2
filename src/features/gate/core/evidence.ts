// Reasons for which a gate excludes a run: its own judgement, a throttled GPU, and a load, server or hardware that differs from
// the other runs.
import { judgeRun } from '#core/judgement/judge-run.ts'
import { reasonTraits } from '#core/model/run/judgement.ts'
import { message, type Message } from '#core/messages/message.ts'
import { isLatency } from '#core/metrics/figures.ts'
import type { Run } from '#core/model/run/run.ts'
import {
  differenceName,
  isAffected,
  loadDifferences,
  valueText,
} from '#core/compare/load-differences.ts'
import type { FigureIdentity } from '#core/compare/comparable-figures.ts'
import { isPowerCap, throttleText } from '#core/telemetry/gpu-sample.ts'

/** Differences that a user can accept with `--allow`. */
export const allowable = ['version', 'hardware', 'throttled', 'saturated'] as const
export type Allowable = (typeof allowable)[number]

export type Refusal = Readonly<{
  /** Null if the user cannot accept it. */
  allow: Allowable | null
  reason: Message
}>

type MeasuredRun = Pick<Run, 'config' | 'status' | 'facts' | 'launch' | 'imported'> &
  Readonly<{ summary: NonNullable<Run['summary']> }>

export type EvidenceRun = Pick<
  Run,
  'config' | 'status' | 'facts' | 'launch' | 'imported' | 'summary'
>

export function hasSummary<One extends EvidenceRun>(run: One): run is One & MeasuredRun {
  return run.summary !== null
}

type GateScope = Readonly<{
  figures: readonly FigureIdentity[]
  allowed: readonly Allowable[]
}>

/** Empty for a usable run. */
export function refusalsOf(run: EvidenceRun, { figures, allowed }: GateScope): Refusal[] {
  if (!hasSummary(run)) return [{ allow: null, reason: message('gate.refused.nothing') }]
  return [...ofJudgement(run, figures), ...ofGpu(run)].filter(isRefused(allowed))
}

/** Reasons that two usable runs cannot be compared with each other. */
export function mismatchesOf(
  baseline: MeasuredRun,
  candidate: MeasuredRun,
  { figures, allowed }: GateScope,
): Refusal[] {
  const loads = loadDifferences(baseline, candidate)
    .filter((difference) => figures.some(({ name }) => isAffected(name, difference)))
    .map((difference) => {
      const [base, other] = [valueText(difference.base), valueText(difference.other)]
      const name = differenceName(difference)
      return { allow: null, reason: message('gate.refused.load', { name, base, other }) }
    })
  return [...loads, ...ofServers(baseline, candidate)].filter(isRefused(allowed))
}

function isRefused(allowed: readonly Allowable[]) {
  return ({ allow }: Refusal) => allow === null || !allowed.includes(allow)
}

/** A gate on errors must accept failed requests; latencies of a saturated server grow with the length of the run. */
function ofJudgement(run: MeasuredRun, figures: readonly FigureIdentity[]): Refusal[] {
  const judgement = judgeRun(run)
  const isErrorsGated = figures.some(({ name }) => name === 'failedShare')
  const codes = judgement?.reasons.map(({ code }) => code) ?? []
  const unusable = codes
    .filter((code) => reasonTraits[code].grade === 'not-usable')
    .filter((code) => code !== 'errors' || !isErrorsGated)
    .map((code) => ({ allow: null, reason: message(`judgement.reason.${code}`) }))
  const isOfLoad = figures.some(({ name }) => isLatency(name) || name === 'requestGoodput')
  return judgement?.isSaturated === true && isOfLoad
    ? [...unusable, { allow: 'saturated', reason: message('gate.refused.saturated') }]
    : unusable
}

/** Tolerable share of throttled samples. */
const tolerableThrottling = 0.05

function ofGpu({ summary }: MeasuredRun): Refusal[] {
  const throttling = summary.telemetry?.gpu?.throttling ?? []
  return throttling
    .filter(({ reason, share }) => !isPowerCap(reason) && share > tolerableThrottling)
    .map(({ reason, share }) => ({
      allow: 'throttled',
      reason: message('gate.refused.throttled', {
        why: throttleText(reason),
        percent: Math.round(100 * share),
      }),
    }))
}

function ofServers(baseline: MeasuredRun, candidate: MeasuredRun): Refusal[] {
  return [
    ...differing(baseline.facts?.model, candidate.facts?.model, 'model'),
    ...differing(baseline.facts?.version, candidate.facts?.version, 'version'),
    ...differing(gpusOf(baseline), gpusOf(candidate), 'hardware'),
    ...differing(baseline.facts?.simulated, candidate.facts?.simulated, 'hardware'),
    ...differing(baseline.facts?.gpuCount, candidate.facts?.gpuCount, 'hardware'),
  ]
}

function gpusOf({ launch }: MeasuredRun): string | undefined {
  return launch === null || launch.gpus.length === 0 ? undefined : launch.gpus.join(', ')
}

type FactValue = string | number | boolean | null | undefined

/** A value that is unknown on either side counts as equal. */
function differing(
  one: FactValue,
  other: FactValue,
  what: 'model' | 'version' | 'hardware',
): Refusal[] {
  if (one === null || one === undefined || other === null || other === undefined) return []
  if (one === other) return []
  const sides = { base: String(one), other: String(other) }
  return [{ allow: what === 'model' ? null : what, reason: message(`gate.refused.${what}`, sides) }]
}
