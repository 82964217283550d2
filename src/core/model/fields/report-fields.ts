// Names of the latencies that a report can hold.

/** Latencies every run has, from sending on. */
export const metricNames = ['ttft', 'tpot', 'itl', 'e2el'] as const
/** Where the client itself may hold requests back. */
export const queueMetricNames = ['client_queue_time', 'e2el_including_client_queue'] as const
/** What may be asked for in a report; the names are those of the original, the last that of a fork of it. */
export const reportableMetricNames = [...metricNames, ...queueMetricNames, 'token_latency'] as const

export type MetricName = (typeof metricNames)[number]
export type ReportableMetricName = (typeof reportableMetricNames)[number]
