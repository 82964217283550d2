import { describe, expect, it } from 'vitest'
import { escapeHtml, tooltipHtml } from './tooltip.ts'

describe('a tooltip', () => {
  it('shows markup in names and values as text', () => {
    const html = tooltipHtml('<img onerror=x>', [
      { color: '#123456', name: '"a" & \'b\'', value: '<b>1</b>' },
    ])
    expect(html).toContain('&lt;img onerror=x&gt;')
    expect(html).toContain('&quot;a&quot; &amp; &#39;b&#39;')
    expect(html).toContain('&lt;b&gt;1&lt;/b&gt;')
    expect(html).not.toMatch(/<(img|b)\b/)
  })

  it('marks a line with its colour where it has one', () => {
    expect(tooltipHtml('', [{ color: '#123456', name: '', value: '' }])).toContain('#123456')
    expect(tooltipHtml('', [{ color: null, name: '', value: '' }])).not.toContain('background')
  })

  it('leaves plain text alone', () => {
    expect(escapeHtml('p99 TTFT 96 ms')).toBe('p99 TTFT 96 ms')
  })
})
