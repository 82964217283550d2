import { describe, expect, it } from 'vitest'
import { requestHeaders } from './headers.ts'

describe('request headers', () => {
  it('say that JSON is sent, and by whom where a key is given', () => {
    expect(requestHeaders({ apiKey: null, overrides: {} })).toEqual({
      'Content-Type': 'application/json',
    })
    expect(requestHeaders({ apiKey: 'k', overrides: {} })).toEqual({
      'Content-Type': 'application/json',
      Authorization: 'Bearer k',
    })
  })

  it('carry those of the backend', () => {
    const own = { 'anthropic-version': '2023-06-01' }
    expect(requestHeaders({ apiKey: null, own, overrides: {} })).toMatchObject(own)
    const overrides = { 'Anthropic-Version': '2024-01-01' }
    expect(requestHeaders({ apiKey: null, own, overrides })).toEqual({
      'Content-Type': 'application/json',
      ...overrides,
    })
  })

  it('send no key that is empty', () => {
    expect(requestHeaders({ apiKey: '', overrides: {} })).not.toHaveProperty('Authorization')
  })

  it('give way to those given by hand, whatever their case', () => {
    const overrides = { authorization: 'Basic x', 'X-Tenant': 'a' }
    expect(requestHeaders({ apiKey: 'k', overrides })).toEqual({
      'Content-Type': 'application/json',
      authorization: 'Basic x',
      'X-Tenant': 'a',
    })
  })
})
