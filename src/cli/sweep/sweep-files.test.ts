import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { exampleRun } from '#core/report/example-run.test-support.ts'
import { writeSweepFiles } from './sweep-files.ts'

test('a sweep is written as a curve, a list and a file per point', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'kneepoint-sweep-'))
  const runs = [exampleRun({ requestRate: 1 }), exampleRun({ requestRate: 2 })]
  const names = await writeSweepFiles(runs, folder)
  expect(await readdir(folder)).toEqual([...names].sort())
  expect(names).toEqual([
    'curve.csv',
    'sweep.json',
    'openai-1.0qps-sim-8b-20260301-120002.json',
    'openai-2.0qps-sim-8b-20260301-120002.json',
  ])
  const [curve = '', list = '', point = ''] = await Promise.all(
    names.map((name) => readFile(path.join(folder, name), 'utf8')),
  )
  expect(curve.trimEnd().split('\r\n')).toHaveLength(3)
  expect(JSON.parse(list)).toMatchObject([{ request_rate: 1 }, { request_rate: 2 }])
  expect(JSON.parse(point)).toMatchObject({ request_rate: 1, output_lens: [3, 0, 2] })
  await rm(folder, { recursive: true })
})
