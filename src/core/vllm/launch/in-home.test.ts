import { expect, test } from 'vitest'
import { launchProfileSchema, type ServeRuntime } from '#core/model/launch-profile.ts'
import { inHome } from './launch-scripts.ts'

test.each<{ runtime: ServeRuntime; whole: object }>([
  { runtime: { kind: 'program', program: '~/bin/vllm' }, whole: { program: '/home/$1/bin/vllm' } },
  { runtime: { kind: 'program', program: 'vllm' }, whole: { program: 'vllm' } },
  { runtime: { kind: 'environment', folder: '~' }, whole: { folder: '/home/$1' } },
  {
    runtime: { kind: 'command', words: ['~/x', 'a~/b'] },
    whole: { words: ['/home/$1/x', 'a~/b'] },
  },
  { runtime: { kind: 'docker', image: 'i', options: [] }, whole: { image: 'i' } },
])('$runtime', ({ runtime, whole }) => {
  const config = { model: '~/models/m' }
  const profile = inHome(launchProfileSchema.parse({ name: 'a', runtime, config }), '/home/$1')
  expect(profile.runtime).toMatchObject(whole)
  expect(profile.config.model).toBe('/home/$1/models/m')
})
