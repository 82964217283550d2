// GPUs of a host, sampled over a real SSH server and on this computer; nvidia-smi is a stand-in that goes on printing.
// @module-tag nightly
import { inEnglish } from '#core/messages/message.ts'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { TelemetrySample } from '#core/records/sampled-values.ts'
import type { GpuFilter } from '#core/telemetry/gpu-sample.ts'
import { type Host, runScript } from '#node/remote/host.ts'
import { localHost } from '#node/remote/local-host.ts'
import { sampleGpus } from '#node/telemetry/sample-gpus.ts'
import { steadyClock } from '#node/load/runtime/clock.ts'
import { connectTo } from './connect-to.ts'
import {
  makeKey,
  missingDaemon,
  startSshDaemon,
  temporaryFolder,
  type KeyPair,
  type SshDaemon,
} from './ssh-daemon.ts'

const folder = temporaryFolder()
const fixtures = path.join(import.meta.dirname, 'fixtures', 'bin')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Sampled = Readonly<{ label: string; sample: TelemetrySample }>

/** Begins at once and ends when the given work is done. */
async function sampled(
  host: Host,
  isUsed: GpuFilter,
  work: (reported: Sampled[]) => Promise<unknown>,
  everyMs = 1000,
) {
  const reported: Sampled[] = []
  const problems: string[] = []
  const ending = new AbortController()
  const sampling = sampleGpus(
    { host, isUsed },
    {
      onSample: ({ label }, sample) => void reported.push({ label, sample }),
      onProblem: (message) => void problems.push(inEnglish(message)),
      everyMs,
      now: steadyClock(),
      signal: ending.signal,
    },
  )
  await Promise.race([work(reported), sampling])
  ending.abort()
  await sampling
  return { reported, problems }
}

function untilThereAre(count: number) {
  return async (reported: readonly unknown[]) => {
    while (reported.length < count) await delay(20)
  }
}

function here(variables: Readonly<Record<string, string>> = {}): Host {
  return localHost({ ...process.env, PATH: `${fixtures}:${process.env['PATH']}`, ...variables })
}

const all = () => true

async function stillRunning(host: Host): Promise<string> {
  return (await runScript(host, 'ps -eo args | grep "[n]vidia-smi --query-gpu=timestamp" || true'))
    .toString()
    .trim()
}

describe('here', () => {
  test.each([
    ['a driver of today', {}],
    ['an older driver, by the older name of a field', { OLD_DRIVER: '1' }],
  ])('every GPU is a source, and nothing runs on: %s', async (_, variables) => {
    const host = here(variables)
    const startedMs = Date.now()
    const { reported, problems } = await sampled(host, all, untilThereAre(4))
    expect(problems).toEqual([])
    expect(reported.slice(0, 4).map(({ label }) => label)).toEqual(['0', '1', '0', '1'])
    expect(reported[2]?.sample.values).toEqual({
      ...{ utilizationPercent: 99, memoryUsedMiB: 71_902, powerW: 698.02 },
      ...{ smClockMhz: 1620, temperatureC: 63, throttleReasons: 4 },
    })
    const secondsOf = reported.map(({ sample }) => (sample.atEpochMs - startedMs) / 1000)
    expect(secondsOf[0]).toBeGreaterThanOrEqual(0)
    expect((secondsOf[2] ?? 0) - (secondsOf[0] ?? 0)).toBeCloseTo(1, 0)
    await vi.waitFor(async () => expect(await stillRunning(host)).toBe(''), 10_000)
  })

  test('five times a second where that is wanted', async () => {
    const { reported } = await sampled(here(), all, untilThereAre(6), 200)
    const msOf = reported.map(({ sample }) => sample.atEpochMs)
    const apartMs = (msOf[4] ?? 0) - (msOf[0] ?? 0)
    expect(apartMs).toBeGreaterThan(350)
    expect(apartMs).toBeLessThan(900)
  })

  test('only those the server uses', async () => {
    const { reported } = await sampled(here(), ({ index }) => index === 1, untilThereAre(1))
    expect(reported.map(({ label }) => label)).toEqual(['1'])
  })

  test.each([
    [
      'there is no nvidia-smi',
      localHost({ PATH: '/usr/bin:/bin' }),
      all,
      'nvidia-smi is not installed, and /sys lists no GPU of AMD.',
    ],
    ['none is of the server', here(), () => false, "reported nothing about the server's GPUs"],
  ])('nothing, and why: %s', async (_, host, isUsed, reason) => {
    const { reported, problems } = await sampled(host, isUsed, () => delay(300))
    expect(reported).toEqual([])
    expect(problems).toEqual([expect.stringContaining(reason)])
  })
})

describe.skipIf(missingDaemon !== null)(
  `over SSH${missingDaemon === null ? '' : `: ${missingDaemon}`}`,
  () => {
    let daemon: SshDaemon
    let key: KeyPair

    beforeAll(async () => {
      key = makeKey(folder)
      daemon = await startSshDaemon({ folder, authorizedKeys: [key.publicKey], path: fixtures })
    })
    afterAll(() => daemon.stop())

    test('as here, and on again after the connection broke; nothing runs on', async () => {
      const host = connectTo(daemon, { folder, key })
      onTestFinished(() => host.close())
      const { reported, problems } = await sampled(host, all, async (soFar) => {
        await untilThereAre(2)(soFar)
        daemon.dropConnections()
        await untilThereAre(4)(soFar)
      })
      expect(problems).toEqual([])
      expect(reported.map(({ label }) => label).slice(0, 4)).toEqual(['0', '1', '0', '1'])
      await expect.poll(() => stillRunning(host), { timeout: 5000 }).toBe('')
    })
  },
)
