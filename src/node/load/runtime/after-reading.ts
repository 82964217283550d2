// Judging who is late. After a standstill of this process timers are due before its sockets are read, and what had come in
// time would count as missing.

/** Does it once everything that has arrived by now was read. */
export function afterReading(act: () => void): void {
  setImmediate(act)
}
