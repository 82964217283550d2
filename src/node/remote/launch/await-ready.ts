// Watches a server come up: its log, its process, its port; ends when it answers, fails, or takes too long.
import { setTimeout as delay } from 'node:timers/promises'
import { textOf } from '#core/messages/message-error.ts'
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { Launch, LaunchStatus } from '#core/model/launch.ts'
import { isWaiting } from '#core/vllm/launch/job-state.ts'
import { endedServer } from './ended-server.ts'
import type { Launcher } from './launcher.ts'
import type { LogWatch } from './log-watch.ts'
import { directly, type ReachedServer } from './reach-server.ts'
import { isHealthy, requireAnswer, type ServedFacts } from './server-check.ts'

type AwaitOptions = Readonly<{
  launcher: Launcher
  launch: Launch
  watch: LogWatch
  reached: ReachedServer
  /** Key for the first request; null if the server requires none. */
  apiKey: string | null
  signal: AbortSignal
  /** Called while the cluster has no room for it yet: why, in Slurm's words. */
  onWaiting?(reason: string): void
}>

const pollMs = 500

/** With the way that it answers on. */
export async function awaitReady(
  options: AwaitOptions,
): Promise<ServedFacts & Readonly<{ reached: ReachedServer }>> {
  const { launcher, launch, watch, signal } = options
  const patienceMs = launch.profile.readyTimeoutS * 1000
  let deadlineMs = performance.now() + patienceMs
  let reached: ReachedServer | null = null
  while (reached === null) {
    signal.throwIfAborted()
    const status = await launcher.status(launch.id)
    await watch.read()
    if (waits(status)) {
      deadlineMs = performance.now() + patienceMs
      options.onWaiting?.(status.job?.reason ?? '')
    }
    if (!status.isServerAlive) throw await endedServer(launcher, launch, watch)
    reached = await answeringWay(options)
    if (reached !== null) break
    if (performance.now() > deadlineMs) throw tooSlow(options)
    await delay(pollMs, undefined, { signal })
  }
  const served = await requireAnswer(reached, { ...options, model: routedModel(launch) })
  await watch.read()
  return { ...served, reached }
}

/** Fails if the SSH server does not allow forwarding, because waiting does not change that. */
async function answeringWay({
  launch,
  reached,
  signal,
}: AwaitOptions): Promise<ReachedServer | null> {
  const asking = { isRouter: launch.instances !== undefined, signal }
  const isAnswered = await isHealthy(reached, asking)
  const failure = reached.failure()
  const directUrl = reached.directUrl()
  const isForbidden = failure?.code === 'unsupported'
  if (isForbidden && directUrl === null) throw failure
  if (directUrl !== null && (isAnswered || isForbidden)) {
    const direct = directly(directUrl, reached)
    if (await isHealthy(direct, asking)) return direct
  }
  return isAnswered ? reached : null
}

/** The name that requests carry, of a server behind a router. */
function routedModel({ profile, instances }: Launch): string | null {
  if (instances === undefined) return null
  const served = profile.config.flags['served-model-name']
  const [first] = Array.isArray(served) ? served : [served]
  return typeof first === 'string' ? first : profile.config.model
}

function waits({ job }: LaunchStatus): boolean {
  return job !== null && isWaiting(job)
}

function tooSlow({ launcher, launch, watch, reached }: AwaitOptions): AppError {
  const failure = reached.failure()
  const text = message('failures.notReady', {
    host: launcher.hostName,
    seconds: launch.profile.readyTimeoutS,
    line: watch.lines().at(-1) ?? message('launch.nothing'),
  })
  return new AppError(
    'launch-failed',
    failure === null ? text : message('failures.followed', { text, more: textOf(failure) }),
    { remedy: message('launch.notReady.remedy') },
  )
}
