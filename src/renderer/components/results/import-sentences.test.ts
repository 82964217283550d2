import { message } from '#core/messages/message.ts'
import { expect, test } from 'vitest'
import { AppError } from '#core/model/app-error.ts'
import { t } from '../../i18n/i18n.ts'
import type { FileImport } from '../../stores/imports.ts'
import { importSentences, problemsOf } from './import-sentences.ts'

const fileName = 'a.json'
const problem = { line: 7, message: 'duration is missing', remedy: null }

test.each<{ file: FileImport; said: string[]; problems: number }>([
  { file: { state: 'going', fileName, sent: 0.5 }, said: ['uploading …'], problems: 0 },
  { file: { state: 'going', fileName, sent: 1 }, said: ['reading …'], problems: 0 },
  {
    file: {
      state: 'done',
      fileName,
      report: { fileName, imported: [{ id: '1', name: 'x' }], known: [], sweeps: [], problems: [] },
    },
    said: ['1 run imported.'],
    problems: 0,
  },
  {
    file: {
      state: 'done',
      fileName,
      report: {
        fileName,
        imported: [],
        known: [
          { id: '1', name: 'x' },
          { id: '2', name: 'y' },
        ],
        sweeps: [{ id: '3', name: 'z' }],
        problems: [problem],
      },
    },
    said: ['1 sweep.', '2 runs were imported before.', '1 result could not be read.'],
    problems: 1,
  },
  {
    file: {
      state: 'done',
      fileName,
      report: { fileName, imported: [], known: [], sweeps: [], problems: [problem] },
    },
    said: ['not imported.'],
    problems: 1,
  },
  {
    file: { state: 'failed', fileName, error: new AppError('invalid-input', 'too large') },
    said: ['not imported.'],
    problems: 1,
  },
])('$said', ({ file, said, problems }) => {
  expect(importSentences(file, t)).toEqual(said)
  expect(problemsOf(file)).toHaveLength(problems)
})

test('a line is named once', () => {
  const torn = { line: 1, message: 'line 3: a value begins here and never ends', remedy: null }
  const report = { fileName, imported: [], known: [], sweeps: [], problems: [problem, torn] }
  expect(problemsOf({ state: 'done', fileName, report })).toMatchObject([
    { line: 7, message: message('common.sentence', { text: 'duration is missing' }) },
    { line: null, message: message('common.sentence', { text: torn.message }) },
  ])
})
