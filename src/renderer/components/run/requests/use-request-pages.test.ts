import { describe, expect, it } from 'vitest'
import { shallowRef } from 'vue'
import { exampleRow } from './request-row.test-support.ts'
import { useRequestPages } from './use-request-pages.ts'

type RequestQuestion = Parameters<typeof useRequestPages>[0]['value']
type AskForPage = Parameters<typeof useRequestPages>[1]

const row = (index: number) => exampleRow({ index })

const total = 450

function setUp() {
  const question = shallowRef<RequestQuestion>({
    id: 'run-1',
    failedOnly: false,
    sort: 'index',
    descending: false,
  })
  const asked: number[] = []
  const ask: AskForPage = ({ offset, limit, descending }) => {
    asked.push(offset)
    const rows = Array.from({ length: Math.min(limit, total - offset) }, (_, at) =>
      row(descending ? total - 1 - offset - at : offset + at),
    )
    return Promise.resolve({ total, rows })
  }
  return { question, asked, ask, pages: useRequestPages(question, ask) }
}

describe('a long list of requests', () => {
  it('knows its length and a row once its page was fetched', async () => {
    const { pages } = setUp()
    expect([pages.total.value, pages.row(3)]).toEqual([null, null])
    await pages.need([3])
    expect(pages.total.value).toBe(total)
    expect(pages.row(3)?.index).toBe(3)
    expect(pages.row(449)).toBeNull()
  })

  it('fetches each page once, however often it is looked at', async () => {
    const { pages, asked } = setUp()
    await Promise.all([pages.need([0, 1, 199]), pages.need([0, 200, 449])])
    await pages.need([0, 250])
    expect(asked).toEqual([0, 200, 400])
    expect(pages.row(449)?.index).toBe(449)
  })

  it('forgets everything when something else is asked for, also answers still on their way', async () => {
    const { pages, question } = setUp()
    const before = pages.need([0])
    question.value = { ...question.value, descending: true }
    await before
    expect(pages.row(0)).toBeNull()
    await pages.need([0])
    expect(pages.row(0)?.index).toBe(449)
  })

  it('asks again for a page that failed to load', async () => {
    const { question, ask } = setUp()
    let broken = true
    const pages = useRequestPages(question, (page) =>
      broken ? Promise.reject(new Error('the wire is cut')) : ask(page),
    )
    await expect(pages.need([0])).rejects.toThrow('the wire is cut')
    broken = false
    await pages.need([0])
    expect(pages.row(0)?.index).toBe(0)
  })
})
