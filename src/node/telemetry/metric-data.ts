// Converts points to the OpenTelemetry SDK's export format.
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
  /** Start of a sum; default: now. */
  beganAtEpochMs?: number
}>

/** Metrics, in the order of the records; those without a point are omitted. */
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

/** Time in seconds and nanoseconds. */
function hrTime(epochMs: number): HrTime {
  const seconds = Math.floor(epochMs / 1000)
  return [seconds, Math.round((epochMs - seconds * 1000) * 1e6)]
}
