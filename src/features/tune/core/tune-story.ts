// Report of a tuning: its answer, the effects of its flags, its settings, and the command that serves with the best setting.
import { signedPercent } from '#core/base/signed-percent.ts'
import { message, type Text, sentences } from '#core/messages/message.ts'
import type { SweepPlan } from '#core/model/sweep.ts'
import { chosenSetting, settingValues } from '#core/sweep/configurations.ts'
import { percent } from './answers.ts'
import { type TunedSetting, type TuneReport, tuneReportOf } from './tune-report.ts'
import {
  answersLimitText,
  settingText,
  tuneAdvice,
  tuneAnswerText,
  tuneNotes,
  type TunedPlan,
} from './tune-text.ts'
import { indexFlags } from '#core/vllm/flag-index.ts'
import { serveCommandText } from '#core/vllm/serve-arguments.ts'
import { withoutSecrets } from '#core/vllm/log/log-line.ts'
import { durationText } from '#core/base/duration-text.ts'
import type { TuneStory, TuningReports } from '#core/report/tuning-story.ts'
import { type Column, type Table, tableOf } from '#core/documents/table.ts'
import { loggedText, type LoggedValues } from '#core/model/sweep-log.ts'
import { probeEnds } from './probe.ts'
import { proposalReasons } from './propose/proposal.ts'

/** The ending states the missing parts; while the tuning runs, there is no answer yet. */
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
      { head: [message('tables.interval95')] },
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

/** Also compares answers, if any were compared. */
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
    figure(message('tables.interval95'), ({ interval }) =>
      known(interval, ({ low, high }) => `${load(low)} … ${load(high)}`),
    ),
    ...(objective === 'capacity'
      ? []
      : [figure(message(`tune.objective.${objective}`), ({ worth }) => known(worth, threeDigits))]),
    figure(message('tables.runs'), ({ runs }) => String(runs)),
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

type Values = LoggedValues

const tuneLogTexts = {
  'setting-chosen': (values: Values): Text => {
    const { why, expected, failure } = values
    const reason = proposalReasons.find((each) => each === why) ?? 'promising'
    const said = { setting: loggedSetting(values), why: message(`tune.log.why.${reason}`) }
    return sentences([
      expected === undefined
        ? message('tune.log.chosen', said)
        : message('tune.log.chosen.expected', { ...said, expected }),
      ...(Number(failure ?? 0) < worthNaming
        ? []
        : [message('tune.log.failure', { percent: Math.round(100 * Number(failure)) })]),
    ])
  },
  'setting-left': (values: Values): Text => {
    const { why, capacity = '–', best = '–' } = values
    const end = probeEnds.find((each) => each === why) ?? 'measured'
    const setting = loggedSetting(values)
    if (end === 'measured') return message('tune.log.left.measured', { setting, capacity, best })
    if (end === 'surely-worse') return message('tune.log.left.surely-worse', { setting, best })
    return message(`tune.log.left.${end}`, { setting })
  },
  'answers-compared': (values: Values): Text => {
    const { equal, exact = 0, prompts, tokens } = values
    const figures = { equal: percent(Number(equal)), exact, prompts: Number(prompts) }
    if (tokens !== undefined) return message('tune.log.answers.floor', figures)
    return message('tune.log.answers', { setting: loggedSetting(values), ...figures })
  },
  'answers-unknown': (values: Values): Text =>
    message('tune.log.answers.unknown', {
      setting: loggedSetting(values),
      why: values['reason'] ?? '?',
    }),
  refining: (values: Values): Text =>
    message('tune.log.refining', { setting: loggedSetting(values) }),
  confirming: (values: Values): Text =>
    message('tune.log.confirming', { setting: loggedSetting(values) }),
}

/** Probability below which a failure is no more likely than for any setting. */
const worthNaming = 0.1

function loggedSetting({ flags }: Values): Text {
  return flags === undefined || flags === '' ? message('tune.defaults') : loggedText(flags)
}

export const tuneReports: TuningReports = {
  story(tuning) {
    const report = tuneReportOf(tuning)
    return report && tuneStoryOf(report, tuning.sweep.plan)
  },
  limits({ tune }) {
    const text = tune && answersLimitText(tune)
    return text === null ? [] : [text]
  },
  log: tuneLogTexts,
}
