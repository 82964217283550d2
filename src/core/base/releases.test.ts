import { describe, expect, test } from 'vitest'
import { isNewer, newestVersion, releasesUrl } from './releases.ts'

describe('the newest version', () => {
  test.each([
    [[], null],
    [[{ tag_name: 'v0.9.0' }, { tag_name: '0.10.0' }, { tag_name: 'v0.2.11' }], '0.10.0'],
    [
      [
        { tag_name: 'v2.0.0', draft: true },
        { tag_name: 'v1.0.0', body: '<b>x</b>' },
      ],
      '1.0.0',
    ],
    [[{ tag_name: 'v2.0.0', prerelease: true }, { tag_name: 'v2.0.0-rc.1' }], null],
    [[{ tag_name: '1.0.0\u001B[31m' }, { tag_name: '../../1.0.0' }, { tag_name: '1e9.0.0' }], null],
  ])('of %j is %s', (releases, version) => {
    expect(newestVersion(releases)).toBe(version)
  })

  test.each([null, {}, 'v9.0.0', [{ name: 'v9.0.0' }], [{ tag_name: 9 }]])(
    'is not read from %j',
    (answer) => {
      expect(() => newestVersion(answer)).toThrow()
    },
  )
})

test.each([
  ['0.2.0', '0.1.9', true],
  ['0.10.0', '0.9.0', true],
  ['1.0.0', '0.99.99', true],
  ['0.1.0', '0.1.0', false],
  ['0.1.0', '0.2.0', false],
  ['0.1.0', '0.1.0-rc.1', true],
  ['nonsense', '0.1.0', false],
])('%s is newer than %s: %s', (version, than, expected) => {
  expect(isNewer(version, than)).toBe(expected)
})

test.each([
  ['github:some/name', 'https://api.github.com/repos/some/name/releases'],
  [
    { type: 'git', url: 'git+https://github.com/some/na.me.git' },
    'https://api.github.com/repos/some/na.me/releases',
  ],
  ['https://github.com/some/name', 'https://api.github.com/repos/some/name/releases'],
  ['https://github.com.evil.example/some/name', null],
  ['https://github.com/some/name/../../x', null],
  [undefined, null],
  [{ url: 7 }, null],
])('%j has its releases at %s', (repository, address) => {
  expect(releasesUrl(repository)).toBe(address)
})
