// From a config to the load of a run: tokenizer, prompts, bodies. What needs the prompts after the run is a function.
import { appError, AppError } from '#core/model/app-error.ts'
import { message } from '#core/messages/message.ts'
import type {
  Preparation,
  PreparationOrder,
  PreparationStep,
  PreparedModel,
} from '#contract/preparation-protocol.ts'
import type { LoadPlan } from '#contract/load-protocol.ts'
import { compatProfileOf, isReadyChecked } from '#core/compat/compat-profile-of.ts'
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import type { PreparedPrompts, StepDetail } from '#core/model/run/benchmark-step.ts'
import { datasetTraits } from '#core/model/benchmark/dataset-traits.ts'
import { senderCount } from '#core/model/host/load-hosts.ts'
import { serverBaseUrls } from '#core/protocol/requests/headers.ts'
import { secretsOf } from '#core/redaction/presentable.ts'
import { hasNewPrompts } from '#core/stats/warm-cache.ts'
import { askedLengthColumns } from '#core/workload/asked-lengths.ts'
import { type BeyondContext, beyondContext } from '#core/workload/context-check.ts'
import { repeatedTokens } from '#core/workload/random/repeated-tokens.ts'
import type { SampledRequest } from '#core/workload/sampled-request.ts'
import { keepInMemory, type KeepText } from '#core/workload/stored-text.ts'
import { rememberSecrets } from '#node/crash/known-secrets.ts'
import { prepareWarmUp } from '#node/datasets/prepare-warm-up.ts'
import { TextSpool } from '#node/files/text-spool.ts'
import { leftOutWarning, prepareWorkload } from '#node/datasets/prepare-workload.ts'
import { limitYoungMemory } from '#node/load/runtime/young-memory.ts'
import { beginningsOf } from '#node/load/workers/shard-plan.ts'
import { alignmentWarning, alignPrompts } from '#node/tokenizer/align-prompts.ts'
import { countOutputTokens } from '#node/tokenizer/count-output-tokens.ts'
import { resolveTokenizer } from '#node/tokenizer/resolve-tokenizer.ts'
import { vocabularyWarning, withVocabulary } from '#node/tokenizer/token-id-vocabulary.ts'
import { buildLoadPlan, buildTestPlan } from './build-load-plan.ts'
import { tokenizerServer } from './resolved-config.ts'
import { accessOf } from './server-access.ts'
import { type CountTokens, outputTokensAsked } from './with-output-tokens.ts'

export type PreparedRun = Readonly<{
  preparation: Preparation
  /** Null without a tokenizer. */
  countTokens: CountTokens | null
  /** Prompt tokens that a prefix cache finds though it began empty, once this number of requests was sent. */
  repeatedTokens: (sent: number) => Promise<number>
  close: () => void
}>

export type PreparationTools = Readonly<{
  /** Fetches the tokenizer from where the server runs; null if unavailable. */
  hostTokenizer?: (() => Promise<string | null>) | undefined
  onStep: (step: PreparationStep, detail?: StepDetail) => void
}>

/** Rejects with `dataset-invalid`, `tokenizer-unavailable`, `invalid-input` or `cancelled`. */
export type PrepareRun = (
  order: PreparationOrder,
  tools: PreparationTools,
  signal: AbortSignal,
) => Promise<PreparedRun>

export const prepareRun: PrepareRun = async (order, tools, signal) => {
  rememberSecrets([order.apiKey, ...secretsOf(order.config)])
  limitYoungMemory()
  const server = tokenizerServer(accessOf(order))
  const spool = new TextSpool()
  const close = () => {
    server.close()
    spool.close()
  }
  try {
    const tokenizing = { ...server, hostTokenizer: tools.hostTokenizer }
    // Other hosts cannot read a file of this one.
    const keepText = order.config.on === null ? spool.keep : keepInMemory
    const run = await prepared(order, { ...tools, tokenizing, keepText }, signal)
    spool.flush()
    return { ...run, close }
  } catch (error) {
    close()
    throw error
  }
}

type Sources = Readonly<{
  tokenizing: Parameters<typeof resolveTokenizer>[1]
  keepText: KeepText
}>

