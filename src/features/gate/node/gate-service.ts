// Gates of the window: planned, run one at a time, stored after each step.
import { randomUUID } from 'node:crypto'
import { stringify } from 'yaml'
import { z } from 'zod'
import { mean, sum } from '#core/base/spread.ts'
import type { Server } from '#core/model/server.ts'
import { contentOf } from '#core/messages/message.ts'
import { presentable } from '#core/redaction/presentable.ts'
import { appError } from '#core/model/app-error.ts'
import { sideText } from '#features/gate/core/gate-order.ts'
import {
  composedGateSchema,
  gateRecordSchema,
  type ComposedGate,
  type GatePlan,
  type GateRecord,
} from '#features/gate/core/gate-record.ts'
import { gateCommand, gateFileContents } from '#features/gate/core/write-gate-file.ts'
import { ownFlagIndex } from '#node/remote/launch/flag-catalogue.ts'
import { closing } from '#node/application/one-at-a-time.ts'
import { gpusOccupied } from '#node/application/sweeps/sweep-gpus.ts'
import { placesOf } from '#node/application/services/bring-up.ts'
import {
  featureCall,
  type FeatureService,
  type ServiceTools,
} from '#node/application/services/feature-service.ts'
import { listStartTimes } from '#node/storage/sweeps.ts'
import { composedOrder, openedGate, type ComposedOrder } from './composed-order.ts'
import { conductGate } from './conduct-gate.ts'

/** Name of the file in the equivalent command. */
const fileName = 'gate.yaml'

const byId = z.object({ id: z.string() })

export function openGateService(tools: ServiceTools): FeatureService {
  const { store, tasks } = tools
  for (const record of records(tools))
    if (record.status === 'running') store.save(ended(record, 'interrupted'))

  async function start(composed: ComposedGate): Promise<GateRecord> {
    const order = await orderOf(composed, tools)
    tasks.requireIdle()
    const record: GateRecord = {
      id: randomUUID(),
      name: composed.name,
      createdAtEpochMs: Date.now(),
      endedAtEpochMs: null,
      status: 'running',
      failure: null,
      order: { ...composed, config: presentable(composed.config) },
      candidate: sideText(order.candidate),
      baseline: sideText(order.baseline),
      ...textsOf(order),
      ...{ place: null, runs: [], result: null },
    }
    store.save(record)
    tasks.begin(record.id, record.name, (signal) => conduct(record.id, order, signal))
    return record
  }

  function change(id: string, changes: Partial<GateRecord>): void {
    store.save({ ...found(id, tools), ...changes })
  }

  async function conduct(id: string, order: ComposedOrder, signal: AbortSignal): Promise<void> {
    const news = await tools.follow()
    try {
      const result = await conductGate(order, {
        ...{ client: tools.client, database: tools.database, news, language: 'en' },
        terminal: { note: () => undefined, interrupted: signal },
        began: (place) => change(id, { place }),
        follow(run, { repeat, side }) {
          change(id, { runs: [...found(id, tools).runs, { id: run.id, repeat, side }] })
          return () => undefined
        },
        looked: (result) => change(id, { result }),
      })
      store.save({ ...ended(found(id, tools), 'finished'), result })
    } catch (error) {
      const record = found(id, tools)
      if (signal.aborted) {
        store.save(ended(record, signal.reason === closing ? 'interrupted' : 'cancelled'))
      } else store.save({ ...ended(record, 'failed'), failure: failureOf(error) })
    } finally {
      news.close()
    }
  }

  return {
    calls: {
      list: () => records(tools),
      plan: featureCall(composedGateSchema, async (composed) =>
        planOf(await orderOf(composed, tools), tools),
      ),
      open: featureCall(z.object({ text: z.string() }), async ({ text }) =>
        openedGate(text, await placesOf(tools.client)),
      ),
      start: featureCall(composedGateSchema, start),
      cancel: featureCall(byId, ({ id }) => tasks.cancel(id)),
      rename: featureCall(byId.extend({ name: z.string().min(1).max(200) }), ({ id, name }) =>
        change(id, { name }),
      ),
      remove: featureCall(byId, ({ id }) => {
        const { status, name } = found(id, tools)
        if (status === 'running') throw appError('busy', 'runs.running', { name })
        store.remove(id)
      }),
    },
  }
}

function records({ store }: ServiceTools): GateRecord[] {
  return store.list().flatMap((value) => gateRecordSchema.safeParse(value).data ?? [])
}

function found(id: string, tools: ServiceTools): GateRecord {
  const record = records(tools).find((one) => one.id === id)
  if (record === undefined) throw appError('not-found', 'gate.noRecord')
  return record
}

function ended(record: GateRecord, status: GateRecord['status']): GateRecord {
  return { ...record, status, place: null, endedAtEpochMs: Date.now() }
}

function failureOf(error: unknown): GateRecord['failure'] {
  return contentOf(error)
}

async function orderOf(composed: ComposedGate, { client }: ServiceTools): Promise<ComposedOrder> {
  return composedOrder(composed, await placesOf(client))
}

function textsOf(order: ComposedOrder): Pick<GateRecord, 'file' | 'command'> {
  const config = presentable(order.file.config)
  const written = { ...order, file: { ...order.file, config } }
  return {
    file: stringify(gateFileContents(written, ownFlagIndex())),
    command: gateCommand(order, fileName),
  }
}

async function planOf(order: ComposedOrder, tools: ServiceTools): Promise<GatePlan> {
  const { client, database } = tools

  const startTimes = order.started.flatMap(({ id, spec }) => {
    const observed = listStartTimes(database, id)
    if (observed.length > 0) return [mean(observed)]
    return spec.kind === 'simulator' ? [spec.startupS] : []
  })
  const isKnown = startTimes.length > 0 && startTimes.length === order.started.length
  return {
    ...textsOf(order),
    mostStarts: order.started.length * order.file.rules.mostRepeats,
    secondsPerStart: isKnown ? mean(startTimes) : null,
    gpus: await gpusHeld(order, client),
  }
}

/** Servers that keep running occupy their GPUs together; of servers started by the gate, one runs at a time. */
async function gpusHeld(
  { measured, started }: ComposedOrder,
  client: ServiceTools['client'],
): Promise<number | null> {
  const hosts = await client.hosts.list()
  const gpus = (server: Server) => {
    const { spec } = server
    const host = spec.kind === 'launched' ? hosts.find(({ id }) => id === spec.hostId) : undefined
    return gpusOccupied({ server, overrides: {}, hostFacts: host?.facts ?? null }) ?? NaN
  }
  const kept = measured.filter((server) => !started.includes(server)).map(gpus)
  const held = sum(kept) + Math.max(0, ...started.map(gpus))
  return Number.isNaN(held) ? null : held
}
