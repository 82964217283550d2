// For tests of several senders: a server that answers, a load at a steady pace, and what a sender made of it.
import type { LoadPlan } from '#contract/load-protocol.ts'
import type { LoadRunner } from '#node/load/load-runner.ts'
import { planOf, runAndListen } from '#node/load/plan.test-support.ts'
import { serveScript, streamPieces } from '#node/load/scripted-server.test-support.ts'
import { sse } from '#node/load/sse.test-support.ts'

export const answering = (address?: string) =>
  serveScript((_request, response) => streamPieces(response, [sse.whole]), {
    ...(address && { address }),
  })

export function scheduled(url: string, requests: number, perS: number): LoadPlan {
  return planOf(url, requests, {
    offsetsS: Float64Array.from({ length: requests }, (_, i) => i / perS),
    threads: 1,
  })
}

/** What arrived at the server and what was returned, without times that differ from run to run: equal for equal senders. */
export async function sentBy(run: LoadRunner, address?: string) {
  const server = await answering(address)
  const { records } = await runAndListen(run, scheduled(server.url, 31, 50))
  return {
    requests: server.requests
      .map(({ body, headers }) => `${String(headers['x-request-id'])} ${body}`)
      .toSorted(),
    records: records.map(({ index, requestId, scheduledAtUs, outputTokens, error }) => ({
      ...{ index, requestId, scheduledAtUs, outputTokens, error },
    })),
  }
}

const models = JSON.stringify({ object: 'list', data: [{ id: 'm', object: 'model' }] })

/** The address of a server that lists a model and streams; `onRequest` is called with the number of the request, from 1. */
export async function serveModel(
  onRequest: (number: number) => void = () => undefined,
  address = '127.0.0.1',
): Promise<string> {
  let requests = 0
  const server = await serveScript(
    ({ url }, response) => {
      if (url !== '/v1/completions') {
        response.writeHead(url === '/v1/models' ? 200 : 404).end(models)
        return
      }
      onRequest(++requests)
      return streamPieces(response, [sse.whole])
    },
    { address },
  )
  return new URL(server.url).origin
}
