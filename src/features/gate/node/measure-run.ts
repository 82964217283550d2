// One run of a gate on a server, from its start to its end.
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { Language } from '#core/messages/languages.ts'
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { Run } from '#core/model/run/run.ts'
import type { GateResult, GateSide } from '#features/gate/core/gate-result.ts'
import type { Follower } from '#node/application/services/bring-up.ts'
import type { Client, News } from '#node/application/services/client-of.ts'
import { untilRunIsOver } from '#node/application/services/until-over.ts'
import type { Database } from '#node/storage/database.ts'

export type RepeatPlace = Readonly<{ repeat: number; most: number; side: GateSide }>

export type GateTools = Readonly<{
  client: Client
  news: News
  database: Database
  terminal: Follower
  /** Language of texts in the result. */
  language: Language
  /** Called before a server is started or measured. */
  began?: (place: RepeatPlace) => void
  /** Called with each run; returns a function to call when the run has ended. */
  follow?: (run: Run, place: RepeatPlace) => () => void
  /** Called with the result after each repeat. */
  looked?: (result: GateResult) => void
}>

type RunRequest = Readonly<{
  serverId: string
  name: string
  config: BenchmarkConfig
  tags: string[]
  place: RepeatPlace
}>

/** Resets caches first if the server supports it. Throws `cancelled` when the user interrupts. */
export async function measuredRun(
  { serverId, name, config, tags, place }: RunRequest,
  tools: GateTools,
): Promise<Run> {
  const { client, terminal, follow } = tools
  const { interrupted: signal } = terminal
  // Without the route, prompts of an earlier repeat may still be cached; the judgement of the run detects that.
  await client.servers.resetCaches({ id: serverId }, { signal }).catch(() => undefined)
  if (signal.aborted) throw interruptedBefore()
  const started = await onceIdle(() => client.benchmarks.start({ serverId, name, config }), signal)
  const { id } = started
  await client.runs.update({ id, tags })
  const stop = follow?.(started, place)
  try {
    const run = await untilRunIsOver(id, { client, signal, progress: () => Promise.resolve() })
    if (signal.aborted) throw interruptedBefore()
    return run
  } finally {
    stop?.()
  }
}

const pauseMs = 500

/** Waits until the last run has released the processes that sent its load. */
async function onceIdle<Value>(begin: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
  for (;;) {
    try {
      return await begin()
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'busy') throw error
    }
    await sleep(pauseMs)
    if (signal.aborted) throw interruptedBefore()
  }
}

function interruptedBefore(): AppError {
  return new AppError('cancelled', message('cli.interruptedBefore'))
}
