// What the coordinator costs per worker and per record, up to a thousand workers: simulated ones, on virtual time, which speak
// the real protocol to the real coordinator. SSH and TLS are not part of it.
//   node bench/thousand-workers.ts
import { simulatedRun } from './rig/simulated-cluster.ts'
import { workerPlan } from './rig/worker-plan.ts'

const lengthS = 20
const cases = [
  { workers: 1, ratePerS: 1000 },
  { workers: 10, ratePerS: 1000 },
  { workers: 100, ratePerS: 1000 },
  { workers: 1000, ratePerS: 1000 },
  { workers: 1000, ratePerS: 5000 },
]

console.log(
  '| workers | requests/s | coordinator CPU per second of the run | per worker and second | per record | sent per record | received per record | heap |',
)
console.log('| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
// Compiled before it is counted.
await rowOf({ workers: 4, ratePerS: 500 })
for (const each of cases) console.log(await rowOf(each))

async function rowOf({ workers, ratePerS }: (typeof cases)[number]): Promise<string> {
  const requests = lengthS * ratePerS
  let records = 0
  const run = await simulatedRun(
    workerPlan({ requests, tokens: 64, connections: 1, ratePerS }, 8000),
    workers,
    (batch) => {
      records += batch.length
    },
  )
  if (records !== requests) throw new Error(`${records} of ${requests} records came back`)
  const { coordinatorCpuS: cpuS, bytesSent, bytesHeard, heapMiB } = run
  const cells = [
    workers,
    ratePerS,
    `${((100 * cpuS) / lengthS).toFixed(1)} %`,
    `${((1000 * cpuS) / workers / lengthS).toFixed(2)} ms`,
    `${((1e6 * cpuS) / requests).toFixed(0)} µs`,
    `${(bytesSent / requests).toFixed(0)} B`,
    `${(bytesHeard / requests).toFixed(0)} B`,
    `${heapMiB.toFixed(0)} MiB`,
  ]
  return `| ${cells.join(' | ')} |`
}
