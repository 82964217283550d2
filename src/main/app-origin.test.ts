// Only our own page, at the top of its window, may be trusted.
import { describe, expect, test } from 'vitest'
import { appOriginOf, isFrom, isOurFrame } from './app-protocol.ts'

describe('the origin', () => {
  test('is our own scheme in the built program', () => {
    expect(appOriginOf(undefined)).toBe('app://bench')
  })

  test('is the development server where there is one', () => {
    expect(appOriginOf('http://localhost:5173/some/path')).toBe('http://localhost:5173')
  })
})

describe('an address', () => {
  test.each([
    ['app://bench/', true, 'our page'],
    ['app://bench/assets/index.js?v=1#top', true, 'anything of it'],
    ['app://bench.example/', false, 'a host that begins like ours'],
    ['app://bench:81/', false, 'another port'],
    ['http://bench/', false, 'another scheme'],
    ['file:///etc/passwd', false, 'a file'],
    ['no address', false, 'not an address'],
  ])('%s is ours: %s (%s)', (url, ours) => {
    expect(isFrom('app://bench', url)).toBe(ours)
  })
})

describe('a frame', () => {
  const top = { parent: null, origin: 'app://bench' }

  test.each<[Parameters<typeof isOurFrame>[1], boolean, string]>([
    [top, true, 'our page'],
    [null, false, 'a page that has gone'],
    [{ ...top, parent: top }, false, 'a frame inside our page'],
    [{ ...top, origin: 'https://example.org' }, false, 'a page from elsewhere'],
    [{ ...top, origin: 'null' }, false, 'a page without an origin'],
  ])('%o is ours: %s (%s)', (frame, ours) => {
    expect(isOurFrame('app://bench', frame)).toBe(ours)
  })
})
