// The steps of a sweep, in order. The next step is derived from stored data, so a sweep can be resumed anywhere; every decision
// is stored before it takes effect.
import { textOf } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { SweepPoint } from '#core/model/sweep.ts'
import { startKey } from '#core/sweep/configurations.ts'
import { isPointSaturated, nextMove } from '#core/sweep/next-move.ts'
import type { SweepMove } from '#core/sweep/sweep-move.ts'
import {
  answerValues,
  loadValues,
  type PointEnd,
  pointEndValues,
  type SweepEnd,
  type SweepTools,
} from './sweep-tools.ts'

/** Worth a retry, because some servers recover within seconds, for example behind a proxy. */
const secondsBeforeRetry = 2

/** A paused or interrupted sweep leaves its servers as they are; otherwise they are restored. */
export async function runSweep<Ready>(
  tools: SweepTools<Ready>,
  signal: AbortSignal,
): Promise<SweepEnd> {
  const end = await makeMoves(tools, signal)
  if (end === 'paused' || end === 'interrupted') return end
  await tools.putServersBack()
  return end
}

async function makeMoves<Ready>(tools: SweepTools<Ready>, signal: AbortSignal): Promise<SweepEnd> {
  let isToRest = false
  for (;;) {
    const move = nextMove(tools.state())
    if (move.kind === 'end') return signal.aborted && wasCut(tools) ? 'cancelled' : endOf(tools)
    if (signal.aborted) return 'cancelled'
    if (tools.wantsPause()) return 'paused'
    if (move.kind !== 'measure') decide(move, tools)
    else if (isToRest) await coolDown(tools, signal)
    else if (await measurePoint(move, tools, signal)) return 'interrupted'
    else await tools.afterPoint?.(storedAs(move.point, tools))
    // After a pause the next step is computed again, because a user may have changed the sweep.
    if (move.kind === 'measure') isToRest = !isToRest
  }
}

/** Whether the interruption hit the last point. */
function wasCut<Ready>(tools: SweepTools<Ready>): boolean {
  return tools.state().sweep.points.some(({ status }) => status === 'cancelled')
}

/** A sweep with any measured point is useful, even if other points failed. */
function endOf<Ready>(tools: SweepTools<Ready>): SweepEnd {
  const { points } = tools.state().sweep
  const hasFailed = points.some(({ status }) => status === 'failed')
  return hasFailed && !points.some(({ status }) => status === 'completed') ? 'failed' : 'completed'
}

function decide<Ready>(
  move: Extract<SweepMove, { kind: 'skip' | 'answer' }>,
  tools: SweepTools<Ready>,
): void {
  if (move.kind === 'answer') {
    tools.log('search-ended', answerValues(move.found))
    return tools.saveAnswer(move.found)
  }
  const { point, saturated } = move
  const values = { reason: 'saturated', by: saturated.index, ...loadValues(point) }
  tools.log('point-skipped', values, point)
  tools.savePoint({ ...point, status: 'skipped' })
}

/** Resolves with true if a tuning has lost its host; the point is then measured again later. */
async function measurePoint<Ready>(
  { point, reason, decisions = [] }: Extract<SweepMove, { kind: 'measure' }>,
  tools: SweepTools<Ready>,
  signal: AbortSignal,
): Promise<boolean> {
  for (const { kind, values } of decisions) tools.log(kind, values)
  if (reason !== null) {
    tools.log('load-chosen', { reason, repeat: point.repeat, ...loadValues(point) }, point)
    tools.savePoint(point)
  }
  const end = await tryPoint(point, tools, signal)
  const { plan } = tools.state().sweep
  if (end.isHostLost === true && plan.tune !== null) {
    // Otherwise the tuning's model would learn that the setting fails.
    tools.log('point-ended', pointEndValues({ ...end, status: 'interrupted' }), point)
    tools.savePoint({ ...storedAs(point, tools), status: 'waiting', runId: null })
    return true
  }
  if (end.isServerless === true) {
    giveUp(point, tools)
    return false
  }
  const status = end.status === 'cancelled' && !signal.aborted ? 'skipped' : end.status
  tools.log('point-ended', pointEndValues({ ...end, status }), point)
  tools.savePoint({ ...storedAs(point, tools), status })
  if (plan.stopsWhenSaturated && isPointSaturated(point, tools.state())) {
    tools.log('saturated', loadValues(point), point)
  }
  return false
}

