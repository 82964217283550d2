import { readable } from '#core/messages/readable.test-support.ts'
import { inEnglish } from '#core/messages/message.ts'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { BundleLine, BundleLineOf } from '#core/result-file/bundle-line.ts'
import type { Run } from '#core/model/run/run.ts'
import { exportRun } from '#node/runs/exports.ts'
import { importFile } from '#node/result-files/import-file.ts'
import { importResults } from '#node/result-files/import-results.ts'
import type { Database } from '#node/storage/database.ts'
import { appendRecords, readRecords } from '#node/storage/requests.ts'
import { findRun, listRuns, saveRun } from '#node/storage/runs.ts'
import {
  exampleRecord,
  exampleRun,
  exampleSweep,
  temporaryDatabase,
  temporaryDatabasePath,
} from '#node/storage/storage.test-support.ts'
import { appendSweepLog, findSweep, readSweepLog, saveSweep } from '#node/storage/sweeps.ts'
import { readTelemetry, saveTelemetryProblem, telemetryAppender } from '#node/storage/telemetry.ts'
import { storedSummary } from '#node/runs/stored-runs.ts'
import { bundleLines } from './bundle-lines.ts'

const records = [
  exampleRecord(0),
  exampleRecord(1, {
    turn: {
      conversation: 0,
      number: 1,
      step: {
        depth: 1,
        reusableTokens: 40,
        whole: { tookUs: 900, modelUs: 500, thinkUs: 100 },
      },
    },
    interTokenLatenciesUs: Uint32Array.of(1, 4_000_000_000),
    error: { code: 'other', message: '</script>\u2028"\n', status: 500, body: '\0' },
  }),
]
const logEntry = { atEpochMs: 5, kind: 'started', point: null, values: { name: 'x' } } as const

/** Of a sweep with a run and a run beside it. */
function measuredDatabase(): Database {
  const database = temporaryDatabase()
  saveSweep(database, { ...exampleSweep, status: 'running' })
  appendSweepLog(database, exampleSweep.id, logEntry)
  const plain: Run = { ...exampleRun, failure: null }
  saveRun(database, { ...plain, sweepId: exampleSweep.id, pointIndex: 0 })
  appendRecords(database, exampleRun.id, records)
  const append = telemetryAppender(database, exampleRun.id, { kind: 'gpu', label: '0' })
  append({ atEpochMs: 1_790_000_000_500, values: { powerW: 300, memoryUsedMiB: null } })
  saveTelemetryProblem(database, exampleRun.id, { kind: 'server', message: 'It keeps silent.' })
  const summary = storedSummary(database, plain)
  saveRun(database, { ...plain, summary })
  saveRun(database, { ...plain, id: 'run-2', name: 'alone', baseUrl: 'http://me:geheim@x:1' })
  return database
}

function linesOf(database: Database): BundleLine[] {
  const bundled = {
    name: 'mine',
    sweeps: [exampleSweep],
    runs: listRuns(database, { text: '', sweepId: null }),
  }
  return [...bundleLines(database, bundled, { version: '9.9.9', nowEpochMs: 7 })]
}

function bundleFile(lines: readonly unknown[]): string {
  const file = path.join(path.dirname(temporaryDatabasePath()), 'mine.kneepoint.jsonl.gz')
  writeFileSync(file, gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join('')))
  return file
}

function small(line: BundleLineOf<'run'>): BundleLine {
  return { ...line, run: exampleRun }
}

function opened(database: Database, file: string) {
  return importFile(database, { path: file, name: path.basename(file) }, 11)
}

