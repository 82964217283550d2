// Several servers of one model: the load is spread over their addresses.
import { z } from 'zod'
import { serverUrl } from '#core/backends/server-address.ts'
import { message } from '#core/messages/message.ts'
import {
  type DatasetChoice,
  holdsConversations,
  httpUrls,
  type ServerFlags,
} from '#core/flags/flag.ts'
import { ofTraffic } from './conduct-flags.ts'

export const urlStrategies = ['round-robin', 'least-in-flight', 'session-sticky'] as const
export type UrlStrategy = (typeof urlStrategies)[number]

type Addresses = Readonly<{
  baseUrl: string | null
  otherBaseUrls: readonly string[] | null
  host: string
  port: number
}>

type Spread = Readonly<{ otherBaseUrls: readonly string[] | null; urlStrategy: UrlStrategy }>

/** Host and port while unset, in any compatibility profile. */
const [unsetHosts, unsetPort] = [['127.0.0.1', 'localhost'], 8000]

/** Roots of all servers: addresses that differ only in a slash or /v1 are equal. */
function addressesOf({ baseUrl, otherBaseUrls }: Addresses): readonly string[] {
  const first = baseUrl === null ? [] : [baseUrl]
  return [...first, ...(otherBaseUrls ?? [])].map((url) => serverUrl(url, '').toLowerCase())
}

function repeatedAddress(config: Addresses): string | null {
  const addresses = addressesOf(config)
  return addresses.find((url, place) => addresses.indexOf(url) < place) ?? null
}

function schemesOf(config: Addresses): readonly string[] {
  return [...new Set(addressesOf(config).flatMap((url) => /^https?(?=:)/.exec(url)?.[0] ?? []))]
}

const ofServers = {
  otherBaseUrls: {
    listedAfter: 'baseUrl',
    /** Null sends the load to one server. */
    schema: httpUrls,
    kind: 'words',
    addsUp: true,
    repeats: 'baseUrl',
    metavar: 'URL',
    summary: 'Further servers of the same model; the load is spread over all of them.',
    label: 'Further base URLs',
    knownTo: 'kneepoint',
    affects: 'load',
    rules: [
      {
        broken: (config: Addresses) =>
          config.otherBaseUrls !== null &&
          (!unsetHosts.includes(config.host) || config.port !== unsetPort),
        message: message('config.hostBesideUrls'),
      },
      {
        broken: (config: Addresses) =>
          config.otherBaseUrls !== null && repeatedAddress(config) !== null,
        message: (config: Addresses) =>
          message('config.repeatedUrl', { url: repeatedAddress(config) }),
      },
      {
        broken: (config: Addresses) =>
          config.otherBaseUrls !== null && schemesOf(config).length > 1,
        message: (config: Addresses) =>
          message('config.schemesDiffer', { schemes: schemesOf(config).join(', ') }),
      },
    ],
  },
  urlStrategy: {
    listedAfter: 'otherBaseUrls',
    schema: z.enum(urlStrategies).default('round-robin'),
    kind: 'choice',
    choices: urlStrategies,
    respell: (word: string) => word.replaceAll('_', '-'),
    summary:
      'Which URL a request goes to: the next, the one with fewest in flight, or that of its session.',
    label: 'URL of a request',
    knownTo: 'kneepoint',
    affects: 'load',
    appliesTo: ({ otherBaseUrls }: Spread) => otherBaseUrls !== null,
    rules: [
      {
        broken: ({ otherBaseUrls, urlStrategy }: Spread) =>
          otherBaseUrls === null && urlStrategy !== 'round-robin',
        message: message('config.strategyOfOneUrl'),
      },
      {
        broken: ({ urlStrategy, datasetName }: Spread & DatasetChoice) =>
          urlStrategy === 'session-sticky' && !holdsConversations({ datasetName }),
        message: message('config.stickyWithoutConversations'),
      },
    ],
  },
} as const satisfies ServerFlags['ofServers']

export const gatewayFlags = { ofServers, ofTraffic }
