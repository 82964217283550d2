// Has the engine read texts for an answer, each as a request of its own: a batch is no faster for coming in one body.
import type { ServerResponse } from 'node:http'
import type { Engine } from '../engine/engine.ts'
import { Reading } from '../engine/reading.ts'

/** Resolves when all are read; rejects, and stops reading, when the client goes away. */
export function readTexts(
  engine: Engine,
  response: ServerResponse,
  texts: readonly (readonly number[])[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    let unread = texts.length
    const onRead = () => {
      if (--unread === 0) resolve()
    }
    const readings = texts.map((tokens) => new Reading(tokens, onRead))
    const leave = () => {
      for (const reading of readings) engine.abort(reading)
      reject(new Error('The client went away.'))
    }
    response.once('close', leave)
    if (response.destroyed) return leave()
    for (const reading of readings) engine.submit(reading)
  })
}
