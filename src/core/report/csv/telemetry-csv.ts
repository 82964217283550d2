// All samples of a run as a table for a spreadsheet: one line per sample, values as reported.
import type {
  SampledSource,
  SampledValue,
  TelemetryKind,
  TelemetrySample,
} from '#core/records/sampled-values.ts'
import { throttleReasons } from '../../telemetry/gpu-sample.ts'
import { csvText, type CsvColumn } from '../../documents/csv.ts'

type Row = Readonly<{ kind: TelemetryKind; label: string; atS: number; sample: TelemetrySample }>

const valueColumns: Readonly<Record<Exclude<SampledValue, 'throttleReasons'>, string>> = {
  requestsRunning: 'requests_running',
  requestsWaiting: 'requests_waiting',
  kvCacheUsage: 'kv_cache_usage',
  promptTokens: 'prompt_tokens_total',
  generationTokens: 'generation_tokens_total',
  prefixCacheQueries: 'prefix_cache_queries_total',
  prefixCacheHits: 'prefix_cache_hits_total',
  preemptions: 'preemptions_total',
  utilizationPercent: 'gpu_utilization_percent',
  memoryUsedMiB: 'gpu_memory_used_mib',
  powerW: 'gpu_power_w',
  smClockMhz: 'gpu_sm_clock_mhz',
  temperatureC: 'gpu_temperature_c',
  energyJ: 'gpu_energy_j_total',
  externalCacheQueries: 'external_cache_queries_total',
  externalCacheHits: 'external_cache_hits_total',
  draftTokens: 'draft_tokens_total',
  acceptedTokens: 'accepted_tokens_total',
  transferBytes: 'kv_transfer_bytes_total',
  transfers: 'kv_transfers_total',
  transferS: 'kv_transfer_s_total',
  failedTransfers: 'failed_kv_transfers_total',
  offloadBytes: 'kv_offload_bytes_total',
  adaptersRunning: 'lora_adapters_running',
  adaptersWaiting: 'lora_adapters_waiting',
  metricValue: 'metric_value',
  metricTotal: 'metric_total',
  metricSum: 'metric_sum',
  metricCount: 'metric_count',
}

const columns: readonly CsvColumn<Row>[] = [
  { name: 'at_s', cell: ({ atS }) => atS },
  { name: 'source', cell: ({ kind }) => kind },
  { name: 'gpu', cell: ({ kind, label }) => (kind === 'gpu' ? gpuCell(label) : null) },
  ...Object.entries(valueColumns).map(([name, column]) => ({
    name: column,
    cell: ({ sample }: Row) => valueOf(sample, name),
  })),
  { name: 'gpu_throttle_reasons', cell: ({ sample }) => reasonsOf(sample) },
  /** The server, engine or metric. */
  { name: 'label', cell: ({ kind, label }) => (kind === 'gpu' || label === '' ? null : label) },
]

/** Rows by time; `at_s` counts from the start of the run and is negative before it. */
export function telemetryCsv(sources: readonly SampledSource[], startedAtEpochMs: number): string {
  const rows = sources.flatMap(({ kind, label, samples }) =>
    samples.map((sample): Row => {
      return { kind, label, atS: (sample.atEpochMs - startedAtEpochMs) / 1000, sample }
    }),
  )
  return csvText(
    columns,
    rows.toSorted((a, b) => a.atS - b.atS),
  )
}

function gpuCell(label: string): number | string {
  return /^\d+$/.test(label) ? Number(label) : label
}

function valueOf({ values }: TelemetrySample, name: string): number | null {
  const reported: Readonly<Record<string, number | null | undefined>> = values
  return reported[name] ?? null
}

/** Also empty if nothing throttles the GPU: `gpu_power_w` shows whether it was sampled. */
function reasonsOf({ values: { throttleReasons: bits } }: TelemetrySample): string | null {
  return bits === null || bits === undefined ? null : throttleReasons(bits).join('; ')
}
