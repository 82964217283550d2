// Answer of a tuning as sentences.
import { signedPercent } from '#core/base/signed-percent.ts'
import { message, type Message, type Text } from '#core/messages/message.ts'
import type { FoundSetting } from '#core/model/found-setting.ts'
import type { SweepPlan, Tune } from '#core/model/sweep.ts'
import type { AnswerFeature } from '#core/answers/answer.ts'
import { unknownLine } from '#core/answers/capacity-answer.ts'
import { intervalText, searchedText } from '#core/answers/load-text.ts'
import { limitText, shareText } from '#core/sweep/limit-text.ts'
import { lackRemedy } from '#core/sweep/limits.ts'
import { flagsFor, flagsText } from '#core/sweep/server-start.ts'
import type { Confirmation, ConfirmedCapacity } from './confirm.ts'
import { fewestStarts, loadFactors } from './confirm-starts.ts'
import { percent } from './answers.ts'

export type TunedPlan = Pick<SweepPlan, 'axes' | 'config' | 'limits' | 'price' | 'search' | 'tune'>

/** Without a full stop. */
export function tuneAnswerText(found: FoundSetting, plan: TunedPlan): Message {
  const { best, isBetter, capacity, confirmation } = found
  if (found.lacksEnergy) return message('tune.answer.noEnergy')
  if (found.unknownLimit !== null) return unknownLine(found.unknownLimit, plan)
  if (best === null) return message(found.isOpen ? 'tune.answer.open' : 'tune.answer.none')
  const setting = settingText(plan, best)
  if (capacity === null) return message('tune.answer.unconfirmedBare', { setting })
  const said = capacityTexts(capacity, plan)
  if (confirmation === null) return message('tune.answer.unconfirmed', { setting, ...said })
  if (!isBetter) return message('tune.answer.notBetter', said)
  const gain = gainTexts(confirmation, plan)
  return message('tune.answer.better', { setting, ...said, ...gain })
}

/** Sentences that follow the answer. */
export function tuneNotes(found: FoundSetting, plan: TunedPlan): Text[] {
  const { best, isBetter, confirmation, simplest, chance, known, unsteady } = found
  const challenger =
    confirmation === null || isBetter
      ? []
      : [
          message('tune.answer.challenger', {
            setting: settingText(plan, confirmation.challenger),
            ...gainTexts(confirmation, plan),
          }),
        ]
  const isUnsure =
    known > 1 && best !== null && chance !== null && (isBetter || confirmation === null)
  return [
    ...challenger,
    ...(isUnsure
      ? [message('tune.answer.chance', { count: known, percent: Math.round(100 * chance) })]
      : []),
    ...(simplest === null
      ? []
      : [message('tune.answer.simplest', { setting: settingText(plan, simplest) })]),
    ...floorNote(found),
    ...(confirmation === null ? [] : [message('tune.answer.intervals')]),
    ...(unsteady === null ? [] : [message('tune.answer.unsteady', unsteady)]),
  ]
}

/** Share of responses that the default itself repeats, if not all. */
function floorNote({ floor }: FoundSetting): Text[] {
  if (floor === null || floor.exact === floor.prompts) return []
  const { equal, exact, prompts } = floor
  return [message('tune.answers.note', { equal: percent(equal), exact, prompts })]
}

/** Recommended next step; null if the answer is confirmed. */
export function tuneAdvice(found: FoundSetting): Message | null {
  const { best, confirmation } = found
  if (found.lacksEnergy) return message('tune.answer.advice.noEnergy')
  if (found.unknownLimit !== null) return lackRemedy(found.unknownLimit.lack)
  if (found.isClientLimited) return message('tune.answer.advice.client')
  if (best === null)
    return message(found.isOpen ? 'tune.answer.advice.open' : 'tune.answer.advice.none')
  if (confirmation !== null) return null
  if (!found.hasEnded) return message('tune.answer.advice.open')
  const runs = fewestStarts * loadFactors.length
  return message('tune.answer.advice.unconfirmed', { starts: fewestStarts, runs })
}

/** Limits as written in a file, including limits on answers. */
export function tuneLimitTexts({ limits, tune }: Pick<SweepPlan, 'limits' | 'tune'>): string[] {
  const answers = tune === null ? null : answersLimitText(tune)
  return [...limits.map(limitText), ...(answers === null ? [] : [answers])]
}

export function answersLimitText({ answers }: Pick<Tune, 'answers'>): string | null {
  const least = answers?.leastEqual ?? null
  return least === null ? null : `answers >= ${shareText(least)}`
}

/** `--max-num-seqs 64` */
export function settingText(plan: TunedPlan, choice: readonly number[]): Text {
  return flagsText(flagsFor(plan, { settings: [...choice] })) || message('tune.defaults')
}

/** Capacity, after the objective if that is a different metric. */
function capacityTexts(confirmed: ConfirmedCapacity, plan: TunedPlan) {
  const { interval, worth } = confirmed
  const isRate = plan.search?.over !== 'maxConcurrency'
  const whole = { low: Math.floor(interval.low), high: Math.ceil(interval.high) }
  const capacity = searchedText(plan, isRate ? confirmed.capacity : Math.round(confirmed.capacity))
  const ends = intervalText(isRate ? interval : whole)
  if (worth === null) return { capacity, interval: ends }
  const { low, high } = worth.interval
  const [least, most] = [low, high].map((log) => worthFigure(plan, log)).toSorted((a, b) => a - b)
  return {
    capacity: message('tune.answer.worthAt', { worth: worthText(plan, worth.log), load: capacity }),
    interval: intervalText({ low: least ?? 0, high: most ?? 0 }),
  }
}

export function worthText(plan: TunedPlan, log: number): Text {
  const objective = plan.tune?.objective ?? 'capacity'
  const value = String(Number(worthFigure(plan, log).toPrecision(3)))
  if (objective === 'cost') {
    return message('tune.worth.cost', { value, currency: plan.price?.currency ?? '' })
  }
  return objective === 'energy'
    ? message('tune.worth.energy', { value })
    : message('tune.worth.tokens', { value })
}

/** For a cost, its own change, because less is better. */
function gainTexts({ gain: { value, interval } }: Pick<Confirmation, 'gain'>, { tune }: TunedPlan) {
  const isCost = tune !== null && isLowerBetter(tune)
  const shown = (gain: number) => signedPercent(isCost ? 1 / (1 + gain) - 1 : gain)
  const [low, high] = isCost ? [interval.high, interval.low] : [interval.low, interval.high]
  return { gain: shown(value), low: shown(low), high: shown(high) }
}

export const tuneAnswers: AnswerFeature = {
  ofSetting: (found, plan) => ({
    line: tuneAnswerText(found, plan),
    notes: tuneNotes(found, plan),
    advice: tuneAdvice(found),
  }),
}

/** Converts from its logarithm: tokens per second and GPU, cost per million tokens, joules per token. */
export function worthFigure(
  { price, tune }: Pick<SweepPlan, 'price' | 'tune'>,
  log: number,
): number {
  const value = Math.exp(log)
  if (tune?.objective === 'energy') return 1 / value
  if (tune?.objective !== 'cost' || price === null) return value
  return ((price.perHour / tune.gpus / 3600) * 1e6) / value
}

function isLowerBetter({ objective }: Pick<Tune, 'objective'>): boolean {
  return objective === 'cost' || objective === 'energy'
}
