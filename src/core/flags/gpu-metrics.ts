// Exporters that the GPUs of a server are sampled from.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import { type FlagRecords, onlyWith } from './flag.ts'
import { httpUrls } from './value-schemas.ts'

export const gpuMetricsFlags = {
  gpuMetricsUrl: {
    /** Null: nvidia-smi on the host of a launched server. */
    schema: httpUrls,
    kind: 'words',
    addsUp: true,
    metavar: 'URL',
    summary:
      "Sample the server's GPUs from a DCGM, AMD or other Prometheus exporter instead of nvidia-smi.",
    label: 'GPU metrics URLs',
    place: 'more',
    isNamed: true,
    knownTo: 'kneepoint',
  },
  gpuMetricsGpus: {
    schema: z.array(z.string().min(1)).min(1).nullable().default(null),
    kind: 'words',
    addsUp: true,
    metavar: 'GPU',
    summary:
      'GPUs of these exporters to sample, by number, UUID, host or HOST:NUMBER; default all.',
    label: 'GPUs of exporters',
    place: 'more',
    knownTo: 'kneepoint',
    ...onlyWith('gpuMetricsUrl', ['gpuMetricsGpus', null], message('config.gpusWithoutExporter')),
  },
} satisfies FlagRecords
