// Every surface says of a run, and of a point of a sweep, what core/judgement says: no surface has a rule of its own.
import { createSSRApp, h, type Component } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { describe, expect, test } from 'vitest'
import { inEnglish } from '#core/messages/message.ts'
import { isDependable } from '#core/model/run/judgement.ts'
import { judgePoint } from '#core/judgement/judge-point.ts'
import { judgeRun } from '#core/judgement/judge-run.ts'
import { judgementText, pointText, reasonText } from '#core/judgement/reason-text.ts'
import { sweepSearchSchema } from '#core/model/sweep-search.ts'
import type { Run } from '#core/model/run/run.ts'
import type { Sweep } from '#core/model/sweep.ts'
import { runsTable } from '#core/documents/runs-table.ts'
import { sweepCsv } from '#core/report/sweep-csv.ts'
import { buildReport } from '#core/report-file/build-report.ts'
import { reportMarkdown } from '#core/report-file/report-markdown.ts'
import { pointsCsv } from '#core/report-file/points-csv.ts'
import { comparedSide } from '#core/compare/comparison.ts'
import { answerLines, bestAnswer, sweepAnswers } from '#core/answers/sweep-answers.ts'
import { runAnswer } from '#core/answers/run-answer.ts'
import { answerNote, judgementNote } from '#core/report/console-notes.ts'
import { curveAnswer } from '#core/sweep/search/curve-answer.ts'
import { isMeasured } from '#core/sweep/search/search-step.ts'
import { kneeText } from '#core/sweep/knee-text.ts'
import { isKneeEnd, kneePosition } from '#core/sweep/knee.ts'
import { listRunSummaryRows } from '#node/storage/run-summary-rows.ts'
import { findRun, saveRun } from '#node/storage/runs.ts'
import { temporaryDatabase } from '#node/storage/storage.test-support.ts'
import { t } from '#renderer/i18n/i18n.ts'
import RunHero from '#renderer/components/run/RunHero.vue'
import { runReasons } from '#renderer/components/result/shown-reason.ts'
import RunWorth from '#renderer/components/compare/RunWorth.vue'
import SweepHero from '#renderer/components/sweep/SweepHero.vue'
import { runMark } from '#renderer/components/run/run-status.ts'
import { curveName } from '#renderer/components/sweep/plots/drawn-curves.ts'
import { cellCurves, isTrusted } from '#renderer/components/sweep/cells/sweep-cells.ts'
import { sweepRows } from '#core/sweep/sweep-rows.ts'
import { cellMark } from '#renderer/components/sweep/sweep-status.ts'
import { concludeSweep } from '#cli/sweep/conduct-order.ts'
import { generatedRunOf, generatedSweepOf } from './generated.ts'

const runs = Array.from({ length: 300 }, (_, seed) => generatedRunOf(seed))
const sweeps = Array.from({ length: 60 }, (_, seed) => generatedSweepOf(seed))

function plain(text: string): string {
  return text.replace(/\u00a0/g, ' ')
}

async function rendered(component: Component, run: Run): Promise<string> {
  return renderedWith(component, { run })
}

async function renderedWith(component: Component, props: object): Promise<string> {
  const html = await renderToString(createSSRApp({ render: () => h(component, { ...props }) }))
  // A term within a text is marked, and ends no word.
  return plain(html.replace(/<!--.*?-->|<\/?dfn[^>]*>/g, '').replace(/<[^>]+>/g, ' '))
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
}

function reportOf(reported: readonly Run[], sweep?: Sweep) {
  const nothing = { distributions: [], timeline: null, requests: null, telemetry: [] }
  return buildReport({
    ...{ title: 'all', madeAtEpochMs: 1, version: '0' },
    sweeps: sweep === undefined ? [] : [{ sweep, log: [] }],
    runs: reported.map((run) => ({ run, ...nothing })),
  })
}

test('the runs are of every grade, reason and state', () => {
  const judged = runs.map((run) => judgeRun(run))
  const seen = (values: readonly (string | undefined)[]) => new Set(values).size
  expect(seen(judged.map((one) => one?.grade))).toBe(4)
  expect(seen(judged.map((one) => one?.loadState))).toBe(6)
  expect(seen(judged.map((one) => one?.clientState))).toBe(5)
  const reasons = new Set(judged.flatMap((one) => one?.reasons.map(({ code }) => code) ?? []))
  expect(reasons.size).toBeGreaterThanOrEqual(9)
})

const judged = runs.map((run) => ({ run, judgement: judgeRun(run), text: textOf(run) }))

function textOf(run: Run): string {
  return inEnglish(judgementText(judgeRun(run)))
}

