// Prepares the load of a run: tokenizer, prompts, bodies. Results that need the prompts after the run are functions.
import { appError, AppError } from '#core/model/app-error.ts'
import { message } from '#core/messages/message.ts'
import type {
  Preparation,
  PreparationOrder,
  PreparationStep,
  PreparedModel,
} from '#contract/preparation-protocol.ts'
import type { LoadPlan } from '#contract/load-protocol.ts'
import { isReadyChecked } from '#core/compat/compat-profile-of.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { ignoresEos } from '#core/traits/dataset-traits.ts'
import { promptsWanted } from '#core/workload/request-count.ts'
import type { ProbedServer } from '#node/http/probe-server.ts'
import type { PreparedPrompts, StepDetail } from '#core/model/run/benchmark-step.ts'
import { senderCount } from '#core/flags/load-senders.ts'
import { serverBaseUrls } from '#core/flags/server-urls.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { secretsOf } from '#core/redaction/presentable.ts'
import { hasNewPrompts } from '#core/stats/warm-cache.ts'
import { askedLengthColumns } from '#core/workload/asked-lengths.ts'
import { type BeyondContext, beyondContext } from '#core/workload/context-check.ts'
import { repeatedTokens, repetitions } from '#core/workload/random/repeated-tokens.ts'
import { keepInMemory } from '#core/workload/stored-text.ts'
import { rememberSecrets } from '#node/crash/known-secrets.ts'
import { prepareWarmUp } from '#node/datasets/prepare-warm-up.ts'
import { PrivateFile } from '#node/files/private-file.ts'
import { TextSpool } from '#node/files/text-spool.ts'
import { leftOutWarning, prepareWorkload } from '#node/datasets/prepare-workload.ts'
import { pauseSlowCompiler } from '#node/load/runtime/held-compiler.ts'
import { limitYoungMemory } from '#node/load/runtime/young-memory.ts'
import { beginningsOf } from '#node/load/workers/shard-plan.ts'
import {
  alignmentWarning,
  alignPrompts,
  askedAbout,
  isSplitAlike,
} from '#node/tokenizer/align-prompts.ts'
import {
  findTokenizer,
  loadTokenizer,
  type TokenizerPlace,
  type TokenizerServer,
  tokenizerServer,
} from '#node/tokenizer/resolve-tokenizer.ts'
import { vocabularyWarning, withVocabulary } from '#node/tokenizer/token-id-vocabulary.ts'
import { loadPlanOf, testPlanOf } from './build-load-plan.ts'
import {
  type KeptWorkload,
  type KeptWorkloads,
  usualKeptWorkloads,
  withPrefix,
} from './kept-workloads.ts'
import { emptyIfAll, planWorkload } from './planned-workload.ts'
import type { Circumstances } from './summarize-records.ts'
import { accessOf } from './server-access.ts'
import { type CountTokens, outputTokensAsked } from './with-output-tokens.ts'
import { isAligned, workloadConfig, workloadKey } from './workload-key.ts'
import type { Tokenizer } from '#core/workload/tokenizer.ts'

/**
 * The config for a particular server: with the model it serves, and values that follow from the workload. `model` names the tokenizer and the result file, `servedModelName` is sent in requests; they differ if the server renames its
 * model. Random prompts end at random, so their outputs run to full length.
 */
export function resolvedConfig(
  config: BenchmarkConfig,
  { modelId, modelRoot }: Pick<ProbedServer, 'modelId' | 'modelRoot'>,
): BenchmarkConfig {
  const model = config.model ?? modelRoot
  const servedModelName = config.servedModelName ?? (modelId === model ? null : modelId)
  return {
    ...config,
    model,
    servedModelName,
    numPrompts: promptsWanted(config),
    ignoreEos: ignoresEos(config),
  }
}

export type PreparedRun = Readonly<{
  preparation: Preparation
  /** Null without a tokenizer. */
  countTokens: CountTokens | null
  /** Prompt tokens that hit an initially empty prefix cache after this number of requests. */
  repeatedTokens: (sent: number) => Promise<number>
  /** Takes records in the order of the plan. Absent if the caller summarizes them itself. */
  summarize?: (
    records: readonly RequestRecord[],
    circumstances: Circumstances,
  ) => Promise<RunSummary>
  close: () => void
}>

