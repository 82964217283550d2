// Flag of realtime transcription, and settings that it excludes.
import { type BackendChoice, backendTraits } from '#core/backends/backend-traits.ts'
import { type FeatureFlags, positiveInteger } from '#core/flags/flag.ts'
import { message } from '#core/messages/message.ts'

type SessionChoice = BackendChoice &
  Readonly<{ transport: string; retryStatus?: readonly number[] | null }>

function isPaced({ backend }: BackendChoice): boolean {
  return backendTraits[backend].pacesAudio
}

export const realtimeFlags = {
  flags: {
    realtimeChunkMs: {
      schema: positiveInteger.max(10_000).default(80),
      kind: 'integer',
      metavar: 'MS',
      summary:
        'Realtime transcription: length of the audio that one message carries, in milliseconds.',
      label: 'Audio per message',
      place: 'front',
      listedAfter: 'customEnsureClientSideData',
      knownTo: 'kneepoint',
      affects: 'load',
      appliesTo: isPaced,
      rules: [
        {
          field: 'transport',
          broken: (config: SessionChoice) => isPaced(config) && config.transport !== 'native',
          message: message('config.realtimeTransport'),
        },
        {
          field: 'retryStatus',
          broken: (config: SessionChoice) =>
            isPaced(config) && (config.retryStatus ?? null) !== null,
          message: message('config.realtimeRetries'),
        },
      ],
    },
  },
} as const satisfies FeatureFlags
