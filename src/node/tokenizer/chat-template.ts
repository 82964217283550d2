// Chat templates in Jinja, rendered as by Python. The library's own interpreter loses text before `break` and `continue`, keeps
// variables of earlier iterations, prints values as JSON and ignores arguments of `strip`.
import { Environment, Interpreter, Template } from '@huggingface/jinja'
import {
  asTuple,
  pythonFormat,
  pythonText,
  requireSameJson,
  type TemplateValue,
} from './python-text.ts'
import { stringMethods } from './python-strings.ts'

type Node = Readonly<{ type: string; [field: string]: unknown }>
type Scope = Readonly<{
  setVariable(name: string, value: TemplateValue): void
  tests: ReadonlyMap<string, (operand: TemplateValue) => boolean>
}>
type Arguments = readonly [positional: TemplateValue[], named: Map<string, TemplateValue>]

/** Methods of the library's interpreter. */
type Methods = {
  evaluate(node: Node | undefined, scope: Scope): TemplateValue
  evaluateArguments(args: readonly Node[], scope: Scope): Arguments
  evaluateBlock(body: readonly Node[], scope: Scope): TemplateValue
  evaluateFor(node: Node, scope: Scope): TemplateValue
  evaluateMemberExpression(node: Node, scope: Scope): TemplateValue
  evaluateBinaryExpression(node: Node, scope: Scope): TemplateValue
  applyFilter(operand: TemplateValue, filter: Node, scope: Scope): TemplateValue
}

/** Returns a function that renders the template. */
export function parseChatTemplate(source: string): (variables: object) => string {
  const template = new Template(source)
  return (variables) => template.render({ ...variables })
}

/** `break` or `continue`, with the text of the iteration so far. */
class LoopExit extends Error {
  text = ''
  readonly isBreak: boolean

  constructor(isBreak: boolean) {
    super(isBreak ? 'break' : 'continue')
    this.isBreak = isBreak
  }
}

const library = Interpreter.prototype as unknown as Methods
const overridden = [
  'evaluate',
  'evaluateMemberExpression',
  'evaluateBinaryExpression',
  'applyFilter',
] as const
const usual = Object.fromEntries(overridden.map((name) => [name, library[name]])) as Pick<
  Methods,
  (typeof overridden)[number]
>

/** Converts plain values. The library exports no other way. */
const converter = new Environment()

function valueOf(plain: unknown): TemplateValue {
  converter.variables.delete('value')
  return converter.set('value', plain)
}

const evaluated = (value: TemplateValue): Node => ({ type: 'Evaluated', value })

/** Statements that print nothing. */
const silent = new Set(['Set', 'Macro', 'Comment'])

