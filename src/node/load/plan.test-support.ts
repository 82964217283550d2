// Small load plans for tests, and a run that remembers everything it was told.
import type { LoadOutcome, LoadPhase, LoadPlan, LoadProgress } from '#contract/load-protocol.ts'
import type { RequestRecord } from '#core/model/request-record.ts'
import type { LoadHooks, LoadRunner } from './load-runner.ts'

export function planOf(url: string, requests: number, changes: Partial<LoadPlan> = {}): LoadPlan {
  const bodies = Array.from({ length: requests }, (_, i) => Buffer.from(`{"request":${i}}`))
  return {
    runId: 'run',
    url,
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    insecure: false,
    protocol: 'completions',
    bodies,
    requestIds: bodies.map((_, i) => `r-${i}`),
    promptTokens: bodies.map(() => 5),
    inputs: [],
    inputAudioS: [],
    offsetsS: new Float64Array(requests),
    maxConcurrency: null,
    warmups: [],
    keepText: true,
    requestTimeoutS: 60,
    ...changes,
  }
}

/** For a run of which nobody is to hear. */
export const silentHooks: LoadHooks = {
  onPhase: () => undefined,
  onProgress: () => undefined,
  onRecords: () => undefined,
}

export type Heard = {
  readonly phases: LoadPhase[]
  readonly progress: LoadProgress[]
  readonly records: RequestRecord[]
}

export function listen(onRecords: (heard: Heard) => void = () => undefined) {
  const heard: Heard = { phases: [], progress: [], records: [] }
  const hooks: LoadHooks = {
    onPhase: (phase) => heard.phases.push(phase),
    onProgress: (progress) => {
      heard.progress.push(progress)
    },
    onRecords: (records) => {
      heard.records.push(...records)
      onRecords(heard)
    },
  }
  return { heard, hooks }
}

export async function runAndListen(
  run: LoadRunner,
  plan: LoadPlan,
  signal: AbortSignal = new AbortController().signal,
): Promise<Heard & { readonly outcome: LoadOutcome }> {
  const { heard, hooks } = listen()
  const outcome = await run(plan, hooks, signal)
  heard.records.sort((one, other) => one.index - other.index)
  return { ...heard, outcome }
}
