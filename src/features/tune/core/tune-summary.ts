// Summary of a finished tuning: the effects of its flags, failed settings, and the answer, as text and as JSON.
import type { Language } from '#core/messages/languages.ts'
import { inEnglish, message, type Text, textIn } from '#core/messages/message.ts'
import { type Table, tableText } from '#core/documents/table.ts'
import type { TuneStory } from '#core/report/tuning-story.ts'
import { jsonText } from '#core/base/printable.ts'
import type { Sweep } from '#core/model/sweep.ts'
import { chosenSetting } from '#core/sweep/configurations.ts'
import type { TuneReport } from './tune-report.ts'
import { worthFigure } from './tune-text.ts'

/** Rows of a table on a terminal. */
const mostShown = 12

/** Summary without the answer, which is printed last. */
export function tuneSummary({ tables, failed, spent }: TuneStory, language: Language): string {
  const words = (text: Text) => textIn(language, text)
  return [
    ...tables.flatMap((table) => [...tableLines(table, language), '']),
    ...(failed.length === 0
      ? []
      : [words(message('report.tune.failed', { count: failed.length }))]),
    ...failed.map((text) => words(message('common.indented', { text }))),
    words(spent),
  ].join('\n')
}

function tableLines({ title, columns, rows }: Table, language: Language): string[] {
  const count = rows.length - mostShown
  return [
    textIn(language, title),
    tableText({ columns, rows: rows.slice(0, mostShown) }, language),
    ...(count > 0 ? [textIn(language, message('tune.answer.more', { count }))] : []),
  ]
}

export function tuneConclusion({ answer, notes, advice, command }: TuneStory): readonly Text[] {
  return [
    message('common.sentence', { text: answer }),
    ...[...notes, ...(advice === null ? [] : [advice])].map((text) =>
      message('common.indented', { text }),
    ),
    ...(command === null ? [] : [message('report.tune.command'), command]),
  ]
}

/** A tuning's answer for programs. */
export function tuneJson(report: TuneReport, sweep: Sweep, story: TuneStory): string {
  const { plan } = sweep
  const { best, isBetter, capacity, confirmation, simplest, chance } = report.answer
  const flagsOf = (choice: readonly number[]) => chosenSetting(plan, choice).server
  const confirmationOf = ({ challenger, ...found }: NonNullable<typeof confirmation>) => ({
    flags: flagsOf(challenger),
    ...found,
  })
  return jsonText({
    name: report.name,
    sweep: sweep.id,
    status: sweep.status,
    sentence: inEnglish(story.answer),
    objective: report.objective,
    over: report.over === 'requestRate' ? 'request-rate' : 'max-concurrency',
    flags: best === null ? null : flagsOf(best),
    isBetter,
    capacity: capacity?.capacity ?? null,
    interval: capacity?.interval ?? null,
    worth:
      capacity === null || capacity.worth === null ? null : worthFigure(plan, capacity.worth.log),
    confirmation: confirmation === null ? null : confirmationOf(confirmation),
    probabilityBest: chance,
    simplestWithin2Percent: simplest === null ? null : flagsOf(simplest),
    effects: report.effects.map(({ axis, position, ...effect }) => ({
      flags: plan.axes[axis]?.settings[position]?.server ?? {},
      ...effect,
    })),
    settings: report.settings.map(({ choice, ...setting }) => ({
      flags: flagsOf(choice),
      ...setting,
    })),
    failed: report.failed.map(({ choice, why }) => ({
      flags: flagsOf(choice),
      why: inEnglish(why),
    })),
    ...{
      settingsTried: report.tried,
      spent: report.spent,
      command: story.command,
      config: story.config,
    },
  })
}