const overrides: ThisType<Methods> & Omit<Methods, 'evaluateArguments'> = {
  evaluate(node, scope) {
    if (node?.type === 'Evaluated') return node['value'] as TemplateValue
    if (node?.type === 'Break' || node?.type === 'Continue') {
      throw new LoopExit(node.type === 'Break')
    }
    if (node?.type === 'ObjectLiteral') return mappingOf(this, node, scope)
    if (node?.type === 'TestExpression') {
      const operand = this.evaluate(node['operand'] as Node, scope)
      const name = nameOf(node['test'])
      // Python iterates over what is undefined.
      const isEmptyList = operand.type === 'UndefinedValue' && /^(?:iterable|sequence)$/.test(name)
      const test = scope.tests.get(name)
      if (test === undefined) throw new Error(`Unknown test: ${name}`)
      return valueOf((isEmptyList || test(operand)) !== (node['negate'] === true))
    }
    return usual.evaluate.call(this, node, scope)
  },

  evaluateBlock(body, scope) {
    let text = ''
    try {
      for (const node of body) {
        const value = this.evaluate(node, scope)
        if (!silent.has(node.type)) text += pythonText(value)
      }
    } catch (error) {
      if (error instanceof LoopExit) error.text = text + error.text
      throw error
    }
    return valueOf(text)
  },

  evaluateFor(node, scope) {
    const { iterable, loopvar, body, defaultBlock } = node as LoopNode
    const isFiltered = iterable.type === 'SelectExpression'
    const source = this.evaluate(isFiltered ? (iterable['lhs'] as Node) : iterable, scope)
    const rounds = itemsOf(source).map((item) => {
      const inner = new Environment(scope as unknown as Environment) as unknown as Scope
      assign(loopvar, item, inner)
      return { item, inner }
    })
    const kept = rounds.filter(
      ({ inner }) => !isFiltered || isTrue(this.evaluate(iterable['test'] as Node, inner)),
    )
    if (kept.length === 0) return this.evaluateBlock(defaultBlock, scope)
    const items = kept.map(({ item }) => item)
    let text = ''
    for (const [index, { inner }] of kept.entries()) {
      inner.setVariable('loop', loopVariable(items, index))
      try {
        text += pythonText(this.evaluateBlock(body, inner))
      } catch (error) {
        if (!(error instanceof LoopExit)) throw error
        text += error.text
        if (error.isBreak) break
      }
    }
    return valueOf(text)
  },

  evaluateMemberExpression(node, scope) {
    const object = this.evaluate(node['object'] as Node, scope)
    const property = node['property'] as Node
    if (object.type === 'UndefinedValue') throw new Error(`${nameOf(node['object'])} is undefined`)
    const isName = property.type === 'Identifier' && node['computed'] !== true
    const name = isName ? String(property['value']) : ''
    const method = typeof object.value === 'string' ? stringMethods[name] : undefined
    if (method) return functionValue((...args) => method(String(object.value), ...args))
    if (object.type === 'ObjectValue') {
      const builtin = isName ? object.builtins.get(name) : undefined
      if (builtin !== undefined) return builtin
      const key = isName ? name : this.evaluate(property, scope).value
      return (object.value as ValueMap).get(key) ?? valueOf(undefined)
    }
    const known = { ...node, object: evaluated(object) }
    return usual.evaluateMemberExpression.call(this, known, scope)
  },

  evaluateBinaryExpression(node, scope) {
    const { value: operator } = node['operator'] as { value: string }
    if (operator === 'and' || operator === 'or') {
      return usual.evaluateBinaryExpression.call(this, node, scope)
    }
    const [left, right] = ['left', 'right'].map((side) => this.evaluate(node[side] as Node, scope))
    if (left === undefined || right === undefined) throw new Error(operator)
    if (operator === '+' && [node['left'], node['right']].some(isMarkup)) {
      throw new Error('+ after the filter "safe", which escapes the rest')
    }
    const own = operators[operator]?.(left, right)
    if (own !== undefined) return valueOf(own)
    const known = { ...node, left: evaluated(left), right: evaluated(right) }
    return usual.evaluateBinaryExpression.call(this, known, scope)
  },

  applyFilter(operand, filter, scope) {
    const call = filter.type === 'CallExpression'
    const { value: name } = (call ? filter['callee'] : filter) as { value: string }
    const own = filters[name]
    if (own === undefined) return usual.applyFilter.call(this, operand, filter, scope)
    const [args, named] = call
      ? this.evaluateArguments(filter['args'] as Node[], scope)
      : [[], new Map<string, TemplateValue>()]
    const result = own(operand, args, named)
    return result ?? usual.applyFilter.call(this, operand, filter, scope)
  },
}

Object.assign(library, overrides)

type ValueMap = Map<unknown, TemplateValue>

/** Unlike the library, accepts numbers as keys. */
function mappingOf(
  interpreter: Pick<Methods, 'evaluate'>,
  node: Node,
  scope: Scope,
): TemplateValue {
  const mapping = valueOf({})
  for (const [key, value] of node['value'] as Map<Node, Node>) {
    const { value: name } = interpreter.evaluate(key, scope)
    if (typeof name !== 'string' && typeof name !== 'number') throw new Error('a key of an object')
    ;(mapping.value as ValueMap).set(name, interpreter.evaluate(value, scope))
  }
  return mapping
}

