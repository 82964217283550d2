// A run of the command line on the simulator, reported in every format.
import { readFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reportFormats } from '#core/model/report-format.ts'
import { quietHooks, testSpec } from '#node/simulator/simulator.test-support.ts'
import { startSimulator } from '#node/simulator/start-simulator.ts'
import { callCli } from './call-cli.test-support.ts'
import { runCli } from './run-cli.test-support.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-report-'))
afterAll(() => rmSync(folder, { recursive: true }))

function kneepoint(data: string, ...args: string[]) {
  return runCli(args, { cwd: folder, env: { KNEEPOINT_DATA: path.join(folder, data) } })
}

beforeAll(async () => {
  const simulator = await startSimulator(testSpec, quietHooks)
  const { code, notes } = await kneepoint(
    'here',
    ...['bench', 'serve', '--base-url', `http://127.0.0.1:${simulator.port}`, '--label', 'mine'],
    ...['--prompt-token-ids', '--random-input-len', '16', '--random-output-len', '8'],
    ...['--num-prompts', '20', '--request-rate', '20', '--dataset-name', 'random', '--save-run'],
  )
  await simulator.stop()
  expect(code, notes).toBe(0)
})

describe('kneepoint report', () => {
  test('writes the newest run in each format, under names of its own', async () => {
    for (const format of reportFormats) {
      const { code, output, notes } = await kneepoint(
        'here',
        'report',
        '--last',
        '--format',
        format,
      )
      expect(code, notes).toBe(0)
      expect(readFileSync(path.join(folder, output.trim())).length).toBeGreaterThan(500)
    }
    const again = await kneepoint('here', 'report', '--last')
    expect(again.output).toMatch(/-2\.html\n$/)
    // Six processes, each of which bundles what it needs: long beside other work.
  }, 180_000)

  test('takes the format from the name of the file', async () => {
    const shapes = {
      'mine.md': /^# /,
      'mine.requests.csv': /^\uFEFF?run_.+(\n.+){20}\n$/,
      'mine.page': /^<!doctype html>/,
    }
    for (const [file, shape] of Object.entries(shapes)) {
      const { code, notes } = await kneepoint('here', 'report', '--last', '--output', file)
      expect(code, notes).toBe(0)
      const text = readFileSync(path.join(folder, file), 'utf8').replaceAll('\r', '')
      expect(shape.test(text), file).toBe(true)
    }
  }, 180_000)

  test('prints to standard output what is asked for by name', async () => {
    const runs = await kneepoint('here', 'runs')
    const [id = ''] = /^[0-9a-f]{8}/m.exec(runs.output) ?? []
    const { code, output } = await kneepoint(
      'here',
      'report',
      id,
      '--format',
      'md',
      '--output',
      '-',
    )
    expect(code).toBe(0)
    expect(output).toMatch(/^# .*\n\n\*\*Simulated\*\*[^]*--request-rate 20[^]*Made by Kneepoint/)
  })

  test('a bundle opens in another Kneepoint, once', async () => {
    await kneepoint('here', 'report', '--last', '--format', 'bundle', '--output', 'b.gz')
    const { code, output } = await kneepoint('there', 'import', 'b.gz')
    expect(code).toBe(0)
    expect(output).toMatch(/^Imported \w{8}, /)
    expect((await kneepoint('there', 'import', 'b.gz')).notes).toContain('Already there')
    const [here, there] = await Promise.all(
      ['here', 'there'].map((data) =>
        kneepoint(data, 'report', '--last', '--format', 'json', '--output', '-'),
      ),
    )
    expect(there?.output).toBe(here?.output)
  })

  test.each([
    [['report'], 'No run or sweep to report on was named.'],
    [['report', 'nobody'], 'There is no run or sweep "nobody".'],
    [['report', '--last', '--format', 'pdf'], '--format must be html, md, csv'],
    [['report', '--last', '--output', '/dev/null/x'], 'Cannot write to /dev/null'],
  ])('%j is refused in a sentence', async (args, sentence) => {
    const { code, notes } = await callCli(args, path.join(folder, 'here'))
    expect(code).toBe(2)
    expect(notes).toContain(sentence)
  })
})
