// Facts about this machine as a load client, without evaluation.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { availableParallelism, homedir, loadavg } from 'node:os'
import path from 'node:path'
import { preparedFolder } from '#node/files/data-folder.ts'
import { KeptFiles, type KeptUsage } from '#node/files/kept-files.ts'
import { connectionLimits } from '#node/load/connections/connection-limits.ts'
import { webFetch } from '#node/http/web-fetch.ts'
import { hubAccess } from '#node/http/hub-access.ts'
import { databasePath } from '#node/storage/database-path.ts'
import { clientCalibrations } from '../bench/client-calibrations.ts'
import { hasDesktop } from '../open-browser.ts'
import { ownVersion } from '../own-files.ts'

export type MachineFacts = Readonly<{
  version: string
  node: Readonly<{ version: string; path: string }>
  /** Null if it loads, otherwise the reason. */
  native: Readonly<Record<'better-sqlite3' | 'tokenizers', string | null>>
  database: Readonly<{ path: string; bytes: number | null; isWritable: boolean }>
  prepared: KeptUsage & Readonly<{ folder: string }>
  /** Null if there is no limit, or if the system does not report it. */
  openFiles: number | null
  ports: number | null
  cores: number
  /** Cores available to its control group; null without a quota. */
  coreQuota: number | null
  /** Mean number of running tasks in the last minute; null on Windows. */
  load: number | null
  /** 99th percentile of the delay of 0.1 ms sleeps, in µs. */
  sleepLatenessUs: number
  calibrations: number
  /** Names of the environment variables that are set. */
  proxyVariables: readonly string[]
  hub: Readonly<{ endpoint: string; cache: string; isOffline: boolean; hasToken: boolean }>
  /** Null if it responds or was not queried, otherwise the reason. */
  hubProblem: string | null
  ssh: Readonly<{ config: boolean; agent: boolean }>
  hasDesktop: boolean
}>

export async function machineFacts(): Promise<MachineFacts> {
  const { files, ports } = connectionLimits()
  const [sleepLatenessUs, hub] = [measureSleeps(), await hubAccess()]
  const { endpoint, cacheFolder, isOffline, token } = hub
  return {
    version: ownVersion(),
    node: { version: process.versions.node, path: process.execPath },
    // Tested here but not used.
    /* oxlint-disable kneepoint/doors */
    native: {
      'better-sqlite3': await problemOf(async () => void (await import('better-sqlite3'))),
      tokenizers: await problemOf(async () => void (await import('tokenizers'))),
    },
    /* oxlint-enable kneepoint/doors */
    database: await databaseFacts(databasePath()),
    prepared: { folder: preparedFolder(), ...new KeptFiles(preparedFolder()).usage() },
    ...{ openFiles: files, ports, sleepLatenessUs },
    cores: availableParallelism(),
    coreQuota: coreQuota(),
    load: process.platform === 'win32' ? null : (loadavg()[0] ?? null),
    calibrations: (await clientCalibrations()).filter(
      ({ circumstances }) => circumstances.isElsewhere !== true,
    ).length,
    proxyVariables: proxyNames.filter((name) => process.env[name]),
    hub: { endpoint, cache: cacheFolder, isOffline, hasToken: token !== null },
    hubProblem: isOffline ? null : await problemOf(() => reach(endpoint)),
    ssh: {
      config: existsSync(path.join(homedir(), '.ssh', 'config')),
      agent: existsSync(process.env['SSH_AUTH_SOCK'] ?? ''),
    },
    hasDesktop: hasDesktop(),
  }
}

const proxyNames = ['http_proxy', 'https_proxy', 'no_proxy'].flatMap((name) => [
  name,
  name.toUpperCase(),
])

const hubTimeoutMs = 5000

async function reach(endpoint: string): Promise<void> {
  const answer = await webFetch(endpoint, {
    method: 'HEAD',
    signal: AbortSignal.timeout(hubTimeoutMs),
  })
  if (answer.status >= 500) throw new Error(`HTTP ${answer.status}`)
}

async function problemOf(action: () => Promise<void>): Promise<string | null> {
  try {
    await action()
    return null
  } catch (error) {
    const { message, cause } = error instanceof Error ? error : new Error(String(error))
    return cause instanceof Error ? `${message}: ${cause.message}` : message
  }
}

/** The folder is created on the first write, so the nearest existing folder is checked. */
async function databaseFacts(file: string): Promise<MachineFacts['database']> {
  let place = file
  while (!existsSync(place) && path.dirname(place) !== place) place = path.dirname(place)
  const isWritable = await access(place, constants.W_OK).then(
    () => true,
    () => false,
  )
  return { path: file, bytes: existsSync(file) ? statSync(file).size : null, isWritable }
}

/** Quota of Linux's control groups, version 2. */
function coreQuota(): number | null {
  try {
    const [quota = '', period = ''] = readFileSync('/sys/fs/cgroup/cpu.max', 'utf8').split(' ')
    return Number(quota) / Number(period) || null
  } catch {
    return null
  }
}

const sleeps = 500
const sleepMs = 0.1

/** Blocks this process for about 80 ms. */
function measureSleeps(): number {
  const neverNotified = new Int32Array(new SharedArrayBuffer(4))
  const lateUs = Array.from({ length: sleeps }, () => {
    const beforeMs = performance.now()
    Atomics.wait(neverNotified, 0, 0, sleepMs)
    return (performance.now() - beforeMs - sleepMs) * 1000
  }).toSorted((a, b) => a - b)
  return lateUs[Math.floor(sleeps * 0.99)] ?? 0
}
