// Elements of SVG, HTML and XML as text.
import { printableLines } from './printable.ts'

type Attributes = Readonly<Record<string, string | number>>

/** Children are markup; text in them must pass through `escaped`. */
export function element(name: string, attributes: Attributes = {}, ...children: string[]): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${textOf(value)}"`)
  return `<${name}${written.join('')}>${children.join('')}</${name}>`
}

/** XML forbids most control characters, and a terminal may show the file. */
export function escaped(text: string): string {
  return printableLines(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** A hundredth of a pixel is invisible. */
function textOf(value: string | number): string {
  return typeof value === 'number' ? String(Math.round(value * 100) / 100) : escaped(value)
}
