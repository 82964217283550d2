// One request and its whole response through undici's dispatch.
import { Buffer } from 'node:buffer'
import type { Dispatcher } from 'undici'
import { largestAnswerBytes, unanswered } from './http-failure.ts'

export type HttpAnswer = Readonly<{
  status: number
  contentType: string
  /** Target of a redirect, which is never followed because requests carry credentials. */
  location: string | null
  body: string
}>

/** Rejects with `unanswered` if the signal aborts first. */
export function dispatchOnce(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  ending: AbortSignal,
  onData: (bytes: Uint8Array) => void = () => undefined,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null
    const parts: Buffer[] = []
    let status = 0
    let contentType = ''
    let location: string | null = null
    let coding = ''
    const onAbort = () => {
      controller?.abort(unanswered)
      reject(unanswered)
    }
    const settle = () => ending.removeEventListener('abort', onAbort)
    ending.addEventListener('abort', onAbort, { once: true })
    dispatcher.dispatch(options, {
      onRequestStart(started) {
        controller = started
        // The request may have waited for a connection until its response was no longer wanted.
        if (ending.aborted) started.abort(unanswered)
      },
      // Also called for informational responses: the last call counts.
      onResponseStart(_controller, statusCode, headers) {
        status = statusCode
        contentType = [headers['content-type'] ?? ''].flat().join(', ')
        coding = [headers['content-encoding'] ?? ''].flat().join().trim().toLowerCase()
        location = [headers['location'] ?? []].flat()[0] ?? null
      },
      onResponseData(_controller, chunk) {
        parts.push(chunk)
        onData(chunk)
      },
      onResponseEnd() {
        settle()
        const body = coding === '' ? Buffer.concat(parts) : unpacked(Buffer.concat(parts), coding)
        const answer = { status, contentType, location, body: body.toString() }
        // The connection becomes free only in the next loop iteration; a request before that would open another one.
        queueMicrotask(() => setImmediate(() => resolve(answer)))
      },
      onResponseError(_controller, error) {
        settle()
        // A proxy that requires authentication counts as a response too.
        if (error.message.endsWith('(407)'))
          resolve({ status: 407, contentType, location, body: '' })
        else reject(error)
      },
    })
  })
}

/** Some gateways compress without Accept-Encoding. Returns an unknown or broken body unchanged. */
function unpacked(body: Buffer, coding: string): Buffer {
  // Loaded only here, so that other benchmarks start sooner.
  const zlib = process.getBuiltinModule('node:zlib')
  const unpack = {
    gzip: zlib.gunzipSync,
    'x-gzip': zlib.gunzipSync,
    deflate: zlib.inflateSync,
    br: zlib.brotliDecompressSync,
    zstd: zlib.zstdDecompressSync,
  }[coding]
  try {
    return unpack?.(body, { maxOutputLength: largestAnswerBytes }) ?? body
  } catch {
    return body
  }
}
