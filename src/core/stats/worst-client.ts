// The health of several clients as one: each figure is that of the client that fared worst, so that a worker's verdict counts
// for the whole run.
import type { ClientHealth } from '#core/model/run/client-health.ts'

/** Null where there is none. */
export function worstClient(clients: readonly ClientHealth[]): ClientHealth | null {
  const [first] = clients
  if (first === undefined) return null
  const most = (of: (client: ClientHealth) => number) => Math.max(...clients.map(of))
  const mostKnown = (of: (client: ClientHealth) => number | null) => {
    const known = clients.map(of).filter((value) => value !== null)
    return known.length === 0 ? null : Math.max(...known)
  }
  const kept = clients.flatMap(({ keptRateShare }) => keptRateShare ?? [])
  return {
    sendLagP50Us: most(({ sendLagP50Us }) => sendLagP50Us),
    sendLagP99Us: most(({ sendLagP99Us }) => sendLagP99Us),
    sendLagMaxUs: most(({ sendLagMaxUs }) => sendLagMaxUs),
    loopDelayP99Us: most(({ loopDelayP99Us }) => loopDelayP99Us),
    loopDelayMaxUs: most(({ loopDelayMaxUs }) => loopDelayMaxUs),
    cpuShare: most(({ cpuShare }) => cpuShare),
    readLagMeanUs: mostKnown(({ readLagMeanUs }) => readLagMeanUs),
    readLagP99Us: mostKnown(({ readLagP99Us }) => readLagP99Us),
    readLagMaxUs: mostKnown(({ readLagMaxUs }) => readLagMaxUs),
    firstTokenLagMeanUs: mostKnown(({ firstTokenLagMeanUs }) => firstTokenLagMeanUs),
    firstTokenLagP99Us: mostKnown(({ firstTokenLagP99Us }) => firstTokenLagP99Us),
    lateReadShare: mostKnown(({ lateReadShare }) => lateReadShare),
    gcPauseTotalUs: mostKnown(({ gcPauseTotalUs }) => gcPauseTotalUs),
    gcPauseMaxUs: mostKnown(({ gcPauseMaxUs }) => gcPauseMaxUs),
    keptRateShare: kept.length === 0 ? null : Math.min(...kept),
    threadCpuShares: clients.flatMap(({ threadCpuShares }) => threadCpuShares),
  }
}
