// Requests that the server rejects, and when they are resent; requests that the client cancels.
import { z } from 'zod'
import { type BackendChoice, isPooling } from '#core/backends/backend-traits.ts'
import { count, nonNegativeInteger, onlyWith, type TrafficFlags } from '#core/flags/flag.ts'
import { message } from '#core/messages/message.ts'
import { cancelAfterOf } from './cancel-policy.ts'
import { rejectionStatuses } from './retry-policy.ts'

const cancelShareDefault = 1
const retryMaxDefault = 3

type RetryChoice = Readonly<{ retryStatus: readonly number[] | null }>

function strangeStatus({ retryStatus }: RetryChoice): number | null {
  return retryStatus?.find((status) => !rejectionStatuses.includes(status)) ?? null
}

type CancelChoice = Readonly<{ cancelAfter: string | null }>

export const ofTraffic = {
  retryStatus: {
    listedAfter: 'probeRequestRate',
    /** Null: a rejection is a failure. */
    schema: z
      .array(z.number({ error: 'takes HTTP statuses separated by commas, as in 429,503' }))
      .min(1)
      .nullable()
      .default(null),
    kind: 'numbers',
    unfailed: 'rejected',
    metavar: 'CODE[,CODE...]',
    summary:
      'Retry requests rejected with one of these HTTP statuses; rejections are not failures.',
    label: 'Retry on status',
    knownTo: 'kneepoint',
    affects: 'load',
    rules: {
      broken: (config: RetryChoice) => strangeStatus(config) !== null,
      message: (config: RetryChoice) =>
        message('config.retryStatus', {
          status: strangeStatus(config),
          statuses: rejectionStatuses.join(', '),
        }),
    },
  },
  retryMax: {
    listedAfter: 'retryStatus',
    ...count,
    /** Excludes the first attempt. */
    schema: nonNegativeInteger.max(1000).default(retryMaxDefault),
    unit: 'retries',
    summary: 'Maximum retries per request, after Retry-After or an exponential back-off.',
    label: 'Max retries',
    knownTo: 'kneepoint',
    affects: 'load',
    ...onlyWith('retryStatus', ['retryMax', retryMaxDefault], message('config.retryStatusMissing')),
  },
  cancelAfter: {
    listedAfter: 'retryMax',
    /** Null: every response is read to its end. */
    schema: z.string().nullable().default(null),
    unfailed: 'clientCancelled',
    metavar: 'TIME|TOKENS',
    summary:
      'Cancel requests after this time or number of output tokens: 2s, 500ms, 50tok. They are no failures.',
    label: 'Cancel after',
    knownTo: 'kneepoint',
    affects: 'load',
    rules: [
      {
        broken: ({ cancelAfter }: CancelChoice) =>
          cancelAfter !== null && cancelAfterOf(cancelAfter) === null,
        message: ({ cancelAfter }: CancelChoice) =>
          message('config.cancelAfter', { text: cancelAfter }),
      },
      {
        broken: (config: CancelChoice & BackendChoice) =>
          config.cancelAfter !== null &&
          cancelAfterOf(config.cancelAfter)?.unit === 'tok' &&
          isPooling(config),
        message: message('config.cancelTokensPooling'),
      },
    ],
  },
  cancelShare: {
    listedAfter: 'cancelAfter',
    schema: z.number().positive().max(1).default(cancelShareDefault),
    kind: 'number',
    metavar: 'SHARE',
    summary: 'Share of the requests that --cancel-after applies to, drawn from the seed.',
    label: 'Share of requests to cancel',
    knownTo: 'kneepoint',
    affects: 'load',
    ...onlyWith(
      'cancelAfter',
      ['cancelShare', cancelShareDefault],
      message('config.cancelAfterMissing'),
    ),
  },
} as const satisfies TrafficFlags['ofTraffic']
