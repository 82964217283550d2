// The table of points: sorted by a click on a head; a point is looked at by a click on its number.
import { pointColumns } from '#core/report-file/page/point-columns.ts'
import { choices, choose, whenChosen } from './choices.ts'
import { report } from './report-data.ts'

const columns = pointColumns(report)

export function wirePointTable(): void {
  const table = document.querySelector('#points table')
  if (table === null) return
  for (const button of table.querySelectorAll<HTMLButtonElement>('thead button')) {
    button.addEventListener('click', () => sortBy(table, Number(button.dataset['column'])))
  }
  for (const button of table.querySelectorAll<HTMLButtonElement>('tbody button')) {
    button.addEventListener('click', () => {
      choose({ point: Number(button.dataset['point']) })
      document.querySelector('#detail')?.scrollIntoView()
    })
  }
  whenChosen(() => {
    for (const row of rowsOf(table)) {
      row.setAttribute('aria-selected', String(positionOf(row) === choices.point))
    }
  })
}

function sortBy(table: Element, column: number): void {
  const heads = [...table.querySelectorAll('thead th')]
  const isUp = heads[column]?.getAttribute('aria-sort') !== 'ascending'
  heads.forEach((head) => head.removeAttribute('aria-sort'))
  heads[column]?.setAttribute('aria-sort', isUp ? 'ascending' : 'descending')
  const orderOf = (row: HTMLElement) => {
    const point = report.points[positionOf(row)]
    return point === undefined ? null : (columns[column]?.order(point) ?? null)
  }
  const sorted = rowsOf(table).sort((a, b) => compared(orderOf(a), orderOf(b), isUp))
  table.querySelector('tbody')?.append(...sorted)
}

type Order = number | string | null

/** What is not known comes last, whichever way the rest is sorted. */
function compared(a: Order, b: Order, isUp: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const difference =
    typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b))
  return isUp ? difference : -difference
}

function rowsOf(table: Element): HTMLElement[] {
  return [...table.querySelectorAll<HTMLElement>('tbody tr')]
}

function positionOf(row: HTMLElement): number {
  return Number(row.dataset['row'])
}
