// Times of the fixtures, whose clock moves in steps of 1/64 s.

/** Whole by construction. */
export function micros(seconds: number): number {
  return seconds * 1e6
}

/** `20260301-120002` */
export function localTimeMs(stamp: string): number {
  const [, date = '', hours, minutes, seconds] = /^(\d{8})-(\d\d)(\d\d)(\d\d)$/.exec(stamp) ?? []
  const day = date.replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3')
  return new Date(`${day}T${hours}:${minutes}:${seconds}`).getTime()
}
