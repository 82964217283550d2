// Longest stall of the application's event loop while a workload is prepared and sent to the load generator, by the clock
// and in CPU time of its thread. CPU time does not depend on other work on the machine.
//   node bench/application-stalls.ts                  16384x1000, 1024x20000, 32x100000, 131072x100
//   node bench/application-stalls.ts 1024x5000        tokens × prompts
import { setTimeout as sleep } from 'node:timers/promises'
import { preparationOrder } from '#node/experiment/preparation-order.test-support.ts'
import { processEntry } from '#node/files/own-programs.test-support.ts'
import { PreparationProcesses, type SpawnPreparation } from '#node/jobs/preparation-processes.ts'
import { forkChild } from '#node/load/workers/fork-port.ts'

const rows = process.argv.slice(2)
const usualRows = ['16384x1000', '1024x20000', '32x100000', '131072x100']
const everyMs = 1

const spawn: SpawnPreparation = () => forkChild(processEntry('job'))
const preparations = new PreparationProcesses(spawn)
console.log('| tokens × prompts | prepared in | longest turn | most CPU time |')
console.log('| --- | ---: | ---: | ---: |')
for (const row of rows.length > 0 ? rows : usualRows) {
  const [tokens = 0, prompts = 0] = row.split('x').map(Number)
  const startedAtMs = performance.now()
  const watch = watchTurns()
  const load = { numPrompts: prompts, randomInputLen: tokens, readyCheckTimeoutSec: 0 }
  const { preparation, close } = await preparations.prepare(
    preparationOrder({ ...load, promptTokenIds: true, vocabSize: 32_000 }),
    { onStep: () => undefined },
    new AbortController().signal,
  )
  const preparedMs = performance.now() - startedAtMs
  const generator = forkChild(processEntry('load-generator'))
  generator.post({ type: 'start', plan: preparation.plan })
  await sleep(200)
  generator.kill()
  close()
  const { longestMs, cpuMs } = watch.stop()
  const times = [preparedMs, longestMs, cpuMs].map((ms) => `${ms.toFixed(0)} ms`)
  console.log(`| ${[row, ...times].join(' | ')} |`)
}
preparations.close()

function watchTurns() {
  let [lastMs, lastCpuUs] = [performance.now(), cpuUs()]
  let [longestMs, cpuMs] = [0, 0]
  const timer = setInterval(() => {
    const [nowMs, nowCpuUs] = [performance.now(), cpuUs()]
    longestMs = Math.max(longestMs, nowMs - lastMs - everyMs)
    cpuMs = Math.max(cpuMs, (nowCpuUs - lastCpuUs) / 1000)
    lastMs = nowMs
    lastCpuUs = nowCpuUs
  }, everyMs)
  return {
    stop: () => {
      clearInterval(timer)
      return { longestMs, cpuMs }
    },
  }
}

function cpuUs(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}