describe('of a run say the same as its judgement', () => {
  test('the page of the run and its side of a comparison, rendered', async () => {
    for (const { run, judgement, text } of judged) {
      const reasons = runReasons(run).map(({ evidence }) => plain(evidence))
      const hero = answerIn(await rendered(RunHero, run))
      expect(hero, run.name).toContain(answerOf(run) ?? '')
      if (judgement === null) {
        expect(hero, run.name).not.toMatch(/Valid|Caution|Not usable/)
        continue
      }
      // Reasons follow the answer in a row of their own, behind the grade.
      if (judgement.reasons.length === 0) expect(hero, run.name).toContain(text)
      for (const reason of judgement.reasons)
        expect(reasons, run.name).toContain(inEnglish(reasonText(reason)))
      expect(await rendered(RunWorth, run), run.name).toContain(text)
    }
  })

  test('Results, read from the database', () => {
    const database = temporaryDatabase()
    for (const { run } of judged) saveRun(database, run)
    const rows = new Map(
      listRunSummaryRows(database, { text: '', sweepId: null }).map((row) => [row.id, row]),
    )
    for (const { run, judgement, text } of judged) {
      const row = rows.get(run.id)
      const stored = findRun(database, run.id)
      expect(stored && judgeRun(stored), run.name).toEqual(judgement)
      expect(row?.judgement?.grade, run.name).toBe(judgement?.grade)
      if (judgement === null) continue
      expect(row && plain(runMark(row, t).word), run.name).toContain(text)
      expect(plain(runMark(run, t).word), run.name).toContain(text)
    }
  })

  test('the console', () => {
    for (const { run, judgement, text } of judged) {
      expect(runsTable([run]), run.name).toContain(text)
      const answer = runAnswer(run)
      const line = answer === null ? null : `${inEnglish(answer.line)}.`
      // Why a run is not usable is in its judgement, and printed once.
      const isReason = line?.startsWith('Not usable:') === true
      expect(answerNote(run).map(inEnglish), run.name).toEqual(
        line === null || isReason ? [] : [line],
      )
      const [first, ...others] = judgementNote(run).map(inEnglish)
      if (judgement === null) expect(first).toBeUndefined()
      else expect(first, run.name).toContain(text)
      const reasons = judgement?.reasons ?? []
      expect(others, run.name).toEqual(
        reasons.map((reason) => `  ${inEnglish(reasonText(reason))}`),
      )
    }
  })

  test('reports, as data, Markdown and CSV', () => {
    const report = reportOf(runs)
    const markdown = reportMarkdown(report, 'en')
    for (const { run, judgement, text } of judged) {
      const point = report.points.find(({ runId }) => runId === run.id)
      expect(inEnglish(point?.judgement ?? ''), run.name).toBe(text)
      expect(point?.answer && inEnglish(point.answer), run.name).toBe(answerOf(run))
      expect(point?.grade, run.name).toBe(judgement?.grade ?? null)
      expect(point?.reasons.map(({ code }) => code)).toEqual(codesOf(judgement))
      if ((point?.number ?? 0) <= 200) expect(markdown, run.name).toContain(` ${text} |`)
      const [, line = ''] = pointsCsv([run], []).split('\r\n')
      if (judgement === null || run.summary === null) continue
      const state = `${judgement.grade},${codesOf(judgement).join(' ')},${judgement.loadState}`
      expect(line, run.name).toContain(`,${state},`)
    }
  })

  test('comparisons', () => {
    for (const { run, judgement } of judged) {
      const side = comparedSide([run])
      expect(side.isUsable, run.name).toBe(judgement?.grade !== 'not-usable')
      expect(side.isSaturated, run.name).toBe(judgement?.isSaturated ?? false)
    }
  })
})

function answerOf(run: Run): string | null {
  const answer = runAnswer(run)
  return answer && inEnglish(answer.line)
}

/** The words of a line as they stand in a page. */
function answerIn(html: string): string {
  return html.replace(/\s+/g, ' ')
}

type Judged = ReturnType<typeof judgeRun>

function codesOf(judgement: Judged) {
  return judgement?.reasons.map(({ code }) => code) ?? []
}

