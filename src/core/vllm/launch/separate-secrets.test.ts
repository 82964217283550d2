import { expect, test } from 'vitest'
import { launchProfileSchema } from '#core/model/launch-profile.ts'
import { indexFlags } from '../flag-index.ts'
import { separateSecrets } from './separate-secrets.ts'

const flagIndex = indexFlags([
  {
    name: 'api-key',
    group: 'Frontend',
    kind: 'text',
    default: null,
    secretVariable: 'VLLM_API_KEY',
  },
])

test('flags and variables that hold secrets become names; their values come apart', () => {
  const given = launchProfileSchema.parse({
    name: 'a',
    config: { model: 'm', flags: { 'api-key': 'k1', seed: 3 } },
    environment: { HF_TOKEN: 't1', HF_HOME: '/data' },
    secretNames: ['HF_TOKEN', 'PROXY_PASSWORD'],
  })
  const { profile, secrets } = separateSecrets(given, flagIndex)
  expect(secrets).toEqual({ HF_TOKEN: 't1', VLLM_API_KEY: 'k1' })
  expect(profile).toEqual({
    ...given,
    config: { ...given.config, flags: { seed: 3 } },
    environment: { HF_HOME: '/data' },
    secretNames: ['HF_TOKEN', 'PROXY_PASSWORD', 'VLLM_API_KEY'],
  })
  expect(JSON.stringify(profile)).not.toMatch(/k1|t1/)
})

test.each(['--api-key', '--api_key=k1'])('%s among raw arguments is refused', (word) => {
  const config = { model: 'm', rawArguments: [word, 'k1'] }
  const given = launchProfileSchema.parse({ name: 'a', config })
  expect(() => separateSecrets(given, flagIndex)).toThrow('--api-key would show a secret')
})
