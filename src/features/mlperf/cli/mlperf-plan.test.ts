// `kneepoint mlperf plan` from a sweep file to a sweep file.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runCli } from '#cli/run-cli.test-support.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-mlperf-'))
const options = { cwd: folder, env: { KNEEPOINT_DATA: folder } }
afterAll(() => rmSync(folder, { recursive: true }))

test('plans a point in every region, and its cost', async () => {
  const benchmark = { 'dataset-name': 'random', 'num-prompts': 10, model: 'm' }
  const load = { 'request-rate': [1] }
  const sweep = { name: 'curve', load, servers: [{ url: 'http://127.0.0.1:9' }], benchmark }
  writeFileSync(path.join(folder, 'sweep.json'), JSON.stringify(sweep))
  const { code, output, notes } = await runCli(['mlperf', 'plan', 'sweep.json'], options)
  expect(code, notes).toBe(0)
  expect(output).toContain('high_concurrency')
  expect(output).toContain('Written: mlperf.yaml')
  expect(readFileSync(path.join(folder, 'mlperf.yaml'), 'utf8')).toContain('256')
})

test('a file that does not exist', async () => {
  const { code, notes } = await runCli(['mlperf', 'plan', 'nosuch.json'], options)
  expect(code).toBe(2)
  expect(notes).toContain('nosuch')
})