export type PreparationTools = Readonly<{
  /** Fetches the tokenizer from the server's host; null if unavailable. */
  hostTokenizer?: (() => Promise<string | null>) | undefined
  onStep: (step: PreparationStep, detail?: StepDetail) => void
  /** Folder of cached workloads; default: in the data folder, null to disable the cache. */
  kept?: KeptWorkloads | null
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
  const kept = tools.kept === undefined ? usualKeptWorkloads() : tools.kept
  const file = new PrivateFile(kept?.files.folder)
  const close = () => {
    server.close()
    file.close()
  }
  try {
    const { aliases } = order.model
    const tokenizing = { ...server, aliases, hostTokenizer: tools.hostTokenizer }
    const run = await prepared(order, { ...tools, tokenizing, kept, file }, signal)
    return { ...run, close }
  } catch (error) {
    close()
    throw error
  }
}

type Sources = Readonly<{
  tokenizing: TokenizerServer
  onStep: PreparationTools['onStep']
  kept: KeptWorkloads | null
  /** File of long texts. */
  file: PrivateFile
}>

async function prepared(
  order: PreparationOrder,
  sources: Sources,
  signal: AbortSignal,
): Promise<Omit<PreparedRun, 'close'>> {
  const { tokenizing, onStep, file } = sources
  const { runId, loadBaseUrl, apiKey, model } = order
  onStep('loading-tokenizer')
  const config = await withVocabulary(order.config, tokenizing)
  const tokenizer = await findTokenizer(config, tokenizing)
  const requestIdPrefix = config.requestIdPrefix ?? order.requestIdPrefix
  const workload = await keptOrMade(
    { ...order, config: workloadConfig(config), requestIdPrefix, tokenizer },
    sources,
    signal,
  )
  requireGoingOn(signal)
  file.flush()

  const { planned, prepared, repetitions } = withPrefix(workload, requestIdPrefix)
  const { beyond } = prepared
  if (beyond !== null && beyond.count === beyond.all) throw contextExceeded(beyond, model)
  const addressed = {
    ...{ runId, config, model: model.id, aliases: model.aliases },
    ...{ baseUrl: loadBaseUrl, apiKey },
  }
  const plan = loadPlanOf(planned, addressed)
  requireLoadForEach(plan, senderCount(config))
  const testedUrls = isReadyChecked(config) ? [loadBaseUrl, ...serverBaseUrls(config).slice(1)] : []
  return {
    preparation: {
      ...{ ...prepared, config, plan },
      testPlans: testedUrls.map((baseUrl) => testPlanOf(planned, { ...addressed, baseUrl })),
    },
    countTokens: prepared.hasTokenizer
      ? async (texts) => {
          const loaded = await loadTokenizer(tokenizer, config, tokenizing)
          return loaded === null ? [] : countOutputTokens(loaded, texts)
        }
      : null,
    repeatedTokens: (sent) =>
      Promise.resolve(
        repetitions === null ? 0 : repeatedTokens(repetitions, planned.promptTokens, sent),
      ),
  }
}

type WorkloadOrder = PreparationOrder & Readonly<{ tokenizer: TokenizerPlace }>

/** Reads the workload if it is cached and fits the server. Otherwise prepares it, and caches it if that took long. */
async function keptOrMade(
  order: WorkloadOrder,
  sources: Sources,
  signal: AbortSignal,
): Promise<KeptWorkload> {
  const { kept, file, tokenizing } = sources
  const key = kept && (await workloadKey({ ...order, program: kept.program }))
  if (kept === null || key === null) return make(order, sources, signal)
  const workload = kept.take(key, file)
  if (workload !== null) {
    const server = { ...tokenizing, model: order.model.id }
    if (await isSplitAlike(workload.firstPrompt, server)) return workload
    file.close()
  }
  const startedAtMs = performance.now()
  const made = await make(order, sources, signal)
  const tookMs = performance.now() - startedAtMs
  if (made.isForAnyServer && tookMs >= kept.leastMs) kept.keep(key, made, file)
  return made
}

