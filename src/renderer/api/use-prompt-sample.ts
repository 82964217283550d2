// Sampled prompts of the composed benchmark: requested on demand, cancelled when no longer needed.
import type { AppError } from '#core/model/app-error.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { PromptSample } from '#core/workload/prompt-sample.ts'
import { onScopeDispose, shallowReactive } from 'vue'
import { callError } from './call-error.ts'
import { useClient } from './client.ts'

export type SampleOrder = Readonly<{
  serverId: string
  config: BenchmarkConfig
  /** Index of a request to include. */
  wanted?: number
}>

type SampleState = { busy: boolean; sample: PromptSample | null; error: AppError | null }

type PromptSampling = Readonly<SampleState> &
  Readonly<{ begin: (order: SampleOrder) => Promise<void>; giveUp: () => void }>

export function usePromptSample(): PromptSampling {
  const client = useClient()
  const state = shallowReactive<SampleState>({ busy: false, sample: null, error: null })
  let going = new AbortController()

  async function begin(order: SampleOrder): Promise<void> {
    giveUp()
    const { signal } = (going = new AbortController())
    Object.assign(state, { busy: true, sample: null, error: null })
    try {
      const sample = await client.benchmarks.sample(order, { signal })
      if (!signal.aborted) Object.assign(state, { busy: false, sample })
    } catch (error) {
      if (!signal.aborted) Object.assign(state, { busy: false, error: callError(error) })
    }
  }

  function giveUp(): void {
    going.abort()
    state.busy = false
  }

  onScopeDispose(giveUp)
  return Object.assign(state, { begin, giveUp })
}
