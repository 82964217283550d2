// Recordings of the window: a proxy per server, and the data that each has written.
import path from 'node:path'
import { hostname } from 'node:os'
import { z } from 'zod'
import { appError } from '#core/model/app-error.ts'
import {
  recordingOrderSchema,
  recordingSchema,
  type TrafficRecord,
} from '#features/record/core/recording.ts'
import {
  featureCall,
  type FeatureService,
  type ServiceTools,
} from '#node/application/services/feature-service.ts'
import { makeFolder } from '#node/files/make-folder.ts'
import { RecordProxy } from '#node/http/record-proxy.ts'

/** Update interval of the counts in the window. */
const countEveryMs = 500

type Order = z.infer<typeof recordingOrderSchema>
type Open = {
  recording: TrafficRecord
  readonly proxy: RecordProxy
  readonly timer: NodeJS.Timeout
}

export function openRecordService({ store, client, database }: ServiceTools): FeatureService {
  const open = new Map<string, Open>()
  const stored = () => store.list().flatMap((value) => recordingSchema.safeParse(value).data ?? [])
  // Recordings left open when an earlier process ended.
  for (const recording of stored())
    if (recording.url !== null) store.save({ ...recording, url: null })

  function update(id: string, changes: Partial<TrafficRecord>): void {
    const one = open.get(id)
    if (one === undefined) return
    const recording = { ...one.recording, ...one.proxy.counts, ...changes }
    if (JSON.stringify(recording) !== JSON.stringify(one.recording)) store.save(recording)
    one.recording = recording
  }

  async function start({ serverId: id, withText, isOpenToOthers }: Order): Promise<TrafficRecord> {
    const server = (await client.servers.list()).find((one) => one.id === id)
    if (server?.state.state !== 'ready') {
      throw appError('not-found', 'servers.notReady', { name: server?.name ?? id, why: '' })
    }
    await stop(id)
    const createdAtEpochMs = Date.now()
    const folder = path.join(path.dirname(database.name), 'recordings')
    makeFolder(folder, 0o700)
    const moment = new Date(createdAtEpochMs).toISOString().replaceAll(/[:.]/g, '-')
    const file = path.join(folder, `${moment}.jsonl`)
    const proxy = await RecordProxy.start({
      ...{ upstream: server.state.baseUrl, file, withText, port: 0 },
      host: isOpenToOthers ? '0.0.0.0' : '127.0.0.1',
      onProblem: (problem) => update(id, { problem }),
    })
    const url = `http://${isOpenToOthers ? hostname() : '127.0.0.1'}:${proxy.port}`
    const recording = { id, createdAtEpochMs, url, file, recorded: 0, estimated: 0, problem: null }
    store.save(recording)
    const timer = setInterval(() => update(id, {}), countEveryMs)
    open.set(id, { recording, proxy, timer })
    return recording
  }

  /** A recording without requests is deleted. */
  async function stop(id: string): Promise<void> {
    const one = open.get(id)
    if (one === undefined) return
    clearInterval(one.timer)
    await one.proxy.close()
    update(id, { url: null })
    open.delete(id)
    if (one.proxy.counts.recorded === 0) store.remove(id)
  }

  return {
    calls: {
      list: stored,
      start: featureCall(recordingOrderSchema, start),
      stop: featureCall(z.object({ id: z.string() }), ({ id }) => stop(id)),
    },
    async close() {
      for (const id of open.keys()) await stop(id)
    },
  }
}
