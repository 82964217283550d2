// Converts the question of a tuning to its file, and back.
import { message } from '#core/messages/message.ts'
import type { SweepPlan, Tune } from '#core/model/sweep.ts'
import type { Section } from '#core/sweep/file/file-place.ts'
import { serverName } from '#core/sweep/file/parameter-values.ts'
import type { FlagIndex } from '#core/vllm/flag-index.ts'
import {
  type AxisColumn,
  freshColumn,
  parameterIn,
  tunedName,
  valuesIn,
  type WrittenAxis,
  writtenAxis,
} from '#renderer/drafts/axis-text.ts'
import type { QuestionFeature } from '#renderer/drafts/question-feature.ts'
import {
  percentText,
  scalar,
  scalars,
  type SweepDocument,
} from '#renderer/drafts/sweep-document.ts'
import { readTuneFile } from '#features/tune/core/file/read-tune-file.ts'
import { onlyIfOf, plannedTune } from '#features/tune/core/file/tune-plan.ts'
import { tunedServerOf } from '#features/tune/core/file/tuned-server.ts'
import { tuneQuestion } from './tune-question.ts'

/** Sections that a tuning must have. */
const places = ['flags', 'limits', 'budget', 'price'] as const

export const tuneDraft: QuestionFeature = {
  ...tuneQuestion,
  draft: {
    contents: tuneContents,
    plan: (contents, server, flagIndex) =>
      plannedTune(
        readTuneFile(contents, flagIndex),
        server && tunedServerOf(server.spec, server.presets),
        flagIndex,
      ),
    document: (plan, flagIndex) =>
      plan.tune && {
        ...tuneParts(plan.tune),
        loadKind: 'tune',
        axes: writtenAxes(plan, plan.tune, flagIndex),
      },
    missing(problems) {
      const place = places.find((name) => problems.some((problem) => problem.place === name))
      return place === undefined ? null : message(`tune.compose.${place}`)
    },
  },
}

function tuneContents(document: SweepDocument, flagIndex: FlagIndex): Section {
  const { objective, search, load, budget, limits, equalAnswers, answers } = document
  const { over, from, 'up-to': upTo } = scalars(search)
  const seconds = load['seconds-per-point']
  const { 'wall-clock': minutes, ...others } = budget
  return {
    objective: { [objective]: over, from, 'up-to': upTo },
    ...(seconds.trim() !== '' && { 'seconds-per-run': scalar(seconds) }),
    limits: equalAnswers.trim() === '' ? limits : [...limits, `answers >= ${equalAnswers} %`],
    ...(answers !== null && { answers }),
    flags: tunedSection(document.axes, flagIndex),
    budget: {
      ...scalars(Object.fromEntries(Object.entries(others).filter(isFilled))),
      ...(minutes.trim() !== '' && { 'wall-clock': `${minutes.trim()} min` }),
    },
  }
}

function tunedSection(axes: readonly WrittenAxis[], flagIndex: FlagIndex): Section {
  const entries = axes.map(({ columns, onlyIf }): readonly [string, unknown] => {
    const [flag, values] = tunedEntry(columns[0] ?? freshColumn, flagIndex)
    const condition = onlyIf && Object.fromEntries([tunedEntry(onlyIf, flagIndex)])
    return [flag, condition === null ? values : { values, 'only-if': condition }]
  })
  return Object.fromEntries(entries)
}

/** A flag that server and benchmark share refers to the server's. */
function tunedEntry({ flag, values }: AxisColumn, flagIndex: FlagIndex) {
  const key = tunedName(flag)
  const name = flagIndex.byName.has(key) ? serverName(key, flagIndex) : key
  return [key, valuesIn(parameterIn(name, flagIndex), values)] as const
}

function isFilled([, written]: readonly [string, string]): boolean {
  return written.trim() !== ''
}

function writtenAxes({ axes }: SweepPlan, tune: Tune, flagIndex: FlagIndex): WrittenAxis[] {
  return axes.map((axis, index) => {
    const values = { ...axis, settings: axis.settings.slice(1) }
    return writtenAxis(values, flagIndex, onlyIfOf(axes, tune.flags[index], tune.base))
  })
}

function tuneParts({ objective, budget, answers }: Tune): Partial<SweepDocument> {
  const text = (value: number | null) => (value === null ? '' : String(value))
  const least = answers?.leastEqual ?? null
  return {
    objective,
    budget: {
      ...{ 'gpu-minutes': text(budget.gpuMinutes), runs: text(budget.runs) },
      'wall-clock': text(budget.minutes),
    },
    equalAnswers: least === null ? '' : percentText(least),
    answers: answers === null ? false : { prompts: answers.prompts, tokens: answers.tokens },
  }
}
