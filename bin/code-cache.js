// Runs a program of CommonJS files with the code that V8 compiled in earlier runs. Node's own compile cache keeps what is compiled
// when a file is loaded; this one also keeps the functions that ran later. Must be understood by Node 18, hence no newer syntax.
'use strict'
const fs = require('node:fs')
const Module = require('node:module')
const os = require('node:os')
const path = require('node:path')
const v8 = require('node:v8')
const vm = require('node:vm')

/** Flags that a benchmark changes, as V8 has them by default: code is valid for the flags with which it was written. */
const defaultFlags = ['--turbofan', '--maglev', '--no-expose-gc', '--semi-space-growth-factor=2']
const keptMs = 30 * 24 * 3600 * 1000

/** `folder` holds the program and a file `code-id`, a hash of its files. Returns once its first file has run. */
function runCached(folder, file) {
  const cache = isUsable() ? openCache(folder) : null
  if (cache !== null) {
    cacheFiles(cache)
    process.on('exit', (code) => code === 0 && keep(cache))
  }
  require(path.join(folder, file))
}

/** Flags of the user's own are left alone, and so is who wants no cache. */
function isUsable() {
  const { NODE_OPTIONS, NODE_DISABLE_COMPILE_CACHE } = process.env
  return !NODE_OPTIONS && !NODE_DISABLE_COMPILE_CACHE && process.execArgv.length === 0
}

/** Null for a program without an id. */
function openCache(folder) {
  try {
    const id = fs.readFileSync(path.join(folder, 'code-id'), 'utf8')
    const place = path.join(cacheFolder(), `${id}-${process.version}-${process.arch}`)
    return {
      folder: folder + path.sep,
      place,
      scripts: [],
      isComplete: fs.existsSync(path.join(place, commandName())),
    }
  } catch {
    return null
  }
}

function cacheFolder() {
  const base =
    process.platform === 'win32'
      ? process.env.LOCALAPPDATA || path.join(os.homedir(), 'AppData', 'Local')
      : process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache')
  return path.join(base, 'kneepoint', 'code')
}

/** Each command runs other functions of the files that it shares with others. */
function commandName() {
  const words = process.argv.slice(2)
  const end = words.findIndex((word) => !/^[a-z]+$/.test(word))
  const command = end < 0 ? words : words.slice(0, end)
  return ['ran', ...command.slice(0, 3), ...(words.includes('--help') ? ['help'] : [])].join('-')
}

function cacheFiles(cache) {
  const compile = Module.prototype._compile
  Module.prototype._compile = function (content, filename, ...others) {
    if (!filename.startsWith(cache.folder)) {
      return compile.call(this, content, filename, ...others)
    }
    const kept = path.join(cache.place, path.basename(filename))
    const script = new vm.Script(Module.wrap(content), {
      filename,
      cachedData: readIfThere(kept),
    })
    // Code of files that the program loads after it changed flags is rejected each time, so only missing code is written.
    if (script.cachedDataRejected === undefined) cache.isComplete = false
    cache.scripts.push({ script, kept })
    const requireFrom = Module.createRequire(filename)
    const { exports } = this
    return script
      .runInThisContext()
      .call(exports, exports, requireFrom, this, filename, path.dirname(filename))
  }
}

function readIfThere(file) {
  try {
    return fs.readFileSync(file)
  } catch {
    return undefined
  }
}

/** Other processes may do the same at the same time; each file appears whole. A disk without space keeps nothing. */
function keep({ place, scripts, isComplete }) {
  if (isComplete) return
  try {
    defaultFlags.forEach((flag) => v8.setFlagsFromString(flag))
    fs.mkdirSync(place, { recursive: true, mode: 0o700 })
    for (const { script, kept } of scripts) write(kept, script.createCachedData())
    write(path.join(place, commandName()), '')
    removeOld(path.dirname(place))
  } catch {
    // The next start compiles again.
  }
}

function write(file, bytes) {
  const part = `${file}.${process.pid}`
  fs.writeFileSync(part, bytes, { flush: true })
  fs.renameSync(part, file)
}

/** Of programs that were replaced, since each has a folder of its own. */
function removeOld(folder) {
  for (const name of fs.readdirSync(folder)) {
    const place = path.join(folder, name)
    if (Date.now() - fs.statSync(place).mtimeMs > keptMs)
      fs.rmSync(place, { recursive: true, force: true })
  }
}

module.exports = { runCached }

if (require.main === module) {
  const [, , program, ...args] = process.argv
  process.argv.splice(1, process.argv.length, program, ...args)
  runCached(path.dirname(program), path.basename(program))
}
