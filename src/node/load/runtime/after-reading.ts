// Defers lateness checks. After this process was blocked, timers fire before its sockets are read, and data that arrived in time
// would count as missing.

/** Calls back once all data that has arrived by now was read. */
export function afterReading(act: () => void): void {
  setImmediate(act)
}
