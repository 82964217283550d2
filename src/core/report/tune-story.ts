// Content of a tuning report in no language; terminal, window, page and Markdown render it.
import { signedPercent } from '#core/base/signed-percent.ts'
import { message, type Text } from '#core/messages/message.ts'
import type { SweepPlan } from '#core/model/sweep.ts'
import { chosenSetting, settingValues } from '#core/sweep/configurations.ts'
import { percent } from '#core/tune/answers.ts'
import type { TunedSetting, TuneReport } from '#core/tune/tune-report.ts'
import {
  settingText,
  tuneAdvice,
  tuneAnswerText,
  tuneNotes,
  type TunedPlan,
} from '#core/answers/tune-text.ts'
import { indexFlags } from '#core/vllm/flag-index.ts'
import { serveCommandText } from '#core/vllm/serve-arguments.ts'
import { withoutSecrets } from '#core/vllm/log/log-line.ts'
import { durationText } from '#core/base/duration-text.ts'
import { type Column, type Table, tableOf } from '../documents/table.ts'

export type TuneStory = Readonly<{
  /** Without a full stop. */
  answer: Text
  notes: readonly Text[]
  /** Recommended next step. */
  advice: Text | null
  /** Effects of flags, then the settings; tables without rows are omitted. */
  tables: readonly Table[]
  failed: readonly Text[]
  spent: Text
  /** Command that serves with the recommended setting; null if there is none, or if its server is unknown. */
  command: string | null
  /** Equivalent file for `vllm serve --config`. */
  config: string | null
}>

/** The ending states what is missing; while the tuning runs, that is not an answer yet. */
export function tuneStoryOf(report: TuneReport, plan: TunedPlan): TuneStory {
  const { failed, tried, spent, answer } = report
  const served = servedWith(plan, answer.best)
  return {
    answer: tuneAnswerText(answer, plan),
    notes: tuneNotes(answer, plan),
    advice: tuneAdvice(answer),
    tables: [effectsTable(report, plan), settingsTable(report, plan)].filter(
      ({ rows }) => rows.length > 0,
    ),
    failed: failed.map(({ choice, why }) =>
      message('tune.answer.failedOne', {
        setting: settingText(plan, choice),
        why: why === '' ? message('tune.answer.failedWhy') : why,
      }),
    ),
    spent: message('tune.answer.spent', {
      ...{ tried, runs: spent.runs },
      time: durationText(spent.gpuSeconds),
    }),
    command:
      served === null
        ? null
        : withoutSecrets(serveCommandText(['vllm', 'serve'], served, indexFlags([]))),
    config: served === null ? null : configFile(served),
  }
}

type ServeSettings = NonNullable<NonNullable<SweepPlan['tune']>['served']>

function servedWith(plan: TunedPlan, choice: readonly number[] | null): ServeSettings | null {
  const served = plan.tune?.served ?? null
  if (served === null || choice === null) return null
  return { ...served, flags: { ...served.flags, ...chosenSetting(plan, choice).server } }
}

/** JSON is valid YAML. A disabled feature gets its `no-` flag, which every version accepts. */
function configFile({ model, flags }: ServeSettings): string {
  const lines = Object.entries(flags).map(([name, value]) =>
    value === false ? `no-${name}: true` : `${name}: ${JSON.stringify(value)}`,
  )
  return [`model: ${JSON.stringify(model)}`, ...lines].join('\n')
}

function effectsTable({ effects, objective }: TuneReport, plan: TunedPlan): Table {
  return {
    title:
      objective === 'capacity'
        ? message('tune.answer.effects')
        : message('tune.answer.effectsOf', { objective: message(`tune.objective.${objective}`) }),
    columns: [
      { head: [message('tune.head.flag')], align: 'left' },
      { head: [message('tune.head.value')] },
      { head: [message('tune.head.effect')] },
      { head: [message('tune.head.interval')] },
      { head: [message('tune.head.measured')] },
    ],
    rows: effects.map(({ axis, position, value, interval, measured }) => {
      const setting = plan.axes[axis]?.settings[position]
      return [
        plan.axes[axis]?.name ?? '',
        setting === undefined ? '' : settingValues(setting),
        signedPercent(value),
        `${signedPercent(interval.low)} … ${signedPercent(interval.high)}`,
        String(measured),
      ]
    }),
  }
}

/** Compares answers beside speed, if answers were compared. */
function settingsTable(report: TuneReport, plan: TunedPlan): Table {
  const { settings, objective, over } = report
  const load = (value: number) =>
    over === 'maxConcurrency' ? String(Math.round(value)) : threeDigits(value)
  const figure = (head: Text, cell: (of: TunedSetting) => Text) => ({ head: [head], cell })
  const known = <Value>(value: Value | null, text: (value: Value) => Text) =>
    value === null ? '–' : text(value)
  const columns: readonly Column<TunedSetting>[] = [
    {
      head: [message('tune.head.setting')],
      align: 'left',
      cell: ({ choice }) => settingText(plan, choice),
    },
    figure(message('tune.head.capacity'), ({ capacity }) => known(capacity, load)),
    figure(message('tune.head.interval'), ({ interval }) =>
      known(interval, ({ low, high }) => `${load(low)} … ${load(high)}`),
    ),
    ...(objective === 'capacity'
      ? []
      : [figure(message(`tune.objective.${objective}`), ({ worth }) => known(worth, threeDigits))]),
    figure(message('tune.head.runs'), ({ runs }) => String(runs)),
    ...(settings.every(({ answers }) => answers === null)
      ? []
      : [
          figure(message('tune.head.equal'), ({ answers }) =>
            known(answers, ({ equal }) => percent(equal)),
          ),
          figure(message('tune.head.exact'), ({ answers }) =>
            known(answers, ({ exact, prompts }) => `${exact}/${prompts}`),
          ),
        ]),
  ]
  return tableOf(message('tune.answer.settings'), columns, settings.length < 2 ? [] : settings)
}

function threeDigits(value: number): string {
  return String(Number(value.toPrecision(3)))
}
