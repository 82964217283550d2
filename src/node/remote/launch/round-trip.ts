// How long a small request takes on an open connection: what the way there adds to every latency measured.
import type { Reach } from '#core/model/launch.ts'
import { HttpClient } from '#node/http/http-client.ts'

const samples = 20
const timeoutMs = 5000

/** Null without a response. */
export async function measureRoundTrip(baseUrl: string): Promise<Reach['roundTripMs']> {
  const client = new HttpClient({ baseUrl, headers: {}, insecure: false }, { timeoutMs })
  const ask = async () => {
    const startedMs = performance.now()
    await client.ask('GET', '/version')
    return performance.now() - startedMs
  }
  try {
    // The first one opens the connection.
    await ask()
    const times: number[] = []
    for (let sample = 0; sample < samples; sample++) times.push(await ask())
    const sorted = times.toSorted((a, b) => a - b)
    const median = ((sorted[samples / 2 - 1] ?? 0) + (sorted[samples / 2] ?? 0)) / 2
    return { median, max: sorted.at(-1) ?? median, samples }
  } catch {
    return null
  } finally {
    client.close()
  }
}
