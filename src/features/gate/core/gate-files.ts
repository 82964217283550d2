// Machine-readable gate results: JUnit XML for test reports, Bencher's metric format, and everything as JSON.
import { figureTraits, inItsUnit } from '#core/metrics/figures.ts'
import { inEnglish } from '#core/messages/message.ts'
import { figureName } from '#core/compare/headline.ts'
import type { GateResult, GateRow } from './gate-result.ts'
import {
  changeTexts,
  gateAdvice,
  gateVerdictText,
  refusedText,
  toleranceText,
} from './gate-text.ts'
import { escaped } from '#core/base/markup.ts'
import { jsonText } from '#core/base/printable.ts'

/** A test case per figure: a loss is a failure; an undecided or invalid figure is an error. */
export function gateJunit(result: GateResult): string {
  const { name, rows, verdict } = result
  const cases = rows.map((row) => testCase(row, result))
  const count = (kind: string) => cases.filter((text) => text.includes(`<${kind} `)).length
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites tests="${rows.length}" failures="${count('failure')}" errors="${count('error')}">`,
    `  <testsuite name="${escaped(name)}" tests="${rows.length}" failures="${count('failure')}" errors="${count('error')}">`,
    `    <properties><property name="verdict" value="${verdict}"/></properties>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function testCase(row: GateRow, result: GateResult): string {
  const { figure, loss, state } = row
  const head = `    <testcase classname="${escaped(result.name)}" name="${escaped(figureName(figure))}"`
  const texts = loss === null ? null : changeTexts(figure, loss)
  const effect =
    texts === null
      ? 'not measured'
      : `${texts.change}${texts.low === null ? '' : ` (${texts.low} … ${texts.high})`}, tolerance ${toleranceText(figure)}`
  const kind = kindOf(row, result)
  if (kind === null) return `${head}/>`
  const advice = gateAdvice(result)
  const text = [
    inEnglish(gateVerdictText(result)),
    ...(advice === null ? [] : [inEnglish(advice)]),
    ...result.refused.map((run) => inEnglish(refusedText(run))),
  ].join('\n')
  return `${head}>\n      <${kind} message="${escaped(effect)}" type="${state}">${escaped(text)}</${kind}>\n    </testcase>`
}

function kindOf({ state }: GateRow, { verdict }: GateResult): 'failure' | 'error' | null {
  if (verdict === 'not-valid' || state === 'no-value') return 'error'
  if (state === 'worse') return 'failure'
  return state === 'undecided' && verdict === 'undecided' ? 'error' : null
}

/** The candidate's figures with the range implied by the ratio. */
export function gateBencher(result: GateResult): string {
  const measures = result.rows.flatMap(({ figure, loss, baseline, candidate }) => {
    if (candidate === null) return []
    const slug = figureName(figure)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
    const isLoss = figureTraits[figure.name].lowerIsBetter ? 1 : -1
    const at = (share: number) =>
      figure.name === 'failedShare'
        ? (baseline ?? 0) + share
        : (baseline ?? 0) * (1 + isLoss * share)
    const inUnit = (kept: number) => inItsUnit(figure.name, kept)
    const ends = loss?.bounds ? [inUnit(at(loss.bounds.low)), inUnit(at(loss.bounds.high))] : []
    return [
      [
        slug,
        {
          value: inUnit(candidate),
          ...(ends.length > 0 && {
            lower_value: Math.min(...ends),
            upper_value: Math.max(...ends),
          }),
        },
      ] as const,
    ]
  })
  return jsonText({ [result.name]: Object.fromEntries(measures) })
}

export function gateJson(result: GateResult): string {
  const { name, verdict, repeats, rules, candidate, runIds, rows } = result
  const advice = gateAdvice(result)
  return jsonText({
    name,
    verdict,
    sentence: inEnglish(gateVerdictText(result)),
    advice: advice === null ? null : inEnglish(advice),
    candidate,
    baseline: inEnglish(result.baseline),
    repeats,
    starts: result.starts,
    ...rules,
    figures: rows.map(({ figure, ...row }) => ({
      ...{ figure: figure.name, percentile: figure.percentile, tolerance: figure.tolerance },
      ...{
        unit: figureTraits[figure.name].unit,
        baseline: row.baseline && inItsUnit(figure.name, row.baseline),
        candidate: row.candidate && inItsUnit(figure.name, row.candidate),
      },
      ...{ loss: row.loss?.value ?? null, bounds: row.loss?.bounds ?? null, state: row.state },
    })),
    refused: result.refused.map(({ run, refusals }) => ({
      run,
      reasons: refusals.map(({ reason }) => inEnglish(reason)),
    })),
    notes: result.notes.map(inEnglish),
    runIds,
  })
}
