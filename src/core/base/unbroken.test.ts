import { describe, expect, it } from 'vitest'
import { plainSpaces, unbroken } from './numbers.ts'

describe('unbroken', () => {
  it.each([
    { text: 'TTFT rose to 30.7 ms here', shown: 'TTFT rose to 30.7~ms here', remark: 'a unit' },
    { text: '95 % of 12 req/s', shown: '95~% of 12~req/s', remark: 'two of them' },
    { text: 'from 0.441 s, or 2 h.', shown: 'from 0.441~s, or 2~h.', remark: 'before a full stop' },
    { text: '至少需要 368 个请求', shown: '至少需要 368~个请求', remark: 'a measure word' },
    { text: 'p95 ≤ 300 ms', shown: 'p95 ≤~300~ms', remark: 'what it is compared with' },
    { text: '± 1.63 %', shown: '±~1.63~%', remark: 'an interval' },
    { text: '6 of 9 runs', shown: '6 of 9 runs', remark: 'words are no units' },
    { text: '2 servers, 3 hours', shown: '2 servers, 3 hours', remark: 'nor what begins like one' },
  ])('shows "$text" as "$shown": $remark', ({ text, shown }) => {
    expect(unbroken(text)).toBe(shown.replaceAll('~', '\u00a0'))
  })

  it('leaves the window as it was', () => {
    expect(plainSpaces(unbroken('95 % within 300 ms'))).toBe('95 % within 300 ms')
  })
})