describe('a bundle', () => {
  test('opens elsewhere with everything that was in it', async () => {
    const there = measuredDatabase()
    const here = temporaryDatabase()
    const report = await opened(here, bundleFile(linesOf(there)))
    expect(report.problems).toEqual([])
    expect(report.imported.map(({ name }) => name)).toEqual(['first try', 'alone'])
    expect(findSweep(here, exampleSweep.id)).toEqual({
      ...exampleSweep,
      status: 'cancelled',
      points: exampleSweep.points.map((point, index) =>
        index === 0 ? point : { ...point, status: 'cancelled' },
      ),
    })
    expect(readSweepLog(here, exampleSweep.id)).toEqual([logEntry])
    expect(readRecords(here, exampleRun.id)).toEqual(readRecords(there, exampleRun.id))

    expect(readTelemetry(here, exampleRun.id)).toEqual(readTelemetry(there, exampleRun.id))

    const run = findRun(here, exampleRun.id)
    const original = findRun(there, exampleRun.id)
    expect(run).toMatchObject({
      sweepId: exampleSweep.id,
      imported: { fileName: 'mine.kneepoint.jsonl.gz', requests: 'times' },
    })
    expect({ ...run, imported: null }).toEqual(original)
    expect(run && storedSummary(here, run)).toEqual(original?.summary)
    if (run === null || original === null) throw new Error('both are there')
    expect(exportRun(here, run, 'json-detailed')).toEqual(
      exportRun(there, original, 'json-detailed'),
    )
  })

  test('holds no secret, and brings nothing twice, compressed or not', async () => {
    const database = measuredDatabase()
    const file = bundleFile(linesOf(database))
    const plain = gunzipSync(readFileSync(file))
    expect(plain.toString()).not.toContain('geheim')
    const here = temporaryDatabase()
    await opened(here, file)
    writeFileSync(`${file}.jsonl`, plain)
    writeFileSync(`${file}.utf16`, `\ufeff${plain.toString()}`, 'utf16le')
    writeFileSync(`${file}.zst`, zstdCompressSync(plain))
    for (const [known, again] of [
      [here, file],
      [here, `${file}.jsonl`],
      [here, `${file}.utf16`],
      [here, `${file}.zst`],
      [database, file],
    ] as const) {
      const { imported, known: runs, sweeps, problems } = await opened(known, again)
      expect([imported, runs.length, sweeps.length, problems]).toEqual([[], 2, 1, []])
    }
    expect(listRuns(here, { text: '', sweepId: null })).toHaveLength(2)
  })

  test('reads and reports a run and a sweep once, however often their lines are repeated', async () => {
    const there = temporaryDatabase()
    // Reading it from a database takes longer than a line that names it.
    const extraBody = { list: Array.from({ length: 40_000 }, (_, id) => ({ id })) }
    saveSweep(there, exampleSweep)
    saveRun(there, { ...exampleRun, config: { ...exampleRun.config, extraBody } })
    const [head, ...lines] = linesOf(there).filter(({ kind }) => kind !== 'end')
    const repeated = lines.map((line) => (line.kind === 'run' ? small(line) : line))
    const copies = Array.from({ length: 100 }, () => repeated).flat()
    const runs = copies.filter(({ kind }) => kind === 'run').length + 1
    const file = bundleFile([head, ...lines, ...copies, { kind: 'end', runs }])
    const here = temporaryDatabase()
    const first = await opened(here, file)
    expect(first).toMatchObject({ known: [], problems: [] })
    expect([first.imported.length, first.sweeps.length]).toEqual([1, 1])
    const again = await opened(here, file)
    expect(again).toMatchObject({ imported: [], problems: [] })
    expect([again.known.length, again.sweeps.length]).toEqual([1, 1])
  })

  test('keeps a result that was imported, to the letter', async () => {
    const there = temporaryDatabase()
    const text =
      '{"date":"20250515-101112","backend":"vllm","duration":2,"completed":1,"request_rate":1,' +
      '"total_input_tokens":4,"total_output_tokens":8}'
    const { imported } = importResults(there, { name: 'theirs.json', text }, 3)
    const bundled = { name: 'theirs', sweeps: [], runs: imported }
    const file = bundleFile([...bundleLines(there, bundled, { version: '1', nowEpochMs: 7 })])
    const here = temporaryDatabase()
    const [run] = (await opened(here, file)).imported
    if (run === undefined) throw new Error('one was imported')
    expect(run).toEqual(imported[0])
    expect(exportRun(here, run, 'json-detailed').text).toBe(text)
    expect(importResults(here, { name: 'again.json', text }, 3).known).toEqual([run])
  })
})

