// Pods that send the load with `--on kubernetes:CONTEXT[/NAMESPACE]`.
import { z } from 'zod'
import { message, schemaText, remedied } from '#core/messages/message.ts'
import { generatorWays } from './generator-places.ts'
import { count, type FlagRecords, jsonObject, positiveInteger } from '#core/flags/flag.ts'
import { isSentBy, ofLoadSentBy, type Place, type SenderTraits } from '#core/flags/sender-traits.ts'

type Size = Place &
  Readonly<{ loadPods: number; numPrompts: number; durationMinutes: number | null }>

export const podsPrefix = 'kubernetes:'

/** `CONTEXT[/NAMESPACE]`; the name of a context may also contain slashes. */
export function clusterOf(on: string | null): string {
  return on?.slice(podsPrefix.length) ?? ''
}

const ofPods = ofLoadSentBy(podsPrefix)

const quantity = z.string().regex(/^\d+(\.\d+)?([mkMGT]|[KMGT]i)?$/, {
  error: () => schemaText(message('config.podQuantity')),
})

const loadPodFlags = {
  loadPods: {
    ...count,
    ...ofPods,
    schema: positiveInteger.default(1),
    unit: 'pods',
    summary: 'Pods that send the load (--on kubernetes:CONTEXT).',
    label: 'Pods for load',
    affects: 'latencies',
    rules: [
      {
        broken: ({ on, loadPods }: Size) => loadPods > 1 && !isSentBy(on, podsPrefix),
        message: message('config.podsWithoutCluster'),
      },
      {
        broken: ({ on, loadPods, numPrompts, durationMinutes }: Size) =>
          isSentBy(on, podsPrefix) &&
          durationMinutes === null &&
          numPrompts > 0 &&
          loadPods > numPrompts,
        message: message('config.morePodsThanRequests'),
      },
    ],
  },
  loadImage: {
    ...ofPods,
    schema: z.string().min(1).max(500).nullable().default(null),
    metavar: 'IMAGE',
    summary: 'Image of the pods, with a shell; Node 22 or newer in it saves copying ours.',
    label: 'Image for load',
    rules: {
      broken: ({ on, loadImage }: Place & Readonly<{ loadImage: string | null }>) =>
        isSentBy(on, podsPrefix) && loadImage === null,
      message: message('config.imageMissing'),
    },
  },
  loadGenerator: {
    ...ofPods,
    schema: z.enum(generatorWays).default('auto'),
    kind: 'choice',
    choices: generatorWays,
    summary:
      'Where pods get the load generator: image, ConfigMap or copy; auto takes the first possible.',
    label: 'Load generator from',
  },
  loadCpu: {
    ...ofPods,
    schema: quantity.default('1'),
    metavar: 'QUANTITY',
    summary: 'CPUs that each pod requests: 2 or 500m.',
    label: 'CPU per pod',
  },
  loadMemory: {
    ...ofPods,
    schema: quantity.default('1Gi'),
    metavar: 'QUANTITY',
    summary: 'Memory that each pod requests, and its limit: 1Gi.',
    label: 'Memory per pod',
  },
  loadPodSpec: {
    ...ofPods,
    schema: jsonObject.default({}),
    kind: 'json',
    metavar: 'JSON',
    summary: 'More fields for the spec of the pods, as JSON: nodeSelector, tolerations.',
    label: 'More pod fields',
  },
} satisfies FlagRecords

type LoadPodFlags = typeof loadPodFlags

export type LoadPodSettings = Readonly<{
  [Field in keyof LoadPodFlags]: z.infer<LoadPodFlags[Field]['schema']>
}> &
  Readonly<{ loadQueueTimeoutSec: number }>

export const podSender = {
  prefix: podsPrefix,
  flags: loadPodFlags,
  unnamed: message('config.emptyContext'),
  count: ({ loadPods }: Place & Readonly<{ loadPods: number }>) => loadPods,
  serverHere: (url) => remedied('loadPods.serverHere', { url }),
} as const satisfies SenderTraits
