// The real-time factor of speech over the built program: a plain number in limits, tables and comparisons.
// @module-tag nightly
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { builtProgram, runCli } from '../../../cli/run-cli.test-support.ts'
import { simulate, temporaryFolder } from '../../../../tests/command-line/built-programs.ts'

const benchmark = {
  ...{ backend: 'openai-audio-speech', endpoint: '/v1/audio/speech', 'dataset-name': 'random' },
  ...{ 'random-input-len': 8, 'num-prompts': 6, 'ready-check-timeout-sec': 0 },
}

const limits = [
  { limit: 'p99 audio_rtf <= 1000', reads: 'p99 audio_rtf <= 1000', code: 0 },
  // As earlier versions wrote it: a factor of 10.
  { limit: 'p99 audio_rtf <= 10000 ms', reads: 'p99 audio_rtf <= 10', code: 0 },
  {
    limit: 'p99 audio_rtf <= 0.000001',
    reads: 'p99 audio_rtf <= 0.000001',
    code: 3,
  },
]

for (const { limit, reads, code } of limits) {
  test(`"${limit}" ends a sweep with ${code}`, async () => {
    const { baseUrl } = await simulate()
    const cwd = temporaryFolder()
    const options = { program: builtProgram, cwd, env: { KNEEPOINT_DATA: cwd } }
    const load = { 'max-concurrency': '1, 2' }
    const file = { name: 'Speech', benchmark, load, limits: [limit] }
    writeFileSync(path.join(cwd, 'sweep.json'), JSON.stringify(file))
    const sweep = await runCli(['bench', 'sweep', 'sweep.json', '--base-url', baseUrl], options)
    expect(sweep.code, sweep.notes).toBe(code)
    expect(sweep.output).toContain(reads)
    expect(sweep.output).not.toMatch(/audio_rtf [^,\n]* ms/)
    if (code !== 0) {
      expect(sweep.output).toMatch(
        /missed: p99 audio_rtf <= 1e-6|missed: p99 audio_rtf <= 0.000001/,
      )
      return
    }
    const listed = await runCli(['runs', '--json'], options)
    const runs = z.array(z.object({ id: z.string() })).parse(JSON.parse(listed.output))
    const [one = '', other = ''] = runs.map(({ id }) => id)
    const compared = await runCli(['compare', one, other, '--csv', 'c.csv'], options)
    expect(compared.output, compared.notes).toMatch(/^mean AUDIO_RTF +0\.\d+ +0\.\d+ /m)
    const rows = readFileSync(path.join(cwd, 'c.csv'), 'utf8').split(/\r?\n/)
    const row = rows.find((each) => /,audio_rtf,,/.test(each))?.split(',') ?? []
    const [, , , , unit, base] = row
    expect(unit).toBe('')
    expect(Number(base)).toBeLessThan(10)
  })
}