function listOf(items: readonly TemplateValue[]): TemplateValue {
  const list = valueOf([])
  ;(list.value as TemplateValue[]).push(...items)
  return list
}

function isMarkup(node: unknown): boolean {
  const { type, filter } = node as { type: string; filter?: { value?: unknown } }
  return type === 'FilterExpression' && filter?.value === 'safe'
}

type LoopNode = Node &
  Readonly<{ iterable: Node; loopvar: Node; body: readonly Node[]; defaultBlock: readonly Node[] }>

function itemsOf({ type, value }: TemplateValue): readonly TemplateValue[] {
  if (type === 'UndefinedValue') return []
  if (Array.isArray(value)) return value as TemplateValue[]
  if (value instanceof Map) return [...value.keys()].map(valueOf)
  if (typeof value === 'string') return [...value].map(valueOf)
  throw new Error(`${type} is not iterable`)
}

function assign(target: Node, item: TemplateValue, scope: Scope): void {
  if (target.type === 'Identifier') return scope.setVariable(String(target['value']), item)
  const names = target['value'] as readonly Node[]
  const parts = itemsOf(item)
  if (parts.length !== names.length) throw new Error(`${parts.length} values for ${names.length}`)
  names.forEach((name, index) => assign(name, parts[index] ?? item, scope))
}

function loopVariable(items: readonly TemplateValue[], index: number): TemplateValue {
  const { length } = items
  const loop = valueOf({
    ...{ index: index + 1, index0: index, revindex: length - index, length },
    ...{ revindex0: length - index - 1, first: index === 0, last: index === length - 1 },
  })
  const fields = loop.value as Map<string, TemplateValue>
  fields.set('previtem', items[index - 1] ?? valueOf(undefined))
  fields.set('nextitem', items[index + 1] ?? valueOf(undefined))
  fields.set(
    'cycle',
    functionValue((...args) => args[index % args.length]),
  )
  return loop
}

/** The library passes plain values of arguments, and runtime values of lists. */
function functionValue(run: (...args: readonly unknown[]) => unknown): TemplateValue {
  return valueOf((...args: readonly unknown[]) => run(...args))
}

function isTrue(value: TemplateValue): boolean {
  return value.__bool__().value
}

function isNumber({ type }: TemplateValue): boolean {
  return type === 'IntegerValue' || type === 'FloatValue'
}

/** Undefined leaves the operation to the library. */
type Operator = (left: TemplateValue, right: TemplateValue) => unknown

const operators: Readonly<Record<string, Operator>> = {
  '==': isEqual,
  '!=': (left, right) => !isEqual(left, right),
  '~': (left, right) => pythonText(left) + pythonText(right),
  '+': (left, right) => {
    if (typeof left.value === 'string' && typeof right.value === 'string') {
      return left.value + right.value
    }
    if (typeof left.value !== 'string' && typeof right.value !== 'string') return undefined
    throw new Error(`${left.type} + ${right.type}`)
  },
  '*': ({ value: left }, { type, value: right }) =>
    typeof left === 'string' && type === 'IntegerValue'
      ? left.repeat(Math.max(0, Number(right)))
      : undefined,
  '%': (left, right) => {
    if (typeof left.value === 'string') return pythonFormat(left.value, tupleOf(right))
    if (left.type !== 'IntegerValue' || right.type !== 'IntegerValue') return undefined
    const [a, b] = [Number(left.value), Number(right.value)]
    return ((a % b) + b) % b
  },
}

function tupleOf(value: TemplateValue): readonly TemplateValue[] {
  return value.type === 'TupleValue' ? (value.value as TemplateValue[]) : [value]
}