describe('of a bundle that is not what it should be', () => {
  type Lines = Readonly<Record<'head' | 'sweep' | 'log' | 'run' | 'request' | 'end', BundleLine>>

  /** The first of each kind. */
  function parts(lines: readonly BundleLine[]): Lines {
    const first = new Map(lines.toReversed().map((line) => [line.kind, line]))
    return Object.fromEntries([...first, ['head', lines[0]]]) as Lines
  }

  test.each<[string, (lines: BundleLine[], parts: Lines) => unknown[], string, number]>([
    ['another file', () => [{ kind: 'result' }], 'the file is not a bundle', 0],
    ['no end', (lines) => lines.slice(0, -1), 'the bundle breaks off before its end', 2],
    [
      'too few requests',
      (_, { head, run, end }) => [head, run, end],
      'the bundle breaks off before its end',
      0,
    ],
    [
      'a stray request',
      (_, { head, request }) => [head, request],
      'a line stands where none of its kind belongs',
      0,
    ],
    [
      'a request twice',
      (_, { head, run, request }) => [head, run, request, request],
      'a line stands where none of its kind belongs',
      0,
    ],
    ['a newer one', (_, { head }) => [{ ...head, version: 99 }], 'The bundle is of version 99', 0],
    [
      'samples of no run',
      (_, { head }) => [
        head,
        { kind: 'telemetry', source: { kind: 'gpu', label: '0' }, samples: [] },
      ],
      'a line stands where none of its kind belongs',
      0,
    ],
    [
      'what is no run',
      (_, { head, run }) => [head, { ...run, run: { id: 'x' } }],
      'run.name is missing',
      0,
    ],
    [
      'a path for an id',
      (_, { head, run }) => [head, { ...run, run: { ...exampleRun, id: '../../x' } }],
      'run.id',
      0,
    ],
    [
      'a gap no clock tells',
      (_, { head, run, request }) => [head, run, { ...request, gapsUs: [-1] }],
      'gapsUs.0 must be at least 0',
      0,
    ],
  ])('%s: only what is whole is kept', async (_, broken, message, kept) => {
    const lines = linesOf(measuredDatabase())
    const here = temporaryDatabase()
    const file = bundleFile(broken(lines, parts(lines)))
    const { problems, imported } = await opened(here, file)
    expect(inEnglish(problems[0]?.message ?? '')).toContain(message)
    expect(imported).toHaveLength(kept)
    expect(listRuns(here, { text: '', sweepId: null })).toHaveLength(kept)
  })

  test('a prototype does not come along, nor a kind of line that is not known', async () => {
    const { head, sweep } = parts(linesOf(measuredDatabase()))
    const file = bundleFile([])
    const evil = JSON.stringify(sweep).replace(
      '"header":{}',
      '"header":{"__proto__":"evil","\\u005f_proto__":"evil"}',
    )
    expect(evil).toContain('evil')
    const texts = [JSON.stringify(head), evil, '{"kind":"smell"}', '{"kind":"end","runs":0}']
    writeFileSync(file, gzipSync(texts.join('\n')))
    const here = temporaryDatabase()
    expect((await opened(here, file)).problems).toEqual([])
    expect(findSweep(here, exampleSweep.id)?.plan.config.header).toEqual({})
  })

  test('a damaged one says so', async () => {
    const file = bundleFile(linesOf(measuredDatabase()))
    writeFileSync(file, readFileSync(file).subarray(0, statSync(file).size / 2))
    const { problems } = await opened(temporaryDatabase(), file)
    expect(readable(problems)).toMatchObject([{ message: 'the file breaks off or is damaged' }])
  })
})
