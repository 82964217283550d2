// Origin of a benchmark's load: this process, or the hosts of --on.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { inEnglish, mapTexts, message, sentences } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { featureSender, loadHostNames } from '#core/flags/load-senders.ts'
import type { SenderTraits } from '#core/flags/sender-traits.ts'
import { isLoopback } from '#core/backends/server-address.ts'
import { serverBaseUrls } from '#core/flags/server-urls.ts'
import type { PrepareHost } from '#node/experiment/benchmark.ts'
import type { LoadRunner } from '#node/load/load-runner.ts'
import type { Host } from '#node/remote/host.ts'
import type { WayToServer } from '#node/remote/load/way-to-server.ts'
import { createScaledLoadRunner } from '#node/load/run-load.ts'
import { processEntry } from '../own-files.ts'

export type LoadPlace = Readonly<{
  baseUrl: string
  /** URLs of the further servers that share the load, also for this process. */
  otherBaseUrls: readonly string[]
  /** URL as seen by the load generator. */
  loadBaseUrl: string
  runLoad: LoadRunner
  prepareHost?: PrepareHost
  /** Only for jobs. */
  allocate?: PrepareHost
  /** Host that sends the load, or the first of several; null for this process. */
  host: Host | null
}>

/** Releases its resources after the work, also on failure. */
export function atLoadPlace<T>(
  config: BenchmarkConfig,
  work: (place: LoadPlace) => Promise<T>,
): Promise<T> {
  const urls = serverBaseUrls(config)
  const sender = featureSender(config.on)
  if (sender?.serverHere) return onAllocated(config, { urls, serverHere: sender.serverHere }, work)
  if (config.on !== null) return onHosts(config, urls, work)
  const runLoad = createScaledLoadRunner(processEntry('load-thread'))
  return work({ ...addressesOf(urls, urls), runLoad, host: null })
}

/** Loads SSH on demand. Requests outside the load reach the server through the first host; for a job this is the login node. */
async function onHosts<T>(
  config: BenchmarkConfig,
  urls: readonly string[],
  work: (place: LoadPlace) => Promise<T>,
): Promise<T> {
  const { withHosts } = await import('../server/named-host.ts')
  const { runProgram } = await import('#node/remote/host.ts')
  const { loadSender } = await import('#node/remote/load/load-sender.ts')
  const { knock } = await import('#node/remote/load/knock.ts')
  const { wayToServer } = await import('#node/remote/load/way-to-server.ts')
  return withHosts(loadHostNames(config.on), async (host, ...others) => {
    const hosts = [host, ...others]
    // Connects before any request through it, so that a missing host is not reported as a missing server.
    await Promise.all(hosts.map((each) => runProgram(each, { argv: ['true'] })))
    for (const url of urls) {
      await Promise.all(others.map((other) => knock(other, new URL(url))))
    }
    const ways = await Promise.all(urls.map((url) => wayToServer(host, url)))
    const { close, ...sender } = await loadSender(hosts, config)
    return throughWays({ name: host.name, urls, ways, close }, (near) =>
      work({ ...addressesOf(near, urls), host, ...sender }),
    )
  })
}

type Allocation = Readonly<{ urls: readonly string[] }> & Required<Pick<SenderTraits, 'serverHere'>>

/** Requests outside the load reach the server through the first machine, so all must run before the first query. */
async function onAllocated<T>(
  config: BenchmarkConfig,
  { urls, serverHere }: Allocation,
  work: (place: LoadPlace) => Promise<T>,
): Promise<T> {
  const { loadSender } = await import('#node/remote/load/load-sender.ts')
  const { directWay, forwardedWay } = await import('#node/remote/load/way-to-server.ts')
  const near = urls.find((url) => isLoopback(new URL(url).hostname))
  if (near !== undefined) {
    const { message: problem, remedy } = serverHere(near)
    throw new AppError('invalid-input', problem, { field: 'on', remedy })
  }
  const { front, close, prepareHost, allocate, runLoad } = await loadSender([], config)
  const wayTo = async (url: string) =>
    front === undefined || url.startsWith('https:')
      ? directWay(url)
      : await forwardedWay(front, new URL(url))
  const ways = await Promise.all(urls.map(wayTo))
  const prepare: PrepareHost = async (report, signal) => {
    await prepareHost(report, signal)
    await allocate?.(report, signal)
  }
  return throughWays({ name: front?.name ?? '', urls, ways, close }, (near) =>
    work({ ...addressesOf(near, urls), runLoad, prepareHost: prepare, host: null }),
  )
}

type Passage = Readonly<{
  /** Name of the host that sends the load. */
  name: string
  /** URLs as seen by the host. */
  urls: readonly string[]
  /** One route per URL. */
  ways: readonly WayToServer[]
  close: () => Promise<void>
}>

async function throughWays<T>(
  { name, urls, ways, close }: Passage,
  work: (near: readonly string[]) => Promise<T>,
): Promise<T> {
  try {
    return await work(ways.map(({ baseUrl }) => baseUrl))
  } catch (error) {
    throw ways.reduce((seen: unknown, way, place) => {
      const near = way.baseUrl
      return asSeenFrom(name, seen, { near, far: urls[place] ?? near, failure: way.failure() })
    }, error)
  } finally {
    await close()
    await Promise.all(ways.map((way) => way.close()))
  }
}

/** `near` as seen by this process, `far` as seen by the load generator. */
function addressesOf(
  [baseUrl = '', ...otherBaseUrls]: readonly string[],
  [loadBaseUrl = '']: readonly string[],
): Pick<LoadPlace, 'baseUrl' | 'otherBaseUrls' | 'loadBaseUrl'> {
  return { baseUrl, otherBaseUrls, loadBaseUrl }
}

type Seen = Readonly<{
  near: string
  far: string
  /** Failure of the connection, which its users only see as closed. */
  failure: AppError | null
}>

/** Replaces the local address in an error with the address that the host uses. */
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
