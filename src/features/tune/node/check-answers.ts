// Checks whether a setting changes the responses of a server, before its first point is measured.
import { type Message, textOf, message } from '#core/messages/message.ts'
import type { SweepPoint } from '#core/model/sweep.ts'
import { flagsFor, flagsText } from '#core/sweep/server-start.ts'
import {
  answerChecksIn,
  answersRefusal,
  compareAnswers,
  referenceIn,
  writtenAnswers,
  type GreedyAnswers,
} from '#features/tune/core/answers.ts'
import { choiceKey } from '#features/tune/core/space.ts'
import type { PointCheck } from '#node/application/sweeps/tuning-service.ts'
import { endpointUrl } from '#core/backends/server-address.ts'
import { Buffer } from 'node:buffer'
import { z } from 'zod'
import { AppError } from '#core/model/app-error.ts'
import { backendTraits } from '#core/backends/backend-traits.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { bodyAt, bodyCount } from '#core/protocol/requests/planned-bodies.ts'
import { prepareWorkload } from '#node/datasets/prepare-workload.ts'
import { HttpClient, type ServerAccess } from '#node/http/http-client.ts'
import { probeServer } from '#node/http/probe-server.ts'
import { resolveTokenizer, tokenizerServer } from '#node/tokenizer/resolve-tokenizer.ts'
import { withVocabulary } from '#node/tokenizer/token-id-vocabulary.ts'
import { planWorkload } from '#node/experiment/planned-workload.ts'
import { resolvedConfig } from '#node/experiment/prepare-run.ts'
import { accessOf } from '#node/experiment/server-access.ts'

/** Null if its setting's responses meet the limit, or there is no limit. Rejects if the host was lost in the meantime. */
export async function refusalByAnswers(
  point: SweepPoint,
  checking: PointCheck,
): Promise<Message | null> {
  const { notes, signal } = checking
  const { tune } = notes.sweep.plan
  if (tune === null || tune.answers === null) return null
  const key = choiceKey(point.settings)
  if (!answerChecksIn(notes.readLog()).has(key)) await check(point, checking)
  return signal.aborted
    ? null
    : answersRefusal(tune, point.settings, answerChecksIn(notes.readLog()))
}

async function check(
  point: SweepPoint,
  { server, notes, hostLoss, signal }: PointCheck,
): Promise<void> {
  const { plan } = notes.sweep
  const { prompts = 0, tokens = 0 } = plan.tune?.answers ?? {}
  const reference = referenceIn(notes.readLog())
  const isDefault = point.settings.every((position) => position === 0)
  if (reference === null && !isDefault) return
  const about = { choice: choiceKey(point.settings), flags: flagsText(flagsFor(plan, point)) }
  const sinceMs = performance.now()
  try {
    const rounds = reference === null ? 2 : 1
    const asked = { ...server, config: plan.config, prompts, tokens, rounds, signal }
    const [first = [], second = first] = await greedyAnswers(asked)
    const compared = compareAnswers(reference ?? first, second)
    notes.log('answers-compared', {
      ...{ ...about, ...compared, tookS: (performance.now() - sinceMs) / 1000 },
      ...(reference === null && { tokens: writtenAnswers(first) }),
    })
  } catch (error) {
    if (signal.aborted) return
    const loss = await hostLoss()
    if (loss !== null) throw loss
    notes.log('answers-unknown', { ...about, reason: textOf(error) })
  }
}

type Questions = Readonly<{
  baseUrl: string
  apiKey: string | null
  hostTokenizer(): Promise<string | null>
  config: BenchmarkConfig
  prompts: number
  /** Tokens per response. */
  tokens: number
  /** Repetitions of all prompts. */
  rounds: number
  signal: AbortSignal
}>

/** Seeds that no run uses, so that the prompts do not warm any run's cache. */
const ownSeeds = 1_000_003
const timeoutMs = 120_000

/** Responses by round. Rejects if the server does not respond. Exported for tests. */
export async function greedyAnswers(questions: Questions): Promise<GreedyAnswers[]> {
  const { config, signal } = questions
  const { protocol } = backendTraits[config.backend]
  if (protocol !== 'completions' && protocol !== 'chat') {
    throw new AppError('unsupported', message('tune.answers.backend', { name: config.backend }))
  }
  const access = accessOf(questions)
  const url = endpointUrl(access.baseUrl, config.endpoint)
  const bodies = await greedyBodies(questions, access)
  const client = new HttpClient(
    { ...access, headers: { 'content-type': 'application/json', ...access.headers } },
    { timeoutMs },
  )
  try {
    const rounds: GreedyAnswers[] = []
    for (let round = 0; round < questions.rounds; round++) {
      const answers: (readonly number[])[] = []
      for (const body of bodies) {
        answers.push(tokensOf(await client.ask('POST', url, { body, signal })))
      }
      rounds.push(answers)
    }
    return rounds
  } finally {
    client.close()
  }
}

async function greedyBodies(
  { config: asked, hostTokenizer, ...questions }: Questions,
  access: ServerAccess,
): Promise<Buffer[]> {
  const { prompts, tokens, signal } = questions
  const tokenizing = { ...tokenizerServer(access), hostTokenizer }
  try {
    const few = {
      ...asked,
      numPrompts: prompts,
      seed: (asked.seed + ownSeeds) % 2 ** 32,
      durationMinutes: null,
    }
    const model = asked.servedModelName ?? asked.model
    const server = await probeServer({ access, model, signal })
    const config = await withVocabulary(resolvedConfig(few, server), tokenizing)
    const tokenizer = await resolveTokenizer(config, tokenizing)
    const workload = await prepareWorkload(config, { tokenizer, requestIdPrefix: '', signal })
    const { bodies } = planWorkload(workload, { runId: 'answers', config, model: server.modelId })
    return Array.from({ length: Math.min(prompts, bodyCount(bodies)) }, (_, index) =>
      greedyBody(bodyAt(bodies, index), tokens),
    )
  } finally {
    tokenizing.close()
  }
}

const bodySchema = z.record(z.string(), z.json())

function greedyBody(body: Uint8Array, tokens: number): Buffer {
  const asked = bodySchema.parse(JSON.parse(Buffer.from(body).toString()))
  const limit = 'max_completion_tokens' in asked ? 'max_completion_tokens' : 'max_tokens'
  const most = Math.min(tokens, Number(asked[limit] ?? tokens))
  const own = { temperature: 0, seed: 0, stream: false, return_token_ids: true, [limit]: most }
  const without = { stream_options: undefined }
  const least = asked['min_tokens']
  return Buffer.from(
    JSON.stringify({
      ...{ ...asked, ...own, ...without },
      ...(typeof least === 'number' && { min_tokens: Math.min(least, most) }),
    }),
  )
}

const answerSchema = z.object({
  choices: z
    .array(
      z.object({
        token_ids: z.array(z.int()).nullish(),
        text: z.string().nullish(),
        message: z.object({ content: z.string().nullish() }).nullish(),
      }),
    )
    .min(1),
})

function tokensOf({ status, body }: Readonly<{ status: number; body: string }>): readonly number[] {
  if (status !== 200) {
    throw new AppError('unsupported', message('tune.answers.status', { status }))
  }
  const [choice] = answerSchema.parse(JSON.parse(body)).choices
  const text = choice?.text ?? choice?.message?.content ?? ''
  return choice?.token_ids ?? Array.from(text, (character) => character.codePointAt(0) ?? 0)
}