async function prepared(
  { runId, config: asked, loadBaseUrl, apiKey, model, ...order }: PreparationOrder,
  { tokenizing, keepText, onStep }: PreparationTools & Sources,
  signal: AbortSignal,
): Promise<Omit<PreparedRun, 'close'>> {
  onStep('loading-tokenizer')
  const config = await withVocabulary(asked, tokenizing)
  const tokenizer = await resolveTokenizer(config, tokenizing)
  requireGoingOn(signal)

  onStep('preparing-workload')
  const requestIdPrefix = config.requestIdPrefix ?? order.requestIdPrefix
  const onPrompt = countedPrompts(config.numPrompts, (prepared) =>
    onStep('preparing-workload', { prepared }),
  )
  const sources = { tokenizer, requestIdPrefix, signal, keepText, onPrompt }
  const sampled = await prepareWorkload(config, sources)
  const warmUp = await prepareWarmUp(config, sources)
  const aligned = isAligned(config)
    ? await alignPrompts(sampled.requests, { ...tokenizing, model: model.id })
    : { requests: sampled.requests, cut: 0 }
  const workload = { ...sampled, requests: aligned.requests }
  const { requests } = workload
  const beyond = beyondContext(requests, config, model.maxModelLen)
  if (beyond !== null && beyond.count === beyond.all) throw contextExceeded(beyond, model)
  const parts = {
    ...{ runId, config, model: model.id, aliases: model.aliases },
    ...{ baseUrl: loadBaseUrl, apiKey, warmUp },
  }
  const plan = buildLoadPlan(workload, parts)
  requireLoadForEach(plan, senderCount(config))
  const testedUrls = isReadyChecked(config) ? [loadBaseUrl, ...serverBaseUrls(config).slice(1)] : []
  const preparation: Preparation = {
    ...{ config, plan, beyond, endS: workload.endS, hasTokenizer: tokenizer !== null },
    testPlans: testedUrls.map((url) => buildTestPlan(workload, { ...parts, baseUrl: url })),
    lengths: askedLengthColumns(requests, config),
    outputTokensAsked: outputTokensAsked(config, requests),
    reusableTokens: requests.map(({ reusableTokens }) => reusableTokens),
    notes: [
      ...vocabularyWarning(config),
      ...alignmentWarning(aligned),
      ...leftOutWarning(config, workload),
    ],
  }
  return {
    preparation,
    countTokens: tokenizer && ((texts) => countOutputTokens(tokenizer, texts)),
    repeatedTokens: repetition(config, requests, warmUp?.requests ?? []),
  }
}

const reportEveryMs = 250

function countedPrompts(all: number, report: (prepared: PreparedPrompts) => void): () => void {
  let done = 0
  let reportedAtMs = performance.now()
  return () => {
    done++
    const nowMs = performance.now()
    if (nowMs - reportedAtMs < reportEveryMs) return
    reportedAtMs = nowMs
    report({ done, all })
  }
}

/** Keeps prompts only if they are meant to be new to the server. */
function repetition(
  config: BenchmarkConfig,
  requests: readonly SampledRequest[],
  warmUp: readonly SampledRequest[],
): PreparedRun['repeatedTokens'] {
  if (!hasNewPrompts(config)) return () => Promise.resolve(0)
  const before = [...(sendsFirst(config) ? requests.slice(0, 1) : []), ...warmUp]
  return (sent) => Promise.resolve(repeatedTokens({ requests, sent, before }))
}

/** Warm-ups and ready checks are the first request. */
function sendsFirst(config: BenchmarkConfig): boolean {
  return isReadyChecked(config) || config.numWarmups > 0
}

function isAligned(config: BenchmarkConfig): boolean {
  return (
    datasetTraits[config.datasetName].isAligned && compatProfileOf(config).workload.alignsPrompts
  )
}

/** Before anything is sent: a host without a request would only stand by. */
function requireLoadForEach(plan: LoadPlan, hosts: number): void {
  const count = beginningsOf(plan)
  if (hosts <= Math.max(count, 1)) return
  throw appError('invalid-input', 'runs.moreWorkersThanLoad', { hosts, count }, { field: 'on' })
}

/** Before anything is sent: no request could succeed. */
function contextExceeded(
  { all, shortest }: BeyondContext,
  { maxModelLen }: PreparedModel,
): AppError {
  const values = { all, ...shortest, limit: maxModelLen ?? 0 }
  return new AppError('invalid-input', message('runs.contextExceeded', values), {
    remedy: message('runs.contextExceeded.remedy'),
  })
}

function requireGoingOn(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('cancelled', message('runs.cancelledBeforeFirst'))
}
