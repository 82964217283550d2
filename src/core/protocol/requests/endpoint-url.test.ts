import { describe, expect, it } from 'vitest'
import { serverBaseUrl } from '#core/flags/server-urls.ts'

describe('the URL requests go to', () => {
  it.each([
    [{ baseUrl: null, host: '127.0.0.1', port: 8000 }, 'http://127.0.0.1:8000'],
    [{ baseUrl: null, host: '::1', port: 80 }, 'http://[::1]:80'],
    [{ baseUrl: null, host: '[::1]', port: 80 }, 'http://[::1]:80'],
    [{ baseUrl: 'https://x.org/llm', host: 'y', port: 1 }, 'https://x.org/llm'],
    [{ baseUrl: 'https://x.org/', host: 'y', port: 1 }, 'https://x.org'],
  ])('of %j is %s', (address, url) => {
    expect(serverBaseUrl(address)).toBe(url)
  })
})
