// A stop reaches what a server started, also in sessions of its own, and nothing else.
// @module-tag nightly
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { type Launch, launchSchema } from '#core/model/launch.ts'
import { launchProfileSchema } from '#core/model/launch-profile.ts'
import { environmentFile, leaderScript } from '#core/vllm/launch/launch-scripts.ts'
import { readStatus } from '#node/remote/launch/launch-folder.ts'
import { stopSession } from '#node/remote/launch/stop-launch.ts'
import { startSession } from '#node/remote/launch/submit-launch.ts'
import { localHost } from '#node/remote/local-host.ts'
import { temporaryFolder } from './ssh-daemon.ts'

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Sleeps of this test alone, by their seconds. */
const seconds = (number: number) => `${900 + number}.${process.pid}`
const isAsleep = (number: number) =>
  spawnSync('pgrep', ['-fx', `sleep ${seconds(number)}`]).status === 0

const moment = path.join(folder, 'moment')

/** The second to last is an orphan from the first moment on, the last from a moment when we have looked. */
const server = `
setsid sleep ${seconds(1)} &
setsid sh -c 'env -i sleep ${seconds(2)} & wait' &
(setsid sh -c 'trap "" TERM; sleep ${seconds(3)}' &)
env -i setsid sh -c 'trap "" TERM; sleep ${seconds(4)}; :' &
(env -i setsid sleep ${seconds(5)} &)
sh -c 'env -i setsid sleep ${seconds(6)} & until [ -e ${moment} ]; do sleep 0.1; done' &
exec sleep ${seconds(7)}
`

const host = localHost({ ...process.env, HOME: folder, XDG_DATA_HOME: '' })

async function started(id: string): Promise<Launch> {
  const place = launchFolder(id)
  mkdirSync(place, { recursive: true })
  const command = {
    ...{ argv: ['sh', '-c', server], environment: { KNEEPOINT_LAUNCH: id }, path: [] },
    ...{ preparation: '', lastWords: '', clearing: null },
  }
  writeFileSync(path.join(place, 'environment'), environmentFile(command, {}))
  writeFileSync(path.join(place, 'leader.sh'), leaderScript(command))
  await startSession(host, place)
  await expect.poll(() => [1, 2, 3, 4, 5, 6, 7].every(isAsleep)).toBe(true)
  return launchSchema.parse({
    ...{ id, createdAtEpochMs: 0, port: 8000, command: 'x' },
    profile: launchProfileSchema.parse({ name: 'tiny', config: { model: 'm', flags: {} } }),
  })
}

const launchFolder = (id: string) => path.join(folder, '.local/share/kneepoint/launches', id)

async function orphanTheLast(): Promise<void> {
  writeFileSync(moment, '')
  const parentOf = () => execFileSync('ps', ['-o', 'ppid=', '-p', pidOf(6)], { encoding: 'utf8' })
  const pidOf = (number: number) =>
    execFileSync('pgrep', ['-fx', `sleep ${seconds(number)}`], { encoding: 'utf8' }).trim()
  const parent = `/proc/${parentOf().trim()}/cmdline`
  await expect.poll(() => existsSync(parent) && readFileSync(parent, 'utf8')).not.toContain(moment)
}

afterEach(() => {
  spawnSync('pkill', ['-KILL', '-f', `sleep 90[1-8].${process.pid}`])
  rmSync(moment, { force: true })
})

describe.skipIf(process.platform !== 'linux')('a stop', () => {
  test(
    'ends children with sessions and environments of their own',
    { timeout: 40_000 },
    async () => {
      const id = 'tiny-abcdef'
      // Another server whose mark begins alike.
      const other = { ...process.env, KNEEPOINT_LAUNCH: `${id}-2` }
      execFileSync('sh', ['-c', `setsid sleep ${seconds(8)} >/dev/null 2>&1 &`], { env: other })
      const launch = await started(id)
      const cgroupFile = path.join(launchFolder(id), 'cgroup')
      const cgroup = existsSync(cgroupFile) ? readFileSync(cgroupFile, 'utf8').trim() : null
      await readStatus(host, id)
      await orphanTheLast()
      expect(await stopSession(host, launch, { patienceS: 1 })).toEqual({
        step: 'session-killed',
        leftovers: [],
      })
      // An orphan that nothing ties to its server is found in the control group alone.
      const found = [1, 2, 3, 4, 5, 6, 7].map(isAsleep)
      expect(found).toEqual([false, false, false, false, cgroup === null, false, false])
      expect(isAsleep(8)).toBe(true)
      expect(cgroup === null || !existsSync(cgroup)).toBe(true)
    },
  )

  test(
    'ends descendants where no control group can be made',
    { tags: 'nightly', timeout: 40_000 },
    async () => {
      const id = 'tiny-bcdefa'
      const launch = await started(id)
      rmSync(path.join(launchFolder(id), 'cgroup'), { force: true })
      await readStatus(host, id)
      await orphanTheLast()
      const { leftovers } = await stopSession(host, launch, { patienceS: 1 })
      expect(leftovers).toEqual([])
      expect([1, 2, 3, 4, 6, 7].map(isAsleep)).toEqual(Array(6).fill(false))
    },
  )
})

test.skipIf(process.platform !== 'linux')(
  'a launch that cannot start keeps no secrets',
  async () => {
    const bin = path.join(folder, 'bin')
    mkdirSync(bin)
    for (const name of ['sh', 'rm', 'cat']) symlinkSync(`/bin/${name}`, path.join(bin, name))
    const bare = localHost({ HOME: folder, PATH: bin })
    const place = path.join(folder, '.local/share/kneepoint/launches', 'tiny-fedcba')
    mkdirSync(place, { recursive: true })
    for (const name of ['environment', 'launch.json']) writeFileSync(path.join(place, name), '')
    await expect(startSession(bare, place)).rejects.toThrow('setsid is not installed')
    expect(existsSync(place)).toBe(false)
  },
)
