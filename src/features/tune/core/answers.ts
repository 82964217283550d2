// Whether a setting changes the server's responses: greedy prompts, the same for every setting, compared with the default's
// responses. The default responds twice, because a server's own responses may differ.
import { message, type Message } from '#core/messages/message.ts'
import type { SweepLogEntry } from '#core/model/sweep-log.ts'
import type { Tune } from '#core/model/sweep.ts'
import { shareText } from '#core/sweep/limit-text.ts'
import { choiceKey } from './space.ts'

/** Token ids by prompt, or characters if a server returns no ids. */
export type GreedyAnswers = readonly (readonly number[])[]

export type AnswerCheck = Readonly<{
  /** Tokens before the first difference ÷ tokens, over all prompts; 0–1. */
  equal: number
  /** Number of responses without a difference. */
  exact: number
  prompts: number
  /** Duration of the responses. */
  seconds: number
}>

export function compareAnswers(
  reference: GreedyAnswers,
  answers: GreedyAnswers,
): Omit<AnswerCheck, 'seconds'> {
  const pairs = answers.map((answer, prompt) => {
    const other = reference[prompt] ?? []
    const length = Math.max(answer.length, other.length)
    const first = answer.findIndex((token, place) => token !== other[place])
    return { length, same: first === -1 ? Math.min(answer.length, length) : first }
  })
  const total = pairs.reduce((sum, { length }) => sum + length, 0)
  const same = pairs.reduce((sum, pair) => sum + pair.same, 0)
  return {
    equal: total === 0 ? 1 : same / total,
    exact: pairs.filter((pair) => pair.same === pair.length).length,
    prompts: answers.length,
  }
}

/** By `choiceKey`; null if they could not be compared. The default's entry shows its own differences. */
export type AnswerChecks = ReadonlyMap<string, AnswerCheck | null>

export function answerChecksIn(log: readonly SweepLogEntry[]): AnswerChecks {
  return new Map<string, AnswerCheck | null>(
    log.flatMap(({ kind, values }): [string, AnswerCheck | null][] => {
      const key = String(values['choice'])
      if (kind === 'answers-unknown') return [[key, null]]
      if (kind !== 'answers-compared') return []
      const figure = (name: string) => Number(values[name] ?? 0)
      const check = { equal: figure('equal'), exact: figure('exact'), prompts: figure('prompts') }
      return [[key, { ...check, seconds: figure('tookS') }]]
    }),
  )
}

/** Responses of the default; null until they exist. */
export function referenceIn(log: readonly SweepLogEntry[]): GreedyAnswers | null {
  const found = log.find(({ values }) => values['tokens'] !== undefined)
  if (found === undefined) return null
  return String(found.values['tokens'])
    .split(';')
    .map((answer) => (answer === '' ? [] : answer.split(' ').map(Number)))
}

export function writtenAnswers(answers: GreedyAnswers): string {
  return answers.map((answer) => answer.join(' ')).join(';')
}

/** Required equality, at most the default's own; null without a limit. */
export function leastEqual(tune: Tune, checks: AnswerChecks): number | null {
  const least = tune.answers?.leastEqual ?? null
  const floor = checks.get(choiceKey(tune.flags.map(() => 0)))?.equal ?? 1
  return least === null ? null : Math.min(least, floor)
}

/** Reason that a setting is dropped; null if its responses are equal enough. */
export function answersRefusal(
  tune: Tune,
  choice: readonly number[],
  checks: AnswerChecks,
): Message | null {
  const least = leastEqual(tune, checks)
  if (least === null || choice.every((position) => position === 0)) return null
  const check = checks.get(choiceKey(choice)) ?? null
  if (check === null) return message('tune.answers.notCompared')
  if (check.equal >= least) return null
  return message('tune.answers.differ', {
    equal: percent(check.equal),
    least: shareText(Number(least.toFixed(4))),
  })
}

/** `97.3 %`; never 100 % if anything differs. */
export function percent(share: number): string {
  return `${(Math.floor(share * 1000) / 10).toFixed(1)} %`
}
