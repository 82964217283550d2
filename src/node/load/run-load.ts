// Puts a plan's load on a server from this very process: connect, warm up, send on schedule, wait for the rest.
import type { LoadPlan } from '#contract/load-protocol.ts'
import { createAnswerReading } from '#core/protocol/answer-reading.ts'
import { lowerBackgroundThreads } from './background-threads.ts'
import { collectGarbage } from './collect-garbage.ts'
import { ConnectionPool } from './connection-pool.ts'
import { createConnector } from './connector.ts'
import { decodeText } from './decode-text.ts'
import type { LoadRunner } from './load-runner.ts'
import { Measurement, silent } from './measurement.ts'
import { connectionsToPrepare } from './prepared-connections.ts'
import { Probes } from './probes.ts'
import { rehearse } from './rehearsal.ts'
import { keepYoungMemorySmall } from './young-memory.ts'

/** No server under test should need longer to accept a connection. */
const longestConnectS = 60

export const runLoad: LoadRunner = async (plan, hooks, signal) => {
  keepYoungMemorySmall()
  const pool = createPool(plan)
  const reading = createAnswerReading(plan.protocol, {
    decode: decodeText,
    keepText: plan.keepText,
    later: setImmediate,
    counting: plan.counting,
  })
  try {
    hooks.onPhase('connecting')
    await rehearse(plan)
    lowerBackgroundThreads()
    await Promise.race([pool.prepare(connectionsToPrepare(plan), signal), whenAborted(signal)])
    if (plan.warmups.length > 0) {
      hooks.onPhase('warming-up')
      await new Measurement(warmupPlan(plan), { pool, reading, hooks: silent }).run(signal)
    }
    collectGarbage()
    hooks.onPhase('running')
    const probes = plan.probes && new Probes(plan, plan.probes, { pool, reading })
    const measurement = new Measurement(plan, { pool, reading, hooks })
    probes?.start()
    const outcome = await measurement.run(signal)
    return { ...outcome, ...(probes && { probes: await probes.stop(signal) }) }
  } finally {
    pool.close()
  }
}

function createPool({ url, insecure, requestTimeoutS }: LoadPlan): ConnectionPool {
  const timeoutMs = 1000 * Math.min(requestTimeoutS, longestConnectS)
  return new ConnectionPool(createConnector({ url: new URL(url), insecure, timeoutMs }))
}

/** Warm-ups are a run of their own, all at once within the concurrency limit, of which nobody hears. */
function warmupPlan(plan: LoadPlan): LoadPlan {
  const { warmups } = plan
  return {
    ...plan,
    bodies: warmups,
    requestIds: warmups.map(() => null),
    promptTokens: warmups.map(() => 0),
    inputs: [],
    inputAudioS: [],
    offsetsS: new Float64Array(warmups.length),
    sendUntilS: undefined,
    warmups: [],
  }
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
