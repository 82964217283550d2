// The requests of a run as a long list, of which only visible pages are fetched.
import type { RequestRow, RequestSortKey } from '#contract/views.ts'
import { shallowReactive, shallowRef, watch, type Ref, type ShallowRef } from 'vue'

type RequestQuestion = Readonly<{
  id: string
  failedOnly: boolean
  sort: RequestSortKey
  descending: boolean
}>

export type RequestPage = Readonly<{ total: number; rows: readonly RequestRow[] }>

type AskForPage = (
  question: RequestQuestion & Readonly<{ offset: number; limit: number }>,
) => Promise<RequestPage>

export type RequestPages = Readonly<{
  /** Number of matching requests; null before the first response. */
  total: ShallowRef<number | null>
  /** Fetches the missing ones among these positions. */
  need: (positions: readonly number[]) => Promise<void>
  row: (position: number) => RequestRow | null
}>

const pageSize = 200

export function useRequestPages(
  question: Readonly<Ref<RequestQuestion>>,
  ask: AskForPage,
): RequestPages {
  const total = shallowRef<number | null>(null)
  const pages = shallowReactive(new Map<number, readonly RequestRow[]>())

  async function fetchPage(page: number): Promise<void> {
    const asked = question.value
    // Marks the page as loaded, so that scrolling does not request it again.
    pages.set(page, [])
    try {
      const answer = await ask({ ...asked, offset: page * pageSize, limit: pageSize })
      if (asked !== question.value) return
      total.value = answer.total
      pages.set(page, answer.rows)
    } catch (error) {
      pages.delete(page)
      throw error
    }
  }

  async function need(positions: readonly number[]): Promise<void> {
    const wanted = new Set(positions.map((position) => Math.floor(position / pageSize)))
    await Promise.all([...wanted].filter((page) => !pages.has(page)).map(fetchPage))
  }

  watch(
    question,
    () => {
      pages.clear()
      total.value = null
    },
    { flush: 'sync' },
  )

  return {
    total,
    need,
    row: (position) => pages.get(Math.floor(position / pageSize))?.[position % pageSize] ?? null,
  }
}
