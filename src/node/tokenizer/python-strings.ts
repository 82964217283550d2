// Methods of Python's strings that the template library lacks, or whose arguments it ignores.

type StringMethod = (text: string, ...args: readonly unknown[]) => unknown

/** Without listed characters at the start, the end, or both; whitespace by default. */
function stripped(
  text: string,
  characters: unknown,
  sides: Readonly<{ start?: true; end?: true }>,
) {
  const isListed =
    typeof characters === 'string'
      ? (one: string) => characters.includes(one)
      : (one: string) => whitespace.test(one)
  const letters = [...text]
  const start = sides.start ? letters.findIndex((one) => !isListed(one)) : 0
  const end = sides.end ? letters.findLastIndex((one) => !isListed(one)) : letters.length - 1
  return start < 0 ? '' : letters.slice(start, end + 1).join('')
}

const whitespace = /[\s\x1c-\x1f\x85]/

/** Codes of characters, so that positions count as in Python. */
function positionOf(text: string, at: number): number {
  return at < 0 ? -1 : [...text.slice(0, at)].length
}

export const stringMethods: Readonly<Record<string, StringMethod | undefined>> = {
  strip: (text, characters) => stripped(text, characters, { start: true, end: true }),
  lstrip: (text, characters) => stripped(text, characters, { start: true }),
  rstrip: (text, characters) => stripped(text, characters, { end: true }),
  capitalize: (text) => {
    const [first = '', ...others] = [...text]
    return first.toUpperCase() + others.join('').toLowerCase()
  },
  removeprefix: (text, part) =>
    typeof part === 'string' && text.startsWith(part) ? text.slice(part.length) : text,
  removesuffix: (text, part) =>
    typeof part === 'string' && part !== '' && text.endsWith(part)
      ? text.slice(0, -part.length)
      : text,
  find: (text, part, ...more) => positionOf(text, text.indexOf(only(part, more))),
  rfind: (text, part, ...more) => positionOf(text, text.lastIndexOf(only(part, more))),
  count: (text, part, ...more) => text.split(only(part, more)).length - 1,
  format: (text, ...values) => {
    let next = 0
    return text.replaceAll(/\{\{|\}\}|\{(\d*)\}|[{}]/g, (all, index?: string) => {
      if (index === undefined && all.length === 2) return all.slice(1)
      const value = values[index ? Number(index) : next++]
      if (index === undefined || (typeof value !== 'string' && typeof value !== 'number')) {
        throw new Error(`${all} in format`)
      }
      return String(value)
    })
  },
  isdigit: (text) => /^\d+$/.test(text),
  rsplit: (text, separator, most = -1, ...more) => {
    const parts = text.split(only(separator, more))
    const kept = Number(most) < 0 ? parts.length : Number(most)
    if (kept >= parts.length) return parts
    const cut = parts.length - kept
    return [parts.slice(0, cut).join(String(separator)), ...parts.slice(cut)]
  },
}

/** Throws for arguments that are not supported. */
function only(part: unknown, more: readonly unknown[]): string {
  if (typeof part === 'string' && part !== '' && more.length === 0) return part
  throw new Error('unsupported arguments of a string method')
}
