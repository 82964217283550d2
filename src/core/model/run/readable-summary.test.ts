import { expect, test } from 'vitest'
import { judgeRun } from '#core/judgement/judge-run.ts'
import { reasonText } from '#core/judgement/reason-text.ts'
import { inEnglish } from '#core/messages/message.ts'
import { generatedRun } from '#core/stats/fixtures/generated-run.ts'
import { readableSummary } from './readable-summary.ts'
import { type RunSummary, runSummarySchema } from './run-summary.ts'

const { config, summary } = generatedRun({ rate: 10 })
type Held = Record<string, unknown>

/** Places of all numbers, as keys from the outside in. */
function placesIn(held: unknown, before: readonly string[] = []): (readonly string[])[] {
  if (typeof held === 'number') return [before]
  if (typeof held !== 'object' || held === null) return []
  return Object.entries(held).flatMap(([key, value]) => placesIn(value, [...before, key]))
}

function withNumber(place: readonly string[], value: number): RunSummary {
  const copy = JSON.parse(JSON.stringify(summary)) as RunSummary
  const held = place
    .slice(0, -1)
    .reduce<Held>((object, key) => object[key] as Held, copy as unknown as Held)
  held[place.at(-1) ?? ''] = value
  return copy
}

function isStorable(stored: RunSummary): boolean {
  return runSummarySchema.safeParse(JSON.parse(JSON.stringify(stored))).success
}

test('a readable summary stays as it is', () => {
  expect(readableSummary(summary)).toEqual(JSON.parse(JSON.stringify(summary)))
})

test.each([NaN, Infinity, 1e308])('any figure may be %d: the others are kept', (value) => {
  const places = placesIn(summary)
  expect(places.length).toBeGreaterThan(100)
  const hopeless = places.filter((place) => {
    const broken = withNumber(place, value)
    const readable = readableSummary(broken)
    if (readable === null) return true
    expect(isStorable(readable)).toBe(true)
    expect(readable.lostParts === undefined).toBe(isStorable(broken))
    expect(readable.completed).toBe(place[0] === 'completed' ? value : summary.completed)
    return false
  })
  // Figures of the summary itself, which every version has.
  expect(hopeless.map(({ length }) => length).filter((length) => length > 1)).toEqual([])
})

test('the reasons name what was left out, and other intervals stay', () => {
  const place = ['certainty', 'figures', '1', 'intervalMs', 'high']
  const readable = readableSummary(withNumber(place, Infinity))
  expect(readable?.lostParts).toEqual(['certainty.figures.1.intervalMs'])
  expect(readable?.certainty?.figures).toHaveLength(summary.certainty?.figures.length ?? 0)
  const judgement = readable && judgeRun({ config, summary: readable })
  expect(judgement?.reasons.map(({ code }) => code)).toContain('parts-lost')
  expect(judgement?.grade).toBe('caution')
  const texts = judgement?.reasons.map((reason) => inEnglish(reasonText(reason)))
  expect(texts?.join(' ')).toContain('certainty.figures.1.intervalMs')
})

test('a latency that cannot be stored reads as unmeasured', () => {
  const readable = readableSummary(withNumber(['metrics', 'ttft', 'mean'], NaN))
  expect(readable?.lostParts).toEqual(['metrics.ttft'])
  expect(readable?.metrics.ttft.count).toBe(0)
  expect(readable?.metrics.tpot).toEqual(summary.metrics.tpot)
})