function isEqual(left: TemplateValue, right: TemplateValue): boolean {
  const [a, b] = [left.value, right.value]
  if (Array.isArray(a) && Array.isArray(b)) {
    const others = b as TemplateValue[]
    return (
      a.length === b.length && (a as TemplateValue[]).every((one, at) => areEqual(one, others[at]))
    )
  }
  if (a instanceof Map && b instanceof Map) {
    const others = b as Map<string, TemplateValue>
    const entries = [...(a as Map<string, TemplateValue>)]
    return a.size === b.size && entries.every(([key, one]) => areEqual(one, others.get(key)))
  }
  return typeof a === 'number' || typeof a === 'boolean'
    ? (typeof b === 'number' || typeof b === 'boolean') && Number(a) === Number(b)
    : a === b && left.type === right.type
}

function areEqual(left: TemplateValue, right: TemplateValue | undefined): boolean {
  return right !== undefined && isEqual(left, right)
}

/** Undefined leaves the filter to the library, which refuses unknown ones by name. */
type Filter = (
  operand: TemplateValue,
  args: readonly TemplateValue[],
  named: ReadonlyMap<string, TemplateValue>,
) => TemplateValue | undefined

const filters: Readonly<Record<string, Filter>> = {
  string: (operand) => valueOf(pythonText(operand)),
  tojson: (operand) => {
    requireSameJson(operand)
    return undefined
  },
  format: (operand, args) => valueOf(pythonFormat(pythonText(operand), args)),
  join: (operand, [separator], named) => {
    if (named.has('attribute')) throw new Error('join(attribute=…)')
    const between = separator ?? named.get('d')
    const texts = itemsOf(operand).map(pythonText)
    return valueOf(texts.join(between === undefined ? '' : pythonText(between)))
  },
  sum: (operand, args, named) =>
    valueOf(numbersOf(operand, args.length + named.size).reduce((sum, one) => sum + one, 0)),
  min: (operand, args, named) => valueOf(Math.min(...numbersOf(operand, args.length + named.size))),
  max: (operand, args, named) => valueOf(Math.max(...numbersOf(operand, args.length + named.size))),
  dictsort: ({ value }, args, named) => {
    if (!(value instanceof Map) || args.length + named.size > 0) return undefined
    const entries = [...(value as ValueMap)].toSorted(([a], [b]) => compareKeys(a, b))
    return listOf(entries.map(([key, one]) => asTuple(listOf([valueOf(key), one]))))
  },
  last: (operand) => itemsOf(operand).at(-1) ?? valueOf(undefined),
  first: (operand) => itemsOf(operand)[0] ?? valueOf(undefined),
  length: lengthOf,
  count: lengthOf,
  trim: (operand, [characters]) => {
    const given = characters === undefined ? [] : [characters.value]
    return valueOf(stringMethods['strip']?.(pythonText(operand), ...given))
  },
  capitalize: (operand) => valueOf(stringMethods['capitalize']?.(pythonText(operand))),
  d: (operand, [instead = valueOf(''), whole], named) => {
    const isWhole = isTrue(whole ?? named.get('boolean') ?? valueOf(false))
    const isMissing = operand.type === 'UndefinedValue' || (isWhole && !isTrue(operand))
    return isMissing ? instead : operand
  },
}

/** Throws for other values, and for arguments. */
function numbersOf(operand: TemplateValue, argumentCount: number): readonly number[] {
  const items = itemsOf(operand)
  if (argumentCount > 0 || !items.every(isNumber)) throw new Error('a filter for numbers')
  return items.map(({ value }) => Number(value))
}

function compareKeys(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [left, right] = [String(a).toLowerCase(), String(b).toLowerCase()]
  return left < right ? -1 : Number(left > right)
}

function lengthOf(operand: TemplateValue): TemplateValue {
  return valueOf(itemsOf(operand).length)
}

function nameOf(node: unknown): string {
  const { value } = node as { value?: unknown }
  return typeof value === 'string' ? value : 'a value'
}
