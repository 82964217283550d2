// How long something takes, how much of the processor, and how much memory the process has behind it.

export async function timed<T>(what: string, action: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const startedUsage = process.cpuUsage()
  const result = await action()
  const { user, system } = process.cpuUsage(startedUsage)
  const wallS = (performance.now() - startedAt) / 1000
  const cpuS = (user + system) / 1e6
  const memory = Math.round(process.memoryUsage.rss() / 2 ** 20)
  console.log(
    `${what.padEnd(44)} ${wallS.toFixed(2)} s, processor ${cpuS.toFixed(2)} s, ${memory} MiB`,
  )
  return result
}
