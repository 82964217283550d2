// What a client reports of a load, ours and the limit client alike. Durations are in ms.

export type Spread = Readonly<{ mean: number; p50: number; p99: number; max: number }>

export type ClientFigures = Readonly<{
  requests: number
  events: number
  seconds: number
  cpuSeconds: number
  peakMemoryKb: number
  ttft?: Spread
  itl?: Spread
  e2el?: Spread
  /** From the scheduled time of a request to its write; present where there is a schedule. */
  sendLag?: Spread
}>
