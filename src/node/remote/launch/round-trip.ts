// How long a small request takes on an open connection: what the way there adds to every latency measured.
import { Agent, get } from 'node:http'
import type { Reach } from '#core/model/server/launch.ts'

const samples = 20

/** Null where nobody answers. */
export async function measureRoundTrip(baseUrl: string): Promise<Reach['roundTripMs']> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    // The first one opens the connection.
    await ask(baseUrl, agent)
    const times: number[] = []
    for (let sample = 0; sample < samples; sample++) times.push(await ask(baseUrl, agent))
    const sorted = times.toSorted((a, b) => a - b)
    const median = ((sorted[samples / 2 - 1] ?? 0) + (sorted[samples / 2] ?? 0)) / 2
    return { median, max: sorted.at(-1) ?? median, samples }
  } catch {
    return null
  } finally {
    agent.destroy()
  }
}

function ask(baseUrl: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedMs = performance.now()
    const request = get(`${baseUrl}/version`, { agent, timeout: 5000 }, (response) => {
      response.resume()
      response.on('error', reject)
      response.on('end', () => resolve(performance.now() - startedMs))
    })
    request.on('timeout', () => request.destroy(new Error('no answer')))
    request.on('error', reject)
  })
}
