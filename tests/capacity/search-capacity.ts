// A search for capacity as a reader starts one: application, simulated server and load generator in processes of their
// own, over HTTP, in real time; and what the model of the server says the answer is.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { simulatorSpecSchema, type SimulatorSpec } from '#core/model/server.ts'
import type { CapacityAnswer, SweepSearch } from '#core/model/sweep-search.ts'
import { type LatencyLimit, type SweepPlan, sweepPlanSchema } from '#core/model/sweep.ts'
import { optionsIn } from '#node/application/application-options.test-support.ts'
import { clientOf, type Client } from '#node/application/services/client-of.ts'
import { createApplication } from '#node/application/create-application.ts'
import { capacityWithinTpot, fullBatchCapacity } from '#node/simulator/engine/capacity.ts'
import { simulatedAs } from '#node/simulator/presets/simulated-as.ts'
import type { Lengths } from '#node/simulator/engine/steady-step.ts'

type SearchedLoad = SweepSearch['over']

export type Search = Lengths &
  Readonly<{
    over: SearchedLoad
    /** Of the time per output token, or to the first token of a server whose batch is full. */
    limit?: LatencyLimit
    from: number
    upTo?: number
    precision?: number
    secondsPerPoint?: number
    warmUpS?: number
  }>

export type CapacityCase = Search &
  Readonly<{ preset: string; flags?: SimulatorSpec['flags']; limit: LatencyLimit }>

/** Adds the server to search on, and returns its id. */
type AddServer = (client: Client) => Promise<string>

/**
 * By the model alone, as `kneepoint simulate --explain` prints it. In a closed loop, the successor of a request is sent when
 * the next step has just begun: it is in flight for one step more than it is computed in.
 */
export function trueCapacity(wanted: CapacityCase): number {
  const { deployment } = simulatedAs(specOf(wanted))
  const { limit, over } = wanted
  const capacity =
    limit.name === 'tpot'
      ? capacityWithinTpot(deployment, { ...wanted, mostTpotMs: limit.bound })
      : fullBatchCapacity(deployment, wanted)
  if (capacity === null) throw new Error('Not even one request keeps to the limit.')
  const inFlight = capacity.concurrency * (1 + 1 / wanted.outputTokens)
  return over === 'requestRate' ? capacity.requestsPerSecond : inFlight
}

export async function searchOnSimulator(wanted: CapacityCase): Promise<CapacityAnswer> {
  return await search(wanted, async ({ servers }) => {
    const { id } = await servers.startSimulator({ name: null, spec: specOf(wanted) })
    await servers.stop({ id })
    return id
  })
}

export async function search(wanted: Search, addServer: AddServer): Promise<CapacityAnswer> {
  return await searched(planOf(wanted), addServer)
}

/** `look` sees what was measured, before it is gone. */
export async function searched(
  plan: SweepPlan,
  addServer: AddServer,
  look?: (client: Client, sweepId: string) => Promise<void>,
): Promise<CapacityAnswer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-capacity-'))
  const application = createApplication(optionsIn(folder))
  try {
    const client = clientOf(application)
    const { id, answer } = await searchWith(client, plan, addServer)
    await look?.(client, id)
    return answer
  } finally {
    await application.close()
    rmSync(folder, { recursive: true })
  }
}

async function searchWith(
  client: Client,
  plan: SweepPlan,
  addServer: AddServer,
): Promise<Readonly<{ id: string; answer: CapacityAnswer }>> {
  const news = await client.app.events()
  const serverIds = [await addServer(client)]
  const { id } = await client.sweeps.start({ serverIds, plan })
  for await (const event of news) {
    if (event.type === 'sweep' && event.sweep.id === id && event.sweep.status !== 'running') break
  }
  const { status, answers } = await client.sweeps.get({ id })
  const answer = answers[0]?.answer
  if (answer?.kind !== 'capacity') throw new Error(`The sweep is ${status} without an answer.`)
  return { id, answer }
}

function specOf({ preset, flags }: CapacityCase): SimulatorSpec {
  return simulatorSpecSchema.parse({ kind: 'simulator', preset, startupS: 0, flags })
}

/** Lengths vary by half either way: answers of one length would march in step. */
function planOf(wanted: Search): SweepPlan {
  const { over, limit, secondsPerPoint = null, warmUpS = 0 } = wanted
  const { from, upTo, precision } = wanted
  return sweepPlanSchema.parse({
    name: `capacity by ${over}`,
    config: {
      ...{ ...defaultBenchmarkConfig, promptTokenIds: true, randomRangeRatio: 0.5 },
      ...{ randomInputLen: wanted.inputTokens, randomOutputLen: wanted.outputTokens },
    },
    ...{ requestRates: ['inf'], maxConcurrencies: [null], secondsPerPoint, warmUpS },
    limits: limit === undefined ? [] : [limit],
    search: { kind: 'capacity', over, from, upTo, precision },
  })
}
