import { expect, test } from 'vitest'
import type { Run } from '#core/model/run/run.ts'
import { exampleRecord, exampleRun, temporaryDatabase } from './storage.test-support.ts'
import { appendRecords, readRecords } from './requests.ts'
import { countRuns, findRun, findRunsCalled, listRuns, removeRuns, saveRun } from './runs.ts'

test('a run is read as it was saved, and saving it again changes it', () => {
  const database = temporaryDatabase()
  saveRun(database, exampleRun)
  expect(findRun(database, exampleRun.id)).toEqual(exampleRun)
  const renamed: Run = { ...exampleRun, name: 'second try', failure: null, tags: [] }
  saveRun(database, renamed)
  expect(listRuns(database, { text: '', sweepId: null })).toEqual([renamed])
  expect(findRun(database, 'nobody')).toBeNull()
})

test('an imported run keeps its source and what that lacks', () => {
  const database = temporaryDatabase()
  const imported: Run = {
    ...exampleRun,
    baseUrl: null,
    serverName: null,
    clientVersion: null,
    imported: {
      fileName: 'result.json',
      importedAtEpochMs: 1,
      contentHash: 'c0ffee',
      backend: 'tgi',
      knownFields: ['model'],
      requests: 'none',
    },
  }
  saveRun(database, imported)
  expect(findRun(database, imported.id)).toEqual(imported)
})

test('saving a run again keeps its requests; removing it takes them along', () => {
  const database = temporaryDatabase()
  saveRun(database, exampleRun)
  appendRecords(database, exampleRun.id, [exampleRecord(1), exampleRecord(0)])
  saveRun(database, { ...exampleRun, name: 'renamed' })
  expect(readRecords(database, exampleRun.id).map(({ index }) => index)).toEqual([0, 1])
  removeRuns(database, [exampleRun.id])
  expect(readRecords(database, exampleRun.id)).toEqual([])
})

test('a list is read page by page, also where runs began at the same moment', () => {
  const database = temporaryDatabase()
  const moments = [5, 5, 5, 4, 6, 4]
  moments.forEach((createdAtEpochMs, index) =>
    saveRun(database, { ...exampleRun, id: `run-${index}`, createdAtEpochMs }),
  )
  const everything = listRuns(database, { text: '', sweepId: null })
  expect(everything.map(({ id }) => id).join()).toBe('run-4,run-0,run-1,run-2,run-3,run-5')
  const pages: Run[][] = []
  for (let page: Run[] = [], after: Run | null = null; ; after = page.at(-1) ?? null) {
    page = listRuns(database, { text: '', sweepId: null, after, limit: 2 })
    if (page.length === 0) break
    pages.push(page)
  }
  expect(pages.map((page) => page.length)).toEqual([2, 2, 2])
  expect(pages.flat()).toEqual(everything)
})

test('a run is called by its name or the beginning of its id', () => {
  const database = temporaryDatabase()
  const names = { 'aa-1': 'first', 'aa-2': 'second', bb_3: 'aa-1' }
  for (const [id, name] of Object.entries(names)) saveRun(database, { ...exampleRun, id, name })
  const called = (word: string) => findRunsCalled(database, word).map(({ id }) => id)
  expect(called('second')).toEqual(['aa-2'])
  expect(called('aa-1')).toEqual(['aa-1', 'bb_3'])
  expect(called('aa')).toEqual(['aa-1', 'aa-2'])
  expect(called('b%')).toEqual([])
  expect(called('')).toEqual([])
  expect(countRuns(database, { text: 'first', sweepId: null })).toBe(1)
})

test('runs in progress are distinguished', () => {
  const database = temporaryDatabase()
  const statuses = ['preparing', 'running', 'completed', 'cancelled', 'failed'] as const
  for (const status of statuses) saveRun(database, { ...exampleRun, id: status, status })
  const going = listRuns(database, { text: '', sweepId: null, going: true })
  expect(going.map(({ id }) => id)).toEqual(['preparing', 'running'])
})

test('runs are listed newest first and found by words in any of their names', () => {
  const database = temporaryDatabase()
  saveRun(database, exampleRun)
  saveRun(database, {
    ...exampleRun,
    id: 'run-2',
    name: 'Nightly 100%',
    tags: [],
    notes: 'cold room',
    createdAtEpochMs: exampleRun.createdAtEpochMs + 1,
  })
  const found = (text: string) => listRuns(database, { text, sweepId: null }).map(({ id }) => id)
  expect(found('')).toEqual(['run-2', 'run-1'])
  expect(found('LLAMA gpu-03')).toEqual(['run-2', 'run-1'])
  expect(found(' tp4 try ')).toEqual(['run-1'])
  expect(found('cold 100%')).toEqual(['run-2'])
  expect(found('100%')).toEqual(['run-2'])
  expect(found('llama absent')).toEqual([])
})

test('a search of any length is answered', () => {
  const database = temporaryDatabase()
  saveRun(database, exampleRun)
  const found = (text: string) => listRuns(database, { text, sweepId: null }).map(({ id }) => id)
  expect(found('llama '.repeat(20_000))).toEqual(['run-1'])
  expect(found('x'.repeat(1_000_000))).toEqual([])
  expect(found('%_\\\'"*['.repeat(20_000))).toEqual([])
})
