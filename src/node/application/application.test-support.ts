// A whole application in a temporary folder, with real child processes, for tests of whole workflows.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { AppEvent } from '#contract/app-events.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { Run } from '#core/model/run/run.ts'
import type { Server } from '#core/model/server.ts'
import { type Sweep, type SweepLimit, type SweepPlan, sweepPlanSchema } from '#core/model/sweep.ts'
import { startSimulator } from '#node/simulator/start-simulator.ts'
import { optionsIn } from './application-options.test-support.ts'
import type { Client } from './services/client-of.ts'
import { createApplication, type Application } from './create-application.ts'

type ApplicationOptions = Parameters<typeof createApplication>[0]

export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-application-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

type OpenOptions = Pick<ApplicationOptions, 'ssh' | 'secrets'> & Readonly<{ folder?: string }>

/** Opens an application that closes when the test ends, if it is still open. */
export function openApplication({
  folder = temporaryFolder(),
  ...options
}: OpenOptions = {}): Application {
  const application = createApplication({ ...optionsIn(folder), ...options })
  onTestFinished(() => application.close())
  return application
}

/** A window: subscribes to events, and refetches data when an event announces a change. */
export class Window {
  readonly news: AppEvent[] = []
  readonly #client: Client
  #waiting: (() => void)[] = []

  constructor(client: Client) {
    this.#client = client
    void this.#listen()
  }

  async server(id: string, state: Server['state']['state']): Promise<Server> {
    const find = async () => (await this.#client.servers.list()).find((server) => server.id === id)
    return this.#until(find, (server) => server.state.state === state)
  }

  async run(id: string, ...statuses: Run['status'][]): Promise<Run> {
    return this.#until(
      () => this.#client.runs.get({ id }),
      ({ status }) => statuses.includes(status),
    )
  }

  async sweep(id: string, ...statuses: Sweep['status'][]): Promise<Sweep> {
    return this.#until(
      () => this.#client.sweeps.get({ id }),
      ({ status }) => statuses.includes(status),
    )
  }

  async event(isWanted: (event: AppEvent) => boolean): Promise<void> {
    await this.#until(
      () => Promise.resolve(this.news),
      (news) => news.some(isWanted),
    )
  }

  async #until<T>(ask: () => Promise<T | undefined>, isDone: (value: T) => boolean): Promise<T> {
    for (;;) {
      const woken = new Promise<void>((resolve) => this.#waiting.push(resolve))
      const value = await ask()
      if (value !== undefined && isDone(value)) return value
      await woken
    }
  }

  async #listen(): Promise<void> {
    const controller = new AbortController()
    onTestFinished(() => controller.abort())
    const news = await this.#client.app.events(undefined, { signal: controller.signal })
    for await (const event of news) {
      this.news.push(event)
      for (const wake of this.#waiting.splice(0)) wake()
    }
  }
}

/** A simulated server inside the test's process, for tests that need a server to benchmark but none to manage. */
export async function attachSimulator(client: Client): Promise<Server> {
  const spec = { kind: 'simulator', preset: 'quick', port: null, startupS: 0, seed: 0 } as const
  const hooks = { onLog: () => undefined, onPhase: () => undefined }
  const simulator = await startSimulator(spec, hooks)
  onTestFinished(() => simulator.stop())
  const baseUrl = `http://127.0.0.1:${simulator.port}`
  return client.servers.attach({ name: null, spec: { kind: 'attached', baseUrl }, apiKey: null })
}

/** Adds a simulated server through the API, without start-up delay. */
export async function readySimulator(client: Client, window: Window): Promise<Server> {
  const spec = { kind: 'simulator', preset: 'quick', startupS: 0 } as const
  const { id } = await client.servers.startSimulator({ name: null, spec })
  return window.server(id, 'ready')
}

export function twoRates(name: string, limits: readonly SweepLimit[] = []): SweepPlan {
  return sweepPlanSchema.parse({
    name,
    config: smallBenchmark,
    requestRates: [50, 'inf'],
    maxConcurrencies: [4],
    secondsPerPoint: null,
    limits,
  })
}

export const smallBenchmark: BenchmarkConfig = {
  ...defaultBenchmarkConfig,
  promptTokenIds: true,
  randomInputLen: 16,
  randomOutputLen: 8,
  numPrompts: 12,
}
