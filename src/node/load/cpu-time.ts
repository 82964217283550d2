// Processor time used so far, in µs.

export function processCpuUs(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** Of this thread. Node 22 does not tell. */
export function threadCpuUs(): number | null {
  if (!('threadCpuUsage' in process)) return null
  const { user, system } = process.threadCpuUsage()
  return user + system
}
