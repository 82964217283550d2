// Values of templates as Python prints them.

/** A value of the template library. */
export type TemplateValue = Readonly<{
  type: string
  value: unknown
  /** Methods and attributes of its type. */
  builtins: ReadonlyMap<string, TemplateValue>
  __bool__(): { readonly value: boolean }
  toString(): string
}>

/** `str(value)`; empty if undefined. Throws for functions. */
export function pythonText(value: TemplateValue): string {
  if (value.type === 'UndefinedValue') return ''
  return typeof value.value === 'string' ? value.value : pythonRepr(value)
}

function pythonRepr(given: TemplateValue): string {
  const { type, value } = given
  if (type === 'NullValue') return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'number') {
    if (isRounded(given)) throw new Error(`${value} is rounded`)
    return given.toString()
  }
  if (Array.isArray(value)) {
    const items = (value as TemplateValue[]).map(pythonRepr)
    if (type === 'TupleValue' || tuples.has(given))
      return `(${items.join(', ')}${items.length === 1 ? ',' : ''})`
    return `[${items.join(', ')}]`
  }
  if (type === 'ObjectValue') {
    const entries = [...(value as Map<string | number, TemplateValue>)]
    const keyText = (key: string | number) => (typeof key === 'number' ? `${key}` : quoted(key))
    return `{${entries.map(([key, one]) => `${keyText(key)}: ${pythonRepr(one)}`).join(', ')}}`
  }
  throw new Error(`${type} cannot be printed`)
}

/** Lists that stand for tuples, which the library has no way to make. */
const tuples = new WeakSet<TemplateValue>()

export function asTuple(list: TemplateValue): TemplateValue {
  tuples.add(list)
  return list
}

/** Whether Python would keep more digits. */
function isRounded({ type, value }: TemplateValue): boolean {
  return type === 'IntegerValue' && !Number.isSafeInteger(value)
}

/** Throws for what the library's `tojson` writes otherwise than Python: 1.0 as 1, and rounded integers. */
export function requireSameJson(given: TemplateValue): void {
  const { type, value } = given
  if (isRounded(given) || (type === 'FloatValue' && Number.isInteger(value))) {
    throw new Error(`tojson of ${String(value)}`)
  }
  if (Array.isArray(value)) (value as TemplateValue[]).forEach(requireSameJson)
  if (value instanceof Map) (value as Map<unknown, TemplateValue>).forEach(requireSameJson)
}

const escapes: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\\': '\\\\',
}
const unprintable = /[\\\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu

function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const written = text.replaceAll(
    unprintable,
    (one) => escapes[one] ?? escaped(one.codePointAt(0) ?? 0),
  )
  return quote + (quote === "'" ? written.replaceAll("'", String.raw`\'`) : written) + quote
}

function escaped(code: number): string {
  const hex = code.toString(16)
  if (code < 0x100) return `\\x${hex.padStart(2, '0')}`
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`
}

/** `text % values` with `%s`, `%r`, `%d` and `%%`. Throws for other conversions. */
export function pythonFormat(text: string, values: readonly TemplateValue[]): string {
  const left = [...values]
  const printed = text.replaceAll(/%(.?)/gs, (all, conversion: string) => {
    if (conversion === '%') return '%'
    const value = left.shift()
    if (value === undefined) throw new Error(`no value for ${all}`)
    if (conversion === 's') return pythonText(value)
    if (conversion === 'r') return pythonRepr(value)
    if (conversion === 'd' && value.type === 'IntegerValue') return String(value.value)
    throw new Error(`format ${all} of ${value.type}`)
  })
  if (left.length > 0) throw new Error(`too many values for "${text}"`)
  return printed
}
