// A run whose samples are summarised, and the figures that features compute from them.
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { GpuPart } from '#core/model/run/telemetry.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import type { SampledSource } from '#core/records/sampled-values.ts'
import type { GoodputLimits } from '../stats/run-totals.ts'
import type { RunSpan } from './over-time.ts'

export type SampledRun = RunSpan &
  Pick<RunSummary, 'totalOutputTokens' | 'steadyState'> &
  Readonly<{ requests: Iterable<MeasuredRequest>; limitsMs: GoodputLimits }>

/** Computes figures of the GPUs that were sampled during a run. */
export type GpuFigures = (gpus: readonly SampledSource[], run: SampledRun) => Partial<GpuPart>
