// Services of a feature that uses the application itself: its calls, its stored values, and events for the windows.
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { invalidInput } from '#contract/app-error.ts'
import type { Database } from '#node/storage/database.ts'
import {
  listFeatureValues,
  removeFeatureValue,
  saveFeatureValue,
} from '#node/storage/feature-values.ts'
import type { z } from 'zod'
import type { Events } from '../events.ts'
import type { OneAtATime } from '../one-at-a-time.ts'
import { type Client, followNews, type News } from './client-of.ts'

type FeatureValue = Readonly<{ id: string; createdAtEpochMs: number; [field: string]: unknown }>

/** Values of one feature; windows receive each change. */
export type FeatureStore = Readonly<{
  /** Newest first. */
  list(): readonly unknown[]
  save(value: FeatureValue): void
  remove(id: string): void
}>

export type ServiceTools = Readonly<{
  client: Client
  /** Events from the time of this call on. */
  follow(): Promise<News>
  database: Database
  store: FeatureStore
  /** A task may start runs; nothing else can start runs until it ends. */
  tasks: OneAtATime
}>

export type FeatureService = Readonly<{
  calls: Readonly<Record<string, FeatureCall>>
  /** Called before the database closes. */
  close?(): Promise<void>
}>

type FeatureCall = (input: unknown) => unknown

type LoadedService = () => Promise<(tools: ServiceTools) => FeatureService>

/** By feature, opened on first use. */
export type FeatureServices = Readonly<Record<string, LoadedService>>

/** Checks the input, which comes from a window or the HTTP API. */
export function featureCall<Schema extends z.ZodType>(
  schema: Schema,
  run: (input: z.output<Schema>) => unknown,
): FeatureCall {
  return (input) => {
    const checked = schema.safeParse(input)
    if (!checked.success) throw invalidInput(checked.error.issues)
    return run(checked.data)
  }
}

type OpeningTools = Readonly<{
  database: Database
  events: Events
  tasks: OneAtATime
  client(): Client
}>

export class OpenedServices {
  readonly #opened = new Map<string, Promise<FeatureService>>()

  readonly #services: FeatureServices
  readonly #tools: OpeningTools

  constructor(services: FeatureServices, tools: OpeningTools) {
    this.#services = services
    this.#tools = tools
  }

  async call(feature: string, name: string, input: unknown): Promise<unknown> {
    const load = Object.hasOwn(this.#services, feature) ? this.#services[feature] : undefined
    const service = load && (await this.#service(feature, load))
    const calls = service?.calls ?? {}
    const call = Object.hasOwn(calls, name) ? calls[name] : undefined
    if (call === undefined) {
      throw new AppError('not-found', message('files.noJob', { name: `${feature}.${name}` }))
    }
    return await call(input)
  }

  async close(): Promise<void> {
    for (const opened of this.#opened.values()) await (await opened).close?.()
  }

  #service(feature: string, load: LoadedService): Promise<FeatureService> {
    const opened = this.#opened.get(feature) ?? load().then((open) => open(this.#toolsOf(feature)))
    this.#opened.set(feature, opened)
    return opened
  }

  #toolsOf(feature: string): ServiceTools {
    const { database, events, tasks } = this.#tools
    const client = this.#tools.client()
    return {
      ...{ client, database, tasks },
      follow: () => followNews(client),
      store: {
        list: () => listFeatureValues(database, feature),
        save(value) {
          saveFeatureValue(database, feature, value)
          events.publish({ type: 'feature', feature, id: value.id, value })
        },
        remove(id) {
          removeFeatureValue(database, id)
          events.publish({ type: 'feature-removed', feature, id })
        },
      },
    }
  }
}
