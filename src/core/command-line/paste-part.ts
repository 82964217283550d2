// Quotes and expansions of a shell in pasted text. Parts that only a shell can expand are kept separate.

export type Part = Readonly<{
  text: string
  /** How a shell would expand `text`; null if it is literal. */
  expansion: Expansion | null
  isQuoted: boolean
}>

export type Expansion = Readonly<{
  /** Name of a variable; null if only a shell can expand it. */
  variable: string | null
  /** `2` in `${NAME[2]}`. */
  index: number | null
  /** `usual` in `${NAME:-usual}`. */
  fallback: string | null
  /** Sum in `$((…))`. */
  sum: string | null
  /** Command whose output a shell would insert. */
  script: string | null
}>

type Read = Readonly<{ end: number; parts: readonly Part[] }>

export function literal(text: string, isQuoted = false): Part {
  return { text, expansion: null, isQuoted }
}

export function expanded(text: string, known: Partial<Expansion>, isQuoted = false): Part {
  const expansion = {
    variable: null,
    index: null,
    fallback: null,
    sum: null,
    script: null,
    ...known,
  }
  return { text, expansion, isQuoted }
}

export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** End of the bracket that opens at `begin`; the end of the text if it is never closed. */
export function closingEnd(
  text: string,
  begin: number,
  [opens, closes]: readonly string[],
): number {
  let depth = 0
  for (let at = begin; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === "'") at = Math.max(at, text.indexOf("'", at + 1))
    else if (text[at] === opens) depth++
    else if (text[at] === closes && --depth === 0) return at + 1
  }
  return text.length
}

/** `$NAME`, PowerShell's `$env:NAME`, `$1`, and `%NAME%` of cmd. */
const variablePattern = /\$(?:env:)?([A-Za-z_]\w*)|\$[0-9@*#?!$-]|%([A-Z_]{3,}\w*)%/y
const bracedPattern = /^\$\{([A-Za-z_]\w*|\d+)(?:\[(?:[@*]|(\d+))\])?(?::?[-=]([^]*))?\}$/
/** Templates of Jinja, Helm and GitHub's workflows. */
const templatePattern = /\$?\{\{[^{}]*\}\}/y
const substitutionPattern = /`([^`]*)`/y

/** Null if a shell would read the character at `at` literally. */
export function expansionAt(text: string, at: number, isQuoted: boolean): Read | null {
  const read = (end: number, known: Partial<Expansion>): Read => ({
    end,
    parts: [expanded(text.slice(at, end), known, isQuoted)],
  })
  const template = matchAt(templatePattern, text, at)
  if (template !== null) return read(at + template[0].length, {})
  if (text.startsWith('$(', at)) {
    const end = closingEnd(text, at + 1, ['(', ')'])
    if (!text.startsWith('$((', at)) return read(end, { script: text.slice(at + 2, end - 1) })
    return read(end, { sum: text.slice(at + 3, end - 2) })
  }
  if (text.startsWith('${', at)) {
    const end = closingEnd(text, at + 1, ['{', '}'])
    const braced = bracedPattern.exec(text.slice(at, end)) ?? []
    const [, variable = null, index, fallback = null] = braced
    return read(end, { variable, index: index === undefined ? null : Number(index), fallback })
  }
  const variable = matchAt(variablePattern, text, at)
  if (variable !== null) {
    return read(at + variable[0].length, { variable: variable[1] ?? variable[2] ?? null })
  }
  const [source, script = ''] = matchAt(substitutionPattern, text, at) ?? []
  if (source === undefined) return null
  // Guides put comments between continued lines like this.
  if (/^\s*#/.test(script)) return { end: at + source.length, parts: [] }
  return read(at + source.length, { script })
}

const plainPattern = /'([^']*)'/y
const ansiPattern = /\$'((?:[^'\\]|\\[^])*)'/y
const typographicPattern = /[‘‚]([^’‘]*)[’‘]/y
const ansiEscapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }

/** Null unless a closed quotation begins at `at`. Typographic quotes count as quotes outside of others. */
export function quotedAt(text: string, at: number): Read | null {
  const read = (
    [source, value = '']: RegExpExecArray,
    change: (value: string) => string,
  ): Read => ({
    end: at + source.length,
    parts: [literal(change(value), true)],
  })
  if (/["“”„]/.test(text[at] ?? '')) return doubleQuoted(text, at)
  const plain = matchAt(plainPattern, text, at)
  if (plain !== null) return read(plain, (value) => value)
  const ansi = matchAt(ansiPattern, text, at)
  if (ansi !== null) {
    return read(ansi, (value) =>
      value.replace(/\\([^])/g, (_, letter: string) => ansiEscapes[letter] ?? letter),
    )
  }
  const typographic = matchAt(typographicPattern, text, at)
  if (typographic === null) return null
  return read(typographic, (value) => value.replace(/[“”„]/g, '"'))
}

const escapePattern = /\\(\r?\n|[$`"\\])/y
const insidePattern = /[^"“”„\\$`%{]+/y

function doubleQuoted(text: string, begin: number): Read | null {
  const closes = text[begin] === '"' ? /"/ : /[“”]/
  const parts: Part[] = [literal('', true)]
  let at = begin + 1
  while (at < text.length) {
    if (closes.test(text[at] ?? '')) return { end: at + 1, parts }
    const escape = matchAt(escapePattern, text, at)
    const expansion = escape === null ? expansionAt(text, at, true) : null
    const inside = matchAt(insidePattern, text, at)?.[0] ?? text[at] ?? ''
    if (escape !== null) parts.push(literal(escape[1]?.trim() ?? '', true))
    else parts.push(...(expansion?.parts ?? [literal(inside, true)]))
    at = expansion?.end ?? at + (escape?.[0] ?? inside).length
  }
  return null
}