type TriedPoint = PointEnd & Readonly<{ isServerless?: boolean }>

const givenUp: PointEnd = { status: 'cancelled', summary: null, lostBecause: null }

/** Retries a point once if requests did not get through, because that reveals nothing about the server's performance. */
async function tryPoint<Ready>(
  point: SweepPoint,
  tools: SweepTools<Ready>,
  signal: AbortSignal,
): Promise<TriedPoint> {
  const { retries, resetsCaches, warmUpS } = tools.state().sweep.plan
  for (let attempt = 1; ; attempt++) {
    const found = await foundServer(point, tools, signal)
    if (signal.aborted) return givenUp
    if ('end' in found) return found.end
    const { server } = found
    if (storedAs(point, tools).status === 'skipped') return givenUp
    const refused = await refusedAs(point, server, tools, signal)
    if (refused !== null) return refused
    if (resetsCaches) await forgetWhatWas(server, tools, signal)
    tools.log(
      'point-started',
      { attempt, repeat: point.repeat, warmUpS, ...loadValues(point) },
      point,
    )
    const end = await tools.measure(point, server, signal)
    const { lostBecause } = end
    if (lostBecause === null || attempt > retries || signal.aborted) return end
    tools.log('point-retried', { reason: lostBecause, attempt, retries }, point)
    await tools.rest(secondsBeforeRetry, signal).catch(() => undefined)
  }
}

/** End of a point that is not measured; null if it is measured. */
async function refusedAs<Ready>(
  point: SweepPoint,
  server: Ready,
  tools: SweepTools<Ready>,
  signal: AbortSignal,
): Promise<TriedPoint | null> {
  try {
    const refusal = (await tools.refusalOf?.(point, server, signal)) ?? null
    if (refusal === null) return null
    return { status: 'skipped', summary: null, lostBecause: refusal }
  } catch (error) {
    return unreached(error)
  }
}

async function foundServer<Ready>(
  point: SweepPoint,
  tools: SweepTools<Ready>,
  signal: AbortSignal,
): Promise<Readonly<{ server: Ready }> | Readonly<{ end: TriedPoint }>> {
  try {
    return { server: await tools.serverFor(point, signal) }
  } catch (error) {
    return { end: { ...unreached(error), isServerless: true } }
  }
}

function unreached(error: unknown): TriedPoint {
  const isHostLost = error instanceof AppError && error.code === 'host-unreachable'
  return { status: 'failed', summary: null, lostBecause: textOf(error), isHostLost }
}

async function forgetWhatWas<Ready>(
  server: Ready,
  tools: SweepTools<Ready>,
  signal: AbortSignal,
): Promise<void> {
  const reset = await tools.resetCaches(server, signal)
  if (reset.done) tools.log('caches-reset')
  else tools.log('caches-kept', { reason: reset.reason, remedy: reset.remedy })
}

/** If a server fails to start, skips every other load that needs the same start. */
function giveUp<Ready>(point: SweepPoint, tools: SweepTools<Ready>): void {
  const { plan, points } = tools.state().sweep
  const start = startKey(plan, point)
  const waiting = points.filter(
    (each) => each.status === 'waiting' && startKey(plan, each) === start,
  )
  for (const each of [storedAs(point, tools), ...waiting]) {
    tools.savePoint({ ...each, status: 'failed' })
  }
}

async function coolDown<Ready>(tools: SweepTools<Ready>, signal: AbortSignal): Promise<void> {
  const { coolDownS } = tools.state().sweep.plan
  if (coolDownS === 0) return
  tools.log('cooling-down', { seconds: coolDownS })
  await tools.rest(coolDownS, signal).catch(() => undefined)
}

/** The stored point, which includes the run added during the measurement. */
function storedAs<Ready>(point: SweepPoint, tools: SweepTools<Ready>): SweepPoint {
  return tools.state().sweep.points.find(({ index }) => index === point.index) ?? point
}
