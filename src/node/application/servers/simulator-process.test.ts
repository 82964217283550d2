import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import type { FromSimulator, ToSimulator } from '#contract/simulator-protocol.ts'
import { processEntry } from '#node/files/own-programs.test-support.ts'
import { forkChild } from '#node/load/workers/fork-port.ts'
import { startSimulatorProcess, type SimulatorPort } from './simulator-process.ts'

const spec = { kind: 'simulator', preset: 'quick', port: null, startupS: 0, seed: 0 } as const

/** A simulator in its own process, and its events. */
function start() {
  const reported = new EventTarget()
  const tell = (type: string) => reported.dispatchEvent(new Event(type))
  const failures: string[] = []
  const ports: SimulatorPort[] = []
  const simulator = startSimulatorProcess(
    spec,
    () => {
      const entry = processEntry('simulator')
      const port = forkChild<ToSimulator, FromSimulator>(entry)
      ports.push(port)
      return port
    },
    {
      onLog: () => tell('log'),
      onPhase: () => tell('phase'),
      onReady: () => tell('ready'),
      onFailed: ({ message }) => {
        failures.push(message)
        tell('failed')
      },
    },
  )
  onTestFinished(() => simulator.stop())
  return { simulator, reported, failures, kill: () => ports.forEach((port) => port.kill()) }
}

test('a simulator that crashes is reported once, with a remedy', async () => {
  const { reported, failures, kill } = start()
  await once(reported, 'ready')
  kill()
  await once(reported, 'failed')
  expect(failures).toEqual([expect.stringContaining('process ended')])
})

test('a simulator that is stopped has not failed, and stopping it again is nothing', async () => {
  const { simulator, reported, failures } = start()
  await once(reported, 'phase')
  await simulator.stop()
  await simulator.stop()
  expect(failures).toEqual([])
})
