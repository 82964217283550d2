// Makes a folder and those above it that are missing, one by one.
import path from 'node:path'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { Buffer } from 'node:buffer'

/**
 * Does nothing where the folder exists; throws the error of the file system otherwise. Node's own recursive
 * mkdir never returns on a file system that refuses with ENOENT below a folder that exists, as /proc does.
 */
export function makeFolder(folder: string, mode = 0o777): void {
  if (isFolder(folder)) return
  const parent = path.dirname(folder)
  if (!existsSync(parent)) makeFolder(parent, mode)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // Another process may have made it in between.
    if (!isFolder(folder)) throw error
  }
}

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false
}

// Bytes of ASCII as text.
export function asciiText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
}

// Names that are unique but guessable: they are made without the system's
// cryptography, which takes five milliseconds of a start to load.
const digitsAtOnce = 8

export function randomHex(digits: number): string {
  let text = ''
  while (text.length < digits) text += eightDigits()
  return text.slice(0, digits)
}

function eightDigits(): string {
  const number = Math.floor(Math.random() * 16 ** digitsAtOnce)
  return number.toString(16).padStart(digitsAtOnce, '0')
}

/** As the original begins the ids of its requests. */
export function randomRequestIdPrefix(): string {
  return `bench-${randomHex(8)}-`
}
