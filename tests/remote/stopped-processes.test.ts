// A stop reaches what a server started, also in sessions of its own, and nothing else.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { launchSchema } from '#core/model/server/launch.ts'
import { launchProfileSchema } from '#core/model/server/launch-profile.ts'
import { environmentFile, leaderScript } from '#core/vllm/launch/launch-scripts.ts'
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

const server = `
setsid sleep ${seconds(1)} &
setsid sh -c 'env -i sleep ${seconds(2)} & wait' &
(setsid sh -c 'trap "" TERM; sleep ${seconds(3)}' &)
exec sleep ${seconds(4)}
`

test.skipIf(process.platform !== 'linux')(
  'children with a session of their own end too',
  async () => {
    const host = localHost({ ...process.env, HOME: folder, XDG_DATA_HOME: '' })
    const id = 'tiny-abcdef'
    const place = path.join(folder, '.local/share/kneepoint/launches', id)
    mkdirSync(place, { recursive: true })
    const command = {
      ...{ argv: ['sh', '-c', server], environment: { KNEEPOINT_LAUNCH: id }, path: [] },
      ...{ preparation: '', lastWords: '', clearing: null },
    }
    writeFileSync(path.join(place, 'environment'), environmentFile(command, {}))
    writeFileSync(path.join(place, 'leader.sh'), leaderScript(command))
    const launch = launchSchema.parse({
      ...{ id, createdAtEpochMs: 0, port: 8000, command: 'x' },
      profile: launchProfileSchema.parse({ name: 'tiny', config: { model: 'm', flags: {} } }),
    })
    // Another server whose mark begins alike.
    const other = { ...process.env, KNEEPOINT_LAUNCH: `${id}-2` }
    execFileSync('sh', ['-c', `setsid sleep ${seconds(5)} >/dev/null 2>&1 &`], { env: other })
    try {
      await startSession(host, place)
      await expect.poll(() => [1, 2, 3, 4].map(isAsleep)).toEqual([true, true, true, true])
      expect(await stopSession(host, launch, { patienceS: 1 })).toEqual({
        step: 'session-killed',
        leftovers: [],
      })
      expect([1, 2, 3, 4, 5].map(isAsleep)).toEqual([false, false, false, false, true])
    } finally {
      spawnSync('pkill', ['-fx', `sleep 90[1-5].${process.pid}`])
    }
  },
  40_000,
)

test.skipIf(process.platform !== 'linux')(
  'a launch that cannot start keeps no secrets',
  async () => {
    const bin = path.join(folder, 'bin')
    mkdirSync(bin)
    for (const name of ['sh', 'rm', 'cat']) symlinkSync(`/bin/${name}`, path.join(bin, name))
    const host = localHost({ HOME: folder, PATH: bin })
    const place = path.join(folder, '.local/share/kneepoint/launches', 'tiny-fedcba')
    mkdirSync(place, { recursive: true })
    for (const name of ['environment', 'launch.json']) writeFileSync(path.join(place, name), '')
    await expect(startSession(host, place)).rejects.toThrow('setsid is not installed')
    expect(existsSync(place)).toBe(false)
  },
)
