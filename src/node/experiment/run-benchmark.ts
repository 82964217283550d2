// The steps of a benchmark, in order. Each step is a function of values, independent of windows and the database.
import { runParts } from '#core/report/console/run-parts.ts'
import type { LoadOutcome, LoadPlan } from '#contract/load-protocol.ts'
import { message, statementOf, type Text } from '#core/messages/message.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { compatProfileOf, isReadyChecked } from '#core/compat/compat-profile-of.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { beganLate, isLost, type RunSummary } from '#core/model/run/run-summary.ts'
import { runWarning } from '#core/model/run/run-warning.ts'
import { bodyCount } from '#core/protocol/requests/planned-bodies.ts'
import { secretsOf } from '#core/redaction/presentable.ts'
import {
  statusNotes,
  eventsNote,
  reasoningNotes,
  resentWarning,
  uncountedTokensWarning,
  unseenTokensWarning,
  warmCacheWarning,
} from '#core/report/run-warnings.ts'
import {
  failureLimitSentence,
  runLimitSentence,
  workersLateSentence,
  workersLostSentence,
} from '#core/report/cut-short.ts'
import { withCalibration } from '#core/stats/calibration/calibrated-for.ts'
import { unlistedModelNote } from '#core/report/unlisted-model.ts'
import { DurationTally } from '#core/stats/durations/duration-tally.ts'
import { addGaps } from '#core/stats/durations/gap-tally.ts'
import { rememberSecrets, withoutSecrets, knownSecretRedactor } from '#node/crash/known-secrets.ts'
import { proxyWarning } from '#node/load/connections/environment-proxy.ts'
import { FailureWatch } from '#node/load/failure-watch.ts'
import type { LoadRunner } from '#node/load/load-runner.ts'
import { requestsPerBeginning } from '#node/load/progress.ts'
import type {
  BenchmarkHooks,
  BenchmarkRequest,
  BenchmarkResult,
  BenchmarkTools,
  RunBenchmark,
} from './benchmark.ts'
import { BatchProfiler, startProfilers, stopProfiler } from './batch-profiler.ts'
import { prepareRun, type PrepareRun, requireGoingOn, resolvedConfig } from './prepare-run.ts'
import { CounterWatch } from './counter-watch.ts'
import type { ServerAccess } from '#node/http/http-client.ts'
import { probeServer } from '#node/http/probe-server.ts'
import { spread } from './spread.ts'
import { requireGpuMetrics } from './require-gpu-metrics.ts'
import { requireAnswer, untilItWorks } from './ready-check.ts'
import { requireMetrics } from './require-metrics.ts'
import { accessOf, otherAccesses, requireHealth } from './server-access.ts'
import { withDifferences } from '#core/workload/asked-lengths.ts'
import { withOutputTokens, withRepeatedTokens } from './with-output-tokens.ts'

export const runBenchmark: RunBenchmark = async (request, tools, hooks, signal) => {
  rememberSecrets([request.apiKey, ...secretsOf(request.config)])
  const runLoad = redactingRunner(tools.runLoad)
  let close: (() => void) | null = null
  const prepare: PrepareRun = async (...order) => {
    const prepared = await (tools.prepare ?? prepareRun)(...order)
    close = prepared.close
    return prepared
  }
  return await preparedBenchmark(request, { ...tools, runLoad, prepare }, hooks, signal).finally(
    () => close?.(),
  )
}

