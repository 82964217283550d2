import { describe, expect, it } from 'vitest'
import { endpointUrl } from './endpoint-url.ts'

const endpoint = '/v1/completions'

describe('the URL requests go to', () => {
  it.each([
    [{ baseUrl: null, host: '127.0.0.1', port: 8000 }, 'http://127.0.0.1:8000/v1/completions'],
    [{ baseUrl: null, host: '::1', port: 80 }, 'http://[::1]:80/v1/completions'],
    [{ baseUrl: null, host: '[::1]', port: 80 }, 'http://[::1]:80/v1/completions'],
    [{ baseUrl: 'https://x.org/llm', host: 'y', port: 1 }, 'https://x.org/llm/v1/completions'],
    [{ baseUrl: 'https://x.org/', host: 'y', port: 1 }, 'https://x.org/v1/completions'],
  ])('of %j is %s', (address, url) => {
    expect(endpointUrl({ ...address, endpoint })).toBe(url)
  })
})
