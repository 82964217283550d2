// Creates a folder and its missing parents, one by one.
import path from 'node:path'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { Buffer } from 'node:buffer'

/**
 * Does nothing if the folder exists; otherwise throws the file system's error. Node's own recursive mkdir never returns on a file
 * system that fails with ENOENT below an existing folder, such as /proc.
 */
export function makeFolder(folder: string, mode = 0o777): void {
  if (isFolder(folder)) return
  const parent = path.dirname(folder)
  if (!existsSync(parent)) makeFolder(parent, mode)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!isFolder(folder)) throw error
  }
}

/** False if it cannot be read, such as a link to itself. */
export function isFolder(folder: string): boolean {
  try {
    return statSync(folder).isDirectory()
  } catch {
    return false
  }
}

// Decodes ASCII bytes.
export function asciiText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
}

// Names that are unique but guessable. Avoids the system's cryptography, which adds 5 ms to the start.
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

/** The prefix of request ids in the original client. */
export function randomRequestIdPrefix(): string {
  return `bench-${randomHex(8)}-`
}
