// A message as JSON can say it: arrays of numbers are taken out and follow it as bytes, and what JSON has no
// word for is written as one.
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'

const arrayTypes = { Uint8Array, Uint32Array, Float64Array } as const

type ArrayName = keyof typeof arrayTypes

const arrayNames = ['Uint8Array', 'Uint32Array', 'Float64Array'] as const

/** `$array` names the type of one that was taken out, and which it is of those. */
type Place = Readonly<{ $array: readonly [ArrayName, number] }>
/** Infinity and its like. */
type Odd = Readonly<{ $number: string }>

/** `lifted` takes the bytes of each. */
export function withoutArrays(message: unknown, lifted: Uint8Array[]): unknown {
  function lift(array: ArrayBufferView): Place {
    const { buffer, byteOffset, byteLength } = array
    lifted.push(new Uint8Array(buffer, byteOffset, byteLength))
    return { $array: [nameOf(array), lifted.length - 1] }
  }
  function said(value: unknown): unknown {
    if (typeof value === 'number') {
      return Number.isFinite(value) ? value : { $number: String(value) }
    }
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(said)
    return ArrayBuffer.isView(value) ? lift(value) : mapped(value, said)
  }
  return said(message)
}

/** Each array has a memory of its own. */
export function withArrays(json: unknown, lifted: readonly Uint8Array<ArrayBuffer>[]): unknown {
  function read(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(read)
    if (isPlace(value)) return arrayAt(value, lifted)
    return isOdd(value) ? Number(value.$number) : mapped(value, read)
  }
  return read(json)
}

function arrayAt(
  { $array: [name, index] }: Place,
  lifted: readonly Uint8Array<ArrayBuffer>[],
): ArrayBufferView {
  return new arrayTypes[name](lifted[index]?.buffer ?? new ArrayBuffer(0))
}

function nameOf(array: ArrayBufferView): ArrayName {
  for (const name of arrayNames) if (array instanceof arrayTypes[name]) return name
  throw new AppError('internal', message('runs.unknownArray', { type: array.constructor.name }))
}

function mapped(value: object, of: (member: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, of(member)]))
}

function isPlace(value: object): value is Place {
  return '$array' in value && Array.isArray(value.$array)
}

function isOdd(value: object): value is Odd {
  return '$number' in value && Object.keys(value).length === 1
}
