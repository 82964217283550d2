import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { callCli } from './call-cli.test-support.ts'
import { runCli } from './run-cli.test-support.ts'

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'kneepoint-sweep-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

const sweep = {
  name: 'Three loads',
  servers: [{ simulator: 'quick', 'start-up': 0 }],
  benchmark: {
    'dataset-name': 'random',
    'prompt-token-ids': true,
    'random-input-len': 32,
    'random-output-len': 4,
    'num-prompts': 10,
  },
  load: { 'request-rate': '40..160 x2' },
  repeats: 2,
  limits: ['p99 ttft <= 60 s'],
}

function run(file: object, ...flags: string[]) {
  const place = folder()
  writeFileSync(path.join(place, 'sweep.json'), JSON.stringify(file))
  const args = ['bench', 'sweep', 'sweep.json', ...flags]
  return { place, ended: runCli(args, { cwd: place, env: { KNEEPOINT_DATA: place } }) }
}

describe('kneepoint bench sweep', { timeout: 180_000 }, () => {
  test('shows its plan, measures every point, and writes what came of it', async () => {
    const { place, ended } = run(sweep, '--output-dir', 'out')
    const { code, output, notes } = await ended
    expect({ code, notes }).toMatchObject({ code: 0 })
    expect(output).toContain('6 runs, 3 cells × 2 repeats, 60 requests')
    expect(output).toContain('p99 takes 368 requests or more; 6 of 6 runs send fewer')
    // A row for each run as it ends, and one for each cell at the end.
    expect(output.match(/^ *(40|80|160) .* met$/gm)).toHaveLength(6 + 3)
    expect(notes).toMatch(/It is sweep [0-9a-f-]{36}\./)
    const files = readdirSync(path.join(place, 'out'))
    expect(files.sort()).toEqual(['Three-loads.csv', 'Three-loads.json', 'sweep.yaml'])
    const results = z
      .array(z.object({ request_rate: z.number(), completed: z.number() }))
      .parse(JSON.parse(readFileSync(path.join(place, 'out', 'Three-loads.json'), 'utf8')))
    expect(results).toEqual(
      [40, 80, 160, 40, 80, 160].map((rate) => ({ request_rate: rate, completed: 10 })),
    )
  })

  test('ends with a code of its own where no load holds the limits', async () => {
    const limits = ['p99 ttft <= 0.001 ms']
    const { code, output } = await run({ ...sweep, repeats: 1, limits }).ended
    expect(code).toBe(3)
    expect(output).toMatch(/missed: p99 ttft <= 0.001 ms, is [\d.]+ ms$/m)
  })

  test('pauses at Ctrl-C, and goes on where it was', async () => {
    const place = folder()
    const env = { KNEEPOINT_DATA: place }
    const load = { 'request-rate': '20, 30, 40', 'seconds-per-point': 1 }
    writeFileSync(path.join(place, 'sweep.json'), JSON.stringify({ ...sweep, load, repeats: 1 }))
    const args = ['bench', 'sweep', path.join(place, 'sweep.json')]
    const paused = await runCli(args, { env, interruptAfter: '  20  ' })
    expect(paused.code).toBe(130)
    const [, done = '', id = ''] =
      /^(\d) of 3 points are measured and stored.* --resume (\S+)$/m.exec(paused.notes) ?? []
    expect(Number(done)).toBeGreaterThan(0)
    const named = id.slice(0, 12)
    const resumed = ['bench', 'sweep', '--resume', named]
    const { servers, benchmark } = sweep
    const two = { servers, load, benchmark: { ...benchmark, on: 'gpu-a,gpu-b' } }
    writeFileSync(path.join(place, 'two.json'), JSON.stringify(two))
    const other = await runCli([...resumed, path.join(place, 'two.json')], { env })
    expect(other.code).toBe(2)
    expect(other.notes).toMatch(/is sent from this computer, and .* sends it from 2 workers\./)
    expect(other.notes).toContain(`Continue with --resume ${named} alone`)
    const flagged = await runCli([...resumed, '--load-nodes', '3'], { env })
    expect(flagged.notes).toMatch(/no flag --load-nodes\.\s+Write it under "benchmark" in FILE/)
    const { code, output } = await runCli(resumed, { env })
    expect(code).toBe(0)
    const cells = output.slice(output.lastIndexOf('verdict'))
    // Beside other work a run may be unusable, and then its limit is not known.
    expect(cells.match(/^ *(20|30|40) .* (met|not known.*)$/gm)).toHaveLength(3)
  })

  test('starts nothing where it is only to show what it would do', async () => {
    const { code, output, notes } = await run(sweep, '--dry-run').ended
    expect({ code, notes }).toEqual({ code: 0, notes: '' })
    expect(output).toContain('request-rate     40, 80, 160')
  })

  test('has its settings compared, repeats taken together', { tags: 'nightly' }, async () => {
    const axes = [{ 'random-output-len': [2, 16] }]
    const { place, ended } = run({ ...sweep, axes, load: { 'request-rate': 160 } })
    expect((await ended).code).toBe(0)
    const compare = (...args: string[]) =>
      runCli(['compare', ...args], { cwd: place, env: { KNEEPOINT_DATA: place } })
    const { code, output } = await compare('Three loads', '--base', '16', '--csv', 'all.csv')
    expect(code).toBe(0)
    expect(output).toContain('random-output-len 2 against random-output-len 16')
    expect(output).toContain('Different loads: compare curves (--random-output-len 16 against 2')
    expect(output).toMatch(
      /^ *160 {2}mean E2EL ms .* -[\d.]+ % .* 2 \/ 2 {2}(not comparable|no verdict)$/m,
    )
    expect(readFileSync(path.join(place, 'all.csv'), 'utf8')).toMatch(/^base_arm,other_arm,/)
    const refused = await compare('--last', '--base', '7')
    expect(refused).toMatchObject({ code: 2 })
    expect(refused.notes).toContain('"random-output-len 2", "random-output-len 16"')
  })

  test('varies what parameter files of vLLM vary', async () => {
    const { place, ended } = run(sweep, '--dry-run', '--bench-params', 'params.json')
    writeFileSync(
      path.join(place, 'params.json'),
      '[{"random_input_len": 8}, {"random_input_len": 16}]',
    )
    const { code, output } = await ended
    expect(code).toBe(0)
    expect(output).toContain('bench-params     8, 16')
    expect(output).toContain('12 runs')
  })

  test.each<[object, string[], string, string]>([
    [{ lod: 1 }, [], 'lod is not a known key.', 'Did you mean "load"?'],
    [{ load: sweep.load }, [], 'The file names no server.', 'or give --base-url'],
    [{ load: sweep.load }, ['--gpus', '4'], '--gpus 4 needs the server', 'Name it with --base-url'],
    [sweep, ['--resume', 'x'], 'Give a FILE, or --resume', 'See kneepoint bench sweep'],
    [sweep, ['--link-vars', 'a'], '--link-vars must be pairs, not "a".', 'Write them as'],
    [{ ...sweep, servers: ['GPU'] }, [], 'There is no server called "GPU".', 'There are: none.'],
    [
      { ...sweep, benchmark: { 'dataset-name': 'sharegpt', 'prompt-token-ids': true } },
      ['--dry-run'],
      '--prompt-token-ids: token ids can be sent for the random dataset only',
      '',
    ],
  ])('%j with %j is refused: %s', async (file, flags, sentence, remedy) => {
    const place = folder()
    const written = path.join(place, 'sweep.json')
    writeFileSync(written, JSON.stringify(file))
    const { code, notes } = await callCli(['bench', 'sweep', written, ...flags], place)
    expect(code).toBe(2)
    expect(notes).toContain(sentence)
    expect(notes).toContain(remedy)
  })

  test('has no sweep to go on with where there is none', async () => {
    const { code, notes } = await callCli(['bench', 'sweep', '--resume', 'x'], folder())
    expect(code).toBe(2)
    expect(notes).toContain('There is no sweep x.')
  })
})