async function preparedBenchmark(
  request: BenchmarkRequest,
  tools: BenchmarkTools & Readonly<{ prepare: PrepareRun }>,
  hooks: BenchmarkHooks,
  signal: AbortSignal,
): Promise<BenchmarkResult> {
  const { runId, apiKey, config: asked } = request
  const access = accessOf(request)
  const others = otherAccesses(request)
  const servers = [access, ...others]
  const deadlineMs = performance.now() + asked.readyCheckTimeoutSec * 1000
  const patience = { deadlineMs, signal }

  if (tools.prepareHost !== undefined) {
    hooks.onStep('preparing-host')
    await tools.prepareHost((detail) => hooks.onStep('sending-node', detail), signal)
  }
  if (asked.durationMinutes !== null) {
    hooks.onStep('checking-health')
    for (const each of servers) {
      await untilItWorks(() => requireHealth({ access: each, signal }), patience)
    }
  }
  hooks.onStep('checking-server')
  const wanted = asked.servedModelName ?? asked.model
  const question = { access, model: wanted, signal }
  const server = await untilItWorks(() => probeServer(question), patience)
  const differences = await untilItWorks(
    async () => (await spread?.checkServers(others, { access, server }, signal)) ?? [],
    patience,
  )
  const served = resolvedConfig(asked, server)
  await requireGpuMetrics(asked, signal)
  await requireMetrics(asked, { servers, instances: tools.instances ?? [] }, signal)

  const { baseUrl } = access
  const { maxModelLen } = server.facts
  const prepared = await tools.prepare(
    {
      ...{ runId, config: served, baseUrl, loadBaseUrl: request.loadBaseUrl ?? baseUrl, apiKey },
      requestIdPrefix: tools.requestIdPrefix,
      model: { id: server.modelId, aliases: [server.modelRoot, server.modelParent], maxModelLen },
    },
    { hostTokenizer: tools.hostTokenizer, onStep: hooks.onStep },
    signal,
  )
  const { preparation } = prepared
  const { config, plan, beyond } = preparation
  hooks.onPlanned({
    config,
    facts: server.facts,
    requests: requestsIn(plan),
    lastDueS: plan.offsetsS.at(-1) ?? 0,
  })
  requireGoingOn(signal)
  if (tools.allocate !== undefined) {
    hooks.onStep('waiting-in-queue')
    await tools.allocate((detail) => hooks.onStep('waiting-in-queue', detail), signal)
  }

  if (isReadyChecked(config)) {
    hooks.onStep('waiting-until-ready')
    for (const testPlan of preparation.testPlans) {
      await untilItWorks(() => requireAnswer(testPlan, tools.runLoad, signal), patience)
    }
  }
  const watch = new CounterWatch(servers)
  // Loaded after the first response, to avoid delay, and before the run, in case the program is replaced meanwhile.
  const [{ summarizeEnded }] = await Promise.all([
    import('./summarize-records.ts'),
    tools.loadClosing?.(),
  ])
  const unlisted = unlistedModelNote(server.facts, access.baseUrl)
  const warnings: Text[] = [...(unlisted === null ? [] : [unlisted]), ...differences]
  if (beyond !== null) {
    const { count, all, longest } = beyond
    const limit = maxModelLen ?? 0
    warnings.push(message('notes.contextExceeded', { count, all, ...longest, limit }))
  }
  const warn = (error: unknown) => void warnings.push(statementOf(error))
  const batchProfiler = batchProfilerOf(config, access)
  let isProfiling = config.profile && batchProfiler === null
  if (isProfiling) {
    hooks.onStep('starting-profiler')
    await startProfilers(servers, signal).catch((error: unknown) => {
      requireGoingOn(signal)
      warn(error)
      isProfiling = false
    })
  }
  await watch.started()
  const noted = (record: RequestRecord) => withDifferences(record, preparation.lengths, config)
  const watching = { hooks, watch, batchProfiler, signal, noted }
  const { outcome: measured, records, gaps } = await measure(plan, tools.runLoad, watching)
  const outcome = lastingUntil(preparation.endS, measured)
  const activity = await withRepeatedTokens(
    await watch.activity(outcome.durationUs / 1e6),
    config,
    () => prepared.repeatedTokens(records.length),
  )
  warnings.push(
    ...preparation.notes,
    ...proxyWarning(plan),
    ...((await batchProfiler?.end()) ?? []),
  )
  if (isProfiling) {
    hooks.onStep('stopping-profiler')
    await Promise.all(servers.map((each) => stopProfiler({ access: each }).catch(warn)))
  }

  hooks.onStep('counting-tokens')
  const counted = await withOutputTokens(records, {
    countTokens: prepared.countTokens,
    asked: preparation.outputTokensAsked,
    addsReasoning: compatProfileOf(config).counting.chat === undefined,
  })
  const calibrations = (await tools.calibrations?.()) ?? []
  const { lightPace = null } = request
  const summarized = await (prepared.summarize ?? summarizeEnded)(counted, {
    ...{ config, ...outcome, gaps, server: activity },
    reusableTokens: preparation.reusableTokens,
  })
  const summary = withCalibration(
    lightPace === null ? summarized : { ...summarized, lightPace },
    calibrations,
  )
  warnings.push(
    ...resentWarning(summary),
    ...warmCacheWarning(config, summary),
    ...unseenTokensWarning(counted),
    ...reasoningNotes(summary),
    ...runParts.flatMap(({ notes }) => notes?.(summary) ?? []),
    ...eventsNote(summary),
    ...statusNotes(config, counted),
    ...uncountedTokensWarning(records, { hasTokenizer: preparation.hasTokenizer }),
  )
  if (outcome.failureLimit !== undefined) {
    warnings.push(failureLimitSentence(outcome.failureLimit, access.baseUrl))
  }
  if (summary.completed === 0 && records.length > 0) {
    warnings.push(message('runs.allFailedAt', { url: plan.url }))
    const rejection = records.find(({ error }) => error?.code === 'rejected')?.error
    const why = rejection?.text ?? rejection?.message
    if (why !== undefined) warnings.push(message('runs.firstRejection', { why }))
  }
  if (outcome.timedOut) {
    warnings.push(runLimitSentence(config, { ...summary, planned: requestsIn(plan) }))
  }
  if (outcome.workers?.some(beganLate)) warnings.push(workersLateSentence(outcome.workers))
  if (outcome.workers?.some(isLost)) warnings.push(workersLostSentence(outcome.workers))
  const recounted = counted.filter((record, place) => record !== records[place])
  const warned = withWarnings(summary, warnings)
  return { config, facts: server.facts, records: counted, recounted, summary: warned, outcome }
}

