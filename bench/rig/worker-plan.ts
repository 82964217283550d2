// A plan of equal requests at a steady rate, to be sent by several workers.
import type { LoadPlan } from '#contract/load-protocol.ts'
import { writtenBodies } from '#core/protocol/requests/planned-bodies.ts'
import { bodyOf } from './request-body.ts'

type Work = Parameters<typeof bodyOf>[0]

export function workerPlan(work: Work & Readonly<{ ratePerS: number }>, port: number): LoadPlan {
  const bodies = new Array<Uint8Array>(work.requests).fill(bodyOf(work))
  return {
    runId: 'bench',
    url: `http://127.0.0.1:${port}/v1/completions`,
    method: 'POST',
    insecure: false,
    protocol: 'completions',
    headers: { 'Content-Type': 'application/json' },
    bodies: writtenBodies(bodies),
    requestIds: bodies.map((_, i) => `worker-${i}`),
    promptTokens: bodies.map(() => 2),
    inputs: [],
    inputAudioS: [],
    offsetsS: Float64Array.from(bodies, (_, i) => i / work.ratePerS),
    maxConcurrency: null,
    threads: 1,
    warmups: [],
    keepText: false,
    requestTimeoutS: 60,
  }
}
