// The rows of the lists on the start page.
import type { Text } from '#core/messages/message.ts'
import type { ReasonCode } from '#core/model/run/judgement.ts'
import type { Host } from '#core/model/host.ts'
import type { LiveSnapshot, Run, RunSummaryRow } from '#core/model/run/run.ts'
import type { Server } from '#core/model/server.ts'
import type { Sweep } from '#core/model/sweep.ts'
import { formatMoment, type Translate } from '../../i18n/i18n.ts'
import { listedJudgement } from '../result/judgement-marks.ts'
import { hostName } from '../host/host-name.ts'
import type { Mark } from '../kit/tone.ts'
import { runProgress } from '../live/run-progress.ts'
import { serverText } from '../run/labels/server-text.ts'
import { runMark } from '../run/run-status.ts'
import { serverMark } from '../server/server-mark.ts'
import type { MeasuredSweep } from '../sweep/plots/drawn-curves.ts'
import { serverNames, sweepMark } from '../sweep/sweep-status.ts'
import type { UnreachableHost } from './start-page.ts'
import { bestAnswer, sweepAnswers as answersOf } from '#core/answers/sweep-answers.ts'

export type StartRow = Readonly<{
  /** Name of the route that it opens. */
  kind: string
  id: string
  name: string
  mark: Mark
  /** Reasons of a run's judgement, represented by the worst one. */
  reasons?: readonly ReasonCode[]
  /** 0–1; null if unknown, absent if none is shown. */
  progress?: number | null | undefined
  answer?: string
  detail?: string
}>

type Say = (text: Text) => string

/** A sweep in progress. */
export function goingSweepRow(sweep: Sweep, t: Translate): StartRow {
  const { id, plan, points } = sweep
  const isSearch = plan.search !== null
  const done = points.filter(({ status }) => status !== 'waiting' && status !== 'running').length
  return {
    ...{ kind: 'sweep', id, name: plan.name, mark: sweepMark(sweep, t) },
    progress: isSearch || points.length === 0 ? undefined : done / points.length,
    detail: isSearch
      ? t('start.progress.searched', { count: done })
      : t('start.progress.points', { done, count: points.length }),
  }
}

/** A run in progress; `newest` is its newest snapshot. */
export function goingRunRow(run: Run, newest: LiveSnapshot | null, t: Translate): StartRow {
  const { id, name } = run
  return { kind: 'run', id, name, mark: runMark(run, t), progress: runProgress(newest) }
}

export function runRow(run: RunSummaryRow, t: Translate): StartRow {
  const { id, name, imported, createdAtEpochMs } = run
  const origin = serverText(run, t) ?? imported?.fileName
  return {
    ...{
      kind: 'run',
      id,
      name,
      mark: runMark(run, t),
      reasons: listedJudgement(run)?.reasons ?? [],
    },
    detail: [...(origin === undefined ? [] : [origin]), formatMoment(createdAtEpochMs)].join(' · '),
  }
}

export function sweepRow(measured: MeasuredSweep, t: Translate, say: Say): StartRow {
  const { sweep } = measured
  const [first, ...more] = sweepAnswers(measured)
  return {
    ...{ kind: 'sweep', id: sweep.id, name: sweep.plan.name, mark: sweepMark(sweep, t) },
    answer:
      first === undefined || first.name === ''
        ? say(first?.text ?? '')
        : t('start.sweeps.named', { name: say(first.name), answer: say(first.text) }),
    detail: [
      ...(more.length === 0 ? [] : [t('start.sweeps.more', { count: more.length })]),
      serverNames(sweep),
      formatMoment(sweep.createdAtEpochMs),
    ].join(' · '),
  }
}

/** Row of a server, with its model, start-up phase or failure. */
export function serverRow(server: Server, t: Translate, say: Say): StartRow {
  const { id, name, state } = server
  return { kind: 'server', id, name, mark: serverMark(server, t), detail: detailOf(state, say) }
}

/** Row of an unreachable host, one for all its launches. */
export function hostRow({ hostId, servers }: UnreachableHost, host: Host, t: Translate, say: Say) {
  const [first] = servers
  const detail = [
    t('start.servers.lost', { count: servers.length }),
    ...(first === undefined ? [] : [detailOf(first.state, say)]),
  ].join(' · ')
  const mark: Mark = { tone: 'warn', word: t('servers.state.detached') }
  return { kind: 'host', id: hostId, name: hostName(host, t), mark, detail } satisfies StartRow
}

function detailOf(state: Server['state'], say: Say): string {
  switch (state.state) {
    case 'ready':
      return state.facts.model
    case 'starting':
      return say(state.phase)
    case 'failed':
    case 'detached':
      return say(state.message)
    case 'stopping':
    case 'stopped':
      return ''
  }
}

/** The name is empty if there is only one configuration. */
type SweepAnswer = Readonly<{ name: Text; text: Text }>

/** Results of a sweep, with the lines of its own page, the best configuration first. Exported for tests. */
export function sweepAnswers({ sweep, curves }: MeasuredSweep): readonly SweepAnswer[] {
  const rows = curves.flatMap(({ cells }) => cells.flatMap((cell) => cell.rows))
  const runs = rows.flatMap(({ run }) => run ?? [])
  const answers = answersOf(sweep, runs)
  const best = bestAnswer(answers)
  const others = answers.filter((answer) => answer !== best)
  return [...(best === null ? [] : [best]), ...others].map(({ name, line }) => ({
    name,
    text: line,
  }))
}
