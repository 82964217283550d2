// A tuning's answer for programs.
import { jsonText } from '#core/base/printable.ts'
import { inEnglish } from '#core/messages/message.ts'
import type { Sweep } from '#core/model/sweep.ts'
import { chosenSetting } from '#core/sweep/cells.ts'
import type { TuneReport } from '#core/tune/tune-report.ts'
import { worthFigure } from '#core/tune/worth-figure.ts'
import type { TuneStory } from './tune-story.ts'

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
    failed: report.failed.map(({ choice, why }) => ({ flags: flagsOf(choice), why })),
    ...{
      settingsTried: report.tried,
      spent: report.spent,
      command: story.command,
      config: story.config,
    },
  })
}
