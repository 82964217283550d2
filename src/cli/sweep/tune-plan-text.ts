// Trials and budget of a tuning, printed before it begins.
import { listed } from '#core/messages/joined.ts'
import { message, type Text } from '#core/messages/message.ts'
import type { SweepPlan } from '#core/model/sweep.ts'
import type { Tune } from '#core/model/tune.ts'
import { durationText } from '#core/base/duration-text.ts'
import { settingValues } from '#core/sweep/configurations.ts'
import { settingText, tuneLimitTexts } from '#core/answers/tune-text.ts'
import { poolOf } from '#core/tune/pool.ts'
import { firstSettings } from '#core/tune/propose/filling.ts'
import { tuneTime } from '#core/tune/tune-time.ts'
import { settingsOf, sizeOf, mostListed } from '#core/tune/space.ts'
import type { TuneOrder } from './read-tune.ts'

export function tunePlanLines({ plan, startS, leftOut }: TuneOrder): Text[] {
  const { tune, search, price } = plan
  if (tune === null || search === null) return []
  const pool = poolOf(plan, tune)
  const size = sizeOf(tune.flags)
  const all = size <= mostListed ? settingsOf(tune.flags).length : size
  const { gpuMinutes, runs, minutes } = tune.budget
  const hours = longestHours(minutes, gpuMinutes, tune.gpus)
  return [
    message('tune.plan.space', {
      ...{ name: plan.name, settings: all, flags: plan.axes.length },
      refused: size <= mostListed ? all - pool.length : 0,
    }),
    ...plan.axes.map(({ name, settings }) => {
      const values = settings.slice(1).map(settingValues).join(', ')
      return message('common.indented', { text: `${name}: ${values}` })
    }),
    ...leftOut.map((text) => message('common.indented', { text })),
    message('common.indented', { text: tuneLimitTexts(plan).join(', ') }),
    message('tune.plan.start', {
      settings: listed(firstSettings(plan, tune).map((choice) => settingText(plan, choice))),
    }),
    message('tune.plan.budget', {
      budget: listed([
        ...(gpuMinutes === null ? [] : [message('tune.plan.gpuMinutes', { minutes: gpuMinutes })]),
        ...(runs === null ? [] : [message('tune.plan.runs', { count: runs })]),
        ...(minutes === null ? [] : [durationText(minutes * 60)]),
      ]),
    }),
    timeText(plan, tune, startS),
    ...(price === null || hours === null
      ? []
      : [
          message('tune.plan.cost', {
            amount: (price.perHour * hours).toFixed(2),
            currency: price.currency,
          }),
        ]),
  ]
}

function timeText(plan: SweepPlan, tune: Tune, knownStartS: number | null): Text {
  const { seconds, starts, startS, runS } = tuneTime(plan, tune, knownStartS)
  return message('tune.plan.time', {
    ...{ duration: rangeText([seconds.fewest, seconds.most]), starts },
    ...{ start: rangeText(startS), run: rangeText(runS) },
  })
}

function rangeText(range: readonly [number, number]): string {
  const [quick, slow] = range.map(durationText)
  return quick === slow ? `${quick}` : `${quick}–${slow}`
}

/** Null if only the number of runs is limited. */
function longestHours(minutes: number | null, gpuMinutes: number | null, gpus: number) {
  const limits = [minutes, gpuMinutes === null ? null : gpuMinutes / gpus]
  const known = limits.flatMap((limit) => limit ?? [])
  return known.length === 0 ? null : Math.min(...known) / 60
}
