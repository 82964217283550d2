// One run of a gate on a server, from its start to its end.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { Run } from '#core/model/run/run.ts'
import type { Client } from '#node/application/client-of.ts'
import { progressDisplay } from '#cli/bench/progress-display.ts'
import type { Terminal } from '#cli/command.ts'
import { untilRunIsOver } from '#cli/bench/until-over.ts'
import type { News } from '#cli/sweep/news.ts'

export type GateTools = Readonly<{ client: Client; news: News; terminal: Terminal }>

type RunRequest = Readonly<{
  serverId: string
  name: string
  config: BenchmarkConfig
  tags: string[]
}>

/** Resets caches first if the server supports it. Throws `cancelled` when the user interrupts. */
export async function measuredRun(
  { serverId, name, config, tags }: RunRequest,
  { client, news, terminal }: GateTools,
): Promise<Run> {
  const { interrupted: signal } = terminal
  // Without the route, prompts of an earlier repeat may still be cached; the judgement of the run detects that.
  await client.servers.resetCaches({ id: serverId }, { signal }).catch(() => undefined)
  if (signal.aborted) throw interruptedBefore()
  const { id } = await client.benchmarks.start({ serverId, name, config })
  await client.runs.update({ id, tags })
  const display = progressDisplay(terminal)
  const stop = news.on((event) => {
    if (event.type === 'live' && event.snapshot.runId === id) display.show(event.snapshot)
  })
  try {
    const run = await untilRunIsOver(id, { client, signal, progress: () => Promise.resolve() })
    if (signal.aborted) throw interruptedBefore()
    return run
  } finally {
    stop()
    display.end()
  }
}

function interruptedBefore(): AppError {
  return new AppError('cancelled', message('cli.interruptedBefore'))
}
