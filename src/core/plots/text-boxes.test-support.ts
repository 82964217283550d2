// Texts of a drawn plot as boxes, and pairs that overlap.
type TextBox = Readonly<{ text: string; left: number; right: number; top: number; bottom: number }>

/** Mean of the bundled font; Chinese characters take a whole em. */
const emPerLetter = 0.54

/** Pairs of texts that overlap by more than their internal leading. */
export function coveredTexts(svg: string): string[] {
  const boxes = textBoxes(svg)
  return boxes.flatMap((one, at) =>
    boxes
      .slice(at + 1)
      .filter((other) => isOver(one, other))
      .map((other) => `${one.text} / ${other.text}`),
  )
}

function isOver(one: TextBox, other: TextBox): boolean {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  return across > 1 && down > 3
}

/** Rotated texts are omitted. */
export function textBoxes(svg: string): TextBox[] {
  return [...svg.matchAll(/<text([^>]*)>([^<]*)</g)].flatMap(([, attributes = '', text = '']) => {
    const place = /transform="translate\(([-\d.]+) ([-\d.]+)\)"/.exec(attributes)
    const x = Number(place?.[1] ?? /\sx="([-\d.]+)"/.exec(attributes)?.[1])
    const y = Number(place?.[2] ?? /\sy="([-\d.]+)"/.exec(attributes)?.[1])
    if (text.trim() === '' || !Number.isFinite(x + y)) return []
    const size = Number(/font-size:([\d.]+)px/.exec(attributes)?.[1] ?? 12)
    const ems = Array.from(text).reduce(
      (sum, letter) => sum + (letter > '\u2e7f' ? 1 : emPerLetter),
      0,
    )
    const width = size * ems
    const left =
      x - width * ({ middle: 0.5, end: 1 }[/text-anchor="(\w+)"/.exec(attributes)?.[1] ?? ''] ?? 0)
    return [{ text, left, right: left + width, top: y - size / 2, bottom: y + size / 2 }]
  })
}
