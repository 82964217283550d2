// Where the load of a benchmark comes from: this very process, or the hosts that --on names.
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import { sentences } from '#core/messages/joined.ts'
import { inEnglish, mapTexts, message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { isSentByPods, loadHostNames } from '#core/model/host/load-hosts.ts'
import { serverBaseUrl } from '#core/protocol/requests/headers.ts'
import type { PrepareHost } from '#node/experiment/benchmark.ts'
import type { LoadRunner } from '#node/load/load-runner.ts'
import type { Host } from '#node/remote/host.ts'
import type { WayToServer } from '#node/remote/load/way-to-server.ts'
import { createScaledLoadRunner } from '#node/load/threads/scaled-load-runner.ts'
import { processEntry } from '../own-files.ts'

export type LoadPlace = Readonly<{
  /** For questions from here. */
  baseUrl: string
  /** As the one who sends sees it. */
  loadBaseUrl: string
  runLoad: LoadRunner
  prepareHost?: PrepareHost
  /** Of a job alone. */
  allocate?: PrepareHost
  /** The host that sends it, or the first of them; null is this very process. */
  host: Host | null
}>

/** What it takes is given back when the work is done, whichever way it ends. */
export function atLoadPlace<T>(
  config: BenchmarkConfig,
  work: (place: LoadPlace) => Promise<T>,
): Promise<T> {
  const loadBaseUrl = serverBaseUrl(config)
  if (isSentByPods(config.on)) return onPods(config, loadBaseUrl, work)
  if (config.on !== null) return onHosts(config, loadBaseUrl, work)
  const runLoad = createScaledLoadRunner(processEntry('load-thread'))
  return work({ baseUrl: loadBaseUrl, loadBaseUrl, runLoad, host: null })
}

/** SSH is loaded on demand. The first host leads to the server for what is not load; of a job it is the login node. */
async function onHosts<T>(
  config: BenchmarkConfig,
  loadBaseUrl: string,
  work: (place: LoadPlace) => Promise<T>,
): Promise<T> {
  const { withHosts } = await import('../host/named-host.ts')
  const { runProgram } = await import('#node/remote/run-program.ts')
  const { loadSender } = await import('#node/remote/load/load-sender.ts')
  const { knock } = await import('#node/remote/load/knock.ts')
  const { wayToServer } = await import('#node/remote/load/way-to-server.ts')
  return withHosts(loadHostNames(config.on), async (host, ...others) => {
    const hosts = [host, ...others]
    // Before any request through it, so that a missing host is not reported as a missing server.
    await Promise.all(hosts.map((each) => runProgram(each, { argv: ['true'] })))
    await Promise.all(others.map((other) => knock(other, new URL(loadBaseUrl))))
    const way = await wayToServer(host, loadBaseUrl)
    const { close, ...sender } = await loadSender(hosts, config)
    return throughWay({ name: host.name, far: loadBaseUrl, way, close }, () =>
      work({ baseUrl: way.baseUrl, loadBaseUrl, host, ...sender }),
    )
  })
}

/** The first pod leads to the server for what is not load, so the pods run before anything is asked. */
async function onPods<T>(
  config: BenchmarkConfig,
  loadBaseUrl: string,
  work: (place: LoadPlace) => Promise<T>,
): Promise<T> {
  const { createPodLoad, requireFarServer } = await import('#node/remote/load/pods/pod-load.ts')
  const { directWay, forwardedWay } = await import('#node/remote/load/way-to-server.ts')
  requireFarServer(loadBaseUrl)
  const { front, close, prepareHost, allocate, runLoad } = createPodLoad(config)
  const url = new URL(loadBaseUrl)
  const way = url.protocol === 'https:' ? directWay(loadBaseUrl) : await forwardedWay(front, url)
  const prepare: PrepareHost = async (report, signal) => {
    await prepareHost(report, signal)
    await allocate(report, signal)
  }
  return throughWay({ name: front.name, far: loadBaseUrl, way, close }, () =>
    work({ baseUrl: way.baseUrl, loadBaseUrl, runLoad, prepareHost: prepare, host: null }),
  )
}

type Passage = Readonly<{
  /** Of the host that sends. */
  name: string
  far: string
  way: WayToServer
  close: () => Promise<void>
}>

async function throughWay<T>(
  { name, far, way, close }: Passage,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asSeenFrom(name, error, { near: way.baseUrl, far, failure: way.failure() })
  } finally {
    await close()
    await way.close()
  }
}

type Seen = Readonly<{
  near: string
  far: string
  /** Of the connection, which its users only saw close. */
  failure: AppError | null
}>

/** No address is known that leads there from here. */
function asSeenFrom(name: string, error: unknown, { near, far, failure }: Seen): unknown {
  if (!(error instanceof AppError) || near === far || !error.message.includes(near)) return error
  const { code, content, field, cause } = error
  const remedy = failure?.content.remedy ?? content.remedy
  const replaced = mapTexts(content.message, (text) => text.replaceAll(near, far))
  const seen = [
    inEnglish(replaced).includes(near) ? error.message.replaceAll(near, far) : replaced,
    message('cli.askedFrom', { host: name }),
    ...(failure === null ? [] : [failure.content.message]),
  ]
  return new AppError(code, sentences(seen), {
    ...(remedy !== null && { remedy }),
    ...(field !== null && { field }),
    cause,
  })
}
