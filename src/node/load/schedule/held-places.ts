// Slots of a worker that shares its limit: reports how many are used and missing, gains and releases slots on order.
import type { PlaceOrder, PlaceReport } from '#contract/load-protocol.ts'
import type { PlaceUse } from '#core/workload/lent-places.ts'

/** Access to the slots that the load holds. */
export type PlaceHolder = {
  use(): PlaceUse
  /** New slots may be used at once; those in use are released as their requests end. */
  setPlaces(places: number): void
}

export type PlaceExchange = Readonly<{
  report(report: PlaceReport): void
  onOrder(listener: (order: PlaceOrder) => void): void
}>

/** Interval of reports that were not ordered. */
const reportEveryMs = 10

/** Returns a function that ends the exchange. */
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