function withWarnings(summary: RunSummary, warnings: readonly Text[]): RunSummary {
  if (warnings.length === 0) return summary
  return { ...summary, warnings: warnings.map((warning) => runWarning(warning, withoutSecrets)) }
}

type LoadWatch = Readonly<{
  hooks: BenchmarkHooks
  watch: CounterWatch
  batchProfiler: BatchProfiler | null
  signal: AbortSignal
  /** Adds differences between the request and its response to the record. */
  noted: (record: RequestRecord) => RequestRecord
}>

type LoadResult = Readonly<{
  outcome: LoadOutcome
  /** Records, in the order of the plan. */
  records: readonly RequestRecord[]
  /** Gaps between the tokens of all responses. */
  gaps: DurationTally
}>

async function measure(
  plan: LoadPlan,
  runLoad: LoadRunner,
  { hooks, watch, batchProfiler, signal, noted }: LoadWatch,
): Promise<LoadResult> {
  const records: RequestRecord[] = []
  const gaps = new DurationTally()
  const failures = new FailureWatch(plan.failureLimits)
  const outcome = await runLoad(
    plan,
    {
      onPhase: (phase) => {
        if (phase === 'running' && isWarmedUp(plan)) watch.restart()
        if (phase === 'running') batchProfiler?.begin()
        hooks.onStep(phase)
      },
      onWaiting: (waitsFor) => hooks.onStep('connecting', { waitsFor }),
      onProgress: (progress) => hooks.onProgress(progress),
      onRecords: (received) => {
        const batch = received.map(noted)
        records.push(...batch)
        addGaps(gaps, batch)
        hooks.onRecords(batch)
        failures.add(batch)
      },
    },
    AbortSignal.any([signal, failures.reached]),
    // oxlint-disable-next-line typescript/no-misused-promises -- finally waits for it
  ).finally(() => batchProfiler?.end())
  const { limit: failureLimit } = failures
  const isLimited = failureLimit !== null && !signal.aborted
  return {
    outcome: isLimited ? { ...outcome, cancelled: false, failureLimit } : outcome,
    records: records.sort((a, b) => a.index - b.index),
    gaps,
  }
}

function batchProfilerOf(
  { profile, profileBatchThreshold: threshold, profileDuration: durationS }: BenchmarkConfig,
  access: ServerAccess,
): BatchProfiler | null {
  return profile && threshold !== null ? new BatchProfiler({ access, threshold, durationS }) : null
}

function isWarmedUp({ warmups, warmUp }: LoadPlan): boolean {
  return warmups.length > 0 || warmUp !== undefined
}

/** Earlier clients waited once more after the last request, and the run ended only then. */
function lastingUntil(endS: number, outcome: LoadOutcome): LoadOutcome {
  if (outcome.cancelled || outcome.timedOut || outcome.failureLimit !== undefined) {
    return outcome
  }
  return { ...outcome, durationUs: Math.max(outcome.durationUs, Math.round(endS * 1e6)) }
}

/** Number of requests. A timed run repeats bodies as needed; without a schedule their number is unknown. */
function requestsIn(plan: LoadPlan): number {
  const { offsetsS, bodies } = plan
  if (offsetsS.length === 0) return bodyCount(bodies)
  return Math.round(offsetsS.length * requestsPerBeginning(plan))
}

/** Redacts known secrets in all reports of the load generator, because a server may repeat headers, bodies and addresses. */
function redactingRunner(runLoad: LoadRunner): LoadRunner {
  return async (plan, hooks, signal) => {
    rememberSecrets(plan.secrets ?? [])
    const redact = knownSecretRedactor()
    if (redact === null) return runLoad(plan, hooks, signal)
    const outcome = await runLoad(
      plan,
      {
        ...hooks,
        onRecords: (records) => hooks.onRecords(redact(records)),
        onProgress: (progress) => hooks.onProgress(redact(progress)),
        onWaiting: (waitsFor) => hooks.onWaiting?.(redact(waitsFor)),
      },
      signal,
    )
    return redact(outcome)
  }
}
