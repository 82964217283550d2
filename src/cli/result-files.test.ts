import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { callCli } from './call-cli.test-support.ts'
import { runCli } from './run-cli.test-support.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-results-'))
afterAll(() => rmSync(folder, { recursive: true }))

function kneepoint(...args: string[]) {
  return runCli(args, { cwd: folder, env: { KNEEPOINT_DATA: path.join(folder, 'data') } })
}

const first = {
  date: '20250515-101112',
  backend: 'tgi',
  model_id: 'org/llama',
  request_rate: 4,
  duration: 2,
  completed: 4,
  total_input_tokens: 40,
  total_output_tokens: 80,
}
const texts = [JSON.stringify({ ...first, label: 'mine' }), JSON.stringify(first)]

describe('runs without a window', () => {
  test('there is a word for none', async () => {
    expect(await kneepoint('runs')).toEqual({
      code: 0,
      output: '',
      notes: 'No runs are stored yet.\n',
    })
  })

  test('are imported from files, listed, and exported as they came', async () => {
    writeFileSync(path.join(folder, 'theirs.jsonl'), texts.join('\n'))
    const { code, output } = await kneepoint('import', 'theirs.jsonl')
    expect(code).toBe(0)
    expect(output).toMatch(
      /^Imported \w{8}, mine · 4 req\/s\.\nImported \w{8}, llama · 4 req\/s\.\n$/,
    )

    const listed = await kneepoint('runs', '--find', 'mine')
    const [id = ''] = /^[0-9a-f]{8}(?=  mine · 4 req\/s)/m.exec(listed.output) ?? []
    expect(listed.output).toContain('theirs.jsonl')
    expect((await kneepoint('runs', '--limit', '1')).notes).toContain('1 older ones')

    const exported = await kneepoint('export', id, 'llama · 4 req/s', '--output-dir', 'out')
    expect(exported.output).toBe('out/theirs.json\nout/theirs-2.json\n')
    expect(readFileSync(path.join(folder, 'out', 'theirs.json'), 'utf8')).toBe(texts[0])
    expect(readFileSync(path.join(folder, 'out', 'theirs-2.json'), 'utf8')).toBe(texts[1])

    expect((await kneepoint('export', id, '--format', 'csv')).output).toBe('theirs.csv\n')
    expect(readFileSync(path.join(folder, 'theirs.csv'), 'utf8')).toContain('org/llama,tgi,,4,')
  })

  test('are imported once, and errors have file, line and key', async () => {
    writeFileSync(path.join(folder, 'again.json'), `[${texts[0]},\n{"duration": "long"}]`)
    const { code, output, notes } = await kneepoint('import', 'again.json', 'missing.json')
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(notes).toMatch(/Already there: \w{8}, mine/)
    expect(notes).toContain('again.json, result at line 2: duration must be a number.')
    expect(notes).toContain('missing.json cannot be read')
  })

  // The layout of `vllm bench sweep serve`, whose summary repeats its runs.
  test('of a folder are all imported', async () => {
    const combination = path.join(folder, 'sweep', 'SERVE--BENCH--max_concurrency=4')
    mkdirSync(combination, { recursive: true })
    const runs = [0, 1].map((run) =>
      JSON.stringify({ ...JSON.parse(texts[0] ?? ''), label: 'swept', run_number: run }),
    )
    for (const [index, text] of runs.entries())
      writeFileSync(path.join(combination, `run=${index}.json`), text)
    writeFileSync(path.join(combination, 'summary.json'), `[${runs.join(',\n')}]`)
    writeFileSync(path.join(combination, 'run=0.pytorch.json'), '[]')
    const { code, output, notes } = await kneepoint('import', 'sweep')
    expect({ code, imported: output.match(/Imported/g)?.length }).toEqual({ code: 0, imported: 2 })
    expect(notes.match(/Already there/g)).toHaveLength(2)
  })

  test.each([
    [['import'], 'FILE… is missing.'],
    [['import', 'src/cli/terminal'], 'src/cli/terminal cannot be read: it is not a file.'],
    [['import', '/dev/zero'], '/dev/zero cannot be read: it is not a file.'],
    [['export'], 'RUN… is missing.'],
    [['export', 'nobody'], 'There is no run "nobody".'],
    [
      ['export', 'x', '--format', 'xml'],
      '--format must be json, json-detailed, csv, telemetry or llm-d, not "xml".',
    ],
    [['runs', 'stray'], '"stray" does not belong to any flag.'],
  ])('%j is refused in a sentence', async (args, sentence) => {
    const { code, notes } = await callCli(args, path.join(folder, 'data'))
    expect(code).toBe(2)
    expect(notes).toContain(sentence)
    expect(existsSync(path.join(folder, 'nobody'))).toBe(false)
  })
})