async function make(
  { runId, config, model, requestIdPrefix, ...order }: WorkloadOrder,
  { tokenizing, onStep, file }: Sources,
  signal: AbortSignal,
): Promise<KeptWorkload> {
  const tokenizer = await loadTokenizer(order.tokenizer, config, tokenizing)
  requireGoingOn(signal)
  onStep('preparing-workload')
  const endPause = pauseSlowCompiler()
  const onPrompt = countedPrompts(config.numPrompts, (prepared) =>
    onStep('preparing-workload', { prepared }),
  )
  // Other hosts cannot read a local file.
  const keepText = config.on === null ? new TextSpool(file).keep : keepInMemory
  const sources = { tokenizer, requestIdPrefix, signal, keepText, onPrompt }
  const sampled = await prepareWorkload(config, sources)
  const warmUp = await prepareWarmUp(config, sources)
  const [first] = sampled.requests
  const asksServer = isAligned(config)
  const aligned = asksServer
    ? await alignPrompts(sampled.requests, { ...tokenizing, model: model.id })
    : { requests: sampled.requests, cut: 0 }
  const workload = { ...sampled, requests: aligned.requests }
  const { requests } = workload
  const made = {
    planned: {
      ...planWorkload(workload, { runId, config, model: model.id, warmUp }),
      offsetsS: workload.offsetsS,
    },
    prepared: {
      beyond: beyondContext(requests, config, model.maxModelLen),
      endS: workload.endS,
      hasTokenizer: tokenizer !== null,
      lengths: askedLengthColumns(requests, config),
      outputTokensAsked: outputTokensAsked(config, requests),
      reusableTokens: emptyIfAll(
        undefined,
        requests.map(({ reusableTokens }) => reusableTokens),
      ),
      notes: [
        ...vocabularyWarning(config),
        ...alignmentWarning(aligned),
        ...leftOutWarning(config, workload),
      ],
    },
    repetitions: hasNewPrompts(config)
      ? repetitions(requests, [
          ...(sendsFirst(config) ? requests.slice(0, 1) : []),
          ...(warmUp?.requests ?? []),
        ])
      : null,
    firstPrompt: asksServer && first !== undefined ? askedAbout(first) : null,
    isForAnyServer: aligned.requests === sampled.requests,
    requestIdPrefix,
  }
  endPause()
  return made
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

/** Warm-ups and ready checks send the first request. */
function sendsFirst(config: BenchmarkConfig): boolean {
  return isReadyChecked(config) || config.numWarmups > 0
}

/** Throws before anything is sent, because a host without a request would be idle. */
function requireLoadForEach(plan: LoadPlan, hosts: number): void {
  const count = beginningsOf(plan)
  if (hosts <= Math.max(count, 1)) return
  throw appError('invalid-input', 'runs.moreWorkersThanLoad', { hosts, count }, { field: 'on' })
}

/** Throws before anything is sent, because no request could succeed. */
function contextExceeded(
  { all, shortest }: BeyondContext,
  { maxModelLen }: PreparedModel,
): AppError {
  const values = { all, ...shortest, limit: maxModelLen ?? 0 }
  return appError('invalid-input', 'runs.contextExceeded', values)
}

export function requireGoingOn(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('cancelled', message('runs.cancelledBeforeFirst'))
}

const batchSize = 256

/** Excludes the special tokens that an encode would add, as the original client does. Exported for tests. */
export async function countOutputTokens(
  tokenizer: Pick<Tokenizer, 'encode'>,
  texts: readonly string[],
): Promise<number[]> {
  const counts: number[] = []
  for (let first = 0; first < texts.length; first += batchSize) {
    const encoded = await tokenizer.encode(texts.slice(first, first + batchSize), false)
    counts.push(...encoded.map((ids) => ids.length))
  }
  return counts
}
