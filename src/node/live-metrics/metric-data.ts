// Points as the OpenTelemetry SDK exports them.
import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api'
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type MetricData,
} from '@opentelemetry/sdk-metrics'
import { type MetricRecord, metricRecords } from './metric-records.ts'

export type MetricPoint = Readonly<{
  name: string
  value: number
  attributes: Attributes
  /** From when a sum counts; now, where left out. */
  beganAtEpochMs?: number
}>

/** In the order of the records; a metric without a point is left out. */
export function dataOf(points: readonly MetricPoint[], nowEpochMs: number): MetricData[] {
  return Object.entries(metricRecords).flatMap(([name, record]) => {
    const ofName = points.filter((point) => point.name === name)
    return ofName.length === 0 ? [] : [metricData(name, record, ofName, nowEpochMs)]
  })
}

function metricData(
  name: string,
  { kind, unit, description }: MetricRecord,
  points: readonly MetricPoint[],
  nowEpochMs: number,
): MetricData {
  const common = {
    descriptor: { name, unit, description, valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
    dataPoints: points.map(
      ({ value, attributes, beganAtEpochMs = nowEpochMs }): DataPoint<number> => ({
        startTime: hrTime(beganAtEpochMs),
        endTime: hrTime(nowEpochMs),
        attributes,
        value,
      }),
    ),
  }
  return kind === 'sum'
    ? { ...common, dataPointType: DataPointType.SUM, isMonotonic: true }
    : { ...common, dataPointType: DataPointType.GAUGE }
}

/** Seconds and nanoseconds. */
function hrTime(epochMs: number): HrTime {
  const seconds = Math.floor(epochMs / 1000)
  return [seconds, Math.round((epochMs - seconds * 1000) * 1e6)]
}
