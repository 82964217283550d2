import { readable } from '#core/messages/readable.test-support.ts'
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Run } from '#core/model/run/run.ts'
import { exampleRun as measuredRun } from '#core/report/example-run.test-support.ts'
import { resultJson } from '#core/report/result-file/result-json.ts'
import { contentOf } from '#core/result-file/result-text.ts'
import { exportRun } from '#node/runs/exports.ts'
import type { Database } from '#node/storage/database.ts'
import { readRecords } from '#node/storage/requests.ts'
import { findRun, listRuns, removeRuns } from '#node/storage/runs.ts'
import { temporaryDatabase } from '#node/storage/storage.test-support.ts'
import type { ImportReport } from '#node/result-files/bundle-intake.ts'
import { importResults } from './import-results.ts'

const now = Date.UTC(2026, 0, 2)

function importText(database: Database, text: string, name = 'result.json'): ImportReport {
  return importResults(database, { name, text }, now)
}

const written = { ...least(), burstiness: 1, max_concurrency: 8, label: 'tp4', note: 'rack 7' }

function least() {
  return {
    date: '20250515-101112',
    backend: 'tgi',
    model_id: 'org/llama',
    request_rate: 'inf',
    duration: 2,
    completed: 4,
    total_input_tokens: 40,
    total_output_tokens: 80,
  }
}

describe('importing', () => {
  test('a file of other things is given up, and what was a result before is kept', () => {
    const database = temporaryDatabase()
    const text = `${JSON.stringify(written)}\n${'{}\n'.repeat(5000)}`
    const { imported, problems } = importText(database, text)
    expect(imported).toHaveLength(1)
    expect(problems).toHaveLength(102)
    expect(readable(problems.at(-1))).toMatchObject({
      line: 102,
      message: 'most of the file is not a result; the rest was not read',
    })
  })

  test('a result becomes a run that knows its file and what that leaves open', () => {
    const database = temporaryDatabase()
    const { imported, problems } = importText(database, JSON.stringify(written))
    expect(problems).toEqual([])
    const [run] = imported
    expect(run && findRun(database, run.id)).toEqual(run)
    expect(run).toMatchObject({
      name: 'tp4 · c8',
      status: 'completed',
      serverName: null,
      config: { metadata: { note: 'rack 7' } },
      imported: { fileName: 'result.json', backend: 'tgi', requests: 'none' },
    })
    expect(run?.startedAtEpochMs).toBe(new Date(2025, 4, 15, 10, 11, 10).getTime())
  })

  test('the same result is imported once, whatever its layout and file', () => {
    const database = temporaryDatabase()
    const [run] = importText(database, JSON.stringify(written)).imported
    const again = importText(database, JSON.stringify([written, least()], null, 4), 'summary.json')
    expect(again.known).toEqual([run])
    expect(again.imported).toHaveLength(1)
    expect(listRuns(database, { text: '', sweepId: null })).toHaveLength(2)
  })

  test('one that was removed may come back', () => {
    const database = temporaryDatabase()
    const [run] = importText(database, JSON.stringify(written)).imported
    removeRuns(database, [run?.id ?? ''])
    expect(importText(database, JSON.stringify(written)).imported).toHaveLength(1)
  })

  test('a broken result is reported by line and key, and the rest of the file is kept', () => {
    const database = temporaryDatabase()
    const lines = [written, { ...least(), duration: 'long' }, least()]
    const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"date": "2025`
    const { imported, problems } = importText(database, text)
    expect(imported).toHaveLength(2)
    expect(readable(problems)).toMatchObject([
      { line: 2, message: 'duration must be a number' },
      { message: 'line 4: a value begins here and never ends' },
    ])
  })

  test.each(['', '\n \n', '[]'])('an empty file is reported: %j', (text) => {
    const { problems } = importText(temporaryDatabase(), text)
    expect(readable(problems)).toMatchObject([{ message: 'the file holds no result' }])
  })
})

/** Written by the original client itself. */
const originals = z
  .array(z.object({ result: z.string() }))
  .parse(
    JSON.parse(
      readFileSync(new URL('../../../tests/vllm/fixtures/results.json', import.meta.url), 'utf8'),
    ),
  )
  .map(({ result }) => result)

describe('a result that is imported and exported', () => {
  test.each(originals)('is the same to the letter: %.60s', (text) => {
    const database = temporaryDatabase()
    const run = onlyRun(importText(database, text))
    expect(exportRun(database, run, 'json-detailed').text).toBe(text)
    expect(run.summary).toMatchObject({ failed: numberIn(text, 'failed') })
    const requests = numberIn(text, 'completed') + numberIn(text, 'failed')
    expect(readRecords(database, run.id)).toHaveLength(requests)
  })

  test('means the same, whatever it holds', () => {
    const database = temporaryDatabase()
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), (others, completed) => {
        const result = { ...others, ...least(), completed }
        const text = JSON.stringify(result, null, 2)
        const run = onlyRun(importText(database, text))
        expect(JSON.parse(exportRun(database, run, 'json-detailed').text)).toEqual(JSON.parse(text))
      }),
    )
  })

  test('is ours again, number by number, though it was measured here', () => {
    const database = temporaryDatabase()
    const rates = fc.oneof(
      fc.constant('inf' as const),
      fc.double({ min: 0.1, max: 1e4, noNaN: true }),
    )
    fc.assert(
      fc.property(rates, fc.option(fc.nat(500)), (requestRate, limit) => {
        const own = measuredRun({ requestRate, maxConcurrency: limit === null ? null : limit + 1 })
        const text = resultJson(own, { detailed: true })
        const run = onlyRun(importText(database, text))
        // Inputs, which a feature counts, are written only if nothing is generated, and the comparison with what was asked never is.
        const inputs = { totalInputs: null, inputsThroughput: null }
        const { asAsked, ...compared } = own.summary
        const unwritten = { resent: null, ...('totalInputs' in compared && inputs) }
        const reported = { ...compared, ...unwritten }
        expect(asAsked).toBeDefined()
        expect(run.summary).toMatchObject({ ...reported, metrics: {}, errors: [{ count: 1 }] })
        expect(run.config.requestRate).toBe(requestRate)
        expect(exportRun(database, run, 'json-detailed').text).toBe(text)
        expect(contentOf(exportRun(database, run, 'json').text)).toBe(
          contentOf(resultJson(own, { detailed: false })),
        )
      }),
      { numRuns: 50 },
    )
  })

  test('is a table of its content', () => {
    const database = temporaryDatabase()
    const run = onlyRun(importText(database, JSON.stringify(written), '../a b.json'))
    const { fileName, text } = exportRun(database, run, 'csv')
    expect(fileName).toBe(`tp4-c8-${run.id.slice(0, 8)}.csv`)
    const utc = new Date(2025, 4, 15, 10, 11, 12).toISOString()
    expect(text).toContain(`\r\n${utc},`)
    expect(text).toMatch(/^finished_at,.*\r\n[^,]+Z,org\/llama,tgi,,inf,8,,2,4,/)
  })
})

function onlyRun({ imported, known, problems }: ImportReport): Run {
  expect(problems).toEqual([])
  const [run, ...others] = [...imported, ...known]
  if (run === undefined || others.length > 0) throw new Error('not one run')
  return run
}

function numberIn(text: string, key: string): number {
  return Number(new RegExp(`"${key}": (\\d+)`).exec(text)?.[1])
}