describe('of a sweep say the same', () => {
  test.each(sweeps.map((each) => [each.sweep.plan.name, each] as const))(
    'window, console and report: %s',
    async (_, { sweep, runs: measured }) => {
      const byId = new Map(measured.map((run) => [run.id, run]))
      const curves = cellCurves(sweep, sweepRows(sweep, byId))
      const lines: string[] = []
      concludeSweep(sweep, measured, {
        print: (line) => void lines.push(inEnglish(line)),
        note: () => undefined,
        outputLanguage: 'en' as const,
      })
      const printed = lines.join('\n')
      const report = reportOf(measured, sweep)
      const table = sweepCsv(sweep, measured)
      const answers = sweepAnswers(sweep, measured)
      const said = answers.map(({ line }) => inEnglish(line))
      expect(report.sweeps[0]?.answers.map(({ text }) => inEnglish(text))).toEqual(said)
      for (const line of answerLines(answers)) expect(printed).toContain(inEnglish(line))
      const best = bestAnswer(answers)
      const hero = answerIn(await renderedWith(SweepHero, { answers }))
      for (const line of said) expect(hero).toContain(line)
      if (best !== null) {
        const at = said.map((line) => hero.indexOf(line))
        expect(hero.indexOf(inEnglish(best.line))).toBe(Math.min(...at))
      }
      const knees = curves.map((curve) => curveName({ sweep, curves }, curve, t))
      for (const { cells, knee } of curves) {
        for (const [index, cell] of cells.entries()) {
          const own = cell.rows.flatMap(({ run }) => run ?? [])
          const judgement = judgePoint(own)
          if (judgement === null) continue
          const text = inEnglish(judgementText(judgement))
          const judged = inEnglish(pointText(judgement))
          const isComplete = cell.rows.every(({ point }) => point.status === 'completed')
          if (isComplete) expect(plain(cellMark(cell, t).word)).toBe(text)
          expect(printed).toContain(judged)
          expect(cell.saturated).toBe(judgement.isSaturated)
          expect(isTrusted(cell)).toBe(isComplete && isDependable(judgement))
          const inReport = report.cells.find(
            ({ rate, concurrency }) =>
              rate === cell.cell.requestRate && concurrency === cell.cell.maxConcurrency,
          )
          expect(inReport?.isSaturated).toBe(judgement.isSaturated)
          expect(inReport?.isSound).toBe(isDependable(judgement))
          expect(inReport?.isKnee).toBe(cell.isKnee)
          if (index === kneePosition(knee)) expect(isDependable(judgement)).toBe(true)
          if (isKneeEnd(knee, index)) expect(judgement.grade).not.toBe('not-usable')
        }
        if (cells.length < 2) continue
        expect(printed).toContain(inEnglish(kneeText(knee, sweep.plan.config)))
        const lines = report.sweeps[0]?.answers.flatMap(({ text, details }) => [text, ...details])
        expect(lines?.map(inEnglish).join('\n')).toContain(
          inEnglish(kneeText(knee, sweep.plan.config)),
        )
        expect(new Set(knees).size).toBe(knees.length)
        expect(table).toContain(inEnglish(kneeText(knee, sweep.plan.config)))
        expect(report.configurations.map((configuration) => configuration.knee)).toContainEqual(
          kneeText(knee, sweep.plan.config),
        )
      }
    },
  )

  const searched = sweeps.filter(({ sweep }) => sweep.plan.maxConcurrencies.length === 1)

  test.each(searched.map((each) => [each.sweep.plan.name, each] as const))(
    'a search along its curve, on every surface: %s',
    (_, { sweep, runs: measured }) => {
      const byId = new Map(measured.map((run) => [run.id, run]))
      const tried = sweep.points.flatMap(({ requestRate, repeat, runId }) => {
        const run = byId.get(runId ?? '')
        if (run === undefined || requestRate === 'inf') return []
        return [{ load: requestRate, repeat, config: run.config, summary: run.summary }]
      })
      const believed = tried.filter(isMeasured)
      const answer = curveAnswer({ tried, believed, ending: 'budget-used-up' })
      const search = sweepSearchSchema.parse({ kind: 'curve' })
      const whole: Sweep = {
        ...{ ...sweep, plan: { ...sweep.plan, search } },
        answers: [{ server: 0, settings: [], answer }],
      }
      const [curve] = cellCurves(whole, sweepRows(whole, byId))
      if (curve === undefined || answer.found === undefined) throw new Error('It has a curve.')
      const knee = inEnglish(kneeText(curve.knee, sweep.plan.config))
      expect(inEnglish(kneeText(answer.found, sweep.plan.config))).toBe(knee)
      const lines: string[] = []
      concludeSweep(whole, measured, {
        print: (line) => void lines.push(inEnglish(line)),
        note: () => undefined,
        outputLanguage: 'en' as const,
      })
      const [found] = sweepAnswers(whole, measured)
      const line = inEnglish(found?.line ?? '')
      expect(line).toContain(knee)
      expect(lines.join('\n')).toContain(line)
      expect(inEnglish(reportOf(measured, whole).sweeps[0]?.answers[0]?.text ?? '')).toBe(line)
      expect(sweepCsv(whole, measured)).toContain(knee)
    },
  )
})
