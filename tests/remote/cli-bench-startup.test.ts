// Cold and warm starts of a server on this computer, measured by the command line.
// @module-tag nightly
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { runCli } from '../../src/cli/run-cli.test-support.ts'
import { installVllm } from './install-vllm.ts'
import { temporaryFolder } from './ssh-daemon.ts'

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true }))

const env = {
  PATH: `${installVllm(folder)}:${process.env['PATH']}`,
  HOME: path.join(folder, 'home'),
  XDG_DATA_HOME: path.join(folder, 'share'),
  KNEEPOINT_DATA: path.join(folder, 'data'),
}
for (const place of [env.HOME, env.KNEEPOINT_DATA]) mkdirSync(place)

const timesSchema = z.object({
  avg_cold_startup_time: z.number(),
  cold_startup_times: z.array(z.number()),
  cold_compilation_times: z.array(z.number()),
  warm_startup_percentiles: z.object({ 50: z.number() }),
})

test('reports each start by phase, and leaves nothing behind', async () => {
  const counts = ['--num-iters-cold', '2', '--num-iters-warmup', '0', '--num-iters-warm', '1']
  const args = ['bench', 'startup', 'local', ...counts, '--output-json', 'times.json']
  const options = { env, cwd: folder }
  const before = coldCaches()
  const { code, output, notes } = await runCli([...args, '--', 'org/tiny'], options)
  expect(code, notes).toBe(0)
  expect(notes).toMatch(/^Cold start 1 of 3 …\n(?:.*\n)*?… weights$/m)
  expect(notes).toMatch(/^Cold start: [\d.]+ s \(2 of 3\)\.$/m)
  expect(output).toMatch(/^weights +[\d.]+ +[\d.]+–[\d.]+ +[\d.]+ +[\d.]+–[\d.]+$/m)
  const times = timesSchema.parse(JSON.parse(readFileSync(path.join(folder, 'times.json'), 'utf8')))
  expect(times.cold_startup_times).toHaveLength(2)
  expect(times.cold_compilation_times).toHaveLength(2)
  expect(times.avg_cold_startup_time).toBeGreaterThan(0)
  expect((await runCli(['server', 'list'], options)).output).not.toContain('runs')
  expect(coldCaches().filter((name) => !before.includes(name))).toEqual([])
}, 180_000)

/** Folders on this computer, also of other measurements. */
function coldCaches(): string[] {
  return readdirSync('/tmp').filter((name) => name.startsWith('kneepoint-cold-'))
}
