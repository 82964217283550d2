import { describe, expect, test } from 'vitest'
import { compatProfileNames } from '#core/compat/compat-profile-names.ts'
import { scalarByFileKey, scalarNames, scalarOf } from '#core/metrics/scalar-names.ts'
import { poolingProfiles } from './profiles.ts'

const own = scalarNames.filter((name) => scalarOf(name).file?.isOwn === true)

describe.each(compatProfileNames)('%s', (name) => {
  const { reportRows = [], keys = [], backends = [] } = poolingProfiles.byName[name] ?? {}

  test('says nothing twice', () => {
    for (const list of [reportRows, keys, backends]) {
      expect(new Set<string>(list).size).toBe(list.length)
    }
  })

  test('has scalars of ours only without --compat', () => {
    const scalars = keys.map((key) => scalarByFileKey.get(key))
    const found = [...scalars, ...reportRows].filter((row) => own.some((one) => one === row))
    expect(found.length > 0).toBe(name === 'kneepoint')
  })
})
