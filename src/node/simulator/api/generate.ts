// Puts a request into the engine and its answer on the wire; the rest is the same for every API.
import type { AnswerShape } from '../responses/answer-shape.ts'
import { EventStream, WholeAnswer } from '../responses/answer-sinks.ts'
import { Generation, type GenerationRequest } from '../engine/generation.ts'
import type { Exchange } from './http-exchange.ts'
import type { SimulatedServer } from '../simulated-server.ts'

type Work = Readonly<{
  request: GenerationRequest
  shape: AnswerShape
  stream: boolean
  includeUsage?: boolean
  headers?: Readonly<Record<string, string>>
}>

export function generate(
  { engine, seed }: SimulatedServer,
  { response }: Exchange,
  { request, shape, stream, includeUsage = false, headers = {} }: Work,
): void {
  const Sink = stream ? EventStream : WholeAnswer
  const generation = new Generation(
    request,
    new Sink(response, shape, { includeUsage, headers }),
    seed,
  )
  if (response.destroyed) return
  response.once('close', () => engine.abort(generation))
  engine.submit(generation)
}
