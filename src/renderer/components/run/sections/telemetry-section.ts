// Summary of a run's telemetry: the server's utilisation and the GPUs' power.
import { said } from '../../../i18n/i18n.ts'
import { throttleText } from '#core/telemetry/gpu-sample.ts'
import type { TelemetrySummary } from '#core/model/run/telemetry.ts'
import * as features from '../features.ts'
import type { RunFeature } from '../run-feature.ts'
import { count, share, speed, type RunMetric } from '../run-figures.ts'
import type { SectionOf } from './run-section.ts'

export const telemetrySection: SectionOf = ({ telemetry }) => {
  if (telemetry === null) return null
  return {
    title: 'telemetry.summary.title',
    about: { key: 'telemetry.summary.about', values: {} },
    issue: null,
    figures: [
      ...serverFigures(telemetry.server),
      ...telemetry.instances.flatMap(instanceFigures),
      ...spreadFigures(telemetry),
      ...telemetry.metrics.map(metricFigure),
      ...gpuFigures(telemetry.gpu),
    ],
  }
}

function serverFigures(server: TelemetrySummary['server']): readonly RunMetric[] {
  if (server === null) return []
  const { requestsRunning, requestsWaiting, kvCachePercent, preemptions } = server
  return [
    speed('telemetry.summary.runningMean', requestsRunning?.mean ?? null, ''),
    speed('telemetry.summary.waitingMean', requestsWaiting?.mean ?? null, ''),
    count('telemetry.summary.waitingMax', requestsWaiting?.max ?? null),
    speed('telemetry.summary.kvCacheMax', kvCachePercent?.max ?? null, '%'),
    count('telemetry.summary.preemptions', preemptions),
    ...cacheFigures(server),
  ]
}

/** Figures of caches that few servers have. */
function cacheFigures(server: NonNullable<TelemetrySummary['server']>): readonly RunMetric[] {
  const figures = [
    speed('telemetry.summary.externalCacheHits', server.externalCacheHitPercent, '%'),
    speed('telemetry.summary.transferMB', server.transferMB, 'MB'),
    speed('telemetry.summary.transferMs', server.transferMs, 'ms'),
    count('telemetry.summary.failedTransfers', server.failedTransfers),
    speed('telemetry.summary.offloadMB', server.offloadMB, 'MB'),
  ]
  return figures.filter(({ value }) => value !== null)
}

/** Figures of an instance of a prefill/decode pair. */
function instanceFigures(instance: TelemetrySummary['instances'][number]): readonly RunMetric[] {
  const { label, requestsRunning, requestsWaiting, kvCachePercent, transferMs } = instance
  const figures = [
    speed('telemetry.summary.serverRunning', requestsRunning?.mean ?? null, ''),
    speed('telemetry.summary.serverWaiting', requestsWaiting?.mean ?? null, ''),
    speed('telemetry.summary.instanceKvCache', kvCachePercent?.max ?? null, '%'),
    ...(transferMs === null
      ? []
      : [speed('telemetry.summary.instanceTransferMs', transferMs, 'ms')]),
  ]
  return figures.map((figure) => ({ ...figure, values: { label } }))
}

/** Figures of the distribution of requests over servers and engines. */
function spreadFigures({ servers, engines, imbalance }: TelemetrySummary): readonly RunMetric[] {
  const names = {
    server: ['telemetry.summary.serverRunning', 'telemetry.summary.serverWaiting'],
    engine: ['telemetry.summary.engineRunning', 'telemetry.summary.engineWaiting'],
  } as const
  const isByServer = servers.length > 0 && engines.length <= servers.length
  const [kind, places] = isByServer
    ? (['server', servers] as const)
    : (['engine', engines] as const)
  const [running, waiting] = names[kind]
  return [
    ...places.flatMap(({ label, requestsRunning, requestsWaiting }) => [
      { ...speed(running, requestsRunning?.mean ?? null, ''), values: { label } },
      { ...speed(waiting, requestsWaiting?.mean ?? null, ''), values: { label } },
    ]),
    ...(imbalance === null ? [] : [speed('telemetry.summary.imbalance', imbalance, '×')]),
  ]
}

const metricNames = {
  value: 'telemetry.summary.metricValue',
  rate: 'telemetry.summary.metricRate',
  mean: 'telemetry.summary.metricMean',
} as const

function metricFigure({ label, reading, mean }: TelemetrySummary['metrics'][number]): RunMetric {
  const figure = speed(metricNames[reading], mean, reading === 'rate' ? '/s' : '')
  return { ...figure, values: { label } }
}

function gpuFigures(gpu: TelemetrySummary['gpu']): readonly RunMetric[] {
  if (gpu === null) return []
  return [
    count('telemetry.summary.gpus', gpu.count),
    speed('telemetry.summary.utilizationMean', gpu.utilizationPercent?.mean ?? null, '%'),
    speed('telemetry.summary.powerMean', gpu.powerW?.mean ?? null, 'W'),
    speed('telemetry.summary.powerMax', gpu.powerW?.max ?? null, 'W'),
    ...Object.values<RunFeature>(features).flatMap(({ gpuFigures }) => gpuFigures?.(gpu) ?? []),
    speed('telemetry.summary.memoryMax', gibibytes(gpu.maxMemoryUsedMiB), 'GiB'),
    speed('telemetry.summary.clockMin', gpu.smClockMhz?.min ?? null, 'MHz'),
    speed('telemetry.summary.temperatureMax', gpu.maxTemperatureC, '°C'),
    ...gpu.throttling.map(({ reason, share: part }) =>
      share('telemetry.summary.throttled', part, { reason: said(throttleText(reason)) }),
    ),
  ]
}

function gibibytes(mebibytes: number | null): number | null {
  return mebibytes === null ? null : mebibytes / 1024
}
