import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect, it, onTestFinished } from 'vitest'
import { RunDelay } from './read-lag.ts'

const asleep = new Int32Array(new SharedArrayBuffer(4))

it.runIf(process.platform === 'linux')('counts the waits of a thread among busy ones', () => {
  for (let i = 0; i < 2 * availableParallelism(); i++) {
    const worker = new Worker('for (;;);', { eval: true })
    onTestFinished(() => void worker.terminate())
  }
  const delay = new RunDelay()
  onTestFinished(() => delay.stop())
  delay.start()
  let waitedUs = 0
  for (let naps = 0; waitedUs < 1000 && naps < 10_000; naps++) {
    Atomics.wait(asleep, 0, 0, 1)
    waitedUs += delay.takeUs()
  }
  expect(waitedUs).toBeGreaterThanOrEqual(1000)
})

it('reads as 0 before it is started and after it is stopped', () => {
  const delay = new RunDelay()
  expect(delay.takeUs()).toBe(0)
  delay.start()
  delay.stop()
  expect(delay.takeUs()).toBe(0)
})
