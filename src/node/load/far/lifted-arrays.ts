// A message as JSON can say it: arrays of numbers are taken out and stand behind it as bytes, and what JSON has no
// word for is written as one.
import { AppError } from '#core/model/app-error.ts'

const arrayTypes = { Uint8Array, Uint32Array, Float64Array } as const

type ArrayName = keyof typeof arrayTypes

const arrayNames = ['Uint8Array', 'Uint32Array', 'Float64Array'] as const

/** `$array` names type, first byte and length of one that was taken out. */
type Place = Readonly<{ $array: readonly [ArrayName, number, number] }>
/** Infinity and its like. */
type Odd = Readonly<{ $number: string }>

/** `lifted` takes the bytes, in the order they have to stand in. */
export function withoutArrays(message: unknown, lifted: Uint8Array[]): unknown {
  let end = 0
  function lift(array: ArrayBufferView): Place {
    const { buffer, byteOffset, byteLength } = array
    lifted.push(new Uint8Array(buffer, byteOffset, byteLength))
    end += byteLength
    return { $array: [nameOf(array), end - byteLength, byteLength] }
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

export function withArrays(json: unknown, bytes: Uint8Array): unknown {
  function read(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(read)
    if (isPlace(value)) return arrayAt(value, bytes)
    return isOdd(value) ? Number(value.$number) : mapped(value, read)
  }
  return read(json)
}

function arrayAt({ $array: [name, start, length] }: Place, bytes: Uint8Array): ArrayBufferView {
  // Copied: numbers of several bytes have to begin where such numbers may.
  const own = new Uint8Array(bytes.subarray(start, start + length))
  return new arrayTypes[name](own.buffer)
}

function nameOf(array: ArrayBufferView): ArrayName {
  for (const name of arrayNames) if (array instanceof arrayTypes[name]) return name
  throw new AppError('internal', `A message holds a ${array.constructor.name}.`)
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
