// Kills a process whose event loop has been blocked for minutes, because it would ignore every signal and never free its memory.
// Prints its stack first.
import { Worker } from 'node:worker_threads'

const usualLimitS = 120
const beatMs = 1000

/**
 * Watches this thread from another one. Time in which the machine or the process was suspended does not count, because the
 * watching thread is suspended too. Returns a function that stops the watch.
 */
export function guardEventLoop(limitS = usualLimitS): () => void {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const watch = new Worker(watchProgram, {
    eval: true,
    execArgv: [],
    workerData: { beats, limitS, beatMs, pid: process.pid },
  })
  watch.unref()
  const beating = setInterval(() => Atomics.add(beats, 0, 1), beatMs)
  beating.unref()
  return () => {
    clearInterval(beating)
    void watch.terminate()
  }
}

/** Plain JavaScript, because it is not part of a bundle. Stacks hold function names and positions, no values. */
const watchProgram = `
const { writeSync } = require('node:fs')
const { Session } = require('node:inspector')
const { workerData: { beats, limitS, beatMs, pid } } = require('node:worker_threads')
let last = -1
let silent = 0
function end(place) {
  writeSync(2, 'kneepoint: It has computed for ' + limitS + ' s without responding, so it was ended.' + place + '\\n')
  process.kill(pid, 'SIGKILL')
}
function placeOf({ functionName, url, location }) {
  return '\\n    at ' + (functionName || '(anonymous)') + ' (' + url + ':' + (location.lineNumber + 1) + ')'
}
function endWithStack() {
  setTimeout(() => end(''), 2000)
  const session = new Session()
  session.connectToMainThread()
  session.on('Debugger.paused', ({ params }) => end(params.callFrames.slice(0, 12).map(placeOf).join('')))
  session.post('Debugger.enable', () => session.post('Debugger.pause'))
}
const timer = setInterval(() => {
  const now = Atomics.load(beats, 0)
  silent = now === last ? silent + beatMs / 1000 : 0
  last = now
  if (silent < limitS) return
  clearInterval(timer)
  try { endWithStack() } catch { end('') }
}, beatMs)
`
