// Keeps a number and its unit on one line with no-break spaces, in the window only; exported text has plain spaces.

export const noBreakSpace = '\u00a0'

const units = [
  '%',
  'µs',
  'ms',
  's',
  'min',
  'h',
  'W',
  'J',
  'MJ',
  'kWh',
  '[KMGT]i?B',
  'tok/s',
  'req/s',
]

const measureText = '个次项行条张台块份种轮倍秒毫'

/** After a figure, before a unit or a Chinese measure word; after a sign of comparison, before a figure. */
const joints = new RegExp(
  `(?<=[\\d∞]) (?=(?:${units.join('|')})(?![\\w/])|[${measureText}])|(?<=[≤≥±≈×<>]) (?=\\d)`,
  'gu',
)

/** A text as the window shows it. */
export function unbroken(text: string): string {
  return text.replace(joints, noBreakSpace)
}

/** Text for use outside the window. */
export function plainSpaces(text: string): string {
  return text.replaceAll(noBreakSpace, ' ')
}
