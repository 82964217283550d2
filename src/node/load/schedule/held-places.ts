// The places of a worker whose limit others share: reports how many it uses and lacks, and takes and gives back places as it
// is ordered to.
import type { PlaceOrder, PlaceReport } from '#contract/load-protocol.ts'
import type { PlaceUse } from '#core/workload/lent-places.ts'

/** Of the load, now. */
export type PlaceHolder = {
  use(): PlaceUse
  /** Those gained may be used at once; those in use are given up as their requests end. */
  setPlaces(places: number): void
}

export type PlaceExchange = Readonly<{
  report(report: PlaceReport): void
  onOrder(listener: (order: PlaceOrder) => void): void
}>

/** Between two reports that were not asked for. */
const reportEveryMs = 10

/** Returns what ends the exchange. */
export function exchangePlaces(
  holder: PlaceHolder,
  { report, onOrder }: PlaceExchange,
): () => void {
  let order = 0
  let reported = ''
  function tell(): void {
    const use = holder.use()
    const text = `${order} ${use.places} ${use.places - use.inFlight} ${use.waiting}`
    if (text === reported) return
    reported = text
    report({ ...use, order })
  }
  onOrder(({ places, number }) => {
    holder.setPlaces(places)
    order = number
    tell()
  })
  const timer = setInterval(tell, reportEveryMs)
  return () => clearInterval(timer)
}
