// In its compatibility profile, the same bytes at the same moments are measured as that release measured them.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { backendTraits } from '#core/backends/backend-traits.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { createAnswerReading, type AnswerReading } from '#core/protocol/answer-reading.ts'
import { ResponseHead } from '#core/protocol/response-head.ts'
import { decodeText } from '#node/load/decode-text.ts'
import { Exchange } from '#node/load/exchange.ts'
import { TokenGaps } from '#node/load/token-gaps.ts'
import { compatProfileOf } from '#core/compat/compat-profile-of.ts'
import { measuredFromRecord } from '#core/records/measured-request.ts'
import { configOf } from '../vllm/real-client.ts'
import { inProfile, readCasesOf, releases } from './releases.ts'

const answersShape = {
  scripts: z.array(
    z.object({ status: z.int(), pieces: z.array(z.tuple([z.number(), z.string()])) }),
  ),
  outputs: z.array(
    z.object({
      success: z.boolean(),
      ttft: z.number(),
      latency: z.number(),
      itl: z.array(z.number()),
      promptTokens: z.int(),
      outputTokens: z.int().nullable(),
      text: z.string(),
      serverQueueS: z.number().nullable().optional(),
      serverTtftS: z.number().nullable().optional(),
    }),
  ),
}
type Script = z.infer<typeof answersShape.scripts>[number]

describe.each(releases)(
  'vLLM $release',
  ({ release, compat, flags = [], counting, losesBroken }) => {
    const cases = readCasesOf(`vllm-${release}.json`, 'answers', answersShape).map((answers) => {
      const config = configOf(inProfile([...flags, ...answers.args], compat))
      return { ...answers, config, backend: config.backend, sentBefore: isTested(config) ? 1 : 0 }
    })

    describe.each(cases)('$backend', ({ config, scripts, outputs, sentBefore }) => {
      const { protocol } = backendTraits[config.backend]
      const inProfileOf =
        compatProfileOf(config).counting[protocol === 'chat' ? 'chat' : 'completions']
      const reading = createAnswerReading(protocol, {
        ...{ decode: decodeText, keepText: true, later: setImmediate },
        counting: inProfileOf && { ...inProfileOf, ...counting },
      })
      // Of a request that was refused the server counted nothing, so the client's own count stood.
      const ownCount = outputs.find(({ success }) => !success)?.promptTokens ?? 0
      const takesServersCount = inProfileOf?.promptTokens === 'server'

      test.each(outputs.map((output, index) => ({ output, index })))(
        'answer $index',
        ({ output, index }) => {
          const script = scripts[(index + sentBefore) % scripts.length] ?? { status: 0, pieces: [] }
          const promptTokens = takesServersCount ? ownCount : output.promptTokens
          const record = answered(script, { reading, promptTokens })
          // From v0.11 to v0.32 what is no JSON stuck to what came next, and was lost with it: not worth having again.
          if (losesBroken && script.pieces.some(([, text]) => text === 'data: {\n\n')) {
            expect(record.error).toMatchObject({ code: 'bad-event' })
            return
          }
          const measured = measuredFromRecord(record)
          expect(record.error === null).toBe(output.success)
          if (record.error !== null) return
          expect({
            success: true,
            ttft: measured.ttftS,
            latency: measured.latencyS,
            itl: Array.from(record.interTokenLatenciesUs, (us) => us / 1e6),
            promptTokens: record.promptTokens,
            outputTokens: record.outputTokens,
            text: record.generatedText,
            ...(output.serverTtftS === undefined ? {} : serverTimesOf(record)),
          }).toEqual(output)
        },
      )
    })
  },
)

function serverTimesOf({ serverTimes }: RequestRecord) {
  return { serverQueueS: serverTimes?.queueS ?? null, serverTtftS: serverTimes?.ttftS ?? null }
}

/** A test request had the first of the answers. */
function isTested(config: BenchmarkConfig): boolean {
  return config.readyCheckTimeoutSec > 0 || compatProfileOf(config).console.testsFirst
}

function answered(
  { status, pieces }: Script,
  { reading, promptTokens }: Readonly<{ reading: AnswerReading; promptTokens: number }>,
) {
  const planned = {
    index: 0,
    place: 0,
    requestId: null,
    scheduledAtUs: 0,
    dueAtUs: 0,
    inputs: 1,
    inputAudioS: null,
  }
  const exchange = new Exchange(
    { ...planned, promptTokens },
    { reading, gaps: new TokenGaps(), observer: deaf, startUs: 0 },
  )
  let atUs = 0
  exchange.onSending(atUs)
  exchange.onHead(headOf(status))
  for (const [seconds, text] of pieces) {
    atUs += seconds * 1e6
    const bytes = Buffer.from(text)
    exchange.onBody(bytes, 0, bytes.length, atUs)
  }
  exchange.onEnd()
  return exchange.toRecord()
}

const deaf = {
  onSending: () => undefined,
  requestOf: () => new Uint8Array(),
  onRead: () => undefined,
  readLagUs: 0,
  onFirstToken: () => undefined,
  onGaps: () => undefined,
  onSettled: () => undefined,
}

function headOf(status: number): ResponseHead {
  const head = ResponseHead.read(`HTTP/1.1 ${status} X\r\ncontent-type: text/event-stream\r\n\r\n`)
  if (head === null) throw new Error('not a head')
  return head
}
