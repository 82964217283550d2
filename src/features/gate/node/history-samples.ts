// The baseline that earlier runs give: figure by figure those at today's level, and what the history shows besides. Its
// unit is the job: repeats within one share a start of the server.
import type { GateMetric } from '#features/gate/core/gated-figure.ts'
import { figureName } from '#core/compare/headline.ts'
import { signedPercent } from '#core/base/signed-percent.ts'
import { historyOf } from '#core/compare/level-shifts.ts'
import type { GateSample } from '#features/gate/core/loss.ts'
import { samplesOfSides } from '#features/gate/core/samples.ts'
import { listed } from '#core/messages/joined.ts'
import type { Language } from '#core/messages/languages.ts'
import { message, type Message } from '#core/messages/message.ts'
import { mean } from '#core/base/spread.ts'
import { grouped } from '#core/sweep/grouped.ts'
import { figureKey } from '#core/compare/comparable-figures.ts'
import { shortIdLength } from '#core/base/file-name.ts'
import type { MeasuredRun } from '#core/model/run/run.ts'

type History = Readonly<{
  /** Samples by `figureKey`, without metrics whose runs form no series. */
  samples: ReadonlyMap<string, readonly GateSample[]>
  notes: Message[]
}>

export function historySamples(
  runs: readonly MeasuredRun[],
  figures: readonly GateMetric[],
  { isSeries, language }: Readonly<{ isSeries: boolean; language: Language }>,
): History {
  const sides = samplesOfSides({ baseline: runs, candidate: [], paired: false }, figures)
  const samples = new Map<string, readonly GateSample[]>()
  const notes: Message[] = []
  for (const figure of figures) {
    const values = sides.get(figureKey(figure))?.baseline ?? []
    const isComplete = values.length === runs.length && values.every(({ value }) => value > 0)
    if (!isSeries || !isComplete) continue
    const jobs = [...grouped([...values.keys()], (at) => `${values[at]?.job ?? at}`).values()]
    const typical = (job: readonly number[]) =>
      Math.exp(mean(job.map((at) => Math.log(values[at]?.value ?? NaN))))
    const history = historyOf(jobs.map(typical))
    samples.set(
      figureKey(figure),
      history.level.flatMap((job) => jobs[job] ?? []).flatMap((at) => values[at] ?? []),
    )
    const firsts = jobs.flatMap(([first = 0]) => runs[first] ?? [])
    notes.push(...notesOf(history, { name: figureName(figure, language), runs: firsts }))
  }
  return { samples, notes }
}

function notesOf(
  { shift, drift, outliers }: ReturnType<typeof historyOf>,
  { name: figure, runs }: Readonly<{ name: string; runs: readonly MeasuredRun[] }>,
): Message[] {
  const called = (at: number) => {
    const run = runs[at]
    return run === undefined ? '' : `${run.id.slice(0, shortIdLength)} (${run.name})`
  }
  return [
    ...(shift === null
      ? []
      : [
          message('gate.shift', {
            figure,
            change: signedPercent(shift.change),
            run: called(shift.at),
          }),
        ]),
    ...(drift === null
      ? []
      : [message('gate.drift', { figure, change: signedPercent(drift.change), runs: drift.runs })]),
    ...(outliers.length === 0
      ? []
      : [message('gate.outliers', { figure, runs: listed(outliers.map(called)) })]),
  ]
}
