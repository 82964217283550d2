// As fast as the server can write: what reading a token costs.
import { ratioAtLeast, ratioAtMost } from '../report/row.ts'
import { together } from '../rig/load.ts'
import { partOf, type Account, type Case } from './part.ts'

const million = 1_000_000

export const flatOut = partOf([
  ...[64, 256, 1000].map((streams) => oneEventPerWrite(streams)),
  manyEventsPerWrite(64, 16),
])

function oneEventPerWrite(streams: number): Case {
  const name = `${streams} streams, 1 event per write`
  const asked = ratioAtMost(1.3, 1)
  return {
    ...flatOutLoad(streams, 1),
    figures: [
      { figure: `events/s, ${name}`, unit: '', digits: 0, asked: null, of: eventsPerS },
      { figure: `CPU per 1M tokens, ${name}`, unit: 's', digits: 2, asked, of: cpuSPerMillion },
    ],
  }
}

function manyEventsPerWrite(streams: number, eventsPerWrite: number): Case {
  const name = `${streams} streams, ${eventsPerWrite} events per write`
  const asked = ratioAtLeast(0.4, 0.8)
  const cpu = { figure: `CPU per 1M tokens, ${name}`, unit: 's', digits: 2, asked: null }
  return {
    ...flatOutLoad(streams, eventsPerWrite),
    figures: [
      { figure: `events/s, ${name}`, unit: '', digits: 0, asked, of: eventsPerS },
      { ...cpu, of: cpuSPerMillion },
    ],
  }
}

export function flatOutLoad(streams: number, eventsPerWrite: number): Omit<Case, 'figures'> {
  const events = (1 + Math.log2(eventsPerWrite)) * million
  return {
    timing: { ttftMs: 0, itlMs: 0, eventsPerWrite, logs: false },
    load: together(streams, Math.round(events / streams)),
    latencies: false,
  }
}

export function eventsPerS({ events, seconds }: Account): number {
  return events / seconds
}

export function cpuSPerMillion({ events, cpuSeconds }: Account): number {
  return (cpuSeconds * million) / events
}
