// Writes all files for the user. Tests a file before the work whose result it will contain. Then writes beside the target and
// renames, so that a full disk or a crash leaves the old file intact.
import {
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { message, type Message, type Text, textOf } from '#core/messages/message.ts'
import { AppError, messageOf } from '#core/model/app-error.ts'
import { makeFolder, randomHex } from './make-folder.ts'

type Piece = string | Uint8Array

/** Content, in pieces if large, each written before the next is created. */
export type FileContent = Piece | Iterable<Piece> | AsyncIterable<Piece>

/** Creates the folder and checks that this file is writable. Throws `output-unwritable`. */
export function requireWritableFile(file: string): void {
  explained(file, () => {
    makeFolder(path.dirname(path.resolve(file)))
    const found = statSync(file, { throwIfNoEntry: false })
    // A pipe's reader would mistake the end of the test for the end of the file.
    if (found?.isFIFO() === true) return
    closeSync(openSync(file, found === undefined ? 'wx' : 'r+'))
    if (found === undefined) rmSync(file)
  })
}

/** Checks a folder for files with names that are not known yet. */
export function requireWritableFolder(folder: string): void {
  explained(folder, () => {
    makeFolder(path.resolve(folder))
    const probe = besideName(path.join(folder, 'probe'))
    closeSync(openSync(probe, 'wx'))
    rmSync(probe)
  })
}

/** Writes the whole content; on failure the old file remains. Throws `output-unwritable`. */
export async function writeWholeFile(file: string, content: FileContent): Promise<void> {
  const place = explained(file, () => placeOf(file))
  const beside = place.isReplaced ? openedBeside(file, place) : null
  if (beside === null) return writeInPlace(file, content)
  try {
    await writePieces(beside.descriptor, content)
    fsyncSync(beside.descriptor)
    if (place.mode !== null) fchmodSync(beside.descriptor, place.mode)
  } catch (cause) {
    closeSync(beside.descriptor)
    rmSync(beside.name, { force: true })
    throw unwritable(file, cause)
  }
  explained(file, () => {
    closeSync(beside.descriptor)
    moveInto(place.target, beside.name)
  })
}

/** Appends a line; only later lines are preceded by a line end. A partially written line is removed. */
export async function appendLine(file: string, content: FileContent): Promise<void> {
  const descriptor = explained(file, () => openSync(file, 'a'))
  const { size } = fstatSync(descriptor)
  try {
    if (size > 0) writeAll(descriptor, '\n')
    await writePieces(descriptor, content)
    if (fstatSync(descriptor).isFile()) fsyncSync(descriptor)
  } catch (cause) {
    if (fstatSync(descriptor).isFile()) ftruncateSync(descriptor, size)
    throw unwritable(file, cause)
  } finally {
    closeSync(descriptor)
  }
}

type Place = Readonly<{
  /** Resolves symbolic links to their target. */
  target: string
  /** False for pipes and devices, which are written directly. */
  isReplaced: boolean
  /** Mode of the existing file; null for a new one. */
  mode: number | null
}>

function placeOf(file: string): Place {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) return { target: file, isReplaced: true, mode: null }
  return { target: realpathSync(file), isReplaced: found.isFile(), mode: found.mode & 0o7777 }
}

type Beside = Readonly<{ name: string; descriptor: number }>

/** Null if the folder allows no new files although the file itself is writable. */
function openedBeside(file: string, { target, mode }: Place): Beside | null {
  const name = besideName(target)
  try {
    return { name, descriptor: openSync(name, 'wx') }
  } catch (cause) {
    if (mode !== null && hasCode(cause, ['EACCES', 'EPERM', 'EROFS'])) return null
    throw unwritable(file, cause)
  }
}

/** A short name, because the file's own name may have the maximum length. */
function besideName(target: string): string {
  return path.join(path.dirname(target), `.kneepoint-${randomHex(8)}`)
}

/** A file that is itself a mount point, for example in a container, cannot be replaced. */
function moveInto(target: string, written: string): void {
  try {
    renameSync(written, target)
  } catch (cause) {
    if (hasCode(cause, ['EBUSY', 'EXDEV'])) copyFileSync(written, target)
    else throw cause
  } finally {
    rmSync(written, { force: true })
  }
}

async function writeInPlace(file: string, content: FileContent): Promise<void> {
  // A pipe without a reader would block forever, including signals.
  const flags = constants.O_WRONLY | constants.O_TRUNC | constants.O_NONBLOCK
  const descriptor = explained(file, () => openSync(file, flags))
  try {
    await writePieces(descriptor, content)
  } catch (cause) {
    throw unwritable(file, cause)
  } finally {
    closeSync(descriptor)
  }
}

async function writePieces(descriptor: number, content: FileContent): Promise<void> {
  if (typeof content === 'string' || content instanceof Uint8Array) {
    writeAll(descriptor, content)
    return
  }
  for await (const piece of content) writeAll(descriptor, piece)
}

function writeAll(descriptor: number, piece: Piece): void {
  const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
  for (let at = 0, waits = 0; at < bytes.length; waits++) {
    try {
      at += writeSync(descriptor, bytes, at)
      waits = 0
    } catch (error) {
      if (!hasCode(error, ['EAGAIN']) || waits > mostWaits) throw error
      Atomics.wait(clock, 0, 0, waitMs)
    }
  }
}

/** The reader of a pipe has 30 s for each piece. */
const mostWaits = 3000
const waitMs = 10
const clock = new Int32Array(new SharedArrayBuffer(4))

function explained<Result>(file: string, act: () => Result): Result {
  try {
    return act()
  } catch (cause) {
    throw unwritable(file, cause)
  }
}

/** Explains errors of the file; passes on errors of the content unchanged. */
function unwritable(file: string, cause: unknown): Error {
  if (!(cause instanceof Error)) return new Error(messageOf(cause))
  if (!('syscall' in cause) && !hasCode(cause, ['ERR_INVALID_ARG_VALUE'])) return cause
  return new AppError(
    'output-unwritable',
    message('cli.cannotWrite', { file, why: reasonOf(cause) }),
    {
      remedy: remedyOf(cause),
      cause,
    },
  )
}

function reasonOf(cause: Error): Text {
  // A folder cannot be created if a file has that path.
  if (hasCode(cause, ['EEXIST'])) return 'not a directory'
  if (hasCode(cause, ['ENXIO'])) return 'no process reads this pipe'
  return textOf(cause)
}

function remedyOf(cause: Error): Message {
  if (hasCode(cause, ['ENOSPC', 'EDQUOT', 'EFBIG'])) return message('cli.cannotWrite.full')
  if (hasCode(cause, ['ENAMETOOLONG'])) return message('cli.cannotWrite.tooLong')
  return message('cli.cannotWrite.elsewhere')
}

/** Whether an error of the system or of SQLite has one of these codes. */
export function hasCode(cause: unknown, codes: readonly string[]): boolean {
  return cause instanceof Error && 'code' in cause && codes.includes(String(cause.code))
}
