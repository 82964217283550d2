// Script of a report's page, which is one file on disk: swaps the plots that it contains, sorts its table, hides
// configurations. It imports nothing, so that it can be embedded unchanged.

const chosen: Record<string, string> = Object.fromEntries(
  [...document.querySelectorAll('select')].map(({ name, value }) => [name, value]),
)

/** Markup by key: initially the visible plots, later the unpacked ones as well. */
let drawings: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(keys()).map(([name, key]) => [key, placeOf(name)?.innerHTML ?? '']),
)

function placeOf(name: string): Element | null {
  return document.querySelector(`[data-drawing='${name}']`)
}

function keys(): Readonly<Record<string, string>> {
  const { metric = '', statistic = '', x = '', map = '', point = '' } = chosen
  return {
    curve: `curve ${metric} ${statistic} ${x}`,
    map: map === '' ? `map ${metric} ${statistic}` : `map ${map}`,
    point: `point ${point}`,
  }
}

function show(): void {
  for (const [name, key] of Object.entries(keys())) {
    const place = placeOf(name)
    const drawing = drawings[key]
    if (place !== null && drawing !== undefined) place.innerHTML = drawing
  }
  markPoint()
}

/** Highlights the symbols and the row of the selected point. */
function markPoint(): void {
  const { point = '' } = chosen
  for (const mark of document.querySelectorAll('svg [data-key]')) {
    mark.classList.toggle('chosen', mark.matches(`[data-key~='${point}']`))
  }
  for (const row of pointRows()) {
    row.setAttribute('aria-selected', String(row.dataset['row'] === point))
  }
}

function choose(name: string, value: string): void {
  chosen[name] = value
  const list = document.querySelector<HTMLSelectElement>(`select[name='${name}']`)
  if (list !== null) list.value = value
  show()
}

function pointRows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('#points tbody tr')]
}

function sortBy(column: number): void {
  const heads = [...document.querySelectorAll('#points thead th')]
  const isUp = heads[column]?.getAttribute('aria-sort') !== 'ascending'
  heads.forEach((head) => head.removeAttribute('aria-sort'))
  heads[column]?.setAttribute('aria-sort', isUp ? 'ascending' : 'descending')
  const orderOf = (row: HTMLElement) => {
    const cell = row.children[column]
    return (
      cell?.getAttribute('data-order') ?? (cell?.className === 'word' ? cell.textContent : null)
    )
  }
  const sorted = pointRows().sort((a, b) => compared(orderOf(a), orderOf(b), isUp))
  document.querySelector('#points tbody')?.append(...sorted)
}

/** Unknown values sort last in both directions. */
function compared(a: string | null, b: string | null, isUp: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const [one, other] = [Number(a), Number(b)]
  const areNumbers = !Number.isNaN(one) && !Number.isNaN(other)
  // Infinity − Infinity is NaN.
  const difference = areNumbers ? (one === other ? 0 : one - other) : a.localeCompare(b)
  return isUp ? difference : -difference
}

async function unpacked(text: string): Promise<Readonly<Record<string, string>>> {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return (await new Response(stream).json()) as Readonly<Record<string, string>>
}

function onClick({ target }: MouseEvent): void {
  if (!(target instanceof Element)) return
  const column = target.closest('thead button')?.getAttribute('data-column') ?? null
  if (column !== null) sortBy(Number(column))
  const configuration = target.closest('[data-curve]')
  if (configuration !== null) toggleConfiguration(configuration)
  const mark = target.closest('[data-key]')?.getAttribute('data-key')?.split(' ')[0]
  const row = target.closest('[data-point]')?.getAttribute('data-point')
  const point = row ?? mark
  if (point === undefined || point === null) return
  choose('point', point)
  if (row) document.querySelector('#detail')?.scrollIntoView()
}

function toggleConfiguration(key: Element): void {
  const isShown = key.getAttribute('aria-pressed') !== 'true'
  key.setAttribute('aria-pressed', String(isShown))
  placeOf('curve')?.classList.toggle(`without-${key.getAttribute('data-curve')}`, !isShown)
}

/** Tooltip with the facts of a symbol; the browser's own title tooltip appears late. */
const facts = document.createElement('div')
facts.id = 'facts'
facts.hidden = true
document.body.append(facts)

function factsOf(target: EventTarget | null): string | null {
  if (!(target instanceof SVGElement) || target instanceof SVGSVGElement) return null
  const title = target.querySelector(':scope > title')
  if (title !== null) {
    target.setAttribute('aria-label', title.textContent)
    title.remove()
  }
  return target.getAttribute('aria-label')
}

function onPointerMove({ target, clientX, clientY }: PointerEvent): void {
  const text = factsOf(target)
  facts.hidden = text === null
  facts.textContent = text ?? ''
  const isRight = clientX > innerWidth / 2
  facts.style.left = isRight ? 'auto' : `${clientX + 16}px`
  facts.style.right = isRight ? `${innerWidth - clientX + 16}px` : 'auto'
  facts.style.top = `${clientY + 16}px`
}

document.addEventListener('pointermove', onPointerMove)
document.addEventListener('click', onClick)
document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLSelectElement) choose(target.name, target.value)
})
markPoint()
drawings = {
  ...drawings,
  ...(await unpacked(document.querySelector('#drawings')?.textContent ?? '')),
}
show()
