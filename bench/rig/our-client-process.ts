// The process of our client: takes one order, puts the load on the server, reports the figures.
import { once } from 'node:events'
import type { RequestRecord } from '#core/records/request-record.ts'
import { createScaledLoadRunner } from '#node/load/run-load.ts'
import type { OurAnswer, OurOrder } from './our-client.ts'
import { figuresOf, planOf } from './our-load.ts'

const run = createScaledLoadRunner(new URL('../../src/utility/load-thread.ts', import.meta.url))

const [order] = (await once(process, 'message')) as [OurOrder]
tell(await measure(order).catch((error: unknown) => ({ failure: String(error) })))

function tell(answer: OurAnswer): void {
  process.send?.(answer)
}

async function measure({ url, load }: OurOrder): Promise<OurAnswer> {
  const records: RequestRecord[] = []
  let before = process.cpuUsage()
  const { durationUs } = await run(
    planOf(url, load),
    {
      onPhase: (phase) => {
        if (phase === 'running') before = process.cpuUsage()
      },
      onProgress: () => undefined,
      onRecords: (batch) => records.push(...batch),
    },
    new AbortController().signal,
  )
  const { user, system } = process.cpuUsage(before)
  const { maxRSS } = process.resourceUsage()
  const costs = {
    seconds: durationUs / 1e6,
    cpuSeconds: (user + system) / 1e6,
    peakMemoryKb: maxRSS,
  }
  return { figures: { ...costs, ...figuresOf(records, load) } }
}
